"""Looking back on a game that has ended: how it went, step by step, and what if."""

import asyncio
import re
from functools import cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from random import Random

import pytest
from seated import GAMES, handle, handle_request
from sqlalchemy import update
from tabletop import ANNA, BEN, EVE, act, decider, ended, opened, play_out, running

from bot.content.message import Button, Select
from bot.domain.ended.review import Analysis
from bot.domain.refusals import Refused
from bot.domain.table import Status
from bot.engine_worker import EngineWorker, WorkerBusy
from bot.intents import CUSTOM_ID, parse_custom_id, parse_intent
from bot.intents.review import InWhatIf, SeeCourse, SeeStep, WhatIf
from bot.store.queries import analyses
from bot.store.schema.tables import analysis as kept_analyses
from bot.store.schema.tables import entry
from bot.use_cases import Services
from engine import (
    ConflictOpened,
    EndTurn,
    MattersAs,
    Step,
    asked_of,
    expected_at,
    judge,
    moments_of,
    played_turns,
    questions_worth_asking,
    read_game,
    turns_that_mattered,
)
from tests.dice import LoadedDice
from tests.patience import LONG

RECORD = GAMES / "two_people.te"
STEPS = [step for step in read_game(RECORD.read_text()) if isinstance(step, Step)]


@pytest.fixture
async def worker():
    worker = EngineWorker(late=LONG)
    yield worker
    await worker.close()


class Busy(EngineWorker):
    """A mind for which too much is waiting."""

    def ask(self, request, lane):
        raise WorkerBusy("too much is waiting")


class Held(EngineWorker):
    """A mind that gives one answer to a study, and the others once it may go on; it is counted."""

    def __init__(self):
        super().__init__(late=LONG)
        self.asked, self._answers = 0, 1
        self.go = asyncio.Event()

    def ask(self, request, lane):
        self.asked += 1
        return super().ask(request, lane)

    async def study(self, requests):
        self._answers -= 1
        if self._answers < 0:
            await self.go.wait()
        return await super().study(requests)


@cache
def worked_out_before():
    """The analysis of that game, without the first look for better turns."""
    steps = list(read_game(RECORD.read_text()))
    turns, course = played_turns(steps), expected_at(moments_of(steps))
    closer = questions_worth_asking(turns, course, [0.0] * len(turns), 1)
    judged = [(turns[at], judge(asked_of(steps, turns[at]))) for at in closer]
    return Analysis(course, turns_that_mattered(judged)).dump()


async def analysed(store, clock):
    """The game of :func:`played`, of which everything is known already."""
    services, table = await played(store, clock)
    text = worked_out_before()
    await store.write(analyses.write_analysis, table.id, table.state_version, text)
    return services, table


async def played(store, clock):
    """A whole game of two: Anna is the pot, Ben the bull."""
    services = Services(store, LoadedDice.of(RECORD.read_text()), clock, sealing=False)
    table = await replayed(services, await running(services, 2), STEPS)
    assert table.status is Status.OVER
    return services, table


async def ended_early(store, clock):
    """The beginning of it: Ben resigns, so that Anna has won."""
    services = Services(store, LoadedDice.of(RECORD.read_text()), clock, sealing=False)
    table = await replayed(services, await running(services, 2), STEPS[:29])
    return services, (await services.play.resign(table.id, BEN.user_id)).table


async def replayed(services, table, steps):
    """The table once these decisions were taken, as many of a turn together as can be."""
    for _, taken in groupby(steps, attrgetter("dynasty")):
        actions = tuple(step.action for step in taken)
        while actions:
            outcome = await services.play.act_line(table.id, decider(table), actions)
            table, actions = outcome.table, outcome.left_over.actions
    return table


def buttons(page):
    every = [each for row in page.rows if isinstance(row, tuple) for each in row]
    assert len({each.custom_id for each in every if isinstance(each, Button)}) == len(every)
    assert all(len(each.custom_id) <= CUSTOM_ID for each in every if isinstance(each, Button))
    return {each.label: each.custom_id for each in every if isinstance(each, Button)}


async def pressed(services, page, label, worker):
    """The answer to a press on the button whose label begins so."""
    custom_id = next(each for own, each in buttons(page).items() if own.startswith(label))
    page = await handle_request(services, EVE, parse_custom_id(custom_id), worker)
    buttons(page)
    return page


