"""What is said once."""

from bot.store.queries import sent_markers


async def test_it_is_said_once_until_it_is_forgotten(store, clock):
    assert await store.write(sent_markers.mark_sent, "lacks 1 2 a", clock())
    assert not await store.write(sent_markers.mark_sent, "lacks 1 2 a", clock())
    assert await store.write(sent_markers.mark_sent, "lacks 1 2 b", clock())
    await store.write(sent_markers.unmark, "lacks 1 2 a")
    assert await store.write(sent_markers.mark_sent, "lacks 1 2 a", clock())
    assert not await store.write(sent_markers.mark_sent, "lacks 1 2 b", clock())


async def test_everything_about_one_channel_is_forgotten_but_one(store, clock):
    keys = ["lacks 1 2 a", "lacks 1 2 b", "lacks 1 22 a", "lacks_1 2 a"]
    for key in keys:
        await store.write(sent_markers.mark_sent, key, clock())
    await store.write(sent_markers.unmark_all, "lacks 1 2 ", "lacks 1 2 b")
    said_anew = [key for key in keys if await store.write(sent_markers.mark_sent, key, clock())]
    assert said_anew == ["lacks 1 2 a"]
