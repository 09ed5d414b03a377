import pytest
from tabletop import Clock
from turn_lines import OPENING

from bot.services import Tables
from bot.store import Store
from engine import Dynasty
from tests.dice import LoadedDice, bag_beginning


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    dynasties = [Dynasty.ARCHER, Dynasty.BULL, Dynasty.LION]
    return Tables(store, LoadedDice(dynasties, bag_beginning(OPENING)), clock)
