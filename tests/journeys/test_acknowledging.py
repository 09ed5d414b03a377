"""Whether an interaction is this program's to act on follows from how Discord answers."""

from pathlib import Path

import pytest
from people import world

LOST, ALREADY = (500, 0), (400, 40060)
"""Perhaps acknowledged, or not; acknowledged already."""


@pytest.mark.parametrize(
    ("answers", "acts"),
    [
        ([ALREADY], False),  # by another program
        ([LOST, ALREADY], True),  # by this one
        ([LOST, LOST, ALREADY], True),
        ([LOST, LOST, LOST], True),
    ],
)
async def test_what_another_program_has_acknowledged_is_left_to_it(
    tmp_path: Path, answers: list[tuple[int, int]], acts: bool
) -> None:
    async with world(tmp_path) as w:
        for status, code in answers:
            w.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code)
        await w.person("ann").member.slash(w.channel, "open", name="Ur", seats=2)
        await w.env.settle()
        assert bool([each for each in w.channel.history() if not each.flags.ephemeral]) is acts
