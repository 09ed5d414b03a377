"""The pace of a table as it is told, and the page on which it is chosen."""

from dataclasses import replace

from tabletop import ANNA, BEN, PLACE, decider, drafted, running
from timetable import DAILY, hours, labels, paced, select

from bot.changes.draft import Draft
from bot.content.content import Button, Content
from bot.domain import Kind, ServerRules
from bot.domain.pace import PACES, UNHURRIED, AtEnd, Pace, Reminders
from bot.features.lobby.lobby import lobby
from bot.features.lobby.set_up import set_up_page
from bot.features.pace.pace_page import own_times_form, pace_page
from bot.features.posts.turns import current_turn
from bot.features.rules.help import help_page
from bot.i18n import Words
from bot.i18n.times import pace_line, pace_of
from bot.intents import parse_custom_id
from engine import OPTIONS, EndTurn

WORDS = Words()


def custom_ids(content: Content) -> list[str]:
    return [
        each.custom_id
        for row in content.rows
        for each in (row if isinstance(row, tuple) else (row,))
        if not isinstance(each, Button) or each.custom_id
    ]


def test_every_pace_is_told_in_a_line():
    assert {name: pace_line(WORDS, pace) for name, pace in PACES.items()} == {
        "relaxed": (
            "**Pace:** No limit. Time until the first reminder: 1 day. Between further "
            "reminders: 2 days."
        ),
        "daily": (
            "**Pace:** Time per decision: 1 day. Time until the first reminder: 12 hours. "
            "Between further reminders: 6 hours. When time runs out, I end the turn, "
            "adding and building nothing."
        ),
        "bank": (
            "**Pace:** Time bank: 3 days. Added for each decision: 8 hours. Time between "
            "reminders: 12 hours. When time runs out, I end the turn, adding and building "
            "nothing."
        ),
        "live": (
            "**Pace:** Time per decision: 5 minutes. Time between reminders: 2 minutes. "
            "Quiet hours and days off don't count. When time runs out, I end the turn, "
            "adding and building nothing."
        ),
        "unhurried": "**Pace:** No reminders, no limit.",
    }


def test_a_pace_keeps_its_name_whatever_happens_in_the_end():
    daily = PACES["daily"]
    assert daily.limit is not None
    asking = replace(daily, limit=replace(daily.limit, at_end=AtEnd.ASK))
    assert pace_of(asking) == "daily"
    assert pace_of(Pace(Reminders(hours(1), hours(1)))) is None
    assert "When time runs out, I ask the others whether to keep waiting." in pace_line(
        WORDS, asking
    )


async def test_the_opener_chooses_a_pace_and_the_door_says_it(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2, pace=UNHURRIED)
    assert "Pace:" not in lobby(WORDS, table).text  # as it always was
    table = await services.paces.choose(table.id, ANNA, PACES["bank"])
    assert table.pace == PACES["bank"]
    assert await services.games.get(table.id) == table
    told = pace_line(WORDS, PACES["bank"])
    assert told in lobby(WORDS, table).text
    assert told in set_up_page(WORDS, table).text
    table = await services.lobbies.join(table.id, BEN)
    assert told in lobby(WORDS, table).text
    first = current_turn(WORDS, table, "turn")
    assert told in first.text
    assert told in first.at_first
    assert told in help_page(WORDS, (), table.options, table.pace).text
    table = (await services.play.act(table.id, decider(table), EndTurn())).table
    assert told not in current_turn(WORDS, table, "turn").text


async def test_only_what_the_server_permits_can_be_chosen(services):
    rules = ServerRules(forbidden=("open",), paces=("daily", "live"), reminders=False)
    table = replace(await services.opening.open(ANNA, PLACE, "Ur", seats=2), rules=rules)
    paces = select(pace_page(WORDS, table, proposing=False), "Choose a pace").options
    assert [option.value for option in paces] == ["daily", "live"]
    assert not any("eminder" in (option.description or "") for option in paces)
    listed = select(set_up_page(WORDS, table), "Options: none").options
    assert {option.value for option in listed} == {*OPTIONS} - {"open"}
    presets = select(set_up_page(WORDS, table), "Preset").options
    assert "everything" not in {option.value for option in presets}
    # what the game has already stays there, to be given up
    had = replace(table, options=("open",))
    listed = select(set_up_page(WORDS, had), "Options: none").options
    assert [option.value for option in listed if option.chosen] == ["open"]


async def test_the_page_of_a_pace_shows_what_holds_and_what_can_be_chosen(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2, pace=PACES["bank"])
    page = pace_page(WORDS, table, proposing=False)
    assert "Time bank: 3 days. Added for each decision: 8 hours." in page.text
    assert "After three times in a row I offer the seat" in page.text
    options = select(page, "Choose a pace").options
    assert [option.value for option in options] == list(PACES)
    assert [option.value for option in options if option.chosen] == ["bank"]
    assert all(len(option.label) <= 100 for option in options)
    assert all(len(option.description or "") <= 100 for option in options)
    assert labels(page)[:2] == ["Then: end the turn", "Then: ask the others"]
    relaxed = replace(table, pace=PACES["relaxed"])
    proposing = pace_page(WORDS, relaxed, proposing=True)
    assert not any("Time up" in label for label in labels(proposing))
    assert "Your choice is proposed" in proposing.text
    for each in (page, proposing):
        for custom_id in custom_ids(each):
            parse_custom_id(custom_id, ["daily"])
    form = own_times_form(WORDS, table.id)
    assert all(len(field.label) <= 45 for field in (form, *form.further))


async def test_games_from_before_are_told_once_that_there_is_such_a_thing_as_a_pace(services):
    old, daily = await running(services), await paced(services, DAILY)
    waiting = await services.opening.open(ANNA, PLACE, "Kish")
    for _ in range(2):
        await services.paces.announce()
    told = [
        [
            entry.details
            for entry in await services.games.history(table.id)
            if entry.kind is Kind.TOLD
        ]
        for table in (old, daily, waiting)
    ]
    assert told == [[{"about": "pace"}], [], []]
    old = await services.games.get(old.id)
    assert "This game continues without them." in current_turn(WORDS, old, "turn").text
    later = await running(services)
    await services.paces.announce()
    assert (await services.games.get(later.id)).version == later.version


async def test_a_pace_that_was_agreed_upon_is_told(services):
    table = await running(services, 2)

    async def agree(draft: Draft) -> None:
        draft.add_entry(Kind.PACED, pace=PACES["daily"].dump(), why="agreed")
        draft.change_table(pace=PACES["daily"])

    table = await drafted(services, table, agree)
    told = "The pace has changed. Time per decision: 1 day."
    assert told in current_turn(WORDS, table, "turn").text
