"""How long a text of each kind may be, in English (docs/voice.md): most are read on a phone."""

import re
from collections.abc import Iterator

import pytest

from bot.domain import HintRule, Refusal, Topic
from engine import Reason
from tests.bot.i18n.kinds import ARGUMENTS, Kind, descriptions, labels


def too_long(texts: Iterator[tuple[str, str]], most: int) -> list[str]:
    """Each text that is longer than *most* characters, with its length.

    Its gaps are counted as two characters each.
    """
    found = [(where, re.sub(r"{\w+}", "00", text)) for where, text in texts]
    assert found
    return [f"{where}: {len(text)}: {text}" for where, text in found if len(text) > most]


@pytest.mark.parametrize("kind", ARGUMENTS, ids=lambda kind: kind.name)
def test_a_label_is_short(kind: Kind) -> None:
    found = ((f"{file}:{line}", text) for file, line, text in labels(kind))
    assert not too_long(found, kind.most)


def test_what_is_proposed_by_a_button_is_short_too() -> None:
    most = Kind.BUTTON.most
    assert not [topic.label for topic in Topic if len(topic.label) > most]
    assert not [rule.button for rule in HintRule if len(rule.button) > most]


@pytest.mark.parametrize("refusal", [*Reason, *Refusal], ids=lambda refusal: refusal.name)
def test_a_refusal_has_a_hundred_and_ten(refusal: Reason | Refusal) -> None:
    """The number of a rule that forbids it comes behind."""
    assert len(refusal.value) <= Kind.REFUSAL.most
    assert refusal.value.endswith(".")


def test_what_a_command_and_its_options_do_is_said_in_sixty() -> None:
    assert not too_long(descriptions(), Kind.DESCRIPTION.most)
