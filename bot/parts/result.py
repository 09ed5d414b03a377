"""The end of a game: who won, the picture to share, the animation and the record."""

import logging
from collections.abc import Awaitable, Callable

from bot.content.ending import left_word, standing_text, winner_line
from bot.content.message import File, PublicContent, PublicPicture
from bot.content.names import Names, game_name, safe
from bot.content.pictures import replay, shared_picture
from bot.content.record import story_in
from bot.content.studio import in_studio
from bot.domain.hint_log import hints_used
from bot.domain.seating import holders
from bot.domain.series import key_of
from bot.domain.table import Standing, Table
from bot.i18n import PublicText, Words, join_texts, public
from bot.parts.buttons import HINT_SIGN, rows_for_all
from bot.parts.log_lines import ended_line
from bot.parts.seal_texts import gone_lines
from bot.parts.story_texts import story_lines
from bot.store import Damaged
from engine import Colour, Placing

log = logging.getLogger(__name__)


def result(
    words: Words,
    table: Table,
    name: str,
    read_record: Callable[[], Awaitable[str]],
    *last: PublicText,
) -> PublicContent:
    """The result of a game that is over; *name* names the picture's file, *last* are last lines."""
    over = words._("{game} is over.", game=game_name(table))
    # Discord takes a line that begins with a number for an item of a list.
    places = public("🏆 {places}", places=places_line(words, table))
    head = [join_texts(" ", (over, winner_line(words, table))), places]
    head += _series_line(words, table)
    if table.ended_early is not None:
        head.append(ended_line(words, table.ended_early, Names(table)))
    tail = [*hints_line(words, table), *gone_lines(words, table), *last]
    record = _Once(read_record)

    def made(text: str) -> tuple[PublicText, PublicPicture]:
        story = story_in(text)
        lines = [] if story is None else story_lines(words, table, story)
        whole = join_texts("\n", (*head, *lines, *tail))
        return whole, shared_picture(words, table, name, story)

    async def from_record() -> tuple[PublicText, PublicPicture]:
        return await in_studio(made, await record())  # takes a while

    return PublicContent(
        join_texts("\n", (*head, *tail)),
        shared_picture(words, table, name),
        _files(words, table, record),
        rows_for_all(words, table),
        from_record=from_record,
    )


def stopped(
    words: Words, table: Table, read_record: Callable[[], Awaitable[str]], *last: PublicText
) -> PublicContent:
    """The end of a game without a result, with its record; *last* are last lines."""
    lines = [words._("{game} ended without a result.", game=game_name(table))]
    if table.ended_early is not None:
        lines.append(ended_line(words, table.ended_early, Names(table)))
    lines += hints_line(words, table)
    lines.append(words._("No one won."))
    lines += (*gone_lines(words, table), *last)
    files = _files(words, table, _Once(read_record))
    return PublicContent(join_texts("\n", lines), files=files, rows=rows_for_all(words, table))


def record_file(table: Table, read_record: Callable[[], Awaitable[str]]) -> File:
    """The record of a game as a file."""

    async def read() -> bytes:
        record = await read_record()
        if not record:
            raise ValueError("there is no record")
        return record.encode()

    return File(f"game-{table.id}.te", read, spare=True)


def _files(words: Words, table: Table, record: "_Once") -> tuple[File, ...]:
    """The replay and the record of a game."""

    async def animation() -> bytes:
        return await in_studio(replay, words, table, await record())

    shown = words._("The whole game, turn by turn.")
    gif = File(f"game-{table.id}.gif", animation, shown, spare=True)
    return gif, record_file(table, record)


def places_line(words: Words, table: Table) -> PublicText:
    """Everybody's place at the end, in one line, with the points of the weakest colour."""
    places = []
    for standing in table.standings:
        place = standing_text(words, table, standing)
        after = _after(words, table, standing)
        places.append(public("{place} ({after})", place=place, after=after) if after else place)
    return join_texts(" · ", places)


def ending(words: Words, table: Table) -> list[PublicText]:
    """Everybody's place and points at the end, best first, and the series if there is one."""
    standings = [line for each in table.standings for line in _standing(words, table, each)]
    return [*standings, *_series_line(words, table)]


def _series_line(words: Words, table: Table) -> list[PublicText]:
    """How many games each player has won in the series; empty for its first game."""
    series = table.series
    if not table.standings or series.games < 2:
        return []
    names = {key_of(player): safe(player.name) for player in table.players}
    won = sorted(series.won, key=lambda each: -each[1])
    scores = [words._("{player} {count}", player=names[key], count=count) for key, count in won]
    if series.shared:
        scores.append(words.ngettext("{count} shared", "{count} shared", series.shared))
    return [words._("Series: {scores}", scores=words.listed(scores))]


class _Once:
    """Reads a record once, when it is first needed; it is empty if it is unreadable."""

    def __init__(self, read: Callable[[], Awaitable[str]]) -> None:
        self._read = read
        self._text: str | None = None

    async def __call__(self) -> str:
        if self._text is None:
            try:
                self._text = await self._read()
            except Damaged as error:
                log.warning("the end of a game is shown without its record: %s", error)
                self._text = ""
        return self._text


def _standing(words: Words, table: Table, standing: Standing) -> list[PublicText]:
    dynasty = standing.player.dynasty
    assert dynasty is not None
    lines = [
        words._(
            "{place}. **{player}** ({dynasty}) – {spheres}",
            place=standing.place,
            player=safe(standing.player.name),
            dynasty=words.dynasty(dynasty),
            spheres=words.placing(standing.placing),
        )
    ]
    if after := _after(words, table, standing):
        lines.append(public("  {after}", after=after))
    if left := left_word(words, table, standing.player):
        lines.append(public("  {left}", left=left))
    elif standing.placing.treasures:
        lines.append(public("  {spent}", spent=_treasures_spent(words, standing.placing)))
    return lines


def _after(words: Words, table: Table, standing: Standing) -> PublicText:
    """Who held a player's seat before; empty if nobody did."""
    before = [*map(safe, holders(table)[standing.player.seat or 0][:-1])]
    return words._("after {players}", players=words.listed(before)) if before else public("")


def _treasures_spent(words: Words, placing: Placing) -> PublicText:
    spent = [
        words.points(after - before, colour)
        for colour, before, after in zip(Colour, placing.points, placing.spheres, strict=True)
        if after > before
    ]
    return words.ngettext(
        "with {count} treasure, spent as {points}",
        "with {count} treasures, spent as {points}",
        placing.treasures,
        points=words.listed(spent),
    )


def hints_line(words: Words, table: Table) -> list[PublicText]:
    """The numbers of hints used at the end; empty if nobody used any."""
    used = [
        words._("{player} {count}", player=safe(each.name), count=each.count)
        for each in hints_used(table)
    ]
    text = words._("Hints used: {used}", used=words.listed(used))
    return [public("{sign} {text}", sign=HINT_SIGN, text=text)] if used else []
