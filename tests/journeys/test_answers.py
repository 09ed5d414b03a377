"""Answers to presses and commands: whose they are, one for each user, and a desk that follows."""

import logging
from random import Random

import discord
from messages import labels
from people import in_a_conflict, now, world

from bot.cluster import ChangeNotice
from bot.store.queries import people
from bot.use_cases import Services
from engine import parse_action
from tests.databases import opened_at

LOST, ALREADY = (500, 0), (400, 40060)
"""Perhaps acknowledged, or not; acknowledged already."""


async def test_what_another_program_has_acknowledged_is_left_to_it(tmp_path):
    """And not what this one has, or perhaps has."""
    async with world(tmp_path) as w:
        opened = []
        for answers in ([ALREADY], [LOST, LOST, ALREADY], [LOST, LOST, LOST]):
            for status, code in answers:
                w.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code)
            await w.person("ann").member.slash(w.channel, "open", name="Ur", seats=2)
            opened.append(sum("Players:" in each.content for each in w.channel.history()))
        assert opened == [0, 1, 2]


async def test_suggestions_that_discord_refuses_are_one_log_line_without_ids(tmp_path, caplog):
    """A late answer to a keystroke is not an error, and the log names no user or server."""
    async with world(tmp_path) as w:
        ann = w.person("ann")
        w.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
        await ann.suggested("hand", "game", "", w.channel)
    (record,) = (each for each in caplog.records if "autocomplete" in each.getMessage())
    assert record.levelno == logging.WARNING
    assert "10062" in record.getMessage()
    assert str(ann.id) not in caplog.text
    assert str(w.guild.id) not in caplog.text


# --- one for each user ---------------------------------------------------------------------------


def seen(game, *messages):
    """The ephemeral messages that still exist."""
    there = {
        each.id
        for person in game.world.people.values()
        for each in game.home.history(viewer=person.member)
    }
    return [each.id in there for each in messages]


async def test_desks_and_logs_do_not_pile_up(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, other = await game.decider(), await game.other()
        theirs = await other.press(game.turn, "Desk")
        desk = await first.press(game.turn, "Desk")
        log = await first.press(game.turn, "Log")
        assert seen(game, desk, log, theirs) == [False, True, True]
        again = await first.press(game.turn, "Desk")
        assert seen(game, log, again) == [False, True]
        more = await first.press(again, "More")
        assert more.id == again.id, "the desk turns"
        helped = await first.press(again, "Help")
        assert seen(game, again, helped) == [True, True], "what was pressed stays"
        # what gave way is not edited
        log = await other.press(game.turn, "Log")
        await game.play("end")
        assert seen(game, theirs, log) == [False, True]
        new = await other.press(game.turn, "Desk")
        assert "your turn – 2 actions left" in new.content


# --- a copy of the desk in the thread ------------------------------------------------------------


async def test_a_copy_follows_the_game_for_a_quarter_of_an_hour(tmp_path):
    async with in_a_conflict(tmp_path) as (w, game):
        for person in w.people.values():
            await w.bot.store.write(people.change_person, person.id, calls_in="thread")
        attacker, bot = await game.decider(), w.bot
        copy = await attacker.press(game.turn, "Desk")
        copy = await attacker.press(copy, "Add 2")
        assert " to add temples to a revolt" in copy.content
        pings = list(game.pings)
        # an answer under way may show the desk as it was before
        with bot.private_messages.answering(game.id, attacker.id):
            await game.play("+0")
            assert now(game, copy).content == copy.content
        await bot.private_messages.close()  # once they are edited
        assert game.pings == pings  # the attacker has decided a moment ago
        shown = now(game, copy)
        assert shown.content.startswith("**Ur**: your turn")
        assert any(label.startswith("Swap") for label in labels(shown))

        # a press in direct messages may come to another program
        table = await game.table()
        async with opened_at(bot.options.database_url) as other:
            services = Services(other, Random(1), discord.utils.utcnow)
            await services.play.act(table.id, attacker.id, parse_action("end"))
        assert now(game, copy).content == shown.content
        bot.private_messages.notified(ChangeNotice(table.id, table.place.guild_id), mine=True)
        await bot.private_messages.close()
        ended = now(game, copy)
        assert " to play – 2 actions left" in ended.content

        await w.env.advance_time(20 * 60)
        before = len(w.env.http_requests)
        await game.play("end")
        assert not [each for each in w.env.http_requests[before:] if "@original" in each.path]
        assert now(game, copy).content == ended.content  # nobody can edit it any more
        helped = await attacker.press_more(ended, "Help")  # the next press answers
        assert helped.content.startswith("**Your turn:** up to two actions.")
