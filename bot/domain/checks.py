"""Checks of a table's status, and of a user's part in it."""

from bot.domain.player import Person, Player
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Seat
from bot.domain.table import Status, Table

_REFUSED_IN = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.RUNNING: Refusal.ALREADY_STARTED,
    Status.OVER: Refusal.GAME_OVER,
    Status.CANCELLED: Refusal.CANCELLED,
    Status.ABANDONED: Refusal.GAME_OVER,
    Status.REMOVED: Refusal.UNKNOWN_GAME,
}


def check_configures(table: Table, person: Person) -> None:
    """Raise Refused unless that person can still change the set-up."""
    in_status(table, Status.LOBBY)
    if person.user_id != table.opener_id:
        raise Refused(Refusal.ONLY_OPENER_CONFIGURES, game=table.name, opener=opener_of(table))


def check_rates(table: Table) -> None:
    """Raise Refused if a lobby's game cannot be rated: outside a server, or with computers."""
    if table.place.guild_id is None:
        raise Refused(Refusal.RATED_IN_SERVERS)
    if any(player.is_computer for player in table.players):
        raise Refused(Refusal.RATED_AMONG_PEOPLE, game=table.name)


def check_goes_on(seat: Seat) -> None:
    """Raise Refused if the game is over, for everybody or for the seat's player."""
    if seat.table.has_ended:
        raise Refused(Refusal.GAME_OVER, game=seat.table.name)
    if seat.player.abandoned:
        raise Refused(Refusal.NOT_PLAYED_ON, game=seat.table.name)


def opener_of(table: Table) -> str:
    """Return the opener's name; empty if the opener has left."""
    return table.opener.name if table.opener else ""


def in_status(table: Table, status: Status) -> Table:
    """Return the table. Raises Refused unless it has that status."""
    if table.status is not status:
        raise Refused(_REFUSED_IN[table.status], game=table.name)
    return table


def player_at(table: Table, user_id: int) -> Player:
    """Return that user's player. Raises Refused if the user does not play here."""
    player = table.player_of(user_id)
    if player is None:
        raise Refused(Refusal.NOT_IN_GAME, game=table.name)
    return player


def may_join(table: Table, user_id: int) -> bool:
    """True if the lobby has a free seat for that user."""
    return (
        table.status is Status.LOBBY
        and table.player_of(user_id) is None
        and len(table.players) + kept_from(table, user_id) < table.capacity
        and lets_in(table, user_id)
    )


def lets_in(table: Table, user_id: int) -> bool:
    """True if that user is permitted to join."""
    asked = any(each.user_id == user_id for each in table.asked)
    return not table.only_invited or user_id in table.invited or asked


def kept_from(table: Table, user_id: int) -> int:
    """Return the number of seats reserved for other invited users."""
    return sum(each != user_id for each in table.open_invitations)


def check_joins(table: Table, user_id: int) -> None:
    """Raise Refused unless a lobby has a seat for that user."""
    if table.player_of(user_id) is not None:
        raise Refused(Refusal.ALREADY_JOINED, game=table.name)
    if len(table.players) >= table.capacity:
        raise Refused(Refusal.GAME_FULL, game=table.name)
    in_status(table, Status.LOBBY)
    if not lets_in(table, user_id):
        raise Refused(Refusal.ONLY_INVITED, game=table.name, opener=opener_of(table))
    if not may_join(table, user_id):
        raise Refused(Refusal.SEATS_KEPT, game=table.name)


def check_takes_words(table: Table) -> None:
    """Raise Refused if a table has no seal."""
    if table.seal is None:
        raise Refused(Refusal.NOT_SEALED, game=table.name)


def check_not_paused(table: Table) -> None:
    """Raise Refused during a pause."""
    if table.paused:
        raise Refused(Refusal.PAUSED, game=table.name)


def staying_at(table: Table, user_id: int) -> Player:
    """Return that user's player. Raises Refused unless the user is still in the running game."""
    player = player_at(in_status(table, Status.RUNNING), user_id)
    if player.abandoned:
        raise Refused(Refusal.NOT_PLAYED_ON, game=table.name)
    return player


def deciding(table: Table, user_id: int, seen: int | None) -> Player:
    """Return that user's player. Raises Refused if not playing, or if *seen* is outdated."""
    player = staying_at(table, user_id)
    check_not_paused(table)
    if seen is not None and seen != table.state_version:
        raise Refused(Refusal.STALE)
    return player
