"""The pages on which users tell when they play: hours, days off, vacations and time zones."""

from dataclasses import replace
from datetime import UTC, datetime

from timetable import at, hours, labels, select

from bot.content.content import Button, Select
from bot.domain.hours import ALWAYS, Hours, Quiet, Span
from bot.features.pace.hours_page import hours_page, quiet_from
from bot.features.pace.zones_page import OWN_ZONE, SERVER_ZONE, found_zones_page, zones_page
from bot.i18n import Words
from bot.i18n.zones import common
from bot.intents import parse_custom_id

WORDS = Words()
NOW = datetime(2030, 1, 15, 17, 5, tzinfo=UTC)
BERLIN = Hours("Europe/Berlin")


def test_without_a_time_zone_only_that_and_a_vacation_can_be_set():
    page = hours_page(WORDS, ALWAYS, {2030: 12}, NOW)
    assert "Choose your time zone first" in page.text
    assert "**Vacation:** 12 days left this year" in page.text
    assert [row.placeholder for row in page.rows if isinstance(row, Select)] == [
        "Vacation from today …"
    ]
    assert labels(page) == ["Time zone", "Back"]


def test_what_is_set_stands_on_the_page():
    own = Hours("Europe/Berlin", Quiet(22 * 60, 7 * 60), frozenset({5, 6}))
    page = hours_page(WORDS, own, {2030: 1}, NOW)
    assert "**Time zone:** Berlin, now 18:05" in page.text
    assert "**Quiet hours:** 22:00 to 07:00" in page.text
    assert "**Days off:** Saturday and Sunday" in page.text
    assert "**Vacation:** 1 day left this year" in page.text
    starts, ends = (
        select(page, "Quiet hours from").options,
        select(page, "Quiet hours until").options,
    )
    assert [option.label for option in starts if option.chosen] == ["Quiet from 22:00"]
    assert [option.label for option in ends if option.chosen] == ["Quiet until 07:00"]
    assert (len(starts), len(ends)) == (25, 24)
    off = select(page, "Days off")
    assert [option.label for option in off.options if option.chosen] == ["Saturday", "Sunday"]
    assert (off.least, off.most) == (0, 6)
    assert [option.value for option in select(page, "Vacation").options] == ["1"]
    assert len(page.rows) <= 5


def test_a_vacation_stands_there_with_the_way_back():
    away = replace(BERLIN, away=Span(NOW - hours(1), NOW + hours(30)))
    page = hours_page(WORDS, away, {2030: 0}, NOW)
    assert f"**On vacation:** back {at(NOW + hours(30))}" in page.text
    assert "**Vacation:** 0 days left this year" in page.text
    assert labels(page) == ["Time zone", "End my vacation", "Back"]
    assert len(hours_page(WORDS, replace(away, quiet=Quiet(0, 60)), {2030: 9}, NOW).rows) == 5


def test_the_year_is_the_one_where_somebody_lives():
    eve = datetime(2029, 12, 31, 23, 30, tzinfo=UTC)
    assert "30 days left" in hours_page(WORDS, BERLIN, {2029: 0, 2030: 30}, eve).text


def test_zones_are_chosen_by_what_time_it_is_there():
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=BERLIN.zone)
    options = select(page, "It's now").options
    assert options[0].label == "18:05 – Berlin, Paris, Rome"
    assert options[0].chosen
    assert [option.value for option in options] == list(common(NOW, "de"))
    assert len(options) <= 25
    assert labels(page) == ["Another zone …", "Back"]


def test_the_zone_of_the_server_is_offered_first_to_who_has_none():
    usual = "Europe/Kyiv"
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=ALWAYS.zone, usual=usual)
    values = [option.value for option in select(page, "It's now").options]
    assert values[0] == usual
    assert len(values) == len(set(values)) <= 25
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=ALWAYS.zone, usual="America/Phoenix")
    assert select(page, "It's now").options[0].label == "10:05 – Phoenix"
    page = zones_page(WORDS, OWN_ZONE, NOW, "de", chosen=BERLIN.zone, usual=usual)
    assert select(page, "It's now").options[0].value == "Europe/Berlin"


def test_of_several_zones_that_fit_one_is_chosen():
    fitting = ("America/New_York", "America/Chicago")
    page = found_zones_page(WORDS, OWN_ZONE, "USA", fitting, NOW)
    assert page.text == "“USA” fits several time zones. Which is yours?"
    assert [option.label for option in select(page, "It's now").options] == [
        "12:05 – New York",
        "11:05 – Chicago",
    ]
    many = found_zones_page(WORDS, OWN_ZONE, "a", common(NOW) + common(NOW), NOW)
    assert len(select(many, "It's now").options) == 25
    none = found_zones_page(WORDS, OWN_ZONE, "@everyone **Mars**", (), NOW)
    assert none.text.startswith(
        "There's no time zone called “@\u200beveryone \\*\\*Mars\\*\\*”. Try a "
    )


def test_quiet_hours_end_when_they_did_or_after_a_night():
    assert quiet_from(22, None) == Quiet(22 * 60, 7 * 60)
    assert quiet_from(23, Quiet(22 * 60, 8 * 60)) == Quiet(23 * 60, 8 * 60)
    assert quiet_from(9, Quiet(22 * 60, 8 * 60)) == Quiet(9 * 60, 18 * 60)
    assert quiet_from(8, Quiet(22 * 60, 8 * 60)) == Quiet(8 * 60, 17 * 60)
    assert quiet_from(None, Quiet(22 * 60, 8 * 60)) is None


def test_everything_on_the_pages_of_hours_can_be_pressed():
    own = Hours("Europe/Berlin", Quiet(22 * 60, 7 * 60))
    for page in (
        hours_page(WORDS, own, {2030: 9}, NOW),
        zones_page(WORDS, OWN_ZONE, NOW, chosen=own.zone),
        found_zones_page(WORDS, OWN_ZONE, "USA", common(NOW), NOW),
        zones_page(WORDS, SERVER_ZONE, NOW),
        found_zones_page(WORDS, SERVER_ZONE, "USA", common(NOW), NOW),
    ):
        for row in page.rows:
            if isinstance(row, Select):
                for option in row.options:
                    parse_custom_id(row.custom_id, [option.value])
            elif isinstance(row, tuple):
                for button in row:
                    assert isinstance(button, Button)
                    parse_custom_id(button.custom_id)
