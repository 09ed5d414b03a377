"""A copy of the desk in the thread, for the eyes of its player: kept up to date while it can be."""

from contextlib import asynccontextmanager
from random import Random
from typing import NamedTuple

import discord
from messages import Message, labels
from people import GameOnDiscord, Person, now, read, world

from bot.cluster import ChangeNotice
from bot.services import Services
from bot.store.queries import people
from engine import AddDecision, parse_action
from tests.databases import opened_at
from tests.dice import LoadedDice


async def in_the_thread(game, *called):
    """Let people be called in the thread."""
    for person in called:
        await game.world.bot._store.write(people.change_person, person.id, calls_in="thread")


class Attack(NamedTuple):
    """Somebody has attacked from a copy of the desk, which now waits for the defender."""

    game: GameOnDiscord
    attacker: Person
    defender: Person
    copy: Message


@asynccontextmanager
async def attack(tmp_path):
    """A game of two who are called in the thread, in which one has attacked."""
    start, actions, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        await in_the_thread(game, w.person("ann"), w.person("bob"))
        steps = iter(actions)
        while not isinstance((await game.table()).view.decision, AddDecision):
            await game.take(next(steps).action, "slash")
        attacker = await game.decider()
        copy = await attacker.press(game.turn, "Desk")
        copy = await attacker.press(copy, "Add 2")
        assert " to add temples to a revolt" in copy.content
        yield Attack(game, attacker, await game.decider(), copy)


async def test_a_question_edits_the_copy_of_who_is_at_it(tmp_path):
    async with attack(tmp_path) as (game, attacker, _, copy):
        pings = list(game.pings)
        await game.take(parse_action("+0"), "slash")
        await game.world.env.settle()
        assert game.pings == pings  # the attacker has decided a moment ago
        shown = now(game, copy)
        assert shown.content.startswith("**Ur**: your turn")
        assert any(label.startswith("Swap") for label in labels(shown))
        await attacker.press(shown, "End turn")


async def test_a_question_that_comes_while_a_press_is_answered_edits_the_copy(tmp_path):
    """The answer may show the desk as it was before."""
    async with attack(tmp_path) as (game, attacker, _, copy):
        bot, table = game.world.bot, await game.table()
        with bot.ephemeral_desks.answering(table.id, attacker.id):
            await game.take(parse_action("+0"), "slash")
            assert now(game, copy).content == copy.content
        await bot.ephemeral_desks.close()  # once they are edited
        assert now(game, copy).content.startswith("**Ur**: your turn")


async def test_after_a_quarter_of_an_hour_the_next_press_answers(tmp_path):
    async with attack(tmp_path) as (game, attacker, _, copy):
        await game.world.env.advance_time(20 * 60)
        before = len(game.world.env.http_requests)
        await game.take(parse_action("+0"), "slash")
        await game.world.env.settle()
        edits = [
            each.path for each in game.world.env.http_requests[before:] if "@original" in each.path
        ]
        assert len({*edits}) == 1, "of the command alone"
        assert now(game, copy).content == copy.content  # nobody can edit it any more
        assert await game.decider() is attacker
        shown = await attacker.press_more(copy, "Help")
        assert shown.content.startswith("**Your turn:** up to two actions.")
        (call,) = (
            post for post in game.posts if f"<@{attacker.id}>, it's your turn" in post.content
        )
        desk = await attacker.press(call, "Desk")
        assert desk.content.startswith("**Ur**: your turn – 1 action left.")


async def test_a_copy_follows_what_another_program_has_stored(tmp_path):
    """The defender has pressed in direct messages, which come to another process."""
    async with attack(tmp_path) as (game, _, defender, copy):
        bot, table = game.world.bot, await game.table()
        async with opened_at(bot._database_url) as other:
            services = Services(other, Random(1), discord.utils.utcnow)
            await services.play.act(table.id, defender.id, parse_action("+0"))
        assert now(game, copy).content == copy.content
        bot.ephemeral_desks.told(ChangeNotice(table.id, table.place.guild_id), mine=True)
        await bot.ephemeral_desks.close()  # once they are edited
        assert now(game, copy).content.startswith("**Ur**: your turn")
