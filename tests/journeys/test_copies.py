"""A copy of the desk in the thread, for the eyes of its player: kept up to date while it can be."""

from random import Random

import discord
from messages import labels
from people import in_a_conflict, now

from bot.cluster import ChangeNotice
from bot.services import Services
from bot.store.queries import people
from engine import parse_action
from tests.databases import opened_at


async def test_a_copy_follows_the_game_for_a_quarter_of_an_hour(tmp_path):
    async with in_a_conflict(tmp_path) as (w, game):
        for person in w.people.values():
            await w.bot._store.write(people.change_person, person.id, calls_in="thread")
        attacker, bot = await game.decider(), w.bot
        copy = await attacker.press(game.turn, "Desk")
        copy = await attacker.press(copy, "Add 2")
        assert " to add temples to a revolt" in copy.content
        pings = list(game.pings)
        # an answer under way may show the desk as it was before
        with bot.ephemeral_desks.answering(game.id, attacker.id):
            await game.play("+0")
            assert now(game, copy).content == copy.content
        await bot.ephemeral_desks.close()  # once they are edited
        assert game.pings == pings  # the attacker has decided a moment ago
        shown = now(game, copy)
        assert shown.content.startswith("**Ur**: your turn")
        assert any(label.startswith("Swap") for label in labels(shown))

        # a press in direct messages may come to another program
        table = await game.table()
        async with opened_at(bot._database_url) as other:
            services = Services(other, Random(1), discord.utils.utcnow)
            await services.play.act(table.id, attacker.id, parse_action("end"))
        assert now(game, copy).content == shown.content
        bot.ephemeral_desks.told(ChangeNotice(table.id, table.place.guild_id), mine=True)
        await bot.ephemeral_desks.close()
        ended = now(game, copy)
        assert " to play – 2 actions left" in ended.content

        await w.env.advance_time(20 * 60)
        before = len(w.env.http_requests)
        await game.play("end")
        assert not [each for each in w.env.http_requests[before:] if "@original" in each.path]
        assert now(game, copy).content == ended.content  # nobody can edit it any more
        helped = await attacker.press_more(ended, "Help")  # the next press answers
        assert helped.content.startswith("**Your turn:** up to two actions.")
