"""How fast a table plays: chosen by its opener before the start, proposed to all from then on."""

from bot.content.content import Button, Content, Option, Row, Select, Style, TextField, TextForm
from bot.content.names import game_name
from bot.content.pressing import back_to
from bot.domain import AtEnd, Table
from bot.i18n import Words
from bot.i18n.times import pace_explained, pace_name, pace_of, time_text
from bot.intents import Address
from bot.intents.lobby import SetUp
from bot.intents.pace import AskOwnTimes, ChoosePace, SetAtEnd, SetOwnTimes
from bot.intents.proposals import SeeTable
from engine import N_

_MOST_WRITTEN = 20
"""Characters of a length of time."""
_AT_END = {
    AtEnd.DECIDE: N_("Then: end the turn"),
    AtEnd.ASK: N_("Then: ask the others"),
}


def pace_page(words: Words, table: Table, *, proposing: bool) -> Content:
    """How fast a table plays, and what else can be chosen; or *proposing*, be proposed.

    The rules of the server tell which paces that are.
    """
    _ = words._
    address = Address(table.id)
    pace = table.pace
    lines = [
        _("How fast {game} is played:", game=game_name(table)),
        pace_explained(words, pace),
        "",
        _("Your choice is proposed to the others and counts once everyone agrees.")
        if proposing
        else _("You can change it until the game starts. After that, everyone must agree."),
    ]
    if pace.limit is not None and not pace.live:
        lines.append(_("Clocks stop in quiet hours: set yours in `/settings`."))
    current = pace_of(pace, table.rules.paces_offered)
    options = tuple(
        Option(pace_name(words, name), name, time_text(words, each), chosen=name == current)
        for name, each in table.rules.paces_offered.items()
    )
    at_end: tuple[Button, ...] = ()
    if pace.limit is not None:
        at_end = tuple(
            Button(
                _(label),
                address.to(SetAtEnd(each)),
                Style.CHOSEN if each is pace.limit.at_end else Style.PLAIN,
            )
            for each, label in _AT_END.items()
        )
    back = address.to(SeeTable() if proposing else SetUp())
    rows: tuple[Row, ...] = (
        Select(_("Choose a pace …"), address.to(ChoosePace("")), options),
        *((at_end,) if at_end else ()),
        (
            Button(_("Custom times …"), address.to(AskOwnTimes()), emoji="✏️"),
            back_to(words, back),
        ),
    )
    return Content("\n".join(lines), rows=rows)


def own_times_form(words: Words, table_id: int) -> TextForm:
    """The window in which times of a table's own are written."""
    _ = words._
    request = Address(table_id).to(SetOwnTimes("", "", "", ""))
    return TextForm(
        _("Custom times"),
        request,
        _("First reminder (hours, or empty)"),
        _MOST_WRITTEN,
        optional=True,
        hint="24",
        further=(
            TextField(
                _("Further reminders, every (hours)"), _MOST_WRITTEN, optional=True, hint="12"
            ),
            TextField(
                _("Per decision (hours, or empty)"),
                _MOST_WRITTEN,
                optional=True,
                hint="8",
            ),
            TextField(_("Time bank (days, or empty)"), _MOST_WRITTEN, optional=True, hint="3"),
        ),
    )
