"""Seats pass on Discord: who joins, who takes over, and what is left to who was replaced."""

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from messages import BUTTON, LINK, Message, components, labels, says
from people import STAYS, GameOnDiscord, Person, World, now, read, world
from simcord.backend.errors import BackendError
from simcord.results import InteractionResult

from bot.client.membership import Membership
from bot.domain import Status
from engine import AddDecision, parse_action
from tests.dice import LoadedDice


def pressable(message: Message) -> list[str]:
    """The buttons of a message that lead somewhere in the bot."""
    return [
        component["custom_id"]
        for component in components(message)
        if component["type"] == BUTTON and component["style"] != LINK
    ]


NOTE = "my Trader to P11"
USER_SELECT = 5
CLOSED = "Another player has your seat in **Ur** now. This desk is closed."
TELLING = ("desk", "plan", "hand")
"""Pictures in which a hand is shown are called so."""


@dataclass(frozen=True)
class Thing:
    """A button or select that somebody was shown once, whatever its message shows by now."""

    message: Message
    component: dict[str, Any]


@dataclass
class Rememberer(Person):
    """Somebody who keeps every button and every select that they are ever shown."""

    things: dict[tuple[int, str], Thing] = field(default_factory=dict)

    def _answer(self, result: InteractionResult) -> Message:
        answer = super()._answer(result)
        self.keep(answer)
        return answer

    def keep(self, *messages: Message) -> None:
        """Keep what leads somewhere in the bot."""
        for message in messages:
            for component in components(message):
                if "custom_id" in component and not component.get("disabled"):
                    key = message.id, component["custom_id"]
                    self.things.setdefault(key, Thing(message, component))

    def look_around(self, game: GameOnDiscord) -> None:
        """Keep what is shown without being asked for."""
        self.keep(game.lobby, *game.posts, *self.dms)

    async def open_note(self, page: Message) -> InteractionResult:
        """The window in which the note is written."""
        (note,) = (each for each in components(page) if each.get("label") == "Note")
        return await self._actor(page).click(page, custom_id=note["custom_id"])

    async def use(self, thing: Thing, instead: Message) -> InteractionResult:
        """Press or choose, as with an app that still shows it; of what is gone, on another one."""
        backend = self.world.env.backend
        message = thing.message
        try:
            stored = backend.get_message(_channel_id(message), message.id)
        except BackendError:
            message, stored = instead, backend.get_message(_channel_id(instead), instead.id)
        row = {"type": 1, "components": [thing.component]}
        kept, stored.components = stored.components, [row]
        actor, custom_id = self._actor(message), thing.component["custom_id"]
        if thing.component["type"] == BUTTON:
            result = await actor.click(message, custom_id=custom_id)
        elif thing.component["type"] == USER_SELECT:
            result = await actor.select(message, [self.member], custom_id=custom_id)
        else:
            least = max(1, thing.component.get("min_values", 1))
            values = [option["value"] for option in thing.component["options"][-least:]]
            result = await actor.select(message, values, custom_id=custom_id)
        if stored.components == [row]:
            stored.components = kept
        return result


def _channel_id(message: Message) -> int:
    return message.channel.id if isinstance(message, discord.Message) else message.channel_id


def rememberers(w: World, *names: str) -> list[Rememberer]:
    """Somebody of each of those names, who remembers."""
    for name in names:
        w.people[name] = Rememberer(w, w.person(name).member)
    return [each for each in w.people.values() if isinstance(each, Rememberer)]


def tells_nothing(message: Message, about: object) -> None:
    """Nothing of the hand, the plan or the note of a seat is on a message."""
    for telling in ("Your hand", "with all you hold", "Add 0", NOTE):
        assert telling not in says(message), about
    for each in message.attachments:
        assert not any(name in each.filename for name in TELLING), about
        generic = each.filename.startswith("legend")
        assert generic or "hand" not in (each.description or "").lower(), about


async def what_stands(game: GameOnDiscord, holder: Person) -> tuple[object, ...]:
    """What somebody who plays no more must not change."""
    table = await game.table()
    seat = (await game.world.bot.services.visits.of(game.id, holder.id)).seat
    assert seat is not None
    return await game.whole(), table.state_version, table.players, table.paused, seat.notes


