"""Looks at everything that people at a table see at a moment, and says what is not true of it.

Looked at: the desk, ``/table``, ``/games``, ``/settings`` and *Hours, reminders* of each person,
and all messages in direct messages, in the thread and at the door. Checked of them:

- A time stamp that is said to come has not passed, and one of the past has.
- The end of a player's time is shown as it is due, everywhere; it comes then, and not sooner.
- Whoever is said to play is whom the game waits for, and nobody else's page says "Waiting for you".
- Whoever is said to be on vacation is, until then; whoever is on vacation is said to be.
- A seat is on offer where a button or a line says so, and is said to be where it is.
- A proposal's buttons stand under an open proposal alone, with its deadline.
- Some of the buttons, drawn at random, are pressed, and what is offered is not refused. What a
  press would store is rolled back.
"""

import re
from datetime import timedelta
from random import Random
from types import SimpleNamespace

from explorer import Explorer, NoWorker, location_of
from messages import components
from seated import answer_in

from bot.content.message import Content, TextForm
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.handlers import is_about_game
from bot.domain.entries import Called, Reminded, TimeUp
from bot.domain.game_lookup import Origin
from bot.domain.player import Person
from bot.domain.refusals import Refusal
from bot.domain.table import Status
from bot.i18n import Words
from bot.intents import UserRequest, parse_custom_id
from bot.intents.board import SeeDesk
from bot.intents.games import SeeGames
from bot.intents.pace import SeeHours
from bot.intents.preferences import SeeSettings
from bot.intents.proposals import SeeTable
from bot.store import Store
from bot.use_cases import Services

MOMENT = re.compile(r"<t:(\d+):\w>")
TO_COME = re.compile(
    r"(time ends|ends by itself|back|passes|fails|closes|moves first|stop looking|without a result"
    r"|agreed|until|ends|from|by|away|offer)\b[^.]*$",
    re.IGNORECASE,
)
OVER = re.compile(r"(asked|ran out|As of|since|was|waited|last)\b[^.]*$")
NAMED = re.compile(r"\*\*(\w+)\*\* (?:to play|can end the turn)")
PRESSED = 6
"""Buttons of each person that are pressed at a time."""
TOLD_WHY = {
    Refusal.SAME_PACE,  # see tests/bot/features/test_offered.py
    Refusal.SAME_HINTS,
    Refusal.ALREADY_PROPOSED,
    Refusal.ON_VACATION,
    Refusal.PROPOSED_LATELY,
    Refusal.NOTHING_TO_UNDO,
    Refusal.UNDO_NOT_YOURS,
    Refusal.UNDO_AUTOMATIC,
    Refusal.UNDO_REVEALED,
    Refusal.PAUSED,
    Refusal.NOT_YOURS_TO_ANSWER,
    Refusal.NOT_YOUR_PROPOSAL,
    Refusal.PLAYS_THERE,
    Refusal.SEEN_ANOTHER_HAND,
    Refusal.SEAT_FOR_ANOTHER,
    Refusal.NOT_PLAYED_ON,  # by a player whose seat is empty, of a button that is everybody's
}


class Presser(Explorer):
    """Presses in the channel of a world; nothing is stored."""

    world = None

    async def _answer(self, visit, person, request):
        given = self.services, Words(), person, request
        if is_about_game(request):
            context = TableContext(*given, visit=visit, worker=NoWorker())
            return none_for_form(await answer_in(context))
        location = location_of(person, self.clock)
        world = self.world
        location = SimpleNamespace(
            **{
                **vars(location),
                "origin": Origin(person.user_id, world.guild.id, world.channel.id),
                "guild_id": world.guild.id,
            }
        )
        context = LocationContext(*given, location=location, worker=NoWorker())
        return none_for_form(await answer_in(context))


def none_for_form(answer):
    return None if isinstance(answer, TextForm) else answer


