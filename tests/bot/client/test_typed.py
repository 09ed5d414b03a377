"""Typed inputs: tiles, levels, lengths of time and a pace."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.commands.typed import read_level, read_swap
from bot.dispatch.context import AnswerInstead
from bot.domain.naming import unaccented
from bot.domain.pace import PACES, UNHURRIED, AtEnd, Limit, Pace, Reminders
from bot.domain.refusals import Refusal, Refused
from bot.features.pace import DAY, HOUR, pace_wanted, read_duration, read_own_times
from bot.i18n import Words
from bot.i18n.times import duration
from bot.intents.pace import ChoosePace, SetAtEnd, SetCap, SetOwnTimes
from bot.intents.turn import AskSwap
from engine import COLOURS, Level

WORDS = Words()


@pytest.mark.parametrize(
    ("typed", "time"),
    [
        (" 8 h ", 8 * HOUR),
        ("1:30", HOUR * 1.5),
        ("1,5 h", HOUR * 1.5),
        ("30 min", HOUR / 2),
        ("2 days", 2 * DAY),
        ("1d 4h", DAY + 4 * HOUR),
        ("1 week", 7 * DAY),
        ("0", timedelta(0)),
    ],
)
def test_a_length_of_time_is_read(typed, time):
    assert read_duration(WORDS, typed, HOUR) == time


def test_nothing_is_no_time_and_a_bare_number_counts_the_unit():
    assert read_duration(WORDS, "  ", HOUR) is None
    assert read_duration(WORDS, "3", DAY) == 3 * DAY


@pytest.mark.parametrize("typed", ["soon", "-1", "8 parsecs", "1:75", "h", "1e9", "999999", "½"])
def test_nonsense_is_refused_with_what_was_written(typed):
    with pytest.raises(Refused) as caught:
        read_duration(WORDS, typed, HOUR)
    assert caught.value.refusal is Refusal.NO_DURATION
    assert str(caught.value).startswith(f"I can't read {typed} as a time. ")


def own(reminder="", further="", each="", bank=""):
    return read_own_times(WORDS, SetOwnTimes(reminder, further, each, bank), UNHURRIED)


def test_times_of_the_own_make_a_pace():
    assert own() == UNHURRIED
    assert own("24", "12", "8", "3") == Pace(
        Reminders(DAY, 12 * HOUR), Limit(8 * HOUR, 3 * DAY, cap=1)
    )
    assert own("24") == own("", "24") == Pace(Reminders(DAY, DAY))
    assert own(each="10 min") == Pace(None, Limit(HOUR / 6), live=True)
    assert not own(each="10 min", bank="1").live
    assert not own(each="2").live


@pytest.mark.parametrize(
    ("times", "refusal"),
    [
        (("", "", "", "3"), Refusal.BANK_ALONE),
        (("", "", "0", ""), Refusal.TIME_RANGE),
        (("", "", "31 days", ""), Refusal.TIME_RANGE),
        (("30 days", "800", "", ""), Refusal.TIME_RANGE),
        (("", "", "8", "61"), Refusal.BANK_RANGE),
        (("", "", "8", "0"), Refusal.BANK_RANGE),
    ],
)
def test_times_out_of_all_bounds_are_refused(times, refusal):
    with pytest.raises(Refused) as caught:
        pace_wanted(WORDS, UNHURRIED, SetOwnTimes(*times))
    assert caught.value.refusal is refusal


def test_what_happens_in_the_end_stays_with_another_pace():
    asking = pace_wanted(WORDS, PACES["daily"], SetAtEnd(AtEnd.ASK))
    assert asking.limit == Limit(DAY, at_end=AtEnd.ASK)
    banked = pace_wanted(WORDS, asking, ChoosePace("bank"))
    assert banked.limit.at_end is AtEnd.ASK
    assert own("24") == pace_wanted(WORDS, UNHURRIED, SetOwnTimes("24", "", "", ""))
    owned = pace_wanted(WORDS, asking, SetOwnTimes("", "", "2", ""))
    assert owned.limit == Limit(2 * HOUR, at_end=AtEnd.ASK)


def test_the_cap_of_a_bank_stays_with_another_bank():
    doubled = pace_wanted(WORDS, PACES["bank"], SetCap(2))
    assert doubled.limit == replace(PACES["bank"].limit, cap=2)
    owned = pace_wanted(WORDS, doubled, SetOwnTimes("", "", "2", "5"))
    assert owned.limit == Limit(2 * HOUR, 5 * DAY, cap=2)
    assert pace_wanted(WORDS, owned, ChoosePace("bank")) == doubled
    assert pace_wanted(WORDS, doubled, ChoosePace("daily")) == PACES["daily"]
    older = Pace(limit=Limit(2 * HOUR, 5 * DAY))
    assert pace_wanted(WORDS, older, ChoosePace("bank")) == PACES["bank"]
    assert pace_wanted(WORDS, older, SetAtEnd(AtEnd.ASK)).limit.cap is None


@pytest.mark.parametrize("wanted", [ChoosePace("hasty"), SetAtEnd(AtEnd.ASK), SetCap(1)])
def test_an_unknown_choice_is_refused(wanted):
    with pytest.raises(Refused):
        pace_wanted(WORDS, PACES["relaxed"], wanted)
    with pytest.raises(Refused):
        pace_wanted(WORDS, PACES["daily"], SetCap(2))


# --- tiles and levels ---


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("krr", (1, 2, 0, 0)),
        ("RRK", (1, 2, 0, 0)),
        ("Blue, red; RED", (0, 2, 1, 0)),
        ("temple temples farm", (0, 2, 1, 0)),
        ("🟥🟥🟦", (0, 2, 1, 0)),
        ("⬛️ 🟩", (1, 0, 0, 1)),
        ("2 red, farm", (0, 2, 1, 0)),
        ("2 × temple + 1 market", (0, 2, 0, 1)),
        ("2red3🟦", (0, 2, 3, 0)),
        ("2kr", (2, 1, 0, 0)),
    ],
)
def test_tiles_are_read_by_colour_name_letter_or_square(typed, counts):
    assert read_swap(WORDS, typed) == AskSwap(counts)


def test_what_the_bot_writes_itself_is_read_back():
    assert read_swap(WORDS, WORDS.tiles((1, 2, 1, 2))) == AskSwap((1, 2, 1, 2))
    for colour in COLOURS:
        one = tuple(int(each is colour) for each in COLOURS)
        for written in (WORDS.tile_with_square(colour), WORDS.tile(colour), WORDS.colour(colour)):
            assert read_swap(WORDS, written) == AskSwap(one)


@pytest.mark.parametrize("language", sorted({"en", *Words.languages()}))
def test_each_language_reads_its_own_numbers_of_tiles_and_lengths_of_time(language):
    words = Words.of(language)
    assert read_swap(words, words.tiles((1, 2, 1, 2))) == AskSwap((1, 2, 1, 2))
    for count in (1, 2, 5):
        for colour in COLOURS:
            counts = tuple(count * (each is colour) for each in COLOURS)
            written = words.some_tiles(count, colour)
            for typed in (words.tiles(counts), *([written] if written[0].isdigit() else [])):
                assert read_swap(words, typed) == AskSwap(counts)
                assert read_swap(words, unaccented(typed).upper()) == AskSwap(counts)
        for unit in (DAY, HOUR, HOUR / 60):
            assert read_duration(words, duration(words, count * unit), HOUR) == count * unit
    for several in (2 * DAY + 4 * HOUR, 5 * HOUR + HOUR / 60):
        assert read_duration(words, duration(words, several), HOUR) == several


@pytest.mark.parametrize(
    "typed",
    ["", " ", ",", "2", "red 2", "redblue", "reddish", "zzz", "-1", "0 red", "krr:end", "krbgkrb"],
)
def test_what_is_no_list_of_one_to_six_tiles_is_refused(typed):
    with pytest.raises(AnswerInstead) as puzzled:
        read_swap(WORDS, typed)
    assert "Name one to six tiles, such as “krr”" in puzzled.value.content.text


@pytest.mark.parametrize(("typed", "level"), [("strong", Level.STRONG), (" Easy ", Level.EASY)])
def test_how_strong_a_computer_is(typed, level):
    assert read_level(typed) is level


@pytest.mark.parametrize("typed", ["", "1", "godlike", "@everyone", "x" * 6000])
def test_an_unknown_computer_is_refused(typed):
    with pytest.raises(Refused) as refused:
        read_level(typed)
    assert str(refused.value) == "Computers play at three levels: easy, medium and strong."
