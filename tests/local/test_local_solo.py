"""Playing alone at the local table: the first thing that its start page offers."""

import re

from bot.content.pressing import chosen_by
from bot.domain import Status
from bot.features.learn.intents import BeginLesson
from bot.features.solo.solo import EVERY_TABLE, against
from bot.i18n.options import PRESETS
from bot.intents import NO_GAME, Address
from engine import Level


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
            (said,) = re.findall('<p class="fault" role="alert">(.*)</p>', await answer.text())
        assert fault in said
    assert await table.world.games() == []
    async with table.client.post(f"{table.site.address}learn") as answer:
        assert answer.url.path == "/seat/anna/direct"
    lessons = await table.look("seat/anna/direct")
    assert chosen_by(Address(NO_GAME), BeginLesson("", chosen=True)) in str(
        await lessons.messages()
    )


async def test_one_click_begins_a_game_at_the_desk(start):
    """It is there again after a restart."""
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
