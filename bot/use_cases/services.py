"""All services over one unit of work."""

import random
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial

from bot.changes import (
    CALL,
    CLOCK,
    END_TURN,
    NOTIFY,
    PLANNED,
    PROPOSAL,
    RESULTS,
    VACATION,
    WAITED,
    Advise,
    Changes,
    Listener,
    Reader,
    no_advice,
    no_alarm,
)
from bot.counting import UNCOUNTED, Counts
from bot.store import Store
from bot.store.queries.due import ANNOUNCE
from bot.use_cases.again import Rematches
from bot.use_cases.announcing import Announcements
from bot.use_cases.besides_playing import OFFERS
from bot.use_cases.boards import Boards
from bot.use_cases.clock_jobs import PEOPLES_TIME, ClockJobs, Maintenance
from bot.use_cases.expiry import EXPIRY, IDLE, Expiry, LongWaits
from bot.use_cases.hints import Hints
from bot.use_cases.host import (
    GameLimits,
    Members,
    Patience,
    SeenAlso,
    Sight,
    only_itself,
    unknown_members,
    unknown_sight,
)
from bot.use_cases.lobbies import ANSWERS, Invitations, Lobbies, Starter
from bot.use_cases.notifying import Notifications
from bot.use_cases.opening import Opening
from bot.use_cases.paces import Paces
from bot.use_cases.people.forgetting import Forgetting
from bot.use_cases.people.personal_data import PersonalData
from bot.use_cases.people.profiles import Profiles
from bot.use_cases.people.ratings import Ratings
from bot.use_cases.people.results import Results
from bot.use_cases.people.users import Learning, NoteKeeping, People, Preferences
from bot.use_cases.people.vacations import Vacations
from bot.use_cases.planned_turns import PlannedTurns
from bot.use_cases.play import Computers, Play
from bot.use_cases.proposing import Proposals
from bot.use_cases.queueing import Queue
from bot.use_cases.reviews import Reviews
from bot.use_cases.sealing import Sealing
from bot.use_cases.seats import Seats
from bot.use_cases.server_settings import Admins, ServerSettings
from bot.use_cases.visits import Games, Visits


class Services:
    """The services of a store. If they raise, nothing has changed; if they return, it is stored.

    *rng* draws the secrets of tables, which determine their bags, or without *sealing* the bags.
    *clock* returns the time in UTC; *limits* are the host's; *patience* is how long inactive games
    last; *advise* returns advice for a player's first games; *members*, *sight* and *seen_also* ask
    Discord who is in a server and who sees a channel. Methods about one table raise Refused if it
    does not exist or is damaged.
    """

    def __init__(
        self,
        store: Store,
        rng: random.Random,
        clock: Callable[[], datetime],
        limits: GameLimits = GameLimits(),  # noqa: B008  # a value
        *,
        advise: Advise = no_advice,
        members: Members = unknown_members,
        sight: Sight = unknown_sight,
        seen_also: SeenAlso = only_itself,
        patience: Patience = Patience(),  # noqa: B008  # a value
        counts: Counts = UNCOUNTED,
        sealing: bool = True,
    ) -> None:
        reader = Reader(store)
        self._changes = changes = Changes(reader, clock, advise=advise, counts=counts)
        self.games = Games(store, reader)
        self.visits = Visits(store, reader)
        self.sealing = Sealing(store, changes, rng, sealing)
        starter = Starter(self.sealing, patience)
        self.opening = Opening(changes, limits, patience, self.sealing, starter)
        self.queue = Queue(store, changes, self.opening, starter, sight)
        self.rates_games = limits.rated
        self.lobbies = Lobbies(reader, changes, members, starter, limits)
        self.invitations = Invitations(reader, changes, sight, starter)
        self.rematches = Rematches(
            changes, self.opening, self.lobbies, self.invitations, members, starter
        )
        self.paces = Paces(store, changes)
        self.hints = Hints(reader, changes)
        self.proposals = Proposals(store, reader, changes, sight)
        self.play = Play(changes)
        self.computers = Computers(reader, changes)
        self.seats = Seats(store, reader, changes, members, sight)
        self.notifications = Notifications(store, reader, changes, self.seats)
        self.clocks = ClockJobs(changes, self.seats, self.notifications)
        self.planned = PlannedTurns(store, reader, changes, self.clocks)
        self.expiry = Expiry(store, reader, changes, patience)
        self.long_waits = LongWaits(store, reader, changes)
        self.vacations = Vacations(store, reader, changes, limits)
        self.people = People(store, changes, self.visits)
        self.preferences = Preferences(store, reader, changes)
        self.notes = NoteKeeping(changes)
        self.lessons = Learning(store, changes)
        self.personal_data = PersonalData(store, reader.rules)
        self.forgetting = Forgetting(store, changes, patience)
        self.servers = ServerSettings(store, changes, reader.rules)
        self.boards = Boards(store, reader, changes, seen_also)
        self.admins = Admins(store, reader, changes, sight)
        self.announcements = Announcements(store, changes)
        self.maintenance = Maintenance(store, changes, self.clocks)
        self.reviews = Reviews(store, changes, self.games)
        self.ratings = Ratings(store)
        self.results = Results(store, reader, changes)
        self.profiles = Profiles(store)

    @property
    def jobs(self) -> dict[str, Callable[[int], Awaitable[None]]]:
        """The handlers of due rows by kind; each takes the number of a game."""
        jobs: dict[str, Callable[[int], Awaitable[None]]] = {
            CALL: self.clocks.call_absent,
            CLOCK: self.clocks.watch,
            END_TURN: self.clocks.end_turn_automatically,
            PLANNED: self.planned.play,
            PROPOSAL: self.proposals.resolve,
            EXPIRY: self.expiry.expire,
            ANSWERS: self.invitations.leave_out_late,
            IDLE: self.expiry.ask_whether_it_goes_on,
            WAITED: self.long_waits.report,
            **{kind: partial(self.seats.end_offer, seat) for seat, kind in enumerate(OFFERS)},
            VACATION: self.vacations.log_vacations,
            NOTIFY: self.notifications.send_due,
            ANNOUNCE: self.announcements.announce,
            RESULTS: self.results.store_of,
        }
        ends_time = {PROPOSAL, *PEOPLES_TIME}
        return jobs | {kind: partial(self.clocks.once_connected, jobs[kind]) for kind in ends_time}

    def notify(self, *listeners: Listener, alarm: Callable[[datetime], object] = no_alarm) -> None:
        """Notify *listeners* of every stored change, and *alarm* of the times of scheduled jobs."""
        self._changes.listeners = listeners
        self._changes.alarm = alarm
