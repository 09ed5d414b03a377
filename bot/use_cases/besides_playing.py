"""Actions on seats, and on games as a whole, other than decisions of the game.

A seat is offered, kept, given up, taken; a game is ended early, removed, paused, resumed: by a
player, by agreement, by an admin, or by a scheduled job. *why* says which; *by* and *user_id* are
name and number of the user who did it, if any. All that is in the public log.
"""

from dataclasses import replace
from datetime import timedelta

from bot.changes import Change, decide_least, go_on
from bot.domain.checks import in_status
from bot.domain.entries import (
    Ended,
    GivenUp,
    Offered,
    OfferEnded,
    Paused,
    Removed,
    Resumed,
    SeatTaken,
    TimeUp,
    Why,
)
from bot.domain.naming import make_unique
from bot.domain.player import Player
from bot.domain.proposals import ANSWERED_LIVE_WITHIN
from bot.domain.refusals import Refusal, Refused
from bot.domain.seating import knows_hand_of, was_taken_from
from bot.domain.table import Status, Table
from bot.store import NotificationTopic
from engine import Level

MOST_MISSED = 3
"""Number of times in a row that a player's time runs out before the seat passes."""
OFFERS = tuple(f"offer {seat}" for seat in range(4))
"""Kinds of due rows by seat: the end of the seat's offer."""
_OFFERED_TO_USER = timedelta(days=3)
_OFFERED_TO_ALL = timedelta(days=7)
"""Time to take an offered seat. It is the same for all, as hours are nobody else's business."""


# --- seats ---------------------------------------------------------------------------------------


def offer_seat(
    change: Change,
    seat: int,
    *,
    to: int | None,
    why: Why,
    by: str = "",
    user_id: int | None = None,
    name: str = "",
    blind: bool = False,
) -> Change:
    """Offer a seat *to* a user called *name*, or to anybody; its player keeps playing.

    *blind*: *to* can't see where the game was opened. Silent in *to*'s quiet hours. Replaces an
    earlier offer. Raises Refused if *to* is the player, or knows another hand, or if the game is
    not running.
    """
    in_status(change.table, Status.RUNNING)
    lasts = _OFFERED_TO_ALL
    if to is not None:
        check_takes(change.now, seat, to)
        lasts = ANSWERED_LIVE_WITHIN if change.state.pace.live else _OFFERED_TO_USER
    hushed, until = change.is_quiet(to), change.at + lasts
    change = change.then(
        Offered(
            why=why,
            by=by,
            to=to,
            name=name,
            hushed=hushed,
            blind=blind,
            until=until,
            user_id=user_id,
            seat=seat,
        )
    ).schedule(OFFERS[seat], until)
    if to is not None and hushed:
        change = change.notify(to, NotificationTopic.OFFER, change.version)
    return change


def keep_seat(
    change: Change, seat: int, *, why: Why = Why.OWN, user_id: int | None = None
) -> Change:
    """End the offer of a seat; where a computer stands in, anybody can take it.

    Raises Refused if it was not offered, or the game is not running.
    """
    table = in_status(change.table, Status.RUNNING)
    if change.state.players[seat].offered_seq is None:
        raise Refused(Refusal.NOT_OFFERED, game=table.name)
    return change.then(OfferEnded(why=why, user_id=user_id, seat=seat))


def give_up_seat(
    change: Change, seat: int, *, why: Why, by: str = "", user_id: int | None = None
) -> Change:
    """Give a seat up: it makes the least decisions until a player takes it.

    Unlike resigning it never ends the game, which stands still if no other person is left. The
    caller makes automatic decisions. Raises Refused if the game is not running, or no person
    plays the seat.
    """
    table = in_status(change.table, Status.RUNNING)
    check_is_waited_for(table, change.player(seat))
    return change.then(GivenUp(why=why, by=by, user_id=user_id, seat=seat))


def hand_to_computer(change: Change, seat: int, level: Level, name: str) -> Change:
    """Let a computer called *name* play a seat that nobody plays.

    It plays until a person takes the seat, which stays offered to anybody. The caller makes
    automatic decisions. Raises Refused if the game is not running, or a person plays the seat.
    """
    table, player = in_status(change.table, Status.RUNNING), change.player(seat)
    check_nobody_plays(table, player)
    called = make_unique(name, [each.name for each in table.players])
    return change.then(SeatTaken(player.name, called, level, seat=seat))