@pytest.mark.slow
async def test_every_button_ever_shown_tells_the_old_player_nothing(tmp_path: Path) -> None:
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        rememberers(w, "ann", "bob")
        game = await w.open("ann", "bob")
        old, other = await game.other(), await game.decider()
        assert isinstance(old, Rememberer)
        # what is planned and noted while waiting
        page = await old.press(game.desk_of(old), "Plan")
        page = await old.press(await old.press(page, "End turn"), "End turn")
        window = await old.open_note(page)
        desk = old._answer(await old.member.user.submit_modal(window, {"text": NOTE}))
        assert NOTE in desk.content
        await old.slash("plan", game.home)
        # a turn up to a conflict, with its keypads, seen on the desk and in the thread
        while not isinstance((await game.table()).view.decision, AddDecision):
            old.look_around(game)
            await game.take(steps.pop(0).action)
        assert await game.decider() is old
        await other.press(await other.slash("table", game.home), "Pause")
        old.look_around(game)
        looks = ("hand", "board", "plan", "score", "log", "games", "table", "resign", "help")
        for where in (game.home, None):
            pages = {look: await old.slash(look, where) for look in looks}
            pages["settings"] = await old.slash("settings", where, game=str(game.id))
            for page in pages.values():
                assert "do not play" not in page.content
        for label in ("Zoom", "Legend", "In words", "Table"):
            await old.press_more(await old.slash("hand", game.home), label)
        # two windows for the note are open: from the desk, and from a copy in the thread
        desks = game.desk_of(old), await old.slash("hand", game.home)
        noted = [await old.press(each, "More") for each in desks]
        windows = [(page, await old.open_note(page)) for page in noted]
        desk = w.env.backend.get_message(_channel_id(noted[0]), noted[0].id)
        await w.env.advance_time(STAYS)
        offer = await old.press(await old.slash("resign", game.home), "Offer my seat")
        await old.press(offer, "Offer to anyone")
        old.look_around(game)
        instead = await old.slash("help")  # a message that stays, among the direct ones

        eve = w.person("eve")
        (free,) = (post for post in game.posts if "Take the seat" in labels(post))
        await eve.press(free, "Take the seat")
        await w.env.settle()
        await w.bot.services.notes.keep_note(eve.id, game.id, "eve's own")
        before = await what_stands(game, eve)
        assert "with all you hold" in game.desk_of(eve).content
        used = list(old.things.values())
        for number, thing in enumerate(used):
            if number % 30 == 0:
                await w.env.advance_time(60)  # nobody is told that it is too much at once
            result = await old.use(thing, instead)
            assert result.modal is None  # where a note was, no window opens
            tells_nothing(old._answer(result), thing.component)
        assert len(used) > 100
        # windows are sent from under what is gone, too
        gone = w.env.backend.messages[desk.channel_id]
        assert desk.id not in gone
        gone[desk.id] = desk
        for page, window in windows:
            sent = await old._actor(page).submit_modal(window, {"text": "late"})
            tells_nothing(old._answer(sent), page.content)
        gone.pop(desk.id, None)
        for where in (game.home, None):
            for look in looks:
                tells_nothing(await old.slash(look, where), look)
        for message in old.dms:
            tells_nothing(message, "direct messages")
        assert await what_stands(game, eve) == before


