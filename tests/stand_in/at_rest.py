"""Invariants that hold once the bot has had time to rest."""

import asyncio
import json
import math
import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain, pairwise, product

from bot.domain.pace import UNHURRIED, Pace
from bot.i18n.signs import CATASTROPHE, DYNASTY_SIGNS, SQUARES, TREASURE
from engine import dump_game
from tests.stand_in.interactions import ACKNOWLEDGED_IN, Kind
from tests.stand_in.playing import NO_PICTURE, OVER, RESIGN, Result
from tests.stand_in.rows import game_at
from tests.stand_in.table import NAME
from tests.stand_in.world import THREADS, components, labels, states_seen

QUIET = 0.3
"""Seconds without a call, after which it is worth a look."""
PATIENCE = 90.0
"""Seconds after which what is missing will not come any more: pauses grow."""
_SIGNS = (*SQUARES.values(), *DYNASTY_SIGNS.values(), CATASTROPHE, TREASURE, "🏛️")
_PIECE = re.compile("|".join([r"<:tr_\w+:\d+>", *_SIGNS]))
"""A piece's emoji or sign, written beside its word: the log, a file, has signs alone."""
_PROPOSED = re.compile(r"is out of time\. Keep waiting\?$|^Keep waiting: ")
"""Questions whose log lines have a message of their own in the thread."""
_BOARD = "**Games in this server**"
_HEADING = re.compile(r"Turn \d+")
_TOO_FAST = ("Too fast", NO_PICTURE)
"""The answer to somebody who has done more in a minute than people do."""
_ACKNOWLEDGING = "POST /interactions/{interaction}/{token}/callback"


async def at_rest(discord, plays, database, patience=PATIENCE):
    """Wait until everything is as it must be, without faults. Return the remaining faults."""
    found = []
    try:
        async with asyncio.timeout(patience):
            if outdated := [each async for each in back_at_desks(plays, database)]:
                return outdated
            while True:
                await discord.quiet(QUIET)
                found = list(missing(plays, database))
                if not found:
                    break
    except TimeoutError:
        found = found or [*missing(plays, database)]
        return [*found, *at_any_time(discord, plays)]
    for play in plays:
        found += [each async for each in check_answers(play, database)]
    await discord.quiet(QUIET)
    return [*found, *missing(plays, database), *at_any_time(discord, plays)]


def missing(plays, database):
    """Messages that are missing, and messages that should be gone."""
    for play in plays:
        stored = _of(play, database)
        if stored is None:
            yield f"{play.table.lobby['content']!r}: no game is shown in its thread"
            continue
        parts = [_turns(play, stored), _directs(play, stored), _log(play, stored), _times(stored)]
        if play.habits.boards:
            parts.append(_board(play, stored))
        for fault in chain.from_iterable(parts):
            yield f"game {stored.id}: {fault}"


async def back_at_desks(plays, database):
    """Return everybody to the desk from other pages, which must not be outdated."""
    for play in plays:
        discord = play.table.discord
        await discord.until(partial(_is_shown, play, database), 2 * PATIENCE)
        await discord.quiet(QUIET)
        stored = _of(play, database)
        decider = stored.replayed().decision.seat if stored.status == "running" else None
        for person in play.table.people:
            decides = stored.seat_of(person.id) == decider  # others see news when called
            for desk in _desks(person, stored):
                for fault in _outdated(desk, stored) if decides else ():
                    yield f"game {stored.id}: {fault}"
                await _return(person, desk)


async def _return(person, desk):
    """Press *Back* if the desk has it. During a pause, news may have closed the page."""
    too_fast = "Back" in labels(desk) and await _paused(await person.press(desk, "Back"))
    if too_fast and "Back" in labels(desk):
        await person.press(desk, "Back")


def _is_shown(play, database):
    stored = _of(play, database)
    return stored is not None and not stored.is_behind


def _of(play, database):
    thread = play.table.thread
    return game_at(database, thread["id"]) if thread else None


def at_any_time(discord, plays):
    yield from _twice(discord)
    yield from _threads(discord, plays)
    yield from _late(discord)


def _board(play, stored):
    """The server has one board, which says whose turn it is."""
    messages = play.table.discord.world.messages[play.table.channel["id"]].values()
    shown = [each["content"] for each in messages if each["content"].startswith(_BOARD)]
    if len(shown) != 1:
        yield f"there are {len(shown)} boards"
    decider = stored.replayed().decision.seat if stored.status == "running" else None
    named = [each.name for each in play.table.people if stored.seat_of(each.id) == decider]
    wanted = [f"**{name}** (asked" for name in named] if decider is not None else ["No games"]
    for text, want in product(shown, wanted):
        if want not in text:
            yield f"the board does not say {want!r}: {text!r}"


# --- the log -------------------------------------------------------------------------------------