def come_back(change: Change, player: Player, *, by_press: bool) -> Change:
    """Let a player who was gone play on, and end the offer of the seat.

    A player who has not come *by_press* is called again if the table waits for the seat.
    """
    asked = is_asked(change.table, player) and not by_press
    called = player.seat if asked else None
    return change.then(
        OfferEnded(why=Why.GONE, user_id=player.user_id, seat=player.seat, called=called)
    )


def check_is_waited_for(table: Table, player: Player) -> None:
    """Raise Refused unless a person plays that player's seat."""
    if player.abandoned:
        raise Refused(Refusal.NOBODY_PLAYS, game=table.name, player=player.name)
    if player.is_computer:
        raise Refused(Refusal.COMPUTER_PLAYS, game=table.name, player=player.name)


def check_nobody_plays(table: Table, player: Player) -> None:
    """Raise Refused unless nobody plays that player's seat."""
    if not player.abandoned:
        raise Refused(Refusal.STILL_PLAYED, game=table.name, player=player.name)


def check_takes(table: Table, seat: int, user_id: int) -> None:
    """Raise Refused if that user can never take that seat, or plays on it.

    A player who lost it by an admin cannot take it back from a computer either.
    """
    player = table.player(seat)
    if user_id == player.user_id and not player.abandoned:
        raise Refused(Refusal.PLAYS_THERE, game=table.name)
    if knows_hand_of(table, user_id, seat):
        raise Refused(Refusal.SEEN_ANOTHER_HAND, game=table.name)
    if player.is_computer and was_taken_from(table, user_id, seat):
        raise Refused(Refusal.OTHERS_WANT_IT, game=table.name)


def is_asked(table: Table, player: Player) -> bool:
    """True if the game waits for that player."""
    decider = table.decider
    return decider is not None and decider.seat == player.seat and not table.paused


# --- the game as a whole -------------------------------------------------------------------------


def end_early(
    change: Change, *, result: bool, why: Why, by: str = "", user_id: int | None = None
) -> Change:
    """End a running game with the current *result*, or without any; closes open proposals.

    Raises Refused if the game is not running.
    """
    in_status(change.table, Status.RUNNING)
    return change.then(Ended(result, why=why, by=by, user_id=user_id))


def remove(
    change: Change,
    user_id: int | None = None,
    *,
    why: Why | None = None,
    by: str = "",
    was: str = "",
) -> Change:
    """Remove a game, which is deleted once its messages say so.

    It does not exist for users from now on. Raises Refused if it did not exist before.
    """
    if change.table.status is Status.REMOVED:
        raise Refused(Refusal.UNKNOWN_GAME)
    return change.then(Removed(was, why=why, by=by, user_id=user_id))


def pause(change: Change, *, why: Why, by: str = "", user_id: int | None = None) -> Change:
    """Pause a game. Raises Refused if it is not running, or paused already."""
    if in_status(change.table, Status.RUNNING).paused:
        raise Refused(Refusal.PAUSED_ALREADY, game=change.table.name)
    return change.then(Paused(why=why, by=by, user_id=user_id))


def resume(change: Change, *, why: Why, by: str = "", user_id: int | None = None) -> Change:
    """Resume a game, and call the decider. Raises Refused if it is not paused or not running."""
    if not in_status(change.table, Status.RUNNING).paused:
        raise Refused(Refusal.NOT_PAUSED, game=change.table.name)
    change = change.then(Resumed(why=why, by=by, user_id=user_id))
    return go_on(replace(change, calls_again=True))


def decide_for(change: Change, seat: int) -> Change:
    """Make the least decisions for a seat whose time is up, as long as it is asked.

    After :data:`MOST_MISSED` times in a row the table gives the seat up.
    """
    player = change.table.player(seat)
    missed = player.clock.missed + 1
    change = change.then(TimeUp(missed, user_id=player.user_id, seat=seat))
    if missed >= MOST_MISSED:
        return go_on(give_up_seat(change, seat, why=Why.TIME))
    return go_on(decide_least(change, seat))
