"""The story of a game that has ended: its moments and titles, and a page for each player."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from bot.content.ending import outcome_line
from bot.content.message import Button, Content, Row, Style
from bot.content.names import game_name, safe
from bot.content.pressing import in_rows
from bot.content.shortening import shorten
from bot.domain.ended.review import Review
from bot.domain.naming import plain
from bot.domain.seating import holders
from bot.domain.table import Status, Table
from bot.i18n import Words
from bot.i18n.signs import DYNASTY_SIGNS, SQUARES
from bot.i18n.times import duration
from bot.intents import NO_GAME
from bot.intents.review import SeeStory
from bot.parts.buttons import course_button, review_address
from bot.parts.story_texts import story_lines
from engine import N_, Colour, SeatStatistics, Source

_LABEL = 20
"""The most characters of a button (docs/voice.md)."""
_SOURCES = {
    Source.TILES: N_("Tiles: {count}"),
    Source.KING: N_("Tiles, by the King: {count}"),
    Source.WARS: N_("Wars: {count}"),
    Source.REVOLTS: N_("Revolts: {count}"),
    Source.MONUMENTS: N_("Monuments: {count}"),
    Source.ZIGGURAT: N_("Ziggurat: {count}"),
    Source.BUILDINGS: N_("Buildings: {count}"),
    Source.TREASURES: N_("Treasures: {count}"),
    Source.BEFORE: N_("Before: {count}"),
}


def story_page(words: Words, review: Review) -> Content:
    """The moments of a game, its titles, and the time it took."""
    _, table = words._, review.table
    real = sum(review.playback.waited, timedelta(0))
    lines: list[str] = [
        _("{game}: its story", game=game_name(table)),
        _outcome(words, table),
        *story_lines(words, table, review.playback.story),
        *_in_the_lead(words, review),
        _("Turns: {count}", count=len(review.turns)),
    ]
    if table.id != NO_GAME:  # a record has no times
        lines.append(_("Time, without pauses: {time}", time=duration(words, real)))
    return Content("\n".join(lines), rows=_rows(words, table, None))


def _in_the_lead(words: Words, review: Review) -> Iterator[str]:
    """The number of turns after which each player led alone."""
    led = [seats[0] for seats in review.playback.story.statistics.leading if len(seats) == 1]
    most = [
        words._("{player} {count}", player=safe(player.name), count=led.count(seat))
        for seat, player in enumerate(review.table.players)
        if seat in led
    ]
    if most:
        yield words._("Turns in the lead: {used}", used=words.listed(most))


def _outcome(words: Words, table: Table) -> str:
    if table.status is not Status.ABANDONED:
        return outcome_line(words, table)
    if table.id == NO_GAME:
        return words._("The record ends before the game is over.")
    return words._("The game ended without a result.")


def player_page(words: Words, review: Review, seat: int) -> Content:
    """What a player did in a game, in numbers."""
    _, table = words._, review.table
    own = review.playback.story.statistics.by_seat[seat]
    *before, name = map(safe, holders(table)[seat])
    lines: list[str] = [_("{game}: the story of {player}", game=game_name(table), player=name)]
    if before:
        held = words.listed(before)
        lines.append(_("These numbers are the seat's: {players} held it before.", players=held))
    points = (
        _(sentence, count=sum(own.points[source]))
        for source, sentence in _SOURCES.items()
        if any(own.points[source])
    )
    conflicts = [*_list(_conflicts(words, own))]
    waited = duration(words, review.playback.waited[seat])
    lines += [
        _("**Points: {count}**", count=own.total),
        *_list(points),
        *([_("**Conflicts**"), *conflicts] if conflicts else []),
        _("**Turns: {count}**", count=own.turns),
        *_list(_done(words, own)),
        *([] if table.id == NO_GAME else [_("The others waited: {time}", time=waited)]),
        _("**Luck of the draw**, in tiles more or fewer than expected:"),
        _by_colour(words, [words.difference(tiles) for tiles in own.luck]),
    ]
    return Content("\n".join(lines), rows=_rows(words, table, seat))


def _conflicts(words: Words, own: SeatStatistics) -> Iterator[str]:
    """The conflicts of a player, and what added tiles won."""
    _ = words._
    for fights, sentence in (
        (own.revolts_attacking, N_("Revolts as attacker: won {won}, lost {lost}")),
        (own.revolts_defending, N_("Revolts as defender: won {won}, lost {lost}")),
        (own.wars_attacking, N_("Wars as attacker: won {won}, lost {lost}")),
        (own.wars_defending, N_("Wars as defender: won {won}, lost {lost}")),
    ):
        if any(fights):
            yield _(sentence, won=fights.won, lost=fights.lost)
    if own.added:
        yield _("Tiles added: {count}", count=own.added)
    if own.bought:
        yield _("Won only with added tiles: {count}", count=own.bought)
        yield _("Points from those: {count}", count=own.bought_points)
    if own.leaders_lost:
        yield _("Leaders lost: {count}", count=own.leaders_lost)


def _done(words: Words, own: SeatStatistics) -> Iterator[str]:
    """What a player did in their turns."""
    _ = words._
    yield _("Tiles placed: {tiles}", tiles=_by_colour(words, own.placed))
    for count, sentence in (
        (own.given, N_("Points that others scored with them: {count}")),
        (own.built, N_("Monuments and ziggurat built: {count}")),
        (own.swaps, N_("Swaps: {count}")),
        (own.swapped, N_("Tiles swapped: {count}")),
        (own.catastrophes, N_("Catastrophes: {count}")),
    ):
        if count:
            yield _(sentence, count=count)


def _by_colour(words: Words, counts: Sequence[object]) -> str:
    return words.in_a_row(
        [
            f"{SQUARES[colour]} {words.colour(colour)} {count}"
            for colour, count in zip(Colour, counts, strict=True)
        ]
    )


def _list(lines: Iterable[str]) -> Iterator[str]:
    return (f"- {line}" for line in lines)


def _rows(words: Words, table: Table, shown: int | None) -> tuple[Row, ...]:
    """Buttons to the story of the game and of each player; the one *shown* is green."""
    pages = tuple(
        Button(
            label,
            review_address(table).to(SeeStory(seat, turning=True)),
            Style.CHOSEN if seat == shown else Style.PLAIN,
            sign,
        )
        for seat, label, sign in (
            (None, words.pgettext("button of a game", "Story"), "📚"),
            *_players(words, table),
        )
    )
    return in_rows(pages, (course_button(words, table),))


def _players(words: Words, table: Table) -> Iterator[tuple[int, str, str]]:
    """The seat, the name and the sign of each player; the dynasty if two have the same name."""
    names = [shorten(plain(player.name), _LABEL) for player in table.players]
    for seat, (name, player) in enumerate(zip(names, table.players, strict=True)):
        assert player.dynasty is not None
        label = name if names.count(name) == 1 else words.dynasty_as_player(player.dynasty)
        yield seat, label, DYNASTY_SIGNS[player.dynasty]
