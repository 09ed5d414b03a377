"""Time zones by city, country, offset or abbreviation."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.domain.hours import is_zone, zones
from bot.i18n import Words
from bot.i18n.zones import _OF_LOCALES, _OTHER_NAMES, COMMON, clock_there, common, search, zone_name

ENGLISH = Words.of("en")
WINTER = datetime(2030, 1, 15, 17, 5, tzinfo=UTC)
SUMMER = datetime(2030, 7, 15, 17, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("berlin", "Europe/Berlin"),
        (" Europe/Berlin ", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("St. John's", "America/St_Johns"),
        ("München", "Europe/Berlin"),
        ("Germany", "Europe/Berlin"),
        ("UK", "Europe/London"),
        ("EST", "America/New_York"),  # and not the zone without summer time
        ("UTC+2", "Etc/GMT-2"),
        ("utc + 02:00", "Etc/GMT-2"),
        ("+14", "Etc/GMT-14"),
        ("−3", "Etc/GMT+3"),
        ("UTC+0", "Etc/UTC"),
        ("york", "America/New_York"),
        ("UTC-3:30", "America/St_Johns"),
    ],
)
def test_one_zone_is_meant(typed, zone):
    assert search(typed, WINTER) == (zone,)
    assert is_zone(zone)


@pytest.mark.parametrize(
    "typed", ["", " ", "x", "mars", "UTC+15", "UTC-13", "+", "@everyone", "../etc", "25:00", "😀"]
)
def test_what_is_nowhere_fits_nothing(typed):
    assert search(typed, WINTER) == ()


def test_a_country_of_several_zones_names_each_once():
    american = search("USA", WINTER)
    assert set(american) >= {"America/New_York", "America/Chicago", "America/Los_Angeles"}
    assert "America/Detroit" not in american  # the same hours as in New York, all year
    assert "America/Phoenix" in american  # no summer time
    hours = [(clock_there(zone, WINTER), clock_there(zone, SUMMER)) for zone in american]
    assert len(hours) == len(set(hours))
    assert search("united states", SUMMER) == search("usa", SUMMER)


@pytest.mark.parametrize(
    ("language", "typed", "zone"),
    [
        ("fr", "Pékin", "Asia/Shanghai"),
        ("fr", "moscou", "Europe/Moscow"),
        ("de", "Moskau", "Europe/Moscow"),
        ("pl", "Nowy Jork", "America/New_York"),
        ("ja", "東京", "Asia/Tokyo"),
        ("it", "Londra", "Europe/London"),
    ],
)
def test_a_city_can_be_named_in_the_own_language(language, typed, zone):
    assert zone in search(typed, WINTER, language)


def test_a_zone_is_called_by_its_city_in_the_own_language():
    assert zone_name(Words.of("ja"), "Asia/Tokyo") == "東京"
    assert zone_name(Words.of("de"), "Europe/Moscow") == "Moskau"
    assert zone_name(Words.of("de"), "Europe/Berlin") == "Berlin"


def test_a_country_can_be_named_in_the_own_language():
    for typed in ("Österreich", "osterreich", "Austria"):
        assert search(typed, WINTER, "de") == ("Europe/Vienna",)
    assert search("Brasil", WINTER, "pt-BR")[0] == "America/Sao_Paulo"


def test_half_hours_lead_to_those_who_live_by_them():
    assert search("UTC+5:30", WINTER)[0] == "Asia/Kolkata"
    assert search("+5:45", WINTER) == ("Asia/Kathmandu",)


@pytest.mark.parametrize("now", [WINTER, SUMMER])
def test_the_common_zones_are_in_the_order_of_their_clocks(now):
    offsets = [now.astimezone(ZoneInfo(zone)).utcoffset() for zone in common(now)]
    assert offsets == sorted(offsets)
    assert len(offsets) == 24
    first, *rest = common(now, "de")
    assert first == "Europe/Berlin"
    assert rest == [zone for zone in common(now) if zone != first]


def test_every_zone_that_is_named_exists():
    for zone in (*COMMON, *_OF_LOCALES.values(), *_OTHER_NAMES.values()):
        assert zone in zones()


def test_zones_are_called_as_people_call_them():
    assert zone_name(ENGLISH, "Europe/Berlin") == "Berlin"
    assert zone_name(ENGLISH, "America/New_York") == "New York"
    assert zone_name(ENGLISH, "America/Argentina/Buenos_Aires") == "Buenos Aires, Argentina"
    assert zone_name(ENGLISH, "Etc/GMT-2") == "UTC+2"
    assert zone_name(ENGLISH, "Etc/UTC") == zone_name(ENGLISH, "UTC") == "UTC"
    assert clock_there("Asia/Kolkata", WINTER) == "22:35"
