"""Lines, and a table at which they can be played."""

from tabletop import ANNA, running

from bot.client.carrying_out import carry_out
from bot.client.errand import Errand
from bot.client.line import Reader
from bot.intents import Intent, Wish
from bot.showing.content import Content
from bot.table import Person, Table, Tables
from bot.words import Words
from engine import Action, parse_action

WORDS = Words()
READER = Reader.of(WORDS)
OPENING = "krrbgg" + "kkrrbb" + "kkrrbb"
"""What Anna (A), Ben (B) and Cora (L) begin with."""


def line(text: str) -> tuple[Action, ...]:
    """A line in notation."""
    return tuple(map(parse_action, text.split()))


async def attacked(tables: Tables) -> Table:
    """Ben can attack Anna's King: it stands beside the temple on I7."""
    start = await running(tables)
    return (await tables.act_line(start.id, ANNA.user_id, line("Ak@I6 end"))).table


async def shown(
    tables: Tables, table: Table, intent: Intent, person: Person = ANNA, seen: int | None = None
) -> Content:
    """What a player is shown who wants that."""
    visit = await tables.visit(table.id, person.user_id)
    return await carry_out(Errand(tables, WORDS, person, visit, Wish(intent, seen=seen)))
