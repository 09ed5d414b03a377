"""Words on pictures: long ones are smaller but whole, Japanese ones are in a font that ships."""

from dataclasses import fields, replace
from datetime import UTC, datetime

import pytest
from PIL import ImageFont

from bot.content.pictures import labels
from bot.i18n import Words
from bot.parts.computers import computer_name
from engine import (
    MONUMENTS,
    OPTION_NAMES,
    ActionDecision,
    AddDecision,
    BuildDecision,
    Cell,
    Colour,
    Conflict,
    Contender,
    CubeDecision,
    DrawDecision,
    Dynasty,
    Leader,
    LeaderWithdrawn,
    Level,
    Over,
    Score,
    SiteDecision,
    TakeDecision,
    TilesSwapped,
    Turn,
    WarDecision,
)
from render import (
    ENGLISH,
    RatingCurve,
    RatingPoint,
    board_png,
    chart_png,
    conflict_png,
    expected_png,
    legend_png,
    ratings_png,
    replay_gif,
    share_png,
    use_fonts,
)
from render.drawing.canvas import Canvas
from render.drawing.faces import JAPANESE, has
from render.drawing.runs import runs_of, showable
from render.drawing.text import in_two_lines, inked, text_width
from render.drawing.theme import THEME
from render.panels.head import draw_head
from tests.render.fonts import font
from tests.render.japanese_font import NAME, characters
from tests.render.scenes import NAMES, grand_view, start

WORDS = [each.name for each in fields(ENGLISH) if isinstance(getattr(ENGLISH, each.name), str)]
CORNER = Cell.parse("A1")


@pytest.fixture(autouse=True)
def shipped_fonts_only():
    use_fonts(())
    yield
    use_fonts(())


# --- long words ----------------------------------------------------------------------------------


def conflict(*, internal=False, attack=None, defence=None, strength=7):
    def party(seat, cell, added, strength):
        return Contender(
            seat, Leader(tuple(Dynasty)[seat], Colour.RED), Cell.parse(cell), strength, added
        )

    attacker, defender = party(1, "C9", attack, 7), party(3, "K9", defence, strength)
    return Conflict(internal, Colour.RED, attacker, defender)


def head(decision, *, own=False, left=2, **more):
    """The strip above the board."""

    def draw(words):
        view = replace(grand_view(decision), actions_left=left)
        canvas = Canvas(THEME.width, THEME.head, THEME.night, THEME)
        you = decision.seat if own else None
        draw_head(canvas, view, NAMES, words, you=you, **more)
        return canvas.png()

    return draw


def card(which, *, own=False):
    def draw(words):
        seat = replace(start(4).view(1), hands=(None, (0, 3, 2, 1), None, None)) if own else None
        return conflict_png(grand_view(), NAMES, which, words, own=seat, scored=3)

    return draw


def ended(draw, **how):
    scores = (Score(10, 10, 11, 14), Score(10, 10, 12, 13), Score(3, 3, 3, 3), Score(9, 9, 9, 9))
    view = replace(grand_view(Over(0)), scores=scores)
    return lambda words: draw(view, NAMES, labels=words, **how)


def tie(draw):
    """The end of a game in which two share the first place."""
    view = replace(start(2).view(None), decision=Over(0), scores=(Score(5, 5, 5, 5),) * 2)
    return lambda words: draw(view, NAMES[:2], labels=words)


def replayed(*events, over=False):
    view = grand_view(Over(1) if over else None)
    return lambda words: replay_gif([Turn(view, events, 7)], NAMES, words)


