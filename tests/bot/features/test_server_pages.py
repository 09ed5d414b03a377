"""Pages for admins: within Discord's limits, and a sentence for each change."""

from dataclasses import replace

import pytest
from tabletop import ANNA, BEN, CORA, PLACE, running

from bot.client.messages.conversion import view_of
from bot.content.message import MOST_TEXT, Link, Select
from bot.content.names import Names, harmless, plain_names
from bot.content.needs import (
    ATTACH,
    IN_CHANNEL,
    NEEDS,
    OF_THREAD,
    OPEN_THREADS,
    SEND_IN_THREADS,
    VIEW,
)
from bot.domain.entries import Cancelled, OfferEnded, Why
from bot.domain.pace import PACES
from bot.domain.player import Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import NOTHING_SET, Rule, ServerRules
from bot.features.board import log_page
from bot.features.server.checking_page import CheckedPlace, CheckedServer, checking_page
from bot.features.server.managing import confirm_power, managed_page, managed_seat_page
from bot.features.server.settings_pages import page_of, rules_chosen, server_page
from bot.i18n import Words
from bot.intents import AS_USUAL
from bot.intents.server import Power, RulesPage, SetRule
from bot.parts.log_lines import by_admin
from engine import OPTIONS

ENGLISH = Words.of("en")
LONG = 10**19 - 1
EVERYTHING = ServerRules(
    channels=tuple(range(LONG - 25, LONG)),
    roles=tuple(range(LONG - 25, LONG)),
    most_games=7,  # in no list
    most_each=1000,
    board="advanced",
    options=tuple(OPTIONS)[:2],
    forbidden=tuple(OPTIONS)[2:],
    pace="bank",
    paces=tuple(PACES),
    reminders=False,
    language="en",
    zone="America/Argentina/ComodRivadavia",
    theme="light",
    silenced=tuple(range(LONG - 500, LONG)),
)
ZOE = Person(42, "Zoe *the* 1st")


@pytest.mark.parametrize("page", RulesPage)
def test_a_page_fits_in_a_message_and_what_is_set_is_chosen_to_begin_with(page):
    """Chosen again it changes nothing."""
    for rules in (NOTHING_SET, EVERYTHING):
        content = server_page(ENGLISH, rules, page)
        assert len(content.text) <= MOST_TEXT
        assert len(content.rows) <= 5
        view_of(content).to_components()
    rules = replace(EVERYTHING, zone=None)
    for row in server_page(ENGLISH, rules, page).rows:
        if isinstance(row, Select):
            rule = Rule(row.custom_id.rpartition(":")[2])
            chosen = tuple(option.value for option in row.options if option.chosen)
            assert page_of(rule) is page
            if rule is not Rule.PRESET:  # what is set is none of them
                assert rules.changed(**rules_chosen(SetRule(rule, chosen))) == rules


@pytest.mark.parametrize("rule", Rule)
def test_everything_can_be_as_it_is_everywhere_again(rule):
    several = rule in {Rule.CHANNELS, Rule.ROLES, Rule.OPTIONS, Rule.FORBIDDEN, Rule.PACES}
    changes = rules_chosen(SetRule(rule, () if several else (AS_USUAL,)))
    usual = {name: getattr(NOTHING_SET, name) for name in changes}
    assert changes == ({"options": ()} if rule is Rule.OPTIONS else usual)


def test_what_is_not_offered_cannot_be_chosen():
    for rule, chosen in (
        (Rule.CHANNELS, "general"),
        (Rule.MOST_GAMES, "-5"),
        (Rule.MOST_EACH, "many"),
        (Rule.PRESET, "nonsense"),
        (Rule.LANGUAGE, "tlh"),
        (Rule.THEME, "pink"),
    ):
        with pytest.raises(Refused) as refused:
            rules_chosen(SetRule(rule, (chosen,)))
        assert refused.value.refusal is Refusal.STALE


def test_a_time_zone_is_what_was_written_or_none():
    """An unknown time zone is refused when it is stored."""
    for written, zone in ((" Atlantis ", "Atlantis"), ("", None), (" ", None)):
        assert rules_chosen(SetRule(Rule.ZONE, (written,))) == {"zone": zone}


# --- games ----------------------------------------------------------------------------------------


async def test_only_seats_of_a_running_game_have_a_page(services):
    table = await running(services)
    for power in (Power.PAUSE, Power.GO_ON):  # it is not asked whether that is meant
        with pytest.raises(Refused):
            confirm_power(ENGLISH, table, power)
    assert managed_seat_page(ENGLISH, table, 2).rows
    with pytest.raises(Refused):
        managed_seat_page(ENGLISH, table, 3)
    after = await services.admins.end(table.id, PLACE.guild_id, ZOE, result=False)
    with pytest.raises(Refused):
        managed_seat_page(ENGLISH, after, 2)
    ((only,),) = managed_page(ENGLISH, after).rows
    assert only.label == "Remove the game"


async def test_everything_that_an_admin_did_is_in_the_log(services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=3, pace=PACES["daily"])
    await services.lobbies.join(table.id, BEN)
    table = await services.lobbies.join(table.id, CORA)
    where = (table.id, PLACE.guild_id, ZOE)
    await services.servers.change(PLACE.guild_id, ZOE, reminders=False)
    await services.admins.pause(*where)
    await services.admins.go_on(*where)
    await services.admins.offer_seat(*where, 1, Person(7, "Dan"))
    await services.admins.give_up_seat(*where, 2)
    table = await services.admins.end(*where, result=False)
    names = plain_names(table)
    page = log_page(ENGLISH, table, await services.games.history(table.id))
    lines = page.text.splitlines()
    for line in (
        "Zoe *the* 1st (admin) switched the reminders off.",
        "Zoe *the* 1st (admin) paused the game.",
        "Zoe *the* 1st (admin) resumed the game.",
        f"Zoe *the* 1st (admin) offered {names[1]}'s seat to Dan.",
        f"Zoe *the* 1st (admin) removed {names[2]} from their seat.",
        "Zoe *the* 1st (admin) ended the game without a result.",
    ):
        assert harmless(line) in lines
    assert "Zoe \\*the\\* 1st" in page.text
    # as older versions wrote it
    cancelled = Cancelled(why=Why.ADMIN, by=ZOE.name, user_id=ZOE.user_id, seq=3)
    page = log_page(ENGLISH, table, (cancelled,))
    assert page.text.endswith("Zoe \\*the\\* 1st (admin) closed the lobby.")
    with pytest.raises(ValueError, match="kept"):
        by_admin(ENGLISH, OfferEnded(by="Zoe"), Names(table))


# --- /check: permissions, failures without them, and fixes ----------------------------------------


ALL = frozenset(need.permission for need in NEEDS)
HERE = CheckedPlace(100, thread=False, has=ALL)
LINK = "https://discord.com/oauth2/authorize?client_id=1"
WELL = CheckedServer(HERE, (), ALL, "Two Rivers", LINK)


def shown(server):
    page = checking_page(ENGLISH, server)
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


def test_slowmode_a_lock_and_restricted_commands_are_reported():
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
