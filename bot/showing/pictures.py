"""The pictures of a table, with words and names in a reader's language."""

from collections.abc import Sequence
from dataclasses import replace

from bot.showing.content import Picture
from bot.showing.names import plain_names
from bot.table import Status, Table
from bot.words import Words
from bot.words.alt import describe_board, describe_hand
from engine import Dynasty, Event, Game, Over, View
from render import Labels, board_png, hand_png


def public_view(table: Table, game: Game) -> View:
    """What everybody may know of a table's game.

    Where somebody has resigned, no places are shown at the end: the engine's ranking does not
    know of it.
    """
    view = game.view(None)
    if table.status is not Status.OVER or not any(player.resigned for player in table.players):
        return view
    return replace(view, decision=Over(view.decision.seat), scores=(None,) * len(view.seats))


def labels(words: Words) -> Labels:
    """The words inside a picture."""
    _ = words._
    return Labels(
        action=_("to play"),
        war=_("chooses the next conflict"),
        internal_conflict=_("adds temples"),
        external_conflict=_("adds supporters"),
        build=_("may build a monument"),
        take=_("takes treasures"),
        over=_("The game is over"),
        dynasties={dynasty: words.dynasty(dynasty).capitalize() for dynasty in Dynasty},
    )


def board_picture(
    words: Words, table: Table, view: View, events: Sequence[Event], name: str
) -> Picture:
    """The board as *view* shows it, with the marks of *events*."""
    names = plain_names(table)

    def draw() -> bytes:
        return board_png(view, names, events, labels(words))

    return Picture(f"{name}.png", describe_board(words, view, names), draw)


def hand_picture(words: Words, table: Table, view: View, name: str) -> Picture:
    """The hand of the view's own seat."""
    names = plain_names(table)

    def draw() -> bytes:
        return hand_png(view, names, labels(words))

    return Picture(f"{name}.png", describe_hand(words, view), draw)
