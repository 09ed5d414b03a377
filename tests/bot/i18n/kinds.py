"""The kinds of texts in the catalogue, with their greatest lengths in English."""

import ast
import re
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.commands.slash_commands import add_commands
from bot.content.needs import NEEDS
from bot.domain.hint_rule import HintRule
from bot.domain.proposals import Topic
from bot.domain.refusals import Refusal
from bot.i18n.times import WEEKDAYS
from bot.teaching.lessons import LESSONS
from bot.teaching.rule_pages import SHELF, page
from engine import DECISION_CAPTIONS, Lying, Reason
from render.panels.labels import ENGLISH

ROOT = Path(__file__).parents[3]
TRANSLATED = {"_", "gettext", "N_", "NC_", "NN_", "ngettext", "pgettext"}
LOOKING_UP = re.compile(r"\b(?:_|N_|NC_|NN_|[np]?gettext)\(")


class Kind(Enum):
    """A kind of text for translators, and its most characters, by Discord or by docs/voice.md."""

    BUTTON = "Button", 20
    MOVE = "Button of a move", 34
    WINDOW = "Title or label in a window", 35
    SELECT = "Shown in a list until an entry is chosen", 100
    ENTRY = "Entry of a list, or what is below one", 100
    REFUSAL = "Why something was refused", 110
    DESCRIPTION = "What a command or an option of one is for", 60
    PICTURE = "On a picture, in one line", None
    ALT = "Part of what a picture shows, for those who cannot see it", None
    DECISION = "What a player is told to do, a sentence without its full stop", None
    BELOW_NAME = "On a picture, below the name of the player who is to do it", None
    EFFECT = "Beside a move or a space: what comes of it, a part of a list", None
    DONE = "What a player did in a turn, a part of a list behind the player's name", None
    SPACES = "Behind a letter, of several spaces: why a piece can't go there", None
    LYING = "What lies on a space, behind a colon", None
    TITLE = "Title of a lesson or a page of the rules, on a button and in a list", 60
    MENU = "Entry in Discord's menu of a person or of a message", 32
    WITHOUT = "Behind a permission on Discord: what fails without it", None
    HINTS = "Behind a colon: who gets hints", None
    WEEKDAY = "In a list of days off", None
    ZONE = "Cities of a time zone, in a list of zones", None
    TERMINAL = "In the host's terminal", None

    @property
    def most(self):
        """The most characters, of a kind that has a limit."""
        return self.value[1]

    @property
    def most_translated(self):
        """The most characters of a translation: most languages need more room than English."""
        return min(self.most * 7 // 5, _BY_DISCORD.get(self, 1000))

    @property
    def comment(self):
        """A line for translators."""
        what, most = self.value
        return f"{what}." if most is None else f"{what}. At most {most} characters."


_BY_DISCORD = {
    Kind.TITLE: 80,
    Kind.WINDOW: 45,
    Kind.ENTRY: 100,
    Kind.DESCRIPTION: 100,
    Kind.MENU: 32,
}
"""The most characters that Discord takes, where it is less than two fifths more."""
ARGUMENTS = {
    Kind.BUTTON: {"Button": ("label",), "Link": ("label",)},
    Kind.MOVE: {"AnswerOption": ("label",)},
    Kind.WINDOW: {"TextForm": ("title", "", "label"), "TextField": ("label",)},
    Kind.SELECT: dict.fromkeys(
        ("Select", "UserSelect", "ChannelSelect", "RoleSelect"), ("placeholder",)
    ),
    Kind.ENTRY: {"Option": ("label", "", "description")},
}
"""Kinds by call and argument; the place of an argument counts separately."""

FILES = {
    "engine/values/decisions.py": Kind.DECISION,
    "render/panels/labels.py": Kind.PICTURE,
    "bot/commands/context_menus.py": Kind.MENU,
    "bot/i18n/alt_text.py": Kind.ALT,
    "bot/parts/turn/choosers.py": Kind.EFFECT,
    "bot/parts/turn/previews.py": Kind.EFFECT,
    "bot/i18n/short_events.py": Kind.DONE,
    "bot/i18n/zones.toml": Kind.ZONE,
    "bot/local/startup.py": Kind.TERMINAL,
}


@cache
def calls():
    """Every call in the files that look texts up, each with its file."""
    return tuple(
        (file.relative_to(ROOT).as_posix(), node)
        for folder in ("engine", "render", "bot")
        for file in sorted((ROOT / folder).rglob("*.py"))
        if LOOKING_UP.search(code := file.read_text("utf-8"))
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call)
    )


