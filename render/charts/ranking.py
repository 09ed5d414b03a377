"""The final places of a game, and what decided them (R14.3)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine import Colour, Placing, Tie, View, rank, ties_of
from render.drawing.theme import Rgb, Theme
from render.panels.labels import Labels


@dataclass(frozen=True, slots=True)
class Ranking:
    """Everybody's place, best first."""

    placings: tuple[Placing, ...]
    left: Mapping[int, str]
    """How players left the game before its end, in words, by seat."""

    @classmethod
    def of(
        cls,
        view: View,
        placings: Sequence[Placing] | None,
        labels: Labels,
        *,
        resigned: Collection[int],
        given_up: Collection[int],
    ) -> "Ranking":
        """Return *placings* as a ranking; if None, those of the scores of *view*.

        Raises ValueError unless there is one placing for each seat, or if *view* does not show the
        scores.
        """
        ranked = _ranked(view) if placings is None else tuple(placings)
        if sorted(placing.seat for placing in ranked) != list(range(len(view.seats))):
            raise ValueError("each seat needs one placing")
        left = dict.fromkeys(resigned, labels.shown(lambda own: own.resigned))
        left |= dict.fromkeys(given_up, labels.shown(lambda own: own.given_up))
        return cls(ranked, left)

    @property
    def ties(self) -> list[Tie]:
        """The ties of players who stayed."""
        return ties_of(self._stayed)

    @property
    def _stayed(self) -> list[Placing]:
        return [placing for placing in self.placings if placing.seat not in self.left]

    def won(self, placing: Placing) -> bool:
        """True if that player won, alone or with others."""
        return placing.place == 1 and placing.seat not in self.left

    def paints(self, placing: Placing, theme: Theme) -> list[Rgb]:
        """Return the paints of a player's spheres in the order of comparison, weakest first.

        The one that decided the place is gold, later ones are dim. All are dim if the player left.
        """
        if placing.seat in self.left:
            return [theme.dim] * len(Colour)
        decided = self._decided(placing)
        equal = len(Colour) if decided is None else decided
        paints = [*[theme.letters] * equal, theme.accent, *[theme.dim] * len(Colour)]
        return paints[: len(Colour)]

    def _decided(self, placing: Placing) -> int | None:
        """Return how many ascending spheres equal those of the player's rival for the place.

        The rival is the player above, for the first one the player below. None if nothing was
        decided: they share a place, or the player is alone.
        """
        stayed = self._stayed
        if len(stayed) == 1:
            return None
        at = stayed.index(placing)
        rival = stayed[1 if at == 0 else at - 1]
        pairs = zip(placing.ascending, rival.ascending, strict=True)
        return next((equal for equal, (one, other) in enumerate(pairs) if one != other), None)


def _ranked(view: View) -> tuple[Placing, ...]:
    scores = [score for score in view.scores if score is not None]
    if len(scores) < len(view.scores):
        raise ValueError("this view does not show every score")
    return rank(scores)
