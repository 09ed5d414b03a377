"""A server's board: the most useful games first, in one message, however many there are."""

from dataclasses import replace

from tabletop import ANNA, BEN, CORA, PLACE, agree, running

from bot.content.message import MOST_TEXT
from bot.domain.proposals import Question, Topic
from bot.features.server.board_page import board_page
from bot.i18n import Words
from bot.use_cases import GameLimits
from bot.use_cases.boards import _MOST
from engine import EndTurn

ENGLISH = Words.of("en")


async def page(services):
    games = await services.boards.listed(PLACE.guild_id, PLACE.channel_id)
    return board_page(ENGLISH, games).text


async def test_games_to_join_come_first_then_those_changed_last(services, clock):
    open_ = services.opening.open
    await agree(services, await running(services, 2, "Paused"), Question(Topic.PAUSE))
    clock.advance(minutes=1)
    older = await running(services, 2, "Older")
    clock.advance(minutes=1)
    await running(services, 2, "Newer")
    clock.advance(minutes=1)
    await services.play.resign((await running(services, 3, "Given up")).id, BEN.user_id)
    await open_(ANNA, PLACE, "Open", seats=3)
    closed = await open_(ANNA, PLACE, "Closed", seats=2)
    await services.lobbies.configure(closed.id, ANNA, only_invited=True)
    # hidden from readers of the board
    await open_(CORA, replace(PLACE, channel_id=5), "Elsewhere", seats=2)
    await open_(CORA, replace(PLACE, guild_id=6), "Another server", seats=2)
    await services.play.resign((await running(services, 2, "Over")).id, BEN.user_id)
    asked = f"(asked <t:{int(older.awaited_since.timestamp())}:R>)"
    decider = older.decider.name
    here = f"https://discord.com/channels/{PLACE.guild_id}/{PLACE.channel_id}"
    lines = (await page(services)).split("\n")
    assert lines[:6] == [
        "**Games in this server**",
        "**Open to join**",
        f"• **Open**: 2 empty seats – [Join](<{here}>)",
        "**Seats on offer**",
        f"• [Given up](<{here}>): 1 seat",
        "**Under way**",
    ]
    assert [line.split("]")[0] for line in lines[6:]] == ["• [Newer", "• [Older", "• [Paused"]
    assert lines[7] == f"• [Older](<{here}>): **{decider}** {asked}"
    assert lines[8].endswith(": paused")
    clock.advance(minutes=1)
    await services.play.act(older.id, older.decider.user_id, EndTurn())
    assert (await page(services)).split("\n")[6].startswith("• [Older](")


async def test_the_order_of_games_does_not_reveal_a_hint(services, clock, monkeypatch):
    older = await running(services, 2, "Older")
    clock.advance(minutes=1)
    await running(services, 2, "Newer")
    clock.advance(minutes=1)
    before = await page(services)
    await services.hints.count(older.id, older.decider.user_id, older.state_version)
    monkeypatch.setattr("bot.use_cases.boards._MOST", 1)
    first = (await page(services)).split("\n")[2]
    assert first == before.split("\n")[2]
    assert first.startswith("• [Newer](")


async def test_it_fits_in_a_message_and_says_how_many_more_there_are(services):
    services.opening = replace(services.opening, _limits=GameLimits(per_user=50))
    for number in range(_MOST + 3):
        await running(services, 2, f"Ur] {number} " + "*_" * 20)
    text = await page(services)
    assert len(text) <= MOST_TEXT
    shown = text.count("\n• ")
    assert shown >= 8
    assert text.endswith(f"\n… and {_MOST + 3 - shown} more games.")
