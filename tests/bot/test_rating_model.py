"""The model of ratings predicts results better than the library's own setting (docs/ratings.md)."""

import math
from collections import Counter
from itertools import accumulate, combinations
from pathlib import Path
from random import Random

import pytest
from openskill.models import BradleyTerryPart

from bot.domain.ended.ratings import BETA

PLACES = Path(__file__).parents[1] / "fixtures" / "places_of_computers.txt"
LEVELS = ("easy", "medium", "reference")
GAMES, PEOPLE = 1500, 150
COIN = math.log(2)


def played(spread):
    """Games of people who each play now as one level, now as another, with places of real games.

    *spread*, from 0 to 1, is how far people differ in strength. Each plays about thirty games.
    """
    dice = Random(1)
    found = [[each.split("=") for each in line.split()] for line in PLACES.read_text().splitlines()]
    strength = [(1 - spread) / 2 + spread * dice.random() for _ in range(PEOPLE)]
    weights = {
        level: [*accumulate(math.comb(2, n) * s**n * (1 - s) ** (2 - n) for s in strength)]
        for n, level in enumerate(LEVELS)
    }
    for _ in range(GAMES):
        places = {}
        for level, place in dice.choice(found):
            (person,) = dice.choices(range(PEOPLE), cum_weights=weights[level])
            places.setdefault(person, int(place))
        if len(places) > 1:
            yield places


def log_loss(beta, games):
    """The mean log loss of the predictions for each pair before each game."""
    model = BradleyTerryPart(beta=beta)
    ratings = {}
    losses = []
    for places in games:
        before = {person: ratings.get(person) or model.rating() for person in places}
        for one, other in combinations(places, 2):
            if places[one] != places[other]:
                better, worse = sorted((one, other), key=places.get)
                won, _ = model.predict_win([[before[better]], [before[worse]]])
                losses.append(-math.log(won))
        teams = [[each] for each in before.values()]
        after = model.rate(teams, ranks=[float(place) for place in places.values()])
        ratings |= {person: new for person, (new,) in zip(places, after, strict=True)}
    return sum(losses) / len(losses)


@pytest.mark.parametrize(("spread", "better"), [(1.0, 0.03), (0.5, 0.03)])
def test_predictions_are_better_than_by_the_librarys_own_beta(spread, better):
    games = [*played(spread)]
    assert log_loss(BETA, games) < log_loss(25 / 6, games) - better
    assert log_loss(BETA, games) < COIN


def test_the_fixture_holds_games_of_each_number_of_players():
    sizes = Counter(len(line.split()) for line in PLACES.read_text().splitlines())
    assert sizes.keys() == {2, 3, 4}
    assert min(sizes.values()) > 90
