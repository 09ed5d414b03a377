"""The host's pages on Discord: status, announcements, maintenance."""

from collections.abc import Iterator
from datetime import datetime

from bot import __version__
from bot.content.message import Button, Content, PublicContent, Row, Style, TextForm
from bot.content.names import safe
from bot.content.pressing import ANYWHERE, back_to
from bot.content.program_status import ProgramStatus
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.domain.public_numbers import PublicNumber
from bot.domain.seat import Announcement
from bot.domain.table import Table
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.times import moment
from bot.intents import Address, UserRequest, owner
from bot.intents.games import SeeGames
from bot.use_cases import LONGEST_ANNOUNCEMENT, Sent


@handles
async def see_bot(context: LocationContext, _: owner.SeeBot) -> Content:
    """Show the bot's status."""
    status = await context.location.program_status()
    return bot_page(context.words, status, await context.services.maintenance.until())


@handles
async def begin_maintenance(context: LocationContext, _: owner.BeginMaintenance) -> Content:
    """Begin maintenance."""
    await context.store(context.services.maintenance.begin())
    return await see_bot(context, owner.SeeBot())


@handles
async def end_maintenance(context: LocationContext, _: owner.EndMaintenance) -> Content:
    """End maintenance."""
    until = await context.services.maintenance.until()
    if until is not None:
        await context.store(context.services.maintenance.end(until))
    return await see_bot(context, owner.SeeBot())


@handles
async def ask_announcement(context: LocationContext, _: owner.AskAnnouncement) -> TextForm:
    """The window for an announcement."""
    return announcement_form(context.words)


@handles
async def write_announcement(context: LocationContext, intent: owner.WriteAnnouncement) -> Content:
    """Preview an announcement, with the number of games. Raises Refused if it is empty."""
    announcements = context.services.announcements
    number = await announcements.write(intent.text)
    text = await announcements.text(number)
    return preview(context.words, number, text, await announcements.reached())


@handles
async def send_announcement(context: LocationContext, intent: owner.SendAnnouncement) -> Content:
    """Send an announcement."""
    await context.store(context.services.announcements.send(intent.number))
    return await see_announcement(context, owner.SeeAnnouncement(intent.number))


@handles
async def see_announcement(context: LocationContext, intent: owner.SeeAnnouncement) -> Content:
    """Show the number of games that have received an announcement."""
    sent = await context.services.announcements.sent(intent.number)
    return sent_page(context.words, intent.number, sent)


def bot_page(words: Words, status: ProgramStatus, maintained: datetime | None) -> Content:
    """The bot's status; *maintained*: the end of maintenance."""
    lines = [
        words._(
            "**Two Rivers {version}**, started {moment}",
            version=__version__,
            moment=moment(status.since),
        ),
        words._("Servers: {count}", count=status.servers),
    ]
    if status.running is not None and status.lobbies is not None:
        lines.append(
            words._(
                "Running games: {running}. Lobbies: {lobbies}.",
                running=status.running,
                lobbies=status.lobbies,
            )
        )
    well = words._("All is well.")
    lines += [f"❌ {fault}" for fault in status.faults] or [f"✅ {well}"]
    lines += _errors(words, status)
    if maintained is not None:
        lines += ["", *_maintenance(words, status, maintained)]
    return Content("\n".join(lines), rows=_buttons(words, maintained))


def _errors(words: Words, status: ProgramStatus) -> Iterator[str]:
    """The last errors, as the log has them: a line for each."""
    yield words._("**Last errors:**") if status.errors else words._("No errors since the start.")
    for error in status.errors:
        yield f"<t:{int(error.at.timestamp())}:t> `{error.line}`"


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
        change = Button(_("Maintenance"), to(owner.BeginMaintenance()), Style.DANGER, "🛠️")
    else:
        change = Button(_("End maintenance"), to(owner.EndMaintenance()), Style.MAIN, "▶️")
    return (
        (
            Button(_("Announce …"), to(owner.AskAnnouncement()), emoji="📣"),
            change,
            Button(_("Look again"), to(owner.SeeBot()), emoji="🔄"),
        ),
    )


# --- announcements -------------------------------------------------------------------------------


def announcement(words: Words, table: Table, announced: Announcement) -> PublicContent:
    """An announcement, in the place of a game. It pings nobody."""
    games = Button(words._("Your games"), announced_request(table, announced), emoji="🗂️")
    return PublicContent(_announced(words, announced.text), rows=((games,),), silent=True)


def announced_request(table: Table, announced: Announcement) -> UserRequest:
    """The request of an announcement's button, by which its message is found again."""
    return Address(table.id, seen=PublicNumber(announced.id)).to(SeeGames())


def _announced(words: Words, text: str) -> PublicText:
    return join_texts(" ", (public("📣"), words._("**From my host:** {told}", told=safe(text))))


def announcement_form(words: Words) -> TextForm:
    """The window for an announcement."""
    return TextForm(
        words._("Announce"),
        ANYWHERE.to(owner.WriteAnnouncement("")),
        words._("To all running games and lobbies"),
        LONGEST_ANNOUNCEMENT,
    )


def preview(words: Words, number: int, text: str, games: int) -> Content:
    """A preview of an announcement, with the number of games."""
    reached = words.ngettext(
        "This goes out once, without a ping, to {count} game or lobby:",
        "This goes out once, without a ping, to {count} games and lobbies:",
        games,
    )
    buttons = (
        Button(words._("Send"), ANYWHERE.to(owner.SendAnnouncement(number)), Style.MAIN),
        Button(words._("Write again"), ANYWHERE.to(owner.AskAnnouncement())),
        back_button(words),
    )
    return Content(f"{reached}\n\n{_announced(words, text)}", rows=(buttons,))


def sent_page(words: Words, number: int, sent: Sent) -> Content:
    """The number of games that have received an announcement."""
    _ = words._
    lines: list[str] = [
        words.ngettext(
            "{arrived} of {count} game has the announcement.",
            "{arrived} of {count} games have the announcement.",
            sent.games,
            arrived=sent.games - sent.open,
        )
    ]
    if on_the_way := sent.open - sent.unreached:
        lines.append(_("Still being sent: {count}.", count=on_the_way))
    if sent.unreached:
        text = _("Can't be reached now: {count}. I'll keep trying for a day.", count=sent.unreached)
        lines.append(text)
    again = Button(_("Look again"), ANYWHERE.to(owner.SeeAnnouncement(number)), emoji="🔄")
    return Content("\n".join(lines), rows=((again, back_button(words)),))


def back_button(words: Words) -> Button:
    """Back to the bot's status."""
    return back_to(words, ANYWHERE.to(owner.SeeBot()))
