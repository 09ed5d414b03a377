"""The pictures of a table, with words and names in a reader's language.

Each is drawn from values; those drawn lately are kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import cache, lru_cache, partial

from bot.content.ending import left_word
from bot.content.message import MOST_ALT, Picture, PublicPicture, PublicPng
from bot.content.names import plain_names
from bot.domain.naming import plain
from bot.domain.player import Player
from bot.domain.seat import Seat
from bot.domain.seating import giving_up
from bot.domain.table import Table, Turn
from bot.i18n import PublicText, Words
from bot.i18n.alt_text import (
    Rated,
    describe_board,
    describe_conflict,
    describe_end,
    describe_hand,
    describe_ratings,
    describe_standings,
    turn_ended,
)
from bot.i18n.events import sentences
from engine import (
    DECISION_CAPTIONS,
    OPTION_NAMES,
    Cell,
    Colour,
    Conflict,
    Dynasty,
    Event,
    Game,
    Piece,
    Placing,
    Preview,
    PublicView,
    Score,
    Story,
    full_bag,
    read_game,
    scored_by_winner,
    stake_of,
    turns_of,
)
from engine import Turn as EngineTurn
from render import (
    ENGLISH,
    Labels,
    RatingCurve,
    RatingPoint,
    Region,
    Theme,
    board_png,
    chart_png,
    conflict_png,
    desk_png,
    legend_png,
    ratings_png,
    region_png,
    replay_gif,
    share_png,
    spaces_png,
    theme_of,
)

_KEPT = 64
"""The number of pictures of a kind, some 50 kB each, and of descriptions that are kept."""
NONE_REFUSED: Mapping[Cell, str] = {}


@cache
def labels(words: Words) -> Labels:
    """The words inside a picture."""
    texts = {
        each.name: words.pgettext("picture", english)
        for each in fields(Labels)
        if isinstance(english := getattr(ENGLISH, each.name), str)
    }
    return Labels(
        **texts,
        dynasties={dynasty: words.dynasty_as_player(dynasty) for dynasty in Dynasty},
        leaders={colour: words.role(colour) for colour in Colour},
        tiles={colour: words.tile(colour) for colour in Colour},
        buildings={colour: words.building(colour) for colour in Colour},
        options={option: words._(name) for option, name in OPTION_NAMES.items()},
        decisions={kind: words._(caption) for kind, caption in DECISION_CAPTIONS.items()},
        you_decide={kind: words._(said) for kind, said in ENGLISH.you_decide.items()},
    )


def prepare(words: Words) -> None:
    """Draw a desk as most are: fonts, ground and pieces are then there for everybody."""
    game = Game.start(list(Dynasty), full_bag("classic"))
    names = tuple(map(words.dynasty, game.seats))
    desk_png(game.view(None), game.view(0), names, (), labels(words))


def theme_for(table: Table, viewer: Player | None = None) -> Theme:
    """The theme that a viewer has chosen, or else the table's server."""
    own = None if viewer is None else viewer.habits.theme
    return theme_of(own or table.rules.theme)


def board_picture(
    words: Words,
    table: Table,
    name: str,
    events: Sequence[Event] | None = None,
    viewer: Player | None = None,
    *,
    view: PublicView | None = None,
) -> PublicPicture:
    """The board, with the marks of *events*, those of late if none are given.

    It is drawn for *viewer*, or for everybody; as it is in *view*, or as it is now.
    """
    view = view or _started(table)
    names = plain_names(table)
    marked = table.events if events is None else tuple(events)
    paused = table.paused and view is table.view
    draw = partial(_board, words, view, names, marked, theme_for(table, viewer), paused=paused)
    alt = _board_in_words(words, view, names, MOST_ALT, paused=paused)
    return PublicPicture(f"{name}.png", alt, draw)


def turn_picture(words: Words, table: Table, turn: Turn, viewer: Player) -> PublicPicture:
    """The board at the end of a turn that is over, with its marks, drawn for *viewer*."""
    view, names = turn.view or _started(table), plain_names(table)
    shown, theme = (turn.seat, turn.number), theme_for(table, viewer)
    draw = partial(_board, words, view, names, turn.events, theme, turn=shown)
    alt = _board_in_words(words, view, names, MOST_ALT, turn=turn.number)
    return PublicPicture(f"turn-{table.id}.png", alt, draw)


