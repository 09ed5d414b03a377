"""Opening a game, sitting down, getting up, starting."""

import discord
from messages import components, labels
from people import world

from engine import PlaceTile


async def test_players_gather_and_the_opener_starts(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=4)
        assert "Players: **ann** (1 of 4)" in game.lobby.content
        joining = ["Join", "Leave", "Start", "Options", "Help"]
        assert labels(game.lobby) == [*joining, "Add a word", "Fair?", "Players"]
        ann, bob, cora = map(w.person, ("ann", "bob", "cora"))
        too_few = await ann.press(game.lobby, "Start")
        assert too_few.content == (
            "**Ur** needs at least two players to start. Invite a player or add a computer."
        )
        joined = await bob.press(game.lobby, "Join")
        assert joined.content.startswith("You've joined **Ur**.\nSeal: `")
        again = await bob.press(game.lobby, "Join")
        assert again.content == "You already play in **Ur**."
        refused = await bob.press(game.lobby, "Start")
        assert refused.content == "Only **ann** can start **Ur**."
        stranger = await cora.press(game.lobby, "Leave")
        assert stranger.content == "You don't play in **Ur**."
        started = await ann.press(game.lobby, "Start")
        assert started.content == "The game is starting. I'll ping you on your turn."
        # the lobby leads to the thread, and nobody sits down any more
        assert game.thread.mention in game.lobby.content
        assert labels(game.lobby) == ["Watch"]
        # everybody reads where the game is; only the first player is called
        first = game.turn
        assert all(f"<@{person.id}>" in first.content for person in (ann, bob))
        assert not game.pings
        for person in (ann, bob):
            (desk,) = person.dms
            begins = person is await game.decider()
            assert desk.content.startswith("**Ur**: your turn") == begins
            assert desk.flags.suppress_notifications != begins
            assert desk.attachments[0].description.startswith("Tiles: ")
            more = await person.press(desk, "More")
            assert f"/{game.thread.id}" in str(more.components)
        assert not cora.dms


# --- the opener's choices ------------------------------------------------------------------------


async def opened(w, *names, seats=4):
    """A table at which these sit, its opener, and the page on which that one can choose."""
    game = await w.open(*names, seats=seats)
    opener = w.person(names[0])
    return game, opener, await opener.press(game.lobby, "Options")


async def test_the_opener_renames_the_game_also_after_a_restart(tmp_path):
    async with world(tmp_path) as w:
        game, ann, page = await opened(w, "ann")
        refused = await ann.write(page, "Rename", "hi @everyone")
        assert refused.content.startswith(
            "A game's name can't mention a person, a role or a channel."
        )
        assert "**Ur**" in game.lobby.content
        (found,) = (each for each in components(refused) if each.get("label") == "Rename")
        shown = await ann.member.click(refused, custom_id=found["custom_id"])
        assert shown.modal["title"] == "Rename the game"
        await w.restart()
        await ann.member.submit_modal(shown, {"text": "  Uruk "})
        assert game.lobby.content.startswith("**Uruk** · ")
        await ann.press(await ann.press(game.lobby, "Options"), "2 seats")
        await w.person("bob").press(game.lobby, "Join")
        assert game.thread.name == "Uruk · 1"
        late = await ann.write(page, "Rename", "Umma")
        assert late.content.startswith("**Uruk** has already started.")


async def test_only_who_is_invited_joins(tmp_path):
    async with world(tmp_path) as w:
        game, ann, page = await opened(w, "ann")
        bob, cora = w.person("bob"), w.person("cora")
        page = await ann.press(await ann.press(page, "People"), "Invitation only")
        assert "By invitation only. No one is invited yet." in page.content
        invites = "Invite without keeping a seat …"
        page = await ann.choose_users(page, bob.member, of=invites)
        for message in (page, game.lobby):
            assert f"By invitation only: {bob.member.mention}" in message.content
        assert game.pings == []
        # it is to be found by those alone for whom there is a seat
        for person, found in ((bob, True), (cora, False)):
            listed = (await person.slash("games", w.channel)).content
            assert ("**Open to join**" in listed) == found
        refused = await cora.press(game.lobby, "Join")
        assert refused.content == ("**Ur** is by invitation only. Ask **ann** to invite you.")
        await bob.press(game.lobby, "Join")
        assert "(2 of 4)" in game.lobby.content
        # taken out, one is not invited any more
        page = await ann.press(await ann.press(game.lobby, "Options"), "People")
        page = await ann.choose(page, "bob")
        assert "No one is invited yet." in page.content
        assert "is by invitation only" in (await bob.press(game.lobby, "Join")).content
        page = await ann.press(page, "Open to everyone")
        assert "Anyone here can join **Ur**." in page.content
        await cora.press(game.lobby, "Join")
        assert "**cora**" in game.lobby.content


