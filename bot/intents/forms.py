"""Forms: how Discord carries an intent, in a ``custom_id`` and in the values of a select.

Each feature registers the forms of its intents, once for printing and reading: a word, and for
each field where it stands and how it is read. A field that is not mentioned is as it is by
default. ``tests/bot/test_intents.py`` tells if an intent has no form, or is not read back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

from bot.intents.intent import Intent

__all__ = [
    "AS_USUAL",
    "BOT",
    "BOTS",
    "USER",
    "USERS",
    "VALUES",
    "Chosen",
    "chosen",
    "form",
    "page",
    "register",
    "spelt",
    "user_id",
    "written",
]

BOT = "bot"
"""What a chosen user is called who is none that could play."""

AS_USUAL = "-"
"""What is chosen of a list to have it in one game as in all."""

_USERS = range(1, 2**63)
_MOST_PAGES = 1000

_T = TypeVar("_T")


class Printed(NamedTuple):
    """An intent as Discord carries it: a text, and the values chosen from a select."""

    text: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """How intents of a kind are printed and read."""

    word: str
    kind: type[Intent]
    places: Mapping[str, _Place]
    """Where each field stands: those in the text in this order."""
    apart: str
    """What stands between them. The last may contain it."""

    def print(self, intent: object) -> Printed | None:
        """Print an intent of that kind; None if it has another form."""
        fields = {
            name: getattr(intent, name) if isinstance(place, (Written, Chosen)) else place
            for name, place in self.places.items()
        }
        if self.kind(**fields) != intent:
            return None
        texts: list[str] = []
        values: list[str] = []
        for name, place in self.places.items():
            if isinstance(place, Written):
                texts.append(place.write(fields[name]))
            elif isinstance(place, Chosen):
                values += place.write(fields[name])
        text = f"{self.word}:{self.apart.join(texts)}" if texts else self.word
        return Printed(text, tuple(values))

    def read(self, text: str | None, values: Sequence[str]) -> Intent:
        """Read an intent from what stands behind the word, None for nothing, and chosen values.

        Raises LookupError or ValueError if it is not of this form.
        """
        count = sum(isinstance(place, Written) for place in self.places.values())
        texts = [] if text is None else text.split(self.apart, max(count - 1, 0))
        if len(texts) != count:
            raise ValueError(f"{text!r} is more or less than there is in this form")
        left = iter(texts)
        fields: dict[str, object] = {}
        for name, place in self.places.items():
            match place:
                case Written():
                    fields[name] = place.read(next(left))
                case Chosen():
                    fields[name] = place.read(values)
                case _:
                    fields[name] = place
        return self.kind(**fields)


def form(word: str, kind: type[Intent], apart: str = ":", **places: _Place) -> Form:
    """Declare a form of intents of a *kind*, with *places* by the names of its fields."""
    return Form(word, kind, places, apart)


FORMS_OF_KIND: defaultdict[type[Intent], list[Form]] = defaultdict(list)
FORMS_OF_WORD: defaultdict[str, list[Form]] = defaultdict(list)
"""All forms of a kind, or with a word, in the order in which they are tried."""


def register(*forms: Form) -> None:
    """Register the forms of a feature's intents.

    Of several forms of a kind, or with one word, the first one that fits is taken. Raises
    ValueError for a word of another feature, as then the order of imports would matter.
    """
    if taken := FORMS_OF_WORD.keys() & {each.word for each in forms}:
        raise ValueError(f"another feature has {sorted(taken)}")
    for each in forms:
        FORMS_OF_KIND[each.kind].append(each)
        FORMS_OF_WORD[each.word].append(each)


# --- where a field stands ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Written:
    """In the text, behind the word. What it is written from is of the field's own type."""

    read: Callable[[str], object]
    write: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Chosen:
    """Among the values that are chosen from a select."""

    read: Callable[[Sequence[str]], object]
    write: Callable[[Any], Iterable[str]]


_Place: TypeAlias = Written | Chosen | bool | str
"""A field that is the same in all intents of a form stands nowhere: it is declared by its value."""


def written(
    read: Callable[[str], _T], write: Callable[[_T], str] = str, *, none: str | None = None
) -> Written:
    """Declare a field that stands in the text; if it may be None, *none* is how that is written."""
    if none is None:
        return Written(read, write)
    return Written(
        lambda text: None if text == none else read(text),
        lambda value: none if value is None else write(value),
    )


def chosen(
    read: Callable[[str], _T],
    write: Callable[[_T], str] = str,
    *,
    none: str | None = None,
    at: int = 0,
) -> Chosen:
    """Declare a field that is one value, the first or that *at* a place; *none* as if written."""
    one = written(read, write, none=none)
    return Chosen(lambda values: one.read(values[at]), lambda value: (one.write(value),))


def spelt(**words: object) -> Written:
    """Declare a field that stands in the text as one of these words, each for a value."""
    word_of = {value: word for word, value in words.items()}
    return Written(words.__getitem__, word_of.__getitem__)


# --- fields that there are in several topics -----------------------------------------------------


def user_id(text: str) -> int:
    """A user's number. Raises ValueError for one that Discord does not have, nor the database."""
    number = int(text)
    if number not in _USERS:
        raise ValueError(f"{number} is no user's number")
    return number


def page(text: str) -> int:
    """The number of a page, from 0. Raises ValueError if it is none."""
    return min(max(int(text), 0), _MOST_PAGES)


VALUES = Chosen(tuple, tuple)
"""All values that are chosen, as they are."""
USER = Chosen(
    lambda values: None if not values or values[0] == BOT else user_id(values[0]),
    lambda user: (BOT if user is None else str(user),),
)
"""The one user who is chosen; None for nobody, or one who could not play."""
USERS = Chosen(
    lambda values: tuple(user_id(value) for value in values if value != BOT),
    lambda users: map(str, users),
)
"""All users who are chosen and could play."""
BOTS = Chosen(lambda values: BOT in values, lambda bots: (BOT,) if bots else ())
"""Whether a user is chosen who could not play."""
