"""Lines, and a table at which they can be played."""

from tabletop import ANNA, running

from bot.commands.typed_line import LineReader
from bot.content.content import Content
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import answer_at_table
from bot.domain import Person, Table
from bot.i18n import Words
from bot.intents import Intent, UserRequest
from bot.services import Services
from engine import Action, parse_action

WORDS = Words()
READER = LineReader.of(WORDS)
OPENING = "krrbgg" + "kkrrbb" + "kkrrbb"
"""What Anna (A), Ben (B) and Cora (L) begin with."""


def line(text: str) -> tuple[Action, ...]:
    """A line in notation."""
    return tuple(map(parse_action, text.split()))


async def attacked(services: Services) -> Table:
    """Ben can attack Anna's King: it stands beside the temple on I7."""
    start = await running(services)
    return (await services.play.act_line(start.id, ANNA.user_id, line("Ak@I6 end"))).table


async def shown(
    services: Services, table: Table, intent: Intent, person: Person = ANNA, seen: int | None = None
) -> Content:
    """What a player is shown who wants that."""
    visit = await services.visits.of(table.id, person.user_id)
    return await answer_at_table(
        TableContext(services, WORDS, person, UserRequest(intent, seen=seen), visit=visit)
    )
