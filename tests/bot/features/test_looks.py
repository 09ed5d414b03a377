"""Which theme a picture is drawn in, and how it is chosen."""

import pytest
from explorer import NoWorker, location_of
from seated import WORDS, answer_in, seat_of
from tabletop import ANNA, BEN, PLACE, running

from bot.content.message import Select
from bot.content.pictures import board_picture, desk_picture, shared_picture, theme_for
from bot.desk.desk_page import desk_shown
from bot.dispatch.context import LocationContext
from bot.domain.refusals import Refusal, Refused
from bot.features.preferences import themes_page
from bot.features.server.settings_pages import server_page
from bot.intents import UserRequest
from bot.intents.preferences import SeeThemes, SetTheme
from bot.intents.server import RulesPage
from render import THEMES
from render.drawing.palette import palette_of


def drawn_in(picture):
    """The word of the theme whose palette a picture has."""
    png = picture.draw()
    (word,) = (word for word, theme in THEMES.items() if palette_of(theme).bytes in png)
    return word


def chosen_in(page):
    """What is chosen in the only select of a page."""
    (found,) = (row for row in page.rows if isinstance(row, Select))
    return [option.value for option in found.options if option.chosen]


async def asked(services, clock, intent):
    location = location_of(ANNA, clock)
    given = (services, WORDS, ANNA, UserRequest(intent))
    return await answer_in(LocationContext(*given, worker=NoWorker(), location=location))


async def test_a_picture_looks_as_its_viewer_chose_else_as_the_server_did_else_as_usual(services):
    table = await running(services, 2)
    assert drawn_in(board_picture(WORDS, table, "board")) == "usual"
    await services.servers.change(PLACE.guild_id, ANNA, theme="light")
    await services.preferences.choose_theme(ANNA.user_id, "deuteranopia")
    table = await services.games.get(table.id)
    assert drawn_in(board_picture(WORDS, table, "board")) == "light"  # for everyone
    for who, theme in ((ANNA, "deuteranopia"), (BEN, "light")):
        seat = await seat_of(services, table, who)
        assert drawn_in(desk_picture(WORDS, seat, "desk")) == theme
    await services.preferences.choose_theme(ANNA.user_id, "usual")
    seat = await seat_of(services, table)
    assert drawn_in(desk_picture(WORDS, seat, "desk")) == "usual"
    elsewhere = await running(services, 2, guild_id=PLACE.guild_id + 1)
    assert drawn_in(board_picture(WORDS, elsewhere, "board")) == "usual"


async def test_the_picture_to_share_looks_as_the_server_chose(services):
    table = await running(services, 2)
    await services.servers.change(PLACE.guild_id, ANNA, theme="light")
    table = (await services.play.resign(table.id, ANNA.user_id)).table
    assert drawn_in(shared_picture(WORDS, table, "result")) == "light"


async def test_a_theme_that_is_gone_looks_as_usual(services):
    await services.servers.change(PLACE.guild_id, ANNA, theme="gone")
    await services.preferences.choose_theme(ANNA.user_id, "lost")
    table = await running(services, 2)
    assert theme_for(table).word == theme_for(table, table.player_of(ANNA.user_id)).word == "usual"
    assert drawn_in(themes_page(WORDS, "lost", None).picture) == "usual"
    rules = await services.servers.rules(PLACE.guild_id)
    assert chosen_in(server_page(WORDS, rules, RulesPage.PICTURES)) == ["usual"]


async def test_a_desk_is_shown_again_when_its_look_changes(services):
    table = await running(services, 2)
    shown = [desk_shown(await seat_of(services, table))]
    for theme in ("usual", "high-contrast", "light", "deuteranopia"):
        await services.preferences.choose_theme(ANNA.user_id, theme)
        shown.append(desk_shown(await seat_of(services, table)))
    assert shown[0] == shown[1]
    assert len({*shown}) == 4


async def test_the_page_shows_the_look_that_is_chosen(services, clock):
    page = await asked(services, clock, SeeThemes())
    assert (chosen_in(page), drawn_in(page.picture)) == (["-"], "usual")
    await services.servers.change(PLACE.guild_id, ANNA, theme="light")
    page = await asked(services, clock, SeeThemes())
    assert (chosen_in(page), drawn_in(page.picture)) == (["-"], "light")
    page = await asked(services, clock, SetTheme("high-contrast"))
    assert (chosen_in(page), drawn_in(page.picture)) == (["high-contrast"], "high-contrast")
    assert chosen_in(await asked(services, clock, SetTheme(None))) == ["-"]
    with pytest.raises(Refused) as refused:
        await asked(services, clock, SetTheme("pink"))
    assert refused.value.refusal is Refusal.STALE
