"""Confirmations of actions that cannot be undone, ask others, or destroy."""

from bot.content.message import Button, Content, Row, Style
from bot.content.names import safe_names
from bot.content.pictures import planned_picture
from bot.content.pressing import in_rows, own_address, with_further
from bot.domain.seat import Seat
from bot.i18n import Words
from bot.i18n.events import sentences
from bot.i18n.signs import SQUARES
from bot.intents.turn import Act, ChooseSwap, PlayLine
from bot.parts.buttons import back, legend_button
from bot.parts.turn.conflicts import outlook_lines
from engine import (
    COLOURS,
    Action,
    CatastrophePlaced,
    Colour,
    ConflictOpened,
    EndTurn,
    Event,
    KingdomsUnited,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    Preview,
    SwapTiles,
    TileCounts,
)


def second_look(words: Words, seat: Seat, action: Action) -> Content | None:
    """A preview of an action before it counts; None if it needs no confirmation.

    It does if it opens a conflict, or destroys: whatever the answer would be. Raises
    IllegalAction if the rules forbid it.
    """
    if not isinstance(action, PlaceTile | PlaceLeader | PlaceCatastrophe):
        return None
    events, after = seat.view.foresee(action)
    assert after is not None  # nothing is drawn by it
    outcomes = [label for event in events if (label := _outcome(words, seat, event))]
    if not outcomes:
        return None
    outcome, address = outcomes[0], own_address(seat)
    lines: list[str] = [words._("What would happen:")]
    lines += sentences(words, events, safe_names(seat.table))
    lines += outlook_lines(words, seat.table, after)
    confirm = [Button(outcome, address.to(Act(action)), Style.MAIN)]
    if after.refusal(EndTurn()) is None:
        confirm.append(
            Button(
                words._("… and end turn"), address.to(PlayLine((action, EndTurn()))), Style.DANGER
            )
        )
        lines += given_up_with_it(words, seat)
    return Content(
        "\n".join(lines),
        planned_picture(words, seat, Preview(after.public(), events)),
        rows=((*confirm, legend_button(words, seat.table.id), back(words, seat.table)),),
    )


def confirm_end(words: Words, seat: Seat) -> Content:
    """The confirmation of the end of the turn."""
    view = seat.view
    scored = view.points_of_ending()
    text: str = words._("You can't undo this.")
    lines = sentences(words, scored, safe_names(seat.table))
    if view.actions_left:
        text = words.ngettext(
            "You give up {count} action. You can't undo this.",
            "You give up {count} actions. You can't undo this.",
            view.actions_left,
        )
    button = Button(words._("End turn"), own_address(seat).to(Act(EndTurn())), Style.DANGER)
    return Content("\n".join((text, *lines)), rows=((button, back(words, seat.table)),))


def given_up_with_it(words: Words, seat: Seat) -> tuple[str, ...]:
    """A line about the actions given up by ending the turn after an action; empty if none are."""
    left = seat.view.actions_left - 1
    if not left:
        return ()
    text = words.ngettext(
        "If you also end your turn, you give up {count} action.",
        "If you also end your turn, you give up {count} actions.",
        left,
    )
    return (text,)


def _outcome(words: Words, seat: Seat, event: Event) -> str | None:
    """The label of the confirmation that an event requires; None if it requires none.

    The same whatever anyone holds or has arranged.
    """
    match event:
        case ConflictOpened(conflict) if conflict.attacker.seat == seat.number:
            return words._("Attack")
        case ConflictOpened():
            return words._("Start the war")
        case KingdomsUnited(_cell, colours) if len(colours) > 1:
            return words.ngettext("Start {count} war", "Start {count} wars", len(colours))
        case CatastrophePlaced(_player, cell, None):
            return words._("Place it on {cell}", cell=cell)
        case CatastrophePlaced(_player, cell, _removed):
            return words._("Destroy {cell}", cell=cell)
        case _:
            return None


# --- swapping tiles (R11) ------------------------------------------------------------------------


def choose_swap(words: Words, seat: Seat, tiles: TileCounts = (0, 0, 0, 0)) -> Content:
    """The choice of tiles to swap besides *tiles*, counted by colour, and its consequences.

    Raises IllegalAction if they cannot be swapped.
    """
    _ = words._
    nowhere = back(words, seat.table)
    if not any(tiles):
        if not seat.view.legal_swaps():
            return Content(_("Your hand is empty."), rows=((nowhere,),))
        text = _("Press a tile once for each one to swap. You draw the same number.")
        return Content(text, rows=with_further(_more(words, seat, tiles), nowhere))
    swap = SwapTiles(tiles)
    if refusal := seat.view.refusal(swap):
        raise refusal
    address = own_address(seat)
    confirm = [Button(_("Swap these"), address.to(Act(swap)), Style.DANGER)]
    lines = [_("Swap: {tiles}.", tiles=words.tiles(tiles)), _drawn_from(words, seat, swap)]
    if _goes_on_at_once(seat):
        label = _("Swap and end turn")
        confirm.append(Button(label, address.to(PlayLine((swap, EndTurn()))), Style.DANGER))
        lines += given_up_with_it(words, seat)
    again = Button(_("Start again"), address.to(ChooseSwap()))
    rows = (*_more(words, seat, tiles), *in_rows((*confirm, again, nowhere)))
    return Content("\n".join(lines), rows=rows)


def _more(words: Words, seat: Seat, tiles: TileCounts) -> tuple[Row, ...]:
    """A button for each colour of which one more can be given up."""
    address, swaps = own_address(seat), seat.view.legal_swaps()
    left = [had - given for had, given in zip(seat.view.own_hand, tiles, strict=True)]
    return in_rows(
        tuple(
            Button(
                words.some_tiles(left[colour], colour),
                address.to(ChooseSwap(_with_one(tiles, colour))),
                emoji=SQUARES[colour],
            )
            for colour in COLOURS
            if SwapTiles(_with_one(tiles, colour)) in swaps
        )
    )


def _with_one(tiles: TileCounts, colour: Colour) -> TileCounts:
    black, red, blue, green = (
        count + (each is colour) for each, count in zip(COLOURS, tiles, strict=True)
    )
    return black, red, blue, green


def _drawn_from(words: Words, seat: Seat, swap: SwapTiles) -> str:
    _, view = words._, seat.view
    if swap.total > view.drawable:
        return _("Too few tiles are left to draw: the game ends after this turn.")
    if any(view.display or ()):
        return _("You draw from the display or the bag. You can't undo this.")
    return _("You draw from the bag. You can't undo this.")


def _goes_on_at_once(seat: Seat) -> bool:
    """True if nothing is asked after a swap: where to draw from, beside an open display (R12.3)."""
    return not any(seat.view.display or ()) or seat.player.draws_from_bag