DECISIONS = (
    ActionDecision(1),
    WarDecision(1, tuple(Colour)),
    SiteDecision(1, Colour.RED, (CORNER,)),
    BuildDecision(1, ((MONUMENTS[0], CORNER),), (CORNER,)),
    TakeDecision(1, ((CORNER, CORNER),)),
    CubeDecision(1),
    DrawDecision(1, tuple(Colour), True, 2, False),
    Over(1),
)
TEMPLES = AddDecision(1, conflict(internal=True))
SUPPORTERS = AddDecision(1, conflict())
MONUMENT = BuildDecision(1, ((MONUMENTS[0], CORNER),), ())
ZIGGURAT = BuildDecision(1, (), (CORNER,))
LEFT = {"resigned": [2], "given_up": [3], "scores": [(Score(),) * 4] * 3}
RATED = [RatingCurve("Ann", [RatingPoint(datetime(2026, 1, 3, tzinfo=UTC), 1500, 200, True)])]
PICTURES = {
    **{
        f"{type(each).__name__} {own}": (
            head(each, own=own),
            [("you_decide" if own else "decisions", type(each))],
        )
        for each in DECISIONS
        for own in (False, True)
        if not own or type(each) in ENGLISH.you_decide
    },
    "temples": (head(TEMPLES, planned=True), ["internal_conflict", "preview"]),
    "supporters": (head(SUPPORTERS, planned=True), ["external_conflict", "preview"]),
    "monument": (head(MONUMENT), ["build_monument"]),
    "ziggurat": (head(ZIGGURAT), ["build_ziggurat"]),
    "no actions": (head(ActionDecision(1), left=0), ["ending"]),
    "own temples": (head(TEMPLES, own=True, planned=True), ["you_add_temples", "preview"]),
    "own supporters": (head(SUPPORTERS, own=True), ["you_add_supporters"]),
    "own monument": (head(MONUMENT, own=True), ["you_build_monument"]),
    "own ziggurat": (head(ZIGGURAT, own=True), ["you_build_ziggurat"]),
    "no own actions": (head(ActionDecision(1), own=True, left=0), ["you_end"]),
    "paused": (head(ActionDecision(1), paused=True), ["paused"]),
    "turn": (head(ActionDecision(1), turn=(1, 12)), ["turn"]),
    "options": (
        lambda words: board_png(
            replace(grand_view(), options=tuple(OPTION_NAMES)), NAMES, (), words
        ),
        [("options", option) for option in OPTION_NAMES],
    ),
    "revolt": (
        card(conflict(internal=True, strength=5), own=True),
        ["internal", "temples", "attacks", "in_hand", "defends", ("leaders", Colour.RED)],
    ),
    "war": (
        card(conflict(strength=8), own=True),
        ["external", "supporters", "needs", "in_hand", "on_board", "added", "total", "if_won"],
    ),
    "held": (card(conflict(attack=0)), ["holds"]),
    "decided": (card(conflict(attack=2, defence=1)), ["wins", "loses", "scores"]),
    "chart": (
        ended(chart_png, **LEFT),
        ["final_scores", "weakest_decides", "resigned", "given_up", "weakest_by_turn"],
    ),
    "ties": (ended(chart_png), ["tie", "next_decides"]),
    "shared place": (tie(chart_png), ["share_place"]),
    "share": (
        ended(share_png, date="2026-11-28", ended_early=True, **LEFT),
        ["final_scores", "weakest_decides", "ended_early", "resigned", "given_up"],
    ),
    "expected": (
        lambda words: expected_png(start(2).view(None), NAMES[:2], [(1, 2)] * 2, words),
        ["expected_by_turn"],
    ),
    "rated": (lambda words: ratings_png(RATED, words), ["rating", "provisional"]),
    "replay": (
        replayed(LeaderWithdrawn(1, Leader(Dynasty.BULL, Colour.RED), CORNER), TilesSwapped(1, 3)),
        ["turn", "withdrawn", "swaps"],
    ),
    "end of a replay": (replayed(over=True), [("decisions", Over)]),
    "legend": (
        legend_png,
        [
            *(name for name in WORDS[WORDS.index("strength") :]),
            *((kind, each) for kind in ("leaders", "tiles", "buildings") for each in Colour),
            *(("dynasties", each) for each in Dynasty),
        ],
    ),
}
"""Pictures, and the words that stand on them."""