def desk_picture(
    words: Words,
    seat: Seat,
    name: str,
    events: Sequence[Event] | None = None,
    *,
    planned: bool = False,
) -> Picture:
    """The board, with the marks of *events* as above, and the seat's own hand: for it alone.

    What is only *planned* is drawn as not yet done.
    """
    table, view, own = seat.table, _started(seat.table), seat.view
    names = plain_names(table)
    marked = table.events if events is None else tuple(events)
    theme = theme_for(table, seat.player)
    how = {"planned": planned, "paused": table.paused}
    draw = partial(_desk, view, own, names, marked, labels(words), **how, theme=theme)
    return Picture(f"{name}.png", desk_in_words(words, seat, MOST_ALT), draw)


def desk_in_words(words: Words, seat: Seat, most: int | None = None) -> str:
    """The seat's own hand, then the board, in at most *most* characters if given."""
    view, names = _started(seat.table), plain_names(seat.table)
    hand = _hand_in_words(words, seat.view, beside_board=True)
    room = None if most is None else most - len(hand) - 1
    return f"{hand} {_board_in_words(words, view, names, room, paused=seat.table.paused)}"


def spaces_picture(
    words: Words,
    seat: Seat,
    piece: Piece,
    legal: Sequence[Cell],
    *,
    refused: Mapping[Cell, str] = NONE_REFUSED,
    alt: str = "",
) -> Picture:
    """The board alone, with the spaces marked where a chosen *piece* may go.

    Spaces that are *refused* show their letters; *alt* replaces the list of spaces.
    """
    table, view = seat.table, _started(seat.table)
    theme = theme_for(table, seat.player)
    draw = partial(_spaces, view, piece, tuple(legal), tuple(refused.items()), theme)
    possible = words._("Possible spaces: {cells}.", cells=" ".join(map(str, legal)))
    return Picture(f"spaces-{table.id}.png", alt or possible, draw)


def region_picture(
    table: Table,
    region: Region,
    alt: str,
    viewer: Player | None,
    *,
    events: Sequence[Event] | None = None,
    piece: Piece | None = None,
    legal: Sequence[Cell] = (),
    refused: Mapping[Cell, str] = NONE_REFUSED,
) -> Picture:
    """A part of the board at twice the size, for *viewer*, or for everybody.

    Marks *events*, by default the latest, or the *legal* and *refused* spaces for a *piece*.
    """
    if events is None:
        events = table.events if piece is None else ()
    draw = partial(
        _region,
        _started(table),
        region,
        events=tuple(events),
        piece=piece,
        legal=tuple(legal),
        refused=tuple(refused.items()),
        theme=theme_for(table, viewer),
    )
    return Picture(f"zoom-{table.id}.png", alt, draw)


def part_picture(
    words: Words,
    seat: Seat,
    name: str,
    part: tuple[Cell, Cell] | None,
    events: Sequence[Event] = (),
    *,
    piece: Piece | None = None,
    spaces: Sequence[Cell] = (),
) -> Picture:
    """The board from one space to another, marked with *events*, or with *spaces* for a *piece*.

    Without a *part* it is the whole desk of that seat.
    """
    if part is None:
        return desk_picture(words, seat, name, events)
    view = _started(seat.table)
    first, last = part
    region = Region(first.row, first.col, last.row, last.col)
    alt: list[str] = [words._("The board from {first} to {last}.", first=first, last=last)]
    if spaces:
        listed = " ".join(map(str, spaces))
        alt.append(words._("Marked to choose from: {cells}.", cells=listed))
    before = " ".join((*alt, ""))
    whole = describe_board(words, view, plain_names(seat.table), MOST_ALT - len(before))
    drawn = region_picture(
        seat.table, region, before + whole, seat.player, events=events, piece=piece, legal=spaces
    )
    return replace(drawn, name=f"{name}.png")


def legend_picture(words: Words, alt: str, theme: str | None) -> Picture:
    """Every piece and sign with its name."""
    draw = partial(_legend, labels(words), theme=theme_of(theme))
    return Picture("legend.png", alt, draw)


def planned_picture(words: Words, seat: Seat, preview: Preview) -> Picture:
    """The result of an action, as a preview."""
    table = seat.table
    names, theme = plain_names(table), theme_for(table, seat.player)
    draw = partial(_board, words, preview.view, names, preview.events, theme, planned=True)
    alt = " ".join((words._("Preview:"), *sentences(words, preview.events, names)))
    return Picture(f"preview-{table.id}.png", alt, draw)


