"""Reads options of commands that a player typed instead of choosing a suggestion.

Every reader raises :class:`AnswerInstead` or Refused, with a sentence, for what it cannot read.
"""

import re
from collections.abc import Callable, Iterable

import discord

from bot.content.message import Content
from bot.content.names import safe
from bot.content.shortening import shorten
from bot.dispatch.context import AnswerInstead
from bot.domain.naming import unaccented
from bot.domain.refusals import Refusal, Refused
from bot.features.rules import contents_page
from bot.i18n import Words
from bot.i18n.catalogue import ONE_OF_EACH_FORM
from bot.i18n.signs import SQUARES
from bot.intents import Intent, parse_intent
from bot.intents.rules import SeeRule, SeeRules
from bot.intents.turn import Act, ActWithOwn, AskSwap, DrawRest, Move
from bot.teaching.rule_pages import search
from engine import (
    COLOURS,
    HAND_SIZE,
    LEADER_NAMES,
    Action,
    Cell,
    Colour,
    EndTurn,
    Leader,
    Level,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    TileCounts,
    WithdrawLeader,
    counts_of,
    parse_action,
    parse_piece,
)

_QUOTED = 40
"""The most characters of a player's own text that are shown back."""
_OF_A_TURN = PlaceTile | PlaceLeader | WithdrawLeader | PlaceCatastrophe | SwapTiles | EndTurn
"""Actions of a turn, which have commands of their own; all others answer a question."""
_VARIATION = "\N{VARIATION SELECTOR-16}"
"""Some keyboards put it behind a square."""
_BETWEEN = r"[ \t\n,、;+&]*"
"""Separators between two tiles."""
_TIMES = r"(?:([1-9])\s*[x×*]?\s*)?"
_NO_LETTER = r"(?![^\W\d])"
_LETTERS = re.compile(rf"{_TIMES}([krbg]+){_NO_LETTER}")


def player_id(chosen: discord.User | discord.Member) -> int | None:
    """Return the number of a member who can play; None for a bot, or for no member."""
    return chosen.id if isinstance(chosen, discord.Member) and not chosen.bot else None


def quoted(typed: str) -> str:
    """Quote a player's text: harmless, in one line, and shortened."""
    return f"“{safe(shorten(' '.join(typed.split()), _QUOTED))}”"


def read_cell(words: Words, text: str) -> Cell:
    """A space: ``E5``, ``e5``."""
    try:
        return Cell.parse(text.strip().upper())
    except ValueError:
        message = words._(
            "There's no space called {typed}. Spaces go from A1 to P11.", typed=quoted(text)
        )
        raise AnswerInstead(Content(message)) from None


def read_tile(words: Words, text: str) -> Colour:
    """A tile by letter, name or colour: ``r``, ``temple``, ``red``."""
    colour = _colour_named(text, lambda colour: names_of_tile(words, colour))
    if colour is None:
        message = words._(
            "There's no tile called {typed}. Choose one: {tiles}.",
            typed=quoted(text),
            tiles=words.one_of([words.tile(colour) for colour in COLOURS]),
        )
        raise AnswerInstead(Content(message))
    return colour


def read_leader(words: Words, text: str) -> Leader | Colour:
    """A leader in notation (``Ak``), or the player's by letter, role or colour: ``k``, ``King``."""
    try:
        piece = parse_piece(text.strip())
    except ValueError:
        pass
    else:
        if isinstance(piece, Leader):
            return piece
    # by its colour, too: nothing else is meant here
    colour = _colour_named(
        text, lambda colour: (*names_of_leader(words, colour), as_named(words.colour(colour)))
    )
    if colour is None:
        message = words._(
            "There's no leader called {typed}. Choose one: {leaders}.",
            typed=quoted(text),
            leaders=words.one_of([words.role(colour) for colour in COLOURS]),
        )
        raise AnswerInstead(Content(message))
    return colour


def about_leader(words: Words, text: str, cell: Cell | None) -> Move | ActWithOwn:
    """The request to put a leader on *cell* or, without one, to withdraw it."""
    leader = read_leader(words, text)
    if isinstance(leader, Colour):
        return ActWithOwn(leader, cell)
    return Move(WithdrawLeader(leader) if cell is None else PlaceLeader(leader, cell))


def read_swap(words: Words, text: str) -> AskSwap:
    """One to six tiles in any order, as :func:`tiles_typed` reads them."""
    counts = tiles_typed(words, text)
    if counts is None or not 1 <= sum(counts) <= HAND_SIZE:
        message = words._(
            "I can't read {typed}. Name one to six tiles, such as “krr” for these: {tiles}.",
            typed=quoted(text),
            tiles=words.tiles(counts_of("krr")),
        )
        raise AnswerInstead(Content(message))
    return AskSwap(counts)


