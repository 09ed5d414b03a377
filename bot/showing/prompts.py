"""The questions in the middle of an action: conflicts, wars, monuments, treasures."""

from collections.abc import Sequence

from bot.showing.content import (
    CHOICES,
    Address,
    Button,
    Content,
    Option,
    Picture,
    Row,
    Select,
    Style,
)
from bot.showing.controls import ALWAYS, DO, PICK, REST, do
from bot.showing.names import game_name, safe_names
from bot.showing.pictures import board_picture, conflict_picture
from bot.table import Table
from bot.words import Words
from bot.words.catalogue import SQUARES
from engine import (
    COLOURS,
    AddDecision,
    AddTiles,
    BuildDecision,
    BuildMonument,
    BuildZiggurat,
    Cell,
    ChooseWar,
    Colour,
    Conflict,
    CubeDecision,
    DeclineBuilding,
    DeclineMonument,
    DrawDecision,
    DrawTile,
    Game,
    Monument,
    PlaceBuilding,
    SiteDecision,
    TakeCube,
    TakeDecision,
    TakeTreasures,
    WarDecision,
    additions,
)

_BUTTONS_A_ROW = 5
_BAG = "👜"


def prompt(words: Words, table: Table, game: Game, name: str | None = None) -> Content:
    """What is asked of whoever decides, for that player alone; *name* names the picture's file.

    Raises LookupError if the game waits for an ordinary action, or for nothing.
    """
    address = Address(table.id, game.decision.seat, table.state_version)
    rows = _rows(words, game, address)
    heading = words._("{game}: you decide.", game=game_name(table))
    text = f"{heading}\n{_question(words, table, game)}"
    return Content(text, _picture(words, table, game, name or f"question-{table.id}"), rows=rows)


def _picture(words: Words, table: Table, game: Game, name: str) -> Picture:
    """The conflict's card, or the board with what can be chosen marked on it."""
    view = game.view(None)
    if isinstance(game.decision, AddDecision):
        return conflict_picture(words, table, view, game.decision.conflict, name)
    events = [event for entry in table.turns[-1].entries for event in entry.events]
    return board_picture(words, table, view, events, name, game.decision.seat)


def _question(words: Words, table: Table, game: Game) -> str:
    match game.decision:
        case AddDecision(conflict=conflict):
            return _conflict_text(words, table, game, conflict)
        case WarDecision():
            return words._("Several pairs of leaders are in conflict. Which one is first?")
        case SiteDecision(colour=colour):
            return _site_text(words, game, colour)
        case BuildDecision():
            return _build_text(words, game.decision)
        case CubeDecision():
            return words._("Your King is at the ziggurat: which colour do you take a point of?")
        case DrawDecision(due=due, bag=False):
            return words.ngettext(
                "You draw {count} more tile from the display ({display}): the bag is empty.",
                "You draw {count} more tiles, one by one, from the display ({display}): the bag is "
                "empty.",
                due,
                display=words.tiles(game.display),
            )
        case DrawDecision(due=due):
            return words.ngettext(
                "You draw {count} more tile, from the display ({display}) or from the bag, "
                "which holds {bag}.",
                "You draw {count} more tiles, one by one, from the display ({display}) or from "
                "the bag, which holds {bag}.",
                due,
                display=words.tiles(game.display),
                bag=len(game.bag),
            )
        case TakeDecision():
            return words._(
                "Your Trader takes all treasures of the kingdom but one. Which one stays?"
            )
        case _:
            raise LookupError("the game waits for no answer to a question")


def _site_text(words: Words, game: Game, colour: Colour) -> str:
    _ = words._
    building, origin = words.building_with_square(colour), game.board.building_cell(colour)
    line = (
        _("Your tiles make a line: you may put the {building} on one of them.", building=building)
        if origin is None
        else _(
            "Your tiles make a line longer than the one of the {building}: you may move it from "
            "{cell} to one of them.",
            building=building,
            cell=origin,
        )
    )
    return f"{line} " + _(
        "A {tile} that is placed in its kingdom later scores 2 points instead of 1.",
        tile=words.tile(colour),
    )


