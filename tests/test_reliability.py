"""``docs/reliability.md`` names tests that there are."""

import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]
_ROWS = [
    row.strip("|").split("|")
    for row in (_ROOT / "docs/reliability.md").read_text("utf-8").splitlines()
    if row.startswith("| ") and not row.startswith("| promised")
]


@pytest.mark.parametrize("held_by", [row[-1] for row in _ROWS])
def test_every_promise_names_its_tests(held_by: str) -> None:
    """A path, or a file beside the one named before; in italics, words of a test's name."""
    folder = source = ""
    for path, phrase in re.findall(r"`([^` ]*/[^` ]+|test_\w+\.py)`|(?<!\*)\*([^*]+)\*", held_by):
        if path:
            folder = str(Path(path).parent) if "/" in path else folder
            named = _ROOT / (path if "/" in path else f"{folder}/{path}")
            files = named.rglob("*.py") if named.is_dir() else [named]
            source = "".join(each.read_text("utf-8") for each in files)
        else:
            words = phrase.replace("'", "").lower()
            assert re.sub(r"\W+", "_", words) in source or phrase in source, phrase


def test_every_promise_is_made_once() -> None:
    """Not even in other words, if it begins in the same way."""
    assert len({row[0][:40] for row in _ROWS}) == len(_ROWS)
