"""What somebody may know of a game: the one gate for hidden information (R15)."""

from dataclasses import dataclass

from engine.board import Board
from engine.decisions import Decision, Over
from engine.material import LEADERS_OF, Dynasty, Leader
from engine.scoring import Score


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat, or everybody, may see it.

    What the viewer may not know is not in here: it is None. When the game is over
    everything is shown (R15.3).
    """

    viewer: int | None
    """The seat whose view this is; None for the public one."""
    board: Board
    seats: tuple[Dynasty, ...]
    """The dynasties in turn order."""
    options: tuple[str, ...]
    active: int
    actions_left: int
    decision: Decision
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[int, int, int, int] | None, ...]
    """For each seat the tiles in hand by colour, k r b g."""
    scores: tuple[Score | None, ...]
    catastrophes: tuple[int, ...]
    """For each seat how many catastrophe tiles are left."""
    bag_size: int
    bag: str | None
    """The tiles in the bag as letters, next one first: shown only when the game is over."""
    display: tuple[int, int, int, int] | None
    """The open display by colour, k r b g (R12.3); None if the table plays without."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.decision, Over)

    def leaders(self, seat: int) -> tuple[Leader, ...]:
        """The four leaders of a seat, k r b g, wherever they are."""
        return LEADERS_OF[self.seats[seat]]
