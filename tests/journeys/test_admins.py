"""Managers of a server: settings for games in it, and actions on each game."""

import discord
from forging import forge
from messages import components, labels, options, says
from people import world

from bot.domain.table import Status
from render import THEMES
from render.drawing.palette import palette_of

NOT_MANAGER = "Only this server's admins can do that. You need the permission Manage Server."


def admin(w, name):
    """A manager of the server."""
    manager = w.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    return w.person(name, roles=[manager])


async def choose(person, page, of, *chosen):
    """Choose from the select whose values so end: values, channels, roles, or users."""
    (found,) = (each for each in components(page) if each["custom_id"].endswith(of))
    picked = person.member.select(page, [*chosen], custom_id=found["custom_id"])
    return person._answer(await picked)


async def test_an_admin_sets_how_games_are_opened_and_played(tmp_path):
    async with world(tmp_path) as w:
        zoe, bob = admin(w, "zoe"), w.person("bob")
        elsewhere = w.guild.create_text_channel("chat")
        players = w.guild.create_role("players")
        ann = w.person("ann", roles=[players])

        page = await zoe.slash("server settings", w.channel)
        assert "**Where games are opened:** everywhere\n" in page.content
        page = await choose(zoe, page, ":channels", w.channel)
        assert f"**Where games are opened:** <#{w.channel.id}>\n" in page.content
        page = await choose(zoe, page, ":roles", players)
        assert f"**Who opens games:** <@&{players.id}>\n" in page.content
        page = await choose(zoe, page, ":most", "3")
        assert "**Most games at a time:** 3\n" in page.content
        page = await choose(zoe, page, ":each", "1")
        page = await zoe.press(page, "Playing")
        page = await choose(zoe, page, ":preset", "everything")
        page = await choose(zoe, page, ":without", "open")
        assert "**Usual board:** advanced\n" in page.content
        assert "**Not allowed:** Open scores\n" in page.content
        page = await zoe.press(page, "Time")
        page = await choose(zoe, page, ":paces", "daily", "bank")
        page = await choose(zoe, page, ":reminders", "off")
        assert "**Reminders:** none\n" in page.content
        page = await zoe.press(page, "More")
        page = await zoe.write(page, "Time zone …", "france")
        assert "**Time zone:** Europe/Paris\n" in page.content
        # which one is asked if several are meant, as of a player
        page = await zoe.write(page, "Time zone …", "usa")
        assert page.content == "“usa” fits several time zones. Which is this server's?"
        (denver,) = (label for label in options(page) if label.endswith("– Denver"))
        page = await zoe.choose(page, denver)
        assert "**Time zone:** America/Denver\n" in page.content

        # each refusal says what would be allowed
        refused = await ann.slash("open", elsewhere, name="Ur")
        assert refused.content == f"Open games in one of these channels: <#{w.channel.id}>."
        refused = await bob.slash("open", w.channel, name="Ur")
        assert (
            refused.content == f"To open games here, you need one of these roles: <@&{players.id}>."
        )
        refused = await ann.slash("open", w.channel, name="Ur", preset="first game")
        text = "This server doesn't use these options: Open scores."
        assert refused.content == text
        assert not w.channel.history()

        await ann.slash("open", w.channel, name="Ur")
        table = await w.bot.services.games.get(1)
        assert table.board == "advanced"
        assert table.options == ("buildings", "display", "english", "ziggurat")
        assert table.pace.limit is not None
        assert table.pace.reminders is None
        refused = await ann.slash("open", w.channel, name="Uruk")
        assert "limit of games per member: 1." in refused.content

        # one who is silenced opens none, and one who manages the server always can
        answer = await zoe.slash("server silence", w.channel, person=ann.member)
        assert answer.content.startswith(f"<@{ann.id}> can't open games in this server now")
        refused = await ann.slash("open", w.channel, name="Uruk")
        assert refused.content.startswith("This server's admins don't let you open games")
        await zoe.slash("open", w.channel, name="Uruk")
        answer = await zoe.slash("server silence", w.channel, person=ann.member, silent=False)
        assert answer.content == f"<@{ann.id}> can open games in this server again."


async def test_a_channel_counts_with_its_threads_and_a_category_with_its_channels(tmp_path):
    async with world(tmp_path) as w:
        halls = w.guild.create_category("halls")
        hall = w.guild.create_text_channel("hall", category=halls)
        known = w.bot.get_channel(hall.id)
        assert isinstance(known, discord.TextChannel)
        await known.create_thread(name="corner", type=discord.ChannelType.public_thread)
        (corner,) = hall.threads
        zoe, ann = admin(w, "zoe"), w.person("ann")
        page = await zoe.slash("server settings", w.channel)
        for chosen in (hall, halls):
            page = await choose(zoe, page, ":channels", chosen)
            for where in (hall, corner):
                opened = await ann.slash("open", where, name="Uruk")
                assert opened.content.startswith("**Uruk** is open")
            refused = await ann.slash("open", w.channel, name="Ur")
            assert refused.content == f"Open games in one of these channels: <#{chosen.id}>."
        page = await choose(zoe, page, ":channels")
        opened = await ann.slash("open", w.channel, name="Ur")
        assert opened.content.startswith("**Ur** is open")


