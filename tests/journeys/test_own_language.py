"""A user chooses a language in the settings: all that this user alone sees is in it, at once.

The simulated Discord has English for everybody; the other language is made up, and called German.
"""

import logging
import sqlite3
from contextlib import closing

import pytest
from forging import forge, forged
from messages import chosen, options, says
from people import world

from bot.domain.refusals import Refusal, Refused
from bot.i18n import Words, catalogue
from bot.intents import NO_GAME, Address
from bot.intents.pace import AskZone
from bot.intents.preferences import SetLanguage
from tests.bot.i18n.made_up import write_catalogue

GERMAN = "Deutsch"
AS_DISCORD = "Language: as in my Discord app"


@pytest.fixture(autouse=True)
def german(tmp_path, monkeypatch):
    """There is another language."""
    write_catalogue(tmp_path / "locales", "de")
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path / "locales")


def public(game):
    """All that everybody can read of a game."""
    yield from map(says, (game.lobby, *game.posts))


async def speaks_german(w, person):
    page = await person.choose(await person.slash("settings", w.channel), GERMAN)
    assert page.content.startswith("⟦**Settings for all your games**")
    assert chosen(page)[-1] == GERMAN


async def test_all_that_one_user_sees_is_in_the_language_and_nothing_public(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person, other = await game.decider(), await game.other()
        before = person.dms[-1]
        assert "⟦" not in before.content
        page = await person.slash("settings", w.channel)
        assert chosen(page)[-1] == AS_DISCORD
        assert options(page)[GERMAN] == "de"
        rings = w.rings(person)
        await speaks_german(w, person)
        desk = game.desk_of(person)  # the same message, which is edited
        assert (desk.id, w.rings(person)) == (before.id, rings)
        assert "⟦" in desk.content
        assert "⟦" in (await person.slash("hand", game.home)).content
        assert "⟦" in (await person.slash("help")).content
        refused = await person.slash("tile", game.home, colour="b", cell="A1")
        assert refused.content.startswith("⟦")
        refused = await person.slash("settings", w.channel, game="Lagash")  # there is none
        assert refused.content.startswith("⟦")
        await game.play("end")
        assert "⟦" in game.desk_of(person).content
        assert "⟦" not in says(game.desk_of(other))
        assert not any("⟦" in text for text in public(game))
        assert "⟦" not in (await other.slash("hand", game.home)).content
        page = await person.slash("settings")
        (as_discord,) = (label for label in options(page) if AS_DISCORD in label)
        page = await person.choose(page, as_discord)
        assert page.content.startswith("**Settings for all your games**")
        assert "⟦" not in says(game.desk_of(person))

        # who does not play, in windows too, and where there is no such language
        zoe = w.person("zoe")
        await speaks_german(w, zoe)
        asked = await zoe.slash("hand", w.channel)
        assert asked.content.startswith("⟦You're in no game here.")
        page = await zoe.slash("settings", w.channel)
        custom_id = Address(NO_GAME).to(AskZone()).custom_id
        with forged(w, page, custom_id):
            shown = await zoe.member.click(page, custom_id=custom_id)
        assert shown.modal["title"].startswith("⟦")
        refused = await forge(zoe, page, Address(NO_GAME).to(SetLanguage(None)).custom_id, ["tlh"])
        assert refused.content == Words.of("de").refusal(Refused(Refusal.STALE))
        assert (await w.bot.services.preferences.habits(zoe.id)).chosen_language == "de"
        refused = await zoe.press(game.turn, "Desk")
        assert refused.content.startswith("⟦You don't play in")


@pytest.mark.sqlite
async def test_it_is_answered_if_the_language_cannot_be_read(tmp_path, caplog):
    """Another program has the file for itself alone."""
    caplog.set_level(logging.CRITICAL, "bot")
    async with world(tmp_path, database="?timeout=0.05") as w:
        ann = w.person("ann")
        await speaks_german(w, ann)
        await w.bot.store._database._engine.dispose()  # the next connection is made anew
        with closing(sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)) as other:
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
            other.execute("BEGIN EXCLUSIVE")
            assert (await ann.slash("rules", w.channel)).content.startswith("**The rules**")
            other.execute("ROLLBACK")
