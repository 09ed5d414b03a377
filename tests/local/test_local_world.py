"""The local table is the bot on a simulated Discord: its games are stored, its views separate."""

import re
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from yarl import URL

from bot.changes import BEAT
from bot.domain.naming import PRESETS
from bot.domain.pace import UNHURRIED
from bot.domain.table import Status
from bot.features.solo import EVERY_TABLE, against
from bot.i18n.options import PRESET_NAMES
from bot.intents import NO_GAME, Address
from bot.intents.learn import PickLesson
from bot.local.world import NAMES
from engine import OPTION_EXPLANATIONS, EndTurn, Level
from tests.freezing import freeze, thaw

IDS = tuple(1456074443980800000 + each for each in (2, 3, 4, 5, 7))


async def test_people_and_channel_have_the_numbers_that_are_stored(table):
    seats = table.world.seats
    assert (*(seat.member.id for seat in seats), table.world.channel.id) == IDS
    assert tuple(seat.member.user.global_name for seat in seats) == NAMES


async def test_one_click_opens_a_game_and_starts_it(table):
    """A player of all seats is never reminded or waited for. Names are text."""
    opened = await table.open("<b>Ur</b> & co", "3", preset="first game", board="advanced")
    assert (opened.name, opened.status) == ("<b>Ur</b> & co", Status.RUNNING)
    assert (opened.board, opened.options) == PRESETS["first game"]
    assert len(opened.players) == 3
    assert opened.pace == UNHURRIED
    start = await table.get("")
    for player in opened.players:
        assert f"/seat/{player.name.lower()}/game-{opened.id}" in start
    assert f"{opened.decider.name} to play – 2 actions left" in start
    door = await (await table.look("seat/ben/channel")).text()
    thread = await (await table.look(f"seat/ben/game-{opened.id}")).text()
    assert "Ur" in door
    for text in (start, door, thread):
        assert "Pace" not in text
        assert "reminder" not in text
    for html in (start, await table.get(f"seat/anna/game-{opened.id}")):
        assert "&lt;b&gt;Ur&lt;/b&gt; &amp; co" in html
        assert "<b>Ur" not in html
    async with table.client.get(
        f"{table.site.address}seat/ben/to/{opened.home.channel_id}", allow_redirects=False
    ) as answer:
        assert answer.headers["Location"] == f"/seat/ben/game-{opened.id}"


async def test_others_may_join_one_after_the_other(table):
    """The opener has chosen another board and options."""
    form = {"preset": "own", "board": "advanced", "option": ["ziggurat", "display", "display"]}
    opened = await table.open(seats="3", full=False, **form)
    assert opened.status is Status.LOBBY
    assert (opened.board, opened.options) == ("advanced", ("display", "ziggurat"))
    start = await table.get("")
    assert "Waiting for players: 2 empty seats" in start
    assert "Board: advanced · Open display and Ziggurat" in start
    for name in ("dan", "ben"):
        await (await table.look(f"seat/{name}/channel")).press("Join")
    (started,) = await table.world.games()
    assert started.status is Status.RUNNING
    assert {player.name for player in started.players} == {"Anna", "Ben", "Dan"}


async def test_every_page_leads_to_a_new_game_and_each_choice_is_explained(table):
    """Pages of no game lead there, too."""
    for place in ("nowhere", "seat/anna", "seat/eve/channel", "seat/anna/game-1", "seat/anna/x"):
        nothing = await table.get(place, 404)
        assert "There&#39;s nothing here" in nothing
        assert '<a href="/#new">New game</a>' in nothing
    for place in ("seat/anna/channel", "seat/anna/direct"):
        assert '<a href="/#new">New game</a>' in await table.get(place)
    assert await table.get("nowhere", 404) == nothing  # as before a view was open
    start = await table.get("")
    assert 'id="new"' in start
    for preset in PRESETS:
        assert f'name="preset" value="{preset}"' in start
        assert PRESET_NAMES[preset] in start
    for option, explanation in OPTION_EXPLANATIONS.items():
        assert f'name="option" value="{option}"' in start
        assert explanation in start


async def test_games_are_there_again_after_a_restart(start):
    async with start() as table:
        opened = await table.open()
        name = opened.decider.name.lower()
        other = await table.open("Uruk", "4", full=False)
    async with start() as table:
        running, waiting = sorted(await table.world.games(), key=lambda game: game.id)
        assert (running.id, waiting.id) == (opened.id, other.id)
        assert running.view == opened.view
        channel = await table.look("seat/cora/channel")
        text = await channel.text()
        assert "Uruk" in text
        assert text.count("Players:") == 2  # everything is posted just once more
        game = await table.look(f"seat/{name}/game-{opened.id}")
        _, board = await game.messages()
        assert len(board["attachments"]) == 1
        direct = await table.look(f"seat/{name}/direct")
        assert "your turn – " in await direct.text()
        await game.press("Desk")
        await game.press("End turn")
        await channel.press("Join")
        moved, _ = sorted(await table.world.games(), key=lambda game: -len(game.players))
        assert len(moved.players) == 2


