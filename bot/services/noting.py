"""The use cases of what players keep for themselves: a note, and the plan of a turn to come.

Nothing of it is in the log, and no version changes: nobody else can tell that there is any.
"""

import re

from bot.domain import NOTE_LIMIT, Plan, player_at
from bot.services.use_case import Using
from bot.store.queries import notes

_NO_TEXT = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters, and halves of others."""


class Noting(Using):
    """Whoever keeps something."""

    async def keep_note(self, user_id: int, table_id: int, text: str) -> None:
        """Keep a note to oneself in a game, on one line; an empty one is none.

        What is too long for it, which no window of ours lets through, is cut, and what no database
        holds is left out.
        """
        note = " ".join(_NO_TEXT.sub(" ", text).split())[:NOTE_LIMIT]
        player_at(await self.get(table_id), user_id)
        await self._store.write(notes.write_note, table_id, user_id, note or None)

    async def keep_plan(self, user_id: int, table_id: int, plan: Plan | None) -> None:
        """Keep what a user plans in a game, or nothing."""
        player_at(await self.get(table_id), user_id)
        text = None if plan is None or not plan.actions else plan.dump()
        await self._store.write(notes.write_plan, table_id, user_id, text)