def _log(play, stored):
    """Each decision that counted is logged once, and none that nobody tried."""
    if stored.delivered_version < stored.version:
        yield "not all of it is shown"
    if [entry.seq for entry in stored.entries] != list(range(1, stored.version + 1)):
        yield "the log has gaps"
    if dump_game(stored.replayed()) != stored.state:
        yield "the log does not lead to the state"
    counted, perhaps = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for attempt in play.attempts:
        key = int(attempt.person.id), attempt.text
        counted[key] += attempt.result is Result.COUNTED
        perhaps[key] += attempt.result is not Result.REFUSED
    log = Counter(stored.decided())
    log.update((entry.user_id, RESIGN) for entry in stored.entries if entry.kind == "resigned")
    if lost := counted - log:
        yield f"people were told that it counts, and it is not in the log: {_counted(lost)}"
    if more := log - perhaps:
        yield f"it is in the log more often than anybody tried: {_counted(more)}"


def _counted(decisions):
    return ", ".join(f"{times} × {text}" for (_, text), times in decisions.items())


# --- time ----------------------------------------------------------------------------------------


def _times(stored):
    """No one's time ran out too soon, and no one was called more often than the table says."""
    pace, wait = UNHURRIED, None
    for entry, asked in stored.asked():
        if entry.kind == "paced":
            pace = Pace.load(json.loads(entry.text or "")["pace"])
        if wait is not None:
            up = pace.limit is not None and entry.moment - wait.began >= pace.limit.each
            if entry.kind == "time up" and not up:
                yield f"entry {entry.seq}: the time of seat {entry.seat} was not up"
            if entry.called == wait.of[1] and asked == wait.of and not wait.may_call(pace, entry):
                yield f"entry {entry.seq} calls seat {entry.called} once too often"
        if asked is not None and (wait is None or asked != wait.of):
            wait = _Wait(asked, entry.moment, called=int(entry.called == asked[1]))


@dataclass
class _Wait:
    """The table waits for a seat in a turn."""

    of: tuple[int, int]
    """The turn, and the seat."""
    began: datetime
    called: int

    def may_call(self, pace, entry):
        """Count a call of the player; true if the table allows it."""
        expected = 1
        waited = entry.moment - self.began
        if pace.reminders is not None and waited >= pace.reminders.after:
            expected += 1 + (waited - pace.reminders.after) // pace.reminders.each
        self.called += 1
        return self.called <= expected


# --- the thread ----------------------------------------------------------------------------------


def _turns(play, stored):
    """Each turn has one message, in order, and the last one its buttons; at the end, the result.

    A turn that passed by itself may have one, if it was seen while it was the current one.
    """
    end = [f"game-{stored.id}-result.png"] if stored.status == "over" else []
    turns = {number: f"game-{stored.id}-turn-{number}.png" for number in range(1, stored.turn + 1)}
    expected = [*(turns[number] for number in stored.turns_with_messages()), *end]
    shown = [name for post in play.table.posts if (name := _name(post))]
    more, missing = _less(shown, [*turns.values(), *end]), _less(expected, shown)
    missing = [name for name in missing if name not in play.deleted]  # the bot is not told
    if more or missing:
        yield f"in the thread is {more}; missing is {missing}"
    in_order = [name for name in shown if name not in play.deleted]  # those come again at the end
    if in_order != [name for name in (*turns.values(), *end) if name in in_order]:
        yield f"the messages are not in order: {in_order}"
    if "Join" in labels(play.table.lobby):
        yield "the lobby can still be joined"
    # what is proposed, and a seat that is free, have no pictures
    pressable = [post for post in play.table.posts if labels(post) and _name(post)]
    if stored.status == "over":
        if [_name(post) for post in pressable] != end:
            yield f"it is over, and has buttons at {[_name(post) for post in pressable]}"
    elif not pressable and play.deleted.issuperset(expected[-1:]):
        pass
    elif [_name(post) for post in pressable] != expected[-1:]:
        yield f"the buttons are at {[_name(post) for post in pressable]}, not at {expected[-1:]}"
    else:
        yield from _outdated(pressable[0], stored)


def _outdated(message, stored):
    """Buttons of a message that are not those of the game as it is."""
    if outdated := states_seen(message) - {stored.state_seen}:
        yield f"{_name(message)} shows version {outdated}, not {stored.state_seen}"


# --- direct messages -----------------------------------------------------------------------------


def _directs(play, stored):
    """Each player has one desk, and the player to decide can do it there."""
    game = stored.replayed()
    for person in play.table.people:
        if person.id in play.table.discord.world.closed:
            continue
        desks = _desks(person, stored)
        if len(desks) != 1:
            yield f"{person.name} has the desks {_names(desks)}"
        elif stored.status == "over":
            closer = _name(desks[0]) == f"zoom-{stored.id}.png"  # which has no way back
            if not closer and not desks[0]["content"].startswith(OVER):
                yield f"it is over, and {person.name} has {_name(desks[0])}"
        elif stored.seat_of(person.id) == game.decision.seat:
            if not set(labels(desks[0])) - {"Undo", "More", "Zoom", "Legend", "Back"}:
                yield f"{person.name} cannot decide at {_name(desks[0])}"
            yield from _outdated(desks[0], stored)


