"""Choosing an action by taps: what, then where, with what it would do beside each choice."""

from bot.showing.content import CHOICES, Address, Button, Content, Option, Row, Select, Style
from bot.showing.controls import AT, DO, SWAP, back, do
from bot.showing.names import plain_names, safe_names
from bot.showing.pictures import planned_picture, spaces_picture
from bot.table import Table
from bot.words import Words
from bot.words.catalogue import SQUARES
from bot.words.events import sentences
from engine import (
    COLOURS,
    Action,
    Cell,
    Colour,
    ConflictOpened,
    Dynasty,
    EndTurn,
    Game,
    KingdomsUnited,
    Leader,
    LeaderReturned,
    PlaceCatastrophe,
    PointsScored,
    SwapTiles,
    TreasuresTaken,
    cells_of,
    counts_of,
    parse_action,
)

CATASTROPHE_PIECE = "x"


def legal_cells(game: Game, piece: str) -> list[Cell]:
    """Where whoever is active may put *piece*, written as before the ``@`` of the notation.

    Raises ValueError if *piece* is no piece. Empty if the player does not have it.
    """
    seat = game.active
    if piece == CATASTROPHE_PIECE:
        return list(cells_of(game.catastrophe_cells())) if game.catastrophes[seat] else []
    if len(piece) == 1:
        colour = Colour.parse(piece)
        return list(cells_of(game.tile_cells(colour))) if game.hands[seat][colour] else []
    dynasty, colour = Dynasty(piece[:1]), Colour.parse(piece[1:])
    if dynasty is not game.seats[seat]:
        return []
    return list(cells_of(game.leader_cells(Leader(dynasty, colour))))


def choose_tile(words: Words, table: Table, game: Game) -> Content:
    """Which colour."""
    address = _address(table, game)
    buttons = tuple(
        Button(
            f"{words.tile(colour)} × {count}",
            address.to(f"{AT}:{colour}"),
            emoji=SQUARES[colour],
        )
        for colour, count in zip(COLOURS, game.hands[game.active], strict=True)
        if count
    )
    if not buttons:
        return Content(words._("Your hand is empty."), rows=((back(words, table),),))
    return Content(words._("Which tile do you place?"), rows=((*buttons, back(words, table)),))


def choose_leader(words: Words, table: Table, game: Game) -> Content:
    """Which leader to place or move, or to withdraw."""
    _ = words._
    address = _address(table, game)
    place: list[Button] = []
    withdraw: list[Button] = []
    for leader in game.leaders(game.active):
        cell = game.board.cell_of(leader)
        role = words.role(leader.colour)
        square = SQUARES[leader.colour]
        label = (
            _("Place the {role}", role=role)
            if cell is None
            else _("Move the {role} from {cell}", role=role, cell=cell)
        )
        place.append(Button(label, address.to(f"{AT}:{leader}"), emoji=square))
        if cell is not None:
            label = _("Withdraw the {role}", role=role)
            withdraw.append(Button(label, address.to(do(f"{leader}@-")), emoji=square))
    rows: tuple[Row, ...] = (tuple(place), (*withdraw, back(words, table)))
    return Content(_("Which leader?"), rows=rows)


def choose_space(
    words: Words, table: Table, game: Game, piece: str, column: str | None = None
) -> Content:
    """Where a piece goes: its column first, if there are too many spaces for one list.

    Raises ValueError if *piece* is no piece.
    """
    _ = words._
    address = _address(table, game)
    cells = legal_cells(game, piece)
    what = _piece(words, piece)
    if not cells:
        return Content(
            _("There is no space for {piece} now.", piece=what), rows=((back(words, table),),)
        )
    picture = spaces_picture(words, table, game.view(None), cells, game.active)
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
            rows=(
                Select(_("Column …"), address.to(f"{AT}:{piece}"), options),
                (back(words, table),),
            ),
        )
    shown = [cell for cell in cells if column is None or str(cell)[0] == column]
    options = tuple(_space_option(words, table, game, piece, cell) for cell in shown[:CHOICES])
    buttons: tuple[Button, ...] = (back(words, table),)
    if column is not None:
        other = Button(_("Other column"), address.to(f"{AT}:{piece}"))
        buttons = (other, *buttons)
    return Content(
        _("Where does {piece} go?", piece=what),
        picture,
        rows=(Select(_("Space …"), address.to(DO), options), buttons),
    )


def calls_for_a_second_look(game: Game, action: Action) -> bool:
    """Whether an action that was tapped is shown first: it calls others, or destroys."""
    if isinstance(action, PlaceCatastrophe):
        return True
    return any(
        isinstance(event, ConflictOpened) or (isinstance(event, KingdomsUnited) and event.colours)
        for event in game.apply(game.active, action).events
    )


