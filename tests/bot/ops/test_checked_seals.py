"""``check`` verifies the bag of every finished game; ``repair`` opens a seal that should be."""

import json
import sqlite3
from contextlib import closing

import pytest
from test_checking import change, path, played, run

from engine import hash_of

__all__ = ["path", "played", "run"]

pytestmark = pytest.mark.sqlite

OVER = 3
"""The game called Kish, which is over."""


def test_the_bags_of_finished_games_are_verified(played, run):
    assert played[OVER - 1].seal is not None
    assert run("check")[0] == 0


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE seal SET digest = replace(digest, substr(digest, 1, 1), 'x')", "seal"),
        ("UPDATE seal SET secret = substr(secret, 2) || '0'", "seal"),
        ("""UPDATE entry SET text = replace(text, '"joined": [1, 2]', '"joined": [2, 1]')""", ""),
        (f"""UPDATE entry SET text = replace(text, '"words": ["', '"words": ["{hash_of("x")}", "')
         WHERE kind = 'started'""", ""),
    ],
    ids=["seal", "secret", "order", "words"],
)  # fmt: skip
def test_a_tampered_game_is_told_of(path, played, run, statement, fault):
    change(path, statement)
    status, said = run("check")
    assert status == 1
    told = [line for line in said if line.startswith(f"Game {OVER} ")]
    assert told
    assert fault in " ".join(told)


def test_another_bag_is_told_of(path, played, run):
    of_start = "FROM entry WHERE kind = 'started' AND game_id = ?"
    update = "UPDATE entry SET text = ? WHERE kind = 'started' AND game_id = ?"
    early = OVER + 1  # it ended early: with other tiles it can be played again, too
    with closing(sqlite3.connect(path)) as connection:
        (text,) = connection.execute(f"SELECT text {of_start}", (early,)).fetchone()
    start = json.loads(text)
    start["bag"] = start["bag"][::-1]
    change(path, update, json.dumps(start), early)
    status, said = run("check")
    assert status == 1
    assert any("its bag is not what follows from its secret" in line for line in said)


def test_a_seal_that_should_be_open_is_opened(path, played, run):
    change(path, f"UPDATE seal SET opened = 0 WHERE table_id = {OVER}")
    status, said = run("check")
    assert status == 1
    assert f"Game {OVER} (Kish): its seal is not opened." in said[0]
    assert run("repair", str(OVER))[0] == 0
    assert run("check")[0] == 0
