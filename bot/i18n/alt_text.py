"""Pictures in words, for a screen reader: the same that the picture shows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import TypeAlias

from bot.i18n.catalogue import Words
from bot.i18n.decisions import decides
from bot.i18n.events import square
from bot.i18n.options import board_name, options_listed
from bot.i18n.public_text import PublicText
from engine import (
    N_,
    AddDecision,
    Board,
    BuildDecision,
    Cell,
    Colour,
    Conflict,
    DrawDecision,
    Placing,
    PublicView,
    Score,
    SeatView,
    SiteDecision,
    TakeDecision,
    Tie,
    WarDecision,
    cells_of,
    mask_of,
    spend_treasures,
    ties_of,
)

_TILES_ON = (
    N_("Settlements: {cells}."),
    N_("Temples: {cells}."),
    N_("Farms: {cells}."),
    N_("Markets: {cells}."),
)
"""The face-up tiles of each colour."""
_SIDES = (
    N_("Attacker {player}, {role} on {cell}: {strength} on the board, {added} added."),
    N_("Defender {player}, {role} on {cell}: {strength} on the board, {added} added."),
)
_EVERYWHERE = -1
"""The mask of all spaces."""


def describe_board(
    words: Words, view: PublicView, names: Sequence[str], most: int | None = None
) -> str:
    """The board picture in words, most important first, in at most *most* characters.

    Of what is printed on the board it gives only the name. If the text is too long, options and
    name are left out first, then spaces of tiles, whose number is given. Sentences stay whole.
    """
    head = _position(words, view, names)
    tail = _set_up(words, view)
    tiles = [(colour, _by_column(mask)) for colour, mask in _tiles(view)]

    def described(shown: Mapping[Colour, int], *last: str) -> str:
        lists = (
            _tiles_line(words, colour, columns, shown.get(colour)) for colour, columns in tiles
        )
        return " ".join((*head, *lists, *last))

    text = described({}, *tail)
    if most is None or len(text) <= most:
        return text
    shown = {colour: len(columns) for colour, columns in tiles}
    for colour in reversed(shown):
        while len(text := described(shown)) > most and shown[colour]:
            shown[colour] -= 1
    if len(text) <= most:
        return text
    while head and len(text := " ".join((*head, "…"))) > most:
        head.pop()
    return text


def board_in_words(words: Words, view: PublicView, names: Sequence[str]) -> list[str]:
    """All that the board picture shows, a line for each subject, most important first.

    It suffices to set up the public part of the game elsewhere.
    """
    layout = view.board.layout
    return [
        *_position(words, view, names),
        *(_tiles_line(words, colour, _by_column(mask)) for colour, mask in _tiles(view)),
        *_set_up(words, view),
        words._("Framed spaces: {cells}.", cells=_cells(words, layout.framed)),
        words._("River: {cells}.", cells=_cells(words, layout.river)),
    ]


def turn_ended(words: Words, number: int) -> PublicText:
    """A sentence before the board as it was at the end of a turn."""
    return words._("The end of turn {number}.", number=number)


def _position(words: Words, view: PublicView, names: Sequence[str]) -> list[str]:
    """Everything that changes during a game, except face-up tiles."""
    return [
        _decision(words, view, names),
        *_players(words, view, names),
        *_special(words, view),
        words._("Tiles in the bag: {count}.", count=view.bag_size),
    ]


def _tiles(view: PublicView) -> list[tuple[Colour, int]]:
    """The masks of face-up tiles by colour, without colours that are not on the board."""
    return [(colour, mask) for colour in Colour if (mask := view.board.tiles[colour])]


def _tiles_line(
    words: Words,
    colour: Colour,
    columns: Sequence[str],
    kept: int | None = None,
) -> str:
    """The tiles of a colour; with *kept*, those in the first columns and the number of others."""
    shown = columns[:kept]
    more = sum(column.count(",") + 1 for column in columns[len(shown) :])
    cells = " ".join(shown)
    if more and shown:
        cells = words.ngettext(
            "{cells} and {count} more", "{cells} and {count} more", more, cells=cells
        )
    elif more:
        cells = words.ngettext("{count} space", "{count} spaces", more)
    return words._(_TILES_ON[colour], cells=cells)


def _players(words: Words, view: PublicView, names: Sequence[str]) -> list[str]:
    """Each player's box beside the board, and where the leaders stand."""
    _, board = words._, view.board
    lines = []
    for seat, dynasty in enumerate(view.seats):
        standing = _standing(words, view, seat)
        line = _(
            "{player}, {dynasty}: {leaders}; {tiles}, {catastrophes}.",
            player=names[seat],
            dynasty=words.dynasty(dynasty),
            leaders=words.listed(standing) if standing else _("no leader on the board"),
            tiles=words.ngettext("{count} tile", "{count} tiles", view.hand_sizes[seat]),
            catastrophes=words.ngettext(
                "{count} catastrophe", "{count} catastrophes", view.catastrophes[seat]
            ),
        )
        score = view.scores[seat]
        if score is not None:
            line += " " + (_in_the_end if view.over else describe_score)(words, score)
        lines.append(line)
    if board.leader_mask:
        lines.append(_("In brackets: strength in revolt, war."))
    shared = [
        words.in_a_row(
            [
                words.leader_at(words.leader(leader), cell)
                for leader, cell in board.standing()
                if leader in kingdom.leaders
            ]
        )
        for kingdom in board.kingdoms
        if len(kingdom.leaders) > 1
    ]
    lines += (_("Leaders in one kingdom: {leaders}.", leaders=each) for each in sorted(shared))
    return lines


