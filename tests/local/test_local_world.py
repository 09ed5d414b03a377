"""The local table is the bot on a simulated Discord: its games are kept, its views apart."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from io import BytesIO
from random import Random

import pytest
from yarl import URL

from bot.changes import BEAT
from bot.domain import UNHURRIED, Person, Status
from bot.i18n.options import PRESET_NAMES, PRESETS
from bot.local.world import NAMES
from engine import OPTION_EXPLANATIONS, AddDecision, EndTurn, Level
from tests.freezing import freeze, thaw
from tests.patience import LONG

IDS = (
    1456074443980800002,
    1456074443980800003,
    1456074443980800004,
    1456074443980800005,
    1456074443980800007,
)


async def test_people_and_channel_have_the_numbers_that_are_stored(table):
    seats = table.world.seats
    assert (*(seat.member.id for seat in seats), table.world.channel.id) == IDS
    assert tuple(seat.member.user.global_name for seat in seats) == NAMES


async def test_one_click_opens_a_game_and_starts_it(table):
    """Nobody who plays every seat is reminded or waited for. Names are text."""
    opened = await table.open("<b>Ur</b> & co", "3")
    assert (opened.name, opened.status) == ("<b>Ur</b> & co", Status.RUNNING)
    assert len(opened.players) == 3
    assert opened.home is not None
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
    opened = await table.open(seats="3", full=False)
    assert opened.status is Status.LOBBY
    assert "Waiting for players: 2 empty seats" in await table.get("")
    for name in ("dan", "ben"):
        await (await table.look(f"seat/{name}/channel")).press("Join")
    (started,) = await table.world.games()
    assert started.status is Status.RUNNING
    assert {player.name for player in started.players} == {"Anna", "Ben", "Dan"}


async def test_a_set_of_options_is_one_choice(table):
    """Board and options of one's own count only if they are asked for."""
    for preset, chosen in PRESETS.items():
        opened = await table.open(preset=preset, board="advanced", option=["display"])
        assert (opened.status, opened.board, opened.options) == (Status.RUNNING, *chosen)
    form = {"preset": "own", "board": "advanced", "option": ["ziggurat", "display", "display"]}
    opened = await table.open(seats="3", full=False, **form)
    assert (opened.board, opened.options) == ("advanced", ("display", "ziggurat"))
    assert "Board: advanced · Open display and Ziggurat" in await table.get("")
    channel = await table.look("seat/dan/channel")
    assert "Open display" in await channel.text()


async def test_each_choice_of_the_form_is_explained(table):
    start = await table.get("")
    for preset in PRESETS:
        assert f'name="preset" value="{preset}"' in start
        assert PRESET_NAMES[preset] in start
    for option, explanation in OPTION_EXPLANATIONS.items():
        assert f'name="option" value="{option}"' in start
        assert explanation in start


async def test_a_form_that_is_refused_stays_filled_in(table):
    form = {
        "name": "@everyone",
        "seats": "3",
        "preset": "own",
        "board": "advanced",
        "option": ["english"],
    }
    async with table.client.post(f"{table.site.address}games", data=form) as answer:
        shown = await answer.text()
    for filled in (
        'value="@everyone"',
        'name="seats" value="3" checked',
        'name="preset" value="own" checked',
        'name="board" value="advanced" checked',
        'name="option" value="english" checked',
        'name="full" value="yes">',
    ):
        assert filled in shown
    assert shown.count(" checked") == 4


async def test_every_page_leads_to_a_new_game(table):
    """Those of nothing, too."""
    for place in ("nowhere", "seat/anna", "seat/eve/channel", "seat/anna/game-1", "seat/anna/x"):
        nothing = await table.get(place, 404)
        assert "There&#x27;s nothing here" in nothing
        assert '<a href="/#new">New game</a>' in nothing
    for place in ("seat/anna/channel", "seat/anna/direct"):
        assert '<a href="/#new">New game</a>' in await table.get(place)
    assert await table.get("nowhere", 404) == nothing  # as before a view was open
    assert 'id="new"' in await table.get("")


