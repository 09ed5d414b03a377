"""What admins read: pages within Discord's limits, and sentences for whatever they have done."""

from dataclasses import replace

import pytest
from tabletop import ANNA, BEN, CORA, PLACE, running

from bot.client.messages.conversion import view_of
from bot.content.content import MOST_TEXT, Select
from bot.content.names import Names, harmless, plain_names
from bot.domain import NOTHING_SET, Kind, Person, Refusal, Refused, Rule, ServerRules, Why
from bot.domain.pace import PACES
from bot.features.log.by_admins import by_admin
from bot.features.log.story import log_page
from bot.features.server.intents import Power, RulesPage, SetRule
from bot.features.server.managing import confirm_power, managed_page, managed_seat_page
from bot.features.server.server import page_of, rules_chosen, server_page
from bot.i18n import Words
from bot.intents import AS_USUAL
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


@pytest.mark.parametrize(
    ("rule", "chosen"),
    [
        (Rule.CHANNELS, ["general"]),
        (Rule.MOST_GAMES, ["-5"]),
        (Rule.MOST_EACH, ["many"]),
        (Rule.PRESET, ["nonsense"]),
        (Rule.LANGUAGE, ["tlh"]),
    ],
)
def test_what_is_not_offered_cannot_be_chosen(rule, chosen):
    with pytest.raises(Refused) as refused:
        rules_chosen(SetRule(rule, tuple(chosen)))
    assert refused.value.refusal is Refusal.STALE


def test_a_time_zone_is_what_was_written_or_none():
    """What is no zone is refused when it is stored."""
    for written, zone in (("Atlantis", "Atlantis"), ("", None)):
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


async def test_everything_that_an_admin_did_is_told_in_the_log(services):
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
    told = page.text.splitlines()
    for line in (
        "Zoe *the* 1st (admin) switched the reminders off.",
        "Zoe *the* 1st (admin) paused the game.",
        "Zoe *the* 1st (admin) resumed the game.",
        f"Zoe *the* 1st (admin) offered {names[1]}'s seat to Dan.",
        f"Zoe *the* 1st (admin) removed {names[2]} from their seat.",
        "Zoe *the* 1st (admin) ended the game without a result.",
    ):
        assert harmless(line) in told
    assert "Zoe \\*the\\* 1st" in page.text
    details = {"why": Why.ADMIN, "by": ZOE.name}  # as versions wrote it that kept such a table
    (started,) = (e for e in await services.games.history(table.id) if e.kind is Kind.STARTED)
    cancelled = replace(started, user_id=ZOE.user_id, kind=Kind.CANCELLED, details=details)
    page = log_page(ENGLISH, table, (cancelled,))
    assert page.text.endswith("Zoe \\*the\\* 1st (admin) closed the lobby.")
    with pytest.raises(ValueError, match="started"):
        by_admin(ENGLISH, replace(started, details={"by": "Zoe"}), Names(table))
