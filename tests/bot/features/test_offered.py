"""Everything offered is accepted: in random games, all buttons that anybody sees are pressed.

Each press is carried out to its end, and then undone. Now and then one is kept, so that there are
plans, proposals and settings, too; the game itself goes on at random.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from discord import Permissions
from explorer import WORDS, Explorer
from tabletop import ANNA, BEN, PEOPLE, PLACE, act, game_of, person_at, running

from bot.commands import suggestions
from bot.commands.typed import about_leader, read_answer, read_cell, read_swap, read_tile
from bot.commands.typed_line import LineReader
from bot.counting import UNCOUNTED
from bot.delivery import PublicPost
from bot.domain.pace import UNHURRIED
from bot.domain.player import Person
from bot.domain.refusals import Refusal
from bot.domain.table import Status, Table
from bot.intents import UserRequest
from bot.intents.board import SeeDesk, WhyNot
from bot.intents.games import SeeGames
from bot.intents.hints import SeeBestTurn, SeeHintRule
from bot.intents.learn import SeeLessons
from bot.intents.lobby import ChooseOptions, ChoosePreset, SeatComputer, SetUp, SetUpPeople
from bot.intents.pace import SeeHours, SeePace
from bot.intents.personal_data import ForgetMe, SeeOwnData
from bot.intents.planning import InPlan, InTry, SeePlan, Try
from bot.intents.preferences import SeeSettings
from bot.intents.proposals import Propose, SeeTable
from bot.intents.rules import SeeRule, SeeRules
from bot.intents.seats import Decline, Join, Leave, Start
from bot.intents.solo import SeeSolo
from bot.intents.turn import (
    Act,
    AskEnd,
    AskLine,
    AskSwap,
    ChooseRow,
    ChooseSpace,
    ChooseSwap,
    Move,
    Resign,
)
from bot.posts.posts_due import Due
from bot.use_cases.inside import AllSeats
from engine import OPTIONS, PlaceCatastrophe, PlaceTile
from tests.accessibility import faults_in
from tests.engine.random_games import choose

UNPRESSED = (
    SeeRule,  # a page of the rules, or a lesson, leads to all others: they have tests of their own
    SeeRules,
    SeeLessons,
    SeeBestTurn,  # the engine worker is asked
)
TOLD_WHY = {
    Refusal.SAME_PACE,  # what holds now is in the list of what can be chosen
    Refusal.SAME_HINTS,
    Refusal.ALREADY_PROPOSED,  # `/pace` shows what could be proposed while something is
    Refusal.ON_VACATION,  # that nobody plays a seat is proposed of anybody's
    Refusal.PROPOSED_LATELY,  # the refusal of a repeated proposal says when it is possible
}
"""Refusals that are allowed on one's own pages."""
FOR_ALL = {
    Refusal.NOTHING_TO_UNDO,  # the button stands below every turn: who may not is told why
    Refusal.UNDO_NOT_YOURS,
    Refusal.UNDO_AUTOMATIC,
    Refusal.UNDO_REVEALED,
    Refusal.PAUSED,
    Refusal.NOT_YOURS_TO_ANSWER,  # all see a proposal, and whom it asks
    Refusal.NOT_YOUR_PROPOSAL,
    Refusal.PLAYS_THERE,  # and a seat that is free
    Refusal.SEEN_ANOTHER_HAND,
    Refusal.SEAT_FOR_ANOTHER,
}
"""Refusals that are allowed for buttons on public messages."""
IN_LOBBY = {
    Refusal.FEWER_SEATS  # all numbers of seats stand there
}
FOR_ALL_IN_LOBBY = {
    Refusal.ONLY_OPENER_CONFIGURES,  # one message for all who could join, sit there, or opened it
    Refusal.ALREADY_JOINED,
    Refusal.GAME_FULL,
    Refusal.ONLY_INVITED,
}
OWN = (SeeSettings(), SeeHours(), SeePace(), SeeSolo(), SeeGames(), SeeOwnData())
OF_EVERY_GAME = {
    *(Act, AskEnd, ChooseRow, ChooseSpace, ChooseSwap, Move, WhyNot),
    *(InPlan, InTry, Propose),
}
"""Some of what must have been pressed, or nothing is shown by it."""


class Drawn(NamedTuple):
    """A game at random."""

    seed: int
    players: int
    board: str
    options: Sequence[str] = ()

    def __str__(self):
        return "-".join(map(str, (self.seed, self.players, self.board, *self.options)))


SHORT = Drawn(1, 2, "classic", ("buildings", "display", "ziggurat"))
LONG = [Drawn(3, 2, "classic", OPTIONS), Drawn(5, 4, "advanced", OPTIONS)]


async def posted(services, table):
    """The messages that everybody has before them."""

    async def record(_):
        return ""

    everyone = await AllSeats(services).everyone(table.id)
    posts = Due(record)(everyone, frozenset())
    return [post.content for post in posts if isinstance(post, PublicPost)]


async def press_everything(explorer, table, budget):
    """Press the players' pages, mostly the decider's. Return the presses that would be stored."""
    posts = await posted(explorer.services, table)
    stored = []
    for seat in range(len(table.players)):
        person = person_at(table, seat)
        decides = table.decider is not None and table.decider.user_id == person.user_id
        some = 4 * budget if decides else budget
        wanted = (SeeDesk(), SeeTable()) if decides else (SeePlan(), Try())
        for first in (*wanted, explorer.rng.choice(OWN)):
            stored += await explorer.explore(
                person, table.id, first, budget=some, may=frozenset(TOLD_WHY)
            )
            some = budget
        stored += await explorer.explore(
            person, table.id, *posts, budget=budget, may=frozenset(TOLD_WHY | FOR_ALL)
        )
    return [press for press in stored if not issubclass(press.kind[-1], Resign | ForgetMe)]


