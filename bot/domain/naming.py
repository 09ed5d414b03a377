"""Valid names and set-ups of games."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain, count

from bot.domain.refusals import Refusal, Refused
from engine import LAYOUTS, OPTIONS, Dynasty

NAME_LIMIT = 60
WORD_LIMIT = 64
"""Maximum length of a word for the fair bag."""
MOST_INVITED = 25
"""Maximum size of Discord's select menu for users."""
_DIGITS = 18
"""Maximum number of digits of a game's number."""
CAPACITIES = range(2, len(Dynasty) + 1)
USUAL_PRESET = "rulebook"
"""The preset of a game if nothing is chosen, and nothing else is usual in the server."""
PRESETS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "first game": ("classic", ("open",)),
    "rulebook": ("classic", ()),
    "everything": ("advanced", OPTIONS),
}
"""What a table plays with when it is opened with one word: board and options."""

_MENTION = re.compile(r"@(?:everyone|here)|<(?:@[!&]?|#)\d+>", re.IGNORECASE)
_JOINERS = "\u200c\u200d"  # format characters, but part of some scripts and emoji


def plain(text: str) -> str:
    """Return a name on one line."""
    return " ".join(text.split()) or "?"


def number_in(typed: str) -> int | None:
    """Return the number of a game in a user's text; None if it is not a valid number."""
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= _DIGITS
    return int(typed) if is_number else None


def is_visible(text: str) -> bool:
    """True if *text* has visible characters."""
    return any(sign.isprintable() and not sign.isspace() for sign in text)


def checked_name(name: str) -> str:
    """Return *name* stripped. Raises Refused if it is not a valid name of a game."""
    name = name.strip()
    if _has_controls(name):
        raise Refused(Refusal.NAME_CONTROL)
    if not is_visible(name):
        raise Refused(Refusal.NAME_EMPTY)
    if len(name) > NAME_LIMIT:
        raise Refused(Refusal.NAME_TOO_LONG, limit=NAME_LIMIT)
    if _MENTION.search(name):
        raise Refused(Refusal.NAME_MENTIONS)
    return name


def checked_word(word: str) -> str:
    """Return *word* normalised (NFC) and stripped, for the fair bag.

    Raises Refused if it is invalid.
    """
    word = unicodedata.normalize("NFC", word).strip()
    if _has_controls(word) or not is_visible(word) or len(word) > WORD_LIMIT:
        raise Refused(Refusal.WORD_INVALID, limit=WORD_LIMIT)
    return word


def unaccented(text: str) -> str:
    """Text as typed, so that it can be compared: lower case, without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_STROKES))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


_STROKES = str.maketrans("łøđ", "lod")
"""Letters that Unicode does not decompose."""


def _has_controls(text: str) -> bool:
    """True if *text* has line breaks, control characters or surrogates."""
    signs = (sign for sign in text if sign not in _JOINERS)
    return any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in signs)


def make_unique(name: str, taken: Iterable[str]) -> str:
    """Return *name*, with a number if it looks like one of *taken*."""
    seen = {_appearance(each) for each in taken}
    name = name if _appearance(name) else "?"
    names = chain([name], (f"{name} {number}" for number in count(2)))
    return next(each for each in names if _appearance(each) not in seen)


@lru_cache(4096)
def _appearance(name: str) -> str:
    """Return a key that is equal for names that look alike, and empty for an invisible name.

    It ignores case, blanks, and the script of letters that look alike.
    """
    plain = unicodedata.normalize("NFKC", name)
    folded = unicodedata.normalize("NFKC", plain.translate(_CAPITALS).casefold())
    seen = "".join(
        sign
        for sign in folded.translate(_LETTERS)
        if unicodedata.category(sign) not in _UNSEEN and sign not in _BLANK
    )
    return seen.replace("rn", "m")


_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_BLANK = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0))
) | frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Invisible characters of other categories than those in ``_UNSEEN``."""
_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧІЈЅАВЕКМНОРСТУХ", "abezhikmnoptyxijsabekmhopctyx")
"""Greek and Cyrillic capitals to similar Latin letters."""
_LETTERS = str.maketrans("αικνορτυχіјѕаеорсухһԁԛԝıɑɡil1|0", "alkvoptuxljsaeopcyxhdqwlagllllo")
"""Small letters to similar Latin ones, and Latin letters and digits that look alike."""


def checked_set_up(board: str, seats: int, options: Iterable[str]) -> tuple[str, ...]:
    """Return *options* in the engine's form. Raises Refused for an invalid set-up."""
    if board not in LAYOUTS:
        raise Refused(Refusal.UNKNOWN_BOARD, board=board)
    if seats not in CAPACITIES:
        raise Refused(Refusal.SEATS)
    chosen = tuple(sorted(set(options)))
    for option in chosen:
        if option not in OPTIONS:
            raise Refused(Refusal.UNKNOWN_OPTION, option=option)
    return chosen