@pytest.mark.parametrize("way", ["agreed", "admin"])
async def test_the_seat_of_whoever_must_add_tiles_passes_without_them(
    tmp_path: Path, way: str
) -> None:
    start, steps, bag = read("four_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob", "cora", "dan")
        while not isinstance((await game.table()).view.decision, AddDecision):
            await game.take(steps.pop(0).action, "slash")
        old, eve = await game.decider(), w.person("eve")
        other, *further = (each for each in w.people.values() if each not in (old, eve))
        question = (await game.whole()).decision
        desk, copy = game.desk_of(old), await old.slash("hand", game.home)
        if way == "agreed":
            page = await other.slash("table", game.home)
            page = await other.choose(page, old.name, of="Another player's seat")
            await other.choose_users(page, eve.member, of="Offer the seat to a player …")
            (asked,) = (post for post in game.posts if post.content.startswith("🗳️"))
            for each in further:
                assert not [post for post in game.posts if "Take the seat" in labels(post)]
                await each.press(asked, "Yes")
            await w.env.advance_time(timedelta(days=2, seconds=1).total_seconds())
            await w.env.settle()  # whoever is away says nothing, which is no no
            copy = await old.slash("hand", game.home)
        else:
            manager = w.guild.create_role(
                "manager", permissions=discord.Permissions(manage_guild=True)
            )
            zoe = w.person("zoe", roles=[manager])
            page = await zoe.slash("server game", w.channel, game="Ur")
            page = await zoe.choose(page, old.name)
            page = await zoe.choose_users(page, eve.member, of="Offer the seat to …")
            assert f"The seat is offered to <@{eve.id}>." in page.content
        # the old player has it until it is taken, and cannot keep it
        assert await game.decider() is old
        refused = await old.press(await old.slash("table"), "Keep my seat")
        assert refused.content.startswith("The others in **Ur** or an admin offered")
        (free,) = (post for post in game.posts if "Take the seat" in labels(post))
        taken = await eve.press(free, "Take the seat")
        assert taken.content.startswith("The seat in **Ur** is yours.")
        await w.env.settle()
        assert await game.decider() is eve
        assert (await game.whole()).decision == question
        new = game.desk_of(eve)
        assert any("-desk-" in each.filename for each in new.attachments)
        assert any(label.startswith("Add ") for label in labels(new))
        assert desk.id not in {message.id for message in old.dms}
        assert now(game, copy).content == CLOSED
        assert not labels(now(game, copy))
        await game.take(steps.pop(0).action, "dm")
        assert (await game.whole()).decision != question
        log = await other.slash("log", game.home)
        assert f"eve takes over {old.name}'s seat." in log.content
        offered = "zoe (admin) offered" if way == "admin" else "Offer a seat: Agreed."
        assert offered in log.content


async def test_a_player_is_replaced_in_the_middle_of_a_conflict(tmp_path: Path) -> None:
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        while not isinstance((await game.table()).view.decision, AddDecision):
            await game.take(steps.pop(0).action, "slash")
        old, eve = await game.decider(), w.person("eve")
        other = await game.other()
        seat = (await game.whole()).decision.seat
        # what the old player has open: the desk in direct messages, and copies in the thread
        desk = game.desk_of(old)
        helped = await old.slash("help", game.home)
        await w.env.advance_time(STAYS)
        asked = await old.press(await old.slash("resign", game.home), "Offer my seat")
        assert "You play on until another player takes it" in asked.content
        offered = await old.press(asked, "Offer to anyone")
        assert offered.content == "Your seat is on offer. You play on until it's taken."
        (free,) = (post for post in game.posts if "Take the seat" in labels(post))
        assert f"🪑 Seats you can take in the game's thread: **{old.name}**" in game.lobby.content
        assert free.content.startswith(f"**{old.name}** (")
        assert game.pings == []
        # nobody who sits there can take it
        refused = await other.press(free, "Take the seat")
        assert refused.content.startswith("You've seen another hand")
        await w.env.advance_time(STAYS)
        copy = await old.press(free, "Take the seat")
        assert copy.content.startswith("That seat in")
        assert "Add tiles?" in copy.content or "**Ur**: add t" in copy.content
        taken = await eve.press(free, "Take the seat")
        assert taken.content.startswith("The seat in **Ur** is yours.")
        await w.env.settle()
        # the question is Eve's, on a desk of her own, which rings her once
        assert await game.decider() is eve
        assert w.rings(eve) == 1
        assert any(label.startswith("Add ") for label in labels(game.desk_of(eve)))
        assert "Take the seat" not in {label for post in game.posts for label in labels(post)}
        # the old desk is gone, the copy closed, and every button that is left opens nothing
        assert desk.id not in {message.id for message in old.dms}
        assert now(game, copy).content == CLOSED
        before = await game.whole()
        pressed = 0
        for message in (copy, helped, asked, offered):
            for custom_id in pressable(message):
                if custom_id not in pressable(shown := now(game, message)):
                    continue  # an answer has taken its place
                answer = old._answer(await old.member.click(shown, custom_id=custom_id))
                assert "Your hand" not in answer.content
                assert "desk" not in "".join(each.filename for each in answer.attachments)
                pressed += 1
        assert pressed > 5
        refused = await old.slash("hand", game.home)
        assert refused.content.startswith("You don't play in **Ur**.")
        assert await game.whole() == before
        rings = w.rings(old)
        # the game goes on
        await game.take(parse_action("+0"), "dm")
        assert (await game.table()).player(seat).user_id == eve.id
        log = await other.slash("log", game.home)
        assert f"eve takes over {old.name}'s seat." in log.content
        assert w.rings(old) == rings