def _build_text(words: Words, decision: BuildDecision) -> str:
    _ = words._
    told = []
    if decision.choices:
        told.append(_("Four tiles of one colour make a square: you may build a monument on it."))
    if decision.centres:
        told.append(
            _(
                "Five tiles of one colour make a cross: you may build the ziggurat on it. At the "
                "end of each of your turns it gives a point of any colour, while your King is in "
                "its kingdom."
            )
        )
    told.append(_("The tiles are turned face down, and are temples or supporters no more."))
    return " ".join(told)


def _conflict_text(words: Words, table: Table, game: Game, conflict: Conflict) -> str:
    _ = words._
    names = safe_names(table)
    attacking = conflict.attacker.added is None
    own, other = (
        (conflict.attacker, conflict.defender)
        if attacking
        else (conflict.defender, conflict.attacker)
    )
    held = game.hands[own.seat][conflict.tiles]
    role = words.role(conflict.colour)
    lines = [
        _("You attack {player}: {role} against {role}.", player=names[other.seat], role=role)
        if attacking
        else _("{player} attacks you: {role} against {role}.", player=names[other.seat], role=role),
        _(
            "On the board you have {own}, {player} has {other}.",
            own=own.strength,
            player=names[other.seat],
            other=other.strength,
        ),
    ]
    if other.added is not None:
        lines.append(
            _(
                "{player} has added {added} and stands at {total}.",
                player=names[other.seat],
                added=other.added,
                total=other.total,
            )
        )
    tile = words.tile_with_square(conflict.tiles)
    if not held:
        lines.append(_("You have no {tile} to add.", tile=tile))
    elif "english" in game.options:
        lines.append(_("You hold {count} × {tile}.", count=held, tile=tile))
        lines.append(_allowed(words, game, conflict, attacking=attacking))
    else:
        lines.append(_("You can add {count} × {tile}.", count=held, tile=tile))
    lines.append(_stake(words, game, conflict, attacking=attacking))
    return "\n".join(lines)


def _allowed(words: Words, game: Game, conflict: Conflict, *, attacking: bool) -> str:
    """Which numbers of tiles may be added in the English variant, and why (R12.2)."""
    _ = words._
    attacker, defender = conflict.attacker, conflict.defender
    numbers = [count for count in additions(game) if count]
    if attacking and attacker.strength > defender.strength:
        return _("English variant: you are ahead on the board, so you may add any number, or none.")
    if not attacking and defender.strength >= attacker.total:
        return _("English variant: you are not behind, so you add none.")
    if attacking:
        why = _(
            "English variant: an attacker adds tiles only to exceed the defender's {strength} on "
            "the board.",
            strength=defender.strength,
        )
    else:
        why = _(
            "English variant: a defender adds only exactly what makes a tie with {total}.",
            total=attacker.total,
        )
    if not numbers:
        return f"{why} " + _("Yours are too few, so you add none.")
    return f"{why} " + _("So you may add {numbers}, or none.", numbers=words.one_of(numbers))


def _stake(words: Words, game: Game, conflict: Conflict, *, attacking: bool) -> str:
    _ = words._
    tie = (
        _("A tie is the defender's, so you need more.")
        if attacking
        else _("A tie is yours, the defender's.")
    )
    if conflict.internal:
        stake = _("The loser's leader leaves the board; the winner scores 1 red point.")
    else:
        board = game.board
        own, other = (
            (conflict.attacker, conflict.defender)
            if attacking
            else (conflict.defender, conflict.attacker)
        )
        stake = _(
            "The loser's leader leaves the board with its supporters, a point each: "
            "you would win {win}, or lose {lose}.",
            win=words.points(1 + board.lost_supporters(other.leader).bit_count(), conflict.colour),
            lose=words.ngettext(
                "{count} tile", "{count} tiles", board.lost_supporters(own.leader).bit_count()
            ),
        )
    return f"{tie} {stake}"


