"""Playing alone, against computers: in direct messages, from one press to the final scores."""

import re
from dataclasses import dataclass
from random import Random

from messages import chosen, components, labels, says
from people import GameOnDiscord, now, world

from bot.domain.table import Status
from engine import Level

SEAL = re.compile(r"`[0-9a-f]{64}`")
POSTED = re.compile(r"/channels/(\d+)/messages")


@dataclass
class SoloGame(GameOnDiscord):
    """A game in a user's direct messages, where commands are typed, too."""

    @property
    def home(self):
        return None


def links(message):
    return [each["url"] for each in components(message) if "url" in each]


async def begun(person, page):
    """The game that begins when *Play* is pressed."""
    w = person.world
    await person.press(page, "Play")
    (table,) = await w.bot.services.games.of_user(person.id)
    return SoloGame(w, table.id, w.channel, 0)


def places_told(w):
    """The channels with messages about a game that is played alone."""
    sent = (request for request in w.env.http_requests if "Solo (" in str(request.json))
    return {int(found[1]) for each in sent if (found := POSTED.match(each.path))}


async def test_one_press_begins_and_the_desk_is_in_direct_messages(tmp_path):
    """No one else has to agree, so it ends at once. Its seal is published, too."""
    async with world(tmp_path) as w:
        ann, bob = w.person("ann"), w.person("bob")
        assert labels(await ann.slash("hand", w.channel)) == ["Find a table", "Play alone"]
        page = await ann.press(await ann.slash("games", w.channel), "Play alone")
        assert page.content.startswith("**Play alone** against computers")
        usual = "First game: classic board, open scores"
        assert chosen(page) == ["1 computer: easy", usual, "Classic board"]
        shown = await ann.press(page, "Play")
        assert "has begun. Your desk is in your direct messages." in shown.content
        home = f"https://discord.com/channels/@me/{ann.member.user.dm_channel.id}"
        assert links(shown) == [home]
        (table,) = await w.bot.services.games.of_user(ann.id)
        game = SoloGame(w, table.id, w.channel, 0)
        await game.wait_for_person()
        desk = game.desk_of(ann)
        assert "your turn – 2 actions left." in desk.content
        assert not links(desk)
        await game.play("end")
        table = await game.wait_for_person()
        assert table.turn == 3 + (table.players[0].is_computer)
        assert re.search(r"> \*\*Computer \(easy\)\*\*", game.desk_of(ann).content)
        # in the server it is shown to her alone, with the way back; to nobody else at all
        hand = await ann.slash("hand", w.channel)
        assert "Tiles: " in says(hand)
        assert links(hand) == [home]
        refused = await bob.slash("board", w.channel, game=str(table.id))
        assert "I can't find that game" in refused.content
        page = await ann.slash("table")
        assert "Offer my seat" not in labels(page)
        assert "thread" not in page.content
        ending = await ann.press(page, "End with the result")
        assert "It's over at once" in ending.content
        await ann.press(ending, "End with the result")
        assert (await game.table()).status is Status.OVER
        seal, *_, result = ann.dms
        assert "is over." in result.content
        assert seal.content.startswith("🔒 ")
        assert seal.flags.suppress_notifications
        fair = await ann.press_more(result, "Fair?")
        assert SEAL.search(seal.content)[0] in fair.content
        assert "Solo games sealed: 1. Started: 1. Seals opened: 1." in fair.content
        assert places_told(w) == {ann.member.user.dm_channel.id}


async def test_with_direct_messages_closed_it_is_played_where_it_was_begun(tmp_path):
    """The computers' decisions are shown on the desk that was asked for."""
    async with world(tmp_path, Random(5)) as w:  # ann begins: no computer changes her desk first
        ann = w.person("ann")
        ann.close_dms()
        here = await ann.press(await ann.slash("solo", w.channel), "Play")
        assert here.content.startswith("I can't message you, so play here.")
        assert "Message me again" in labels(here)
        (table,) = await w.bot.services.games.of_user(ann.id)
        game = SoloGame(w, table.id, w.channel, 0)
        await game.wait_for_person()
        desk = now(game, here)
        assert "your turn – " in desk.content
        ended = await ann.press(await ann.press(desk, "End turn"), "End turn")
        assert "Computer (easy)" in ended.content
        await game.wait_for_person()
        shown = now(game, ended)
        assert "your turn – " in shown.content
        assert not ann.dms


async def test_nothing_begins_while_discord_opens_no_direct_messages(tmp_path):
    """Then what is chosen is played."""
    async with world(tmp_path) as w:
        ann = w.person("ann")
        page = await ann.slash("solo", w.channel, opponents=2, level="strong", preset="first game")
        first_game = "First game: classic board, open scores"
        assert chosen(page) == ["2 computers: strong", first_game, "Classic board"]
        page = await ann.choose(page, "3 computers: easy, easy and strong", of="Against")
        page = await ann.choose(page, "Everything: advanced board, all options", of="Preset")
        page = await ann.choose(page, "Classic board", of="Board")
        assert chosen(page)[::2] == ["3 computers: easy, easy and strong", "Classic board"]
        w.env.inject_error("POST", "/users/@me/channels", status=500, times=None)
        await ann.press(page, "Play")
        assert w.last is not None
        (answer,) = w.last.followups
        assert answer.content.startswith("The game hasn't started: ")
        assert not await w.bot.services.games.of_user(ann.id)
        w.env.backend.faults.clear()
        table = await (await begun(ann, page)).table()
        levels = sorted(player.level for player in table.players if player.level)
        assert levels == [Level.EASY, Level.EASY, Level.STRONG]
        assert (table.board, len(table.options)) == ("classic", 5)
