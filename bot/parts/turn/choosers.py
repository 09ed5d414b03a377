"""The first page of a turn, with a button for everything that can be begun."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from bot.content.message import Button, Row, Style
from bot.content.names import plain_names
from bot.content.pressing import in_rows, own_address
from bot.domain.seat import Seat
from bot.i18n import Words
from bot.i18n.signs import CATASTROPHE, SQUARES, leader_sign
from bot.intents import turn
from bot.parts.buttons import undo_button
from bot.parts.turn.actions import MOST_OF_MOVE, leader_to, tile_at
from bot.parts.turn.conflicts import fight_label, fought
from bot.parts.turn.previews import leader_returns
from engine import (
    COLOURS,
    MOST_MOVES,
    Attack,
    Catastrophe,
    CompletesCross,
    CompletesLine,
    CompletesSquare,
    CutsOff,
    EarnsEachTurn,
    EndTurn,
    FindsWork,
    Gives,
    GivesUp,
    Joins,
    Merit,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    PreparesSquare,
    Scores,
    SendsHome,
    Suggestion,
    WarDecision,
    WinsTreasures,
    moves_that_matter,
)


def first_page(
    words: Words,
    seat: Seat,
    first: Sequence[Button] = (),
    last: Sequence[Button] = (),
    *,
    moves: bool = True,
) -> tuple[Row, ...]:
    """The buttons of the player on turn, in at most four rows, which are eight lines on a phone.

    Three suggestions: what comes *first*, then *moves*, if wanted; the tiles in hand, with how
    many there are; the leaders; and how the turn ends, with what comes *last*. Without actions
    left only that.
    """
    ending = (*_end(words, seat), *undo_buttons_of(words, seat), *last)
    if not seat.view.actions_left:
        return in_rows(ending)
    view, address = seat.view, own_address(seat)
    suggested = (*first, *(move_buttons(words, seat) if moves else ()))[:MOST_MOVES]
    best_first = tuple(
        replace(each, style=Style.PLAIN if at else Style.MAIN) for at, each in enumerate(suggested)
    )
    tiles = tuple(
        Button(
            words.some_tiles(count, colour),
            address.to(turn.ChooseSpace(colour)),
            emoji=SQUARES[colour],
        )
        for colour, count in zip(COLOURS, view.own_hand, strict=True)
        if view.piece_refusal(colour) is None
    )
    leaders = tuple(
        Button(
            f"{words.role(leader.colour)} {view.board.cell_of(leader) or ''}".strip(),
            address.to(turn.ChooseSpace(leader)),
            emoji=leader_sign(leader),
        )
        for leader in view.leaders(seat.number)
        if view.piece_refusal(leader) is None
    )
    return in_rows(best_first, tiles, leaders, ending)


def undo_buttons_of(words: Words, seat: Seat) -> tuple[Button, ...]:
    """The button to take one's last decision back; empty if that is impossible."""
    if seat.table.undoer != seat.player:
        return ()
    return (undo_button(words, own_address(seat)),)


def catastrophe_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:
    """The button to the spaces for a catastrophe; empty if the seat can place none."""
    if seat.view.piece_refusal(Catastrophe()) is not None:
        return ()
    there = own_address(seat).to(turn.ChooseCatastropheSpace())
    return (Button(words._("Catastrophe"), there, emoji=CATASTROPHE),)


def _end(words: Words, seat: Seat) -> tuple[Button, ...]:
    """Buttons that end the turn, at once if no action is given up by it, and that swap."""
    address, label = own_address(seat), words._("End turn")
    if not seat.view.actions_left:
        return (Button(label, address.to(turn.Act(EndTurn())), Style.MAIN),)
    end = Button(label, address.to(turn.AskEnd()))
    if not seat.view.legal_swaps():
        return (end,)
    return (end, Button(words._("Swap"), address.to(turn.ChooseSwap())))


# --- the moves that matter, named by what they do ------------------------------------------------


