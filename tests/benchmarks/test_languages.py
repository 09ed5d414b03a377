"""The cost of all languages at the start: milliseconds and megabytes (run on demand)."""

import tracemalloc

from bot.i18n.translations import Translations
from tests.bot.test_catalogue import CATALOGUES


def every_language():
    return [Translations.read(file) for file in CATALOGUES]


def test_all_languages_are_read(benchmark):
    """Compiled, as after the first start: at most 30 ms and 10 MB."""
    every_language()
    benchmark.pedantic(every_language, rounds=20)
    tracemalloc.start()
    kept = every_language()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"\n{len(kept)} languages: {size / 1e6:.1f} MB")
