"""The use case of a game whose channel is gone: to show it somewhere else."""

from bot.changes import Draft
from bot.domain import Person, Place, Refusal, Refused, Status, Table, in_status, player_at
from bot.services.reading import ENDED, OPEN
from bot.services.use_case import Using
from bot.store.queries import games


class Moving(Using):
    """Games that cannot be shown where they were opened."""

    async def move(
        self, table_id: int, person: Person, place: Place, *, manages: bool, left: bool
    ) -> Table:
        """Show a game in another place from now on: everything that is due is sent there anew.

        For a player, or somebody who *manages* the game's server, and only if its channel is gone,
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

        return (await self._changes.change(table_id, move)).after.table

    async def _check_moved_to(self, person: Person, place: Place) -> None:
        """Raise Refused if there are too many games in another server to show one more."""
        counted = await self._store.look(games.count, person.user_id, place.guild_id, OPEN)
        _opened, in_server, _both = counted
        self._check_room(await self.server_rules(place.guild_id), in_server)
