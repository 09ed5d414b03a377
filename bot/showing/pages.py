"""Answers to one player: hand, board, score, log, list of games, help."""

from collections.abc import Sequence

from bot.showing.content import (
    MOST_ALT,
    MOST_TEXT,
    Address,
    Button,
    Content,
    File,
    Option,
    Row,
    Select,
    Style,
)
from bot.showing.controls import RESIGN_SURELY, ask_button, rows_for
from bot.showing.names import game_name, jump_url, plain, plain_names, safe, safe_names
from bot.showing.pictures import board_picture, hand_picture, public_view
from bot.showing.prompts import prompt
from bot.table import Entry, Kind, Status, Table
from bot.words import Words
from bot.words.alt import describe_score
from bot.words.events import sentences
from bot.words.options import explained
from engine import ActionDecision, Event, Game, TilesDrawn


def hand_page(words: Words, table: Table, game: Game, seat: int) -> Content:
    """A player's hand, with the question that waits for an answer, or the buttons to act."""
    view = game.view(seat)
    picture = hand_picture(words, table, view, f"hand-{table.id}")
    hand = view.hands[seat]
    assert hand is not None
    text = words._("{game}: your hand: {tiles}", game=game_name(table), tiles=words.tiles(hand))
    decider = table.decider
    if decider is None or decider.seat != seat or isinstance(game.decision, ActionDecision):
        rows = rows_for(words, table, seat)
        if table.status is Status.RUNNING and table.player(seat).draws_from_bag:
            rows = (*rows, (ask_button(words, table, seat),))
        return Content(text, picture, rows=rows)
    question = prompt(words, table, game)
    return Content(f"{text}\n\n{question.text}", picture, rows=question.rows)


def board_page(words: Words, table: Table, game: Game, seat: int | None) -> Content:
    """The board now."""
    events = latest_events(table)
    view = public_view(table, game)
    picture = board_picture(words, table, view, events, f"board-{table.id}", seat)
    rows = rows_for(words, table, seat) if seat is not None else ()
    text = f"{game_name(table)} · {status_line(words, table)}"
    if len(picture.alt) > MOST_ALT:  # told in full for those who cannot see the picture
        text += "\n" + safe(picture.alt)
    return Content(text, picture, rows=rows)


def status_line(words: Words, table: Table) -> str:
    """Whose decision it is, and which."""
    _ = words._
    if table.status is Status.LOBBY:
        return words.ngettext(
            "waiting for players: {count} seat is free",
            "waiting for players: {count} seats are free",
            table.capacity - len(table.players),
        )
    decider = table.decider
    if decider is None or table.game is None:
        return _("The game is over.")
    player = f"**{safe(decider.name)}**"
    if isinstance(table.game.decision, ActionDecision):
        return words.ngettext(
            "{player} is to play: {count} action left",
            "{player} is to play: {count} actions left",
            table.game.actions_left,
            player=player,
        )
    return _(
        "{player} decides: {decision}", player=player, decision=words.name(table.game.decision)
    )


def score_page(words: Words, table: Table, game: Game, seat: int) -> Content:
    """A player's own totals."""
    score = describe_score(words, game.view(seat), seat)
    return Content(f"{game_name(table)}: {score}")


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
    shown = [safe(block) for block in blocks]
    text = last_lines(shown, MOST_TEXT - len(heading))
    return Content(heading + text, files=(File(f"log-{table.id}.txt", whole),))


def entry_lines(words: Words, table: Table, entry: Entry, names: Sequence[str]) -> list[str]:
    """An entry of the log in sentences."""
    if entry.kind is Kind.RESIGNED:
        player = names[entry.seat] if entry.seat is not None else plain(table.name)
        return [words._("{player} resigns.", player=player)]
    return sentences(words, entry.events, names)


def drawn_from_bag(
    words: Words, before: Game, after: Game, seat: int, entries: Sequence[Entry]
) -> list[str]:
    """Which tiles *seat* has just drawn, for that player alone; nothing if none was hidden."""
    hidden = any(
        isinstance(event, TilesDrawn) and event.seat == seat for event in events_of(entries)
    )
    if not hidden:
        return []
    pairs = zip(after.hands[seat], before.hands[seat], strict=True)
    drawn = [now - then for now, then in pairs]
    return [words._("You draw {tiles}.", tiles=words.tiles(drawn))]


def draws_from_bag(words: Words) -> str:
    """To somebody who will not be asked any more where to draw from."""
    return words._(
        "From now on you draw from the bag in this game without being asked. A button under your "
        "`/hand` changes that."
    )


def draws_by_choice(words: Words) -> str:
    """To somebody who wants to be asked again where to draw from."""
    return words._("From now on you are asked where to draw from.")


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


def games_page(words: Words, tables: Sequence[Table], user_id: int) -> Content:
    """Somebody's games, those first that wait for an answer."""
    _ = words._
    if not tables:
        return Content(_("You play in no game. Open one with `/open` in a server's channel."))
    mine = [table for table in tables if _waits_for(table, user_id)]
    others = [table for table in tables if not _waits_for(table, user_id)]
    lines = []
    for table in (*mine, *others):
        where = table.home.channel_id if table.home else table.place.channel_id
        link = jump_url(table.place.guild_id, where)
        mark = _("👉 your turn:") if table in mine else "•"
        lines.append(f"{mark} {game_name(table)} – {status_line(words, table)} – <{link}>")
    return Content(first_lines(lines, MOST_TEXT))