async def test_games_are_there_again_after_a_restart(start):
    async with start() as table:
        opened = await table.open()
        name = opened.decider.name.lower()
        before = await table.look(f"seat/{name}/game-{opened.id}")
        await before.press("Desk")
        await before.press("Swap")
        other = await table.open("Uruk", "4", full=False)
    async with start() as table:
        running, waiting = sorted(await table.world.games(), key=lambda game: game.id)
        assert (running.id, waiting.id) == (opened.id, other.id)
        assert running.view == opened.view
        channel = await table.look("seat/cora/channel")
        told = await channel.text()
        assert "Uruk" in told
        assert told.count("Players:") == 2  # everything is posted just once more
        game = await table.look(f"seat/{name}/game-{opened.id}")
        _, board = await game.messages()
        assert len(board["attachments"]) == 1
        direct = await table.look(f"seat/{name}/direct")
        assert "your turn – " in await direct.text()
        await game.press("Desk")
        await game.press("End turn")
        await game.press("End turn")
        (_, moved) = await table.world.games()
        assert moved.turn == 2
        await channel.press("Join")
        (moved, _) = await table.world.games()
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
    opened = await table.open()
    first, second = opened.players
    other = await table.look(f"seat/{second.name.lower()}/game-{opened.id}")
    direct = await table.look(f"seat/{second.name.lower()}/direct")
    same = await table.look(f"seat/{first.name.lower()}/game-{opened.id}")
    acting = await table.look(f"seat/{first.name.lower()}/game-{opened.id}")
    assert "your turn – " not in await direct.text()
    await acting.press("Desk")
    await acting.press("End turn")
    await acting.press("End turn")
    for look in (other, same, acting):
        assert "turn 2" in await look.text()
    assert "your turn – " in await direct.text()


async def test_what_a_press_shows_is_not_told_as_of_the_future(table):
    """The page counts from the press, not from the last change by others."""
    desk = await table.desk(await table.open())
    async with table.world.acting():
        await table.world._env.advance_time(90)
    await desk.press("Desk")
    (*_, stamp) = re.findall(r"As of <t:(\d+):R>", await desk.text())
    told = datetime.fromtimestamp(int(stamp), UTC)
    shown = datetime.fromisoformat((await desk.shown())["profile"]["presentationTime"])
    assert timedelta(0) <= shown - told < timedelta(seconds=60)


async def test_a_view_that_was_ended_opens_again(table):
    opened = await table.open()
    ended = await table.look("seat/anna/channel")
    game = await table.look(f"seat/{opened.decider.name.lower()}/game-{opened.id}")
    await ended.act("close")
    await game.press("Desk")
    await game.press("End turn")
    await game.press("End turn")
    state = f"{table.site.address}api/state"
    async with table.client.get(state, headers=ended.headers) as answer:
        assert answer.status == 401
    assert "Ur" in await (await table.look("seat/anna/channel")).text()


NOT_OPENED = [
    ({"name": "Ur", "seats": "7"}, "two to four"),
    ({"name": "Ur"}, "two to four"),
    ({"name": "  ", "seats": "2"}, "needs a name"),
    ({"name": "x" * 61, "seats": "2"}, "too long"),
    ({"name": "@everyone", "seats": "2"}, "mention"),
    ({"name": "x" * 100_000, "seats": "2"}, "too long"),
    ({"name": "a\nb\0", "seats": "2"}, "control characters"),
    ({"name": "Ur", "seats": "2", "preset": "<b>none</b>"}, "no such set of options"),
    ({"name": "Ur", "seats": "2", "preset": ""}, "no such set of options"),
    ({"name": "Ur", "seats": "2", "preset": "own", "board": "round"}, "no such board"),
    ({"name": "Ur", "seats": "2", "board": "round"}, "no such board"),
    ({"name": "Ur", "seats": "2", "preset": "own", "option": ["x", "open"]}, "such option"),
    ({"name": BytesIO(b"Ur"), "seats": "2"}, "needs a name"),
]


