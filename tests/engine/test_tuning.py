"""``python -m engine.commands.tune``: it can be interrupted, and continues where it stopped."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.commands.tune import Table, Trial, Tuning, main
from engine.opponents.weights import DUEL

OPTIONS = "buildings display ziggurat"
ROUND = ("--players", "2", "--options", OPTIONS, "--rounds", "1", "--trials", "1", "--jobs", "1")


@pytest.mark.slow
def test_it_goes_on_where_it_stopped(tmp_path, capsys):
    file = tmp_path / "duel.json"
    assert main([str(file), *ROUND]) == 0
    first = json.loads(file.read_text())
    assert main([str(file), *ROUND]) == 0
    second = json.loads(file.read_text())
    assert [report["rounds"] for report in (first, second)] == [1, 2]
    assert first["weights"].keys() == second["weights"].keys()
    assert first["stages"] == second["stages"]  # the first, until there are more rounds
    assert capsys.readouterr().out.count("1 trials") == 2


@pytest.mark.parametrize(("players", "games"), [(2, 2), (3, 6), (4, 2)])
def test_no_game_is_played_twice(players, games):
    """With an even number the seats alternate: there are two ways to sit down."""
    plus, minus = replace(DUEL, swap=1.0), replace(DUEL, swap=2.0)
    seatings = Trial(Table(players, "classic", ()), 1, plus, minus, None).seatings()
    assert len({tuple(each.swap for each in table) for table in seatings}) == games
    assert len(seatings) == games
    for seat in range(players):
        assert sum(table[seat] is plus for table in seatings) == games / 2


@pytest.mark.slow
def test_equal_weights_are_equally_good(monkeypatch):
    """Both sit on each seat of the bag equally often."""
    monkeypatch.setattr("engine.commands.tune.MOST_TURNS", 4)
    trial = Trial(Table(2, "classic", ()), 1, replace(DUEL), replace(DUEL), None)
    assert trial.reward() == pytest.approx(0)


@pytest.mark.slow
def test_who_wants_nothing_is_worse():
    """The training learns to win: weights that only harm others lose to the real ones."""
    spiteful = replace(DUEL, rival=20.0, supporter=-3.0, leader=-5.0)
    assert Trial(Table(2, "classic", ()), 1, DUEL, spiteful, None).reward() > 0.5


@pytest.mark.parametrize("text", ["", "{}", "[1]"])
def test_a_file_that_is_something_else_is_left_alone(tmp_path, capsys, text):
    file = tmp_path / "other.json"
    file.write_text(text)
    with pytest.raises(SystemExit) as ended:
        main([str(file), *ROUND])
    assert ended.value.code == 2
    assert "holds no weights of this version" in capsys.readouterr().err
    assert file.read_text() == text


def test_weights_of_another_table_are_refused(tmp_path):
    file = tmp_path / "duel.json"
    Tuning(file, Table(2, "classic", ())).save()
    with pytest.raises(ValueError, match="about another table"):
        Tuning(file, Table(3, "classic", ()))


@pytest.mark.parametrize("option", ["display", "english", "open"])
def test_an_option_without_weights_is_refused(tmp_path, capsys, option):
    file = tmp_path / "duel.json"
    with pytest.raises(SystemExit) as ended:
        main([str(file), "--players", "2", "--options", option])
    assert ended.value.code == 2
    assert "no weight counts only with these options" in capsys.readouterr().err
    assert not file.exists()
