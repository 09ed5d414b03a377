"""Games that go as they were recorded, and what must be so when they have ended."""

import re
from collections.abc import Awaitable, Callable

from messages import labels
from people import GameOnDiscord, World

from engine import Action, Step, TurnBegan, rank, read_game

WAYS = ("buttons", "unseen", "slash", "unseen", "dm", "unseen", "hand", "unseen")

Interlude = Callable[[World, GameOnDiscord, Action], Awaitable[None]]


async def play(world, game, start, steps, ways, interlude):
    """Play a record to its end; before each decision there is room for an interlude.

    An interlude may go a way of its own, and a decision may lead to more of them: in the end
    the game stands where the record has been, too.
    """
    states = [start, *(step.game for step in steps)]
    at = 0
    while at < len(steps):
        action = steps[at].action
        await interlude(world, game, action)
        reached = states.index((await game.whole()), at)
        if reached == at:
            way = next(ways)
            if way == "unseen":
                await game.play(str(action))
            else:
                await game.take(action, way)
            reached = states.index((await game.whole()), at + 1)
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
    assert labels(game.posts[-1]) == ["Where it was won", "Watch", "Log", "Legend", "Fair?"]
    assert labels(game.lobby) == ["Watch", "Record"]
    assert game.home.name.startswith("🏆 ")  # renamed once, at the end
    # the ranking, once
    (result,) = (post for post in game.posts if "is over." in post.content.split("\n")[0])
    assert result == game.posts[-1]
    for placing in rank(final.scores):
        black, red, blue, green = placing.spheres
        line = next(
            line
            for line in result.content.split("\n")
            if f"({['archer', 'bull', 'lion', 'pot']['ABLP'.index(final.seats[placing.seat])]})"
            in line
        )
        assert line.startswith(f"{placing.place}. ")
        assert line.endswith(f"⬛ black {black}, 🟥 red {red}, 🟦 blue {blue}, 🟩 green {green}")
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
    """What was sent to channels while the game went on told nothing of a hand."""
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