async def test_what_cannot_be_opened(table):
    """Nor a form that cannot be read."""
    address = f"{table.site.address}games"
    for form, fault in NOT_OPENED:
        async with table.client.post(address, data=form) as answer:
            assert answer.status == 422
            shown = await answer.text()
        (said,) = re.findall('<p class="fault" role="alert">(.*)</p>', shown)
        assert fault in said
        assert "<b>none" not in shown
    for kind in (
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded; charset=none",
    ):
        form = b"name=U&seats=\xff"
        async with table.client.post(address, data=form, headers={"Content-Type": kind}) as answer:
            assert answer.status == 422
            assert "I can&#x27;t read that form." in await answer.text()
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
    """And no process is started for them, as simcord would for every picture on every page."""

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


async def test_fonts_are_kept_by_the_browser_and_nothing_else_is_read_from_the_disk(table):
    await table.look("seat/anna/channel")
    address = f"{table.site.address}fonts/noto-sans-hebrew-v3.001.ttf"
    async with table.client.get(address) as answer:
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "private, max-age=86400"
        assert len(await answer.read()) > 100_000
    for name in ("nothing.ttf", "..%2F..%2F_server.py", "%2Fetc%2Fhostname"):
        address = URL(f"{table.site.address}fonts/{name}", encoded=True)
        async with table.client.get(address) as answer:
            assert answer.status == 404


@pytest.mark.slow
async def test_a_computer_plays_on_while_nobody_presses_anything(table):
    """simcord's clock stands still then, and would never come to the end of its pause."""
    world = table.world
    world.bot.opponents._pause = timedelta(seconds=0.2)
    shown, show = asyncio.Event(), world._show

    async def note(changed):
        await show(changed)
        shown.set()

    world.on_change(note)
    services, anna = world.bot.services, Person(world.seats[0].member.id, NAMES[0])
    game = await table.open(full=False)
    await services.lobbies.seat_computer(game.id, anna, Level.EASY, "Computer (easy)")
    await services.lobbies.start(game.id, anna)
    rng, answered = Random(2), False
    async with asyncio.timeout(LONG):
        while not answered:
            await world.bot.opponents.rest()
            seen = await services.games.get(game.id)
            assert seen.view is not None
            if seen.waits_for_computer:
                while (await services.games.get(game.id)).version == seen.version:
                    await shown.wait()
                    shown.clear()
                answered = isinstance(seen.view.decision, AddDecision)
            else:
                seat = (await services.visits.of(game.id, anna.user_id)).seat
                assert seat is not None
                await services.play.act(
                    game.id, anna.user_id, rng.choice(seat.view.legal_actions())
                )
    look = await table.look(f"seat/anna/game-{game.id}")
    assert "Computer (easy)" in await look.text()


# --- no press waits for anything but its answer --------------------------------------------------


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
                assert decider is not None
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
    await thread.press("Where it was won")
    assert "working out where it was won" in await thread.text()
    await thread.press("Log")
    thaw(mind)
    await thread.reads("**Ur**: where it was won")
    assert table.world._env.now() == before


async def test_the_time_that_the_machine_slept_is_not_made_up_for(table, monkeypatch):
    class Later(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + timedelta(hours=8)

    desk = await table.desk(await table.open())
    world, beats = table.world, []
    beat = world.bot.services.clocks.beat

    async def counted():
        beats.append(world._env.now())
        await beat()

    world.bot.services.clocks.beat = counted
    monkeypatch.setattr("bot.local.world.datetime", Later)
    await desk.press("King")
    assert abs(world._env.now() - Later.now(UTC)) < timedelta(minutes=1)
    assert len(beats) == 1