def _standing(words: Words, view: PublicView, seat: int, within: int = _EVERYWHERE) -> list[str]:
    """The leaders of a seat *within* some spaces, with their strengths."""
    board = view.board
    return [
        words._(
            "{role} on {cell} ({temples}, {supporters})",
            role=words.role(leader.colour),
            cell=cell,
            temples=board.temples_beside(cell),
            supporters=board.external_strength(leader),
        )
        for leader, cell in board.standing()
        if leader.dynasty is view.seats[seat] and cell.bit & within
    ]


def _in_the_end(words: Words, score: Score) -> str:
    """A player's totals at the end, with what the treasures were spent for."""
    totals = Score(*spend_treasures(score))._asdict()
    return words._("At the end black {black}, red {red}, blue {blue}, green {green}.", **totals)


def _special(words: Words, view: PublicView) -> list[str]:
    """Everything on the board but tiles and leaders, and the open display."""
    _, board = words._, view.board
    lines: list[str] = []
    if board.unification is not None:
        (cell,) = cells_of(board.unification_mask)
        tile = words.tile(board.unification[0])
        lines.append(_("Unification tile: {cell}. Under it: {tile}.", cell=cell, tile=tile))
    lines.append(_("Treasures: {cells}.", cells=_cells(words, board.treasures)))
    lines += _built(words, view)
    if view.display is not None:
        lines.append(_("Display: {tiles}.", tiles=words.tiles(view.display)))
    if board.catastrophes:
        lines.append(_("Catastrophes: {cells}.", cells=_cells(words, board.catastrophes)))
    return lines


def _built(words: Words, view: PublicView, within: int = _EVERYWHERE) -> Iterator[str]:
    """Buildings *within* some spaces; monuments and the ziggurat whose first space is there."""
    _, board = words._, view.board
    for monument, corner in board.built():
        if corner.bit & within:
            name = words.monument(monument)
            yield _("Monument on {cells}: {monument}.", monument=name, cells=square(corner))
    centre = board.ziggurat_cell()
    if centre is not None and centre.bit & within:
        yield _("Ziggurat around {cell}.", cell=centre)
    for colour in Colour:
        cell = board.building_cell(colour)
        if cell is not None and cell.bit & within:
            yield _("Building on {cell}: {building}.", building=words.building(colour), cell=cell)


def _set_up(words: Words, view: PublicView) -> list[str]:
    """The table's options, if it has any, and its board."""
    board = words._("Board: {board}.", board=board_name(words, view.board.layout.name))
    if not view.options:
        return [board]
    return [words._("Options: {options}.", options=options_listed(words, view.options)), board]


# --- what is asked -------------------------------------------------------------------------------


def _decision(words: Words, view: PublicView, names: Sequence[str]) -> str:
    """The player to decide, the decision with its choices, and whose turn it is."""
    _ = words._
    if view.over:
        return _("The game is over.")
    decision = view.decision
    parts = [
        words.as_sentence(decides(words, decision, names[decision.seat])),
        *_choice(words, view, names),
        words.ngettext("{count} action left.", "{count} actions left.", view.actions_left)
        if view.active == decision.seat
        else words.ngettext(
            "It's {player}'s turn, with {count} action left.",
            "It's {player}'s turn, with {count} actions left.",
            view.actions_left,
            player=names[view.active],
        ),
    ]
    return " ".join(parts)


