"""Pages that a player can read: games, log, points, hand, board, help."""

import re

import discord
from messages import labels, options
from people import world

from engine import parse_action


async def test_the_help_explains_a_first_turn_and_names_every_command(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann")
        helped = await ann.slash("help")
        named = set(re.findall(r"[` ]/(\w+)", helped.content))
        assert named | {"help"} == set(ann.member.available_commands(w.channel))
        assert labels(helped) == ["Rules", "Learn to play"]
        game = await w.open("ann", "bob")
        helped = await ann.press_more(await ann.press(game.turn, "Desk"), "Help")
        assert labels(helped) == [
            "Watch",
            "Points",
            "Log",
            "Settings",
            "Resign",
            "Table",
            "Rules",
            "Learn to play",
            "Desk",
        ]
        assert (await ann.press(helped, "Points")).content.startswith("**Ur**: Black 0, red 0")
        # in the middle of choosing, help stands below and disturbs nothing
        hand = await (await game.decider()).press(game.turn, "Desk")
        helped = await (await game.decider()).press_more(hand, "Help")
        assert helped.id != hand.id
        assert "Back" in labels(hand), "the page with what else can be done"


async def test_games_are_listed_by_what_can_be_done_there(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann")
        over = await w.open("ann", "bob", name="Akkad")
        await over.resign(w.person("bob"))
        await w.open("bob", name="Larsa", seats=3)
        secret = w.guild.create_text_channel(
            "secret", overwrites={ann.member: discord.PermissionOverwrite(view_channel=False)}
        )
        await w.open("cora", name="Isin", seats=3, channel=secret)
        game = await w.open("ann", "bob")
        if await game.decider() is not ann:
            await game.play("end")
        page = (await ann.slash("games", w.channel)).content
        waiting, joinable, finished = re.split(r"\n(?=\*\*(?:Open to join|Finished))", page)
        assert len(re.findall(r"<t:\d+:R>", waiting)) == 1
        assert (
            "**Larsa** – Waiting for players: 2 empty seats – [To the game](<https://" in joinable
        )
        assert "Isin" not in page
        assert (
            "**Akkad** – 1. **ann**: 0 · 2. **bob**: resigned – [To the game](<https://" in finished
        )
        assert f"/{over.thread.id}>" in finished
        # in direct messages there is nothing to join, and one's own games are there
        direct = (await ann.slash("games")).content
        assert "**Open to join**" not in direct
        assert all(name in direct for name in ("**Ur**", "**Akkad**"))


async def test_a_command_asks_which_of_several_games(tmp_path):
    async with world(tmp_path) as w:
        games = {name: await w.open("ann", "bob", name=name) for name in ("Ur", "Uruk")}
        mover = await games["Uruk"].decider()
        # in its thread a game is meant without asking
        await games["Uruk"].take(parse_action("k@D6"), "slash")
        # elsewhere the bot asks
        asked = await mover.slash("hand", w.channel)
        assert asked.content.startswith("You play in several games. Which one?\n-# As of <t:")
        assert set(options(asked)) == {"Ur", "Uruk"}
        hand = await mover.choose(asked, "Uruk")
        assert hand.content.startswith("**Uruk**: your turn")
        # an action as well, with everything that was typed
        asked = await mover.slash("tile", colour="r", cell="e6")
        done = await mover.choose(asked, "Uruk")
        assert done.content.startswith("**Uruk**: both actions used.")
        # or it is named at once, by what is suggested or by its name
        suggested = await mover.suggested("hand", "game", "uruk")
        (number,) = suggested.values()
        assert (await mover.slash("hand", game=number)).content.startswith("**Uruk**")
        ended = await mover.slash("end", game="Uruk")
        assert "to play – 2 actions left" in ended.content
        # help and the list of games need none
        assert (await mover.slash("help")).content.startswith("**Your turn:** up to two actions.")