def _desks(person, stored):
    """The direct messages about that game. A press has perhaps replaced their pictures."""
    names = (f"game-{stored.id}-", f"desk-{stored.id}.")
    return [
        each
        for each in person.directs
        if _name(each).startswith(names)
        or any(f"te:{stored.id}:" in one.get("custom_id", "") for one in components(each))
    ]


# --- answers -------------------------------------------------------------------------------------


async def check_answers(play, database):
    """Compare what is shown with what is answered now: the board, the hands, the whole story."""
    table = play.table
    stored = game_at(database, table.home["id"])
    log_page = await _answer(partial(table.people[0].slash, table.home, "log"))
    if log_page.message is None or not log_page.content.startswith(f"**{NAME}**\n"):
        yield f"game {stored.id}: asked for the log, the bot says {log_page.content!r}"
        return
    files = [table.discord.world.files[file["id"]] for file in log_page.message["attachments"]]
    if files:  # the message was cut
        log = [line.strip() for line in files[0].decode().splitlines() if line.startswith("  ")]
    else:
        log = [line for line in log_page.content.splitlines()[1:] if not _HEADING.fullmatch(line)]
    shown, story = _story(table.posts), _lines(log)
    if _less(shown, story) if play.deleted else shown != story:
        yield f"game {stored.id}: the thread tells {_less(shown, story)}, not {_less(story, shown)}"
    if stored.status != "running" or table.board is None:
        return
    decider = stored.replayed().decision.seat
    for person in table.people:
        decides = stored.seat_of(person.id) == decider  # others see the news when they are called
        desks = _desks(person, stored) if decides else []
        for shown_as, asked in (
            (desks, await _answer(partial(person.press, table.board, "Desk"))),
            ([table.board], await _answer(partial(person.slash, table.home, "board"))),
        ):
            if asked.message is None or not asked.message["attachments"]:
                yield f"asked for {_names(shown_as)}, the bot says {asked.content!r}"
            elif shown_as and _picture(shown_as[0]) != _picture(asked.message):
                yield f"{_name(shown_as[0])} shows {_picture(shown_as[0])}, which is outdated"


async def _answer(ask):
    """The answer; asks again after a pause if the first one was "too fast"."""
    answer = await ask()
    return await ask() if await _paused(answer) else answer


async def _paused(answer):
    """True after the answer "too fast": then a minute has passed, after which one may ask again."""
    too_fast = answer.content.startswith(_TOO_FAST)
    if too_fast:
        await asyncio.sleep(60)
    return too_fast


def _picture(message):
    """A message's picture, in words."""
    return str(message["attachments"][0]["description"])


def _story(posts):
    return [
        _PIECE.sub("", line.removeprefix("> ").replace("**", ""))
        for post in posts
        for line in post["content"].splitlines()
        if line.startswith("> ")
    ]


def _lines(log):
    return [_PIECE.sub("", line) for line in log if not _PROPOSED.search(line)]


# --- at any time ---------------------------------------------------------------------------------


def _twice(discord):
    """Nothing is posted twice. A hand may be, when it is due again after something else was.

    The same may be asked twice, and come to the same.
    """
    world = discord.world
    for channel_id, messages in world.messages.items():
        direct = "recipients" in world.channels[channel_id]
        shown = [_name(message) or message["content"] for message in messages.values()]
        if direct:
            by_game = sorted(shown, key=lambda name: name.split("-")[:2])
            twice = {one for one, other in pairwise(by_game) if one == other}
        else:
            twice = {name for name, times in Counter(shown).items() if times > 1}
            twice = {name for name in twice if not name.startswith("🗳️")}
        if twice:
            yield f"in {world.channels[channel_id].get('name', 'direct messages')} twice: {twice}"


def _threads(discord, plays):
    """Each game has one thread."""
    channels = discord.world.channels.values()
    threads = [each["name"] for each in channels if each["type"] in THREADS]
    twice = {name for name, times in Counter(threads).items() if times > 1}
    if twice:
        yield f"there are several threads for {twice}"
    for play in plays:
        parent = play.table.channel["id"]
        found = [each["name"] for each in channels if each.get("parent_id") == parent]
        if len(found) != 1:
            yield f"in the channel of {play.table.lobby['content']!r} are the threads {found}"


def _late(discord):
    """Every press was acknowledged in time and answered, unless the bot was gone meanwhile."""
    began = {}
    for call in discord.calls:
        if call.route == _ACKNOWLEDGING:
            began.setdefault(call.path.split("/")[2], call.began)
    for each in discord.interactions.values():
        if each.kind is Kind.SUGGESTIONS or each.lost:
            continue
        waited = began.get(each.id, math.inf) - each.dispatched
        if waited > ACKNOWLEDGED_IN:
            yield f"{each.id}: an acknowledgement came after {waited:.1f} s"
        elif each.acknowledged is not None and each.answered is None and not each.overtaken:
            yield f"{each.id}: what was acknowledged was never answered"


def _name(message):
    """The name of a message's picture, which identifies the message."""
    names = [each["filename"] for each in message["attachments"]]
    return names[0] if names else ""


def _names(messages):
    return list(map(_name, messages))


def _less(some, others):
    """The items of the first and not of the second, with their numbers."""
    return list((Counter(some) - Counter(others)).elements())
