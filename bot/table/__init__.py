"""The use cases: open, join, leave, start, act, undo, resign. Nothing of Discord in here.

The Discord layer imports from here: ``lobbies.py``, ``tables.py`` and ``people.py`` hold the use
cases before a game, in it and about people, ``learning.py`` those of lessons,
``reading.py`` the queries, ``values.py`` what everybody may know of a table, ``seat.py`` what one
player may, ``refusals.py`` what is refused.
"""

from bot.table.calling import asked_since, is_called, last_call
from bot.table.changing import Audience, Audiences
from bot.table.checks import check_configures, check_goes_on
from bot.table.draft import CALL, END_TURN
from bot.table.learning import Progress
from bot.table.meaning import Purpose, Whence
from bot.table.naming import CAPACITIES, MOST_INVITED, NAME_LIMIT, plain
from bot.table.refusals import Refusal, Refused
from bot.table.seat import Everyone, LeftOver, Orders, Outcome, Seat, Visit
from bot.table.tables import Tables
from bot.table.taught import FIRST_GAMES, Taught, Thing
from bot.table.using import Most
from bot.table.values import (
    TO_UNDO,
    CalledIn,
    Entry,
    Habits,
    Home,
    HomeKind,
    Kind,
    Person,
    Place,
    Player,
    Standing,
    Status,
    Table,
    Turn,
    Unreadable,
)

__all__ = [
    "CALL",
    "CAPACITIES",
    "END_TURN",
    "FIRST_GAMES",
    "MOST_INVITED",
    "NAME_LIMIT",
    "TO_UNDO",
    "Audience",
    "Audiences",
    "CalledIn",
    "Entry",
    "Everyone",
    "Habits",
    "Home",
    "HomeKind",
    "Kind",
    "LeftOver",
    "Most",
    "Orders",
    "Outcome",
    "Person",
    "Place",
    "Player",
    "Progress",
    "Purpose",
    "Refusal",
    "Refused",
    "Seat",
    "Standing",
    "Status",
    "Table",
    "Tables",
    "Taught",
    "Thing",
    "Turn",
    "Unreadable",
    "Visit",
    "Whence",
    "asked_since",
    "check_configures",
    "check_goes_on",
    "is_called",
    "last_call",
    "plain",
]