def _choice(words: Words, view: PublicView, names: Sequence[str]) -> list[str]:
    """Between what is chosen, in words and by the spaces that are marked."""
    _, decision = words._, view.decision
    parts = []
    if decision.spaces:
        listed = " ".join(map(str, decision.spaces))
        parts.append(
            _("Treasures to choose from: {cells}.", cells=listed)
            if isinstance(decision, TakeDecision)
            else _("Marked to choose from: {cells}.", cells=listed)
        )
    match decision:
        case TakeDecision(forced=forced) if forced:
            parts.append(_("Always taken: {cells}.", cells=" ".join(map(str, forced))))
        case AddDecision(conflict=conflict):
            parts += _fight(words, view.board, conflict, names)
        case WarDecision(colours=colours):
            roles = words.one_of([words.role(colour) for colour in colours])
            parts.append(_("Next war, between: {roles}.", roles=roles))
        case SiteDecision(colour=colour):
            parts.append(_("Building to place: {building}.", building=words.building(colour)))
        case BuildDecision():
            parts += _plans(words, decision)
        case DrawDecision(due=due):
            parts.append(words.ngettext("{count} tile to draw.", "{count} tiles to draw.", due))
        case _:
            pass
    return parts


def _plans(words: Words, decision: BuildDecision) -> list[str]:
    """The monuments that can be built, and the centres for the ziggurat."""
    _ = words._
    corners: dict[Cell, list[PublicText]] = {}
    for monument, corner in decision.choices:
        corners.setdefault(corner, []).append(words.monument(monument))
    parts: list[str] = [
        _(
            "Possible monuments on {cells}: {monuments}.",
            cells=square(corner),
            monuments=words.in_a_row(pairs),
        )
        for corner, pairs in corners.items()
    ]
    if decision.centres:
        centres = words.in_a_row(decision.centres)
        parts.append(_("Possible ziggurats, by their centres: {cells}.", cells=centres))
    return parts


def _fight(words: Words, board: Board, conflict: Conflict, names: Sequence[str]) -> list[str]:
    """Both sides of a conflict, and the tiles that are marked as they would leave the board."""
    _ = words._
    parts: list[str] = [_("Revolt.") if conflict.internal else _("War.")]
    for text, side in zip(_SIDES, (conflict.attacker, conflict.defender), strict=True):
        parts.append(
            _(
                text,
                player=names[side.seat],
                role=words.role(side.leader.colour),
                cell=side.cell,
                strength=side.strength,
                added="?" if side.added is None else side.added,
            )
        )
    if not conflict.internal and not conflict.decided:
        attacker, defender = (
            _cells(words, board.lost_supporters(party.leader))
            for party in (conflict.attacker, conflict.defender)
        )
        parts.append(_("If the attacker loses: {cells}.", cells=attacker))
        parts.append(_("If the defender loses: {cells}.", cells=defender))
    return parts


def _cells(words: Words, mask: int) -> str:
    """Spaces by column, as there may be many: ``B2 B8`` becomes ``B2,8``."""
    return " ".join(_by_column(mask)) or words.pgettext("spaces", "none")


def _by_column(mask: int) -> list[str]:
    """The spaces of each column: ``B2,8``."""
    return [letter + ",".join(map(str, rows)) for letter, rows in _columns(cells_of(mask))]


def _columns(cells: Iterable[Cell]) -> Iterator[tuple[str, list[int]]]:
    """The letter of each column that has some of these spaces, with their numbers in it."""
    ordered = sorted(cells, key=lambda cell: (cell.col, cell.row))
    for _, column in groupby(ordered, key=lambda cell: cell.col):
        first, *others = column
        yield str(first)[0], [cell.row + 1 for cell in (first, *others)]


def describe_hand(words: Words, view: SeatView, *, beside_board: bool = False) -> str:
    """The hand picture in words; *beside_board* leaves out what the board's text says."""
    _ = words._
    off = [
        words.role(leader.colour)
        for leader in view.leaders(view.seat)
        if view.board.cell_of(leader) is None
    ]
    parts = [
        _("Tiles: {tiles}.", tiles=words.tiles(view.own_hand)),
        _(
            "Leaders in hand: {leaders}.",
            leaders=words.listed(off) or words.pgettext("leaders", "none"),
        ),
    ]
    if not beside_board:
        if view.display is not None:
            parts.append(_("Display: {tiles}.", tiles=words.tiles(view.display)))
        parts.append(_("Catastrophes: {count}.", count=view.catastrophes[view.seat]))
    if not (beside_board and "open" in view.options):
        parts.append(describe_score(words, view.own_score))
    return " ".join(parts)