async def worked_out(page):
    """The complete page."""
    while page.later is not None:
        page = await page.later()
    return page


# --- the course of the game ----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.sqlite
async def test_it_is_computed_once_for_all_and_stored_with_progress_shown_meanwhile(store, clock):
    services, table = await ended_early(store, clock)
    mind = Held()
    try:
        page = await handle(services, table, SeeCourse(), worker=mind)
        assert "working out where it was won … 0%" in page.text
        assert list(buttons(page)) == ["Step through", "Story"]
        while "… 0%" in page.text:
            page = await page.later()
        assert re.search(r"where it was won … [1-9]\d?%\. It will appear here\.", page.text)
        assert list(buttons(page)) == ["Step through", "Story"]
        other = await handle(services, table, SeeCourse(), EVE, mind)
        mind.go.set()
        for waiting in await asyncio.gather(worked_out(page), worked_out(other)):
            assert waiting.text.startswith("**Ur**: where it was won\n**Anna** wins. Everyone else")
            assert waiting.picture.alt.startswith("Expected places after turns 0, 1, 2,")
            assert waiting.picture.draw().startswith(b"\x89PNG")
            *mattered, step, story = buttons(waiting)
            assert mattered
            assert [label[:2] for label in mattered] == ["1:", "2:", "3:"][: len(mattered)]
            assert (step, story) == ("Step through", "Story")
        review = await services.reviews.of(table.id)
        turns = len(review.turns)
        assert turns < mind.asked <= turns + (turns + 1) // 8 + 1 + 6
        asked = mind.asked
        found = await services.reviews.analysis(review, mind)
        again = Services(store, Random(1), clock)  # with nothing in memory
        loaded = await again.reviews.analysis(await again.reviews.of(table.id), mind)
        assert mind.asked == asked
        assert [each.turn for each in loaded.mattered] == [each.turn for each in found.mattered]
        assert loaded == Analysis.load(found.dump(), review.turns)
        page = await handle(again, table, SeeStep(10**6), worker=mind)
        assert "**Step through**" not in page.text
        assert "What if …" in buttons(page)
    finally:
        await mind.close()


async def test_when_the_engine_worker_is_busy_the_game_can_be_stepped_through_all_the_same(
    store, clock, worker
):
    services, table = await played(store, clock)
    busy = Busy()
    page = await worked_out(await handle(services, table, SeeCourse(), worker=busy))
    assert "I'm too busy to find where it was won" in page.text
    assert list(buttons(page)) == ["Where it was won", "Step through"]
    page = await pressed(services, page, "Step through", busy)
    assert "· the start" in page.text
    tried = await pressed(services, page, "What if", busy)
    assert "I can't work out the chances just now." in tried.text
    headings = []
    for label in (
        "Step forward",
        "Step forward",
        "Next turn",
        "Next turn",
        "Step back",
        "Previous turn",
        "Last",
        "First",
    ):
        page = await pressed(services, page, label, worker)
        headings.append(page.text.split("\n")[0])
        assert "Hands: **Anna** " in page.text
    assert [line.rpartition("decision ")[2] for line in headings[:7]] == [
        f"{step} of 77" for step in (1, 2, 3, 8, 7, 3, 77)
    ]
    assert "the start" in headings[7]
    assert "Anna** to play – 2 actions left" in page.text
    for step in (-1, -(10**30), 78, 10**30):
        page = await handle(services, table, SeeStep(step), worker=worker)
        assert ("the start" if step < 0 else "decision 77 of 77") in page.text
        assert ("What if …" in buttons(page)) == (step < 0)


async def test_buttons_jump_to_the_readers_last_turn_and_the_next_conflict(store, clock, worker):
    services, table = await played(store, clock)
    review = await services.reviews.of(table.id)
    bens = [turn.end for turn in review.turns if turn.seat == table.player_of(BEN.user_id).seat]
    conflicts = [
        number
        for number, each in enumerate(STEPS, 1)
        if any(isinstance(event, ConflictOpened) for event in each.events)
    ]

    async def jump(person, label, start):
        page, steps = await handle(services, table, SeeStep(start), person, worker), []
        for _ in range(len(bens) + len(conflicts)):
            request = parse_custom_id(buttons(page)[label])
            steps.append(request.intent.step)
            page = await handle_request(services, person, request, worker)
        return steps

    back = await jump(BEN, "My last turn", review.steps)
    before = [end for end in bens[::-1] if end < review.steps]
    assert back[: len(before)] == before
    assert set(back) == set(bens), "and round again"
    for start in (0, review.steps):
        assert (await jump(BEN, "Next conflict", start))[: len(conflicts)] == conflicts
    assert "My last turn" not in buttons(await handle(services, table, SeeStep(9), EVE, worker))