async def moments(services, table, rng, every):
    """The table after every few decisions, and at the first question of each kind."""
    known, step = set(), 0
    while table.status is Status.RUNNING and not table.paused:
        kind = type(game_of(table).decision)
        if step % every == 0 or kind not in known:
            known.add(kind)
            yield table
            table = await services.games.get(table.id)
        else:
            action = choose(rng, game_of(table))
            table = await act(services, table, action)
        step += 1
    yield table


@pytest.mark.parametrize("label", ["♚", "№ 1", "1001", "J7", "A"])
def test_a_label_without_a_word_is_a_fault(label):
    """A space is enough where the page asks for one."""
    assert faults_in("", [label], [], 0)
    assert bool(faults_in("Choose a space:", [label], [], 0)) == (label not in {"J7", "A"})


async def test_what_can_be_pressed_before_a_game_is_accepted(services, clock):
    explorer = Explorer(services, clock, Random(0), 3, (*UNPRESSED, Start, Leave, Decline))
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=4, pace=UNHURRIED)
    table = await services.lobbies.join(table.id, BEN)
    for _ in range(2):
        assert table.status is Status.LOBBY
        stored = []
        for first in (SetUp(), SetUpPeople(), SeePace(), SeeHintRule()):
            stored += await explorer.explore(
                ANNA, table.id, first, budget=15, may=frozenset(IN_LOBBY)
            )
        for person in PEOPLE:
            posts = await posted(services, table)
            stored += await explorer.explore(
                person, table.id, *posts, budget=15, may=frozenset(IN_LOBBY | FOR_ALL_IN_LOBBY)
            )
        await explorer.press_and_store(explorer.rng.choice(stored), table.id)
        table = await services.games.get(table.id)
    assert not explorer.refused
    assert explorer.pressed >= {ChoosePreset, ChooseOptions, SeatComputer, Join}


# --- suggestions ---------------------------------------------------------------------------------


@dataclass
class Typist:
    """Types commands, and takes their suggestions."""

    explorer: Explorer
    table: Table
    person: Person

    async def suggested(self, suggest, typed="", **options):
        """Some of what is suggested for an option, beside other *options*; as it is sent."""
        client = SimpleNamespace(
            rate_limits=None,
            services=self.explorer.services,
            counts=UNCOUNTED,
            get_guild=lambda number: number,
        )
        interaction = SimpleNamespace(
            client=client,
            user=SimpleNamespace(id=self.person.user_id, global_name=None, name=""),
            guild_id=PLACE.guild_id,
            channel_id=PLACE.channel_id,
            context=SimpleNamespace(dm_channel=False),
            locale="en",
            permissions=Permissions.none(),
            app_permissions=Permissions.none(),
            **dict.fromkeys(("channel", "guild", "guild_locale", "message")),
            namespace=SimpleNamespace(**options),
        )
        choices = await suggest(interaction, typed)
        return [choice.value for choice in self.explorer.rng.sample(choices, min(3, len(choices)))]

    async def sends(self, intent):
        """The command is used."""
        services = self.explorer.services
        visit = await services.visits.of(self.table.id, self.person.user_id)
        self.explorer.pressed.add(type(intent))
        await self.explorer.press(visit, self.person, UserRequest(intent))

    async def types_everything(self):
        """Every command that is suggested anything for."""
        for colour in await self.suggested(suggestions.suggest_colours):
            for cell in await self.suggested(suggestions.suggest_tile_cells, colour=colour):
                tile = PlaceTile(read_tile(WORDS, colour), read_cell(WORDS, cell))
                await self.sends(Move(tile))
        for leader in await self.suggested(suggestions.suggest_leaders):
            for cell in await self.suggested(suggestions.suggest_leader_cells, leader=leader):
                await self.sends(about_leader(WORDS, leader, read_cell(WORDS, cell)))
        for leader in await self.suggested(suggestions.suggest_leaders_on_board):
            await self.sends(about_leader(WORDS, leader, None))
        for cell in await self.suggested(suggestions.suggest_catastrophe_cells):
            await self.sends(Move(PlaceCatastrophe(read_cell(WORDS, cell))))
        for tiles in await self.suggested(suggestions.suggest_swaps):
            await self.sends(read_swap(WORDS, tiles))
        for answer in await self.suggested(suggestions.suggest_answers):
            await self.sends(read_answer(WORDS, answer))
        line = ""
        for _ in range(3):
            lines = await self.suggested(suggestions.suggest_lines, line)
            for each in lines:
                await self.sends(LineReader.of(WORDS).read(each))
            line = f"{lines[0]} " if lines else ""


@pytest.mark.parametrize(
    ("game", "every", "budget"),
    [
        pytest.param(SHORT, 500, 3, id=str(SHORT)),
        *(pytest.param(each, 150, 5, id=str(each), marks=pytest.mark.slow) for each in LONG),
    ],
)
async def test_what_can_be_pressed_or_is_suggested_in_a_game_is_accepted(
    services, clock, caplog, game, every, budget
):
    explorer = Explorer(services, clock, Random(game.seed), 2, UNPRESSED)
    start = await running(services, game.players, board=game.board, options=game.options)
    async for table in moments(services, start, explorer.rng, every):
        if table.decider is not None:
            person = person_at(table, table.players.index(table.decider))
            await Typist(explorer, table, person).types_everything()
        if stored := await press_everything(explorer, table, budget):
            await explorer.press_and_store(explorer.rng.choice(stored), table.id)
    assert not explorer.refused
    assert explorer.pressed >= OF_EVERY_GAME | {AskSwap, AskLine}
    assert not caplog.records  # a fault while suggesting is logged