def _waits_for(table: Table, user_id: int) -> bool:
    decider = table.decider
    return decider is not None and decider.user_id == user_id


def which_game(words: Words, tables: Sequence[Table], intent: str) -> Content:
    """Ask which of several games a command is about: the *intent* gets its number."""
    options = tuple(
        Option(plain(table.name)[:100], str(table.id), _plain_status(words, table))
        for table in tables[:25]
    )
    select = Select(words._("Which game?"), Address(0).to(intent), options)
    rows: tuple[Row, ...] = (select,)
    return Content(words._("You play in several games. Which one do you mean?"), rows=rows)


def _plain_status(words: Words, table: Table) -> str:
    return status_line(words, table).replace("**", "").replace("\\", "")[:100]


def joined(words: Words, table: Table) -> Content:
    """To somebody who has sat down."""
    _ = words._
    text = _(
        "You sit at {game}: {count} of {capacity} seats are taken.",
        game=game_name(table),
        count=len(table.players),
        capacity=table.capacity,
    )
    if table.status is Status.RUNNING:
        text += " " + _("It starts now: your hand comes as a direct message.")
    return Content(text)


def left(words: Words, table: Table) -> Content:
    """To somebody who has got up."""
    text = words._("You have left {game}.", game=game_name(table))
    if table.status is Status.CANCELLED:
        text += " " + words._("Nobody is left: it is cancelled.")
    return Content(text)


def started(words: Words, table: Table) -> Content:
    """To the opener who has started a game."""
    return Content(
        words._(
            "{game} starts: your hand comes as a direct message.",
            game=game_name(table),
        )
    )


def confirm_resigning(words: Words, table: Table, seat: int) -> Content:
    """What resigning will do, before it counts."""
    _ = words._
    staying = [player for player in table.players if not player.resigned]
    if len(staying) > 2:
        text = _(
            "Resign from {game}? Your leaders stay, your turns are passed, and you come last. "
            "This cannot be undone.",
            game=game_name(table),
        )
    else:
        (winner,) = (player for player in staying if player.seat != seat)
        text = _(
            "Resign from {game}? It ends at once, and {player} wins. This cannot be undone.",
            game=game_name(table),
            player=f"**{safe(winner.name)}**",
        )
    button = Button(_("Resign"), Address(table.id, seat).to(RESIGN_SURELY), Style.DANGER)
    return Content(text, rows=((button,),))


def resigned(words: Words, table: Table) -> Content:
    """To somebody who has resigned."""
    return Content(words._("You have resigned from {game}.", game=game_name(table)))


def help_page(words: Words, rows: tuple[Row, ...] = (), options: Sequence[str] = ()) -> Content:
    """A first turn, explained, with the options in use; *rows* of what else can be seen."""
    _ = words._
    played = [_("**This table also plays with:**"), *explained(words, options)] if options else []
    return Content(
        "\n".join(
            (
                _("**Two Rivers** – Tigris & Euphrates, a turn whenever you have a moment."),
                "",
                _(
                    "**Your turn** has two actions. Press *Leader* and put a leader beside a "
                    "temple, then *Tile* and lay a tile of its colour into the same kingdom: "
                    "its owner scores a point in that colour. Then press *End turn*; your hand "
                    "is filled up to six."
                ),
                _(
                    "**The goal:** in the end only your weakest colour counts, so look after "
                    "all four. Treasures are jokers for it."
                ),
                _(
                    "**Leaders:** the King scores black settlements (and any colour whose leader "
                    "is missing), the Priest red temples, the Farmer blue farms, which lie on "
                    "rivers, the Trader green markets, and it collects treasures."
                ),
                _(
                    "**Conflicts:** a second leader of a colour in one kingdom fights with red "
                    "temples. A tile that joins two kingdoms sets leaders of one colour against "
                    "each other: their supporters on the board count, and tiles you add in secret."
                ),
                _(
                    "**Also:** four tiles of a colour in a square can become a monument, which "
                    "scores every turn. *Swap* changes tiles, *Catastrophe* destroys a space, "
                    "*Undo* takes back what nobody has answered yet."
                ),
                *played,
                "",
                _(
                    "Everything works with the buttons under the board, or with commands: "
                    "`/tile`, `/leader`, `/withdraw`, `/catastrophe`, `/swap`, `/end`, `/undo`, "
                    "`/decide`, `/board`, `/hand`, `/score`, `/log`, `/games`, `/settings`, "
                    "`/resign`. "
                    "`/open` opens a new game, `/start` starts it."
                ),
            )
        ),
        rows=rows,
    )


def log_lines(words: Words, table: Table, entries: Sequence[Entry]) -> list[str]:
    """What happened in a turn, for the message of that turn."""
    return [
        line for entry in entries for line in entry_lines(words, table, entry, safe_names(table))
    ]


def latest_events(table: Table) -> list[Event]:
    """What to mark: what happened in this turn or, while nothing has, in the one before."""
    return next(
        (events for turn in reversed(table.turns) if (events := events_of(turn.entries))), []
    )


def events_of(entries: Sequence[Entry]) -> list[Event]:
    """All events of some entries."""
    return [event for entry in entries for event in entry.events]
