"""What holds for the whole run of tests."""

import gc


def pytest_collection_finish() -> None:
    """Look less often for garbage in cycles, and never among what lives to the end of the run.

    All modules and tests are there by now, and would be searched again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
