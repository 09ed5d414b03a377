"""The base class of intents, and the forms in which Discord carries them.

A form is a word with the intent's fields behind it, in a ``custom_id`` and in the values of a
select. It follows from the class.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum, IntEnum
from functools import lru_cache
from typing import (
    Annotated,
    ClassVar,
    NamedTuple,
    TypeAlias,
    TypedDict,
    Unpack,
    dataclass_transform,
)

from bot.domain.game_lookup import Purpose
from bot.intents.spelling import (
    CARRIED,
    CHOSEN,
    OMITTED,
    Spelling,
    Values,
    marks_of,
    spelling_of,
    values_of,
)

NO_GAME = 0
"""In the place of a game's number: it is about all of them, or one yet to be chosen."""


class Placement(Enum):
    """The place of an answer."""

    IN_PLACE = "in place"
    """In the message that was pressed, if only its user sees it; else in a new one."""
    BELOW = "below"
    """In a new message: the one that was pressed stays as it is."""
    WINDOW = "window"
    """In a window to write into."""


class Ownership(IntEnum):
    """Rights of an owner of the bot's application; each includes those before."""

    NONE = 0
    LOOK = 1
    ACT = 2


Word: TypeAlias = str | tuple[str, str] | Mapping[str, Mapping[str, object]]
"""The word of a class; or two, for False and True in its only bool; or several, each with the
fields that it stands for. An empty one: no button means such an intent."""


class _Declared(TypedDict, total=False):
    placement: Placement
    changes_posts: bool
    manager_only: bool
    owner_only: Ownership
    purpose: Purpose


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Intent:
    """Something that a user wants: by a button, a select, a window, or a command.

    A class of intents is a frozen dataclass. It declares how it is answered, and how it stands in a
    ``custom_id``, as arguments behind its base class: its *word* (see :data:`Word`), and the
    *separator* between its fields.
    """

    forms: ClassVar[tuple["Form", ...]] = ()
    """The forms in which it is printed and read; none without a word."""
    placement: ClassVar[Placement] = Placement.IN_PLACE
    changes_posts: ClassVar[bool] = False
    """True if it changes which messages are due, or how they look, and nothing of the game."""
    manager_only: ClassVar[bool] = False
    """True if only users who manage the server may want it."""
    owner_only: ClassVar[Ownership] = Ownership.NONE
    """The right that a user needs as an owner of the bot's application."""
    purpose: ClassVar[Purpose] = Purpose.PLAY
    """The games that a command may mean which names none."""

    def __init_subclass__(
        cls, *, word: Word = "", separator: str = ":", **declared: Unpack[_Declared]
    ) -> None:
        """Make the class a dataclass, and register its forms."""
        for name, value in declared.items():
            setattr(cls, name, value)
        dataclass(frozen=True)(cls)
        cls.forms = register(cls, word, separator)

    def placed(self, _game: int | None) -> Placement:
        """Return the place of the answer to a press on a message about that *game*."""
        return self.placement


