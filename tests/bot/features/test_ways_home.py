"""Every page reached from a desk leads back to it by its buttons alone."""

from collections import deque
from dataclasses import dataclass, field

import pytest
from explorer import WORDS, NoWorker, Press, location_of, presses_of
from seated import answer_in
from tabletop import ANNA, BEN, EVE, PLACE, Clock, act, decider, in_conflict, person_at, running

from bot.content.message import Back, Button, Content, DiscordSelect, TextForm
from bot.desk.answering import home_of, refused_page, with_way_home
from bot.dispatch.context import AnswerInstead, LocationContext, TableContext
from bot.dispatch.handlers import is_about_game
from bot.domain.pace import UNHURRIED
from bot.domain.player import Person
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refused
from bot.domain.table import Table
from bot.intents import Intent, Placement, UserRequest, parse_custom_id
from bot.intents.board import Help, SeeBoard, SeeDesk
from bot.intents.lobby import SetUp
from bot.intents.seats import Leave, Start
from bot.intents.turn import Resign
from bot.use_cases import Services
from engine import EndTurn, IllegalAction, Level

ENDS_IT = (Resign, Leave, Start)
"""Pressed last, because they end other pages."""
STEPS_HOME = 4
DESK = SeeDesk()


@dataclass
class Walker:
    """Presses everything from the first page on, and returns home from each page."""

    services: Services
    clock: Clock
    table: Table
    person: Person
    home: Intent = DESK
    """Shows the page that counts as home."""
    walked: set[tuple[bool, *tuple[type[Intent], ...]]] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)
    offered_at_home: set[str] = field(default_factory=set)
    to_desk: set[str] = field(default_factory=set)
    """Buttons by which the desk was shown."""

    async def walk(self):
        begun = await self.answer(UserRequest(self.home, self.table.id), None)
        self.offered_at_home = offered(begun)
        waiting, last = deque([begun]), list[tuple[Content, Press]]()
        while waiting or last:
            if waiting:
                page = waiting.popleft()
                pressed = [(page, press) for press in self.offered(page)]
            else:
                pressed = [last.pop()]
            for page, press in pressed:
                if waiting and issubclass(press.kind[-1], ENDS_IT):
                    last.append((page, press))
                elif shown := await self.press(page, press):
                    waiting.append(shown)

    def offered(self, page):
        """One press of each kind that the page offers."""
        users = (str(EVE.user_id),)
        chosen = (
            Press(self.person, row.custom_id, users)
            for row in page.rows
            if isinstance(row, DiscordSelect)
        )
        for press in (*presses_of(self.person, page), *chosen):
            kind = (not press.request.game, *press.kind)
            if kind not in self.walked:
                self.walked.add(kind)
                yield press

    async def press(self, page, press):
        """The page after that press, which must lead home."""
        below = press.request.intent.placed(press.request.game) is not Placement.IN_PLACE
        if below and self.home != DESK:
            return None  # home is still there
        shown = await self.answer(press.request, page)
        if shown is not None and not await self.comes_home(shown):
            self.lost.add(" ".join(kind.__name__ for kind in press.kind))
        return shown

    async def comes_home(self, page):
        """Press the way to the desk, otherwise *Back*."""
        for _ in range(STEPS_HOME):
            if self.is_home(page):
                return True
            buttons = [each for row in page.rows if isinstance(row, tuple) for each in row]
            ways = [each for each in buttons if isinstance(each, Back) or leads_to_desk(each)]
            if not ways:
                return False
            way = next(filter(leads_to_desk, ways), ways[0])
            if way.custom_id in self.to_desk:
                return True
            page = await self.answer(parse_custom_id(way.custom_id), page)
            if self.home == DESK and self.is_home(page):
                self.to_desk.add(way.custom_id)
        return False

    def is_home(self, page):
        if self.home == DESK:
            return bool(page.shows)
        return offered(page) >= self.offered_at_home - {"hints"}  # a rated game has none

    async def answer(self, request, page):
        """The answer as the client gives it; None for one that leaves the *page*."""
        home = None if page is None else home_of(custom_ids(page))
        given = self.services, WORDS, self.person, request
        if is_about_game(request):
            visit = await self.services.visits.of(self.table.id, self.person.user_id)
            context = TableContext(*given, visit=visit, worker=NoWorker())
            home = home if visit.seat is None else self.table.id
        else:
            location = location_of(self.person, self.clock)
            context = LocationContext(*given, location=location, worker=NoWorker())
        try:
            shown = await answer_in(context)
            if isinstance(shown, TextForm):
                texts = ["Ur", *("" for _ in shown.further)]
                return await self.answer(parse_custom_id(shown.custom_id, texts), page)
        except AnswerInstead:
            return None
        except (Refused, IllegalAction) as refusal:
            if not isinstance(context, TableContext):
                return None
            await context.look_again()
            shown = await refused_page(context, refusal)
        in_place = page is not None and request.intent.placed(request.game) is Placement.IN_PLACE
        return with_way_home(WORDS, shown, home, in_place=in_place)


def custom_ids(page):
    for row in page.rows:
        if not isinstance(row, tuple):
            yield row.custom_id
        else:
            yield from (each.custom_id for each in row if isinstance(each, Button))


def offered(page):
    """The buttons, by the words of their intents."""
    return {each.split(":")[4] for each in custom_ids(page)}


def leads_to_desk(button):
    return isinstance(button, Button) and home_of([button.custom_id]) is not None


async def on_turn(services):
    table = await running(services)
    return table, person_at(table, table.decider.seat)


async def waits(services):
    table = await running(services)
    return table, BEN if decider(table) == ANNA.user_id else ANNA


async def asked(services):
    table = await in_conflict(services)
    return table, person_at(table, table.decider.seat)


async def paused(services):
    """A game against a computer alone."""
    computer = (Level.EASY, "Computer (easy)")
    table = await services.opening.open_solo(ANNA, PLACE.channel_id, "Solo", [computer])
    pause = Question(Topic.PAUSE)
    return await services.proposals.propose(table.id, ANNA.user_id, pause), ANNA


async def over(services):
    table = await running(services, 2)
    table = await act(services, table, EndTurn())
    return (await services.play.resign(table.id, BEN.user_id)).table, ANNA


async def gathering(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=4, pace=UNHURRIED)
    return await services.lobbies.join(table.id, BEN), ANNA


async def looking_on(services):
    return await running(services), EVE


async def test_every_page_from_a_desk_leads_back_to_it(services, clock):
    """Intents about no game are pressed in the first scene that offers them."""
    anywhere = set()
    for scene in (on_turn, waits, asked, paused, over):
        walker = Walker(services, clock, *await scene(services), walked=set(anywhere))
        await walker.walk()
        assert not walker.lost, scene.__name__
        anywhere |= {kind for kind in walker.walked if kind[0]}


@pytest.mark.parametrize(
    ("scene", "home"), [(gathering, SetUp()), (looking_on, SeeBoard()), (looking_on, Help())]
)
async def test_a_page_that_replaces_another_leads_back_to_it(services, clock, scene, home):
    walker = Walker(services, clock, *await scene(services), home)
    await walker.walk()
    assert not walker.lost
