"""Presses everything that pages offer, one after the other, and stores nothing."""

import re
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace

import pytest
from seated import answer_in
from tabletop import PLACE, Clock

from bot.content.message import Button, Content, Select, TextForm
from bot.dispatch.context import AnswerInstead, LocationContext, TableContext
from bot.dispatch.handlers import is_about_game
from bot.domain.game_lookup import Origin
from bot.domain.player import Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import Member
from bot.engine_worker import EngineWorker, WorkerBusy
from bot.i18n import Words
from bot.intents import Intent, UserRequest, parse_custom_id
from bot.store import Store
from bot.use_cases import Services, play
from engine import IllegalAction, Reason
from tests.accessibility import faults_of

WORDS = Words()


class WouldStore(Exception):
    """The press was accepted, and its result would have been stored."""


@contextmanager
def rolled_back(only=None):
    """Roll back every transaction, or those of one store, at its end; of a line, raise any refusal.

    Beside that store the program itself may go on with another one.
    """
    write, in_a_row = Store.write, play.decide_in_a_row

    async def store_nothing(store, work, *args, **kwargs):
        if only is not None and store is not only:
            return await write(store, work, *args, **kwargs)

        def work_and_undo(connection):
            work(connection, *args, **kwargs)
            raise WouldStore

        return await write(store, work_and_undo)

    def all_in_a_row(change, seat, actions):
        change = in_a_row(change, seat, actions)
        if change.left_over.refusal is not None:
            raise change.left_over.refusal
        return change

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "write", store_nothing)
        patch.setattr(play, "decide_in_a_row", all_in_a_row)
        yield


def _sentences():
    """A pattern for refusals that a page itself contains, as those of a plan."""
    templates = [*(each.template for each in Reason), Refusal.STALE.value]
    spoken = (re.sub(r"\\{\w+\\}", ".+", re.escape(each)) for each in templates)
    return re.compile("|".join(spoken))


_REFUSED = _sentences()


@dataclass(frozen=True, slots=True)
class Press:
    """A press that a person can make."""

    person: Person
    custom_id: str
    values: tuple[str, ...] = ()

    @property
    def request(self):
        return parse_custom_id(self.custom_id, self.values)

    @property
    def kind(self):
        """Its kinds of intents; in a plan, or the like, also of the intent there."""
        return kinds_of(self.request.intent)


def kinds_of(intent):
    carried = getattr(intent, "meant", None)
    return (type(intent), *(kinds_of(carried) if carried else ()))


def presses_of(person, page):
    """Every press that a page offers; in a select each option alone, all, and none.

    Each must make sense to a listener.
    """
    assert faults_of(page) == [], page
    for row in page.rows:
        if isinstance(row, Select):
            chosen = [(option.value,) for option in row.options]
            if row.least == 0:
                chosen.append(())
            if row.most > 1:
                chosen.append(tuple(option.value for option in row.options)[: row.most])
            yield from (Press(person, row.custom_id, values) for values in chosen)
        elif isinstance(row, tuple):
            yield from (Press(person, each.custom_id) for each in row if isinstance(each, Button))


def location_of(person, clock):
    """A channel in which the person may do everything, but manage the server."""

    async def open_directs():
        return person.user_id + 1

    return SimpleNamespace(
        origin=Origin(person.user_id, PLACE.guild_id, PLACE.channel_id),
        guild_id=PLACE.guild_id,
        around=(),
        in_thread=False,
        in_directs=False,
        language="en",
        pressed=None,
        now=clock(),
        account_name=person.name,
        lacking=[],
        may_open_threads=True,
        can_be_checked=False,
        member=Member(frozenset(), manages=False),
        may_mention_all=False,
        bot_may_mention_all=False,
        is_in=lambda _: True,
        open_directs=open_directs,
    )


class NoWorker(EngineWorker):
    """A worker that answers nothing."""

    def ask(self, request, lane):
        raise WorkerBusy("nobody is there")


@dataclass
class Explorer:
    """Follows what pages offer, and notes what is refused."""

    services: Services
    clock: Clock
    rng: Random
    most: int
    """The number of presses of each kind on a page, drawn at random."""
    unpressed: tuple[type[Intent], ...]
    """Intents that are not pressed."""
    pressed: set[type[Intent]] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    store: Store | None = None
    """The store of the services, if the program has another one."""

    async def explore(self, person, table_id, *first, budget, may=frozenset()):
        """Press everything on these pages, and on those that follow, near ones first.

        *budget* is how many presses there are at most, *may* what may be refused for all that.
        Answers what would have been stored.
        """
        visit = await self.services.visits.of(table_id, person.user_id)
        waiting = deque()
        known = set()
        storing = []

        def offer(page):
            for press in self._some(presses_of(person, page)):
                if (what := (press.custom_id, press.values)) not in known:
                    known.add(what)
                    waiting.append(press)

        for root in first:
            page = root if isinstance(root, Content) else None
            if isinstance(root, Intent):  # wanted by a command, whether it is offered or not
                page, _ = await self.press(visit, person, UserRequest(root, table_id), may=None)
            if page is not None:
                offer(page)
        for _ in range(budget):
            if not waiting:
                break
            press = waiting.popleft()
            page, stores = await self.press(visit, person, press.request, may)
            self.pressed.update(press.kind)
            if stores:
                storing.append(press)
            if page is not None:
                offer(page)
        return storing

    def _some(self, offered):
        by_kind = {}
        for press in offered:
            kind = press.kind
            if not issubclass(kind[-1], self.unpressed) and not kind[0].manager_only:
                by_kind.setdefault(kind, []).append(press)
        return [
            press
            for some in by_kind.values()
            for press in self.rng.sample(some, min(self.most, len(some)))
        ]

    async def press(self, visit, person, request, may=frozenset()):
        """The page that is answered, if it is one, and whether anything would be stored.

        *may* is what may be refused; None for anything.
        """
        try:
            with rolled_back(self.store):
                page = await self._answer(visit, person, request)
        except WouldStore:
            return None, True
        except AnswerInstead as puzzled:
            return puzzled.content, False
        except (Refused, IllegalAction) as refusal:
            known = isinstance(refusal, Refused) and (may is None or refusal.refusal in may)
            if not known:
                self.refused.add(f"{request.intent}: {refusal}")
            return None, False
        if page is not None and (match := _REFUSED.search(page.text)):
            self.refused.add(f"{request.intent}: {match[0]}")
        return page, False

    async def _answer(self, visit, person, request):
        given = self.services, WORDS, person, request
        if is_about_game(request):
            context = TableContext(*given, visit=visit, worker=NoWorker())
        else:
            context = LocationContext(
                *given, location=location_of(person, self.clock), worker=NoWorker()
            )
        answer = await answer_in(context)
        return None if isinstance(answer, TextForm) else answer

    async def press_and_store(self, press, table_id):
        """Repeat the press, and store its result."""
        visit = await self.services.visits.of(table_id, press.person.user_id)
        await self._answer(visit, press.person, press.request)
