"""Records that users import."""

from bot.content.message import Button, Content, Style, TextForm
from bot.content.names import bold
from bot.content.pressing import ANYWHERE
from bot.domain.ended.imported import RECORD_KEPT
from bot.domain.ended.review import Review, imported_number
from bot.domain.public_numbers import PublicNumber
from bot.domain.table import Status
from bot.i18n import Words
from bot.i18n.times import moment
from bot.intents import NO_GAME, Address
from bot.intents.review import AskImport, ImportRecord, SeeCourse, SeeStep, SeeStory
from bot.store import ImportedRow

PASTED = "record"
"""The name of a record that was pasted."""
_MOST_PASTED = 4000
"""The most characters that Discord takes in a window."""


def study_page(words: Words, kept: ImportedRow | None) -> Content:
    """What a user can do with a record, and the one that is kept."""
    lines = [
        words._(
            "Import the record of any game, a `.te` file, to step through it, see where it was won "
            "and try other moves."
        ),
        words.ngettext(
            "Only you see it. I keep one for you, for {count} day.",
            "Only you see it. I keep one for you, for {count} days.",
            RECORD_KEPT.days,
        ),
    ]
    asks = Button(words._("Import a record"), ANYWHERE.to(AskImport()), Style.MAIN, "📥")
    if kept is None:
        return Content("\n".join(lines), rows=((asks,),))
    lines.append(
        words._(
            "You imported {record} {moment}. A new one replaces it.",
            record=bold(kept.name),
            moment=moment(kept.at),
        )
    )
    address = Address(NO_GAME, seen=PublicNumber(imported_number(kept.at)))
    ways = (
        Button(words._("Step through"), address.to(SeeStep(0, "first")), emoji="⏯️"),
        Button(words._("Where it was won"), address.to(SeeCourse()), emoji="📈"),
        Button(words.pgettext("button of a game", "Story"), address.to(SeeStory()), emoji="📚"),
    )
    return Content("\n".join(lines), rows=((asks, *ways),))


def import_form(words: Words) -> TextForm:
    """The window that asks for a record."""
    return TextForm(
        words._("Import a record"),
        ANYWHERE.to(ImportRecord("")),
        words._("Or paste it here"),
        _MOST_PASTED,
        optional=True,
        has_lines=True,
        file_label=words._("A file that ends in .te"),
    )


def imported_line(words: Words, review: Review) -> str:
    """Confirms that a record was imported."""
    if review.table.status is Status.OVER:
        return words._("Imported. Only you see it.")
    return words._(
        "Imported. Only you see it. It ends before the game is over, so it has no winner."
    )
