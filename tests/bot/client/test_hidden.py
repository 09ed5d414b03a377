"""No message for others changes when only what is hidden changes."""

from dataclasses import replace
from random import Random

import pytest
from tabletop import act_at_random, game_of, running

from bot.delivery import ToUser
from bot.domain.seat import Everyone, Seat
from bot.features.board import board_page
from bot.i18n import Words
from bot.posts.posts_due import Due
from tests.engine.random_games import with_others_permuted


def everyone_at(table, game):
    """The table with this game."""
    there = replace(table, view=game.view(None))
    return Everyone(there, tuple(Seat(there, game.view(at)) for at in range(len(game.seats))))


def public(due, everyone, closed):
    """Everything that others than the addressee can read or see."""
    shown = []
    for post in due(everyone, closed):
        if isinstance(post.target, ToUser):
            continue
        content = post.made()
        shown += [post.key, post.fingerprint, content.text, content.rows, content.picture]
    return shown


@pytest.mark.parametrize("options", [(), ("buildings", "display", "english", "ziggurat")])
async def test_posts_for_all_do_not_depend_on_what_is_hidden(services, options):
    rng = Random(0)
    due = Due(services.games.record)
    table = await running(services, 2, options=options)
    for number in range(9):
        table = (await act_at_random(services, table, rng)).table
        one, other = (
            everyone_at(table, game)
            for game in (game_of(table), with_others_permuted(game_of(table), None))
        )
        assert one.table == other.table
        assert one.seats != other.seats
        for closed in (frozenset(), frozenset(each.user_id for each in table.players)):
            assert public(due, one, closed) == public(due, other, closed)
        page, same = (board_page(Words(), each.table, each.seats[0]) for each in (one, other))
        assert page == same
        if number == 5:
            assert page.picture.draw() == same.picture.draw()


@pytest.mark.parametrize("options", [(), ("buildings", "display", "english", "ziggurat")])
async def test_a_desk_depends_on_nothing_that_its_player_may_not_know(services, options):
    """Text, buttons, suggested moves, what is offered in a conflict, and whether it is edited."""
    rng = Random(1)
    due = Due(services.games.record)
    table = await running(services, 3, options=options)
    for _ in range(4):
        table = (await act_at_random(services, table, rng)).table
        game = game_of(table)
        for number in range(len(game.seats)):
            shown = []
            for each in (game, with_others_permuted(game, number)):
                user = ToUser(table.player(number).user_id or 0)
                posts = due(everyone_at(table, each), frozenset())
                (desk,) = (post for post in posts if post.target == user)
                shown.append((desk.key, desk.fingerprint, desk.made()))
            assert shown[0] == shown[1]
