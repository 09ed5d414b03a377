"""The permissions that the bot needs, and what fails without each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.i18n import Words
from engine import N_, NC_


@dataclass(frozen=True, slots=True)
class Need:
    """A permission that the bot needs on Discord."""

    permission: str
    """Its name in discord.py."""
    title: str
    """Its name in Discord's own settings, in English."""
    without: str
    """The consequence of lacking it, in English: a caption to put behind the title."""
    asked: bool = True
    """True if the link that adds the bot asks for it; the rest is given knowingly."""


VIEW = Need(
    "view_channel",
    NC_("Discord's settings", "View Channel"),
    N_("without it, I can't show games there"),
)
SEND = Need(
    "send_messages",
    NC_("Discord's settings", "Send Messages"),
    N_("without it, I can't show games there"),
)
ATTACH = Need(
    "attach_files",
    NC_("Discord's settings", "Attach Files"),
    N_("without it, I can't send the board"),
)
HISTORY = Need(
    "read_message_history",
    NC_("Discord's settings", "Read Message History"),
    N_("without it, I can't update my messages"),
)
OPEN_THREADS = Need(
    "create_public_threads",
    NC_("Discord's settings", "Create Public Threads"),
    N_("without it, games get no thread and are played in the channel"),
)
SEND_IN_THREADS = Need(
    "send_messages_in_threads",
    NC_("Discord's settings", "Send Messages in Threads"),
    N_("without it, I can't show games in threads"),
)
MANAGE_THREADS = Need(
    "manage_threads",
    NC_("Discord's settings", "Manage Threads"),
    N_("without it, I can't show games in locked threads"),
    asked=False,
)
"""It is missing only in a locked thread: sending unarchives any other."""
MENTION = Need(
    "mention_everyone",
    NC_("Discord's settings", "Mention @everyone, @here, and All Roles"),
    N_("without it, I can only ping roles that everyone can mention"),
    asked=False,
)

NEEDS = (VIEW, SEND, ATTACH, HISTORY, OPEN_THREADS, SEND_IN_THREADS, MANAGE_THREADS, MENTION)
IN_CHANNEL = (VIEW, SEND, ATTACH, HISTORY)
"""Without these no game is opened in a channel, nor shown there."""
IN_THREAD = (VIEW, SEND_IN_THREADS, ATTACH, HISTORY)
"""Without these no game is shown in a thread."""
OF_THREAD = (*IN_THREAD, MANAGE_THREADS, MENTION)
"""All permissions that are useful in a thread; some things work without a part of them."""
FOR_THREADS = (OPEN_THREADS, SEND_IN_THREADS)
"""Without these a game has no thread of its own."""
_BETWEEN = "; "

COMMANDS = Need(
    "use_application_commands",
    NC_("Discord's settings", "Use Application Commands"),
    N_("without it, members can press buttons but can't type commands"),
    asked=False,
)
"""A permission that players need, not the bot."""


def is_locked(missing: str) -> bool:
    """True if the *missing* permission, by its title, is missing because a thread is locked."""
    return missing == MANAGE_THREADS.title


def title(words: Words, need: Need) -> str:
    """The title of a permission in Discord's settings in this language."""
    return words.pgettext("Discord's settings", need.title)


def listed(words: Words, needs: Iterable[Need]) -> str:
    """Their titles in one text."""
    return words.listed([title(words, need) for need in needs])


def joined(needs: Iterable[Need]) -> str:
    """Their English titles in one text, to be translated by :func:`translated`."""
    return _BETWEEN.join(need.title for need in needs)


def translated(words: Words, missing: str) -> str:
    """The titles that :func:`joined` has joined, in this language."""
    titles = missing.split(_BETWEEN)
    return words.listed([words.pgettext("Discord's settings", each) for each in titles])


# --- what was found in a server -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckedPlace:
    """A channel or thread, and what is as it should be there."""

    channel_id: int
    thread: bool
    has: frozenset[str]
    """The permissions that the bot has there, as discord.py calls them."""
    shown_in: int = 0
    """The channel whose settings count: its own, or that of which it is a thread."""
    typed_by_all: bool = True
    """True if everybody may type commands there."""
    slowmode: int = 0
    """The seconds that people have to wait there; 0 if they need not."""
    locked: bool = False
    """True for a locked thread."""
    visible: bool = True
    """True if the asking user may see it."""

    @property
    def needs(self) -> tuple[Need, ...]:
        """The permissions that are needed there."""
        return OF_THREAD if self.thread else NEEDS

    @property
    def vital(self) -> tuple[Need, ...]:
        """The permissions without which no game can be shown there."""
        return IN_THREAD if self.thread else IN_CHANNEL

    def lacks(self, needs: Sequence[Need]) -> tuple[Need, ...]:
        """Those of *needs* that the bot lacks there."""
        return tuple(need for need in needs if need.permission not in self.has)

    @property
    def at_fault(self) -> bool:
        """True if games that are shown there suffer."""
        return bool(self.lacks(self.vital) or self.slowmode or self.locked)


@dataclass(frozen=True, slots=True)
class CheckedServer:
    """A server: the place that was asked about, and the others where games are shown."""

    here: CheckedPlace
    elsewhere: tuple[CheckedPlace, ...]
    in_server: frozenset[str]
    """The permissions that the bot has in the whole server, unless a channel's settings differ."""
    role: str
    """The name of the bot's own role, or else of the bot."""
    link: str
    """The link that adds the bot again, with the permissions it needs."""
    channels_gone: int = 0
    """The number of games that have lost their channel."""
