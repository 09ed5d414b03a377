"""Choosing a time zone, one's own or that of a server: from a list, or by typing a place."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.content.message import CHOICES, Button, Content, Option, Row, Select, TextForm
from bot.content.names import safe
from bot.content.pressing import ANYWHERE, back_to
from bot.content.shortening import shorten
from bot.domain.hours import ALWAYS
from bot.domain.server_rules import Rule
from bot.i18n import Words
from bot.i18n.zones import COMMON, clock_there, common, zone_name
from bot.intents import Intent, pace, server
from engine import N_

_SHOWN = 40
"""Characters of typed text that are shown back."""
_MOST_WRITTEN = 64


@dataclass(frozen=True, slots=True)
class ZoneOf:
    """The choice of a user's or a server's time zone: its texts and intents."""

    question: str
    """Above those that most people are in."""
    several: str
    """The question above the candidates for a typed text."""
    form: str
    """The title of the window."""
    label: str
    asks: Intent
    """Opens that window."""
    finds: Intent
    """Looks for the text written there."""
    sets: Intent
    """Takes one of a list."""
    back: Intent
    optional: bool = False
    """True if there may be none."""


OWN_ZONE = ZoneOf(
    N_("What time is it where you are? I adjust for summer time."),
    N_("“{typed}” fits several time zones. Which is yours?"),
    N_("Your time zone"),
    N_("City, country or UTC+2"),
    pace.AskZone(),
    pace.FindZone(""),
    pace.SetZone(""),
    pace.SeeHours(),
)
SERVER_ZONE = ZoneOf(
    N_("What time is it in this server? I adjust for summer time."),
    N_("“{typed}” fits several time zones. Which is this server's?"),
    N_("This server's time zone"),
    N_("City, country or UTC+2, or empty"),
    server.AskServerZone(),
    server.SetRule(Rule.ZONE),
    server.SetRule(Rule.ZONE),
    server.SeeServer(server.RulesPage.MORE),
    optional=True,
)


def zones_page(
    words: Words,
    of: ZoneOf,
    now: datetime,
    locale: str = "",
    said: str = "",
    *,
    chosen: str | None = None,
    usual: str | None = None,
) -> Content:
    """A choice of time zones by their current time, the likeliest for a *locale* first.

    One that is *usual* there comes before all others, as long as none is *chosen*.
    """
    listed = common(now, locale)
    if usual not in {None, ALWAYS.zone} and chosen in {None, ALWAYS.zone}:
        listed = (usual, *(zone for zone in listed if zone != usual))[:CHOICES]
    names = {
        zone: words._(COMMON[zone]) if zone in COMMON else zone_name(words, zone) for zone in listed
    }
    options = tuple(
        Option(f"{clock_there(zone, now)} – {name}", zone, chosen=zone == chosen)
        for zone, name in names.items()
    )
    page = Content(words._(of.question), rows=_rows(words, of, options))
    return page.with_text_before(said) if said else page


def found_zones_page(
    words: Words, of: ZoneOf, typed: str, found: Sequence[str], now: datetime, *, locale: str = ""
) -> Content:
    """The zones that fit a typed text, or a hint that none does."""
    shown = safe(shorten(" ".join(typed.split()), _SHOWN))
    if not found:
        text = words._(
            "There's no time zone called “{typed}”. Try a big city, a country or UTC+2.",
            typed=shown,
        )
        return zones_page(words, of, now, locale, text)
    options = tuple(
        Option(f"{clock_there(zone, now)} – {zone_name(words, zone)}", zone, zone)
        for zone in found[:CHOICES]
    )
    text = words._(of.several, typed=shown)
    if len(found) > CHOICES:
        text = words._("“{typed}” fits many time zones. Pick one, or type more.", typed=shown)
    return Content(text, rows=_rows(words, of, options))


def zone_form(words: Words, of: ZoneOf, written: str | None = None) -> TextForm:
    """The window for a place; *written* stands there at first."""
    return TextForm(
        words._(of.form),
        ANYWHERE.to(of.finds),
        words._(of.label),
        _MOST_WRITTEN,
        written=written or "",
        optional=of.optional,
        hint="Berlin",
    )


def _rows(words: Words, of: ZoneOf, options: tuple[Option, ...]) -> tuple[Row, ...]:
    return (
        Select(words._("It's now …"), ANYWHERE.to(of.sets), options),
        (
            Button(words._("Another zone …"), ANYWHERE.to(of.asks), emoji="✏️"),
            back_to(words, ANYWHERE.to(of.back)),
        ),
    )