def answers(words: Words, game: Game) -> tuple[Option, ...]:
    """What can be answered to the question that waits, each with its decision as the value.

    Raises LookupError if the game waits for an ordinary action, or for nothing.
    """
    match game.decision:
        case AddDecision():
            return tuple(
                Option(words._("Add {count}", count=count), str(AddTiles(count)))
                for count in additions(game)
            )
        case WarDecision(colours=colours):
            return tuple(
                Option(words.role(colour), str(ChooseWar(colour)), emoji=SQUARES[colour])
                for colour in colours
            )
        case SiteDecision(cells=cells):
            decline = Option(words._("No building now"), str(DeclineBuilding()))
            sites = (Option(str(cell), str(PlaceBuilding(cell))) for cell in cells)
            return (*sites, decline)
        case BuildDecision(choices=builds, centres=centres):
            decline = Option(words._("Build nothing"), str(DeclineMonument()))
            ziggurats = (
                Option(words._("Ziggurat around {cell}", cell=centre), str(BuildZiggurat(centre)))
                for centre in centres
            )
            return (*(_build_option(words, *build) for build in builds), *ziggurats, decline)
        case CubeDecision():
            return tuple(
                Option(words.colour(colour), str(TakeCube(colour)), emoji=SQUARES[colour])
                for colour in COLOURS
            )
        case DrawDecision(colours=colours, bag=bag):
            shown = (
                Option(words.tile(colour), str(DrawTile(colour)), emoji=SQUARES[colour])
                for colour in colours
            )
            hidden = Option(words._("From the bag"), str(DrawTile(None)), emoji=_BAG)
            return (*shown, hidden) if bag else tuple(shown)
        case TakeDecision(choices=takes):
            return tuple(_take_option(words, cells, takes) for cells in takes)
        case _:
            raise LookupError("the game waits for no answer to a question")


def shortcuts(words: Words, game: Game) -> tuple[Option, ...]:
    """Answers to a question that are no decision of the game, each with its intent as the value."""
    match game.decision:
        case DrawDecision(bag=True):
            return (
                Option(words._("The rest from the bag"), REST, emoji=_BAG),
                Option(words._("Always from the bag"), ALWAYS),
            )
        case _:
            return ()


def _build_option(words: Words, monument: Monument, corner: Cell) -> Option:
    label = words._(
        "{first} and {second}, square from {cell}",
        first=words.colour(monument.first),
        second=words.colour(monument.second),
        cell=corner,
    )
    return Option(label, str(BuildMonument(monument, corner)))


def _take_option(
    words: Words, cells: tuple[Cell, ...], takes: tuple[tuple[Cell, ...], ...]
) -> Option:
    (stays,) = {cell for each in takes for cell in each}.difference(cells)
    return Option(
        words._("Leave the one on {cell}", cell=stays),
        str(TakeTreasures(cells)),
        words._("Take {cells}", cells=words.listed(cells)),
    )


def _selects(placeholder: str, address: Address, options: Sequence[Option]) -> tuple[Row, ...]:
    """As many selects as the options need, each with a custom_id of its own."""
    starts = range(0, len(options), CHOICES)
    return tuple(
        Select(
            placeholder,
            address.to(f"{PICK}:{start}" if start else DO),
            tuple(options[start : start + CHOICES]),
        )
        for start in starts
    )


def _rows(words: Words, game: Game, address: Address) -> tuple[Row, ...]:
    options = answers(words, game)
    match game.decision:
        case SiteDecision() | BuildDecision():
            *builds, decline = options
            placeholder = (
                words._("Put the building on …")
                if isinstance(game.decision, SiteDecision)
                else words._("Build …")
            )
            return (
                *_selects(placeholder, address, builds),
                (Button(decline.label, address.to(do(decline.value))),),
            )
        case TakeDecision():
            return (Select(words._("Which treasure stays?"), address.to(DO), options),)
        case _:
            rest = tuple(
                Button(option.label, address.to(option.value), emoji=option.emoji)
                for option in shortcuts(words, game)
            )
            return (*_buttons(address, options), *([rest] if rest else []))


def _buttons(address: Address, options: Sequence[Option]) -> tuple[Row, ...]:
    buttons = [
        Button(option.label, address.to(do(option.value)), Style.MAIN, option.emoji)
        for option in options
    ]
    return tuple(
        tuple(buttons[start : start + _BUTTONS_A_ROW])
        for start in range(0, len(buttons), _BUTTONS_A_ROW)
    )
