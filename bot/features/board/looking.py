"""The board, as anybody may look at it."""

from collections.abc import Sequence
from itertools import groupby

from bot.content.content import MOST_TEXT, Content, File
from bot.content.ending import outcome_line
from bot.content.names import Names, game_name, harmless, plain_name, safe_names
from bot.content.pictures import board_picture
from bot.content.pressing import with_further
from bot.content.shortening import first_lines, last_lines
from bot.domain import Entry, Seat, Status, Table
from bot.i18n import Words
from bot.i18n.alt_text import describe_score
from bot.i18n.times import written_out
from bot.parts.buttons import closer, rows_of_looking
from bot.parts.in_words import in_words, words_beside
from bot.parts.seal_texts import fair_button
from bot.parts.status_line import status_line, waiting_since
from bot.parts.story import entry_lines, story

_WORDS_ROOM = 1750
"""Characters for the board in words, of which there may be more."""


def board_page(words: Words, table: Table, seat: Seat | None = None) -> Content:
    """The board now, what has happened of late, and the points where everybody may know them.

    It is in the contrast of the *seat* that looks, and has the way back for it.
    """
    viewer = None if seat is None else seat.player
    picture = board_picture(words, table, f"board-{table.id}", viewer=viewer)
    lines = [f"{game_name(table)} · {status_line(words, table)}{waiting_since(words, table)}"]
    below = (*closer(words, table), fair_button(words, table))
    rows = (*rows_of_looking(words, table, seat), below)
    if further := words_beside(words, table, picture):
        lines.append(first_lines([harmless(line) for line in in_words(words, table)], _WORDS_ROOM))
        rows = with_further(rows, *further)
    if not further or table.status is Status.OVER:
        lines += _points(words, table)
    head = "\n".join(lines)
    late = last_lines(_of_late(words, table), MOST_TEXT - len(head) - 1)
    running = table.status is Status.RUNNING
    return Content("\n".join(filter(None, (head, late))), picture, rows=rows, tells_now=running)


def _points(words: Words, table: Table) -> list[str]:
    """Everybody's totals, if the scores are open or the game is over."""
    if table.status is Status.OVER:
        return [outcome_line(words, table)]
    assert table.view is not None
    scores = zip(safe_names(table), table.view.scores, strict=True)
    return [
        f"{name}: {describe_score(words, score)}" for name, score in scores if score is not None
    ]


def _of_late(words: Words, table: Table) -> list[str]:
    lines: list[str] = []
    for turn, entries in groupby(table.round, key=lambda entry: entry.turn):
        if told := story(words, table, [*entries]):
            lines += [""] if lines else []
            lines.append(words._("Turn {number}", number=turn))
            lines += (f"> {line}" for line in told)
    return lines


def log_page(words: Words, table: Table, entries: Sequence[Entry]) -> Content:
    """Show what has happened so far: as much as fits, and a file with all of it if that is more."""
    names = Names(table, plain_name)
    blocks: list[str] = []
    turn = 0
    for entry in entries:
        lines = [written_out(line) for line in entry_lines(words, table, entry, names)]
        if not lines:
            continue
        if entry.turn != turn:
            turn = entry.turn
            blocks.append(words._("Turn {number}", number=turn))
        blocks += [f"  {line}" for line in lines]
    if not blocks:
        return Content(words._("Nothing has happened in {game} yet.", game=game_name(table)))

    async def whole() -> bytes:
        return ("\n".join(blocks) + "\n").encode()

    heading = f"{game_name(table)}\n"
    shown = [harmless(block) for block in blocks]
    text = last_lines(shown, MOST_TEXT - len(heading))
    is_whole = text == "\n".join(shown)
    return Content(heading + text, files=() if is_whole else (File(f"log-{table.id}.txt", whole),))


def score_page(words: Words, seat: Seat) -> Content:
    """A player's own totals."""
    score = describe_score(words, seat.view.own_score)
    return Content(f"{game_name(seat.table)}: {score}", tells_now=seat.goes_on)
