"""The strip above the board: who decides what, what it is about, and the supply."""

from collections.abc import Sequence

from engine import (
    MONUMENTS,
    ActionDecision,
    AddDecision,
    BuildDecision,
    Conflict,
    Contender,
    Over,
    TakeDecision,
    View,
    WarDecision,
)
from render.canvas import Canvas
from render.labels import Labels
from render.pieces import Emblem, Tile, Treasure
from render.players import placings_of
from render.symbols import bag, crossed_swords, empty_place
from render.text import text_width
from render.theme import THEME
from render.widgets import Row, actions_width

_LINE = 16
"""How far the two lines of the strip are above and below its middle."""
_STEP = THEME.icon + 4
_SWORDS = 40
_NOT_YET_KNOWN = "?"


def draw_head(canvas: Canvas, view: View, names: Sequence[str], labels: Labels) -> None:
    """Draw the strip at the top of the picture; *names* are presentable already."""
    gap = THEME.gap
    canvas.box(
        gap, gap, canvas.width - 2 * gap, THEME.head - 2 * gap, THEME.lit, radius=THEME.corner
    )
    supply = canvas.width - 2 * gap - len(MONUMENTS) * _STEP
    _draw_supply(canvas, view, supply)
    stake = supply - 3 * gap - _stake_width(view)
    _draw_stake(Row(canvas, stake, THEME.head // 2, THEME.lit), view)
    _draw_decision(canvas, view, names, labels, stake - gap)


def _draw_decision(
    canvas: Canvas, view: View, names: Sequence[str], labels: Labels, end: int
) -> None:
    """Whose decision it is and what kind; at the end of the game who won."""
    seats = [view.decision.seat]
    if view.over:
        seats = [seat for seat, placing in placings_of(view).items() if placing.place == 1]
    middle = THEME.head // 2
    row = Row(canvas, 2 * THEME.gap, middle, THEME.lit)
    for seat in seats:
        row.piece(Emblem(view.seats[seat]), THEME.emblem)
    x, room = row.x + 6, end - row.x - 6
    name = ", ".join(names[seat] for seat in seats)
    above = Row(canvas, x, middle - _LINE, THEME.lit)
    above.text(name, THEME.large_text, THEME.cream, room)
    below = Row(canvas, x, middle + _LINE, THEME.lit)
    below.text(labels.of_decision(view.decision), THEME.text, THEME.gold, room)


# --- what the decision is about ----------------------------------------------------------------


def _stake_width(view: View) -> int:
    """The room that :func:`_draw_stake` takes, in pixels."""
    step = THEME.stake + 6
    match view.decision:
        case AddDecision(conflict=conflict):
            parties = (conflict.attacker, conflict.defender)
            sums = sum(text_width(_sum_of(party), THEME.large_text) for party in parties)
            return 2 * step + _SWORDS + 24 + sums
        case WarDecision(colours=colours):
            return (1 + len(colours)) * step
        case BuildDecision(choices=choices):
            return step * len({monument for monument, _ in choices})
        case TakeDecision(choices=choices):
            return step * len(choices[0])
        case ActionDecision():
            return actions_width(THEME.icon)
        case Over():
            return 0


def _draw_stake(row: Row, view: View) -> None:
    match view.decision:
        case AddDecision(conflict=conflict):
            _draw_duel(row, conflict)
        case WarDecision(colours=colours):
            row.symbol(crossed_swords, THEME.stake, THEME.cream)
            for colour in colours:
                row.piece(Tile(colour), THEME.stake)
        case BuildDecision(choices=choices):
            for monument in dict.fromkeys(monument for monument, _ in choices):
                row.piece(monument, THEME.stake)
        case TakeDecision(choices=choices):
            for _ in choices[0]:
                row.piece(Treasure(), THEME.stake)
        case ActionDecision():
            row.actions(view.actions_left, THEME.icon)
        case Over():
            pass


def _draw_duel(row: Row, conflict: Conflict) -> None:
    """Attacker against defender: strength on the board and tiles added (R6.2, R7.3)."""
    row.piece(conflict.attacker.leader, THEME.stake)
    row.text(_sum_of(conflict.attacker), THEME.large_text, THEME.cream)
    row.x += 12
    row.symbol(crossed_swords, _SWORDS, THEME.gold, gap=12)
    row.piece(conflict.defender.leader, THEME.stake)
    row.text(_sum_of(conflict.defender), THEME.large_text, THEME.cream)


def _sum_of(contender: Contender) -> str:
    added = _NOT_YET_KNOWN if contender.added is None else contender.added
    return f"{contender.strength}+{added}"


# --- the supply ----------------------------------------------------------------------------------


def _draw_supply(canvas: Canvas, view: View, x: int) -> None:
    """Tiles in the bag, treasures on the board, monuments not built yet (R15.1)."""
    canvas.box(x - 2 * THEME.gap, 18, 2, THEME.head - 36, THEME.rule)
    above = Row(canvas, x, THEME.head // 2 - _LINE, THEME.lit)
    above.symbol(bag, THEME.icon, THEME.cream)
    above.text(str(view.bag_size), THEME.text, THEME.cream)
    above = Row(canvas, x + 3 * _STEP, THEME.head // 2 - _LINE, THEME.lit)
    above.piece(Treasure(), THEME.icon)
    above.text(str(view.board.treasures.bit_count()), THEME.text, THEME.cream)
    below = Row(canvas, x, THEME.head // 2 + _LINE, THEME.lit)
    left = view.board.monument_supply()
    for monument in MONUMENTS:
        if monument in left:
            below.piece(monument, THEME.icon, gap=4)
        else:
            below.symbol(empty_place, THEME.icon, THEME.rule, gap=4)
