"""How the bot is, for its host: short enough for a phone."""

from collections.abc import Iterator
from datetime import datetime

from bot import __version__
from bot.content.content import Button, Content, Row, Style
from bot.content.pressing import ANYWHERE
from bot.content.program_status import ProgramStatus
from bot.i18n import Words
from bot.i18n.times import moment
from bot.intents.owner import (
    AskAnnouncement,
    BeginMaintenance,
    EndMaintenance,
    SeeBot,
)


def bot_page(words: Words, status: ProgramStatus, maintained: datetime | None) -> Content:
    """How it is; *maintained*: until when nothing changes."""
    _ = words._
    lines = [
        _(
            "**Two Rivers {version}**, started {moment}",
            version=__version__,
            moment=moment(status.since),
        ),
        _("Servers: {count}", count=status.servers),
    ]
    if status.running is not None and status.lobbies is not None:
        lines.append(
            _(
                "Running games: {running}. Lobbies: {lobbies}.",
                running=status.running,
                lobbies=status.lobbies,
            )
        )
    well = _("All is well.")
    lines += [f"❌ {fault}" for fault in status.faults] or [f"✅ {well}"]
    lines += _errors(words, status)
    if maintained is not None:
        lines += ["", *_maintenance(words, status, maintained)]
    return Content("\n".join(lines), rows=_buttons(words, maintained))


def _errors(words: Words, status: ProgramStatus) -> Iterator[str]:
    """The last errors, as the log has them: a line for each."""
    yield words._("**Last errors:**") if status.errors else words._("No errors since the start.")
    for error in status.errors:
        yield f"<t:{int(error.at.timestamp())}:t> `{error.told}`"


def _maintenance(words: Words, status: ProgramStatus, until: datetime) -> Iterator[str]:
    yield words._(
        "🛠️ **Maintenance:** nothing changes, and clocks wait. It ends {moment}, or when I "
        "start again.",
        moment=moment(until),
    )
    if status.under_way:
        yield words.ngettext(
            "{count} decision or message is still under way.",
            "{count} decisions or messages are still under way.",
            status.under_way,
        )
    else:
        yield words._("Nothing is under way. You can restart now.")


def _buttons(words: Words, maintained: datetime | None) -> tuple[Row, ...]:
    _, to = words._, ANYWHERE.to
    if maintained is None:
        change = Button(_("Maintenance"), to(BeginMaintenance()), Style.DANGER, "🛠️")
    else:
        change = Button(_("End maintenance"), to(EndMaintenance()), Style.MAIN, "▶️")
    return (
        (
            Button(_("Announce …"), to(AskAnnouncement()), emoji="📣"),
            change,
            Button(_("Look again"), to(SeeBot()), emoji="🔄"),
        ),
    )