def conflict_picture(words: Words, seat: Seat, conflict: Conflict, name: str) -> Picture:
    """A conflict, in progress or decided lately: where it is fought, and both sides."""
    table, view = seat.table, _started(seat.table)
    names = plain_names(table)
    events = tuple(event for turn in table.turns for event in turn.events)
    scored = scored_by_winner(events, conflict)
    draw = partial(
        _conflict,
        view,
        names,
        conflict,
        labels(words),
        events=tuple(table.turns[-1].events),
        scored=scored,
        own=seat.view,
        theme=theme_for(table, seat.player),
    )
    alt = describe_conflict(words, view.board, conflict, names, _gains(view, conflict, scored))
    return Picture(f"{name}.png", alt, draw)


def _gains(view: PublicView, conflict: Conflict, scored: int | None) -> dict[int, int]:
    """The points that the winner scored, or that the parties would, by seat (R6.5, R7.6)."""
    if conflict.decided:
        return {} if scored is None else {conflict.winner.seat: scored}
    parties = (conflict.attacker, conflict.defender)
    return {party.seat: stake_of(view.board, conflict, party).gain for party in parties}


def chart_picture(words: Words, table: Table, name: str, viewer: Player) -> PublicPicture:
    """The final scores of a game that is over, drawn for *viewer*."""
    names, placings, left = plain_names(table), _placings(table), _left(words, table)
    theme = theme_for(table, viewer)
    draw = partial(_chart, words, _started(table), names, placings, theme, **_left_seats(table))
    alt = PublicText(describe_standings(words, placings, names, left))
    return PublicPicture(f"{name}.png", alt, draw)


def shared_picture(
    words: Words, table: Table, name: str, story: Story | None = None
) -> PublicPicture:
    """A game that is over, to share: who won, the final board; with its story, the course too."""
    view, names, placings = _started(table), plain_names(table), _placings(table)
    title = plain(table.name)
    date = "" if table.ended_at is None else f"{table.ended_at:%Y-%m-%d}"
    early = table.ended_early is not None
    scores = () if story is None else story.statistics.scores
    draw = partial(
        _shared,
        words,
        view,
        names,
        placings,
        theme_for(table),
        title=title,
        date=date,
        ended_early=early,
        scores=scores,
        **_left_seats(table),
    )
    left = _left(words, table)
    alt = describe_end(
        words,
        view,
        names,
        placings,
        left,
        title=title,
        date=date,
        ended_early=early,
        scores=scores,
        most=MOST_ALT,
    )
    return PublicPicture(f"{name}.png", PublicText(alt), draw)


def _left(words: Words, table: Table) -> dict[int, PublicText]:
    """How players left before the end, in words, by seat."""
    return {
        seat: left_word(words, table, player)
        for seat, player in enumerate(table.players)
        if player.abandoned
    }


def _left_seats(table: Table) -> dict[str, frozenset[int]]:
    """The seats of those who resigned and of those who were given up, as pictures want them."""
    left = {seat: player for seat, player in enumerate(table.players) if player.abandoned}
    given_up = frozenset(seat for seat, player in left.items() if giving_up(table, player))
    return {"resigned": frozenset(left.keys() - given_up), "given_up": given_up}


def ratings_picture(
    words: Words,
    curves: Sequence[tuple[PublicText, Sequence[Rated]]],
    name: str,
    theme: str | None = None,
) -> PublicPicture:
    """The curve of one rating, or of two to compare, by name; each has a point at least."""
    drawn = tuple((person, tuple(points)) for person, points in curves)
    draw = partial(_ratings, words, drawn, theme_of(theme))
    return PublicPicture(f"{name}.png", PublicText(describe_ratings(words, drawn)), draw)


def replay(words: Words, table: Table, record: str) -> bytes:
    """The whole game as an animation, from its record. Takes a while: not for the event loop."""
    turns = turns_of(read_game(record))
    names, placings = plain_names(table), _placings(table)
    return replay_gif(turns, names, labels(words), placings=placings, theme=theme_for(table))


