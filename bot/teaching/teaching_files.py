"""Teaching material in files: a position for each item, and its texts, a file per language.

An item ``leaders`` is ``leaders.te`` (a position that may be followed by decisions) and
``leaders.en.toml``; a translation is one more file beside them, ``leaders.pt_BR.toml``. So
material is added and translated without any code.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine import Game, Step, read_game

_FOLDER = Path(__file__).parent
_SOURCE = "en"


class TeachingFiles:
    """The items in one folder beside this file, in the order of their names."""

    def __init__(self, folder: str) -> None:
        self._folder = _FOLDER / folder

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the items that have an English text."""
        return _names(self._folder)

    def texts(self, name: str, locale: str) -> Mapping[str, Any]:
        """An item's texts in the language of *locale* (``pt_BR``), else in English.

        Raises KeyError if there is no such item.
        """
        if name not in self.names:
            raise KeyError(name)
        language = locale.partition("_")[0]
        files = (self._folder / f"{name}.{each}.toml" for each in (locale, language, _SOURCE))
        return _read(next(file for file in files if file.is_file()))

    def played(self, name: str) -> Iterator[Game | Step]:
        """An item's position, then a step for each decision that follows it in the file.

        Raises KeyError if there is no such item.
        """
        if name not in self.names:
            raise KeyError(name)
        return read_game(_text(self._folder / f"{name}.te"))


@cache
def _names(folder: Path) -> tuple[str, ...]:
    suffix = f".{_SOURCE}.toml"
    return tuple(sorted(file.name.removesuffix(suffix) for file in folder.glob(f"*{suffix}")))


@cache
def _read(file: Path) -> Mapping[str, Any]:
    return tomllib.loads(_text(file))


@cache
def _text(file: Path) -> str:
    return file.read_text("utf-8")