async def test_a_view_is_its_seats_alone(table):
    opened = await table.open()
    anna = await table.look(f"seat/anna/game-{opened.id}")
    ben = await table.look(f"seat/ben/game-{opened.id}")
    await anna.press("Desk")
    assert "**Ur**: " in await anna.text()
    assert "**Ur**: " not in await ben.text()
    assert [viewer["name"] for viewer in (await ben.shown())["viewers"]] == ["Ben"]
    viewer_id = str(table.world.seats[0].member.id)
    async with table.client.post(
        f"{table.site.address}api/pages", json={"viewer_id": viewer_id}, headers=ben.headers
    ) as answer:
        assert answer.status == 400
    direct = await table.look("seat/ben/direct")
    assert [viewer["name"] for viewer in (await direct.shown())["viewers"]] == ["Ben"]
    assert len(await direct.messages()) == 1


async def test_what_one_does_the_other_sees(table):
    """A view that was ended opens again."""
    opened = await table.open()
    first, second = (player.name.lower() for player in opened.players)
    other = await table.look(f"seat/{second}/game-{opened.id}")
    direct = await table.look(f"seat/{second}/direct")
    same = await table.look(f"seat/{first}/game-{opened.id}")
    acting = await table.look(f"seat/{first}/game-{opened.id}")
    ended = await table.look(f"seat/{second}/channel")
    await ended.act("close")
    assert "your turn – " not in await direct.text()
    await acting.press("Desk")
    await acting.press("End turn")
    await acting.press("End turn")
    for look in (other, same, acting):
        assert "turn 2" in await look.text()
    assert "your turn – " in await direct.text()
    state = f"{table.site.address}api/state"
    async with table.client.get(state, headers=ended.headers) as answer:
        assert answer.status == 401
    assert "Ur" in await (await table.look(f"seat/{second}/channel")).text()


OWN = {"preset": "own", "board": "advanced"}
NOT_OPENED = [
    ({"name": "Ur", "seats": "7"}, "two to four"),
    ({"name": "Ur"}, "two to four"),
    ({"name": "  ", "seats": "2"}, "needs a name"),
    ({"name": "x" * 61, "seats": "2"}, "too long"),
    ({"name": "a\nb\0", "seats": "2"}, "control characters"),
    ({"name": "Ur", "seats": "2", "preset": "<b>none</b>"}, "no such set of options"),
    ({"name": "Ur", "seats": "2", "board": "round"}, "no such board"),
    ({"name": "Ur", "seats": "2", "preset": "own", "option": ["x", "open"]}, "such option"),
    ({"name": BytesIO(b"Ur"), "seats": "2"}, "needs a name"),
    ({"name": "@here", "seats": "3", **OWN, "option": ["english"]}, "mention"),
]


async def test_what_cannot_be_opened(table):
    """Nor a form that cannot be read. One that is refused stays filled in."""
    address = f"{table.site.address}games"
    for form, fault in NOT_OPENED:
        async with table.client.post(address, data=form) as answer:
            assert answer.status == 422
            shown = await answer.text()
        (message,) = re.findall('<p class="fault" role="alert">(.*)</p>', shown)
        assert fault in message
        assert "<b>none" not in shown
    for name, value in (("seats", "3"), *OWN.items(), ("option", "english")):
        assert f'name="{name}" value="{value}" checked' in shown
    assert 'value="@here"' in shown
    assert 'name="full" value="yes">' in shown
    assert shown.count(" checked") == 4
    for kind in (
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded; charset=none",
    ):
        form = b"name=U&seats=\xff"
        async with table.client.post(address, data=form, headers={"Content-Type": kind}) as answer:
            assert answer.status == 422
            assert "I can&#39;t read that form." in await answer.text()
    assert await table.world.games() == []


async def test_only_this_computers_own_pages_are_answered(table):
    await table.get("", 403, headers={"Host": "evil.example"})
    await table.get("", 403, headers={"Origin": "https://evil.example"})
    form = {"name": "Ur", "seats": "2"}
    async with table.client.post(
        f"{table.site.address}games", data=form, headers={"Origin": "https://evil.example"}
    ) as answer:
        assert answer.status == 403
    assert await table.world.games() == []
    async with table.client.get(
        f"{table.site.address}api/state", headers={"X-Simcord-Capability": "guessed"}
    ) as answer:
        assert answer.status == 401


