"""What a question says, and what can be answered."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tabletop import running

from bot.client.typed import read_answer
from bot.intents import parse_intent, print_intent
from bot.showing.content import Button, Content, Select
from bot.showing.prompts import answers, prompt, shortcuts
from bot.showing.swapping import choose_swap
from bot.table import Most, Seat, Tables
from bot.words import Words
from engine import (
    ActionDecision,
    AddDecision,
    AddTiles,
    BuildDecision,
    DrawDecision,
    Game,
    PointsScored,
    ScoreCause,
    SiteDecision,
    Step,
    TilesRemoved,
    read_game,
)

GAMES = Path(__file__).parents[2] / "journeys" / "games"
WORDS = Words()


def moments(name: str) -> Iterator[Game]:
    """The states of a recorded game that wait for a decision."""
    for step in read_game((GAMES / name).read_text()):
        game = step.game if isinstance(step, Step) else step
        if not game.over:
            yield game


async def deciding(tables: Tables, game: Game) -> Seat:
    """The seat that decides, at a table whose game stands so."""
    tables._most = Most(per_user=1000)
    table = await running(tables, len(game.seats), options=game.options)
    return Seat(replace(table, view=game.view(None)), game.view(game.decision.seat))


def intents(content: Content) -> list[str]:
    """What the components lead to, whatever game it is."""
    found = []
    for row in content.rows:
        if isinstance(row, Select):
            found += [f"do:{option.value}" for option in row.options]
        else:
            found += [each.custom_id.split(":", 4)[4] for each in row if isinstance(each, Button)]
    return found


@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.iterdir()))
async def test_every_legal_answer_can_be_given_and_no_other(tables: Tables, name: str) -> None:
    """By button or select, and by the command, which suggests the same."""
    for game in moments(name):
        if isinstance(game.decision, ActionDecision):
            continue
        seat = await deciding(tables, game)
        legal = sorted(f"do:{action}" for action in game.legal_actions())
        offered = intents(prompt(WORDS, seat))
        more = [print_intent(shortcut.intent).text for shortcut in shortcuts(WORDS, seat)]
        assert sorted(offered) == sorted([*legal, *more])
        drawing = isinstance(game.decision, DrawDecision) and game.decision.bag
        assert more == (["rest", "always"] if drawing else [])
        assert sorted(f"do:{answer.action}" for answer in answers(WORDS, seat)) == legal
        for text in offered:
            read = read_answer(WORDS, text.removeprefix("do:"))
            assert read == parse_intent(text)


async def test_a_building_is_put_down_then_moved(tables: Tables) -> None:
    texts = [
        prompt(WORDS, await deciding(tables, game)).text
        for game in moments("everything.te")
        if isinstance(game.decision, SiteDecision)
    ]
    assert texts[0] == (
        "Your tiles make a line: you may put the ⬛ palace on one of them. A settlement that is "
        "placed in its kingdom later scores 2 points instead of 1."
    )
    assert "the one of the ⬛ palace: you may move it from G6 to one of them." in texts[1]
    assert "🟥 library" in texts[2]


@pytest.mark.parametrize(
    ("name", "shape"), [("everything.te", "cross"), ("two_people.te", "square")]
)
async def test_only_what_can_be_built_is_explained(tables: Tables, name: str, shape: str) -> None:
    found = [game for game in moments(name) if isinstance(game.decision, BuildDecision)]
    assert found
    for game in found:
        text = prompt(WORDS, await deciding(tables, game)).text
        assert ("make a square" in text) == (shape == "square")
        assert ("make a cross" in text) == (shape == "cross")
        assert "turned face down" in text


async def test_the_english_variant_says_why_and_no_other_table_does(tables: Tables) -> None:
    for name in ("english.te", "display.te"):
        for game in moments(name):
            if isinstance(game.decision, AddDecision):
                text = prompt(WORDS, await deciding(tables, game)).text
                assert ("English variant: " in text) == (name == "english.te")
                assert ("You can add" in text) == (name == "display.te")


async def test_a_swap_says_where_the_tiles_come_from(tables: Tables) -> None:
    for name in ("display.te", "english.te"):
        ends = []
        for game in moments(name):
            hand = game.hands[game.active]
            if (
                not isinstance(game.decision, ActionDecision)
                or not game.actions_left
                or not sum(hand)
            ):
                continue
            text = choose_swap(WORDS, await deciding(tables, game), hand).text
            assert ("from the display or from the bag" in text) == bool(sum(game.display))
            ends.append("the game ends after this turn" in text)
            left = len(game.bag) + sum(game.display)
            assert ends[-1] == (sum(hand) > left)
        assert ends[-1]
        assert not ends[0]


@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.iterdir()))
async def test_what_is_at_stake_in_a_war_is_what_comes_of_it(tables: Tables, name: str) -> None:
    """R7.6: a point for the leader and each supporter lost; both ends are played out."""
    for game in moments(name):
        if not isinstance(game.decision, AddDecision) or game.decision.conflict.internal:
            continue
        seat = await deciding(tables, game)
        text = prompt(WORDS, seat).text
        conflict = game.decision.conflict
        gains, losses = set(), set()
        for totals in ((9, 0), (0, 9)):
            strengths = [
                replace(party, strength=total, added=None)
                for party, total in zip((conflict.attacker, conflict.defender), totals, strict=True)
            ]
            rigged = replace(conflict, attacker=strengths[0], defender=strengths[1])
            decision = AddDecision(rigged.attacker.seat, rigged)
            decided = replace(game, decision=decision, options=())
            for _ in range(2):
                decided, events = decided.apply(decided.decision.seat, AddTiles(0))
            removed = [event for event in events if isinstance(event, TilesRemoved)]
            (scored,) = (
                event
                for event in events
                if isinstance(event, PointsScored) and event.cause is ScoreCause.EXTERNAL_CONFLICT
            )
            won = scored.seat == seat.number
            (gains if won else losses).add(
                scored.points if won else sum(len(event.cells) for event in removed)
            )
        (gain,), (loss,) = gains, losses
        points = WORDS.points(gain, conflict.colour)
        tiles = WORDS.ngettext("{count} tile", "{count} tiles", loss)
        assert f"you would win {points}, or lose {tiles}." in text
