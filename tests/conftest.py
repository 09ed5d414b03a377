"""What holds for the whole run of tests."""

import gc

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("others", deadline=None, database=None)
settings.load_profile("same")
"""Random examples are the same in each run, but with ``--hypothesis-profile=others``."""


def pytest_collection_finish() -> None:
    """Look less often for garbage in cycles, and never among what lives to the end of the run.

    All modules and tests are there by now, and would be searched again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
