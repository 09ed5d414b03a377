"""Opening games, in a server or against computers, and moving them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from bot.changes import Change, Changes, without_log
from bot.domain.checks import in_status, player_at
from bot.domain.entries import ComputerSeated, Joined, Moved, Opened
from bot.domain.naming import CAPACITIES, checked_name, checked_set_up, make_unique
from bot.domain.pace import UNHURRIED, Pace
from bot.domain.player import Entrant, Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import NOBODY_SPECIAL, NOTHING_SET, Member, ServerRules
from bot.domain.table import HomeKind, Place, Status, Table
from bot.store import CalledIn, HeaderRow
from bot.store.queries import games, markers
from bot.use_cases.expiry import EXPIRY, NOTICE
from bot.use_cases.host import GameLimits, Patience, days
from bot.use_cases.lobbies import Starter
from bot.use_cases.sealing import Sealing
from bot.use_cases.visits import ENDED, OPEN
from engine import Level


@dataclass(frozen=True, slots=True)
class Opening:
    """Opens games, and moves them."""

    _changes: Changes
    _limits: GameLimits
    _patience: Patience
    _sealing: Sealing
    _starter: Starter

    async def open(
        self,
        person: Person,
        place: Place,
        name: str,
        *,
        board: str = "classic",
        seats: int = 4,
        options: Sequence[str] = (),
        language: str = "en",
        mentioned_role_id: int | None = None,
        pace: Pace | None = None,
        rated: bool | None = None,
        member: Member = NOBODY_SPECIAL,
        within: Sequence[int] = (),
    ) -> Table:
        """Open a table for *seats* players; the opener joins it.

        Public messages are in *language*, by Discord's code. A role may be notified once. A *pace*
        and *rated* of None are the server's defaults. The server's rules decide whether such a
        *member* may open it in a place *within* others, such as a channel's category.
        """
        name = checked_name(name)
        options = checked_set_up(board, seats, options)

        def insert(connection: Connection) -> list[Change]:
            rules = self._changes.reader.rules.read(connection, place.guild_id)
            rules.check_opener(person.user_id, member)
            rules.check_place((place.channel_id, *within))
            rules.check_options(options)
            if pace is not None:
                rules.check_pace(pace)
            self.check_count(connection, rules, person.user_id, place.guild_id)
            change = self.begin(
                connection,
                rules,
                place,
                [person],
                name=name,
                board=board,
                options=options,
                capacity=seats,
                language=rules.language or language,
                told_role_id=mentioned_role_id,
                pace=(rules.usual_pace if pace is None else rules.with_reminders(pace)).dump(),
                rated=rules.rated if rated is None else rated,
            )
            return [self.with_expiry(change)]

        (opened,) = await self._changes.commit(insert)
        return opened.now

    def begin(
        self,
        connection: Connection,
        rules: ServerRules,
        place: Place,
        people: Sequence[Entrant],
        *,
        how: Opened = Opened(),  # noqa: B008  # a value
        asked: Sequence[int] = (),
        **columns: object,
    ) -> Change:
        """Insert a game with these *columns*, and a seal.

        The first of *people* opens it, by an entry as *how*, and is called in direct messages if it
        is played there; the others join. *asked* are users who will be asked to. It is rated only
        in a server, and if the host's limits let it be.
        """
        if place.guild_id is None or not self._limits.rated:
            columns["rated"] = False
        opener, *others = people
        row = games.insert_game(
            connection,
            status=Status.LOBBY.value,
            guild_id=place.guild_id,
            channel_id=place.channel_id,
            opener_id=opener.user_id,
            created_at=self._changes.clock(),
            **columns,
        )
        seal = self._sealing.seal(connection, row.id, place.guild_id)
        whole = without_log(HeaderRow(row, (), rules=rules.dump(), seal=seal))
        users = [*(each.user_id for each in people), *asked]
        change = self._changes.begin_with(connection, whole, row.created_at, users)
        opened = replace(how, name=opener.name, language=opener.discord_language)
        change = change.then(replace(opened, user_id=opener.user_id))
        if change.table.in_directs:
            (player,) = change.state.players
            player = replace(player, calls_in=CalledIn.DIRECT)  # not in any entry
            change = replace(change, state=replace(change.state, players=(player,)))
        for each in others:
            change = change.then(Joined(each.name, each.discord_language, user_id=each.user_id))
        return change

    def with_expiry(self, opened: Change) -> Change:
        """Return the change with the time at which a lobby is looked at again."""
        if not self._patience.lobby:
            return opened
        return opened.schedule(EXPIRY, opened.at + days(self._patience.lobby) - NOTICE)

    def check_count(
        self, connection: Connection, rules: ServerRules, user_id: int, guild_id: int | None
    ) -> None:
        """Raise Refused if a user, or a server, has the maximum number of open games."""
        counted = games.count(connection, user_id, guild_id, OPEN)
        opened, in_server, opened_in_server = counted
        self._limits.check_room(rules, in_server)
        self._limits.check_opened(opened)
        if rules.most_each is not None and opened_in_server >= rules.most_each:
            raise Refused(Refusal.OPENED_MANY_HERE, limit=rules.most_each)

    async def open_solo(
        self,
        person: Person,
        directs: int,
        name: str,
        computers: Sequence[tuple[Level, str]],
        *,
        board: str = "classic",
        options: Sequence[str] = (),
        pressed: int | None = None,
    ) -> Table:
        """Open and start a game of one person against *computers*, given by level and name.

        If the person has another open game of that name, a number is added. It is shown only in
        the channel *directs*, the person's direct messages. Without a server and waiting people it
        has no rules and no pace. With *pressed*, the number of the pressed message, a second press
        opens no other game. Raises ValueError without computers, or if there are too many.
        """
        if len(computers) + 1 not in CAPACITIES:
            raise ValueError(f"{len(computers)} computers are none to play against")
        name = checked_name(name)
        options = checked_set_up(board, len(computers) + 1, options)
        now = self._changes.clock()

        def insert(connection: Connection) -> list[Change]:
            if pressed is not None and not markers.mark_sent(connection, f"solo-{pressed}", now):
                raise Refused(Refusal.BEGUN_ALREADY)
            change = self.begin(
                connection,
                NOTHING_SET,
                Place(None, directs),
                [person],
                name=self.solo_name(connection, person, name),
                home_id=directs,
                home_kind=HomeKind.DIRECT.value,
                board=board,
                options=options,
                capacity=len(computers) + 1,
                language=person.language,
                pace=UNHURRIED.dump(),
            )
            for level, called in computers:
                taken = [player.name for player in change.state.players]
                change = change.then(
                    ComputerSeated(level, make_unique(called, taken), user_id=person.user_id)
                )
            return [self._starter.start(connection, change, person.user_id)]

        (opened,) = await self._changes.commit(insert)
        return opened.now

    def solo_name(self, connection: Connection, person: Person, name: str) -> str:
        """Return *name*, with a number if another open game of the person has it.

        Raises Refused if these are too many.
        """
        names = games.names_opened(connection, person.user_id, OPEN)
        self._limits.check_opened(len(names))
        return make_unique(name, names)

    async def move(
        self, table_id: int, person: Person, place: Place, *, manages: bool, left: bool
    ) -> Table:
        """Move a game to another place, where all its messages are sent again.

        For a player, or a user who *manages* the game's server, and only if its channel is gone,
        or the bot has *left* its server.
        """

        def move(connection: Connection) -> list[Change]:
            change = self._changes.begin(connection, table_id)
            table = change.table
            if not manages:
                player_at(table, person.user_id)
            if table.status in ENDED:
                in_status(table, Status.RUNNING)
            if not (table.channel_gone or left):
                raise Refused(Refusal.NOT_LOST, game=table.name)
            if not left and place.guild_id != table.place.guild_id:
                raise Refused(Refusal.OTHER_SERVER, game=table.name)
            if place.guild_id != table.place.guild_id:
                self._check_moved_to(connection, person, place)
            moved = Moved(place.guild_id, place.channel_id, user_id=person.user_id)
            return [change.then(moved)]

        (moved,) = await self._changes.commit(move)
        return moved.now

    def _check_moved_to(self, connection: Connection, person: Person, place: Place) -> None:
        """Raise Refused if too many games are open in the other server."""
        counted = games.count(connection, person.user_id, place.guild_id, OPEN)
        _opened, in_server, _both = counted
        self._limits.check_room(
            self._changes.reader.rules.read(connection, place.guild_id), in_server
        )
