"""Intents as texts, and back, by the forms that all topics declare.

The texts are those that version 0.1.0 printed: what is on Discord goes on working.
"""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress

from bot.intents import (
    agreeing,
    deciding,
    hinting,
    learning,
    looking,
    managing,
    own_data,
    planning,
    preferring,
    reading,
    reviewing,
    seating,
    setting_up,
    solo,
    timing,
)
from bot.intents.forms import Form, Printed
from bot.intents.learning import InLesson
from bot.intents.planning import InPlan
from bot.intents.reviewing import InWhatIf
from bot.intents.values import Intent

__all__ = ["parse_intent", "print_intent"]

_FORMS: tuple[Form[Intent], ...] = (
    *agreeing.FORMS,
    *deciding.FORMS,
    *hinting.FORMS,
    *learning.FORMS,
    *looking.FORMS,
    *managing.FORMS,
    *own_data.FORMS,
    *planning.FORMS,
    *preferring.FORMS,
    *reading.FORMS,
    *reviewing.FORMS,
    *seating.FORMS,
    *setting_up.FORMS,
    *solo.FORMS,
    *timing.FORMS,
)
_OF_KIND: defaultdict[object, list[Form[Intent]]] = defaultdict(list)
_OF_WORD: defaultdict[str, list[Form[Intent]]] = defaultdict(list)
for _form in _FORMS:
    _OF_KIND[_form.kind].append(_form)
    _OF_WORD[_form.word].append(_form)


def print_intent(intent: Intent) -> Printed:
    """The text of an intent for a ``custom_id``, and the values that a select adds to it."""
    for form in _OF_KIND[type(intent)]:
        if (printed := form.print(intent)) is not None:
            return printed
    raise TypeError(f"{intent} has no form")


def parse_intent(text: str, values: Sequence[str] = ()) -> Intent:
    """Read an intent back, with the values that were chosen from a select.

    Raises ValueError if it is none, such as one of another version of this program.
    """
    word, colon, rest = text.partition(":")
    for form in _OF_WORD.get(word, ()):
        with suppress(LookupError, ValueError):
            intent = form.read(rest if colon else None, values)
            if isinstance(intent, InLesson | InPlan | InWhatIf):
                parse_intent(intent.text, intent.values)  # raises ValueError if it is none
            return intent
    raise ValueError(f"{text!r} with {list(values)} is no intent")
