"""What is done to a game besides playing it: ended early, removed, paused, gone on with.

Each works on a draft, for the players by agreement as for an admin. *why* tells
which, and *by* and *user_id* who, if it was one user; everybody may read that in the log.
"""

from bot.changes.draft import Draft
from bot.domain import Kind, Refusal, Refused, Status, Why, in_status


def end_early(
    draft: Draft, *, result: bool, why: Why, by: str = "", user_id: int | None = None
) -> None:
    """End a running game: with the *result* as it stands, or without any.

    Whatever is proposed is open no more. Raises Refused if the game is not running.
    """
    in_status(draft.table, Status.RUNNING)
    draft.add_entry(Kind.ENDED, user_id, result=result, why=why, by=by)
    draft.change_table(proposals=(), paused_seq=None)
    draft.status = Status.OVER if result else Status.ABANDONED


def remove(draft: Draft, user_id: int | None = None, **details: str) -> None:
    """Let nothing be kept of a game, as soon as its messages say so; its log has the *details*.

    To everybody there is no such game from now on. Raises Refused if there was none before.
    """
    if draft.table.status is Status.REMOVED:
        raise Refused(Refusal.UNKNOWN_GAME)
    draft.remove(user_id, **details)


def pause(draft: Draft, *, why: Why, by: str = "", user_id: int | None = None) -> None:
    """Let nobody need decide until the game goes on.

    Raises Refused if it is not running, or paused already.
    """
    if in_status(draft.table, Status.RUNNING).paused:
        raise Refused(Refusal.PAUSED_ALREADY, game=draft.table.name)
    draft.change_table(paused_seq=draft.add_entry(Kind.PAUSED, user_id, why=why, by=by))


async def go_on(draft: Draft, *, why: Why, by: str = "", user_id: int | None = None) -> None:
    """Let a paused game go on, and call the decider anew.

    Raises Refused if it is not running, or not paused.
    """
    if not in_status(draft.table, Status.RUNNING).paused:
        raise Refused(Refusal.NOT_PAUSED, game=draft.table.name)
    draft.add_entry(Kind.WENT_ON, user_id, why=why, by=by)
    draft.change_table(paused_seq=None)
    await draft.resume()
