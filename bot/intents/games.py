"""What users can want of the list of games."""

from __future__ import annotations

from dataclasses import dataclass

from bot.intents import NO_GAME, Intent, Placement, form, page, register, written


@dataclass(frozen=True, slots=True)
class SeeGames(Intent):
    """See one's games, on a page of the list, from 0."""

    page: int = 0

    def placed(self, game: int | None) -> Placement:
        """Below, unless it was pressed on the list itself."""
        return Placement.IN_PLACE if game == NO_GAME else Placement.BELOW


register(form("games", SeeGames, page=written(page)))
