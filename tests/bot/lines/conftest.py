import pytest
from tabletop import Clock
from turn_lines import OPENING

from bot.services import Services
from bot.store import Store
from engine import Dynasty
from tests.dice import LoadedDice, bag_beginning


@pytest.fixture
def services(store: Store, clock: Clock) -> Services:
    dynasties = [Dynasty.ARCHER, Dynasty.BULL, Dynasty.LION]
    return Services(store, LoadedDice(dynasties, bag_beginning(OPENING)), clock, sealing=False)
