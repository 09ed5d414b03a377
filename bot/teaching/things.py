"""Explanations of new things: a sentence, and a page of the rules."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from bot.domain.taught import Thing


class Explained(NamedTuple):
    """An explanation of a thing."""

    text: str
    """A sentence in English; it begins with the thing's name."""
    page: str
    """The page of the rules about it."""


EXPLAINED: Mapping[Thing, Explained] = {
    Thing(row["thing"]): Explained(row["text"], row["page"])
    for row in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["thing"]
}