def labels(kind):
    """Each text that is an argument by which it is of this kind, with its file and line."""
    for file, call in calls():
        if isinstance(call.func, ast.Name):
            for label in _arguments(call, ARGUMENTS[kind].get(call.func.id, ())):
                for text in _translated(label):
                    yield file, label.lineno, text


def _translated(label):
    """The texts of the catalogue that a label may be, if it is nothing else."""
    match label:
        case ast.IfExp(body=one, orelse=other):
            yield from _translated(one)
            yield from _translated(other)
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)) if name in TRANSLATED:
            texts = [str(each.value) for each in label.args if isinstance(each, ast.Constant)]
            yield from texts[1:] if name in {"pgettext", "NC_"} else texts


def _arguments(call, names):
    """The arguments with these names, or at one of these places."""
    for name, argument in zip(names, call.args, strict=False):
        if name:
            yield argument
    yield from (each.value for each in call.keywords if each.arg in filter(None, names))


def descriptions():
    """Each command and each of its options, with its description."""
    tree = app_commands.CommandTree[Any](discord.Client(intents=discord.Intents.none()))
    add_commands(tree)
    yield from _descriptions(tree)


def _descriptions(tree):
    for command in tree.walk_commands():
        assert not isinstance(command, app_commands.ContextMenu)
        yield command.qualified_name, command.description
        if isinstance(command, app_commands.Command):
            for parameter in command.parameters:
                yield f"{command.qualified_name} {parameter.name}", str(parameter.description)


@cache
def _known():
    """The kinds of texts that are known wherever they are written."""
    buttons = [topic.label for topic in Topic] + [rule.button for rule in HintRule]
    return {
        **{text: Kind.DESCRIPTION for _, text in descriptions()},
        **dict.fromkeys((each.value for each in (*Reason, *Refusal)), Kind.REFUSAL),
        **dict.fromkeys((each.of_spaces for each in Reason), Kind.SPACES),
        **dict.fromkeys((each.value for each in Lying), Kind.LYING),
        **dict.fromkeys((each.without for each in NEEDS), Kind.WITHOUT),
        **dict.fromkeys((each.sentence for each in HintRule), Kind.HINTS),
        **dict.fromkeys(WEEKDAYS, Kind.WEEKDAY),
        **dict.fromkeys(buttons, Kind.BUTTON),
        **dict.fromkeys(_below_names(), Kind.BELOW_NAME),
        **dict.fromkeys(titles(), Kind.TITLE),
    }


def titles():
    """The titles of lessons and of pages of the rules, and the questions of examples."""
    yield from (lesson.title for lesson in LESSONS.every())
    yield from (page(name).title for name in SHELF.names if name != "contents")


def _below_names():
    """The captions below the decider's name on pictures."""
    yield from DECISION_CAPTIONS.values()
    yield from (ENGLISH.internal_conflict, ENGLISH.external_conflict)
    yield from (ENGLISH.build_monument, ENGLISH.build_ziggurat, ENGLISH.ending)


@cache
def _in_calls():
    return {(file, text): kind for kind in ARGUMENTS for file, _, text in labels(kind)}


def kind_of(file, text):
    """The kind of a text in that file, if it is known."""
    return _in_calls().get((file, text)) or _known().get(text) or FILES.get(file)
