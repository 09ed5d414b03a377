"""Dice that fall as they should: chance at the start of a game, decided beforehand."""

from random import Random

from engine import full_bag, read_game


def bag_beginning(opening, board="classic"):
    """A whole bag of which these tiles are drawn first: the hands, seat by seat."""
    rest = full_bag(board)
    for tile in opening:
        rest = rest.replace(tile, "", 1)
    return opening + rest


class Loaded(Random):
    """Dice that decide how games start: only without a seal, from which the start would follow."""


class LoadedDice(Loaded):
    """Seats people in the order of joining, with these dynasties and this bag."""

    def __init__(self, dynasties, bag):
        super().__init__(0)
        self._dynasties, self._bag = list(dynasties), bag

    @classmethod
    def of(cls, record):
        """Dice that fall as in a record."""
        start = next(read_game(record))
        return cls(start.seats, record.split('[Bag "')[1].split('"', maxsplit=1)[0])

    def shuffle(self, x):
        if len(x) == len(self._bag):
            x[:] = self._bag

    def sample(self, population, k, **_):
        assert k == len(self._dynasties)
        return self._dynasties
