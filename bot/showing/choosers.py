"""Choosing an action by taps: what, then where, with what it would do beside each choice."""

from bot.intents import (
    Act,
    Address,
    ChooseSpace,
    ChooseSwap,
    Tap,
    print_intent,
)
from bot.showing.buttons import back
from bot.showing.content import CHOICES, Button, Content, Option, Row, Select, Style
from bot.showing.names import plain_names, safe_names
from bot.showing.pictures import planned_picture, spaces_picture
from bot.table import Seat
from bot.words import Words
from bot.words.catalogue import SQUARES
from bot.words.events import sentences
from engine import (
    COLOURS,
    Action,
    Catastrophe,
    Cell,
    Colour,
    ConflictOpened,
    EndTurn,
    Event,
    Hand,
    KingdomsUnited,
    Leader,
    LeaderReturned,
    Piece,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    PointsScored,
    SwapTiles,
    TreasuresTaken,
    WithdrawLeader,
    placing,
)


def choose_tile(words: Words, seat: Seat) -> Content:
    """Which colour."""
    address = _address(seat)
    buttons = tuple(
        Button(
            f"{words.tile(colour)} × {count}",
            address.to(ChooseSpace(colour)),
            emoji=SQUARES[colour],
        )
        for colour, count in zip(COLOURS, seat.view.own_hand, strict=True)
        if count
    )
    nowhere = back(words, seat.table)
    if not buttons:
        return Content(words._("Your hand is empty."), rows=((nowhere,),))
    return Content(words._("Which tile do you place?"), rows=((*buttons, nowhere),))


def choose_leader(words: Words, seat: Seat) -> Content:
    """Which leader to place or move, or to withdraw."""
    _ = words._
    address = _address(seat)
    place: list[Button] = []
    withdraw: list[Button] = []
    for leader in seat.view.leaders(seat.number):
        cell = seat.view.board.cell_of(leader)
        role = words.role(leader.colour)
        square = SQUARES[leader.colour]
        label = (
            _("Place the {role}", role=role)
            if cell is None
            else _("Move the {role} from {cell}", role=role, cell=cell)
        )
        place.append(Button(label, address.to(ChooseSpace(leader)), emoji=square))
        if cell is not None:
            label = _("Withdraw the {role}", role=role)
            withdrawal = address.to(Act(WithdrawLeader(leader)))
            withdraw.append(Button(label, withdrawal, emoji=square))
    rows: tuple[Row, ...] = (tuple(place), (*withdraw, back(words, seat.table)))
    return Content(_("Which leader?"), rows=rows)


def choose_space(words: Words, seat: Seat, piece: Piece, column: str | None = None) -> Content:
    """Where a piece goes: its column first, if there are too many spaces for one list."""
    _ = words._
    address = _address(seat)
    cells = seat.view.legal_cells(piece)
    what = _named(words, piece)
    nowhere = back(words, seat.table)
    if not cells:
        return Content(_("There is no space for {piece} now.", piece=what), rows=((nowhere,),))
    picture = spaces_picture(words, seat, cells)
    here = address.to(ChooseSpace(piece))
    if column is None and len(cells) > CHOICES:
        columns: dict[str, list[Cell]] = {}
        for cell in cells:
            columns.setdefault(str(cell)[0], []).append(cell)
        options = tuple(
            Option(
                _("Column {column}", column=name),
                name,
                " ".join(str(cell) for cell in columns[name]),
            )
            for name in sorted(columns)
        )
        return Content(
            _("Where does {piece} go? First the column.", piece=what),
            picture,
            rows=(Select(_("Column …"), here, options), (nowhere,)),
        )
    shown = [cell for cell in cells if column is None or str(cell)[0] == column]
    options = tuple(_space_option(words, seat, piece, cell) for cell in shown[:CHOICES])
    buttons: tuple[Button, ...] = (nowhere,)
    if column is not None:
        buttons = (Button(_("Other column"), here), *buttons)
    if not options:
        return Content(_("There is no space for {piece} now.", piece=what), rows=(buttons,))
    spaces = address.to_text(print_intent(Tap(placing(piece, shown[0]))).text)
    return Content(
        _("Where does {piece} go?", piece=what),
        picture,
        rows=(Select(_("Space …"), spaces, options), buttons),
    )


def second_look(words: Words, seat: Seat, action: Action) -> Content | None:
    """What an action would lead to, in a picture, before it counts; None if it needs no such.

    It does if it calls others, or destroys. Raises IllegalAction if the rules forbid it.
    """
    if not isinstance(action, PlaceTile | PlaceLeader | PlaceCatastrophe):
        return None
    preview = seat.view.preview(action)
    if not isinstance(action, PlaceCatastrophe) and not any(map(_calls, preview.events)):
        return None
    told = sentences(words, preview.events, safe_names(seat.table))
    buttons = (
        Button(words._("Do it"), _address(seat).to(Act(action)), Style.MAIN),
        back(words, seat.table),
    )
    return Content(
        "\n".join((words._("This would happen:"), *told)),
        planned_picture(words, seat, preview),
        rows=(buttons,),
    )


