"""The board, cards and other pictures in every possible state."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from importlib.resources import files

from engine import (
    LEADERS,
    MONUMENTS,
    ActionDecision,
    AddDecision,
    Board,
    BuildDecision,
    BuildingPlaced,
    BuildingReturned,
    Catastrophe,
    CatastrophePlaced,
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    Contender,
    CubeDecision,
    Decision,
    DisplayTileTaken,
    DrawDecision,
    Event,
    Game,
    Leader,
    LeaderPlaced,
    LeaderReturned,
    LeaderWithdrawn,
    MonumentBuilt,
    Over,
    Piece,
    PointsScored,
    ReturnCause,
    ScoreCause,
    SeatView,
    SiteDecision,
    TakeDecision,
    TilePlaced,
    TilesRemoved,
    TreasuresTaken,
    View,
    WarDecision,
    ZigguratBuilt,
    cells_of,
    read_position,
)
from render.board.region import region_in_question, region_png
from render.charts.chart import chart_png
from render.charts.ratings import RatingCurve, RatingPoint, ratings_png
from render.drawing.theme import Theme
from render.pictures.boards import board_png, desk_png, hand_png, spaces_png
from render.pictures.card import conflict_png
from render.pictures.sharing import share_png

_NAMES = ("Anna", "Ben", "Cleo with a long name", "Dan")
_ACTIVE = 3
"""The active seat in the position."""
_JOINING = (Colour.GREEN, Cell.parse("I11"))
"""A tile between two kingdoms, the last one placed in positions with a question."""


@dataclass(frozen=True)
class State:
    """A picture and its title; for a whole board also everything marked on it."""

    title: str
    draw: Callable[[Theme], bytes]
    board: Board | None = None
    decision: Decision | None = None
    events: tuple[Event, ...] = ()
    legal: tuple[Cell, ...] = ()
    refused: Mapping[Cell, str] = field(default_factory=dict)
    piece: Piece | None = None
    large: bool = False
    """True if it is also shown at full size."""


@cache
def position() -> Game:
    """Return a late game with everything that can be on the board."""
    text = files("render.specimen").joinpath("everything.te").read_text(encoding="utf-8")
    return read_position(text)


def states() -> list[State]:
    """Return everything that is a picture by itself."""
    return [*_of_events(), *_of_decisions(), *_of_spaces(), *_cards(), *_of_one_player(), *_ended()]


def public() -> View:
    """Return the public view of the position."""
    return position().view(None)


def _cell(name: str) -> Cell:
    return Cell.parse(name)


def _leader(name: str) -> Leader:
    return next(each for each in LEADERS if str(each) == name)


# --- events --------------------------------------------------------------------------------------


def _of_events() -> Iterator[State]:
    yield _board("The board between two turns", ActionDecision(_ACTIVE))
    for number, (title, events) in enumerate(_turns().items()):
        board = _board(title, ActionDecision(_ACTIVE), events)
        yield replace(board, large=not number)
    events = _turns()["A tile and a leader were placed, and scored"]
    planned = partial(board_png, public(), _NAMES, events, planned=True)
    yield State("A preview: what an action would do", lambda theme: planned(theme=theme))


def _turns() -> dict[str, tuple[Event, ...]]:
    """Return the events of possible turns in the position, by titles."""
    won, lost = _leader("Pr"), _leader("Br")
    fought = Conflict(
        internal=True,
        colour=Colour.RED,
        attacker=Contender(3, won, _cell("J7"), 1, 3),
        defender=Contender(1, lost, _cell("K5"), 2, 1),
    )
    return {
        "A tile and a leader were placed, and scored": (
            LeaderPlaced(3, _leader("Pb"), _cell("F11"), None),
            TilePlaced(3, Colour.GREEN, _cell("H11")),
            PointsScored(3, Colour.GREEN, 2, ScoreCause.TILE, _leader("Pg")),
            PointsScored(3, Colour.RED, 1, ScoreCause.MONUMENT, _leader("Pr")),
        ),
        "Leaders were moved, withdrawn and sent back": (
            LeaderPlaced(3, _leader("Pk"), _cell("B9"), _cell("J2")),
            LeaderWithdrawn(2, _leader("Lr"), _cell("L7")),
            LeaderReturned(1, _leader("Br"), _cell("K5"), ReturnCause.NO_TEMPLE),
        ),
        "A conflict was decided, and tiles left the board": (
            LeaderPlaced(3, won, _cell("J7"), None),
            ConflictDecided(fought),
            LeaderReturned(1, lost, _cell("K5"), ReturnCause.LOST_CONFLICT),
            TilesRemoved(Colour.RED, (_cell("L5"), _cell("L6"), _cell("L7"))),
            PointsScored(3, Colour.RED, 1, ScoreCause.INTERNAL_CONFLICT, won),
        ),
        "Built, a building moved and another gone": (
            MonumentBuilt(3, MONUMENTS[0], _cell("B1")),
            ZigguratBuilt(3, _cell("E5")),
            BuildingPlaced(3, Colour.GREEN, _cell("I4"), _cell("H10")),
            BuildingReturned(Colour.RED, _cell("F2")),
        ),
        "A catastrophe, treasures taken, a tile from the display": (
            CatastrophePlaced(3, _cell("P3"), Colour.GREEN),
            TreasuresTaken(3, (_cell("G5"), _cell("I2"))),
            DisplayTileTaken(3, Colour.GREEN),
        ),
    }


# --- decisions -----------------------------------------------------------------------------------


def _of_decisions() -> Iterator[State]:
    placed = (TilePlaced(_ACTIVE, *_JOINING),)
    for title, decision in decisions().items():
        board = _board(title, decision, placed)
        yield replace(board, large=isinstance(decision, AddDecision))
    defending = AddDecision(2, _war())
    war = replace(public(), decision=defending, board=_board_when(defending))
    zoomed = partial(region_png, war, region_in_question(war, placed), placed)
    yield State("What is in question, at twice the size", _themed(zoomed), large=True)


def decisions() -> dict[str, Decision]:
    """Return all kinds of decisions, by titles."""
    cell = _cell
    treasures = tuple(cells_of(position().board.treasures))
    stays = treasures[1:]
    return {
        "Attacked with temples: how many are added?": AddDecision(3, _internal()),
        "The defender in a war: how many are added?": AddDecision(2, _war()),
        "Which conflict is next?": WarDecision(3, (Colour.BLACK, Colour.GREEN)),
        "Where does a building stand?": SiteDecision(
            3, Colour.RED, (cell("I2"), cell("G5"), cell("H5"))
        ),
        "Which monument is built?": BuildDecision(3, ((MONUMENTS[0], cell("A10")),)),
        "Squares and crosses to build on": BuildDecision(
            3,
            tuple((each, at) for at in (cell("A10"), cell("O10")) for each in MONUMENTS[:2]),
            (cell("K8"),),
        ),
        "Which treasure stays?": TakeDecision(
            3, tuple(tuple(each for each in treasures if each != kept) for kept in stays)
        ),
        "A point of which colour?": CubeDecision(3),
        "Which tile is drawn?": DrawDecision(
            3, (Colour.RED, Colour.BLUE), bag=True, due=2, refill=True
        ),
    }


def _internal() -> Conflict:
    """Return a revolt of both Kings, with temples, that asks the attacker."""
    return Conflict(
        internal=True,
        colour=Colour.BLACK,
        attacker=Contender(3, _leader("Pk"), _cell("B9"), 1),
        defender=Contender(0, _leader("Ak"), _cell("F9"), 2),
    )


def _war() -> Conflict:
    """Return a war of two Traders, with supporters, that asks the defender."""
    return Conflict(
        internal=False,
        colour=Colour.GREEN,
        attacker=Contender(3, _leader("Pg"), _cell("J11"), 4, 2),
        defender=Contender(2, _leader("Lg"), _cell("M5"), 11),
    )


# --- spaces --------------------------------------------------------------------------------------


def _of_spaces() -> Iterator[State]:
    board = position().board
    column = (board.empty | board.face_up) & _column(9)
    for title, piece, mask in (
        ("Where a leader may go", _leader("Ak"), board.empty_beside_temples),
        ("Where a catastrophe may go", Catastrophe(), board.empty | board.face_up),
        ("Where a catastrophe may go, in one column", Catastrophe(), column),
    ):
        legal = tuple(cells_of(mask))
        draw = partial(spaces_png, public(), legal, piece=piece)
        asked = ActionDecision(_ACTIVE)
        yield State(title, _themed(draw), board, asked, legal=legal, piece=piece, large=True)
    legal = tuple(cells_of(board.empty_beside_temples))[::2]
    refused = dict(zip(tuple(cells_of(board.empty))[::3], "QRSQRSQRSQRSQRS", strict=False))
    placed = _leader("Ak")
    draw = partial(spaces_png, public(), legal, refused=refused, piece=placed)
    yield State(
        "Where it may not go, by reasons",
        _themed(draw),
        board,
        ActionDecision(_ACTIVE),
        legal=legal,
        refused=refused,
        piece=placed,
        large=True,
    )


def _column(number: int) -> int:
    return sum(Cell(row, number).bit for row in range(11))


# --- cards and other pictures --------------------------------------------------------------------


def _cards() -> Iterator[State]:
    won = _war().with_added(0)
    lost = _internal().with_added(1).with_added(3)
    for title, conflict, scored in (
        ("Card: an internal conflict begins", _internal(), None),
        ("Card: the attacker has added temples", _internal().with_added(4), None),
        ("Card: an internal conflict is decided", lost, 1),
        ("Card: a war, the attacker has added", _war(), None),
        ("Card: a war is decided", won, 5),
    ):
        draw = partial(conflict_png, public(), _NAMES, conflict, scored=scored)
        yield State(title, _themed(draw), large=True)


def _of_one_player() -> Iterator[State]:
    own = _own()
    events = _turns()["A tile and a leader were placed, and scored"]
    desk = partial(desk_png, public(), own, _NAMES, events)
    yield State("A desk: the board and a hand", _themed(desk), large=True)
    yield State("A hand by itself", _themed(partial(hand_png, own, _NAMES)), large=True)


def _own() -> SeatView:
    return position().view(_ACTIVE)


def _ended() -> Iterator[State]:
    view = replace(position().open_view(), decision=Over(_ACTIVE))
    draw = _themed(partial(board_png, view, _NAMES))
    yield State("The game is over", draw, view.board, view.decision)
    yield State("The final scores", _themed(partial(chart_png, view, _NAMES)), large=True)
    shared = partial(share_png, view, _NAMES, title="Ur", date="2026-11-28")
    yield State("A game to share", _themed(shared), large=True)
    yield State("Two ratings", _themed(partial(ratings_png, _ratings())), large=True)


def _ratings() -> list[RatingCurve]:
    """Return a curve that is provisional at first, and one that still is."""
    start = datetime(2026, 1, 3, tzinfo=UTC)
    ratings = [1500, 1470, 1490, 1530, 1560, 1540, 1580]
    points = [
        RatingPoint(start + timedelta(days=30 * at), rating, 200 - 25 * at, at < 3)
        for at, rating in enumerate(ratings)
    ]
    others = [point._replace(rating=point.rating - 90) for point in points[1:3]]
    return [RatingCurve(_NAMES[0], points), RatingCurve(_NAMES[1], others)]


def _board(title: str, decision: Decision, events: tuple[Event, ...] = ()) -> State:
    view = replace(public(), decision=decision, board=_board_when(decision))
    draw = partial(board_png, view, _NAMES, events)
    return State(title, _themed(draw), view.board, decision, events)


def _board_when(decision: Decision) -> Board:
    """Return the position's board, with the last tile if there is a question, covered in a war."""
    board = position().board
    external = isinstance(decision, AddDecision) and not decision.conflict.internal
    if isinstance(decision, ActionDecision):
        return board
    if external or isinstance(decision, WarDecision):
        return board.with_unification(*_JOINING)
    return board.with_tile(*_JOINING)


def _themed(draw: Callable[..., bytes]) -> Callable[[Theme], bytes]:
    return lambda theme: draw(theme=theme)
