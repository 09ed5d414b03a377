"""Opening games, in a server or alone against computers; and showing them somewhere else."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.changes import Changes, Draft, RulesReader, load_game
from bot.domain import (
    CAPACITIES,
    NOBODY_SPECIAL,
    UNHURRIED,
    HomeKind,
    Member,
    Pace,
    Person,
    Place,
    Refusal,
    Refused,
    ServerRules,
    Status,
    Table,
    checked_name,
    checked_set_up,
    in_status,
    player_at,
    unlike,
)
from bot.services.expiry import EXPIRY, NOTICE
from bot.services.host import GameLimits, Patience, days
from bot.services.lobbies import start_game
from bot.services.sealing import Sealing
from bot.services.visits import ENDED, OPEN
from bot.store import CalledIn, HeaderRow, Store
from bot.store.queries import games, markers
from engine import Level


@dataclass(frozen=True, slots=True)
class Opening:
    """Opens games, and moves them."""

    _store: Store
    _changes: Changes
    _rules: RulesReader
    _most: GameLimits
    _patience: Patience
    _sealing: Sealing

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
        told_role_id: int | None = None,
        pace: Pace | None = None,
        member: Member = NOBODY_SPECIAL,
        within: Sequence[int] = (),
    ) -> Table:
        """Open a table for *seats* players, at which the opener sits down.

        What everybody reads is in *language*, as Discord names it. A role may be told of it once.
        It is played at that *pace*; None: at the one that is usual in the server. What is set for
        the server decides whether such a *member* may open it, in a place *within* others, such
        as a channel's category.
        """
        name = checked_name(name)
        options = checked_set_up(board, seats, options)
        now = self._changes.clock()

        def insert(connection: Connection) -> list[Draft]:
            rules = self._rules.read(connection, place.guild_id)
            rules.check_opener(person.user_id, member)
            rules.check_place((place.channel_id, *within))
            rules.check_options(options)
            if pace is not None:
                rules.check_pace(pace)
            self._check_count(connection, rules, person, place)
            row = games.insert_game(
                connection,
                name=name,
                status=Status.LOBBY.value,
                guild_id=place.guild_id,
                channel_id=place.channel_id,
                board=board,
                options=options,
                capacity=seats,
                opener_id=person.user_id,
                created_at=now,
                language=rules.language or language,
                told_role_id=told_role_id,
                pace=(rules.usual_pace if pace is None else rules.with_reminders(pace)).dump(),
            )
            seal = self._sealing.seal(connection, row.id, place.guild_id)
            header = HeaderRow(row, (), rules=rules.dump(), seal=seal)
            draft = self._changes.draft(load_game(header, None), now)
            draft.open(person)
            if self._patience.lobby:
                draft.later[EXPIRY] = now + days(self._patience.lobby) - NOTICE
            return [draft]

        (opened,) = await self._changes.commit(insert)
        return opened.table

    def _check_count(
        self, connection: Connection, rules: ServerRules, person: Person, place: Place
    ) -> None:
        """Raise Refused if there are too many games already to open one more."""
        counted = games.count(connection, person.user_id, place.guild_id, OPEN)
        opened, in_server, opened_in_server = counted
        self._most.check_opened(opened)
        self._most.check_room(rules, in_server)
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
        """Open a game of one person against *computers*, each of a level and called so: it starts.

        With another open game of the same name of the person's, its name has a number behind it.
        It is shown in the channel *directs*, the person's direct messages, and nowhere else. There
        is no server whose rules could say otherwise, nor anybody who waits: so it has no pace.
        With *pressed*, the number of the message on which that was, it is opened once: a second
        press in the same moment opens no other.
        Raises ValueError if there is no computer, or more than there are seats for.
        """
        if len(computers) + 1 not in CAPACITIES:
            raise ValueError(f"{len(computers)} computers are none to play against")
        name = checked_name(name)
        options = checked_set_up(board, len(computers) + 1, options)
        now = self._changes.clock()

        def insert(connection: Connection) -> list[Draft]:
            if pressed is not None and not markers.mark_sent(connection, f"solo-{pressed}", now):
                raise Refused(Refusal.BEGUN_ALREADY)
            self._most.check_opened(games.count_opened(connection, person.user_id, OPEN))
            row = games.insert_game(
                connection,
                name=unlike(name, games.names_opened(connection, person.user_id, OPEN)),
                status=Status.LOBBY.value,
                guild_id=None,
                channel_id=directs,
                home_id=directs,
                home_kind=HomeKind.DIRECT.value,
                board=board,
                options=options,
                capacity=len(computers) + 1,
                opener_id=person.user_id,
                created_at=now,
                language=person.language,
                told_role_id=None,
                pace=UNHURRIED.dump(),
            )
            seal = self._sealing.seal(connection, row.id, None)
            draft = self._changes.draft(load_game(HeaderRow(row, (), seal=seal), None), now)
            draft.open(person)
            (opener,) = draft.roster.seated
            draft.roster.change(opener, calls_in=CalledIn.DIRECT)
            for level, called in computers:
                taken = [player.name for player in draft.roster.seated]
                draft.seat_computer(person.user_id, level, unlike(called, taken))
            start_game(draft, person, self._sealing.draw(connection, draft), self._patience)
            return [draft]

        (opened,) = await self._changes.commit(insert)
        return opened.table

    async def move(
        self, table_id: int, person: Person, place: Place, *, manages: bool, left: bool
    ) -> Table:
        """Show a game in another place from now on: everything that is due is sent there anew.

        For a player, or a user who *manages* the game's server, and only if its channel is gone,
        or the bot has *left* its server.
        """

        async def move(draft: Draft) -> None:
            table = draft.table
            if not manages:
                player_at(table, person.user_id)
            if table.status in ENDED:
                in_status(table, Status.RUNNING)
            if not (table.channel_gone or left):
                raise Refused(Refusal.NOT_LOST, game=table.name)
            if not left and place.guild_id != table.place.guild_id:
                raise Refused(Refusal.OTHER_SERVER, game=table.name)
            if place.guild_id != table.place.guild_id:
                await self._check_moved_to(person, place)
            draft.move(person.user_id, place)

        return (await self._changes.change(table_id, move)).table

    async def _check_moved_to(self, person: Person, place: Place) -> None:
        """Raise Refused if there are too many games in another server to show one more."""
        counted = await self._store.look(games.count, person.user_id, place.guild_id, OPEN)
        _opened, in_server, _both = counted
        self._most.check_room(await self._rules.of(place.guild_id), in_server)
