"""Opening a game, sitting down, getting up, starting."""

import re
from pathlib import Path
from random import Random

import discord
import pytest
from messages import Message, components, labels, options, says
from people import STAYS, GameOnDiscord, Person, World, world

from bot.domain import Status
from engine import EndTurn, PlaceTile, parse_action


async def test_players_gather_and_the_opener_starts(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=4)
        assert "Players: **ann** (1 of 4)" in game.lobby.content
        joining = ["Join", "Leave", "Start", "Options", "Help"]
        assert labels(game.lobby) == [*joining, "Add a word", "Fair?"]
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
        # everybody is told where the game is; only who begins is called
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


async def test_a_full_table_starts_by_itself(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", seats=3)
        lobby = game.lobby
        cora = w.person("cora")
        joined = await cora.press(lobby, "Join")
        assert "The game is starting. I'll ping you on your turn." in joined.content
        assert (await game.table()).status is Status.RUNNING
        late = await w.person("dan").slash("start", game.channel)
        assert late.content == "No game here is waiting to start."


async def test_the_opener_leaves_and_hands_over(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora", seats=4)
        left = await w.person("ann").press(game.lobby, "Leave")
        assert left.content == "You've left **Ur**."
        assert "**bob** and **cora** (2 of 4)" in game.lobby.content
        refused = await w.person("cora").slash("start", game.channel)
        assert refused.content == "Only **bob** can start **Ur**."
        await w.person("bob").slash("start", game.channel)
        assert (await game.table()).status is Status.RUNNING


async def test_the_last_one_leaves_and_it_is_cancelled(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3)
        lobby = game.lobby
        left = await w.person("ann").press(lobby, "Leave")
        assert left.content == "You've left **Ur**.\nNo one is left, so the game is cancelled."
        assert "Cancelled: everyone left." in game.lobby.content
        assert labels(game.lobby) == ["Fair?"]
        assert not game.channel.threads
        games = await w.person("ann").slash("games")
        assert games.content.startswith("No games yet.")


async def test_seats_are_drawn(tmp_path: Path) -> None:
    firsts = set()
    for seed in range(4):
        folder = tmp_path / str(seed)
        folder.mkdir()
        async with world(folder, Random(seed)) as w:
            game = await w.open("ann", "bob")
            firsts.add((await game.decider()).name)
    assert firsts == {"ann", "bob"}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x" * 61, "That name is too long. Character limit: 60."),
        ("x" * 6000, "That name is too long. Character limit: 60."),
        ("   ", "A game needs a name."),
        ("\u3164\u200b", "A game's name can't have line breaks or control characters."),
        ("hi @everyone", "A game's name can't mention a person, a role or a channel."),
        ("<@123456789012345678>", "A game's name can't mention a person, a role or a channel."),
        ("<#123456789012345678>", "A game's name can't mention a person, a role or a channel."),
        ("two\nlines", "A game's name can't have line breaks or control characters."),
    ],
)
async def test_a_bad_name_is_refused(tmp_path: Path, name: str, why: str) -> None:
    async with world(tmp_path) as w:
        refused = await w.person("ann").slash("open", w.channel, name=name, seats=2)
        assert refused.content == why
        assert w.channel.last_message is None or w.channel.last_message.flags.ephemeral