async def test_somebody_is_asked_to_join_and_a_seat_is_kept(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "eve", seats=4)
        ann, bob, cora, dan, eve = map(w.person, ("ann", "bob", "cora", "dan", "eve"))
        done = await ann.slash("invite", game.channel, player=bob.member)
        assert done.content == "Invited. I'll keep a seat in **Ur** until they answer."
        await ann.slash("invite", game.channel, player=cora.member)
        bobs, coras = (each for each in game.channel.history() if "invites you to" in each.content)
        assert game.pings == [bob.id, cora.id]
        # the page and the door say so in the same words, also where only they may join
        page = await ann.press(await ann.press(game.lobby, "Options"), "People")
        placeholders = [each.get("placeholder") for each in components(page)]
        assert "Invite and keep a seat …" in placeholders
        assert "Invite without keeping a seat …" in placeholders
        await ann.press(page, "Invitation only")
        lobby = game.lobby.content
        assert f"By invitation only: <@{bob.id}> and <@{cora.id}>" in lobby
        assert f"Invited, no answer yet: <@{bob.id}> and <@{cora.id}>" in lobby
        again = await ann.slash("invite", game.channel, player=bob.member)
        assert again.content == (
            "You've already invited that player to **Ur**. They haven't answered yet."
        )
        await ann.press(page, "Open to everyone")
        assert (await dan.press(game.lobby, "Join")).content.startswith(
            "I'm keeping the empty seats in **Ur**"
        )
        assert (await dan.press(bobs, "Accept")).content.startswith(
            "You have no invitation to **Ur** that you could answer"
        )
        assert (await cora.press(coras, "Decline")).content == "You've declined to join **Ur**."
        assert f"Declined: <@{cora.id}>" in game.lobby.content
        await bob.press(bobs, "Accept")
        assert not [each for each in game.channel.history() if "invites you to" in each.content]
        bot = w.guild.add_member(w.env.create_user("robot", bot=True))
        refused = await ann.slash("invite", game.channel, player=bot)
        assert refused.content == "Bots can't play. Choose a person."
        # the opener leaves the server, and somebody else can start
        w.guild.remove_member(ann.member)
        refused = await bob.press(game.lobby, "Start")
        assert refused.content == "Only **eve** can start **Ur**."
        started = await eve.press(game.lobby, "Start")
        assert started.content == "The game is starting. I'll ping you on your turn."
        table = await game.table()
        assert table.status is Status.RUNNING
        assert {player.user_id for player in table.players} == {bob.id, eve.id}


@pytest.mark.slow
async def test_who_has_left_the_server_and_cannot_be_reached_is_gone(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        gone = await game.other()
        w.guild.remove_member(gone.member)
        w.env.inject_error(
            "POST",
            f"/channels/{gone.member.user.dm_channel.id}/messages",
            status=403,
            code=50278,
            times=None,
        )
        await game.take(parse_action("end"))
        await w.env.advance_time(5)
        await w.env.settle()
        table = await game.table()
        assert table.decider is not None
        assert (table.decider.user_id, table.decider.gone) == (gone.id, True)
        (free,) = (post for post in game.posts if "Take the seat" in labels(post))
        assert "has left" in free.content
        eve = w.person("eve")
        await eve.press(free, "Take the seat")
        assert await game.decider() is eve


async def test_discord_is_asked_for_a_member_once_an_hour(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        bob, members = w.person("bob"), Membership(w.bot, discord.utils.utcnow)

        def asked() -> int:
            path = f"/guilds/{w.guild.id}/members/{bob.id}"
            return [request.path for request in w.env.http_requests].count(path)

        assert await members(w.guild.id, bob.id) is True
        w.guild.remove_member(bob.member)
        assert await members(w.guild.id, bob.id) is True
        assert asked() == 1
        await w.env.advance_time(3600)
        for _ in range(2):
            assert await members(w.guild.id, bob.id) is False
        assert asked() == 2
        # where the bot is no member itself nobody knows
        assert await members(7, bob.id) is None
