"""Time zones: common ones, and those that a user means by the name of a place."""

import re
import tomllib
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

from babel.core import Locale, get_global
from babel.localedata import exists

from bot.domain.hours import zones
from bot.domain.naming import unaccented
from bot.i18n.catalogue import Words

UTC = "Etc/UTC"
"""UTC as a chosen zone: "UTC" is the zone of users who have chosen none."""
_DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
COMMON: Mapping[str, str] = _DATA["common"]
"""Zones by name, each with cities that share its hours."""
_OF_LOCALES, _OTHER_NAMES, _COUNTRIES = (
    {name: meant for meant, names in _DATA[table].items() for name in names}
    for table in ("locales", "other_names", "countries")
)
_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+\N{MINUS SIGN}-])\s*(\d{1,2})(?::?([0-5]\d))?")
_EAST, _WEST = 14, 12
"""The most hours between a zone and Greenwich."""
_LEAST_LETTERS = 3
"""The shortest text that is searched for as a part of a name."""
_LETTERS_OF_COUNTRY = 2
"""The length of a country's code: continents have numbers."""


def common(now: datetime, locale: str = "") -> tuple[str, ...]:
    """The most common zones, by their time.

    The one in which most are who speak a language comes first.
    """
    likely = _OF_LOCALES.get(locale.replace("-", "_"))
    return tuple(sorted(COMMON, key=lambda zone: (zone != likely, _offset(zone, now))))


def clock_there(zone: str, now: datetime) -> str:
    """The time in a zone: ``18:05``."""
    return f"{now.astimezone(ZoneInfo(zone)):%H:%M}"


def zone_name(words: Words, zone: str) -> str:
    """A zone as people say it: ``Berlin``, ``Buenos Aires, Argentina``, ``UTC+2``."""
    if city := _cities(words.locale).get(zone):
        return city
    if match := re.fullmatch(r"Etc/GMT([+-])(\d+)", zone):  # it means the contrary there
        return f"UTC{'-' if match[1] == '+' else '+'}{match[2]}"
    place = zone.partition("/")[2] or zone
    return ", ".join(reversed(place.replace("_", " ").split("/")))


def search(typed: str, now: datetime, locale: str = "") -> tuple[str, ...]:
    """The zones that a user may mean, the best first; none if nothing fits.

    Names of zones, cities and countries are known, these in English and in the language of a
    *locale*, as Discord names it; some abbreviations; and ``UTC+2``.
    """
    text = _normalized(typed)
    if text in _OTHER_NAMES:
        return (_OTHER_NAMES[text],)
    if match := _OFFSET.fullmatch(text):
        return _at_offset(match, now)
    named = _zones_by_name(_language(locale), Words.of(locale))
    if text in named:
        return _without_aliases(named[text])
    if (code := _country(text, locale)) is not None:
        return _of_country(code, now)
    if len(text) < _LEAST_LETTERS:
        return ()
    begun = [zone for name, many in named.items() if name.startswith(text) for zone in many]
    within = [zone for name, many in named.items() if f" {text}" in name for zone in many]
    return _without_aliases((*begun, *within))


_BLANKS = str.maketrans("_,", "  ", "'.\N{RIGHT SINGLE QUOTATION MARK}")


def _normalized(text: str) -> str:
    """A name as typed, so that it can be compared: without accents, and with blanks in between."""
    return " ".join(unaccented(text).translate(_BLANKS).split())


@lru_cache(40)
def _zones_by_name(language: str, words: Words) -> Mapping[str, tuple[str, ...]]:
    """The zones by their names, whole and without what comes before the city."""
    cities = _cities(language)
    named: dict[str, tuple[str, ...]] = {}
    for zone in zones():
        area, _, place = zone.partition("/")
        short = () if area == "Etc" else (place, place.rpartition("/")[2])
        shown = re.split("[,、]", words._(COMMON[zone])) if zone in COMMON else ()
        names = map(_normalized, (zone, *short, cities.get(zone, ""), *shown))
        for name in filter(None, dict.fromkeys(names)):
            named[name] = (*named.get(name, ()), zone)
    return named


@lru_cache(40)
def _cities(language: str) -> Mapping[str, str]:
    """The cities of zones as a language calls them, where it has a name of its own."""
    known = Locale.parse(language).time_zones
    return {zone: str(each["city"]) for zone, each in known.items() if "city" in each}


def _language(locale: str) -> str:
    """The language of a locale, without its region, if names in it are known; else English."""
    language = locale.partition("-")[0]
    return language if exists(language) else "en"


def _country(text: str, locale: str) -> str | None:
    """The code of the country of that name; None if there is none."""
    for language in (_language(locale), "en"):
        for code, name in Locale(language).territories.items():
            if len(code) == _LETTERS_OF_COUNTRY and _normalized(name) == text:
                return str(code)
    return _COUNTRIES.get(text)


def _of_country(code: str, now: datetime) -> tuple[str, ...]:
    """The zones of a country; of those with the same hours all year one, a common one first."""
    known = frozenset(zones())
    territories = get_global("zone_territories")
    there = [zone for zone in known if territories.get(zone) == code]
    kept: dict[object, str] = {}
    for zone in sorted(there, key=lambda zone: (zone not in COMMON, zone.count("/"), zone)):
        year = [now + timedelta(days=days) for days in (0, 90, 180, 270)]
        kept.setdefault(tuple(_offset(zone, at) for at in year), zone)
    return tuple(kept.values())


def _without_aliases(names: tuple[str, ...]) -> tuple[str, ...]:
    """Without second names of the same zone: the common one is kept, or else the first."""
    aliases = get_global("zone_aliases")
    kept: dict[str, str] = {}
    for name in names:
        same = aliases.get(name, name)
        if same not in kept or name in COMMON:
            kept[same] = name
    return tuple(kept.values())


def _at_offset(match: re.Match[str], now: datetime) -> tuple[str, ...]:
    """The zone that is always so far from Greenwich, or those that are now."""
    hours, minutes, east = int(match[2]), int(match[3] or 0), match[1] == "+"
    if hours > (_EAST if east else _WEST):
        return ()
    if not minutes:
        return (f"Etc/GMT{'-' if east else '+'}{hours}" if hours else UTC,)
    offset = timedelta(hours=hours, minutes=minutes) * (1 if east else -1)
    there = (
        zone
        for zone in sorted(zones(), key=lambda zone: zone not in COMMON)
        if "/" in zone and _offset(zone, now) == offset
    )
    return _without_aliases(tuple(there))


def _offset(zone: str, at: datetime) -> timedelta:
    """The offset of a zone from UTC at a moment."""
    return at.astimezone(ZoneInfo(zone)).utcoffset() or timedelta(0)
