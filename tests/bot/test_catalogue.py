"""The template that translators start from holds every text of the code, and no other."""

from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "bot" / "words" / "locales" / "two_rivers.pot"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}


def test_the_template_is_up_to_date() -> None:
    """Else: pybabel extract -k N_ --omit-header --no-location --sort-output -o <it> <folders>."""
    found = {
        message
        for folder in ("engine", "render", "bot")
        for _, _, message, _, _ in extract_from_dir(ROOT / folder, keywords=KEYWORDS)
    }
    with TEMPLATE.open(encoding="utf-8") as file:
        written = {message.id for message in read_po(file) if message.id}
    assert written == found
