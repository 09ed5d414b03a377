"""A catalogue of translations, and the names of the game's things in its language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import overload

from babel import Locale, negotiate_locale
from babel.dates import format_date, match_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from bot.domain.refusals import Refused
from bot.i18n.public_text import Public, PublicText, public
from bot.i18n.signs import DYNASTY_SIGNS, SQUARES, building_sign, leader_sign
from bot.i18n.translations import Translations
from engine import (
    BUILDING_NAMES,
    COLOUR_NAMES,
    DYNASTY_NAMES,
    LEADER_NAMES,
    MONUMENT_NAMES,
    NC_,
    NN_,
    TILE_NAMES,
    Cell,
    Colour,
    Decision,
    Dynasty,
    IllegalAction,
    Leader,
    LeaderAt,
    Lying,
    Monument,
    Placing,
    english_name,
)

DOMAIN = "two_rivers"
ONE_OF_EACH_FORM = (1, 2, 5)
"""Numbers that have all forms of a word between them, in every language here."""
LOCALES = Path(__file__).parent / "locales"
SOURCE = "en"
"""The language of the texts in the code, which needs no catalogue."""

_SOME_TILES = (
    NN_("{count} settlement", "{count} settlements"),
    NN_("{count} temple", "{count} temples"),
    NN_("{count} farm", "{count} farms"),
    NN_("{count} market", "{count} markets"),
)
_POINTS = (
    NN_("{count} {sign} black point", "{count} {sign} black points"),
    NN_("{count} {sign} red point", "{count} {sign} red points"),
    NN_("{count} {sign} blue point", "{count} {sign} blue points"),
    NN_("{count} {sign} green point", "{count} {sign} green points"),
)
_FEW_POINTS = (
    NN_("{count} black", "{count} black"),
    NN_("{count} red", "{count} red"),
    NN_("{count} blue", "{count} blue"),
    NN_("{count} green", "{count} green"),
)

_PLAYERS = {
    Dynasty.ARCHER: NC_("a player, called by the dynasty", "Archer"),
    Dynasty.BULL: NC_("a player, called by the dynasty", "Bull"),
    Dynasty.LION: NC_("a player, called by the dynasty", "Lion"),
    Dynasty.POT: NC_("a player, called by the dynasty", "Pot"),
}


class Words:
    """One language. ``words("Hello {player}", player=...)`` looks up and fills in."""

    locale: str
    """The locale, as ``pt_BR``; English if there is no catalogue for the requested one."""

    def __init__(self, wished: str = SOURCE) -> None:
        self.locale, catalogue = _negotiate((wished,), LOCALES)
        # British lists: "A, B and C"
        self._locale = Locale.parse("en_GB" if self.locale == SOURCE else self.locale)
        self._translations = Translations.read(catalogue) if catalogue else Translations({})

    @classmethod
    def of(cls, *wished: str) -> Words:
        """The words of the first of these locales with a catalogue, else English.

        They are written as Discord and browsers do, ``pt-BR``. For one language it is always the
        same object.
        """
        return cls._in_locale(*_negotiate(wished, LOCALES))

    @staticmethod
    def languages() -> frozenset[str]:
        """The locales with a catalogue, besides English."""
        return frozenset(_catalogues(LOCALES))

    @classmethod
    @cache
    def _in_locale(cls, locale: str, _catalogue: Path | None) -> Words:
        return cls(locale)

    @overload
    def gettext(self, text: str, **places: Public) -> PublicText: ...
    @overload
    def gettext(self, text: str, **places: object) -> str: ...
    def gettext(self, text: str, **places: object) -> str:
        """*text* in this language, its named places filled in: public, if all of these are."""
        translated = self._translations.gettext(text) if text else text
        return translated.format(**places) if places else translated

    _ = gettext

    def paragraphs(self, text: str) -> str:
        """A longer *text* in this language, each paragraph looked up by itself."""
        return "\n\n".join(map(self._translations.gettext, text.split("\n\n"))) if text else text

    @overload
    def ngettext(self, one: str, many: str, count: int, **places: Public) -> PublicText: ...
    @overload
    def ngettext(self, one: str, many: str, count: int, **places: object) -> str: ...
    def ngettext(self, one: str, many: str, count: int, **places: object) -> str:
        """The form of a text that goes with *count*, which fills the place ``{count}``."""
        return self._translations.ngettext(one, many, count).format(count=count, **places)

    @overload
    def pgettext(self, context: str, text: str, **places: Public) -> PublicText: ...
    @overload
    def pgettext(self, context: str, text: str, **places: object) -> str: ...
    def pgettext(self, context: str, text: str, **places: object) -> str:
        """Like :meth:`gettext`, for a *text* with a meaning of its own in that *context*."""
        translated = self._translations.gettext(text, context)
        return translated.format(**places) if places else translated

    @overload
    def captioned(self, caption: PublicText, text: PublicText) -> PublicText: ...
    @overload
    def captioned(self, caption: str, text: str) -> str: ...
    def captioned(self, caption: str, text: str) -> str:
        """A text behind its caption: ``Ann: 3 red points``."""
        return self._("{caption}: {said}", caption=caption, said=text)

    @overload
    def as_sentence(self, text: PublicText) -> PublicText: ...
    @overload
    def as_sentence(self, text: str) -> str: ...
    def as_sentence(self, text: str) -> str:
        """A text with its full stop."""
        return self._("{said}.", said=text)

    # --- names -----------------------------------------------------------------------------

    def tile(self, colour: Colour) -> PublicText:
        """``settlement``, ``temple``, ``farm`` or ``market``."""
        return self._(TILE_NAMES[colour])

    def tile_with_square(self, colour: Colour) -> PublicText:
        """The tile's name behind a square in its colour: ``🟥 temple``."""
        return PublicText(f"{SQUARES[colour]} {self.tile(colour)}")

    def tiles(self, counts: Sequence[int]) -> str:
        """Tiles counted by colour: ``🟥 2 × temple and 🟦 1 × farm``; a dash for none."""
        held = [
            f"{SQUARES[colour]} {count} × {self.tile(colour)}"
            for colour, count in zip(Colour, counts, strict=True)
            if count
        ]
        return self.listed(held) or "–"

    def some_tiles(self, count: int, colour: Colour) -> PublicText:
        """A number of tiles of one colour: ``2 settlements``."""
        return self.ngettext(*_SOME_TILES[colour], count)

    def colour(self, colour: Colour) -> PublicText:
        """``black``, ``red``, ``blue`` or ``green``."""
        return self._(COLOUR_NAMES[colour])

    def role(self, colour: Colour) -> PublicText:
        """``King``, ``Priest``, ``Farmer`` or ``Trader``."""
        return self._(LEADER_NAMES[colour])

    def role_with_sign(self, leader: Leader) -> PublicText:
        """The leader's role behind its sign: ``🦁⬛ King``."""
        return PublicText(f"{leader_sign(leader)} {self.role(leader.colour)}")

    def building(self, colour: Colour) -> PublicText:
        """``palace``, ``library``, ``granary`` or ``market hall``."""
        return self._(BUILDING_NAMES[colour])

    def building_with_sign(self, colour: Colour) -> PublicText:
        """The building's name behind its sign: ``🏛️🟥 library``."""
        return PublicText(f"{building_sign(colour)} {self.building(colour)}")

    def monument(self, monument: Monument) -> PublicText:
        """A monument by its colours: ``black and red``."""
        return self._(MONUMENT_NAMES[monument])

    def dynasty(self, dynasty: Dynasty) -> PublicText:
        """``archer``, ``bull``, ``lion`` or ``pot``."""
        return self._(DYNASTY_NAMES[dynasty])

    def dynasty_as_player(self, dynasty: Dynasty) -> PublicText:
        """The name of a player in an example or a lesson: ``Archer``, not ``archer``."""
        return self.pgettext("a player, called by the dynasty", _PLAYERS[dynasty])

    def dynasty_with_sign(self, dynasty: Dynasty) -> PublicText:
        """The dynasty's name behind its sign."""
        return PublicText(f"{DYNASTY_SIGNS[dynasty]} {self.dynasty(dynasty)}")

    def leader(self, leader: Leader, owner: PublicText | None = None) -> PublicText:
        """``King (lion)``, or with its *owner*'s name: a caption, for lists and after a colon."""
        return self._(
            "{role} ({owner})",
            role=self.role(leader.colour),
            owner=owner or self.dynasty(leader.dynasty),
        )

    def leader_at(self, leader: PublicText, cell: Cell) -> PublicText:
        """A leader, as it is called, with its space: ``King (lion) B4``."""
        return public("{leader} {cell}", leader=leader, cell=cell)

    def points(self, points: int, colour: Colour) -> PublicText:
        """``2 🟥 red points``."""
        return self.ngettext(*_POINTS[colour], points, sign=SQUARES[colour])

    def few_points(self, points: int, colour: Colour) -> PublicText:
        """Points in few letters, for a button: ``2 red``."""
        return self.ngettext(*_FEW_POINTS[colour], points)

    def placing(self, placing: Placing) -> PublicText:
        """A player's points at the end: ``⬛ black 3, 🟥 red 0, 🟦 blue 1, 🟩 green 2``.

        The words are there because a black square alone cannot be seen on a dark screen.
        """
        points = [
            public("{sign} {colour} {count}", sign=sign, colour=self.colour(colour), count=count)
            for (colour, sign), count in zip(SQUARES.items(), placing.spheres, strict=True)
        ]
        return self.in_a_row(points)

    @overload
    def listed(self, things: Sequence[PublicText] | Sequence[Cell]) -> PublicText: ...
    @overload
    def listed(self, things: Sequence[object]) -> str: ...
    def listed(self, things: Sequence[object]) -> str:
        """Things in a sentence: ``A, B and C``."""
        return format_list([*map(str, things)], locale=self._locale)

    def number(self, number: float) -> PublicText:
        """A number with one decimal: ``1.5``."""
        return PublicText(format_decimal(number, "0.0", self._locale))

    def difference(self, number: float) -> PublicText:
        """A difference with its sign and one decimal: ``+1.5``."""
        return PublicText(format_decimal(number, "+0.0;−0.0", self._locale))

    def day(self, day: date) -> PublicText:
        """A day without its year: ``Thursday 3 December``."""
        patterns = self._locale.datetime_skeletons
        fitting = match_skeleton("MMMMEEEEd", patterns)
        assert fitting is not None
        # it may be shorter than was asked for: then its names are made as long (CLDR, part 4)
        whole = re.sub("E+", "EEEE", re.sub("M{3,}", "MMMM", patterns[fitting].pattern))
        return PublicText(format_date(day, whole, self._locale))

    def percent(self, share: float) -> PublicText:
        """A share, 0 to 1, in whole per cent: ``43%``."""
        return PublicText(format_percent(share, locale=self._locale))

    @overload
    def in_a_row(self, things: Sequence[PublicText] | Sequence[Cell]) -> PublicText: ...
    @overload
    def in_a_row(self, things: Sequence[object]) -> str: ...
    def in_a_row(self, things: Sequence[object]) -> str:
        """Things one after the other: ``A, B, C``."""
        # of Babel's patterns for it ("unit") most languages miss a part
        between = self.pgettext("between things in a row", ", ")
        return between.join(map(str, things))

    def one_of(self, things: Sequence[object]) -> str:
        """Things to choose from: ``A, B or C``."""
        return format_list([*map(str, things)], "or", self._locale)

    def decision(self, decision: Decision) -> PublicText:
        """A request to the decider: ``Add tiles to a war, or none``. No full stop."""
        return self._(decision.name)

    def name(self, value: object) -> str:
        """The name of a piece, a decision or the like that a refusal mentions."""
        match value:
            case Leader():
                return self.leader(value)
            case Colour():
                return self.tile_with_square(value)
            case Dynasty():
                return self.dynasty_with_sign(value)
            case LeaderAt(leader, cell):
                return self.leader_at(self.leader(leader), cell)
            case Lying():
                return self._(value.value)
            case tuple():
                return self.listed([self.name(each) for each in value])
            case _:
                return self.decision(value) if isinstance(value, Decision) else english_name(value)

    def refusal(
        self, error: IllegalAction | Refused, name: Callable[[object], str] | None = None
    ) -> str:
        """The reason of a refusal, with the rule's number where a rule forbids it.

        *name* puts what it is about into words, if :meth:`name` does not do.
        """
        sentence = error.sentence(self._, name or self.name)
        return f"{sentence} ({error.rule})" if isinstance(error, IllegalAction) else sentence


