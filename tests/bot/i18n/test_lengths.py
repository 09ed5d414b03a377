"""How long a text of each kind may be, in English (docs/voice.md): most are read on a phone."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.client.base import RiversClient
from bot.commands.commands import add_commands
from bot.domain import HintRule, Refusal, Topic
from engine import Reason

ROOT = Path(__file__).parents[3]
DESCRIPTION = 60
BUTTON = 20
WINDOW = 35
REFUSAL = 110
TRANSLATED = {"_", "gettext", "N_", "ngettext", "pgettext"}


def translated(label: ast.expr) -> Iterator[str]:
    """The texts of the catalogue that a label may be, if it is nothing else."""
    match label:
        case ast.IfExp(body=one, orelse=other):
            yield from translated(one)
            yield from translated(other)
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)) if name in TRANSLATED:
            texts = [each.value for each in label.args if isinstance(each, ast.Constant)]
            yield from texts[1:] if name == "pgettext" else texts


def labels(made: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Where in the code a text is an argument of one of these calls, by their names; and the text.

    Its gaps are counted as two characters each.
    """
    for folder in ("bot", "engine"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    for label in _arguments(node, made.get(node.func.id, ())):
                        where = f"{file.relative_to(ROOT)}:{label.lineno}"
                        yield from ((where, re.sub(r"{\w+}", "00", it)) for it in translated(label))


def _arguments(call: ast.Call, names: tuple[str, ...]) -> Iterator[ast.expr]:
    """Those of the arguments that have these names, or no name and the place of one of these."""
    for name, argument in zip(names, call.args, strict=False):
        if name:
            yield argument
    yield from (each.value for each in call.keywords if each.arg in filter(None, names))


def too_long(texts: Iterator[tuple[str, str]], most: int) -> list[str]:
    """Each text that is longer than *most* characters, with its length."""
    found = list(texts)
    assert len(found) > 5
    return [f"{where}: {len(text)}: {text}" for where, text in found if len(text) > most]


def test_a_button_has_twenty_characters() -> None:
    """A move may have more: its label names pieces and spaces, and is put together elsewhere."""
    assert not too_long(labels({"Button": ("label",), "Link": ("label",)}), BUTTON)


def test_what_is_proposed_by_a_button_has_twenty_characters_too() -> None:
    assert not [topic.label for topic in Topic if len(topic.label) > BUTTON]
    assert not [rule.button for rule in HintRule if len(rule.button) > BUTTON]


def test_the_title_and_the_labels_of_a_window_have_thirty_five() -> None:
    windows = {"TextForm": ("title", "", "label"), "TextField": ("label",)}
    assert not too_long(labels(windows), WINDOW)


@pytest.mark.parametrize("refusal", [*Reason, *Refusal], ids=lambda refusal: refusal.name)
def test_a_refusal_has_a_hundred_and_ten(refusal: Reason | Refusal) -> None:
    """The number of a rule that forbids it comes behind."""
    assert len(refusal.value) <= REFUSAL
    assert refusal.value.endswith(".")


def test_what_a_command_and_its_options_do_is_said_in_sixty() -> None:
    tree = app_commands.CommandTree[Any](discord.Client(intents=discord.Intents.none()))
    add_commands(tree)
    assert not too_long(_descriptions(tree), DESCRIPTION)


def _descriptions(tree: app_commands.CommandTree[RiversClient]) -> Iterator[tuple[str, str]]:
    """Each command and each of its options, with its description."""
    for command in tree.walk_commands():
        assert not isinstance(command, app_commands.ContextMenu)
        yield command.qualified_name, command.description
        if isinstance(command, app_commands.Command):
            for parameter in command.parameters:
                yield f"{command.qualified_name} {parameter.name}", str(parameter.description)
