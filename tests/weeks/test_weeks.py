"""What people see while hours pass is true; weeks of it: ``python -m tests.weeks --check``."""

from random import Random

from people import world

from tests.weeks.playing import Weeks
from tests.weeks.truth import Truth


async def test_nothing_on_any_page_is_untrue_in_a_night_and_a_morning(tmp_path):
    async with world(tmp_path, Random(3)) as w:
        weeks, truth = Weeks(w, "daily", 3), Truth(3)
        await weeks.begin()
        for _ in range(4):
            await weeks.live(2 / 24)
            await truth(weeks)
        assert not truth.untrue
        assert truth.stamps > 30
