"""Swapping tiles: each press gives up one more, and another one confirms all of them (R11)."""

from bot.content.content import Button, Content, Row, Style
from bot.content.pressing import in_rows, own_address, with_further
from bot.domain import Seat
from bot.i18n import Words
from bot.i18n.signs import SQUARES
from bot.intents.turn import Act, ChooseSwap, PlayLine
from bot.parts.buttons import back
from bot.parts.turn.confirming import given_up_with_it
from engine import COLOURS, Colour, EndTurn, SwapTiles, TileCounts


def choose_swap(words: Words, seat: Seat, tiles: TileCounts = (0, 0, 0, 0)) -> Content:
    """What can be given up besides *tiles*, counted by colour, and what their swap will do.

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
    lines = [_("Swap: {tiles}.", tiles=words.tiles(tiles)), _outcome(words, seat, swap)]
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


def _outcome(words: Words, seat: Seat, swap: SwapTiles) -> str:
    """Where the tiles come from, and what that ends."""
    _, view = words._, seat.view
    if swap.total > view.drawable:
        return _("Too few tiles are left to draw: the game ends after this turn.")
    if any(view.display or ()):
        return _("You draw from the display or the bag. You can't undo this.")
    return _("You draw from the bag. You can't undo this.")


def _goes_on_at_once(seat: Seat) -> bool:
    """Whether nothing is asked after a swap: where to draw from, beside an open display (R12.3)."""
    return not any(seat.view.display or ()) or seat.player.draws_from_bag
