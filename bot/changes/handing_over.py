"""What happens to a seat that passes: it is offered, kept, given up.

A seat is not a user. Each function works on a draft, for anybody: the player, the others by
agreement, an admin, or what is due at a time.
"""

from bot.changes.draft import Draft
from bot.domain import Kind, Player, Refusal, Refused, Status, Table, Why, in_status, unlike
from bot.store import About
from engine import Level


def offer_seat(
    draft: Draft,
    player: Player,
    *,
    to: int | None,
    why: Why,
    by: str = "",
    user_id: int | None = None,
    name: str = "",
    hushed: bool = False,
    blind: bool = False,
) -> None:
    """Offer a player's seat *to* a user called *name*, or to anybody; the player plays on.

    *why* is one of :class:`Why`; *by* and *user_id* are name and number of the user who did it, if
    it was one. *hushed*: the offer makes no sound, as it comes in *to*'s quiet hours; *blind*: *to*
    can't see where the game was opened. Replaces an earlier offer. Raises Refused if *to* is the
    player, or has seen another hand, or if the game is not running.
    """
    now = draft.roster.now(player)
    assert now.seat is not None
    in_status(draft.table, Status.RUNNING)
    if to is not None:
        check_takes(draft.with_its_seats(), now.seat, to)
    details = {name: True for name, holds in (("hushed", hushed), ("blind", blind)) if holds}
    seq = draft.add_entry(
        Kind.OFFERED, user_id, seat=now.seat, why=why, by=by, to=to, name=name, **details
    )
    draft.roster.change(player, offered_seq=seq, offered_to=to)
    if hushed and to is not None:
        draft.ring(to, About.OFFER, seq)


def keep_seat(
    draft: Draft, player: Player, *, why: Why = Why.OWN, user_id: int | None = None
) -> None:
    """Offer a player's seat to nobody any more; but to anybody, where a computer stands in.

    Raises Refused if it was not offered, or the game is not running.
    """
    table, now = in_status(draft.table, Status.RUNNING), draft.roster.now(player)
    if now.offered_seq is None:
        raise Refused(Refusal.NOT_OFFERED, game=table.name)
    seq = draft.add_entry(Kind.KEPT, user_id, seat=now.seat, why=why)
    draft.roster.change(player, offered_seq=seq if now.stands_in else None, offered_to=None)


def give_up_seat(
    draft: Draft, player: Player, *, why: Why, by: str = "", user_id: int | None = None
) -> None:
    """Wait for a player no more: the seat is played minimally until another player takes it.

    *why*, *by* and *user_id* as for :func:`offer_seat`. The game does not end, as it does when
    a player resigns: if nobody else is left to play with, it waits for a new player.
    The caller lets it go on (:meth:`Draft.go_on`). Raises Refused if the game is not running, or
    nobody plays the seat already, or a computer does.
    """
    table, now = in_status(draft.table, Status.RUNNING), draft.roster.now(player)
    check_is_waited_for(table, now)
    seq = draft.add_entry(Kind.GIVEN_UP, user_id, seat=now.seat, why=why, by=by)
    draft.roster.change(player, abandoned_seq=seq, offered_seq=None, offered_to=None)


def hand_to_computer(draft: Draft, player: Player, level: Level, name: str) -> None:
    """Let a computer of that level, called *name*, play a seat that nobody plays.

    It plays until a person takes the seat, which stays offered to anybody. The caller lets the
    game go on. Raises Refused if it is not running, or a person plays the seat.
    """
    table, now = in_status(draft.table, Status.RUNNING), draft.roster.now(player)
    check_nobody_plays(table, now)
    assert now.seat is not None
    called = unlike(name, [each.name for each in table.players])
    details = {"from": now.name, "to": called, "level": level.value}
    seq = draft.add_entry(Kind.TAKEN, None, seat=now.seat, called=None, **details)
    draft.pass_seat(now, seq)
    draft.roster.hand_to_computer(now, level, called, seq)


def come_back(draft: Draft, player: Player, *, by_press: bool) -> None:
    """Let a player who was gone play on: the seat is not offered any more.

    A player who has not come *by_press* is called anew if the table waits for the seat.
    """
    asked = is_asked(draft.table, player) and not by_press
    called = player.seat if asked else None
    draft.add_entry(Kind.KEPT, player.user_id, seat=player.seat, called=called, why=Why.GONE)
    draft.roster.change(player, gone=False, offered_seq=None, offered_to=None)


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

    Whom an admin has taken it from does not take it back from a computer either.
    """
    player = table.player(seat)
    if user_id == player.user_id and not player.abandoned:
        raise Refused(Refusal.PLAYS_THERE, game=table.name)
    if table.has_seen(user_id, seat):
        raise Refused(Refusal.SEEN_ANOTHER_HAND, game=table.name)
    if player.is_computer and table.was_taken_from(user_id, seat):
        raise Refused(Refusal.OTHERS_WANT_IT, game=table.name)


def is_asked(table: Table, player: Player) -> bool:
    """Whether the game waits for that player."""
    return table.decider is player and not table.paused
