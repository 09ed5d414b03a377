"""Whole games, from opening to the record: as people would play them, with what gets in between."""

import re
from itertools import cycle

import pytest
from messages import labels, says
from people import read, world
from simcord.backend.models import Overwrite

from engine import AddDecision, PlaceTile, Step, TurnBegan, rank, read_game
from tests.dice import LoadedDice

WAYS = ("buttons", "unseen", "slash", "unseen", "dm", "unseen", "hand", "unseen")


async def play(world, game, start, steps, ways, interlude):
    """Play a record to its end, with interludes before decisions.

    An interlude may go a way of its own, and a decision may lead to more of them: in the end
    the game stands where the record has been, too.
    """
    states = [start, *(step.game for step in steps)]
    at = 0
    while at < len(steps):
        action = steps[at].action
        await interlude(world, game, action)
        reached = states.index((await game.full_game()), at)
        if reached == at:
            way = next(ways)
            if way == "unseen":
                await game.play(str(action))
            else:
                await game.take(action, way)
            reached = states.index((await game.full_game()), at + 1)
        at = reached


def turns(steps):
    """The steps with which a turn began, but for the first one."""
    return [step for step in steps if any(isinstance(each, TurnBegan) for each in step.events)]


def check_the_end(game, start, steps, record):
    """The ranking, the record, and messages that are neither doubled nor alive."""
    final = steps[-1].game
    # every turn has one message, and none of them any button; what is last can be looked at
    numbers = [int(re.search(r"turn (\d+):", post.content)[1]) for post in game.turns]
    assert numbers == list(range(1, len(turns(steps)) + 2))
    assert not [post for post in game.posts[:-1] if labels(post)]
    assert labels(game.posts[-1]) == ["Play again", "Story", "More"]
    assert labels(game.lobby) == ["Watch", "Record"]
    assert game.home.name.startswith("🏆 ")  # renamed once, at the end
    # the ranking, once
    (result,) = (post for post in game.posts if "is over." in post.content.split("\n")[0])
    assert result == game.posts[-1]
    picture = result.attachments[0].description
    for placing in rank(final.scores):
        black, red, blue, green = placing.spheres
        said = f": black {black}, red {red}, blue {blue}, green {green}, treasures spent "
        assert said in picture
        assert f"{placing.place}. " in result.content.split("\n")[1]
    # the record
    head, *played = read_game(record)
    assert head == start
    assert [(step.dynasty, step.action) for step in played if isinstance(step, Step)] == [
        (step.dynasty, step.action) for step in steps
    ]
    assert played[-1].game.over


SECRETS = (
    "hand-",
    "our hand",
    "with all you hold",
    "Ties go to you",
    "You draw",
    "You drew",
    "Tiles: ",
    "swap:",
)


def check_nothing_hidden_was_told(world, game, *more_secrets):
    """Public messages during the game revealed nothing of a hand."""
    places = (f"/channels/{game.channel.id}/", f"/channels/{game.home.id}/")
    public = [
        request.json
        for request in world.env.http_requests
        if request.path.startswith(places) and isinstance(request.json, dict)
    ]
    assert public
    for body in public:
        shown = str(body)
        for secret in (*SECRETS, *more_secrets):
            assert secret not in shown


@pytest.mark.slow
async def test_two_people_play_a_whole_game(tmp_path):
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        done = set()

        async def interlude(w, game, action):
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
        began = [0, *(step.game.decision.seat for step in turns(steps) if not step.game.over)]
        for player in (await game.table()).players:
            person = w.people[player.name]
            assert w.rings(person) - 1 <= began.count(player.seat) + 1
            (desk,) = person.dms
            assert desk.content.startswith("**Ur** is over.")
            assert labels(desk) == ["Play again", "Story", "More"]


def _defending(game):
    decision = game.decision
    return isinstance(decision, AddDecision) and decision.conflict.attacker.added is not None


async def taken_back(game, action):
    """An action is taken and undone; nobody else can do that."""
    before = await game.full_game()
    person, other = await game.decider(), await game.other()
    await game.take(action)
    refused = await other.press(game.turn, "Undo")
    assert f"**{person.name}** decided last. Only they can undo that." in refused.content
    answer = await person.press(game.turn, "Undo")
    assert answer.content.startswith("Undone.")
    assert await game.full_game() == before
    assert str(action.cell) not in game.turn.content


async def without_permission(w, game, action):
    """The bot may not attach files for a while: the action counts, and is shown later."""
    person = await game.decider()
    before = says(game.turn)
    bot_id = w.env.backend.bot_user.id
    attach = 1 << 15
    parent = w.env.backend.get_channel(game.channel.id)
    overwrites_before = list(parent.overwrites)
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
    parent.overwrites = overwrites_before
    w.env.backend.announce_channel_update(parent.id)
    w.env.backend.faults.clear()
    await w.env.advance_time(300)
    assert str(action.cell) in game.turn.content
    # back to before: the record goes on
    await person.press(game.turn, "Undo")
