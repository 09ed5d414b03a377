"""How players and games are named in messages and pictures."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from bot.domain import Table, Unreadable, plain
from bot.i18n import PublicText, public
from bot.i18n.signs import without_signs

_FORMATTING = re.compile(r"[\\_*~|`<\[]|^(?:>|#|-|\d+\.)")
"""What Discord would read as formatting, a mention, a time, an emoji, a link or a list."""
_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Signs that turn the direction of whatever comes after them."""
_MENTION = re.compile(r"@(?=everyone|here|[!&]?\d)")
_ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"
_ISOLATED, _NO_MORE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


@lru_cache(maxsize=1024)  # a page names the same few people again and again
def safe(name: str) -> PublicText:
    """A name that formats nothing, links nowhere, mentions nobody and shows no piece in a message.

    One that is written from right to left stays by itself, too.
    """
    return PublicText(harmless(without_signs(name)))


def harmless(text: str) -> str:
    """A text of ours with names in it, that formats nothing, links nowhere and mentions nobody."""
    escaped = _FORMATTING.sub(lambda match: f"\\{match[0]}", plain(_DIRECTIONS.sub("", text)))
    told = _MENTION.sub(f"@{_ZERO_WIDTH}", escaped.replace("://", f":{_ZERO_WIDTH}//"))
    if any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in told):
        return f"{_ISOLATED}{told}{_NO_MORE}"
    return told


def plain_name(name: str) -> PublicText:
    """A name in a picture or a file."""
    return PublicText(plain(name))


def plain_names(table: Table) -> tuple[PublicText, ...]:
    """The players' names in seat order, for pictures and files."""
    return tuple(plain_name(player.name) for player in table.players)


def bold(name: str) -> PublicText:
    """A name in a message."""
    return PublicText(f"**{safe(name)}**")


def user(user_id: int | None) -> PublicText:
    """A user, as Discord shows one in a message."""
    return public("<@{user_id}>", user_id=user_id)


def safe_names(table: Table) -> tuple[PublicText, ...]:
    """The players' names in seat order, for messages."""
    return tuple(bold(player.name) for player in table.players)


@dataclass(frozen=True, slots=True)
class Names:
    """How the present and former players of a table are named."""

    table: Table
    named: Callable[[str], PublicText] = bold
    now: tuple[PublicText, ...] = field(init=False)

    def __post_init__(self) -> None:
        now = tuple(self.named(player.name) for player in self.table.players)
        object.__setattr__(self, "now", now)

    def at(self, seq: int) -> tuple[PublicText, ...]:
        """The names in seat order of who held the seats at the log's entry of that number."""
        if not any(former.taken_seq > seq for former in self.table.former):
            return self.now
        return tuple(self.named(self.table.holder(seat, seq)) for seat in range(len(self.now)))


def verbatim(text: str) -> str:
    """A text for its writer alone, exactly as it is, to be copied: as code, if that can hold it."""
    for fence in ("`", "``"):
        if fence not in text:
            inside = f" {text} " if text.startswith("`") or text.endswith("`") else text
            return f"{fence}{inside}{fence}"
    return safe(text)


def digits(hexadecimal: str) -> PublicText:
    """The digits of a hash or secret, for messages."""
    return PublicText(f"`{hexadecimal}`")


def game_name(table: Table | Unreadable) -> PublicText:
    """The game's name, for messages."""
    return bold(table.name)


def jump_url(guild_id: int | None, channel_id: int) -> PublicText:
    """The address of a channel or thread."""
    return PublicText(f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}")


MOST_IN_THREAD_NAME = 100
"""The characters that Discord takes for the name of a thread."""


def final_thread_name(table: Table) -> str:
    """What the thread of a game that is over is called: who won, in signs that need no words."""
    name = f"{plain(table.name)} · {table.id}"
    winners = ", ".join(plain(player.name) for player in table.winners)
    room = MOST_IN_THREAD_NAME - len(f"🏆  · {name}")
    shown = winners if len(winners) <= room else f"{winners[: room - 1]}…"
    return f"🏆 {shown} · {name}" if shown else name