async def test_an_admin_chooses_how_pictures_for_everyone_look(tmp_path):
    async with world(tmp_path) as w:
        zoe, game = admin(w, "zoe"), await w.open("ann", "bob")
        page = await zoe.press(await zoe.slash("server settings", w.channel), "Pictures")
        assert "**Pictures for everyone:** Usual\n" in page.content
        page = await choose(zoe, page, ":theme", "light")
        assert "**Pictures for everyone:** Light\n" in page.content
        (sample,) = page.attachments
        await game.play("end")
        for picture in (sample, *game.turn.attachments):
            assert palette_of(THEMES["light"]).bytes in await picture.read()


async def test_who_played_a_removed_game_is_told_by_whom_and_has_its_record(tmp_path):
    """By direct message; if those are closed, by a mention in the thread."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        zoe, ann, bob = admin(w, "zoe"), w.person("ann"), w.person("bob")
        bob.close_dms()
        seal = "This game was removed. The game's seal was never opened."
        turn, rings, pings = game.turn.id, w.rings(ann), len(game.pings)
        page = await zoe.slash("server game", w.channel, game="Ur")
        page = await zoe.press(await zoe.press(page, "Remove the game"), "Remove the game")
        assert page.content.startswith("**Ur** is removed. Its players get a message")
        assert game.lobby.content == seal
        (text,) = ann.dms
        assert text.content.startswith("**zoe**, an admin, removed **Ur**.")
        assert w.rings(ann) == rings + 1
        here = game.posts[-1]
        assert here.content.startswith(f"<@{bob.id}>: **zoe**, an admin, removed this game.")
        assert game.pings[pings:] == [bob.id]
        for message in (text, here):
            assert [each.filename for each in message.attachments] == [f"game-{game.id}.te"]
        (shown,) = (post.content for post in game.posts if post.id == turn)
        assert shown.endswith("> **zoe** (admin) removed the game.")
        assert "to play" not in shown
        listed = await ann.press(text, "Your games")  # it stays, with its record
        assert "Ur" not in listed.content
        assert [each.id for each in ann.dms] == [text.id]
        assert ann.dms[0].content == text.content


async def test_an_admin_has_powers_over_a_game_and_nobody_else_has(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        zoe, ann, dan = admin(w, "zoe"), w.person("ann"), w.person("dan")
        # who was allowed the command alone does nothing with it
        command = next(each for each in await w.bot.tree.fetch_commands() if each.name == "server")
        w.guild.set_command_permissions(command, {dan.member: True})
        for refused in (
            await dan.slash("server settings", w.channel),
            await dan.slash("server silence", w.channel, person=ann.member),
        ):
            assert refused.content == NOT_MANAGER
        assert (await w.bot.services.servers.rules(w.guild.id)).silenced == ()
        assert await dan.suggested("server game", "game", "", w.channel) == {}
        assert await zoe.suggested("server game", "game", "", w.channel) == {"Ur (#1)": "1"}
        page = await zoe.slash("server game", w.channel, game="Ur")
        powers = ["Pause", "End with the result", "End without a result", "Remove the game"]
        assert labels(page) == powers
        assert not page.attachments  # no hand, and no board
        page = await zoe.press(page, "Pause")
        assert (await game.table()).paused
        page = await zoe.press(page, "Resume")
        page = await choose(zoe, page, "managed-seat", "1")
        name = (await game.table()).player(1).name
        assert page.content.startswith(f"Seat in **Ur**: **{name}**")
        page = await choose(zoe, page, "give-to:1", dan.member)
        assert f"The seat is offered to <@{dan.id}>." in page.content
        page = await zoe.press(page, "Remove the player")
        page = await zoe.press(page, "Back")
        before = await game.table()
        for intent in ("server:opening", "server-zone?", "manage", "power!:end", "power!:remove"):
            refused = await forge(ann, game.lobby, f"te:1:-:-:{intent}")
            assert refused.content == NOT_MANAGER
        assert await game.table() == before
        page = await zoe.press(page, "End with the result")
        assert "as it stands? You can't undo this." in page.content
        page = await zoe.press(page, "End with the result")
        assert (await game.table()).status is Status.OVER
        assert labels(page) == ["Remove the game"]
        # everybody is notified, and can read in the log who did it
        assert "**Ur** is over." in says(game.posts[-1])
        text = (await ann.slash("log", game.thread)).content
        for line in (
            "zoe (admin) paused the game.",
            f"zoe (admin) offered {name}'s seat to dan.",
            f"zoe (admin) removed {name} from their seat.",
            "zoe (admin) ended the game. The result counts.",
        ):
            assert line in text
