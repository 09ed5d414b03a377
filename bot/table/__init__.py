"""The use cases: open, join, leave, start, act, undo, resign. Nothing of Discord in here.

The Discord layer imports from here; ``tables.py`` is the service, ``values.py`` what it
answers, ``refusals.py`` what it refuses.
"""

from bot.table.refusals import Refusal, Refused
from bot.table.tables import Tables
from bot.table.values import (
    Entry,
    Home,
    Kind,
    Outcome,
    Person,
    Place,
    Player,
    Standing,
    Status,
    Table,
    Turn,
)

__all__ = [
    "Entry",
    "Home",
    "Kind",
    "Outcome",
    "Person",
    "Place",
    "Player",
    "Refusal",
    "Refused",
    "Standing",
    "Status",
    "Table",
    "Tables",
    "Turn",
]
