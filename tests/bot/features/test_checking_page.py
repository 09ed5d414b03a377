"""What `/check` says: every permission, what fails without it, and what mends it."""

from dataclasses import replace

from bot.content.content import MOST_TEXT, Link
from bot.content.needs import (
    ATTACH,
    IN_CHANNEL,
    NEEDS,
    OF_THREAD,
    OPEN_THREADS,
    SEND_IN_THREADS,
    VIEW,
)
from bot.features.server.checking_page import CheckedPlace, CheckedServer, checking_page
from bot.i18n import Words

ALL = frozenset(need.permission for need in NEEDS)
HERE = CheckedPlace(100, thread=False, has=ALL)
LINK = "https://discord.com/oauth2/authorize?client_id=1"
WELL = CheckedServer(HERE, (), ALL, "Two Rivers", LINK)


def shown(server):
    page = checking_page(Words.of("en"), server)
    assert len(page.text) <= MOST_TEXT
    return page


def without(place, *needs):
    return replace(place, has=place.has - {need.permission for need in needs})


def line(page, part):
    (found,) = (each for each in page.text.splitlines() if part in each)
    return found


def test_each_permission_is_listed_with_what_fails_without_it():
    page = shown(WELL)
    for need in NEEDS:
        assert line(page, f"**{need.title}**") == f"✅ **{need.title}** – {need.without}"
    assert page.text.startswith("✅ I have all the permissions that I need.")
    assert not page.rows
    page = shown(replace(WELL, here=replace(HERE, thread=True)))
    listed = [each for each in NEEDS if f"**{each.title}**" in page.text]
    assert set(listed) == set(OF_THREAD)


def test_what_is_missing_is_marked_by_whether_a_game_can_be_shown_all_the_same():
    for need in NEEDS:
        page = shown(replace(WELL, here=without(HERE, need)))
        sign = "❌" if need in IN_CHANNEL else "⚠️"
        assert line(page, f"**{need.title}**").startswith(f"{sign} ")


def test_what_a_channel_takes_away_is_given_in_its_settings_and_in_a_thread_too():
    page = shown(replace(WELL, here=without(HERE, ATTACH, OPEN_THREADS)))
    mending = line(page, "To fix it in <#100>")
    assert "Two Rivers. Allow: Attach Files and Create Public Threads." in mending
    assert not page.rows
    thread = replace(HERE, channel_id=200, thread=True, shown_in=100)
    page = shown(replace(WELL, here=without(thread, SEND_IN_THREADS)))
    assert "To fix it in <#100>" in page.text


def test_what_is_missing_everywhere_is_given_by_adding_the_bot_anew():
    server = replace(WELL, here=without(HERE, VIEW), in_server=ALL - {VIEW.permission})
    page = shown(server)
    assert "I lack: View Channel." in line(page, "To fix it in the whole server")
    assert "To fix it in <#" not in page.text
    ((button,),) = page.rows
    assert button == Link("Add me again", LINK)


def test_slowmode_a_lock_and_commands_that_not_everybody_may_type_are_told():
    thread = replace(HERE, thread=True, slowmode=30, locked=True, typed_by_all=False)
    page = shown(replace(WELL, here=thread))
    assert "30 seconds" in line(page, "Slowmode")
    assert line(page, "locked**") == (
        "❌ **The thread is locked**, so no button works. Unlock it in its menu. You need "
        "this permission: Manage Threads."
    )
    assert page.text.startswith("What I need in ")  # that is not all that is needed
    assert line(page, "Use Application Commands").startswith("⚠️")


def test_of_other_places_only_what_is_wrong_is_told_and_what_is_not_seen_is_counted():
    well = CheckedPlace(201, thread=True, has=ALL)
    faulty = without(replace(well, channel_id=202), ATTACH)
    hidden = replace(faulty, channel_id=203, visible=False)
    slow = replace(well, channel_id=204, slowmode=5)
    page = shown(replace(WELL, elsewhere=(well, faulty, hidden, slow), channels_gone=1))
    assert line(page, "<#202>") == "❌ <#202>: Attach Files"
    assert line(page, "<#204>") == "❌ <#204>: slowmode"
    assert "203" not in page.text
    assert "201" not in page.text
    assert "wrong in 1 place that you can't see" in page.text
    assert "in 1 other place" in page.text
    assert "1 game has lost its channel" in page.text
    assert "I have all the permissions" not in page.text


def test_whatever_is_wrong_it_fits_into_a_message():
    nothing = replace(HERE, has=frozenset(), slowmode=21600, typed_by_all=False)
    many = tuple(
        replace(nothing, channel_id=10**19 + number, thread=True, locked=True, visible=number > 5)
        for number in range(40)
    )
    nothing = replace(nothing, channel_id=10**19, shown_in=10**19)
    server = CheckedServer(nothing, many, frozenset(), "R" * 100, LINK, channels_gone=1000)
    page = shown(server)
    named = [each for each in page.text.splitlines() if each.startswith("❌ <#")]
    assert f"and {34 - len(named)} more place" in page.text
    assert len(named) < 34
