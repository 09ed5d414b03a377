"""Pictures in words, for a screen reader: the same that the picture shows."""

from collections.abc import Sequence

from bot.words.catalogue import Words
from bot.words.options import options_listed
from engine import (
    AddDecision,
    Colour,
    Conflict,
    Placing,
    PublicView,
    Score,
    SeatView,
    TakeDecision,
    cells_of,
    spend_treasures,
)


def describe_board(words: Words, view: PublicView, names: Sequence[str]) -> str:
    """The board picture in words, most important first, as the caller may have to cut it."""
    _ = words._
    board = view.board
    parts = [_decision(words, view, names)]
    for seat, dynasty in enumerate(view.seats):
        standing = [
            _(
                "{role} on {cell} ({temples}, {supporters})",
                role=words.role(leader.colour),
                cell=cell,
                temples=board.temples_beside(cell),
                supporters=board.external_strength(leader),
            )
            for leader, cell in board.standing()
            if leader.dynasty is dynasty
        ]
        parts.append(
            _(
                "{player}, {dynasty}: {leaders}; {tiles}, {catastrophes}.",
                player=names[seat],
                dynasty=words.dynasty(dynasty),
                leaders=words.listed(standing) if standing else _("no leader on the board"),
                tiles=words.ngettext("{count} tile", "{count} tiles", view.hand_sizes[seat]),
                catastrophes=words.ngettext(
                    "{count} catastrophe", "{count} catastrophes", view.catastrophes[seat]
                ),
            )
        )
        score = view.scores[seat]
        if score is not None and not view.over:
            parts.append(describe_score(words, score))
        elif score is not None:
            black, red, blue, green = spend_treasures(score)
            parts.append(
                _(
                    "In the end black {black}, red {red}, blue {blue}, green {green}.",
                    black=black,
                    red=red,
                    blue=blue,
                    green=green,
                )
            )
    if board.leader_mask:
        parts.append(_("In brackets: temples beside a leader, supporters."))
    if board.unification is not None:
        parts.append(_("Unification tile: {cells}.", cells=_cells(words, board.unification_mask)))
    parts.append(_("Treasures: {cells}.", cells=_cells(words, board.treasures)))
    for monument, corner in board.built():
        parts.append(
            _(
                "{first} and {second} monument from {cell}.",
                first=words.colour(monument.first).capitalize(),
                second=words.colour(monument.second),
                cell=corner,
            )
        )
    if (centre := board.ziggurat_cell()) is not None:
        parts.append(_("Ziggurat around {cell}.", cell=centre))
    for colour in Colour:
        if (cell := board.building_cell(colour)) is not None:
            building = words.building(colour).capitalize()
            parts.append(_("{building} on {cell}.", building=building, cell=cell))
    if view.display is not None:
        parts.append(_("Display: {tiles}.", tiles=words.tiles(view.display)))
    if board.catastrophes:
        parts.append(_("Catastrophes: {cells}.", cells=_cells(words, board.catastrophes)))
    parts.append(_("Bag: {count}.", count=view.bag_size))
    parts += (
        f"{words.tile(colour).capitalize()}: {_cells(words, board.tiles[colour])}."
        for colour in Colour
        if board.tiles[colour]
    )
    if view.options:
        parts.append(_("Options: {options}.", options=options_listed(words, view.options)))
    return " ".join(parts)


def _decision(words: Words, view: PublicView, names: Sequence[str]) -> str:
    _ = words._
    if view.over:
        return _("The game is over.")
    decision = view.decision
    waiting = _(
        "{player} decides: {decision}.",
        player=names[decision.seat],
        decision=words.name(decision),
    )
    if isinstance(decision, AddDecision):
        conflict = decision.conflict
        waiting += " " + _(
            "{attacker} has {attack}, {defender} {defence}.",
            attacker=names[conflict.attacker.seat],
            attack=conflict.attacker.total,
            defender=names[conflict.defender.seat],
            defence=conflict.defender.total,
        )
    elif isinstance(decision, TakeDecision):
        waiting += " " + _treasures(words, decision)
    elif decision.spaces:
        listed = " ".join(map(str, decision.spaces))
        waiting += " " + _("To choose from, marked: {cells}.", cells=listed)
    return waiting


