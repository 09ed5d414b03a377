"""The pictures of a table, with words and names in a reader's language."""

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache

from bot.showing.content import Picture
from bot.showing.names import plain_names
from bot.table import Status, Table
from bot.words import Words
from bot.words.alt import describe_board, describe_conflict, describe_hand, describe_standings
from bot.words.events import sentences
from engine import (
    DECISION_CAPTIONS,
    OPTION_NAMES,
    Cell,
    Colour,
    Conflict,
    Dynasty,
    Event,
    Game,
    Over,
    SeatView,
    View,
    read_game,
    turns_of,
)
from render import (
    ENGLISH,
    HIGH_CONTRAST,
    THEME,
    Labels,
    Theme,
    board_png,
    chart_png,
    conflict_png,
    hand_png,
    replay_gif,
)


def public_view(table: Table, game: Game) -> View:
    """What everybody may know of a table's game.

    Where somebody has resigned, no places are shown at the end: the engine's ranking does not
    know of it.
    """
    view = game.view(None)
    if table.status is not Status.OVER or not any(player.resigned for player in table.players):
        return view
    return replace(view, decision=Over(view.decision.seat), scores=(None,) * len(view.seats))


@cache
def labels(words: Words) -> Labels:
    """The words inside a picture."""
    texts = {
        each.name: words._(english)
        for each in fields(Labels)
        if isinstance(english := getattr(ENGLISH, each.name), str)
    }
    return Labels(
        **texts,
        dynasties={dynasty: words.dynasty(dynasty).capitalize() for dynasty in Dynasty},
        leaders={colour: words.role(colour) for colour in Colour},
        options={option: words._(name) for option, name in OPTION_NAMES.items()},
        decisions={kind: words._(caption) for kind, caption in DECISION_CAPTIONS.items()},
    )


def theme_for(table: Table, seat: int | None) -> Theme:
    """How pictures for a seat are drawn: as that player has set; the usual way for everybody."""
    return HIGH_CONTRAST if seat is not None and table.player(seat).high_contrast else THEME


def board_picture(  # noqa: PLR0917
    words: Words,
    table: Table,
    view: View,
    events: Sequence[Event],
    name: str,
    seat: int | None = None,
) -> Picture:
    """The board as *view* shows it, with the marks of *events*; for *seat* or for everybody."""
    names = plain_names(table)
    theme = theme_for(table, seat)

    def draw() -> bytes:
        return board_png(view, names, events, labels(words), theme=theme)

    return Picture(f"{name}.png", describe_board(words, view, names), draw)


def spaces_picture(
    words: Words, table: Table, view: View, legal: Sequence[Cell], seat: int
) -> Picture:
    """The board with the spaces marked where a chosen piece may go."""
    names = plain_names(table)
    theme = theme_for(table, seat)

    def draw() -> bytes:
        return board_png(view, names, (), labels(words), legal=legal, theme=theme)

    alt = words._("Possible spaces: {cells}.", cells=" ".join(map(str, legal)))
    return Picture(f"spaces-{table.id}.png", alt, draw)


def planned_picture(
    words: Words, table: Table, view: View, events: Sequence[Event], seat: int
) -> Picture:
    """What an action would lead to: *view* and *events* are those after it."""
    names = plain_names(table)
    theme = theme_for(table, seat)

    def draw() -> bytes:
        return board_png(view, names, events, labels(words), planned=True, theme=theme)

    alt = " ".join((words._("Preview:"), *sentences(words, events, names)))
    return Picture(f"preview-{table.id}.png", alt, draw)


def hand_picture(words: Words, table: Table, view: SeatView, name: str) -> Picture:
    """The hand of the view's own seat."""
    names = plain_names(table)
    theme = theme_for(table, view.viewer)

    def draw() -> bytes:
        return hand_png(view, names, labels(words), theme=theme)

    return Picture(f"{name}.png", describe_hand(words, view), draw)


def conflict_picture(
    words: Words, table: Table, view: View, conflict: Conflict, name: str
) -> Picture:
    """Both sides of a conflict, for the one who decides."""
    names = plain_names(table)
    theme = theme_for(table, conflict.deciding.seat)

    def draw() -> bytes:
        return conflict_png(view, names, conflict, labels(words), theme=theme)

    return Picture(f"{name}.png", describe_conflict(words, conflict, names), draw)


def chart_picture(words: Words, table: Table, view: View, name: str) -> Picture:
    """The final scores of a game that is over."""
    names = plain_names(table)
    placings = [replace(standing.placing, place=standing.place) for standing in table.standings]
    resigned = [player.seat for player in table.players if player.resigned]
    seats = [seat for seat in resigned if seat is not None]

    def draw() -> bytes:
        return chart_png(view, names, placings, labels(words), resigned=seats)

    return Picture(f"{name}.png", describe_standings(words, placings, names, seats), draw)


def replay(words: Words, table: Table, record: str) -> bytes:
    """The whole game as an animation, from its record. Takes a while: not for the event loop."""
    return replay_gif(turns_of(read_game(record)), plain_names(table), labels(words))
