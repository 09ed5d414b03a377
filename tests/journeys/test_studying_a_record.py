"""A user imports a record in a window, and steps through it."""

import pytest
from messages import components, labels
from people import GAMES, world

from bot.client.messages.conversion import FILE

RECORD = (GAMES / "two_people.te").read_bytes()


async def upload(person, page, *file, text=""):
    """Press *Import a record*, and submit the window with this file, or this text."""
    actor = person._actor(page)
    (opens,) = (
        each["custom_id"] for each in components(page) if each["label"] == "Import a record"
    )
    shown = await actor.click(page, custom_id=opens)
    assert [each["label"] for each in shown.modal["components"]] == [
        "A file that ends in .te",
        "Or paste it here",
    ]
    fields = {"text": text, **({FILE: file} if file else {})}
    return person._answer(await actor.submit_modal(shown, fields))


@pytest.mark.parametrize("directly", [False, True])
async def test_a_record_is_uploaded_stepped_through_and_tried(tmp_path, directly):
    async with world(tmp_path) as w:
        eve = w.person("eve")
        before = len(w.channel.history())
        page = await eve.slash("study", None if directly else w.channel)
        assert labels(page) == ["Import a record"]
        start = await upload(eve, page, "ur.te", RECORD)
        assert start.content.startswith("Imported. Only you see it.\n**ur** · the start")
        assert start.attachments[0].filename == "step-0.png"
        page = await eve.press(start, "Next turn")
        page = await eve.press(page, "Next conflict")
        page = await eve.press(page, "Last")
        assert "decision 77 of 77" in page.content
        page = await eve.press(page, "First")
        page = await eve.press(page, "What if …")
        assert "Only you see this. Nothing counts." in page.content
        assert len(w.channel.history()) == before, "nobody else has seen anything"
        await w.restart()
        page = await eve.press(page, "Back to the game")
        assert page.content.startswith("**ur** · the start")
        typed = await eve.slash("study", None if directly else w.channel)
        assert "You imported **ur**" in typed.content


async def test_an_unreadable_record_is_refused_and_the_earlier_one_stays(tmp_path):
    async with world(tmp_path) as w:
        eve = w.person("eve")
        page = await eve.slash("study", w.channel)
        pasted = await upload(eve, page, text=RECORD.decode())
        assert "**record** · the start" in pasted.content
        for file, said in (
            (("cat.png", b"\x89PNG\r\n\x1a\n"), "That file isn't text in UTF-8."),
            (("ur.te", RECORD + b"P nonsense\n"), "I can't read that record. Line 86: "),
            (("long.te", b"#" * 40_000), "A record has at most 32 KB."),
            ((), "Choose a file, or paste a record."),
        ):
            page = await upload(eve, await eve.slash("study", w.channel), *file)
            assert "Import a record" in labels(page), "to try again"
            (answer,) = w.last.followups
            assert answer.content.startswith(said)
            assert "\n" not in answer.content
        typed = await eve.slash("study", w.channel)
        page = await eve.press(typed, "Step through")
        assert "**record** · the start" in page.content