async def test_pictures_are_shown_as_they_were_attached(table, monkeypatch):
    """And no process is started for them, as simcord would for every picture on every page.

    Fonts are kept by the browser, and nothing else is read from the disk.
    """

    async def start_a_process(*_arguments, **_options):
        pytest.fail("a process was started to show a picture")

    opened = await table.open()
    look = await table.look(f"seat/anna/game-{opened.id}")
    monkeypatch.setattr("asyncio.create_subprocess_exec", start_a_process)
    (attached,) = (await look.messages())[-1]["attachments"]
    address = f"{table.site.address}api/assets/{attached['asset_id']}"
    async with table.client.get(address, headers=look.headers) as answer:
        shown = await answer.read()
    async with table.client.get(f"{address}?download=1", headers=look.headers) as answer:
        assert shown == await answer.read()
    assert shown.startswith(b"\x89PNG")

    address = f"{table.site.address}fonts/noto-sans-hebrew-v3.001.ttf"
    async with table.client.get(address) as answer:
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "private, max-age=86400"
        assert len(await answer.read()) > 100_000
    for name in ("nothing.ttf", "..%2F..%2F_server.py", "%2Fetc%2Fhostname"):
        address = URL(f"{table.site.address}fonts/{name}", encoded=True)
        async with table.client.get(address) as answer:
            assert answer.status == 404


# --- no press waits for anything but its answer, and time goes on ---------------------------------


async def test_no_press_waits_for_the_next_beat_or_reminder(table):
    """simcord would wait for each timer that ends within its settle time, and move its clock."""
    desk = await table.desk(await table.open())
    env = table.world._env
    env.settle_timeout = 1.5 * BEAT.total_seconds()
    before = await table.stop_clock()
    table.world.bot.scheduler.wake(before + timedelta(seconds=3))
    await desk.press("King")
    await desk.press("Back")
    assert env.now() == before


@pytest.mark.slow
async def test_no_press_waits_for_a_computer_that_thinks(table):
    """It plays on by itself, while simcord's clock stands still and nobody presses anything."""
    await table.play_alone(against="ss")
    desk = await table.look("seat/anna/direct")
    await desk.reads("your turn – ")
    mind = await table.stop_thinking()
    while not (await table.world.games())[0].waits_for_computer:
        await desk.press("End turn")
    await desk.press("More")
    await desk.press("Help")
    assert "**Your turn:** up to two actions" in await desk.text()
    thaw(mind)
    await desk.reads("your turn – ")


@pytest.mark.slow
async def test_no_press_waits_for_an_analysis_or_a_hint(table):
    """The engine worker's answer appears by itself, though only one person sees it."""
    opened = await table.open()
    services, delivery = table.world.bot.services, table.world.bot.delivery
    async with table.world.acting():
        with table.world._env.time_context():
            for _ in range(10):
                decider = (await services.games.get(opened.id)).decider
                await services.play.act(opened.id, decider.user_id, EndTurn())
            await delivery.rest(opened.id)
    thread = await table.desk(await services.games.get(opened.id))
    before = await table.stop_clock()
    mind = await table.stop_thinking()
    await thread.press("More")
    await thread.press("Hint")
    await thread.press("Show the hint")
    assert "a hint, for you only" not in await thread.text()
    await thread.press("Legend")
    thaw(mind)
    await thread.reads("a hint, for you only")

    async with table.world.acting():
        with table.world._env.time_context():
            await services.play.resign(opened.id, opened.players[0].user_id)
            await delivery.rest(opened.id)
    freeze(mind)
    await thread.press("More")
    await thread.press("Where it was won")
    assert "working out where it was won" in await thread.text()
    await thread.press("Log")
    thaw(mind)
    await thread.reads("**Ur**: where it was won")
    assert table.world._env.now() == before


