"""Finding the game that a user means, with or without naming it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from bot.domain.player import OwnNumber
from bot.domain.table import Status
from bot.store import DECODE_ERRORS, HeaderRow


@dataclass(frozen=True, slots=True)
class Origin:
    """The place of a request; *guild_id* is None outside the bot's servers."""

    user_id: OwnNumber
    guild_id: int | None
    channel_id: int | None


class Purpose(Enum):
    """Purpose of a request that needs a game."""

    PLAY = auto()
    """Look at it, or play."""
    START = auto()
    """Start it, or invite others before."""
    PACE = auto()
    """Choose or propose its pace."""
    HERE = auto()
    """Look at the game whose thread it is, and at no other."""


def is_open_to(origin: Origin, header: HeaderRow) -> bool:
    """True if a user there may know that a game exists.

    Anyone in its server or channel may, and its present, former and invited players anywhere,
    because they have its messages.
    """
    in_server = origin.guild_id is not None and origin.guild_id == header.game.guild_id
    played = plays(header, origin.user_id) or _has_played(header, origin.user_id)
    return in_server or played or _is_asked(header, origin.user_id) or lives_at(origin, header)


def lives_at(origin: Origin, header: HeaderRow) -> bool:
    """True if a game is shown, or was opened, in the channel of *origin*."""
    game = header.game
    return origin.channel_id is not None and origin.channel_id in {game.home_id, game.channel_id}


def candidates(headers: Sequence[HeaderRow], origin: Origin, purpose: Purpose) -> list[HeaderRow]:
    """Return the games that may be meant, of those that the user plays or that live there.

    The one that lives there; otherwise those that the user plays: in that server or, in a direct
    message, anywhere; without any in the server, those in direct messages. Lobbies only if no game
    is running, or to start them. Damaged games count as running. For HERE all that live there.
    """
    everywhere = [
        header
        for header in headers
        if plays(header, origin.user_id)
        and (header.damaged or header.game.status in {Status.LOBBY, Status.RUNNING})
    ]
    own = [each for each in everywhere if origin.guild_id in {None, each.game.guild_id}]
    own = own or [each for each in everywhere if each.game.guild_id is None]
    if purpose is Purpose.START:
        waiting = [header for header in own if header.game.status == Status.LOBBY]
        here = [header for header in waiting if header.game.channel_id == origin.channel_id]
        return here or waiting
    if purpose is Purpose.PACE and (settable := _to_pace(own, origin)):
        return settable
    home = [header for header in headers if header.game.home_id == origin.channel_id]
    if purpose is Purpose.HERE:
        return home
    if origin.guild_id is None:  # where the desks of all games are
        return _running(own) or own or home[:1]
    shown = _running(home) or home[:1]
    mine = [header for header in shown if plays(header, origin.user_id)]
    if origin.channel_id is not None and (mine or len(shown) == 1):
        return mine or shown
    return _running(own) or own


def _to_pace(own: Sequence[HeaderRow], origin: Origin) -> list[HeaderRow]:
    """Return the user's games whose pace they can set or propose; games shown here first."""
    running = _running(own)
    waiting = (header for header in own if header not in running)
    settable = [header for header in waiting if header.game.opener_id == origin.user_id] + running
    shown = (header.game.home_id or header.game.channel_id for header in settable)
    here = [each for each, at in zip(settable, shown, strict=True) if at == origin.channel_id]
    return here or settable


def _running(headers: Sequence[HeaderRow]) -> list[HeaderRow]:
    return [header for header in headers if header.damaged or header.game.status == Status.RUNNING]


def plays(header: HeaderRow, user_id: int) -> bool:
    """True if that user plays at a table."""
    return any(player.user_id == user_id for player, *_ in header.players)


def _is_asked(header: HeaderRow, user_id: int) -> bool:
    """True if that user is invited, or offered a seat; False if the data is unreadable."""
    if any(player.offered_to == user_id for player, *_ in header.players):
        return True
    try:
        return any(each["user_id"] == user_id for each in header.game.asked)
    except DECODE_ERRORS:
        return False


def _has_played(header: HeaderRow, user_id: int) -> bool:
    """True if that user held a seat before; False if that cannot be read."""
    try:
        return any(each["user_id"] == user_id for each in header.game.former)
    except DECODE_ERRORS:
        return False
