"""Long lists of cases: the first is always tested, and all with ``pytest -m slow``."""

import pytest


def longer(cases):
    """The cases as values for ``parametrize``: all but the first are slow."""
    first, *others = cases
    return [first, *(pytest.param(each, marks=pytest.mark.slow) for each in others)]


def some_longer(cases, every):
    """The same for long lists: one of every few is always tested."""
    return [
        case if number % every == 0 else pytest.param(case, marks=pytest.mark.slow)
        for number, case in enumerate(cases)
    ]
