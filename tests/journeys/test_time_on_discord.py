"""Time on Discord: who does not come is reminded, and decided for; not while the bot is away."""

from datetime import timedelta

from messages import labels
from people import world


async def logged(w, game, kind):
    return sum(entry.kind == kind for entry in await w.bot.services.games.history(game.id))


async def test_whose_time_ran_out_is_told_so_and_after_three_times_the_seat_passes(tmp_path):
    """On the desk, and at a press that comes too late; that rings nobody once more.

    The other plays on, can fill the seat, and the player can take it back.
    """
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", pace="daily")
        person, other = await game.decider(), await game.other()
        late = await person.slash("hand", game.home)
        ends = (await game.table()).time_up_at
        assert ends is not None
        await w.env.advance_time((ends - w.env.now()).total_seconds() - 1)
        rings = w.rings(person)
        await w.env.advance_time(1)
        line = f"⌛ Your time ran out <t:{int(ends.timestamp())}:R>. I ended your turn."
        assert game.desk_of(person).content.split("\n")[1] == line
        assert w.rings(person) == rings
        refused = await person.slash("end", game.home)
        assert refused.content.split("\n")[0] == line
        assert "Not your decision" not in refused.content
        refused = await person.press(late, "End turn")
        assert refused.content.split("\n")[0] == line

        await game.play("end")
        await w.env.advance_time(timedelta(days=1).total_seconds())
        await game.play("end")
        await w.env.advance_time(timedelta(hours=23).total_seconds())
        rings = w.rings(person)
        await w.env.advance_time(timedelta(hours=1).total_seconds())
        (free,) = (post for post in game.posts if "Take the seat" in labels(post))
        assert "ran out of time three times in a row in **Ur**. The seat is empty." in free.content
        assert await game.decider() is other
        await game.play("end")
        assert await game.decider() is other, "at once"
        line = f"🪑 **{person.name}**'s seat is empty. I end its turns until someone takes it."
        page = await other.slash("table", game.home)
        assert line in page.content
        assert line in game.desk_of(other).content
        filling = await other.press(game.desk_of(other), "Fill the seat")
        assert filling.content.startswith(f"**{person.name}**'s seat in **Ur** is empty.")

        desk = game.desk_of(person)
        assert (
            "You ran out of time three times in a row. You can take your seat back" in desk.content
        )
        back = await person.press(desk, "Take it back")
        assert f"**{person.name}** is back in their seat." in back.content
        assert "Fill the seat" not in labels(game.desk_of(other))
        await game.play("end")
        assert await game.decider() is person
        assert w.rings(person) == rings + 1, "by this call alone"


async def test_a_time_that_is_up_is_let_go_once(tmp_path):
    """One Yes is enough; each player is rung once for the question, and no one the second time."""
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=2, pace="daily")
        page = await w.person("ann").slash("pace", w.channel)
        page = await w.person("ann").press(page, "Then: ask once")
        assert "I ask the others once. If no one lets it go, I end the turn" in page.content
        await w.person("bob").press(game.lobby, "Join")
        person, other = await game.decider(), await game.other()
        day = timedelta(days=1).total_seconds()
        await w.env.advance_time(day - 10)
        rings = [w.rings(person), w.rings(other)]
        await w.env.advance_time(10)
        (question,) = (post for post in game.posts if "Let it go?" in post.content)
        assert f"<@{person.id}> is out of time. Let it go?" in question.content
        assert [w.rings(person), w.rings(other)] == [each + 1 for each in rings]
        assert f"**{person.name}** is out of time. Let it go?" in game.desk_of(other).content
        answer = await other.press(question, "Yes")
        assert answer.content == "You said Yes."
        (question,) = (post for post in game.posts if "Let it go?" in post.content)
        assert question.content.endswith("**Yes.**")
        assert (await game.table()).time_up_at == w.env.now() + timedelta(days=1)
        assert "⏳ Your time ends" in game.desk_of(person).content
        await w.env.advance_time(day + 1)
        assert await game.decider() is other
        assert len([post for post in game.posts if "Let it go?" in post.content]) == 1


async def test_reminders_and_the_end_of_the_time_without_a_connection_and_with_one(tmp_path):
    async with world(tmp_path, pulsing=True) as w:
        game = await w.open("ann", "bob", pace="live")
        person = await game.decider()
        await w.env.advance_time(110)
        assert (w.rings(person), await logged(w, game, "reminded")) == (1, 0)
        await w.env.advance_time(80)  # reminders after two minutes; it was called a moment ago
        assert await logged(w, game, "reminded") == 1
        assert w.rings(person) == 2
        w.bot.dispatch("disconnect")
        await w.env.advance_time(600)
        assert await logged(w, game, "time up") == 0
        w.bot.dispatch("resumed")
        await w.env.advance_time(60)
        assert await logged(w, game, "time up") == 0
        table = await game.table()
        assert table.time_up_at is not None
        left = table.time_up_at - w.env.now()
        assert timedelta(seconds=40) <= left <= timedelta(seconds=90)
        await w.env.advance_time(100)
        assert await logged(w, game, "time up") == 1
        assert (await game.decider()).id != person.id


async def test_after_three_days_of_waiting_the_desk_says_what_can_be_done(tmp_path):
    """Silently, in place; one of the others presses for one more reminder."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora", pace="relaxed")
        slow = await game.decider()
        other, third = (each for each in w.people.values() if each is not slow)
        desk = game.desk_of(other)
        await w.env.advance_time(timedelta(days=3).total_seconds())
        assert [w.rings(each) for each in (other, third)] == [0, 0]
        rings = w.rings(slow)
        assert game.desk_of(other).id == desk.id
        assert f"The game has waited for **{slow.name}** since" in game.desk_of(other).content
        assert "What can be done" not in labels(game.desk_of(slow))
        page = await other.press(game.desk_of(other), "What can be done")
        assert "You can remind them once, or propose something." in page.content
        page = await other.press(page, "Remind")
        assert page.content.startswith(f"I've reminded **{slow.name}**.\n\n**Ur**: The game has")
        assert "Remind" not in labels(page)
        assert w.rings(slow) == rings + 1
        assert game.desk_of(slow).content.startswith("⏰ **Ur**: your turn")
        await other.press(await other.press(page, "Back"), "Back")
        assert "What can be done" in labels(game.desk_of(other))
        await game.play("end")
        assert "has waited" not in game.desk_of(other).content
        assert "What can be done" not in labels(game.desk_of(other))