def tiles_typed(words: Words, text: str) -> TileCounts | None:
    """Tiles by colour, name, letter or square, with numbers before them or repeated.

    ``red red blue``, ``2 red, farm``, ``🟥 2 × temple``, ``krr`` and ``🟥🟥🟦`` are read. None if
    anything is not.
    """
    named = [(colour, _tile_in_a_list(words, colour)) for colour in COLOURS]
    between = _between(words)
    rest = between.sub("", unaccented(text).replace(_VARIATION, ""), 1)
    counts = [0, 0, 0, 0]
    while rest:
        for colour, pattern in named:
            if found := pattern.match(rest):
                counts[colour] += int(found[1] or found[2] or 1)
                break
        else:
            found = _LETTERS.match(rest)
            if found is None:
                return None
            first, *more = map(Colour.parse, found[2])
            counts[first] += int(found[1] or 1)
            for colour in more:
                counts[colour] += 1
        rest = between.sub("", rest[found.end() :], 1)
    return counts[0], counts[1], counts[2], counts[3]


def _between(words: Words) -> re.Pattern[str]:
    """A pattern for separators before a tile, with the word before the last one of a list."""
    last = re.escape(unaccented(words.listed(("", ""))).strip())
    return re.compile(rf"^{_BETWEEN}(?:{last}(?=\W){_BETWEEN})?")


def _tile_in_a_list(words: Words, colour: Colour) -> re.Pattern[str]:
    """A pattern for tiles of *colour*; a square beside the name adds no tile."""
    longest_first = sorted(set(names_of_tile(words, colour)), key=len, reverse=True)
    named = "|".join(map(re.escape, longest_first))
    square = SQUARES[colour]
    return re.compile(rf"(?:{square}\s*)?{_TIMES}(?:{named}){_NO_LETTER}|{_TIMES}{square}")


def read_answer(words: Words, text: str) -> Act | DrawRest:
    """The answer to a question of the game, as suggested: in notation, mostly."""
    answer = _answer(text.strip())
    if answer is None:
        message = words._(
            "{typed} isn't an answer. Choose a suggested one; `/hand` shows what to decide.",
            typed=quoted(text),
        )
        raise AnswerInstead(Content(message))
    return answer


def _answer(text: str) -> Act | DrawRest | None:
    try:
        action: Action = parse_action(text)
    except ValueError:
        pass
    else:
        return None if isinstance(action, _OF_A_TURN) else Act(action)
    try:
        intent: Intent = parse_intent(text.lower())
    except ValueError:
        return None
    return intent if isinstance(intent, DrawRest) else None


def read_level(text: str) -> Level:
    """Read the level of a computer. Raises Refused if there is none of that name."""
    try:
        return Level(as_named(text))
    except ValueError:
        raise Refused(Refusal.UNKNOWN_LEVEL) from None


def read_topic(words: Words, text: str | None) -> SeeRule | SeeRules:
    """The page of the rules, or the question about them, that fits best; all pages for nothing."""
    if text is None:
        return SeeRules()
    fitting = search(text, words.paragraphs)
    if not fitting:
        message = words._("The rules say nothing about {typed}.", typed=quoted(text))
        raise AnswerInstead(contents_page(words, message))
    return SeeRule(fitting[0].name)


def as_named(text: str) -> str:
    """A name as typed, so that it can be compared: case, accents and further blanks don't count."""
    return " ".join(unaccented(text).split())


def names_of_tile(words: Words, colour: Colour) -> tuple[str, ...]:
    """Names of the tile of a colour, in English and in the player's language, for any number."""
    return tuple(
        as_named(re.sub(r"\d", "", name))
        for each in (Words.of("en"), words)
        for name in (
            each.tile(colour),
            each.colour(colour),
            *(each.some_tiles(count, colour) for count in ONE_OF_EACH_FORM),
            *(each.few_points(count, colour) for count in ONE_OF_EACH_FORM),
        )
    )


def names_of_leader(words: Words, colour: Colour) -> tuple[str, ...]:
    """Names of the leader of a colour, in English and in the player's language."""
    return as_named(LEADER_NAMES[colour]), as_named(words.role(colour))


def _colour_named(text: str, names: Callable[[Colour], Iterable[str]]) -> Colour | None:
    """The colour of which *text* is the letter, or one of the *names*."""
    typed = as_named(text)
    return next((each for each in COLOURS if typed in {each.letter, *names(each)}), None)