async def test_a_turn_that_mattered_says_so_and_what_was_better_can_be_seen(store, clock, worker):
    services, table = await analysed(store, clock)
    review = await services.reviews.of(table.id)
    found = (await services.reviews.analysis(review, worker)).mattered
    mistakes = [each for each in found if each.reason is MattersAs.MISTAKE]
    page = await handle(services, table, SeeCourse(), worker=worker)
    for number, each in enumerate(found, 1):
        at = await pressed(services, page, f"{number}: turn {each.turn.number}", worker)
        assert f"· turn {each.turn.number} of 24" in at.text
        assert f"**{number}** · turn {each.turn.number}" in at.text
        assert ("Show the better turn" in buttons(at)) == (each in mistakes)
        if each in mistakes:
            before, after, best = (
                f"{round(100 * share)}%" for share in (each.before, each.after, each.better.share)
            )
            name = review.holder_of(each.turn)
            assert f"turn {each.turn.number}, **{name}**: {before} → {after}" in at.text
            assert f"was better, at {best} instead of {after}." in at.text
            assert "`" not in page.text
            tried = await pressed(services, at, "What if …", worker)
            assert f"in turn {each.turn.number}?" in tried.text  # it begins before the mistake
            assert f"You play for **{name}**." in tried.text
            better = await pressed(services, at, "Show the better turn", worker)
            assert "> **" in better.text
            # the same figures as in the list
            assert f"**{name}** {before} → {best}" in better.text
    assert mistakes

    # an outdated stored analysis is computed again
    for text in ("", "[]", "{}", '{"format":2}', '{"format":3,"course":[]}', "{"):
        await store.write(analyses.write_analysis, table.id, table.state_version, text)
        assert await services.reviews.stored(review) is None
    await store.write(analyses.write_analysis, table.id, table.state_version - 1, "{}")
    assert await store.read(analyses.read_analysis, table.id, table.state_version) is None
    await store.write(analyses.write_analysis, table.id, table.state_version, "new")
    assert await store.read(analyses.read_analysis, table.id, table.state_version) == "new"
    assert await store.read(analyses.read_analysis, table.id, table.state_version - 1) is None


# --- what if -------------------------------------------------------------------------------------


HOSTILE = [
    WhatIf(0, (STEPS[8].action,)),
    InWhatIf(0, (), parse_intent("do:+6")),
    InWhatIf(0, (), parse_intent("move:Ak@A1")),
    InWhatIf(77, (), parse_intent("do:end")),
    InWhatIf(10**20, (), parse_intent("end")),
    InWhatIf(0, (), parse_intent("resign!")),
    InWhatIf(0, (), parse_intent("line:end;r@E5;x@A1")),
    InWhatIf(0, (), parse_intent("if:0|")),
    InWhatIf(0, (), parse_intent("step:3")),
]


