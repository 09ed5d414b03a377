"""Which game a user means who names none, or names it in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from bot.domain.player import OwnNumber
from bot.domain.table import Status
from bot.store import DECODE_ERRORS, HeaderRow


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a user acts; *guild_id* is None where the bot is in no server."""

    user_id: OwnNumber
    guild_id: int | None
    channel_id: int | None


class Purpose(Enum):
    """What a game is looked for."""

    PLAY = auto()
    """To look at it, or to play on."""
    START = auto()
    """To start it, or to seat others before that."""
    PACE = auto()
    """To choose its pace, or to propose one."""


def is_open_to(origin: Origin, header: HeaderRow) -> bool:
    """True if a user who acts from there may learn that there is such a game.

    Everyone in its server or channel may. Its present, former and invited players may anywhere,
    because they have its messages.
    """
    in_server = origin.guild_id is not None and origin.guild_id == header.game.guild_id
    played = plays(header, origin.user_id) or _has_played(header, origin.user_id)
    return in_server or played or _is_asked(header, origin.user_id) or lives_at(origin, header)


def lives_at(origin: Origin, header: HeaderRow) -> bool:
    """True if a game is shown, or was opened, in the channel where the user acts."""
    game = header.game
    return origin.channel_id is not None and origin.channel_id in {game.home_id, game.channel_id}


def candidates(headers: Sequence[HeaderRow], origin: Origin, purpose: Purpose) -> list[HeaderRow]:
    """The games that may be meant, out of those that the user plays or that live there.

    The one that lives there, or else those that the user plays in: in that server or, in a
    direct message, anywhere; with none in the server, those whose home is direct messages. Games
    that wait for players only if none is running, or to start them. One that is damaged counts as
    running.
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
    if origin.guild_id is None:  # where the desks of all games are
        return _running(own) or own or home[:1]
    shown = _running(home) or home[:1]
    mine = [header for header in shown if plays(header, origin.user_id)]
    if origin.channel_id is not None and (mine or len(shown) == 1):
        return mine or shown
    return _running(own) or own


def _to_pace(own: Sequence[HeaderRow], origin: Origin) -> list[HeaderRow]:
    """The user's games whose pace they can set or propose; those shown here come first."""
    running = _running(own)
    waiting = (header for header in own if header not in running)
    settable = [header for header in waiting if header.game.opener_id == origin.user_id] + running
    shown = (header.game.home_id or header.game.channel_id for header in settable)
    here = [each for each, at in zip(settable, shown, strict=True) if at == origin.channel_id]
    return here or settable


def _running(headers: Sequence[HeaderRow]) -> list[HeaderRow]:
    return [header for header in headers if header.damaged or header.game.status == Status.RUNNING]


def plays(header: HeaderRow, user_id: int) -> bool:
    """True if that user sits at a table."""
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
