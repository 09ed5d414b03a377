"""What version 0.1.0 left in its database goes on, though nothing of it is left on Discord.

The database is tests/fixtures/version_0_1_0.sqlite3; the README beside it says what is in it.
"""

from pathlib import Path

import pytest
from left_behind import GAMES, NARROW, PLAY, bot_of_today, plain, shown

pytestmark = pytest.mark.sqlite

FIXTURE = "version_0_1_0.sqlite3"


@pytest.mark.slow
async def test_everybody_finds_their_games(tmp_path: Path) -> None:
    async with bot_of_today(tmp_path, FIXTURE) as w:
        listed = {
            name: [
                line.split("**")[1]
                for line in (await person.slash("games")).content.split("\n")
                if "<https://" in line
            ]
            for name, person in w.people.items()
        }
    assert listed == {
        "ann": ["Kish", "Nippur", "Susa", "Mari", "Isin", "Umma", "Lagash", "Uruk", "Ur", "Larsa"],
        "bob": ["Uruk", "Lagash", "Susa", "Mari", "Isin", "Nippur", "Umma", "Kish", "Ur", "Larsa"],
        "cora": ["Isin", "Akkad", "Nippur", "Umma", "Kish", "Eridu"],
        "dan": ["Umma", "Kish", "Eridu"],
        "eve": ["Mari", "Akkad"],
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "number", "name", "asked", "presses", "told"),
    [
        (GAMES, 3, "bob", "your turn – ", ["End turn", "End turn"], "bob ends the turn"),
        (GAMES, 4, "bob", "your King attacks ann. Add tiles?", ["Add 0"], "bob adds no tiles."),
        (
            GAMES,
            5,
            "ann",
            "cora attacks your Priest. Add tiles?",
            ["Add 0"],
            "cora wins, 6 to 2.",
        ),
        (GAMES, 6, "dan", "your King attacks bob. Add tiles?", ["Add 1"], "dan adds 1 ⬛"),
        (
            GAMES,
            7,
            "ann",
            "draw 2 more tiles",
            ["From the bag", "market"],
            "ann draws from the display: 🟩 market.",
        ),
        (
            GAMES,
            8,
            "cora",
            "draw 5 more tiles",
            ["All from the bag"],
            "cora to play – 1 action left",
        ),
        (NARROW, 11, "eve", "your turn – ", ["End turn", "End turn"], "eve ends the turn"),
        (
            PLAY,
            12,
            "ann",
            "your turn – ",
            ["End turn", "End turn"],
            "Anna of Susa ends the turn",
        ),
        (GAMES, 13, "eve", "your turn – ", ["End turn", "End turn"], "eve ends the turn"),
    ],
)
async def test_a_game_goes_on(
    tmp_path: Path,
    where: str,
    number: int,
    name: str,
    asked: str,
    presses: list[str],
    told: str,
) -> None:
    """Its player is asked what was asked before, and decides; then it is shown anew."""
    async with bot_of_today(tmp_path, FIXTURE) as w:
        answer = await w.people[name].slash("hand", game=str(number))
        assert asked in plain(answer.content)
        for label in presses:
            answer = await w.people[name].press(answer, label)
        assert told in shown(w, where, number)


async def test_what_was_being_sent_when_the_bot_died_is_sent(tmp_path: Path) -> None:
    async with bot_of_today(tmp_path, FIXTURE) as w:
        await w.env.settle()
        assert "eve to play – 2 actions left" in shown(w, GAMES, 13)


@pytest.mark.slow
async def test_who_waited_in_the_lobby_can_start(tmp_path: Path) -> None:
    async with bot_of_today(tmp_path, FIXTURE) as w:
        answer = await w.people["ann"].slash("start", game="1")
        assert answer.content == "The game is starting. I'll ping you on your turn."
        assert "The game starts. Turn order:" in shown(w, GAMES, 1)
