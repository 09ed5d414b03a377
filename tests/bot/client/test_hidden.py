"""No message for others changes when only what is hidden changes."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tabletop import act_at_random, running

from bot.posts import ToUser
from bot.showing.content import Content
from bot.showing.due import PostsDue
from bot.showing.pages import board_page
from bot.table import Status, Table, Tables
from bot.words import Words
from engine import Game, Score


def elsewise(table: Table) -> Table:
    """The same to everybody's eyes: other hands, another bag, other scores."""
    game = table.game
    assert game is not None

    def turned(hand: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        return (*hand[1:], hand[0])

    other: Game = replace(
        game,
        hands=tuple(map(turned, game.hands)),
        bag=game.bag[::-1],
        scores=tuple(Score(*(number + 7 for number in score)) for score in game.scores),
    )
    return replace(table, game=other)


def public(due: PostsDue, table: Table, closed: frozenset[int]) -> list[object]:
    """Everything that others than the addressee can read or see."""
    shown: list[object] = []
    for post in due(table, closed):
        if isinstance(post.target, ToUser):
            continue
        content = post.content
        assert isinstance(content, Content)
        shown += [post.key, post.fingerprint, content.text, content.rows, content.picture]
    return shown


@pytest.mark.parametrize("options", [(), ("buildings", "display", "english", "ziggurat")])
@pytest.mark.parametrize("seed", range(3))
async def test_posts_for_all_do_not_depend_on_what_is_hidden(
    tables: Tables, tmp_path: Path, seed: int, options: tuple[str, ...]
) -> None:
    rng = Random(seed)
    due = PostsDue(tables, Words())
    table = await running(tables, 2 + seed % 3, options=options)
    for number in range(90):
        table = (await act_at_random(tables, table, rng)).table
        if table.status is not Status.RUNNING:
            break
        other = elsewise(table)
        for closed in (frozenset[int](), frozenset(each.user_id for each in table.players)):
            assert public(due, table, closed) == public(due, other, closed)
        assert table.game is not None
        assert other.game is not None
        page, same = (
            board_page(Words(), each, each.game, 0)  # type: ignore[arg-type]
            for each in (table, other)
        )
        assert page == same
        if number % 20 == 0:
            assert page.picture is not None
            assert same.picture is not None
            assert page.picture.draw() == same.picture.draw()