def _treasures(words: Words, decision: TakeDecision) -> str:
    """Which treasures may stay, by the letters that they bear, and which may not (R9.2)."""
    listed = " ".join(f"{letter} {cell}" for cell, letter in decision.letters.items())
    told = words._("To choose from, by their letters: {cells}.", cells=listed)
    if decision.forced:
        forced = " ".join(map(str, decision.forced))
        told += " " + words._("Taken in any case: {cells}.", cells=forced)
    return told


def _cells(words: Words, mask: int) -> str:
    """Spaces by column, as there may be many: ``B2 B8`` is told as ``B2,8``."""
    columns: dict[str, list[str]] = {}
    for cell in sorted(cells_of(mask), key=lambda cell: (cell.col, cell.row)):
        columns.setdefault(str(cell)[0], []).append(str(cell)[1:])
    told = (column + ",".join(rows) for column, rows in columns.items())
    return " ".join(told) or words._("none")


def describe_hand(words: Words, view: SeatView) -> str:
    """The hand picture in words."""
    _ = words._
    off = [
        words.role(leader.colour)
        for leader in view.leaders(view.seat)
        if view.board.cell_of(leader) is None
    ]
    parts = [
        _("Tiles: {tiles}.", tiles=words.tiles(view.own_hand)),
        _("Leaders off the board: {leaders}.", leaders=words.listed(off) or _("none")),
        _("Catastrophes: {count}.", count=view.catastrophes[view.seat]),
        describe_score(words, view.own_score),
    ]
    if view.display is not None:
        parts.insert(1, _("Display: {tiles}.", tiles=words.tiles(view.display)))
    return " ".join(parts)


def describe_score(words: Words, score: Score) -> str:
    """A player's totals in words."""
    return words._(
        "Black {black}, red {red}, blue {blue}, green {green}, treasures {treasures}.",
        black=score.black,
        red=score.red,
        blue=score.blue,
        green=score.green,
        treasures=score.treasures,
    )


def describe_conflict(words: Words, conflict: Conflict, names: Sequence[str]) -> str:
    """A conflict's card in words."""
    _ = words._
    kind = _("Internal conflict") if conflict.internal else _("External conflict")
    sides = [
        _(
            "{player}, {role} on {cell}: {strength} on the board, {added} added.",
            player=names[side.seat],
            role=words.role(side.leader.colour),
            cell=side.cell,
            strength=side.strength,
            added="?" if side.added is None else side.added,
        )
        for side in (conflict.attacker, conflict.defender)
    ]
    end = (
        _("{player} wins.", player=names[conflict.winner.seat])
        if conflict.decided
        else _("The first one attacks; a tie is the other's.")
    )
    return " ".join((f"{kind}.", *sides, end))


def describe_standings(
    words: Words, placings: Sequence[Placing], names: Sequence[str], resigned: Sequence[int]
) -> str:
    """The final scores in words, best first."""
    _ = words._
    lines = []
    for placing in placings:
        black, red, blue, green = placing.spheres
        lines.append(
            _(
                "{place}. {player}: black {black}, red {red}, blue {blue}, green {green}, "
                "{treasures}{resigned}.",
                place=placing.place,
                player=names[placing.seat],
                black=black,
                red=red,
                blue=blue,
                green=green,
                treasures=words.ngettext(
                    "with {count} treasure spent",
                    "with {count} treasures spent",
                    placing.treasures,
                ),
                resigned=f" ({_('resigned')})" if placing.seat in resigned else "",
            )
        )
    return " ".join(lines)
