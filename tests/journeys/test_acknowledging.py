"""Whether an interaction is this program's to act on follows from how Discord answers."""

import logging

from people import world

LOST, ALREADY = (500, 0), (400, 40060)
"""Perhaps acknowledged, or not; acknowledged already."""


async def test_what_another_program_has_acknowledged_is_left_to_it(tmp_path):
    """And not what this one has, or perhaps has."""
    async with world(tmp_path) as w:
        opened = []
        for answers in ([ALREADY], [LOST, LOST, ALREADY], [LOST, LOST, LOST]):
            for status, code in answers:
                w.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code)
            await w.person("ann").member.slash(w.channel, "open", name="Ur", seats=2)
            opened.append(sum("Players:" in each.content for each in w.channel.history()))
        assert opened == [0, 1, 2]


async def test_suggestions_that_discord_refuses_are_one_log_line_without_ids(tmp_path, caplog):
    """A late answer to a keystroke is not an error, and the log names no user or server."""
    async with world(tmp_path) as w:
        ann = w.person("ann")
        w.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
        await ann.suggested("hand", "game", "", w.channel)
    (told,) = (each for each in caplog.records if "autocomplete" in each.getMessage())
    assert told.levelno == logging.WARNING
    assert "10062" in told.getMessage()
    assert str(ann.id) not in caplog.text
    assert str(w.guild.id) not in caplog.text