def confirm_action(words: Words, table: Table, game: Game, action: Action) -> Content:
    """What an action would lead to, in a picture, before it counts."""
    after, events = game.apply(game.active, action)
    address = _address(table, game)
    told = sentences(words, events, safe_names(table))
    buttons = (
        Button(words._("Do it"), address.to(do(action)), Style.MAIN),
        back(words, table),
    )
    picture = planned_picture(words, table, after.view(None), events, game.active)
    return Content("\n".join((words._("This would happen:"), *told)), picture, rows=(buttons,))


def _space_option(words: Words, table: Table, game: Game, piece: str, cell: Cell) -> Option:
    action = parse_action(f"{piece}@{cell}")
    return Option(str(cell), str(action), preview(words, table, game, action))


def preview(words: Words, table: Table, game: Game, action: Action) -> str | None:
    """What an action would do at once, briefly; None for nothing worth a word."""
    _ = words._
    told: list[str] = []
    for event in game.apply(game.active, action).events:
        match event:
            case PointsScored(seat, colour, points, _cause, _leader):
                told.append(f"{plain_names(table)[seat]}: {words.points(points, colour)}")
            case KingdomsUnited(_cell, colours) if not colours:
                told.append(_("unites two kingdoms"))
            case ConflictOpened() | KingdomsUnited():
                told.append(_("starts a conflict"))
            case LeaderReturned(_seat, leader, _at, _cause):
                told.append(_("{leader} returns", leader=words.leader(leader)))
            case TreasuresTaken(seat, cells):
                player = plain_names(table)[seat]
                told.append(
                    words.ngettext(
                        "{player} takes {count} treasure",
                        "{player} takes {count} treasures",
                        len(cells),
                        player=player,
                    )
                )
            case _:
                pass
    return ", ".join(dict.fromkeys(told)) or None


def choose_swap(words: Words, table: Table, game: Game) -> Content:
    """Which tiles to swap."""
    tiles = [
        (colour, number + 1)
        for colour, count in zip(COLOURS, game.hands[game.active], strict=True)
        for number in range(count)
    ]
    if not tiles:
        return Content(words._("Your hand is empty."), rows=((back(words, table),),))
    options = tuple(
        Option(
            words._("{tile} no. {number}", tile=words.tile(colour), number=number),
            f"{colour}{number}",
            emoji=SQUARES[colour],
        )
        for colour, number in tiles
    )
    select = Select(words._("Tiles …"), _address(table, game).to(SWAP), options, most=len(options))
    return Content(
        words._("Which tiles do you give up? You draw as many."),
        rows=(select, (back(words, table),)),
    )


def confirm_swap(words: Words, table: Table, game: Game, tiles: str) -> Content:
    """What the swap of *tiles*, given as letters, will do, before it counts.

    Raises IllegalAction if they cannot be swapped.
    """
    _ = words._
    swap = SwapTiles(counts_of(tiles))
    if refusal := game.refusal(game.active, swap):
        raise refusal
    tiles, shown = words.tiles(swap.counts), sum(game.display)
    text = (
        _(
            "You give up {tiles} and draw {count} from the display or from the bag, which holds "
            "{bag}. This cannot be undone.",
            tiles=tiles,
            count=swap.total,
            bag=len(game.bag),
        )
        if shown
        else _(
            "You give up {tiles} and draw {count} from the bag, which holds {bag}. "
            "This cannot be undone.",
            tiles=tiles,
            count=swap.total,
            bag=len(game.bag),
        )
    )
    if swap.total > len(game.bag) + shown:
        text += " " + _("There are too few left: the game ends after this turn.")
    button = Button(_("Swap"), _address(table, game).to(do(swap)), Style.DANGER)
    return Content(text, rows=((button, back(words, table)),))


def confirm_end(words: Words, table: Table, game: Game) -> Content:
    """What ending the turn now will do, before it counts."""
    _ = words._
    events = game.apply(game.active, EndTurn()).events
    text = _("This cannot be undone.")
    scored = [event for event in events if isinstance(event, PointsScored)]
    told = sentences(words, scored, safe_names(table))
    if game.actions_left:
        text = (
            words.ngettext(
                "You give up {count} action.", "You give up {count} actions.", game.actions_left
            )
            + " "
            + text
        )
    button = Button(_("End turn"), _address(table, game).to(do(EndTurn())), Style.DANGER)
    return Content("\n".join((text, *told)), rows=((button, back(words, table)),))


def _piece(words: Words, piece: str) -> str:
    if piece == CATASTROPHE_PIECE:
        return words._("the catastrophe")
    if len(piece) == 1:
        return words._("the {tile}", tile=words.tile(Colour.parse(piece)))
    return words._("the {role}", role=words.role(Colour.parse(piece[1:])))


def _address(table: Table, game: Game) -> Address:
    return Address(table.id, game.active, table.state_version)