# --- a role that is mentioned --------------------------------------------------------------------


def told_roles(w):
    """The roles that the messages in the channel have rung for."""
    path = f"/channels/{w.channel.id}/messages"
    return [
        int(role)
        for request in w.env.http_requests
        if request.method == "POST" and request.path == path
        for role in request.json["allowed_mentions"].get("roles", [])
    ]


async def test_a_role_is_told_of_a_game_once_if_the_server_allows_it(tmp_path):
    async with world(tmp_path) as w:
        quiet, everyone = w.guild.create_role("quiet"), w.guild.default_role
        may = discord.Permissions(mention_everyone=True)
        ann = w.person("ann")
        head = w.person("head", roles=[w.guild.create_role("head", permissions=may)])
        refused = await ann.slash("open", w.channel, name="Ur", role=quiet)
        assert refused.content == "You can't ping **quiet** here, so I don't either."
        refused = await ann.slash("open", w.channel, name="Ur", role=everyone)
        assert refused.content.startswith("I don't ping @everyone")
        denied = discord.PermissionOverwrite(mention_everyone=False)
        narrow = w.guild.create_text_channel("narrow", overwrites={w.guild.me: denied})
        refused = await head.slash("open", narrow, name="Ur", role=quiet)
        assert refused.content.startswith("I can't ping **quiet** here")
        assert "All Roles" in refused.content
        assert (await ann.slash("games", w.channel)).content.startswith("No games yet.")

        role = w.guild.create_role("players", mentionable=True)
        game = await w.open("ann", "bob", seats=4, role=role)
        assert f"For {role.mention}." in game.lobby.content
        assert told_roles(w) == [role.id]
        # the message is deleted, and sent again: nobody is mentioned a second time
        w.env.backend.delete_message(w.channel.id, game.lobby_id)
        await ann.slash("start", w.channel)
        assert told_roles(w) == [role.id]


async def test_the_door_shows_everybody_the_decider_and_the_state_of_the_game(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", board="advanced")  # a full table starts
        late = await w.person("dan").slash("start", game.channel)
        assert late.content == "No game here is waiting to start."
        first = await game.decider()
        assert game.lobby.content.split("\n")[0].endswith("Advanced board")
        assert f"**{first.name}**'s turn (asked <t:" in game.lobby.content
        assert "Round 1 · " in game.lobby.content
        # the own actions change nothing of it: it is not edited
        await w.env.advance_time(60)
        edited = game.lobby.edited_at
        legal = (await game.full_game()).legal_actions()
        await game.play(str(next(each for each in legal if isinstance(each, PlaceTile))))
        assert game.lobby.edited_at == edited
        eve = w.person("eve")
        looked = await eve.press(game.lobby, "Watch")
        assert looked.content.startswith(f"**Ur** · **{first.name}** to play – 1 action")
        assert "Black 0, red 0" not in looked.content  # points are hidden
        assert labels(looked) == ["Watch", "Log", "Zoom", "Legend", "Fair?"]
        mine = await first.press(game.turn, "Watch")
        assert mine.content == looked.content
        assert labels(mine) == ["Desk", "Watch", "Log", "Zoom", "Legend", "Fair?"]
        assert f"{first.name} places a" in (await eve.press(looked, "Log")).content
        await game.play("end")
        second = await game.decider()
        assert f"**{second.name}**'s turn" in game.lobby.content
        await game.play("end")
        assert "Round 2 · " in game.lobby.content
        assert not [each for each in game.channel.history() if each.mentions]  # no edit rings
        await game.resign(second)
        assert f"🏆 **{first.name}** wins. Everyone else left." in game.lobby.content
        assert labels(game.lobby) == ["Watch", "Record"]
        record = await eve.press(game.lobby, "Record")
        names = [each.filename for each in record.attachments]
        assert [name.rpartition(".")[2] for name in names] == ["png", "gif", "te"]


async def test_the_last_one_leaves_and_it_is_cancelled(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3)
        left = await w.person("ann").press(game.lobby, "Leave")
        assert left.content == "You've left **Ur**.\nNo one is left, so the game is cancelled."
        assert "Cancelled: everyone left." in game.lobby.content
        assert labels(game.lobby) == ["Fair?"]
        assert (await w.person("ann").slash("games")).content.startswith("No games yet.")
