"""A table's log, folded, is what is stored: after every entry of any life of a table."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop import ANNA, EVE, PEOPLE, PLACE, Clock, opened

from bot.changes import FOLDED_PLAYER, columns, states
from bot.domain.hint_rule import HintRule
from bot.domain.history import State, apply
from bot.domain.pace import PACES
from bot.domain.proposals import PROPOSED_BY_PLAYERS, Question, Topic
from bot.domain.refusals import Refused
from bot.domain.stored import dump_entry, load_log
from bot.ops.game_check import examine
from bot.store.queries import games, logs
from bot.use_cases import Patience, Services
from bot.use_cases.inside import changes_of
from engine import EndTurn, IllegalAction, Level
from tests.longer import longer

USERS = [*PEOPLE, EVE]
TOPICS = sorted(PROPOSED_BY_PLAYERS, key=[*Topic].index)
HAPPENINGS = st.lists(st.integers(0, 10**9), min_size=20, max_size=40)
ADMIN = USERS[3]


class Life:
    """A table to which anything happens that can, as numbers choose."""

    def __init__(self, store, clock):
        self.store, self.clock = store, clock
        self.services = Services(store, Random(7), clock, patience=Patience(lobby=2, idle=5))
        self.table = None
        self.entries = 0

    async def begin(self, chance):
        seats = chance.randint(2, 4)
        pace = chance.choice([*PACES.values()])
        options = chance.choice([(), ("display",)])
        self.table = await self.services.opening.open(
            ANNA, PLACE, "Ur", seats=seats, pace=pace, options=options
        )
        (header,) = await self.store.read(games.read_headers, games.numbered(self.table.id))
        row = header.game
        self.state = State(
            row.name, row.board, tuple(row.options), row.capacity, PLACE, pace=self.table.pace
        )
        await self.compare()

    async def go_on(self, chance):
        """Let something happen, if anything of what is tried is not refused."""
        if self.table.view is None:
            happenings = [self.sits, self.sits, self.gathers, self.starts]
        else:
            happenings = [self.plays, self.plays, self.plays, self.passes, self.agrees, self.waits]
        for _ in range(8):
            with suppress(Refused, IllegalAction):
                await chance.choice(happenings)(chance)
                break
        await self.compare()

    async def compare(self):
        """The projection of the log equals the stored columns."""
        self.table = await self.services.games.get(self.table.id)
        read = await self.store.read(changes_of(self.services).reader.read_one, self.table.id)
        rows = await self.store.read(logs.read_log, self.table.id)
        log = load_log(rows)
        assert [dump_entry(entry) for entry in log] == rows
        for entry in log[self.entries :]:
            self.state = apply(self.state, entry)
        self.entries = len(log)
        assert known(columns(self.state)) == known(columns(read.state))
        assert [*map(of_player, self.state.players)] == [*map(of_player, read.state.players)]
        assert [*map(undated, self.state.proposals)] == [*map(undated, read.state.proposals)]
        assert self.state.reached == read.state.reached
        assert self.state.quiet == read.state.quiet
        for seq, reached in states(self.state, self.state.turn).items():
            stored = await self.store.read(logs.read_state, self.table.id, seq)
            assert reached.game == type(reached)(seq, stored).game
        report = await self.store.read(examine, self.table.id)
        assert report.faults == ()

    def somebody(self, chance):
        """Mostly a player of the table."""
        users = [each.user_id for each in self.table.players]
        playing = [person for person in USERS if person.user_id in users]
        return chance.choice(playing if playing and chance.randrange(5) else USERS)

    # --- events --------------------------------------------------------------------------------

    async def sits(self, chance):
        lobbies, number, who = self.services.lobbies, self.table.id, chance.choice(USERS)
        match chance.randrange(6):
            case 0 | 1 | 2:
                await lobbies.join(number, who, chance.choice(["", "a word"]))
            case 3:
                await lobbies.leave(number, who)
            case 4:
                await lobbies.seat_computer(number, ANNA, Level.EASY, "Computer")
            case _:
                await lobbies.take_out(number, ANNA, who.user_id)

    async def gathers(self, chance):
        services, number, who = self.services, self.table.id, self.somebody(chance)
        match chance.randrange(9):
            case 0:
                seats = chance.choice([None, 2, 3, 4])
                await services.lobbies.configure(
                    number, ANNA, seats=seats, name="Uruk", options=("open",), only_invited=True
                )
            case 1:
                await services.invitations.invite(number, ANNA, [who.user_id])
            case 2:
                await services.invitations.ask(number, ANNA, [who.user_id])
            case 3:
                await services.invitations.ask_also(number, ANNA, who.user_id)
            case 4:
                await services.invitations.decline(number, who.user_id)
            case 5:
                await services.invitations.note_unreached(number, who.user_id)
            case 6:
                await services.sealing.give_word(number, who, "another")
            case 7:
                await services.hints.choose(number, ANNA, chance.choice([*HintRule]))
            case _:
                await services.paces.choose(number, ANNA, chance.choice([*PACES.values()]))

    async def starts(self, chance):
        if chance.randrange(4):
            await self.services.lobbies.start(self.table.id, ANNA)
        else:
            self.clock.advance(days=1)
            await self.services.expiry.expire(self.table.id)

    async def plays(self, chance):
        play, number = self.services.play, self.table.id
        decider = self.table.decider
        match chance.randrange(8):
            case 0 | 1 if self.table.undoer:
                await play.undo(number, self.table.undoer.user_id)
            case 7 if decider and decider.user_id:
                await play.act(number, decider.user_id, EndTurn())
            case 2 if decider and decider.user_id:
                await play.draw_the_rest(number, decider.user_id, always=True)
            case 3 if decider and decider.user_id:
                await play.draw_by_choice(number, decider.user_id)
            case _ if decider and decider.user_id:
                action = chance.choice(self.state.game.legal_actions())
                await play.act(number, decider.user_id, action)
            case _:
                await self.computes()

    async def computes(self):
        asked = await self.services.computers.to_decide(self.table.id)
        if asked is not None:
            action = asked.view.legal_actions()[0]
            await self.services.computers.act(self.table.id, [action], asked.seen)

    async def passes(self, chance):
        services, number = self.services, self.table.id
        seat = chance.randrange(len(self.table.players))
        at_seat = [each for each in USERS if each.user_id == self.table.players[seat].user_id]
        who = chance.choice([*at_seat, EVE])
        free = self.table.players[seat].free_since or 0
        match chance.randrange(9):
            case 0:
                await services.seats.offer(number, who, chance.choice([None, EVE.user_id]))
            case 1:
                await services.seats.keep(number, who.user_id)
            case 2 | 3:
                await services.seats.take(number, who, seat, free)
            case 4:
                await services.seats.refuse(number, who.user_id, seat, free)
            case 5:
                await services.admins.give_up_seat(number, PLACE.guild_id, ADMIN, seat)
            case 6:
                await services.admins.offer_seat(number, PLACE.guild_id, ADMIN, seat, EVE)
            case 7 if not chance.randrange(3):
                await services.play.resign(number, who.user_id)
            case _:
                await services.seats.note_unreached(number, EVE.user_id)

    async def agrees(self, chance):
        proposals, number = self.services.proposals, self.table.id
        who, seat = self.somebody(chance), chance.randrange(len(self.table.players))
        open_one = chance.choice(self.table.proposals) if self.table.proposals else None
        match chance.randrange(5):
            case 0 | 1:
                question = Question(
                    topic := chance.choice(TOPICS),
                    seat if topic in {Topic.REPLACE, Topic.ABANDON, Topic.COMPUTER} else None,
                    EVE.user_id if topic is Topic.REPLACE else None,
                    level=Level.EASY if topic is Topic.COMPUTER else None,
                    name="Eve",
                    pace=PACES["live"] if topic is Topic.PACE else None,
                    hints=HintRule.ALWAYS if topic is Topic.HINTS else None,
                )
                await proposals.propose(number, who.user_id, question)
            case 2 | 3 if open_one:
                yes = bool(chance.randrange(4))
                await proposals.answer(number, who.user_id, open_one.seq, yes=yes)
            case _ if open_one:
                await proposals.withdraw(number, who.user_id, open_one.seq)
            case _:
                decider, version = self.table.decider, self.table.state_version
                await self.services.hints.count(number, (decider and decider.user_id) or 0, version)

    async def waits(self, chance):
        services, number = self.services, self.table.id
        self.clock.advance(seconds=chance.choice([1, 60, 3600, 24 * 3600]))
        match chance.randrange(8):
            case 0:
                await services.clocks.watch(number)
            case 1:
                await services.clocks.call_absent(number)
            case 2:
                await services.proposals.resolve(number)
            case 3:
                await services.expiry.ask_whether_it_goes_on(number)
            case 4:
                await services.clocks.end_turn_automatically(number)
            case 5:
                first = chance.choice([None, (self.clock.now + timedelta(days=1)).date()])
                await services.vacations.take_vacation(self.somebody(chance).user_id, 1, first)
            case 6:
                await services.vacations.log_vacations(number)
            case _:
                await services.vacations.end_vacation(self.somebody(chance).user_id)


def known(found):
    """Columns without the proposals, which are compared :func:`undated`."""
    return {name: value for name, value in found.items() if name != "proposals"}


def undated(proposal):
    """A proposal without its deadlines, which move with players' hours, without an entry."""
    return replace(proposal, deadlines=dict.fromkeys(proposal.deadlines), not_before=None)


def of_player(player):
    return [getattr(player, name) for name in FOLDED_PLAYER]


@pytest.mark.parametrize(
    "examples", [*longer([2, 25]), pytest.param(400, marks=pytest.mark.exhaustive)]
)
def test_what_is_stored_is_the_log_folded(examples):
    @settings(max_examples=examples)
    @given(st.randoms(use_true_random=False), HAPPENINGS)
    def check(chance, happenings):
        async def live():
            clock = Clock()
            with TemporaryDirectory() as folder:
                async with opened(Path(folder) / "games.sqlite3") as (store,):
                    life = Life(store, clock)
                    await life.begin(chance)
                    for number in happenings:
                        await life.go_on(Random(number))

        asyncio.run(live())

    check()
