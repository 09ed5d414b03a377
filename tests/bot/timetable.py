"""Shared by the tests of time: tables with a pace, due rows, calls, and texts of pages."""

from datetime import timedelta

from tabletop import (
    ANNA,
    FOUR_AGAINST_TWO,
    PEOPLE,
    PLACE,
    act,
    catastrophe,
    change_directly,
    game_of,
    table_at,
)

from bot.changes import CALL, CLOCK, END_TURN, NOTIFY, PLANNED, PROPOSAL, WAITED
from bot.content.message import Select
from bot.delivery import Agenda
from bot.domain.entries import PaceChanged
from bot.domain.pace import AtEnd, Limit, Pace, Reminders
from bot.domain.table import Status
from bot.store.queries import due
from bot.use_cases import EXPIRY, IDLE, VACATION
from bot.use_cases.besides_playing import OFFERS
from engine import ActionDecision, parse_action
from tests.engine.diagram import draw


def hours(count):
    return timedelta(hours=count)


DAILY = Pace(limit=Limit(hours(24)))
BANK = Pace(limit=Limit(hours(8), hours(72)))
ASKING = Pace(limit=Limit(hours(24), at_end=AtEnd.ASK))
LETTING_GO = Pace(limit=Limit(hours(24), at_end=AtEnd.LET_GO))
REMINDING = Pace(Reminders(hours(12), hours(6)))


async def paced(services, pace, players=3, *, options=(), name="Ur"):
    """A game at that pace which has just started."""
    table = await services.opening.open(
        ANNA, PLACE, name, seats=players, options=options, pace=pace
    )
    for person in PEOPLE[1:players]:
        table = await services.lobbies.join(table.id, person)
    assert table.status is Status.RUNNING
    return table


async def change(services, table, entry):
    """Change a table as an agreement would."""
    return await change_directly(services, table, lambda change: change.then(entry))


async def at_war(store, clock, pace):
    """Anna attacks: she is asked how many tiles to add, then Ben is."""
    game = draw(FOUR_AGAINST_TWO, hands={"A": "rrkkkk", "B": "rrrrgg"}).game
    services, table = await table_at(store, clock, game)
    table = await change(services, table, PaceChanged(pace))
    while isinstance(game_of(table).decision, ActionDecision) and game_of(table).actions_left > 1:
        table = await act(services, table, catastrophe(table))
    return services, await act(services, table, parse_action("Ak@H3"))


TWO_WARS = """
    Ak r  .  r  Bk
    Ag r  .  r  Bg
    k  .  .  g  .
    g  .  .  k  .
"""


async def choosing_a_war(store, clock, pace):
    """Anna has joined two kingdoms: she is asked which war comes first."""
    game = draw(TWO_WARS, hands={"A": "rrkkgg", "B": "rrkkgg"}).game
    services, table = await table_at(store, clock, game)
    table = await change(services, table, PaceChanged(pace))
    return services, await act(services, table, parse_action("r@H2"))


async def wait(store, services, clock, **later):
    """Let time pass and handle due rows at their times; return the next due time."""
    until = clock.now + timedelta(**later)
    doing = {
        CALL: services.clocks.call_absent,
        CLOCK: services.clocks.watch,
        END_TURN: services.clocks.end_turn_automatically,
        EXPIRY: services.expiry.expire,
        IDLE: services.expiry.ask_whether_it_goes_on,
        NOTIFY: services.notifications.send_due,
        PLANNED: services.planned.play,
        PROPOSAL: services.proposals.resolve,
        WAITED: services.long_waits.report,
        **{kind: services.jobs[kind] for kind in OFFERS},
        VACATION: services.vacations.log_vacations,
    }
    alarms = []
    agenda = Agenda(store, clock, doing, alarms.append)
    while True:
        await agenda.look()
        coming = await next_due(store, *doing)
        if coming is None or coming > until:
            clock.now = until
            return [] if coming is None else [coming]
        clock.now = max(coming, clock.now)


async def next_due(store, *kinds):
    """The earliest due time."""
    rows = [
        row
        for kind in kinds or (CALL, CLOCK, END_TURN)
        for row in await store.read(due.read_kind, kind)
    ]
    return min((row.at for row in rows), default=None)


async def entries_of(services, table, *kinds):
    """The entries of these kinds."""
    return [entry for entry in await services.games.history(table.id) if entry.kind in kinds]


async def calls(services, table, seat):
    """The entries with which a seat was called."""
    return [entry for entry in await services.games.history(table.id) if entry.called == seat]


def timestamp(moment, style="R"):
    """A moment as Discord's markup."""
    return f"<t:{int(moment.timestamp())}:{style}>"


def select(content, placeholder):
    """The one select on a page whose placeholder begins so."""
    (found,) = (
        row
        for row in content.rows
        if isinstance(row, Select) and row.placeholder.startswith(placeholder)
    )
    return found


def labels(content):
    """The labels of a page's buttons."""
    return [each.label for row in content.rows if isinstance(row, tuple) for each in row]
