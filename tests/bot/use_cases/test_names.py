"""Players with the same name are distinguishable everywhere at a table."""

import pytest
from tabletop import ANNA, BEN, CORA, EVE, PLACE, change_directly, running, take_seat

from bot.changes import go_on
from bot.content.names import Names, bold, plain_name
from bot.domain.entries import Why
from bot.domain.naming import make_unique
from bot.domain.player import Person
from bot.domain.seating import holders
from bot.i18n import Words
from bot.parts.log_lines import entry_lines
from bot.use_cases.besides_playing import give_up_seat
from engine import Level

WORDS = Words()


def called(table):
    """The players' names, in the order of joining."""
    return [each.name for each in sorted(table.players, key=lambda each: each.joined_seq)]


def lines_about(table, entry):
    """A log entry in the file."""
    return [*map(str, entry_lines(WORDS, table, entry, Names(table, plain_name)))]


OTHER_SIGNS = ["sam", "S a m", " Sam", "Sa\u200bm", "Sam\u3164", "SAM\ufe0f", "Sam\u202e"]
OTHER_LETTERS = ["Ｓａｍ", "𝓢𝓪𝓶", "Sаm"]


@pytest.mark.parametrize("name", OTHER_SIGNS + OTHER_LETTERS)
def test_a_name_that_looks_like_another_gets_a_number(name):
    assert make_unique(name, ["Ann", "Sam"]) == f"{name} 2"
    assert make_unique(name, ["Sam", "Sam 2", "SAM 3"]) == f"{name} 4"


def test_other_names_stay_as_they_are():
    names = ["Sam", "Sám", "Sam 2", "Sammy", "山姆", "Sam 🦊", "Mas"]
    for at, name in enumerate(names):
        assert make_unique(name, names[:at]) == name
    assert make_unique("\u3164", []) == "?"  # invisible


async def test_namesakes_get_numbers_and_the_first_keeps_the_name(services):
    """Before and after the start, and when a user takes another's name."""
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=4)
    table = await services.lobbies.join(table.id, Person(BEN.user_id, "anna"))
    table = await services.lobbies.join(table.id, Person(CORA.user_id, "Computer (easy)"))
    table = await services.lobbies.seat_computer(table.id, ANNA, Level.EASY, "Computer (easy)")
    names = ["Anna", "anna 2", "Computer (easy)", "Computer (easy) 2"]
    assert called(table) == names
    table = await services.lobbies.start(table.id, ANNA)
    assert called(table) == names
    assert len({*map(bold, called(table))}) == 4
    renamed = Person(ANNA.user_id, "Computer (easy)")
    visit = await services.visits.of(table.id, ANNA.user_id)
    visit = await services.people.notice(visit, renamed, PLACE.guild_id)
    assert called(visit.table) == ["Computer (easy)", "anna", "Computer (easy) 3", names[-1]]
    assert await services.people.notice(visit, renamed, PLACE.guild_id) is visit


async def test_a_namesake_who_takes_a_seat_gets_a_number(services):
    table = await running(services)
    sam = Person(EVE.user_id, "ANNA")
    seat = next(each.seat for each in table.players if each.name == "Anna")

    def give_up(change):
        by = {"why": Why.ADMIN, "by": "Anna", "user_id": BEN.user_id + 9}
        return go_on(give_up_seat(change, seat, **by))

    table = await change_directly(services, table, give_up)
    (gone,) = table.given_up
    assert lines_about(table, gone) == ["Anna 2 (admin) removed Anna from their seat."]
    table = await take_seat(services, table, seat, sam)
    (took,) = (each for each in table.round if each.kind == "taken")
    assert lines_about(table, took) == ["ANNA takes over Anna 2's seat."]
    assert holders(table)[seat] == ("Anna 2", "ANNA")
