"""What was left in its database by the bot as it was before there were clocks goes on.

The database is tests/fixtures/before_clocks.sqlite3; the README beside it says what is in it.
Nothing of what was sent is left on Discord.
"""

from pathlib import Path
from typing import NamedTuple

import pytest
from left_behind import GAMES, NARROW, bot_of_today, plain, shown
from messages import chosen, labels

from tests.longer import longer

pytestmark = pytest.mark.sqlite

FIXTURE = "before_clocks.sqlite3"


class Asked(NamedTuple):
    """Who is asked what in a game, which buttons are pressed, and what everybody then reads."""

    number: int
    name: str
    question: str
    presses: tuple[str, ...]
    told: str
    where: str = GAMES


ASKED = [
    Asked(5, "ann", "4 to 0. Ties go to you", ("Add 0",), "bob wins, 4 to 0."),
    Asked(3, "bob", "your turn – 1 action left", ("Undo",), "bob to play – 2 actions left"),
    Asked(4, "ann", "your Trader attacks bob. Add tiles?", ("Add 2",), "ann adds 2 🟩 markets."),
    Asked(6, "dan", "your turn – ", ("End turn", "End turn"), "dan ends the turn"),
    Asked(7, "eve", "your turn – ", ("End turn", "End turn"), "eve ends the turn", NARROW),
    Asked(9, "eve", "your turn – ", ("End turn", "End turn"), "eve ends the turn"),
    Asked(11, "bob", "your turn – 1 action", ("End turn", "End turn"), "bob ends the turn"),
    Asked(
        12,
        "ann",
        "\n> eve: 🦁🟦 Farmer L11, 🦁🟥 Priest L1.\n",
        ("End turn", "End turn"),
        "ann ends the turn",
    ),
]


@pytest.mark.parametrize("asked", longer(ASKED), ids=lambda asked: f"{asked.number}")
async def test_a_game_goes_on(tmp_path: Path, asked: Asked) -> None:
    """Its player is asked what was asked before, and decides; then it is shown anew.

    Nobody is reminded, and no time is limited, as before: that is said once.
    """
    async with bot_of_today(tmp_path, FIXTURE) as w:
        await w.env.advance_time(200)  # what was due when the bot went down is done
        person = w.people[asked.name]
        answer = await person.slash("hand", game=str(asked.number))
        assert asked.question in plain(answer.content)
        for label in asked.presses:
            answer = await person.press(answer, label)
        assert asked.told in shown(w, asked.where, asked.number)
        assert shown(w, asked.where, asked.number).count("This game continues without them") == 1


@pytest.mark.slow
async def test_what_was_due_when_the_bot_went_down_is_done_once(tmp_path: Path) -> None:
    """Bob is called, who was at it then; eve's turn ends by itself, and ann is called.

    Dan's direct messages were closed a day before: now that something is to be shown they are
    tried again, and his desk comes there. The direct messages of two of ann's games are unknown
    here, so those desks are sent again. All these are silent: each decision has rung.
    """
    async with bot_of_today(tmp_path, FIXTURE) as w:
        await w.env.advance_time(200)
        calls = {name: [plain(desk.content) for desk in w.people[name].dms] for name in w.people}
        rings = {name: w.rings(person) for name, person in w.people.items()}
        await w.env.advance_time(3600)
        assert rings == {name: w.rings(person) for name, person in w.people.items()}
    assert rings == {"ann": 1, "bob": 1, "cora": 0, "dan": 0, "eve": 0}
    assert any(call.startswith("Akkad: your turn – 2 actions left.") for call in calls["ann"])
    assert [call for call in calls["dan"] if call.startswith("Umma: your turn – ")]
    assert calls["bob"][0].startswith("Susa: your turn – 1 action left.")


@pytest.mark.slow
async def test_everybody_finds_their_games_settings_and_lessons(tmp_path: Path) -> None:
    async with bot_of_today(tmp_path, FIXTURE) as w:
        listed = {
            name: {
                line.split("**")[1]
                for line in (await person.slash("games", w.channel)).content.split("\n")
                if "<https://" in line
            }
            for name, person in w.people.items()
        }
        ann, eve = w.people["ann"], w.people["eve"]
        settings = await eve.slash("settings")
        muted = await eve.slash("settings", game="9")
        ordered = await ann.slash("settings", game="5")
        lessons = await ann.slash("learn")
    assert listed == {
        "ann": {"Lagash", "Kish", "Akkad", "Susa", "Mari", "Uruk", "Ur", "Larsa"},
        "bob": {"Uruk", "Susa", "Mari", "Umma", "Kish", "Lagash", "Ur", "Larsa"},
        "cora": {"Susa", "Nippur", "Kish", "Ur", "Eridu"},  # and to Ur she is invited
        "dan": {"Umma", "Eridu"},
        "eve": {"Nippur", "Mari", "Akkad", "Umma", "Ur"},
    }
    assert "**Auto end turn:** after two actions" in settings.content
    assert "**Advice:**" not in settings.content
    assert "Unmute this game" in labels(muted)
    assert "On others' turns: add all I have" in chosen(muted)
    assert "On others' turns: add enough to win" in chosen(ordered)
    assert "**3. Placing a leader** – task 2 of 2" in lessons.content


@pytest.mark.slow
async def test_who_waited_in_the_lobby_can_start(tmp_path: Path) -> None:
    async with bot_of_today(tmp_path, FIXTURE) as w:
        answer = await w.people["ann"].slash("start", game="1")
        assert answer.content == "The game is starting. I'll ping you on your turn."
        assert "The game starts. Turn order:" in shown(w, GAMES, 1)
