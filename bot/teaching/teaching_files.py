"""Teaching material in files: a position for each item, and its texts in English.

An item ``leaders`` is ``leaders.te`` (a position that may be followed by decisions) and
``leaders.toml``. So material is added without any code. Its texts are translated in the catalogues,
paragraph by paragraph.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine import Game, Step, read_game

_FOLDER = Path(__file__).parent
_TEXTS = ".toml"


class TeachingFiles:
    """The items in one folder beside this file, in the order of their names."""

    def __init__(self, folder: str) -> None:
        self._folder = _FOLDER / folder

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the items that have texts."""
        return _names(self._folder)

    def texts(self, name: str) -> Mapping[str, Any]:
        """An item's file of texts.

        Raises KeyError if there is no such item.
        """
        if name not in self.names:
            raise KeyError(name)
        return _read(self._folder / f"{name}{_TEXTS}")

    def played(self, name: str) -> Iterator[Game | Step]:
        """An item's position, then a step for each decision that follows it in the file.

        Raises KeyError if there is no such item.
        """
        if name not in self.names:
            raise KeyError(name)
        return read_game(_text(self._folder / f"{name}.te"))


@cache
def _names(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in folder.glob(f"*{_TEXTS}")))


@cache
def _read(file: Path) -> Mapping[str, Any]:
    return tomllib.loads(_text(file))


@cache
def _text(file: Path) -> str:
    return file.read_text("utf-8")