def _calls(event: Event) -> bool:
    """Whether others are called by what happens."""
    return isinstance(event, ConflictOpened) or (
        isinstance(event, KingdomsUnited) and bool(event.colours)
    )


def _space_option(words: Words, seat: Seat, piece: Piece, cell: Cell) -> Option:
    (value,) = print_intent(Tap(placing(piece, cell))).values
    return Option(str(cell), value, brief_preview(words, seat, piece, cell))


def brief_preview(words: Words, seat: Seat, piece: Piece, cell: Cell) -> str | None:
    """What putting *piece* on *cell* would do at once; None for nothing worth a word.

    Raises IllegalAction if the rules forbid it.
    """
    _ = words._
    names = plain_names(seat.table)
    told: list[str] = []
    for event in seat.view.preview(placing(piece, cell)).events:
        match event:
            case PointsScored(player, colour, points, _cause, _leader):
                told.append(f"{names[player]}: {words.points(points, colour)}")
            case KingdomsUnited(_cell, colours) if not colours:
                told.append(_("unites two kingdoms"))
            case ConflictOpened() | KingdomsUnited():
                told.append(_("starts a conflict"))
            case LeaderReturned(_player, leader, _at, _cause):
                told.append(_("{leader} returns", leader=words.leader(leader)))
            case TreasuresTaken(player, cells):
                told.append(
                    words.ngettext(
                        "{player} takes {count} treasure",
                        "{player} takes {count} treasures",
                        len(cells),
                        player=names[player],
                    )
                )
            case _:
                pass
    return ", ".join(dict.fromkeys(told)) or None


def choose_swap(words: Words, seat: Seat) -> Content:
    """Which tiles to swap."""
    tiles = [
        (colour, number + 1)
        for colour, count in zip(COLOURS, seat.view.own_hand, strict=True)
        for number in range(count)
    ]
    nowhere = back(words, seat.table)
    if not tiles:
        return Content(words._("Your hand is empty."), rows=((nowhere,),))
    options = tuple(
        Option(
            words._("{tile} no. {number}", tile=words.tile(colour), number=number),
            f"{colour}{number}",
            emoji=SQUARES[colour],
        )
        for colour, number in tiles
    )
    chosen = _address(seat).to(ChooseSwap())
    select = Select(words._("Tiles …"), chosen, options, most=len(options))
    return Content(
        words._("Which tiles do you give up? You draw as many."), rows=(select, (nowhere,))
    )


def confirm_swap(words: Words, seat: Seat, tiles: Hand) -> Content:
    """What the swap of *tiles*, counted by colour, will do, before it counts.

    Raises IllegalAction if they cannot be swapped.
    """
    _ = words._
    swap, view = SwapTiles(tiles), seat.view
    if refusal := view.refusal(swap):
        raise refusal
    named = words.tiles(tiles)
    text = (
        _(
            "You give up {tiles} and draw {count} from the display or from the bag, which holds "
            "{bag}. This cannot be undone.",
            tiles=named,
            count=swap.total,
            bag=view.bag_size,
        )
        if any(view.display or ())
        else _(
            "You give up {tiles} and draw {count} from the bag, which holds {bag}. "
            "This cannot be undone.",
            tiles=named,
            count=swap.total,
            bag=view.bag_size,
        )
    )
    if swap.total > view.drawable:
        text += " " + _("There are too few left: the game ends after this turn.")
    button = Button(_("Swap"), _address(seat).to(Act(swap)), Style.DANGER)
    return Content(text, rows=((button, back(words, seat.table)),))


def confirm_end(words: Words, seat: Seat) -> Content:
    """What ending the turn now will do, before it counts."""
    _ = words._
    view = seat.view
    scored = view.points_of_ending()
    text = _("This cannot be undone.")
    told = sentences(words, scored, safe_names(seat.table))
    if view.actions_left:
        text = (
            words.ngettext(
                "You give up {count} action.", "You give up {count} actions.", view.actions_left
            )
            + " "
            + text
        )
    button = Button(_("End turn"), _address(seat).to(Act(EndTurn())), Style.DANGER)
    return Content("\n".join((text, *told)), rows=((button, back(words, seat.table)),))


def _named(words: Words, piece: Piece) -> str:
    match piece:
        case Catastrophe():
            return words._("the catastrophe")
        case Colour():
            return words._("the {tile}", tile=words.tile(piece))
        case Leader():
            return words._("the {role}", role=words.role(piece.colour))


def _address(seat: Seat) -> Address:
    return Address(seat.table.id, seat.number, seat.table.state_version)