class Truth:
    """Walks all pages of the people at a table, as :meth:`Weeks.live` wishes after each step."""

    def __init__(self, seed):
        self.dice = Random(seed)
        self.untrue = {}
        """What is not true, with the first day on which it was so."""
        self.walks = self.pressed = self.stamps = 0
        self._promise = None
        self._seen = 0

    async def __call__(self, weeks):
        await weeks.world.bot.delivery.rest()  # what is due in this very second is shown, too
        store = await Store.open(weeks.world.url)
        try:
            await self._look_around(weeks, store)
        finally:
            await store.close()

    async def _look_around(self, weeks, store):
        """Look with services of its own: nothing that was pressed reaches the bot."""
        self.weeks, self.now = weeks, weeks.world.env.now()
        self.walks += 1
        services = Services(store, self.dice, weeks.world.env.now)
        self.presser = Presser(services, weeks.world.env.now, self.dice, 1, (), store=store)
        self.presser.world = weeks.world
        self.table = await services.games.get(weeks.game.id)
        await self._kept_promise(services)
        if self.table.status is not Status.RUNNING:
            return
        public = self._public()
        for place, text, buttons in public:
            self._check(place, text, buttons)
        for sitting in weeks.sitting:
            for_all = [each for _, _, buttons in public for each in buttons]
            await self._walk(sitting.person, services, for_all)

    def _note(self, what, place, text):
        key = f"{what} ({place.split(' ')[0]})"
        self.untrue.setdefault(key, f"{self.now:%d %H:%M} {place}: {text[:300]!r}")

    # --- what everyone sees ----------------------------------------------------------------------

    def _public(self):
        """The door, and what has buttons in the thread, or is its last: place, text, buttons."""
        game = self.weeks.game
        posts = game.posts
        shown = [post for post in posts if post is posts[-1] or [*ids(post)]]
        return [
            (place, post.content, [*ids(post)])
            for place, post in (("door", game.lobby), *(("thread", post) for post in shown))
        ]

    async def _walk(self, person, services, offered):
        who = Person(person.id, person.name)
        visit = await services.visits.of(self.table.id, person.id)
        for name, intent in (
            ("desk", SeeDesk()),
            ("/table", SeeTable()),
            ("/games", SeeGames()),
            ("/settings", SeeSettings()),
            ("hours", SeeHours()),
        ):
            if visit.seat is None and name in {"desk", "/table"}:
                continue
            if name == "/table" and not visit.seat.goes_on:
                continue
            game = self.table.id if name in {"desk", "/table"} else 0
            page, _ = await self.presser.press(visit, who, UserRequest(intent, game))
            if not isinstance(page, Content):
                self._note("no page", name, person.name)
                continue
            self._check(f"{name} of {person.name}", page.text, [], page=True)
            waits = self.table.decider is not None and self.table.decider.user_id == person.id
            if name == "/games" and ("Waiting for you" in page.text) != (
                waits and not self.table.paused
            ):
                self._note("says falsely who waits", name, page.text)
            offered += [
                each.custom_id
                for row in page.rows
                if isinstance(row, tuple)
                for each in row
                if hasattr(each, "custom_id")
            ]
        for message in person.dms:
            buttons = list(ids(message))
            if buttons:
                self._check(f"dm of {person.name}", message.content, buttons)
                offered += buttons
        for custom_id in self.dice.sample(offered, min(PRESSED, len(offered))):
            try:
                request = parse_custom_id(custom_id)
            except ValueError:
                continue
            if request.intent.manager_only:
                continue
            self.pressed += 1
            before = set(self.presser.refused)
            await self.presser.press(visit, who, request, TOLD_WHY)
            for refused in self.presser.refused - before:
                self._note(f"refused: {refused}", f"button of {person.name}", custom_id)

    # --- checks ----------------------------------------------------------------------------------

    def _check(self, place, text, buttons, *, page=False):
        table = self.table
        live = [line for line in text.split("\n") if not line.startswith(">")]  # a log is history
        snapshot = "As of" in text
        decider = table.decider
        for line in live:
            self._check_times(place, line)
            for named in NAMED.findall(line):
                if not snapshot and (decider is None or decider.name != named):
                    self._note("waits for somebody else", place, line)
            for name, stamp in re.findall(r"\*\*(\w+)\*\* is on vacation, back <t:(\d+)", line):
                player = next(each for each in table.players if each.name == name)
                back = table.hours_of(player).back_at(self.now)
                if not snapshot and (back is None or int(back.timestamp()) != int(stamp)):
                    self._note("is not on vacation", place, line)
        if place.startswith("/table"):
            for player in table.players:
                away = table.hours_of(player).back_at(self.now) is not None
                if away and f"**{player.name}** is on vacation" not in text:
                    self._note("vacation is not said", place, text)
        for button in buttons:
            request = parse_custom_id(button)
            kind = type(request.intent).__name__
            if kind == "TakeSeat" and not table.player(request.seat).free_since:
                self._note("seat is not on offer", place, text)
            if kind == "Answer" and table.proposal(table.entry_of(request.intent.proposal)) is None:
                self._note("proposal is not open", place, text)
        own = place.endswith(tuple(each.name for each in table.players))
        if own and "Your seat is on offer" in text:
            mine = next(each for each in table.players if place.endswith(each.name))
            if mine.offered_seq is None:
                self._note("own seat is not on offer", place, text)

    def _check_times(self, place, line):
        ends = self.table.time_up_at if self.table.waits else None
        for match in MOMENT.finditer(line):
            self.stamps += 1
            before, at = line[: match.start()], int(match[1])
            sentence = re.split(r"[.!?] ", before)[-1]
            to_come, over = TO_COME.search(sentence), OVER.search(sentence)
            if over and (not to_come or over.start() > to_come.start()):
                if at > self.now.timestamp() + 1:
                    self._note("is still to come", place, line)
            elif to_come:
                if at < int(self.now.timestamp()):
                    self._note("is said to come, and has passed", place, line)
            else:
                self._note("a time of which is not known whether it is to come", place, line)
            if re.search(r"[Tt]ime ends $", sentence) and (
                ends is None or int(ends.timestamp()) != at
            ):
                self._note(f"time does not end then ({ends})", place, line)

    async def _kept_promise(self, services):
        """What was said of the end of the time an hour ago has come true."""
        table = self.table
        history = await services.games.history(table.id)
        new = [entry for entry in history if entry.seq > self._seen]
        self._seen = history[-1].seq
        if self._promise is not None:
            seat, turn, at = self._promise
            for number, entry in enumerate(new):
                earlier = new[:number]
                if isinstance(entry, TimeUp) and entry.seat == seat and entry.turn == turn:
                    moved = any(not isinstance(each, Called | Reminded) for each in earlier)
                    if not moved and abs(entry.at - at) > timedelta(seconds=1):
                        self._note(f"time ended {entry.at - at} off", "log", repr(entry))
                    break
            else:
                same = (table.decider and table.decider.seat, table.turn) == (seat, turn)
                if same and not new and at < self.now - timedelta(seconds=1):
                    self._note("time has not ended", "log", f"{at}")
        decider, at = table.decider, table.time_up_at if table.waits else None
        self._promise = None if at is None or decider is None else (decider.seat, table.turn, at)


def ids(message):
    return (each["custom_id"] for each in components(message) if each.get("custom_id"))
