"""The players of a table, as a draft leaves them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from bot.domain import Person, Player, known_of
from bot.store import PersonRow, PlayerRow
from bot.store.queries import people, players
from engine import Level


class Roster:
    """Who sits at a table: those who did when it was read, and what changes of them.

    A player is known by the entry with which it joined, however it was when it is named.
    """

    def __init__(self, before: tuple[Player, ...]) -> None:
        self._before = before
        self._joining: list[Player] = []
        self._leaving: list[Player] = []
        self._changes: dict[int, dict[str, Any]] = {}
        self._known: dict[int, dict[str, Any]] = {}
        """What is known in all games of those who have taken a seat."""
        self.unkept: list[int] = []
        """Whose notes are forgotten, by the entries with which they joined."""

    @property
    def everybody(self) -> list[Player]:
        """Those who do not leave, as they were."""
        return [each for each in (*self._before, *self._joining) if each not in self._leaving]

    @property
    def seated(self) -> tuple[Player, ...]:
        """They as they are now: in seat order, before the start in the order of joining."""
        now = map(self.now, self.everybody)
        return tuple(sorted(now, key=lambda player: (player.seat or 0, player.joined_seq)))

    @property
    def playing(self) -> int:
        """How many seats are played, by a person or a computer."""
        return sum(not player.abandoned for player in self.seated)

    @property
    def people(self) -> int:
        """How many seats a person plays."""
        return sum(player.is_played_by_person for player in self.seated)

    @property
    def left_alone(self) -> bool:
        """Whether nobody is left who could play with another: no two, or no person at all."""
        return self.playing < 2 or not self.people

    def on_seat(self, seat: int) -> Player:
        """Who sits on a seat, also of a game that is just started."""
        return next(player for player in self.seated if player.seat == seat)

    def now(self, player: Player) -> Player:
        """The player as it is now."""
        seq = player.joined_seq
        changes = self._changes.get(seq, {}) | self._known.get(seq, {})
        return replace(player, **changes) if changes else player

    def join(self, person: Person, seq: int) -> None:
        """Seat a user with the entry of that number."""
        player = Player(seq, person.user_id, person.name, discord_language=person.discord_language)
        self._joining.append(player)

    def seat_computer(self, level: Level, name: str, seq: int) -> None:
        """Let a computer of that level, called *name*, sit down with the entry of that number."""
        self._joining.append(Player(seq, None, name, level=level))

    def leave(self, player: Player) -> None:
        """Let a player get up."""
        self._leaving.append(player)

    def change(self, player: Player, **changes: object) -> None:
        """Change attributes of a player that are columns of the player's row, by their names."""
        self._changes.setdefault(player.joined_seq, {}).update(changes)

    def hand_over(
        self, player: Player, person: Person, known: Mapping[str, object], seq: int
    ) -> None:
        """Give a seat to another user since entry *seq*; *known*: what is stored of that user.

        Nothing passes that the player had set or kept in this game: it is the new one's to set.
        """
        self.change(
            player,
            user_id=person.user_id,
            name=person.name,
            taken_seq=seq,
            abandoned_seq=None,
            offered_seq=None,
            offered_to=None,
            gone=False,
            draws_from_bag=False,
            calls_in=None,
            muted=False,
            level=None,
        )
        self._known[player.joined_seq] = {**known, "discord_language": person.discord_language}
        self.forget_notes(player)

    def hand_to_computer(self, player: Player, level: Level, name: str, seq: int) -> None:
        """Let a computer play a seat since entry *seq*, until a person takes it."""
        self.change(
            player,
            user_id=None,
            name=name,
            level=level,
            taken_seq=seq,
            abandoned_seq=None,
            offered_seq=seq,
            offered_to=None,
            gone=False,
            draws_from_bag=False,
            calls_in=None,
            muted=False,
        )
        self._known[player.joined_seq] = known_of(PersonRow())
        self.forget_notes(player)

    def forget_notes(self, player: Player) -> None:
        """Forget the note and the plan of a player: they are for nobody else's eyes."""
        self.unkept.append(player.joined_seq)

    def write(self, connection: Connection, table_id: int) -> None:
        """Store what has changed."""
        for player in self._joining:
            row = PlayerRow(player.joined_seq, player.user_id, player.name, level=player.level)
            players.add_player(connection, table_id, row)
            if player.user_id is not None:
                people.change_person(connection, player.user_id, language=player.discord_language)
        for player in self._leaving:
            players.remove_player(connection, table_id, player.joined_seq)
        for joined_seq, changes in self._changes.items():
            players.change_player(connection, table_id, joined_seq, **changes)
        for joined_seq in self.unkept:
            players.change_player(connection, table_id, joined_seq, note=None, plan=None)
        for player in self.seated:
            if player.joined_seq in self._known:
                players.change_player(connection, table_id, player.joined_seq, standing_order=None)
                if player.user_id is not None:
                    language = player.discord_language
                    people.change_person(connection, player.user_id, language=language)