async def test_a_name_formats_nothing_and_mentions_nobody(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        wild = "**x** `y` ||z|| here @ev*eryone [a](https://b.example) 🏺"
        ann: Person = w.person("ann", nick="*_~|`@everyone")
        await ann.slash("open", w.channel, name=wild[:60], seats=2)
        _, lobby = (each for each in w.channel.history() if not each.flags.ephemeral)
        await w.person("bob").press(lobby, "Join")
        for channel in (w.channel, *w.channel.threads):
            for message in channel.history():
                if message.is_system():
                    continue  # that a thread was opened: Discord formats nothing there
                assert not message.mention_everyone
                assert not message.role_mentions
                assert "@everyone" not in message.content
                assert "||z||" not in message.content
        assert "\\*\\*x\\*\\*" in says(w.channel.threads[0].last_message)


# --- the door ------------------------------------------------------------------------------------


def since(game: GameOnDiscord) -> int:
    """When the door says that the game began to wait."""
    told = re.search(r"<t:(\d+):R>", game.lobby.content)
    assert told
    return int(told[1])


async def test_the_door_says_whom_the_game_waits_for_and_since_when(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", board="advanced")
        first = await game.decider()
        begun = since(game)
        assert game.lobby.content.split("\n")[0].endswith("Advanced board")
        assert f"**{first.name}**'s turn (asked <t:" in game.lobby.content
        assert "Round 1 · " in game.lobby.content
        assert all(f"**{name}**" in game.lobby.content for name in ("ann", "bob"))
        # the own actions change nothing of it: it is not edited
        await w.env.advance_time(60)
        edited = game.lobby.edited_at
        legal = (await game.whole()).legal_actions()
        await game.take(next(each for each in legal if isinstance(each, PlaceTile)))
        assert (since(game), game.lobby.edited_at) == (begun, edited)
        await w.env.advance_time(60)
        await game.take(EndTurn())
        second = await game.decider()
        assert f"**{second.name}**'s turn" in game.lobby.content
        assert since(game) >= begun + 120
        await game.take(EndTurn())
        assert "Round 2 · " in game.lobby.content
        # and no edit of it rings
        assert not [each for each in game.channel.history() if each.mentions]


async def test_the_door_says_in_the_end_who_won(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        bob = w.person("bob")
        await bob.press(await bob.slash("resign", game.home), "Resign")
        assert "🏆 **ann** wins. Everyone else left." in game.lobby.content
        assert "1. **ann**: 0 · 2. **bob**: resigned" in game.lobby.content
        assert f"Thread: {game.thread.mention}" in game.lobby.content
        assert game.posts[-1].content.startswith("**Ur** is over. **ann** wins")
        # whoever comes by can look at the end, and take the record along
        eve = w.person("eve")
        assert labels(game.lobby) == ["Watch", "Record"]
        board = await eve.press(game.lobby, "Watch")
        assert "1. **ann**: 0" in board.content
        record = await eve.press(game.lobby, "Record")
        names = [each.filename for each in record.attachments]
        assert [name.rpartition(".")[2] for name in names] == ["png", "gif", "te"]
        assert labels(game.posts[-1]) == ["Where it was won", "Watch", "Log", "Legend", "Fair?"]


async def test_watch_answers_anybody_and_tells_no_points_that_are_hidden(tmp_path: Path) -> None:
    for preset in ("rulebook", "first game"):
        folder = tmp_path / preset
        folder.mkdir()
        async with world(folder) as w:
            game = await w.open("ann", "bob", preset=preset)
            await game.take(parse_action("k@D6"))
            player = await game.decider()
            looked = await w.person("eve").press(game.lobby, "Watch")
            assert looked.content.startswith(f"**Ur** · **{player.name}** to play – 1 action")
            assert f"Turn 1\n> **{player.name}** places a ⬛ settlement on D6." in looked.content
            assert ("Black 0, red 0" in looked.content) == (preset == "first game")
            assert labels(looked) == ["Watch", "Log", "Zoom", "Legend", "Fair?"]
            mine = await player.press(game.turn, "Watch")
            assert mine.content == looked.content
            assert labels(mine) == ["Desk", "Watch", "Log", "Zoom", "Legend", "Fair?"]
            log = await w.person("eve").press(looked, "Log")
            assert "places a ⬛ settlement on D6." in log.content


async def test_what_is_pressed_in_the_thread_is_the_same_whoever_may_act(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        for action in (parse_action("k@D6"), parse_action("r@E6"), EndTurn(), EndTurn()):
            assert labels(game.turn) == ["Desk", "Watch", "Undo", "Log", "Zoom", "Legend"]
            version = (await game.table()).shown_version
            assert [each["custom_id"] for each in components(game.turn)] == [
                "te:1:-:-:hand",
                "te:1:-:-:board",
                f"te:1:-:{version}:undo",
                "te:1:-:-:log",
                "te:1:-:-:zoom:question",
                "te:1:-:-:legend",
            ]
            await game.take(action)
        nothing = await (await game.decider()).press(game.turn, "Undo")
        assert nothing.content.startswith("You can't undo that: it revealed hidden information.")


# --- what the opener can choose ------------------------------------------------------------------


async def opened(w: World, *names: str, seats: int = 4) -> tuple[GameOnDiscord, Person, Message]:
    """A table at which these sit, its opener, and the page on which that one can choose."""
    game = await w.open(*names, seats=seats)
    opener = w.person(names[0])
    return game, opener, await opener.press(game.lobby, "Options")


async def write(person: Person, page: Message, label: str, text: str) -> Message:
    """Press a button that opens a window, and write into it."""
    (found,) = (each for each in components(page) if each.get("label") == label)
    shown = await person.member.click(page, custom_id=found["custom_id"])
    assert shown.modal is not None
    assert shown.modal["title"] == "Rename the game"
    return person._answer(await person.member.submit_modal(shown, {"text": text}))


async def invite(person: Person, page: Message, *invited: Person) -> Message:
    """Choose users and no others."""
    users = (each.member for each in invited)
    return await person.choose_users(page, *users, of="Invite without keeping a seat …")


async def test_the_opener_changes_the_seats(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game, ann, page = await opened(w, "ann", "bob", "cora")
        refused = await ann.press(page, "2 seats")
        assert refused.content.startswith(
            "**Ur** has more players than that. Remove a player first."
        )
        assert "(3 of 4)" in game.lobby.content
        page = await ann.press(refused, "3 seats")  # on the same page
        assert "(3 of 3)" in game.lobby.content
        assert "Full: **ann** can press Start." in game.lobby.content
        full = await w.person("dan").press(game.lobby, "Join")
        assert full.content == "**Ur** is full. `/games` lists open lobbies."
        assert (await game.table()).status is Status.LOBBY
        await ann.press(page, "4 seats")
        assert "when **ann** presses Start" in game.lobby.content
        await w.person("dan").press(game.lobby, "Join")
        assert (await game.table()).status is Status.RUNNING
        late = await ann.press(page, "2 seats")
        assert late.content.startswith("**Ur** has already started.")


async def test_the_opener_renames_the_game_also_after_a_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game, ann, page = await opened(w, "ann")
        refused = await write(ann, page, "Rename", "hi @everyone")
        assert refused.content.startswith(
            "A game's name can't mention a person, a role or a channel."
        )
        assert "**Ur**" in game.lobby.content
        (found,) = (each for each in components(refused) if each.get("label") == "Rename")
        shown = await ann.member.click(refused, custom_id=found["custom_id"])
        await w.restart()
        await ann.member.submit_modal(shown, {"text": "  Uruk "})
        await w.env.settle()
        assert game.lobby.content.startswith("**Uruk** · ")
        await ann.press(await ann.press(game.lobby, "Options"), "2 seats")
        await w.person("bob").press(game.lobby, "Join")
        assert game.thread.name == "Uruk · 1"
        late = await write(ann, page, "Rename", "Umma")
        assert late.content.startswith("**Uruk** has already started.")


async def test_the_opener_takes_somebody_out(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game, ann, page = await opened(w, "ann", "bob", "cora")
        old = await ann.press(page, "People")
        await w.env.advance_time(STAYS)
        page = await people(ann, game)
        assert {"bob", "cora"} <= set(options(page))
        after = await ann.choose(page, "bob", of="Remove")
        assert "**ann** and **cora** (2 of 4)" in game.lobby.content
        assert "cora" in options(after)
        assert "bob" not in options(after)
        again = await ann.choose(old, "bob", of="Remove")
        assert again.content.startswith("That player is no longer in **Ur**.")
        # whoever was taken out may come back as long as everybody may
        await w.person("bob").press(game.lobby, "Join")
        assert "(3 of 4)" in game.lobby.content
        # nobody else takes anybody out
        refused = await w.person("bob").press(game.lobby, "Options")
        assert refused.content == "Only **ann** can set up **Ur**."


async def test_only_who_is_invited_joins(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game, ann, page = await opened(w, "ann")
        bob, cora = w.person("bob"), w.person("cora")
        page = await ann.press(await ann.press(page, "People"), "Invitation only")
        assert "By invitation only. No one is invited yet." in page.content
        refused = await bob.press(game.lobby, "Join")
        assert refused.content == ("**Ur** is by invitation only. Ask **ann** to invite you.")
        page = await invite(ann, page, bob)
        assert f"By invitation only: {bob.member.mention}" in page.content
        assert f"By invitation only: {bob.member.mention}" in game.lobby.content
        assert game.pings == []
        # it is to be found by those alone for whom there is a seat
        for person, found in ((bob, True), (cora, False)):
            listed = (await person.slash("games", w.channel)).content
            assert ("**Open to join**" in listed) == found
        await bob.press(game.lobby, "Join")
        assert "(2 of 4)" in game.lobby.content
        # taken out, one is not invited any more
        page = await ann.choose(await people(ann, game), "bob")
        assert "No one is invited yet." in page.content
        assert "is by invitation only" in (await bob.press(game.lobby, "Join")).content
        page = await ann.press(page, "Open to everyone")
        assert "Anyone here can join **Ur**." in page.content
        await cora.press(game.lobby, "Join")
        assert "**cora**" in game.lobby.content


async def people(opener: Person, game: GameOnDiscord) -> Message:
    return await opener.press(await opener.press(game.lobby, "Options"), "People")


async def test_no_bot_is_invited(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game, ann, page = await opened(w, "ann")
        page = await ann.press(await ann.press(page, "People"), "Invitation only")
        before = await game.table()
        robot = Person(w, w.guild.add_member(w.env.create_user("robot", bot=True)))
        refused = await invite(ann, page, robot, w.person("bob"))
        assert refused.content.startswith("Bots can't play. Choose a person.")
        assert await game.table() == before


# --- a role that is told of it -------------------------------------------------------------------


def told_roles(w: World) -> list[int]:
    """The roles that the messages in the channel have rung for."""
    path = f"/channels/{w.channel.id}/messages"
    return [
        int(role)
        for request in w.env.http_requests
        if request.method == "POST" and request.path == path
        for role in request.json["allowed_mentions"].get("roles", [])
    ]


async def test_a_role_is_told_of_a_game_once(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        role = w.guild.create_role("players", mentionable=True)
        game = await w.open("ann", "bob", seats=4, role=role)
        assert f"For {role.mention}." in game.lobby.content
        assert told_roles(w) == [role.id]
        # the message is deleted, and sent anew: nobody is told a second time
        w.env.backend.delete_message(w.channel.id, game.lobby_id)
        await w.person("cora").slash("open", w.channel, name="Uruk", seats=2)
        await w.person("ann").slash("start", w.channel)
        await w.env.settle()
        assert told_roles(w) == [role.id]


async def test_a_role_is_told_only_if_the_server_allows_it(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        quiet, everyone = w.guild.create_role("quiet"), w.guild.default_role
        may = discord.Permissions(mention_everyone=True)
        ann, head = (
            w.person("ann"),
            w.person("head", roles=[w.guild.create_role("head", permissions=may)]),
        )
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
