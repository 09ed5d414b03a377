"""What has happened: the log of a game in sentences."""

from collections.abc import Sequence

from bot.showing.content import MOST_TEXT, Content, File
from bot.showing.names import game_name, harmless, plain_names, safe_names
from bot.table import Entry, Kind, Table, plain
from bot.words import Words
from bot.words.events import sentences


def entry_lines(words: Words, table: Table, entry: Entry, names: Sequence[str]) -> list[str]:
    """An entry of the log in sentences."""
    if entry.kind is Kind.RESIGNED:
        player = names[entry.seat] if entry.seat is not None else plain(table.name)
        return [words._("{player} resigns.", player=player)]
    return sentences(words, entry.events, names)


def story(words: Words, table: Table, entries: Sequence[Entry]) -> list[str]:
    """Some entries of the log in sentences, for a message."""
    names = safe_names(table)
    return [line for entry in entries for line in entry_lines(words, table, entry, names)]


def log_page(words: Words, table: Table, entries: Sequence[Entry]) -> Content:
    """What happened so far: as much as fits, and the whole of it as a file."""
    names = plain_names(table)
    blocks: list[str] = []
    turn = 0
    for entry in entries:
        lines = entry_lines(words, table, entry, names)
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
    return Content(heading + text, files=(File(f"log-{table.id}.txt", whole),))


def first_lines(lines: Sequence[str], most: int) -> str:
    """The first of *lines*, as many as have room in *most* characters."""
    kept: list[str] = []
    room = most
    for line in lines:
        room -= len(line) + 1
        if room < 2:
            kept.append("…")
            break
        kept.append(line)
    return "\n".join(kept)


def last_lines(lines: Sequence[str], most: int) -> str:
    """The last of *lines*, as many as have room in *most* characters."""
    return "\n".join(reversed(first_lines(lines[::-1], most).split("\n")))
