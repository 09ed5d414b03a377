"""Agreeing on Discord: in the game's thread, on the desks, and on the page about the table."""

from datetime import timedelta

from messages import labels
from people import world

from bot.domain.table import Status
from bot.i18n.times import date_and_time, moment


def proposal(game):
    """The newest message about something proposed."""
    return [post for post in game.posts if post.content.startswith("🗳️")][-1]


async def test_a_pause_is_agreed_upon_and_ended(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora")
        decider = await game.decider()
        others = [each for each in w.people.values() if each is not decider]
        first, second = others
        rings = {each.name: w.rings(each) for each in w.people.values()}
        page = await first.slash("table", game.home)
        proposed = await first.press(page, "Pause")
        assert proposed.content.startswith("Proposed. I've asked the others.\n")
        post = proposal(game)
        assert labels(post) == ["Yes", "No"]
        assert f"**{first.name}** proposes a pause" in post.content
        # it rings once whoever is asked
        assert w.rings(first) == rings[first.name]
        for person in (decider, second):
            assert w.rings(person) == rings[person.name] + 1
        # on the desk of one, in the thread by the other
        desk = game.desk_of(decider)
        assert f"{first.name}** proposes a pause" in desk.content
        assert labels(desk)[(yes := labels(desk).index("Yes")) : yes + 2] == ["Yes", "No"]
        answered = await decider.press(desk, "Yes")
        assert answered.content.startswith("You said Yes.\n")
        assert "Yes: " in proposal(game).content
        own = await first.press(post, "Yes")
        assert (
            own.content == "That question is for the other players in **Ur**."
        )  # below the question
        answer = await second.press(post, "Yes")
        assert answer.content == "You said Yes."
        assert (await game.table()).paused
        assert proposal(game).id == post.id
        assert proposal(game).content.endswith("**Agreed.**")
        assert not labels(proposal(game))
        # nothing is decided
        refused = await decider.slash("tile", game.home, colour="r", cell="E6")
        assert refused.content.startswith("**Ur** is paused. Propose to resume it with `/table`.")
        assert "End turn" not in labels(game.desk_of(decider))
        assert "⏸️ Paused" in game.turn.content
        assert "⏸️ Paused" in game.lobby.content
        # it goes on, though one does not answer
        page = await second.slash("table", game.home)
        await second.press(page, "Resume")
        await first.press(proposal(game), "Yes")
        assert (await game.table()).paused
        called = w.rings(decider)
        await w.env.advance_time(timedelta(days=2, seconds=1).total_seconds())
        assert not (await game.table()).paused
        assert "No:" not in proposal(game).content
        assert w.rings(decider) == called + 1
        assert "End turn" in labels(game.desk_of(decider))


async def test_what_is_refused_at_the_table_is_answered_there(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        ann, bob = w.people["ann"], w.people["bob"]
        page = await ann.slash("table", game.home)
        assert "\n\nProposals go to the game's thread." in page.content
        await ann.press(page, "Pause")
        await bob.press(proposal(game), "No")
        refused_at = (await game.table()).round[-1].at
        await w.env.advance_time(timedelta(hours=1).total_seconds())
        again = await ann.press(await ann.slash("table", game.home), "Pause")
        answer, stands, *_ = again.content.splitlines()
        at = moment(refused_at + timedelta(hours=12))  # eleven hours from now, for who reads it
        assert answer == f"You proposed that a short while ago. You can propose it again {at}."
        assert stands.startswith("**Ur** · ")
        assert labels(again)[:3] == ["Pause", "End with the result", "End without a result"]
        assert not again.attachments
        # about a seat, there is another to choose at once
        seat = await ann.choose(again, "bob", of="Another player's seat")
        bot = w.guild.add_member(w.env.create_user("robot", bot=True))
        refused = await ann.choose_users(seat, bot, of="Offer the seat to a player …")
        answer, _, asked = refused.content.splitlines()
        assert answer == "Bots can't play. Choose a person."
        assert asked.startswith("**bob** plays in **Ur**.")
        assert labels(refused) == ["Stop waiting", "Back"]


async def test_a_table_that_nobody_joins_is_closed(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=3)
        ann = w.people["ann"]
        await w.env.advance_time(timedelta(days=13, seconds=1).total_seconds())
        notice = game.channel.last_message
        assert f"<@{ann.id}>: **Ur** hasn't started. It closes" in notice.content
        assert game.pings == [ann.id]
        answer = await ann.press(notice, "Keep it open")
        assert answer.content == "The lobby stays open."
        assert notice.id not in [each.id for each in game.channel.history()]
        await w.env.advance_time(timedelta(days=13, seconds=1).total_seconds())
        await w.env.advance_time(timedelta(days=1, seconds=1).total_seconds())
        assert (await game.table()).status is Status.CANCELLED
        assert "Closed: no one started it in time." in game.lobby.content
        assert labels(game.lobby) == ["Fair?"]


async def test_the_player_whose_time_runs_gets_more_unless_one_says_no(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora", pace="daily")
        decider = await game.decider()
        first, second = (each for each in w.people.values() if each is not decider)
        ends = (await game.table()).time_up_at
        assert ends is not None
        rings = w.rings(decider)
        page = await first.slash("table", game.home)
        seat = await first.choose(page, second.name, of="Another player's seat")
        assert "Give more time" not in labels(seat)
        page = await first.press(seat, "Back")
        seat = await first.choose(page, decider.name, of="Another player's seat")
        proposed = await first.press(seat, "Give more time")
        assert proposed.content.startswith("Proposed. I've asked the others.\n")
        post = proposal(game)
        more = f"proposes to give **{decider.name}** more time, as much as for another decision."
        assert more in post.content
        until = date_and_time(w.env.now() + timedelta(hours=6))
        stops = f"A single No stops it. If no one objects by {until}, it's agreed."
        assert stops in post.content
        assert f"Asked: <@{second.id}>" in post.content
        await w.env.advance_time(timedelta(hours=6).total_seconds())
        assert proposal(game).content.endswith("**Agreed.**")
        table = await game.table()
        assert table.time_up_at == ends + timedelta(days=1)
        assert w.rings(decider) == rings  # a longer time is no reason to ring
        assert f"⏳ Time ends {moment(table.time_up_at)}." in game.turn.content
