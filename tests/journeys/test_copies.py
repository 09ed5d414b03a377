"""A copy of the desk in the thread, for the eyes of its player: kept up to date while it can be."""

from contextlib import asynccontextmanager
from random import Random
from typing import NamedTuple

import discord
from messages import Message, labels
from people import GameOnDiscord, Person, in_a_conflict, now

from bot.cluster import ChangeNotice
from bot.services import Services
from bot.store.queries import people
from engine import parse_action
from tests.databases import opened_at


class Attack(NamedTuple):
    """Somebody has attacked from a copy of the desk, which now waits for the defender."""

    game: GameOnDiscord
    attacker: Person
    defender: Person
    copy: Message


@asynccontextmanager
async def attack(tmp_path):
    """A game of two who are called in the thread, in which one has attacked."""
    async with in_a_conflict(tmp_path) as (w, game):
        for person in w.people.values():
            await w.bot._store.write(people.change_person, person.id, calls_in="thread")
        attacker = await game.decider()
        copy = await attacker.press(game.turn, "Desk")
        copy = await attacker.press(copy, "Add 2")
        assert " to add temples to a revolt" in copy.content
        yield Attack(game, attacker, await game.decider(), copy)


async def test_a_question_edits_the_copy_of_who_is_at_it(tmp_path):
    """Also if it comes while a press is answered: the answer may show the desk as it was before."""
    async with attack(tmp_path) as (game, attacker, _, copy):
        bot, pings = game.world.bot, list(game.pings)
        with bot.ephemeral_desks.answering(game.id, attacker.id):
            await game.play("+0")
            assert now(game, copy).content == copy.content
        await bot.ephemeral_desks.close()  # once they are edited
        assert game.pings == pings  # the attacker has decided a moment ago
        shown = now(game, copy)
        assert shown.content.startswith("**Ur**: your turn")
        assert any(label.startswith("Swap") for label in labels(shown))
        await attacker.press(shown, "End turn")


async def test_after_a_quarter_of_an_hour_the_next_press_answers(tmp_path):
    async with attack(tmp_path) as (game, attacker, _, copy):
        await game.world.env.advance_time(20 * 60)
        before = len(game.world.env.http_requests)
        await game.play("+0")
        assert not [r for r in game.world.env.http_requests[before:] if "@original" in r.path]
        assert now(game, copy).content == copy.content  # nobody can edit it any more
        shown = await attacker.press_more(copy, "Help")
        assert shown.content.startswith("**Your turn:** up to two actions.")


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