def move_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:
    """The moves that matter to *seat*, best first, three at most.

    Left out are those at most half as good as the best. Empty if the game waits for something
    else, or nothing matters.
    """
    address = own_address(seat)
    moves = moves_that_matter(seat.view, MOST_MOVES) if seat.decides else ()
    return tuple(
        Button(
            move_label(words, seat, each), address.to(turn.Move(each.action)), emoji=_emoji(each)
        )
        for each in moves
        if 2 * each.worth > moves[0].worth
    )


def move_label(words: Words, seat: Seat, move: Suggestion) -> str:
    """A piece with its space and its merits, most important first: ``Temple E5 · 1 red``.

    A conflict comes first. What does not fit on a button is left out from the end.
    """
    attack = next((merit for merit in move.merits if isinstance(merit, Attack)), None)
    others = [merit for merit in move.merits if merit is not attack]
    telling = [merit for merit in others if not _is_minor(merit)]
    label = _place(words, move, attack)
    if attack is not None:
        alone = not isinstance(seat.view.after(move.action).decision, WarDecision)
        label = fight_label(words, label, attack.outlook, alone=alone)
    names = plain_names(seat.table)
    dynasties = [words.dynasty_as_player(each) for each in seat.view.seats]
    for merit in telling or (others if attack is None else ()):
        lines = (_merit(words, seat, merit, each) for each in (names, dynasties))
        longer = (f"{label} · {each}" for each in lines)
        fitting = next((each for each in longer if len(each) <= MOST_OF_MOVE), None)
        if fitting is None:
            break
        label = fitting
    return label


def _place(words: Words, move: Suggestion, attack: Attack | None) -> str:
    """The piece and its space, as short as possible."""
    match move.action:
        case PlaceLeader(leader, cell) if attack is None:
            return leader_to(words, leader.colour, cell)
        case PlaceLeader(leader, cell):
            return f"{words.role(leader.colour)} {cell}"
        case PlaceTile(colour, cell):
            return tile_at(words, colour, cell)
        case PlaceCatastrophe(cell):
            return words._("Catastrophe {cell}", cell=cell)
        case _:
            assert_never(move.action)


def _emoji(move: Suggestion) -> str:
    match move.action:
        case PlaceTile(colour, _):
            return SQUARES[colour]
        case PlaceLeader(leader, _):
            return leader_sign(leader)
        case PlaceCatastrophe():
            return CATASTROPHE
        case _:
            assert_never(move.action)


def _is_minor(merit: Merit) -> bool:
    """True if a merit is shown only without others."""
    return isinstance(merit, GivesUp) or (isinstance(merit, FindsWork) and not merit.tiles)


def _merit(words: Words, seat: Seat, merit: Merit, names: Sequence[str]) -> str:
    """A merit in as few words as possible; *names* are the players' by seat."""
    _ = words._
    match merit:
        case Scores(colour, points):
            return words.few_points(points, colour)
        case WinsTreasures(count):
            return words.ngettext("{count} treasure", "{count} treasures", count)
        case EarnsEachTurn(points):
            return _("+{points} each turn", points=points)
        case CompletesSquare():
            return _("monument possible")
        case CompletesCross():
            return _("ziggurat possible")
        case PreparesSquare():
            return _("3 of 4 for a monument")
        case CompletesLine():
            return _("building possible")
        case Joins():
            return _("joins two kingdoms")
        case Attack():  # one of several wars
            return fought(merit.outlook)
        case FindsWork(tiles=0):
            return _("comes into play")
        case FindsWork(tiles):
            return words.ngettext("{count} tile can score", "{count} tiles can score", tiles)
        case GivesUp():
            return words.pgettext("move", "moves")
        case Gives(player, points, treasures=0):
            return _("{player} +{points}", player=names[player], points=points)
        case Gives(player, _points, treasures):
            return words.ngettext(
                "{player} {count} treasure",
                "{player} {count} treasures",
                treasures,
                player=names[player],
            )
        case SendsHome(leader):
            return leader_returns(words, seat, leader, names)
        case CutsOff(player, points):
            return _("{player} −{points} each turn", player=names[player], points=points)
        case _:
            assert_never(merit)
