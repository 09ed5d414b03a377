"""What happens to a seat that passes: it is offered, kept, given up.

A seat is not a user. Each function works on a draft, whoever wants it: the player, the others by
agreement, an admin, or what is due at a time.
"""

from bot.table.checks import in_status
from bot.table.draft import Draft
from bot.table.entries import Kind, Why
from bot.table.player import Player
from bot.table.refusals import Refusal, Refused
from bot.table.values import Status, Table


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
) -> None:
    """Offer a player's seat *to* a user called *name*, or to anybody; the player plays on.

    *why* is one of :class:`Why`, *by* the name of whoever did it and *user_id* its number, if it
    was one user. *hushed*: it makes no sound, in that user's quiet hours. It takes the place of an
    earlier offer. Raises Refused if that user is the player, or has seen another hand, or if the
    game is not running.
    """
    now = draft.now(player)
    assert now.seat is not None
    in_status(draft.table, Status.RUNNING)
    if to is not None:
        check_takes(draft.with_its_seats(), now.seat, to)
    details = {"hushed": True} if hushed else {}
    seq = draft.tell(
        Kind.OFFERED, user_id, seat=now.seat, why=why, by=by, to=to, name=name, **details
    )
    draft.change_player(player, offered_seq=seq, offered_to=to)


def keep_seat(
    draft: Draft, player: Player, *, why: Why = Why.OWN, user_id: int | None = None
) -> None:
    """Offer a player's seat to nobody any more.

    Raises Refused if it was not offered, or the game is not running.
    """
    table, now = in_status(draft.table, Status.RUNNING), draft.now(player)
    if now.offered_seq is None:
        raise Refused(Refusal.NOT_OFFERED, game=table.name)
    draft.tell(Kind.KEPT, user_id, seat=now.seat, why=why)
    draft.change_player(player, offered_seq=None, offered_to=None)


def give_up_seat(
    draft: Draft, player: Player, *, why: Why, by: str = "", user_id: int | None = None
) -> None:
    """Wait for a player no more: the seat is played minimally until somebody takes it.

    *why*, *by* and *user_id* as for :func:`offer_seat`. The game does not end, as it does when
    somebody resigns: if nobody else is left to play with, it waits for somebody to take the seat.
    The caller lets it go on (:meth:`Draft.go_on`). Raises Refused if the game is not running, or
    nobody plays the seat already.
    """
    table, now = in_status(draft.table, Status.RUNNING), draft.now(player)
    if now.abandoned:
        raise Refused(Refusal.NOBODY_PLAYS, game=table.name, player=now.name)
    seq = draft.tell(Kind.GIVEN_UP, user_id, seat=now.seat, why=why, by=by)
    draft.change_player(player, abandoned_seq=seq, offered_seq=None, offered_to=None)


def come_back(draft: Draft, player: Player, *, by_press: bool) -> None:
    """Let a player who was gone play on: the seat is not offered any more.

    Whoever has not come *by_press* is called anew if the table waits for the seat.
    """
    asked = is_asked(draft.table, player) and not by_press
    called = player.seat if asked else None
    draft.tell(Kind.KEPT, player.user_id, seat=player.seat, called=called, why=Why.GONE)
    draft.change_player(player, gone=False, offered_seq=None, offered_to=None)


def check_takes(table: Table, seat: int, user_id: int) -> None:
    """Raise Refused if that user can never take that seat, or plays on it."""
    player = table.player(seat)
    if user_id == player.user_id and not player.abandoned:
        raise Refused(Refusal.PLAYS_THERE, game=table.name)
    if table.has_seen(user_id, seat):
        raise Refused(Refusal.SEEN_ANOTHER_HAND, game=table.name)


def is_asked(table: Table, player: Player) -> bool:
    """Whether the game waits for that player."""
    return table.decider is player and not table.paused
