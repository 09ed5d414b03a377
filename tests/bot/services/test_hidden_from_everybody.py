"""A table and its log contain nothing hidden, at any depth."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from random import Random

from tabletop import ANNA, BEN, act_at_random, running, whole

from bot.domain import Kind, Orders, Plan, Seat, Seed, Status
from bot.services import Services
from bot.services.inside import changes_of
from engine import Game, Hand, OpenView, Score, SeatView, StandingOrder

HIDDEN = Hand | Score | Seat | SeatView | OpenView | Game | Orders | Plan | Seed
NOTE = "my note: attack from the north"


def parts(value):
    """A value and all its parts."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from parts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for item in value.items():
            yield from parts(item)
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from parts(item)


async def test_a_table_holds_no_hand_bag_secret_or_private_data(store, clock):
    services = Services(store, Random(5), clock)
    table = await running(services, 3, options=["display", "ziggurat"])
    await services.preferences.set_standing_order(BEN.user_id, StandingOrder.ALL, table.id)
    await services.notes.keep_note(ANNA.user_id, table.id, NOTE)
    reader = changes_of(services).reader
    secret = await reader.secret(await reader.one(table.id))
    start, dice = whole(table), Random(5)
    for _ in range(12):
        log = await services.games.history(table.id)
        assert_nothing_hidden(table, log, [start.bag, whole(table).bag, secret, NOTE])
        table = (await act_at_random(services, table, dice)).table
        if table.status is not Status.RUNNING:
            break
    assert {Kind.STARTED, Kind.ACTED} <= {entry.kind for entry in log}


def assert_nothing_hidden(table, log, texts):
    told = list(parts((table, log)))
    assert "Game(" not in repr(table)
    assert [type(each) for each in told if isinstance(each, HIDDEN)] == []
    words = [each for each in told if isinstance(each, str)]
    for hidden in texts:
        assert len(hidden) > 20
        assert [each for each in words if hidden[:20] in each] == []
