"""The legend tells everything that is in it, in words too."""

from bot.content.content import MOST_TEXT
from bot.features.rules.legend import legend_page
from bot.i18n import Words
from engine import BUILDING_NAMES, DYNASTY_NAMES, LEADER_NAMES, TILE_NAMES

WORDS = Words()


def test_it_names_every_piece():
    page = legend_page(WORDS)
    for names in (BUILDING_NAMES, DYNASTY_NAMES, LEADER_NAMES, TILE_NAMES):
        for name in names.values():
            assert name in page.below


def test_its_picture_says_in_short_where_the_words_are():
    """A listener does not hear them twice, nor cut."""
    page = legend_page(WORDS)
    assert page.picture is not None
    assert page.picture.alt == (
        "The pieces and signs of the game with their names. The words are below."
    )


def test_every_sign_is_explained_below_the_picture():
    page = legend_page(WORDS)
    assert "\n" not in page.text
    text = page.below
    assert len(text) <= MOST_TEXT
    for sign in (
        "river",
        "kingdom",
        "new",
        "arrow",
        "removed",
        "back in its owner's hand",
        "treasure that was taken",
        "only planned",
        "attacker",
        "defender",
        "board + tiles added",
        "stays",
        "possible",
        "to choose from",
        "always taken",
    ):
        assert sign in text, sign


def test_it_is_drawn_in_both_contrasts():
    usual, high = (legend_page(WORDS, high_contrast=high).picture for high in (False, True))
    assert usual is not None
    assert high is not None
    assert usual.draw() != high.draw()