def describe_score(words: Words, score: Score) -> str:
    """A player's totals in words."""
    return words._(
        "Black {black}, red {red}, blue {blue}, green {green}, treasures {treasures}.",
        **score._asdict(),
    )


def describe_conflict(
    words: Words,
    board: Board,
    conflict: Conflict,
    names: Sequence[str],
    gains: Mapping[int, int] | None = None,
) -> str:
    """A conflict on *board* in words: both sides, and while it is open the tiles that may fall.

    *gains* are the points that the parties would score by winning, or that the winner has, by
    their seats.
    """
    _ = words._
    parts = _fight(words, board, conflict, names)
    if conflict.decided:
        parts.append(_("{player} wins.", player=names[conflict.winner.seat]))
    else:
        parts.append(_("A tie goes to the defender."))
    won, at_stake = N_("{player} scores {points}."), N_("{player} would score {points}.")
    text = won if conflict.decided else at_stake
    parts += (
        _(text, player=names[seat], points=words.points(gain, conflict.tiles))
        for seat, gain in (gains or {}).items()
    )
    return " ".join(parts)


def describe_standings(
    words: Words, placings: Sequence[Placing], names: Sequence[str], left: Mapping[int, str]
) -> str:
    """The final scores in words, best first; *left* says how seats were abandoned."""
    _ = words._
    lines = []
    for placing in placings:
        black, red, blue, green = placing.spheres
        lines.append(
            _(
                "{place}. {player}: black {black}, red {red}, blue {blue}, green {green}, "
                "treasures spent {treasures}.",
                place=placing.place,
                player=names[placing.seat],
                black=black,
                red=red,
                blue=blue,
                green=green,
                treasures=placing.treasures,
            )
        )
        if placing.seat in left:
            how = words.captioned(names[placing.seat], left[placing.seat])
            lines.append(words.as_sentence(how))
    return " ".join(lines)


_TIES = (
    N_("{player} and {other} tie: {totals}. The next weakest colour decides."),
    N_("{player} and {other} tie: {totals}. They share the place."),
)


def describe_end(
    words: Words,
    view: PublicView,
    names: Sequence[str],
    placings: Sequence[Placing],
    left: Mapping[int, str],
    *,
    title: str,
    date: str,
    ended_early: bool,
    scores: Sequence[Sequence[Score]],
    most: int,
) -> str:
    """The picture of a game that has ended in words, in at most *most* characters.

    If it is too long, what is on the board is left out from the end. Sentences stay whole. *left*
    says how seats were abandoned, *scores* are everybody's after each turn.
    """
    _ = words._
    stayed = [placing for placing in placings if placing.seat not in left]
    weakest = [[min(spend_treasures(score)) for score in turn] for turn in scores]
    parts: list[str] = [
        _("{game}, {date}.", game=title, date=date),
        *([_("The game ended early.")] if ended_early else []),
        describe_standings(words, placings, names, left),
        *(_tie(words, tie, names) for tie in ties_of(stayed)),
    ]
    if weakest:
        heading = N_("Weakest colour after turns {turns}.")
        parts += _by_turn(words, heading, weakest, names, samples=_FEW)
    parts += _on_cells(words, view, names, _EVERYWHERE)
    while len(said := " ".join(parts)) > most and len(parts) > 1:
        parts.pop()
    return said


def _tie(words: Words, tie: Tie, names: Sequence[str]) -> str:
    totals = [f"{own} {'=' if own == others else '>'} {others}" for own, others in tie.compared]
    return words._(
        _TIES[not tie.broken],
        player=names[tie.one.seat],
        other=names[tie.other.seat],
        totals=words.in_a_row(totals),
    )


_SAMPLES, _FEW = 12, 6
"""Maximum number of turns listed besides the marked ones: alone, and beside a board."""


