"""Standing orders: what is answered for a player, and that nobody else can tell beforehand."""

from dataclasses import replace

import pytest
from tabletop import ANNA, BEN, CORA, Clock, decider, running, whole

from bot.delivery import ToUser
from bot.showing.due import Due
from bot.store import Store, games, people
from bot.table import Kind, Orders, Refusal, Refused, Seat, Table, Tables
from bot.table.loading import Body, Loaded, Turns, with_body
from engine import (
    Action,
    AddDecision,
    AddTiles,
    Game,
    StandingOrder,
    dump_game,
    parse_action,
)
from tests.engine.diagram import draw

ASK, NOTHING, LEAST, ALL = StandingOrder

TWO_AGAINST_ONE = """
    .  .  .  r
    r  .  Bk .
    .  .  .  .
"""
"""Bull's King has one temple beside it; on H2, archer's would have two."""
