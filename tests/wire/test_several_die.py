"""Some of several processes die suddenly: the others go on with their games, and no harm is done.

The same for longer, with figures: ``tests.stand_in.kills`` and ``tests.stand_in.takeovers``.
"""

from pathlib import Path

import pytest

from tests.databases import new_database
from tests.stand_in.kills import Wanted, killed
from tests.stand_in.takeovers import WANTED, takeovers

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]


async def test_one_of_three_dies_again_and_again(tmp_path: Path) -> None:
    url = await new_database(tmp_path / "games")
    figures = await killed(Wanted(kills=4, a_round=4), tmp_path, url)
    assert figures.amiss == []
    assert figures.kills >= 4


async def test_what_a_process_leaves_is_shown_in_time(tmp_path: Path) -> None:
    """At the worst moment: it has just renewed its lease, of the usual length."""
    url = await new_database(tmp_path / "games")
    took = [seconds async for seconds in takeovers(tmp_path, url, deaths=1, seed=1)]
    assert max(took) <= WANTED