def turns_picture(
    words: Words, table: Table, turns: Sequence[Turn], alt: PublicText, viewer: Player
) -> PublicPicture:
    """Some turns that are over, as an animation for *viewer*."""
    frames = tuple(
        EngineTurn(turn.view, turn.events, turn.number) for turn in turns if turn.view is not None
    )
    draw = partial(_animation, words, frames, plain_names(table), theme_for(table, viewer))
    return PublicPicture(f"turns-{table.id}.gif", alt, draw)


def _placings(table: Table) -> tuple[Placing, ...]:
    """Everybody's place, best first, abandoned seats last."""
    return tuple(replace(standing.placing, place=standing.place) for standing in table.standings)


def _started(table: Table) -> PublicView:
    if table.view is None:
        raise LookupError(f"game {table.id} has not started")
    return table.view


# --- drawn once --------------------------------------------------------------------------------

_cached = lru_cache(maxsize=_KEPT)
_conflict = _cached(conflict_png)
_desk = _cached(desk_png)
_legend = _cached(legend_png)
_hand_in_words = _cached(describe_hand)


@_cached
def _board(
    words: Words,
    view: PublicView,
    names: tuple[str, ...],
    events: tuple[Event, ...],
    theme: Theme,
    *,
    planned: bool = False,
    paused: bool = False,
    turn: tuple[int, int] | None = None,
) -> PublicPng:
    how = {"planned": planned, "paused": paused}
    return PublicPng(board_png(view, names, events, labels(words), **how, turn=turn, theme=theme))


def _animation(
    words: Words,
    turns: tuple[EngineTurn[PublicView], ...],
    names: tuple[str, ...],
    theme: Theme,
) -> PublicPng:
    return PublicPng(replay_gif(turns, names, labels(words), theme=theme))


@_cached
def _spaces(
    view: PublicView,
    piece: Piece,
    legal: tuple[Cell, ...],
    refused: tuple[tuple[Cell, str], ...],
    theme: Theme,
) -> bytes:
    return spaces_png(view, legal, refused=dict(refused), piece=piece, theme=theme)


@_cached
def _region(
    view: PublicView,
    region: Region,
    *,
    events: tuple[Event, ...],
    piece: Piece | None,
    legal: tuple[Cell, ...],
    refused: tuple[tuple[Cell, str], ...],
    theme: Theme,
) -> bytes:
    marks = dict(refused)
    return region_png(view, region, events, legal=legal, refused=marks, piece=piece, theme=theme)


@_cached
def _board_in_words(
    words: Words,
    view: PublicView,
    names: tuple[str, ...],
    most: int | None,
    *,
    paused: bool = False,
    turn: int = 0,
) -> PublicText:
    """The board; before it, that the game is paused, or of which *turn* it is the end."""
    if not paused and not turn:
        return PublicText(describe_board(words, view, names, most))
    said = turn_ended(words, turn) if turn else words._("The game is paused.")
    room = None if most is None else most - len(said) - 1
    return PublicText(f"{said} {describe_board(words, view, names, room)}")


@_cached
def _chart(
    words: Words,
    view: PublicView,
    names: tuple[str, ...],
    placings: tuple[Placing, ...],
    theme: Theme,
    *,
    resigned: frozenset[int],
    given_up: frozenset[int],
) -> PublicPng:
    drawn = chart_png(
        view, names, placings, labels(words), resigned=resigned, given_up=given_up, theme=theme
    )
    return PublicPng(drawn)


@_cached
def _shared(
    words: Words,
    view: PublicView,
    names: tuple[str, ...],
    placings: tuple[Placing, ...],
    theme: Theme,
    *,
    title: str,
    date: str,
    ended_early: bool,
    scores: tuple[tuple[Score, ...], ...],
    resigned: frozenset[int],
    given_up: frozenset[int],
) -> PublicPng:
    drawn = share_png(
        view,
        names,
        placings,
        labels(words),
        title=title,
        date=date,
        ended_early=ended_early,
        resigned=resigned,
        given_up=given_up,
        scores=scores,
        theme=theme,
    )
    return PublicPng(drawn)


@_cached
def _ratings(
    words: Words, curves: tuple[tuple[PublicText, tuple[Rated, ...]], ...], theme: Theme
) -> PublicPng:
    drawn = [
        RatingCurve(name, [RatingPoint(*point) for point in points]) for name, points in curves
    ]
    return PublicPng(ratings_png(drawn, labels(words), theme=theme))
