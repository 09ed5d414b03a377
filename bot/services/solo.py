"""The use case of a game against computers alone: its home is its player's direct messages."""

from collections.abc import Sequence

from sqlalchemy import Connection

from bot.changes import Draft, load_game
from bot.domain import (
    CAPACITIES,
    UNHURRIED,
    HomeKind,
    Person,
    Refusal,
    Refused,
    Status,
    Table,
    checked_name,
    checked_set_up,
    unlike,
)
from bot.services.lobbies import Lobbies
from bot.services.reading import OPEN
from bot.store import CalledIn, HeaderRow
from bot.store.queries import games, sent_markers
from engine import Level


class Solos(Lobbies):
    """Tables at which one person plays against computers."""

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
        now = self._clock()

        def insert(connection: Connection) -> Draft:
            if pressed is not None and not sent_markers.mark_sent(
                connection, f"solo-{pressed}", now
            ):
                raise Refused(Refusal.BEGUN_ALREADY)
            if games.count_opened(connection, person.user_id, OPEN) >= self._most.per_user:
                raise Refused(Refusal.OPENED_MANY, limit=self._most.per_user)
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
            draft = Draft(
                load_game(HeaderRow(row, ()), None), now, self._changes.presence, self._orders_at
            )
            draft.open(person)
            (opener,) = draft.company.seated
            draft.change_player(opener, calls_in=CalledIn.DIRECT)
            for level, called in computers:
                taken = [player.name for player in draft.company.seated]
                draft.seat_computer(person.user_id, level, unlike(called, taken))
            self._start(draft, person)
            return draft

        return (await self._changes.store(insert)).table
