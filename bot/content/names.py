"""Names of players and games in messages and pictures."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from bot.content.shortening import shorten
from bot.domain.naming import plain
from bot.domain.player import Player
from bot.domain.seating import seat_holder_at
from bot.domain.table import Table, Unreadable
from bot.i18n import PublicText, Words, public
from bot.i18n.signs import without_signs

_FORMATTING = re.compile(r"[\\_*~|`<\[]|^(?:>|#|-|\d+\.)")
"""Text that Discord reads as formatting, a mention, a time, an emoji, a link or a list."""
_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Signs that turn the direction of whatever comes after them."""
_LEADS_ELSEWHERE = re.compile(
    r"""
      @(?=everyone|here|[!&]?\d)                  # a mention
    | :(?=//)                                     # any address
    | (?<=[^\W_])[.\u3002\uff0e\uff61](?=[^\W\d_]{2})  # a domain: discord.gg/… is an invitation
    """,
    re.IGNORECASE | re.VERBOSE,
)
_ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"
_CHANNELS = "https://discord.com/channels/"
_ADDRESSES = re.compile(
    rf"`[^`\n]*`|{re.escape(_CHANNELS)}|(?P<other>:(?=//)|discord(?:app)?\.(?=gg|com))",
    re.IGNORECASE,
)
_ISOLATED, _NO_MORE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


@lru_cache(maxsize=1024)  # a page names the same few people again and again
def safe(name: str) -> PublicText:
    """A name that formats nothing, links nowhere, mentions nobody and shows no piece in a message.

    One that is written from right to left stays by itself, too.
    """
    return PublicText(harmless(without_signs(name)))


def harmless(text: str) -> str:
    """A text of ours with names in it, that formats nothing, links nowhere and mentions nobody."""
    escaped = _FORMATTING.sub(lambda match: f"{match[0][:-1]}\\{match[0][-1]}", without_links(text))
    if any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in escaped):
        return f"{_ISOLATED}{escaped}{_NO_MORE}"
    return escaped


def without_links(text: str) -> str:
    """A user's text on one line, without working links, invitations and mentions.

    An invisible character breaks them. AutoMod may exempt the bot, so it would not stop them.
    """
    line = plain(_DIRECTIONS.sub("", text))
    return _LEADS_ELSEWHERE.sub(lambda found: f"{found[0]}{_ZERO_WIDTH}", line)


def only_channel_links(message: str) -> str:
    """A whole message in which only the addresses of Discord's channels are links.

    A safety net for pages that forget to use :func:`harmless`. Code needs nothing: it never links.
    """
    return _ADDRESSES.sub(lambda found: found[0] + (_ZERO_WIDTH if found["other"] else ""), message)


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
    """The names of the present and former players of a table."""

    table: Table
    named: Callable[[str], PublicText] = bold
    now: tuple[PublicText, ...] = field(init=False)

    def __post_init__(self) -> None:
        now = tuple(self.named(player.name) for player in self.table.players)
        object.__setattr__(self, "now", now)

    def of(self, user_id: int | None, name: str) -> PublicText:
        """The name to show for a user, at the table or not, whose *name* was noted in the log."""
        return self.named(self.table.called(user_id, name))

    def at(self, seq: int) -> tuple[PublicText, ...]:
        """The names in seat order of who held the seats at the log's entry of that number."""
        if not any(former.taken_seq > seq for former in self.table.former):
            return self.now
        return tuple(
            self.named(seat_holder_at(self.table, seat, seq)) for seat in range(len(self.now))
        )


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
    return PublicText(f"{_CHANNELS}{guild_id or '@me'}/{channel_id}")


def linked(name: str, url: PublicText) -> PublicText:
    """A name that is a link, without a preview."""
    label = safe(name).replace("]", r"\]")
    return PublicText(f"[{label}](<{url}>)")


MOST_IN_THREAD_NAME = 100
"""The characters that Discord takes for the name of a thread."""
_MOST_OF_GAME = 75
"""The characters of these for the name of the game."""


def thread_name(table: Table) -> str:
    """The name of a game's thread."""
    return f"{shorten(without_links(table.name), _MOST_OF_GAME)} · {table.id}"


def final_thread_name(table: Table) -> str:
    """The name of a finished game's thread: it shows the winners in signs that need no words."""
    name = thread_name(table)
    winners = ", ".join(without_links(player.name) for player in table.winners)
    room = MOST_IN_THREAD_NAME - len(f"🏆  · {name}")
    shown = shorten(winners, room)
    return f"🏆 {shown} · {name}" if shown else name


def mention(player: Player) -> PublicText:
    """A player, as Discord shows a user; by name if there is none."""
    return bold(player.name) if player.user_id is None else user(player.user_id)


def blind_line(words: Words, users: Sequence[int], *, messaged: bool = True) -> PublicText:
    """A line about users who can't see the game's channel; *messaged*: they get direct messages."""
    named = words.listed([*map(user, users)])
    if not messaged:
        return words._("Can't see the game's channel: {players}", players=named)
    return words._(
        "Can't see the game's channel, so I message them directly: {players}", players=named
    )


def called_former(language: str) -> str:
    """The name of a forgotten user, in a language as Discord names it."""
    return Words.of(language)._("a former player")