async def test_the_time_that_the_machine_slept_is_not_made_up_for(table, monkeypatch):
    """A press does not show times as if they were in the future.

    The page counts from the press, not from the last change by others.
    """

    class Later(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + timedelta(hours=8)

    desk = await table.desk(await table.open())
    world, beats = table.world, []
    async with world.acting():
        await world._env.advance_time(90)
    await desk.press("Desk")
    (*_, stamp) = re.findall(r"As of <t:(\d+):R>", await desk.text())
    text = datetime.fromtimestamp(int(stamp), UTC)
    shown = datetime.fromisoformat((await desk.shown())["profile"]["presentationTime"])
    assert timedelta(0) <= shown - text < timedelta(seconds=60)

    beat = world.bot.services.clocks.beat

    async def counted():
        beats.append(world._env.now())
        await beat()

    world.bot.services.clocks.beat = counted
    monkeypatch.setattr("bot.local.world.datetime", Later)
    await desk.press("King")
    assert abs(world._env.now() - Later.now(UTC)) < timedelta(minutes=1)
    assert len(beats) == 1


# --- playing alone: the first thing that the start page offers -----------------------------------


async def test_lessons_come_first_then_playing_alone(table):
    start = await table.get("")
    parts = re.findall('action="(/learn)"|<h2 id="([a-z]+)"', start)
    assert ["".join(part) for part in parts] == ["/learn", "solo", "new", "games", "try"]
    for levels in EVERY_TABLE:
        assert f'<option value="{against(levels)}"' in start
    assert re.findall('<option value="([^"]*)" selected>', start) == ["e", "first game"]
    for form, fault in (
        ({"against": "mmmm"}, "no such computers"),
        ({"against": "<b>"}, "no such computers"),
        ({"against": ""}, "no such computers"),
        ({"preset": "own"}, "no such set of options"),
    ):
        async with table.client.post(f"{table.site.address}solo", data=form) as answer:
            assert answer.status == 422
            (message,) = re.findall('<p class="fault" role="alert">(.*)</p>', await answer.text())
        assert fault in message
    assert await table.world.games() == []
    async with table.client.post(f"{table.site.address}learn") as answer:
        assert answer.url.path == "/seat/anna/direct"
    lessons = await table.look("seat/anna/direct")
    assert Address(NO_GAME).to(PickLesson("")).custom_id in str(await lessons.messages())


async def test_one_click_begins_a_game_at_the_desk(start):
    """The game is still there after a restart."""
    async with start() as table:
        assert await table.play_alone() == "/seat/anna/direct"
        (opened,) = await table.world.games()
    assert opened.status is Status.RUNNING
    assert opened.in_directs
    assert sorted(player.level or "" for player in opened.players) == ["", Level.EASY]
    async with start() as table:
        (again,) = await table.world.games()
        assert (again.id, again.in_directs) == (opened.id, True)
        desk = await table.look("seat/anna/direct")
        assert f"**{opened.name}**" in await desk.text()
        page = await table.get("")
        sections = re.findall('<h2 id="([a-z]+)"', page)
        assert sections == ["games", "solo", "new", "try"]  # open games stand above new ones
        assert "Computer (easy)" in page
        assert 'href="/seat/anna/direct?game=1">Game</a>' in page
        assert f"game-{opened.id}" not in page  # it has no thread
        await table.get(f"seat/anna/game-{opened.id}", 404)
        direct = table.world.seats[0].user.dm_channel.id
        async with table.client.get(
            f"{table.site.address}seat/anna/to/{direct}", allow_redirects=False
        ) as answer:
            assert answer.headers["Location"] == "/seat/anna/direct"


async def test_computers_and_options_are_chosen(table):
    await table.play_alone(against="ems", preset="everything")
    (opened,) = await table.world.games()
    assert {player.level for player in opened.players} == {None, *Level}
    assert (opened.board, opened.options) == PRESETS["everything"]
    desk = await table.look("seat/anna/direct")
    assert f"**{opened.name}**" in await desk.text()


async def test_a_game_that_ended_is_played_again_from_the_start_page(table):
    """By everybody at once, and alone; the page says who has won."""
    opened = await table.open(seats="3", preset="first game")
    services, delivery = table.world.bot.services, table.world.bot.delivery
    start = await table.get("")
    assert "Play again" not in start

    async def resign(game, *names):
        async with table.world.acting():
            with table.world._env.time_context():
                for player in game.players:
                    if player.name in names:
                        await services.play.resign(game.id, player.user_id)
                await delivery.rest(game.id)

    await resign(opened, "Ben", "Cora")
    start = await table.get("")
    assert "Anna wins. Everyone else left. 1. Anna: 0 · " in start
    ended = start.split(f'action="/again/{opened.id}"')[1].split("</article>")[0]
    assert ended.count("<a ") == 1, "one way to look at it, whoever played"
    assert f'href="/seat/anna/game-{opened.id}"' in ended
    for _ in range(2):  # the second press leads to the same game
        answer = await table.play_again(opened)
        again = (await table.world.games())[0]
        assert (again.after, again.status) == (opened.id, Status.RUNNING)
        assert {player.name for player in again.players} == {"Anna", "Ben", "Cora"}
        assert answer.endswith(f"/game-{again.id}")
    assert len(await table.world.games()) == 2
    await table.play_alone(against=against((Level.EASY,)))
    alone = (await table.world.games())[0]
    await resign(alone, "Anna")
    assert await table.play_again(alone) == "/seat/anna/direct"
    begun = (await table.world.games())[0]
    assert (begun.after, begun.status) == (alone.id, Status.RUNNING)