def longer(word, last):
    """English labels with one that is twice as long, and a letter at its end."""
    name, key = (word, None) if isinstance(word, str) else word
    own = getattr(ENGLISH, name)
    text = own if key is None else own[key]
    text = f"{text} {text} {last}"
    return replace(ENGLISH, **{name: text if key is None else {**own, key: text}})


@pytest.mark.parametrize("picture", PICTURES)
def test_a_word_twice_as_long_as_in_english_is_whole(picture):
    draw, words = PICTURES[picture]
    for word in words:
        assert draw(longer(word, "a")) != draw(longer(word, "b")), word


def test_no_word_is_missing_above():
    every = {*WORDS}
    for name in (
        "decisions",
        "you_decide",
        "leaders",
        "tiles",
        "buildings",
        "dynasties",
        "options",
    ):
        every |= {(name, key) for key in getattr(ENGLISH, name)}
    shown = {word for _, words in PICTURES.values() for word in words}
    assert every - shown == {("decisions", AddDecision)}  # it says by what is added


def test_words_are_smaller_rather_than_broken():
    room = text_width("Vereinigungsplättchen", 20)
    size, lines = in_two_lines("Vereinigungsplättchen", range(28, 1, -2), room)
    assert (size, lines) == (20, ("Vereinigungsplättchen",))


# --- Japanese ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("財宝を先に取るマス", ("財宝を先に取る", "マス")),
        ("置けない（理由Q）", ("置けない", "（理由Q）")),
        ("アクションの順番", ("アクションの", "順番")),
        ("神殿、または支持者。", ("神殿、または", "支持者。")),
    ],
)
def test_a_japanese_line_ends_between_words(text, lines):
    width = max(text_width(line, 20) for line in lines)
    assert in_two_lines(text, (20,), width) == (20, lines)


def test_no_line_begins_with_a_full_stop_though_a_word_is_broken():
    text = "ああああああ。"
    assert in_two_lines(text, (20,), text_width("ああああああ", 20))[1] == ("あああああ", "あ。")


def test_a_host_s_font_draws_a_whole_japanese_name_and_ours_what_that_lacks(tmp_path):
    host = font(tmp_path / "host.ttf", {"田": (500, 700), "龢": (500, 700)})
    assert [run.face for run in runs_of("田中")] == [JAPANESE]
    use_fonts([host])
    assert [run.face for run in runs_of("田龢")] == [host]
    assert [run.face for run in runs_of("田中")] == [JAPANESE]


def test_japanese_letters_are_as_high_as_others():
    for size in (16, 24, 40):
        assert 0.9 < inked("国", size).height / inked("Hg", size).height < 1.2


def on_pictures(words):
    """All words that stand on pictures in one language."""
    of_pictures = labels(words)
    for each in fields(of_pictures):
        value = getattr(of_pictures, each.name)
        yield from [value] if isinstance(value, str) else value.values()
    yield from (computer_name(words, level) for level in Level)


def test_every_character_of_japanese_pictures_is_in_a_font_that_ships():
    """If not: ``python -m tests.render.japanese_font``."""
    lacking = {character for text in on_pictures(Words.of("ja")) for character in text}
    assert not {character for character in lacking if not showable(character)}
    assert not showable("凰")


def test_all_kana_and_japanese_punctuation_are_in_it():
    text = characters(())
    assert [character for character in text if not has(JAPANESE, character)] == []


def test_the_font_is_small_and_bears_its_own_name():
    assert JAPANESE.stat().st_size <= 400_000
    assert ImageFont.truetype(JAPANESE, 20).getname() == (NAME, "Bold")
    assert "SIL OPEN FONT LICENSE" in JAPANESE.with_name("LICENSE-japanese.txt").read_text("utf-8")
