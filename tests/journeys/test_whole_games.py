"""Whole games, from opening to the record: as people would play them, with what gets in between."""

from itertools import cycle
from pathlib import Path

import pytest
from following import WAYS, check_nothing_hidden_was_told, check_the_end, decisions, play
from messages import components, labels, says
from people import GameOnDiscord, Person, World, read, world
from simcord.backend.models import Overwrite

from engine import (
    Action,
    ActionDecision,
    AddDecision,
    AddTiles,
    BuildMonument,
    ChooseWar,
    ConflictOpened,
    DeclineMonument,
    EndTurn,
    Game,
    PlaceCatastrophe,
    PlaceTile,
    SwapTiles,
    TakeTreasures,
    TreasuresTaken,
    View,
    WithdrawLeader,
)
from tests.dice import LoadedDice


def covered(*names: str) -> set[object]:
    """The kinds of decisions and events in some records."""
    found: set[object] = set()
    for name in names:
        for step in read(name)[1]:
            found.add(type(step.action))
            found |= {type(event) for event in step.events}
            found |= {
                "internal" if event.conflict.internal else "external"
                for event in step.events
                if isinstance(event, ConflictOpened)
            }
    return found


def test_the_games_hold_what_is_rare() -> None:
    assert covered("two_people.te", "four_people.te") >= {
        "internal",
        "external",
        ChooseWar,
        AddTiles,
        BuildMonument,
        DeclineMonument,
        TakeTreasures,
        TreasuresTaken,
        PlaceCatastrophe,
        SwapTiles,
        WithdrawLeader,
    }


# --- two people ----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_two_people_play_a_whole_game(tmp_path: Path) -> None:
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        done: set[str] = set()

        async def interlude(w: World, game: GameOnDiscord, action: Action) -> None:
            table = await game.table()
            if isinstance(action, PlaceTile) and "undo" not in done:
                done.add("undo")
                await taken_back(game, action)
            elif isinstance(action, PlaceTile) and table.turn > 5 and "permission" not in done:
                done.add("permission")
                await without_permission(w, game, action)
            elif _defending(table.view) and "restart" not in done:
                done.add("restart")
                await w.restart()

        await play(w, game, start, steps, cycle(WAYS), interlude)
        assert done == {"undo", "permission", "restart"}
        record = (await game.posts[-1].attachments[-1].read()).decode()
        check_the_end(game, start, steps, record)
        check_nothing_hidden_was_told(w, game, "treasures 0")
        # the right one was called, once for each turn and at the end, as all were at it
        began = [seat for seat, _, began, _ in decisions(start, steps) if began]
        for player in (await game.table()).players:
            person = w.people[player.name]
            assert w.rings(person) - 1 <= began.count(player.seat) + 1
            (desk,) = person.dms
            assert desk.content.startswith("**Ur** is over.")
            assert labels(desk) == ["Where it was won", "Record", "More"]


def _defending(game: Game | View) -> bool:
    decision = game.decision
    return isinstance(decision, AddDecision) and decision.conflict.attacker.added is not None


def _acting(game: Game | View) -> bool:
    return isinstance(game.decision, ActionDecision)


async def taken_back(game: GameOnDiscord, action: Action) -> None:
    """An action is taken and undone; nobody else can do that."""
    before = await game.whole()
    person, other = await game.decider(), await game.other()
    await game.take(action)
    refused = await other.press(game.turn, "Undo")
    assert f"**{person.name}** decided last. Only they can undo that." in refused.content
    answer = await person.press(game.turn, "Undo")
    assert answer.content.startswith("Undone.")
    assert await game.whole() == before
    assert str(action.cell) not in game.turn.content


async def without_permission(w: World, game: GameOnDiscord, action: Action) -> None:
    """The bot may not attach files for a while: the action counts, and is shown later."""
    person = await game.decider()
    before = says(game.turn)
    bot_id = w.env.backend.bot_user.id
    attach = 1 << 15
    parent = w.env.backend.get_channel(game.channel.id)
    kept = list(parent.overwrites)
    w.env.backend.set_overwrite(game.channel.id, Overwrite(target_id=bot_id, type=1, deny=attach))
    w.env.inject_error(
        "PATCH", f"/channels/{game.home.id}/messages/*", status=403, code=50013, times=None
    )
    await game.take(action)
    (trouble,) = w.last.followups
    assert trouble.ephemeral
    assert "An admin needs to give me this permission: Attach Files." in trouble.content
    assert says(game.turn) == before
    await w.env.settle()
    parent.overwrites = kept
    w.env.backend.announce_channel_update(parent.id)
    w.env.backend.faults.clear()
    await w.env.advance_time(300)
    assert str(action.cell) in game.turn.content
    # back to before: the record goes on
    await person.press(game.turn, "Undo")


# --- four people ---------------------------------------------------------------------------------


@pytest.mark.slow
async def test_four_people_play_a_whole_game(tmp_path: Path) -> None:
    start, steps, bag = read("four_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        names = ("ann", "bob", "cora", "dan")
        w.person("bob").close_dms()
        game = await w.open(*names)

        async def interlude(w: World, game: GameOnDiscord, action: Action) -> None:
            table = await game.table()
            if not _acting(table.view):
                await only_the_asked_one_answers(game, action)

        await play(w, game, start, steps, cycle(reversed(WAYS)), interlude, frozenset({"bob"}))
        record = (await game.posts[-1].attachments[-1].read()).decode()
        check_the_end(game, start, steps, record)
        check_nothing_hidden_was_told(w, game, "treasures 0")
        # bob, whose direct messages are closed, is called in the thread instead
        began = [seat for seat, _, began, _ in decisions(start, steps) if began]
        bob = w.people["bob"]
        assert game.pings == [bob.id] * w.rings(bob)
        assert not bob.dms
        for seat, name in enumerate(names):
            assert w.rings(w.people[name]) == began.count(seat) + 1


async def only_the_asked_one_answers(game: GameOnDiscord, action: Action) -> None:
    """Somebody else types an answer, and finds no question on the own desk."""
    other = await game.other()
    person: Person = await game.decider()
    refused = await other.slash("decide", game.home, answer=str(action))
    assert f"Waiting for **{person.name}**" in refused.content
    desk = await other.press(game.turn, "Desk")
    for shown in (refused, desk):
        assert not [each for each in components(shown) if each.get("label", "").startswith("Add")]
    assert not isinstance(action, EndTurn)