@pytest.mark.sqlite
async def test_whatever_is_pressed_as_another_move_only_a_page_comes_of_it(store, clock, worker):
    services, table = await played(store, clock)
    before = await services.games.record(table.id)
    for intent in HOSTILE:
        assert (await handle(services, table, intent, EVE, worker)).text
        assert await services.games.record(table.id) == before
        assert (await services.games.get(table.id)).version == table.version
    page = await handle(services, table, WhatIf(0), EVE, worker)
    assert "You play for **Anna**." in page.text
    page = await pressed(services, page, "King", worker)  # a suggested move
    assert "> **Anna** places the 🏺⬛ King on" in page.text
    assert "Chance to win: **Anna** " in page.text
    assert page.text.count(" → ") == 2
    keypad = await pressed(services, page, "Zoom", worker)
    page = await pressed(services, keypad, "Back", worker)
    assert "> **Anna** places the 🏺⬛ King on" in page.text
    page = await pressed(services, page, "End turn", worker)
    assert "You play for **Ben**." in page.text
    assert "**Anna** ends the turn" in page.text
    page = await pressed(services, page, "Step back", worker)
    assert "You play for **Anna**." in page.text
    page = await pressed(services, page, "Step back", worker)
    assert "> " not in page.text
    page = await pressed(services, page, "Back to the game", worker)
    assert "the start" in page.text

    # questions on the way are answered for everybody
    page = await handle(services, table, WhatIf(4), EVE, worker)
    assert "You play for **" in page.text
    page = await pressed(services, page, "Add 0", worker)
    assert "> **Ben** adds no tiles." in page.text
    page = await pressed(services, page, "Add 0", worker)
    assert " wins, " in page.text
    page = await handle(services, table, WhatIf(40), EVE, worker)
    for label in buttons(page):
        if label != "Legend":
            assert (await pressed(services, page, label, worker)).text

    # a line ends where no button could bear more
    review = await services.reviews.of(table.id)
    line = [step.action for step in STEPS]
    for count in range(1, 16, 7):
        page = await handle(services, table, WhatIf(0, tuple(line[:count])), worker=worker)
        found = buttons(page)
        for row in page.rows:
            assert not isinstance(row, Select) or len(row.custom_id) <= CUSTOM_ID
        full = "That's as far as I can follow" in page.text
        assert full or len(found) > 4
    assert full
    assert review.then(0, line).table.status is Status.OVER
    assert await services.games.record(table.id) == before


async def test_nothing_is_shown_of_a_running_game(services, worker):
    table = await running(services, 2)
    lobby = await services.opening.open(ANNA, table.place, "Uruk")
    for intent in (SeeCourse(), SeeStep(0), WhatIf(0), InWhatIf(0, (), parse_intent("do:end"))):
        with pytest.raises(Refused) as refused:
            await handle(services, table, intent, worker=worker)
        assert str(refused.value) == "Ur isn't over yet. That would reveal hidden information."
        with pytest.raises(Refused, match="hasn't started yet"):
            await handle(services, lobby, intent, worker=worker)


# --- games that ended otherwise ------------------------------------------------------------------


async def test_of_a_game_in_which_nothing_was_played_that_is_said(services, worker):
    table = await ended(services)
    with pytest.raises(Refused, match="No one took a turn in Ur"):
        await handle(services, table, SeeCourse(), worker=worker)


async def test_a_game_by_other_rules_says_so(store, services, clock, worker):
    """Such as one that was played before a rule was put right."""
    table = await running(services, 2)
    table = await act(services, table, EndTurn(), EndTurn())
    table = (await services.play.resign(table.id, BEN.user_id)).table

    def forge(connection):
        connection.execute(update(entry).where(entry.c.text == "end").values(text="Ak@A1"))

    await store.write(forge)
    again = Services(store, Random(1), clock)
    with pytest.raises(Refused, match="The rules have changed since"):
        await handle(again, table, SeeCourse(), worker=worker)


@pytest.mark.slow
@pytest.mark.sqlite
async def test_random_games_with_everything_are_looked_back_on(store, services, worker):
    options = ("buildings", "display", "english", "ziggurat")
    table = await running(services, 3, board="advanced", options=options)
    table = await play_out(store, services, table)
    review = await services.reviews.of(table.id)
    for step in range(0, review.steps + 1, 40):
        for intent in (SeeStep(step), WhatIf(step)):
            page = await handle(services, table, intent, worker=worker)
            assert len(page.text) <= 2000
            buttons(page)


FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.mark.slow
@pytest.mark.sqlite
async def test_games_of_former_versions_are_looked_back_on(tmp_path, clock, worker):
    path = tmp_path / "games.sqlite3"
    path.write_bytes((FIXTURES / "version_0_1_0.sqlite3").read_bytes())
    async with opened(path) as (store,):
        services = Services(store, Random(1), clock)
        table = await services.games.get(9)
        page = await handle(services, table, SeeStep(17), EVE, worker)
        assert "decision 17 of" in page.text
        assert page.picture.draw()


def test_an_analysis_that_is_kept_holds_no_hand():
    """It is the same for all, and public."""
    assert {column.name for column in kept_analyses.columns} == {"game_id", "version", "text"}