def describe_course(
    words: Words,
    places: Sequence[Sequence[float]],
    names: Sequence[str],
    marked: Mapping[int, int],
) -> str:
    """The chart of the places that were to be expected in words.

    *places* are everybody's at the start and after each turn, *marked* numbers by the turns that
    bear them.
    """
    written = [[words.number(place) for place in turn] for turn in places]
    heading = N_("Expected places after turns {turns}.")
    parts = [*_by_turn(words, heading, written, names, samples=_SAMPLES, marked=marked)]
    if marked:
        parts.append(words._("Marked turns: {turns}.", turns=words.listed(list(marked))))
    return " ".join(parts)


def _by_turn(
    words: Words,
    heading: str,
    values: Sequence[Sequence[object]],
    names: Sequence[str],
    *,
    samples: int,
    marked: Iterable[int] = (),
) -> Iterator[str]:
    """Everybody's values after some turns, among them the first and the last."""
    last = len(values) - 1
    turns = sorted({*range(0, last, max(1, -(-last // samples))), *marked, last})
    yield words._(heading, turns=words.in_a_row(turns))
    for seat, name in enumerate(names):
        row = words.in_a_row([values[turn][seat] for turn in turns])
        yield words.as_sentence(words.captioned(name, row))


Rated: TypeAlias = tuple[datetime, int, int, bool]
"""A rating from a time on: its number, the number after the ±, whether it is provisional."""


def describe_ratings(words: Words, curves: Sequence[tuple[str, Sequence[Rated]]]) -> str:
    """The curves of ratings by name in words: the last ratings, then some points of each curve."""
    _ = words._
    parts: list[str] = []
    for name, points in curves:
        *_before, provisional = points[-1]
        text = N_("{player}: {rating}, provisional.") if provisional else N_("{player}: {rating}.")
        parts.append(_(text, player=name, rating=_rating(points[-1])))
    for name, points in curves:
        shown = (*points[: -1 : max(1, -(-len(points) // _FEW))], points[-1])
        dated = words.in_a_row([f"{each[0]:%Y-%m-%d} {_rating(each)}" for each in shown])
        parts.append(_("Course of {player}: {ratings}.", player=name, ratings=dated))
        firm = [at for at, *_rated, provisional in points if not provisional]
        if firm and firm[0] > points[0][0]:
            parts.append(_("Provisional until {date}.", date=f"{firm[0]:%Y-%m-%d}"))
    return " ".join(parts)


def _rating(rated: Rated) -> str:
    _at, rating, spread, _provisional = rated
    return f"{rating} ± {spread}"


# --- a part of the board, and spaces in few signs ------------------------------------------------


def describe_region(
    words: Words, view: PublicView, names: Sequence[str], cells: Iterable[Cell]
) -> str:
    """Everything on *cells* in words, leaders first."""
    parts = _on_cells(words, view, names, mask_of(cells))
    return " ".join(parts) or words._("Nothing is there.")


def _on_cells(words: Words, view: PublicView, names: Sequence[str], within: int) -> list[str]:
    """Everything *within* some spaces, a sentence for each subject, leaders first."""
    _, board = words._, view.board
    parts: list[str] = [
        _(
            "{player}, {dynasty}: {leaders}.",
            player=names[seat],
            dynasty=words.dynasty(view.seats[seat]),
            leaders=words.listed(standing),
        )
        for seat in range(len(view.seats))
        if (standing := _standing(words, view, seat, within))
    ]
    if parts:
        parts.append(_("In brackets: strength in revolt, war."))
    parts += (
        _(text, cells=by_column(cells_of(mask & within)))
        for text, mask in (
            *zip(_TILES_ON, board.tiles, strict=True),
            (N_("Treasures: {cells}."), board.treasures),
            (N_("Face-down tiles: {cells}."), board.facedown),
            (N_("Catastrophes: {cells}."), board.catastrophes),
            (N_("Unification tile: {cells}."), board.unification_mask),
        )
        if mask & within
    )
    return [*parts, *_built(words, view, within)]


def by_column(cells: Iterable[Cell]) -> str:
    """Spaces by column, those in a row as a range: ``B2,8–10 C3``."""
    return " ".join(letter + ",".join(_ranges(rows)) for letter, rows in _columns(cells))


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    """Ascending numbers, three and more without a gap as a range."""
    for _, group in groupby(enumerate(numbers), key=lambda placed: placed[1] - placed[0]):
        run = [number for _, number in group]
        if len(run) > 2:
            yield f"{run[0]}–{run[-1]}"
        else:
            yield from map(str, run)