class Printed(NamedTuple):
    """An intent as Discord carries it: a text, and the values chosen from a select."""

    text: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which intents of a class are printed and read."""

    word: str
    kind: type[Intent]
    fixed: Mapping[str, object]
    """The fields that the word stands for."""
    written: Mapping[str, Spelling]
    """The fields in the text, in this order."""
    omitted: Mapping[str, object]
    """The last of them, which are left out where they have these values."""
    carried: str | None
    """The field behind them that is an intent itself."""
    chosen: Mapping[str, Values]
    """The fields among the values chosen from a select."""
    separator: str
    """It stands between the fields in the text. The last one may contain it."""

    def print(self, intent: Intent) -> Printed | None:
        """Print an intent of that class; None if it has another form."""
        if any(getattr(intent, name) != value for name, value in self.fixed.items()):
            return None
        names = [*self.written]
        while names and names[-1] in self.omitted:
            if getattr(intent, names[-1]) != self.omitted[names[-1]]:
                break
            names.pop()
        texts = [self.written[name].write(getattr(intent, name)) for name in names]
        values = [
            each
            for name, chosen in self.chosen.items()
            for each in chosen.write(getattr(intent, name))
        ]
        if self.carried is not None:
            text, more = print_intent(getattr(intent, self.carried))
            texts.append(text)
            values += more
        text = f"{self.word}:{self.separator.join(texts)}" if texts else self.word
        return Printed(text, tuple(values))

    def read(self, text: str | None, values: Sequence[str]) -> Intent:
        """Read an intent from what stands behind the word, None for nothing, and chosen values.

        Raises LookupError or ValueError if it is not of this form.
        """
        most = len(self.written) + (self.carried is not None)
        texts = [] if text is None else text.split(self.separator, max(most - 1, 0))
        if not most - len(self.omitted) <= len(texts) <= most:
            raise ValueError(f"{text!r} are too many fields, or too few")
        given = dict(self.fixed)
        for (name, spelling), written in zip(self.written.items(), texts, strict=False):
            given[name] = spelling.read(written)
        for name, chosen in self.chosen.items():
            given[name] = chosen.read(values)
        if self.carried is not None:
            given[self.carried] = parse_intent(texts[-1], values)
        return self.kind(**given)


_FORMS_OF_WORD: defaultdict[str, list[Form]] = defaultdict(list)
"""All forms with a word, in the order in which they are tried."""


@lru_cache(maxsize=4096)  # the same buttons are shown again and again
def print_intent(intent: Intent) -> Printed:
    """The text of an intent for a ``custom_id``, and the values that a select adds to it."""
    for form in intent.forms:
        if (printed := form.print(intent)) is not None:
            return printed
    raise TypeError(f"{intent} has no form")


def parse_intent(text: str, values: Sequence[str] = ()) -> Intent:
    """Read an intent back, with the values that were chosen from a select.

    Raises ValueError if it is none, such as one of another version of this program.
    """
    word, colon, rest = text.partition(":")
    for form in _FORMS_OF_WORD.get(word, ()):
        with suppress(LookupError, ValueError):
            return form.read(rest if colon else None, values)
    raise ValueError(f"{text!r} with {list(values)} is no intent")


def register(kind: type[Intent], words: Word, separator: str) -> tuple[Form, ...]:
    """Make the forms of a class, to be tried in the order of classes.

    Raises ValueError for a word of another module, as then the order of imports would matter.
    """
    said: Mapping[str, Mapping[str, object]]
    match words:
        case "":
            return ()
        case str():
            said = {words: {}}
        case (off, on):
            (flag,) = (each.name for each in fields(kind) if each.type is bool)
            said = {off: {flag: False}, on: {flag: True}}
        case _:
            said = words
    forms = tuple(_form(kind, word, fixed, separator) for word, fixed in said.items())
    for form in forms:
        others = _FORMS_OF_WORD[form.word]
        if any(other.kind.__module__ != kind.__module__ for other in others):
            raise ValueError(f"another module has a word of {kind.__name__}")
        others.append(form)
    return forms


def read_if_chosen(kind: type[Intent], word: str, **chosen: Values) -> None:
    """Read intents of a class from chosen values, too, though they are not printed so."""
    _FORMS_OF_WORD[word].append(Form(word, kind, {}, {}, {}, None, chosen, ":"))


def _form(kind: type[Intent], word: str, fixed: Mapping[str, object], separator: str) -> Form:
    written: dict[str, Spelling] = {}
    omitted: dict[str, object] = {}
    chosen: dict[str, Values] = {}
    carried: str | None = None
    for each in fields(kind):
        name, marks = each.name, marks_of(each.type)
        if name in fixed:
            continue
        if CARRIED in marks:
            carried = name
        elif CHOSEN in marks:
            chosen[name] = values_of(each.type, len(chosen), each.default)
        else:
            written[name] = spelling_of(each.type, each.default if OMITTED in marks else MISSING)
            if OMITTED in marks:
                omitted[name] = each.default
    return Form(word, kind, fixed, written, omitted, carried, chosen, separator)


Carried: TypeAlias = Annotated[Intent, CARRIED]
"""A field that is another intent: the last one in the text, with its values."""


class Turning(Intent):
    """Something that is answered below, but by turning the page on one that leads there."""

    turning: bool = field(default=False, kw_only=True)

    def placed(self, _game: int | None) -> Placement:
        """In place of the page that is turned."""
        return Placement.IN_PLACE if self.turning else Placement.BELOW
