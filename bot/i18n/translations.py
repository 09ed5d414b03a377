"""The texts of a language: as translators write them (``.po``), and compiled (``.json``).

Compiled they are read twenty times as fast; all languages are read when the bot starts. The build
runs this file alone, so it imports nothing of the program.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from gettext import c2py
from pathlib import Path

from babel.messages.pofile import read_po

_FORMAT = 1
"""To raise when what :func:`compile_catalogue` returns changes: compiled catalogues are kept."""
_CONTEXT = "\x04"
"""Between a context and its text, as in compiled catalogues of GNU gettext."""


class Translations:
    """The texts of one language by those in English, and which form goes with a number."""

    def __init__(self, texts: Mapping[str, str | list[str]], plural: str = "n != 1") -> None:
        self._texts = texts
        self._plural = c2py(plural)

    @classmethod
    def read(cls, catalogue: Path) -> "Translations":
        """The texts of a catalogue, ``.po`` or ``.json``.

        A ``.po`` is compiled once, if the place where Python puts compiled modules can be written.
        """
        is_compiled = catalogue.suffix == ".json"
        read = json.loads(
            catalogue.read_text("utf-8") if is_compiled else _compiled_once(catalogue)
        )
        return cls(read["texts"], read["plural"])

    def gettext(self, text: str, context: str | None = None) -> str:
        """The translation of *text*, else *text* itself."""
        key = text if context is None else context + _CONTEXT + text
        translated = self._texts.get(key, text)
        return translated if isinstance(translated, str) else translated[0]

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The form that goes with *count*."""
        forms = self._texts.get(one)
        return (one if count == 1 else many) if forms is None else forms[self._plural(count)]


def compile_catalogue(source: Path) -> str:
    """The catalogue of a language as JSON, without what is missing or fuzzy."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parent.parent.name)
    texts = {}
    for message in catalogue:
        one = message.id if isinstance(message.id, str) else message.id[0]
        if one and message.string and all(message.string) and not message.fuzzy:
            key = f"{message.context}{_CONTEXT}{one}" if message.context else one
            texts[key] = message.string
    return json.dumps({"plural": catalogue.plural_expr, "texts": texts}, ensure_ascii=False)


def _compiled_once(source: Path) -> str:
    """The compiled catalogue, which is kept where Python keeps compiled modules."""
    kept = source.parent / "__pycache__" / f"{source.stem}.{_FORMAT}.json"
    with suppress(OSError):
        if kept.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            return kept.read_text("utf-8")
    compiled = compile_catalogue(source)
    with suppress(OSError):  # nothing may be written here: the next start compiles again
        kept.parent.mkdir(exist_ok=True)
        part = kept.with_suffix(f".{os.getpid()}")
        part.write_text(compiled, "utf-8")
        part.replace(kept)  # whole at once, as several processes start together
    return compiled
