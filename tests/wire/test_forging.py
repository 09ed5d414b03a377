"""Forgeries are answered, tell nothing and change nothing.

The same for much longer: ``python -m tests.stand_in.forging``.
"""

import pytest

from tests.stand_in.forging import forged


@pytest.mark.slow
async def test_forged_presses_windows_commands_and_floods(tmp_path):
    forgers = await forged(tmp_path, 400, seed=1)
    assert forgers.amiss == []
    assert min(forgers.sent[place.name] for place in forgers.places) >= 50
    assert forgers.answers["I can't find that game. `/games` lists yours."] > 100