_NAMED_ALIKE = "bg cs da de el en-GB en-US fi fr hi hr hu id it ja ko lt nl pl ro ru th tr uk vi"
CATALOGUES_OF: Mapping[str, tuple[str, ...]] = {
    **{each: (each.replace("-", "_"),) for each in _NAMED_ALIKE.split()},
    "es-419": ("es_419", "es", "es_ES"),
    "es-ES": ("es_ES", "es", "es_419"),
    "no": ("nb", "nb_NO", "no", "da"),
    "pt-BR": ("pt_BR", "pt"),
    "sv-SE": ("sv_SE", "sv"),
    "zh-CN": ("zh_CN", "zh_Hans", "zh"),
    "zh-TW": ("zh_TW", "zh_Hant"),
}
"""The catalogues that do for each of Discord's languages, best first; without any, English."""


@lru_cache(1000)
def _negotiate(wished: tuple[str, ...], folder: Path) -> tuple[str, Path | None]:
    """The first of these locales with a catalogue, and the catalogue; else English.

    Browsers have others than Discord.
    """
    catalogues = _catalogues(folder)
    for each in wished:
        for locale in CATALOGUES_OF.get(each, ()):
            if locale in catalogues:
                return locale, catalogues[locale]
        spoken = negotiate_locale([each.replace("-", "_")], [SOURCE, *catalogues])
        if spoken is not None:
            names = {locale.lower(): locale for locale in catalogues}
            locale = names.get(spoken.lower(), SOURCE)
            return locale, catalogues.get(locale)
    return SOURCE, None


@cache
def _catalogues(folder: Path) -> Mapping[str, Path]:
    """The catalogues by locale.

    The build compiles them; in a working copy there are only those that translators write.
    """
    return {
        file.parent.parent.name: file
        for suffix in (".po", ".json")  # a compiled one is taken first
        for file in folder.glob(f"*/LC_MESSAGES/{DOMAIN}{suffix}")
    }


# --- the languages to choose from ----------------------------------------------------------------


def languages() -> tuple[str, ...]:
    """All languages to choose from, as Discord writes them: ``pt-BR``."""
    return tuple(sorted({each.replace("_", "-") for each in (SOURCE, *Words.languages())}))


def own_name(language: str) -> str:
    """The name of a language in that language."""
    return Locale.parse(language.replace("-", "_")).get_display_name() or language


def own_names(chosen: str | None, most: int) -> dict[str, str]:
    """The own names of at most *most* languages, by their names on Discord.

    If there are more, the last ones are left out, but not the one that is *chosen*.
    """
    fitting = sorted(languages(), key=lambda each: each != chosen)[:most]
    return {each: own_name(each) for each in sorted(fitting)}
