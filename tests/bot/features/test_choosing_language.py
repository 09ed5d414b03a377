"""A user chooses a language for all games: what is offered, what is stored, and where it counts."""

import shutil

import pytest
from tabletop import ANNA, BEN, EVE, PLACE, running, take_seat

from bot.client.messages.conversion import view_of
from bot.content.message import CHOICES, Select
from bot.domain.player import Person
from bot.domain.seat import Orders
from bot.domain.server_rules import NOTHING_SET
from bot.features.preferences import usual_preferences_page
from bot.features.server.settings_pages import server_page
from bot.i18n import Words, catalogue
from bot.i18n.catalogue import CATALOGUES_OF
from bot.intents import AS_USUAL, parse_custom_id
from bot.intents.preferences import SetLanguage
from bot.intents.server import RulesPage
from bot.store import Habits
from engine import StandingOrder
from tests.bot.i18n.made_up import faults, write_catalogue

AS_DISCORD = "Language: as in my Discord app"
ANNA_IN_GERMAN = Person(ANNA.user_id, ANNA.name, "de")


@pytest.fixture
def translate(tmp_path, monkeypatch):
    """Writes catalogues of the made-up language, as if it were that of these locales."""
    folder = tmp_path / "locales"
    monkeypatch.setattr(catalogue, "LOCALES", folder)

    def translate(*locales):
        first, *others = locales
        write_catalogue(folder, first)
        for locale in others:  # all read alike
            shutil.copytree(folder / first, folder / locale)

    return translate


def settings(words, chosen=None):
    """The page."""
    habits = Habits(chosen_language=chosen)
    return usual_preferences_page(words, habits, Orders(StandingOrder.ASK))


def language_select(page):
    """The select for a language."""
    found = [row for row in page.rows if isinstance(row, Select) and "Language" in row.placeholder]
    return found[0] if found else None


def fits(page):
    """True if Discord accepts the page."""
    view = view_of(page)
    view.to_components()
    return len(page.rows) <= 5


def test_without_translations_there_is_nothing_to_choose(translate):
    assert language_select(settings(Words.of("en"))) is None


def test_languages_are_offered_by_their_own_names(translate):
    translate("de", "pt_BR")
    page = settings(Words.of("en"))
    select = language_select(page)
    assert [(option.label, option.value) for option in select.options] == [
        (AS_DISCORD, AS_USUAL),
        ("Deutsch", "de"),
        ("English", "en"),
        ("português (Brasil)", "pt-BR"),
    ]
    assert [option.value for option in select.options if option.chosen] == [AS_USUAL]
    assert fits(page)
    assert faults(settings(Words.of("de"))) == {"English", "português (Brasil)", "Deutsch"}
    for code in ("de", "en", "pt-BR"):
        assert parse_custom_id(select.custom_id, [code]).intent == SetLanguage(code)
        assert Words.of(code).locale == code.replace("-", "_")
        again = language_select(settings(Words.of("en"), code))
        assert [option.value for option in again.options if option.chosen] == [code]


def test_with_more_than_fit_the_chosen_one_is_among_them(translate):
    translate(*(best for best, *_ in CATALOGUES_OF.values()))
    for chosen in ("bg", "zh-TW"):
        pages = (
            settings(Words.of("en"), chosen),
            server_page(Words.of("en"), NOTHING_SET.changed(language=chosen), RulesPage.MORE),
        )
        for page in pages:
            select = language_select(page)
            assert fits(page)
            assert len(select.options) == CHOICES
            assert [option.value for option in select.options if option.chosen] == [chosen]


# --- its effects ----------------------------------------------------------------------------------


async def test_what_discord_has_is_followed_and_the_chosen_one_counts(services):
    table = await running(services)
    await services.preferences.choose_language(ANNA.user_id, "fr")
    visit = await services.visits.of(table.id, ANNA.user_id)
    for _ in range(2):
        visit = await services.people.notice(visit, ANNA_IN_GERMAN, PLACE.guild_id)
        player = visit.table.player_of(ANNA.user_id)
        assert (player.language, player.discord_language) == ("fr", "de")
    assert await services.people.notice(visit, ANNA_IN_GERMAN, PLACE.guild_id) is visit  # as it is
    await services.preferences.choose_language(ANNA.user_id, None)
    player = (await services.visits.of(table.id, ANNA.user_id)).table.player_of(ANNA.user_id)
    assert player.language == "de"


async def test_it_counts_in_each_seat_that_is_taken_until_it_is_forgotten(services):
    await services.preferences.choose_language(EVE.user_id, "fr")
    table = await running(services)
    table = await take_seat(services, table, 0, EVE)
    for now in (table, await services.games.get(table.id)):
        assert (now.player(0).language, now.player(0).discord_language) == (
            "fr",
            EVE.discord_language,
        )
    await services.preferences.choose_language(BEN.user_id, "fr")
    joined = await services.opening.open(BEN, PLACE, "Uruk")
    (player,) = (await services.games.get(joined.id)).players
    assert (player.language, player.discord_language) == ("fr", BEN.discord_language)
    assert (await services.personal_data.read(BEN.user_id)).settings["chosen_language"] == "fr"
    await services.forgetting.forget(BEN.user_id, lambda _language: "a former player")
    assert (await services.preferences.habits(BEN.user_id)).chosen_language is None
