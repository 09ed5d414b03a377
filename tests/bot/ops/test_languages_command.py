"""``python -m bot languages``: how much of each language is translated, and what lacks."""

import pytest

from bot.__main__ import main
from bot.i18n import catalogue
from bot.ops import languages_command

TEMPLATE = """
#: engine/pieces.py
msgid "temple"
msgstr ""

#: engine/pieces.py
msgid "{count} temple"
msgid_plural "{count} temples"
msgstr[0] ""
msgstr[1] ""

#: bot/features/help.py
msgid "A first line\\nand more"
msgstr ""
"""
COMPLETE = """
msgid "temple"
msgstr "Tempel"

msgid "{count} temple"
msgid_plural "{count} temples"
msgstr[0] "{count} Tempel"
msgstr[1] "{count} Tempel"

msgid "A first line\\nand more"
msgstr "Eine erste Zeile\\nund mehr"
"""


@pytest.fixture
def said(tmp_path, monkeypatch, capsys):
    """What the command says, and its exit status, with that catalogue of German."""
    (tmp_path / "two_rivers.pot").write_text(TEMPLATE)
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    for module in (catalogue, languages_command):
        monkeypatch.setattr(module, "LOCALES", tmp_path)

    def said(german):
        (folder / "two_rivers.po").write_text(german)
        status = main(["languages"])
        return status, capsys.readouterr().out.splitlines()

    return said


def test_a_complete_language(said):
    assert said(COMPLETE) == (0, ["Deutsch (de): 100% of 3 texts"])


def test_what_lacks_is_named_by_its_file_and_first_line(said):
    lacking = COMPLETE.replace('msgid "temple"', '#, fuzzy\nmsgid "temple"').replace(
        '"Eine erste Zeile\\nund mehr"', '""'
    )
    assert said(lacking) == (
        1,
        [
            "Deutsch (de): 33% of 3 texts",
            "  fuzzy: engine/pieces.py: temple",
            "  missing: bot/features/help.py: A first line",
        ],
    )


def test_a_form_for_a_number_that_lacks(said):
    _, (_, line) = said(COMPLETE.replace('[1] "{count} Tempel"', '[1] ""'))
    assert line == "  missing: engine/pieces.py: {count} temple"
