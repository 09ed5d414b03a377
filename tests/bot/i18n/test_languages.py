"""The language of answers: the user's, and only one in each."""

import os

import discord
import pytest
from babel.messages import Catalog
from babel.messages.pofile import write_po
from discord import app_commands

from bot.client.base import RiversClient
from bot.client.interactions.tree import CatalogueTranslator, CommandTree
from bot.commands.slash_commands import add_commands
from bot.i18n import Words, catalogue
from bot.i18n.catalogue import CATALOGUES_OF
from bot.i18n.translations import Translations, compile_catalogue
from bot.local.game_form import GameForm
from bot.local.page import start_page
from engine import Colour

COMMAND_DESCRIPTION = app_commands.TranslationContextLocation.command_description


@pytest.fixture
def locales(tmp_path, monkeypatch):
    """A folder for catalogues, which is empty at first."""
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path)
    return tmp_path


def translate(locales, locale, **texts):
    """Write a catalogue, as a translator does."""
    translated = Catalog(locale=locale)
    for text, translation in texts.items():
        translated.add(text, translation)
    folder = locales / locale / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "two_rivers.po"
    with file.open("wb") as opened:
        write_po(opened, translated)
    return file


def spoken(words):
    return f"{words.tile(Colour.RED)}: {words.listed('ABC')}; {words.one_of('ABC')}"


def test_without_a_catalogue_all_is_english(locales):
    english = Words.of("en")
    assert spoken(english) == "temple: A, B and C; A, B or C"
    for wished in ("de", "en-GB", "pt-BR", "zh-TW", "no", "", "nonsense"):
        assert Words.of(wished) is english
    assert spoken(Words("de")) == spoken(english)


def test_with_a_catalogue_everything_is_in_its_language(locales):
    translate(locales, "de", temple="Tempel")
    german = Words.of("de")
    assert spoken(german) == "Tempel: A, B und C; A, B oder C"
    assert Words.of("de-AT") is Words.of("fr", "de", "en") is german
    assert Words.of("fr") is Words.of("en", "de") is Words.of("en") is not german


def test_regions_have_their_own(locales):
    translate(locales, "pt_BR", temple="templo")
    assert Words.of("pt-BR").locale == Words.of("pt-br").locale == "pt_BR"
    assert Words.of("pt-PT") is Words.of("en")


@pytest.mark.parametrize("code", [each.value for each in discord.Locale])
def test_each_of_discords_languages_finds_its_catalogue(locales, code):
    assert Words.of(code).locale == "en"
    assert Words.of(code).tile(Colour.RED) == "temple"
    best, *_ = CATALOGUES_OF[code]
    translate(locales, best, temple="⟦temple⟧")
    catalogue._catalogues.cache_clear()
    catalogue._negotiate.cache_clear()
    assert Words.of(code).locale == best
    assert Words.of(code).tile(Colour.RED) == "⟦temple⟧"
    assert "A" in Words.of(code).listed(["A", "B", "C"])
    assert "A" in Words.of(code).one_of(["A", "B"])


@pytest.mark.parametrize("code", [each.value for each in discord.Locale])
async def test_each_of_discords_languages_is_answered_in_it_or_in_english(code):
    """With the catalogues that there are; what commands say about themselves as well."""
    here = [each for each in CATALOGUES_OF[code] if each in Words.languages()]
    expected = here[0] if here else "en"
    assert Words.of(code).locale == expected
    tree = CommandTree(RiversClient(intents=discord.Intents.none()))
    add_commands(tree)
    translated = [
        await CatalogueTranslator().translate(
            app_commands.locale_str(each.description),
            discord.Locale(code),
            app_commands.TranslationContext(COMMAND_DESCRIPTION, each),
        )
        for each in tree.get_commands()
        if isinstance(each, app_commands.Command)
    ]
    assert all(translated) if expected != "en" else not any(translated)


def test_latin_america_has_spanish_and_britain_english():
    assert (Words.of("es-419").locale, Words.of("en-GB").locale) == ("es", "en")


def test_near_languages_stand_in_but_no_other_script(locales):
    for locale in ("es_419", "nb", "zh_CN", "pt"):
        translate(locales, locale, temple=locale)
    spoken = {code: Words.of(code).locale for code in ("es-ES", "es-419", "no", "zh-TW", "pt-BR")}
    assert spoken == {
        "es-ES": "es_419",
        "es-419": "es_419",
        "no": "nb",
        "zh-TW": "en",
        "pt-BR": "pt",
    }


async def test_menus_have_names_in_each_language_and_commands_only_descriptions(locales):
    """Nobody types the name of a menu."""
    described = "List your games, those waiting for you first"
    translate(locales, "de", **{"Desk": "Pult", "desk": "?", "games": "?", described: "Alle"})
    tree = CommandTree(RiversClient(intents=discord.Intents.none()))
    add_commands(tree)
    translated = {
        each.name: await each.get_translated_payload(tree, CatalogueTranslator())
        for each in tree.get_commands()
    }
    assert translated["Desk"]["name_localizations"] == {"de": "Pult"}
    assert translated["games"]["name_localizations"] == {}
    assert translated["games"]["description_localizations"] == {"de": "Alle"}


def test_a_language_has_its_own_plurals(locales):
    """Even if the translator left out the header that says so."""
    folder = locales / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    forms = "".join(f'msgstr[{form}] "{{count}} {text}"\n' for form, text in enumerate("abc"))
    (folder / "two_rivers.po").write_text(
        f'msgid "{{count}} x"\nmsgid_plural "{{count}} y"\n{forms}'
    )
    polish = Words.of("pl")
    counted = [polish.ngettext("{count} x", "{count} y", count) for count in (1, 2, 5, 22)]
    assert counted == ["1 a", "2 b", "5 c", "22 b"]


def test_what_the_build_compiled_is_taken_first(locales):
    source = translate(locales, "de", temple="Tempel")
    source.with_suffix(".json").write_text(compile_catalogue(source))
    translate(locales, "de", temple="Heiligtum")
    assert Words.of("de").tile(Colour.RED) == "Tempel"


def test_a_working_copy_is_compiled_once_until_a_translator_changes_it(locales):
    source = translate(locales, "de", temple="Tempel")
    assert Translations.read(source).gettext("temple") == "Tempel"
    (compiled,) = (source.parent / "__pycache__").iterdir()
    written = compiled.stat()
    assert Translations.read(source).gettext("temple") == "Tempel"
    assert compiled.stat().st_ino == written.st_ino
    translate(locales, "de", temple="Heiligtum")
    os.utime(source, ns=(0, written.st_mtime_ns + 1_000_000))
    assert Translations.read(source).gettext("temple") == "Heiligtum"


def test_where_nothing_can_be_written_it_is_compiled_each_time(locales):
    source = translate(locales, "de", temple="Tempel")
    (source.parent / "__pycache__").write_text("in the way")
    for _ in range(2):
        assert Translations.read(source).gettext("temple") == "Tempel"


def test_what_is_missing_or_not_sure_is_english(locales):
    source = translate(locales, "de", temple="Tempel", farm="", market="Markt")
    written = source.read_text()
    source.write_text(written.replace('msgid "market"', '#, fuzzy\nmsgid "market"'))
    german = Words.of("de")
    assert [german.tile(colour) for colour in Colour] == ["settlement", "Tempel", "farm", "market"]


def test_a_page_says_which_language_it_is_in(locales):
    translate(locales, "pt_BR", temple="templo")
    for wished, lang in (("de", "en"), ("pt-BR", "pt-BR")):
        assert f'<html lang="{lang}">' in start_page(Words.of(wished), [], [], GameForm())
