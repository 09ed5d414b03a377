"""The strip above the board: the deciding player, and the subject of the decision."""

from collections.abc import Sequence

from engine import (
    ActionDecision,
    AddDecision,
    BuildDecision,
    Colour,
    Conflict,
    Contender,
    CubeDecision,
    DrawDecision,
    SiteDecision,
    TakeDecision,
    View,
    WarDecision,
)
from render.drawing.canvas import Canvas
from render.drawing.text import one_line, size_to_fit
from render.drawing.theme import Rgb, Theme
from render.panels.labels import Labels
from render.panels.players import winners_of
from render.panels.widgets import NameSizes, Row
from render.pieces.sprites import Building, Emblem, Piece, Tile, Treasure, Ziggurat
from render.pieces.symbols import Symbol, crossed_swords, shield, sword

_LINE = 16
"""The distance of the two lines of the strip from its middle."""
_NAMES = NameSizes((30, 24, 20), (16,))
_CAPTION = 27
"""The maximum text size of the deciding player's caption."""
_RIBBON_TEXT = 24
_PIP = 36
_NUMBER = 36
_SIGN = 40
_RIBBON = 180
"""The maximum width of the word of a preview."""
_NOT_YET_KNOWN = "?"


def draw_head(
    canvas: Canvas,
    view: View,
    names: Sequence[str],
    labels: Labels,
    *,
    planned: bool = False,
    paused: bool = False,
    you: int | None = None,
    turn: tuple[int, int] | None = None,
) -> None:
    """Draw the strip at the top of the picture; *names* are already presentable.

    It addresses the player of the seat *you*, if given. If *paused*, it says only that; of a *turn*
    that is over, only whose it was and its number.
    """
    theme = canvas.theme
    gap = theme.gap
    canvas.box(
        gap, gap, canvas.width - 2 * gap, theme.head - 2 * gap, theme.lit, radius=theme.corner
    )
    if paused:
        row = Row(canvas, 2 * gap, theme.head // 2, theme.lit)
        said = labels.shown(lambda own: own.paused)
        row.word(said, _NAMES.one_line[0], theme.accent, canvas.width - 4 * gap)
        return
    if turn is not None:
        seat, number = turn
        middle, end = theme.head // 2, canvas.width - 2 * gap
        row = Row(canvas, 2 * gap, middle, theme.lit)
        row.piece(Emblem(view.seats[seat]), theme.emblem)
        x = row.x + 6
        Row(canvas, x, middle - _LINE, theme.lit).name(names[seat], _NAMES, theme.letters, end - x)
        said = f"{labels.shown(lambda own: own.turn)} {number}"
        Row(canvas, x, middle + _LINE, theme.lit).word(said, _CAPTION, theme.accent, end - x)
        return
    stake = canvas.width - 2 * gap - _stake_width(view, theme)
    _draw_stake(Row(canvas, stake, theme.head // 2, theme.lit), view, theme)
    _draw_decision(canvas, view, names, labels, stake - gap, planned=planned, you=you)


def _draw_decision(
    canvas: Canvas,
    view: View,
    names: Sequence[str],
    labels: Labels,
    end: int,
    *,
    planned: bool,
    you: int | None,
) -> None:
    """Draw whose decision it is and what kind; at the end of the game the winners."""
    theme = canvas.theme
    seats = winners_of(view) if view.over else [view.decision.seat]
    middle = theme.head // 2
    row = Row(canvas, 2 * theme.gap, middle, theme.lit)
    for seat in seats:
        row.piece(Emblem(view.seats[seat]), theme.emblem)
    x, room = row.x + 6, end - row.x - 6
    if you == view.decision.seat and not view.over:
        said = labels.of_decision(view.decision, view.actions_left, own=True)
        row = Row(canvas, x, middle - _LINE if planned else middle, theme.lit)
        row.word(said, _NAMES.one_line[0], theme.accent, end - row.x)
        if planned:
            row = Row(canvas, x, middle + _LINE, theme.lit)
            _draw_ribbon(canvas, row, labels.shown(lambda own: own.preview), middle + _LINE)
        return
    name = ", ".join(names[seat] for seat in seats)
    Row(canvas, x, middle - _LINE, theme.lit).name(name, _NAMES, theme.letters, room)
    below = Row(canvas, x, middle + _LINE, theme.lit)
    if planned:
        _draw_ribbon(canvas, below, labels.shown(lambda own: own.preview), middle + _LINE)
    caption = labels.of_decision(view.decision, view.actions_left)
    below.word(caption, _CAPTION, theme.accent, end - below.x)


def _draw_ribbon(canvas: Canvas, row: Row, word: str, middle: int) -> None:
    """Draw a plate that says that this is a preview."""
    theme = canvas.theme
    size = size_to_fit(word, _RIBBON_TEXT, _RIBBON)
    written = one_line(word, size, theme.cream, theme.mark, 26, theme=theme)
    width = written.width + 16
    canvas.framed_box((row.x, middle - 15, width, 30), theme.mark, theme.cream, 2, 8)
    canvas.put(written, row.x + 8, middle - 13)
    row.x += written.width + 26


# --- the subject of the decision ---------------------------------------------------------------


def _stake_width(view: View, theme: Theme) -> int:
    """Return the width of :func:`_draw_stake`, in pixels."""
    nowhere = Row(Canvas(1, 1, theme.lit, theme), 0, 0, theme.lit)
    _draw_stake(nowhere, view, theme)
    return nowhere.x


def _draw_stake(row: Row, view: View, theme: Theme) -> None:
    pieces: list[Piece] = []
    match view.decision:
        case ActionDecision():
            row.actions(view.actions_left, _PIP)
        case WarDecision(colours=colours):
            row.symbol(crossed_swords, theme.stake, theme.letters)
            pieces += map(Tile, colours)
        case AddDecision(conflict=conflict):
            _draw_duel(row, conflict, theme)
        case SiteDecision(colour=colour):
            pieces.append(Building(colour))
        case BuildDecision(choices=choices, centres=centres):
            pieces += dict.fromkeys(monument for monument, _ in choices)
            if centres:
                pieces.append(Ziggurat())
        case TakeDecision(choices=choices):
            pieces += (Treasure() for _ in choices[0])
        case CubeDecision():
            pieces += map(Tile, Colour)
        case DrawDecision(due=due):
            row.text(f"+{due}", _NUMBER, theme.letters)
        case _:
            pass  # the words beside it suffice
    for piece in pieces:
        row.piece(piece, theme.stake)


def _draw_duel(row: Row, conflict: Conflict, theme: Theme) -> None:
    """Draw attacker against defender: strength on the board and tiles added (R6.2, R7.3)."""
    sides: tuple[tuple[Contender, Symbol, Rgb], ...] = (
        (conflict.attacker, sword, theme.alarm),
        (conflict.defender, shield, theme.letters),
    )
    for party, sign, paint in sides:
        row.symbol(sign, _SIGN, paint, gap=4)
        row.piece(party.leader, theme.stake)
        row.text(_sum_of(party), _NUMBER, theme.letters)
        row.x += 14
    row.x -= 8


def _sum_of(contender: Contender) -> str:
    added = _NOT_YET_KNOWN if contender.added is None else contender.added
    return f"{contender.strength}+{added}"
