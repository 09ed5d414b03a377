"""Names in any script: what the fonts have is drawn in its order, the rest is left out alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bidi.mirror import MIRRORED

from render import FontError, Labels, check_font, use_fonts
from render.drawing.faces import SHAPING
from render.drawing.runs import runs_of
from render.drawing.text import coverage, fitted, text_width
from render.panels.names import presentable
from tests.render.fonts import blocks, font
from tests.render.scenes import NAMES
from tests.render.test_pictures import AT_TABLES, PICTURES

SIZE = 20
OF_PICTURES = (
    "STARTFONT 2.1/FONT A/SIZE 8 75 75/FONTBOUNDINGBOX 8 1 0 0/CHARS 1/STARTCHAR A/ENCODING 65/"
    "DWIDTH 8 0/BBX 8 1 0 0/BITMAP/FF/ENDCHAR/ENDFONT/"
).replace("/", "\n")
HEIGHTS = {"李": 700, "龙": 600, "🦊": 500, "👍": 400, "ހ": 300, "ށ": 200}
"""Signs that the shipped font lacks, in thousandths of the size; the last two go leftward."""
WIDE = "𒈙"
shaping = pytest.mark.skipif(not SHAPING, reason="libfribidi is not here")


@pytest.fixture(autouse=True)
def shipped_font_only():
    use_fonts(())
    yield
    use_fonts(())


@pytest.fixture
def more(tmp_path):
    """A font with those signs, in use."""
    signs = {sign: (500, height) for sign, height in HEIGHTS.items()}
    file = font(tmp_path / "more.ttf", {**signs, "a": (500, 900), WIDE: (9000, 500)})
    use_fonts([file])
    return file


def seen(text):
    """The characters in the picture of *text*, from left to right; others as ``?``."""
    signs = {round(height * SIZE / 1000): sign for sign, height in HEIGHTS.items()}
    return "".join(signs.get(height, "?") for height in blocks(coverage(text, SIZE)))


def visual(text):
    """The text in the picture of *text*, from left to right."""
    shown = ""
    for run in runs_of(text):
        leftward = run.direction == "rtl"
        shown += "".join(MIRRORED.get(c, c) for c in reversed(run.text)) if leftward else run.text
    return shown


# --- signs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["李龙", "🦊", "\u200b\u200d", "\u202e\u2066\u2069", "\u0301" * 9])
def test_a_name_that_no_font_can_show_is_the_dynasty(name):
    assert presentable(name, "Lion") == "Lion"


def test_a_sign_that_no_font_has_is_left_out_alone_and_the_dynasty_stands_beside():
    assert presentable("Anna 🦊 King", "Lion") == "Anna King (Lion)"
    assert presentable("李Wang", "Lion") == "Wang (Lion)"
    assert presentable("שרה李", "Lion") == "שרה (Lion)"


def test_what_shows_nothing_by_itself_is_left_out_without_a_word():
    assert presentable("a\u200bb\u202e c\ufe0f\x07", "Lion") == "ab c"


def test_what_a_host_s_font_has_is_drawn(more):
    assert presentable("李 Anna 🦊", "Lion") == "李 Anna 🦊"
    assert seen("李龙🦊") == "李龙🦊"


def test_of_chinese_characters_that_stand_together_all_are_shown_or_none(more):
    assert presentable("李龙 李凰 Anna", "Lion") == "李龙 Anna (Lion)"
    assert presentable("山田さくら凰", "Lion") == "山田さくら (Lion)"


def test_the_shipped_font_comes_first_and_then_the_others_in_their_order(more, tmp_path):
    other = font(tmp_path / "other.ttf", {"李": (500, 100), "凰": (500, 400)})
    use_fonts([more, other])
    assert seen("李") == "李"
    use_fonts([other, more])
    assert seen("李") == "?"
    shipped = coverage("a", SIZE)
    use_fonts(())
    assert coverage("a", SIZE).tobytes() == shipped.tobytes()


def test_letters_that_stand_together_are_in_one_font_if_one_has_them_all(more):
    assert [run.face for run in runs_of("a李")] == [more]
    assert len(runs_of("b李")) == 2


def test_the_colour_of_a_skin_and_other_selectors_are_left_out(more):
    assert presentable("👍🏽🦊\ufe0f", "Lion") == "👍🦊"
    assert seen(presentable("👍\u200d🦊", "Lion")) == "👍🦊"


def test_marks_stay_on_their_letters():
    for name in ("שָׁלוֹם", "مُحَمَّد", "x\u0323\u0301"):
        assert presentable(name, "Lion") == name
    assert presentable("e\u0301", "Lion") == "é"
    assert presentable("x\u0e49y", "Lion") == "xy (Lion)"
    assert presentable("x" + "\u0301" * 100, "Lion") == "x" + "\u0301" * 6
    assert presentable("\u0301x", "Lion") == presentable(" \u0301x", "Lion") == "x"


def test_thai_am_is_one_sign(tmp_path):
    use_fonts([font(tmp_path / "thai.ttf", {"น": (500, 500), "ำ": (500, 500)})])
    assert presentable("นำ", "Lion") == "นำ"


@shaping
def test_marks_take_no_room_and_arabic_letters_are_joined():
    assert text_width("x\u0301\u0301\u0301", SIZE) == text_width("x", SIZE)
    assert len(blocks(coverage("سس", SIZE))) == 1
    assert len(blocks(coverage("س\u200cس", SIZE))) == 2


# --- in which order ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("李 龙", "李龙"),
        ("ހށ", "ށހ"),
        ("李 ހށ 龙", "李ށހ龙"),
        ("ހ 李龙 ށ", "ށ李龙ހ"),
        ("🦊 ހށ", "ށހ🦊"),
        ("ހ🦊ށ 李", "李ށ🦊ހ"),
    ],
)
def test_leftward_letters_stand_in_their_order_among_others(more, name, order):
    assert seen(name) == order


@shaping
@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("אבג 12 Levi דה!", "!הד Levi 12 גבא"),
        ("Levi אבג 12", "Levi 12 גבא"),
        ("אב (x) 12", "12 (x) בא"),
        ("x (אב) 12", "x (בא) 12"),
        ("x (אב", "x (בא"),
        ("אב) x", "x (בא"),
        ("[אב (x] ג)", "(ג [x) בא]"),
        ("(1) אב", "בא (1)"),
    ],
)
def test_numbers_and_brackets_stand_as_they_are_read(name, order):
    assert visual(name) == order


def test_a_leftward_name_is_cut_at_its_left(more):
    name = "ހ" * 40
    cut = fitted(name, SIZE, 200)
    assert cut.endswith("…")
    assert text_width(cut, SIZE) <= 200
    assert seen(cut).endswith("ހހހ")
    assert not seen(cut).startswith("ހ")


@pytest.mark.skipif(sys.platform != "linux", reason="a library is hidden as Linux does it")
def test_the_order_is_right_where_nothing_is_shaped(tmp_path):
    """Pillow takes libfribidi from the system, which need not have it."""
    (tmp_path / "libfribidi.so.0").touch()
    program = (
        "from render.drawing.faces import SHAPING\n"
        "from render.drawing.runs import runs_of\n"
        "from render.drawing.text import coverage\n"
        "print(SHAPING, ascii(''.join(run.text for run in runs_of('abc (\u05d0\u05d1) 12'))))\n"
        "print(coverage('\u05e9\u05b8\u05d0 \u0639\u200c\u0645', 20).getbbox() is not None)\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        text=True,
    )
    assert shown.stdout == "False 'abc (\\u05d1\\u05d0) 12'\nTrue\n"


# --- any text ------------------------------------------------------------------------------------


def test_pictures_without_such_names_are_the_same_with_more_fonts(more):
    with_more = PICTURES["board"](NAMES[:3])
    use_fonts(())
    assert PICTURES["board"](NAMES[:3]) == with_more


def test_a_sign_wider_than_a_word_is_none(more):
    assert presentable(f"{WIDE}b", "Lion") == "b (Lion)"


@pytest.mark.parametrize("names", AT_TABLES)
def test_no_name_breaks_a_picture_whatever_the_fonts(more, names):
    spoilt = [f"{name}李{name}ހ" for name in names]
    for name in spoilt:
        shown = presentable(name, "Lion")
        for room in (0, 5, 40, 200):
            cut = fitted(shown, SIZE, room)
            assert not cut or text_width(cut, SIZE) <= room
            assert coverage(cut, SIZE).height == coverage("x", SIZE).height
    PICTURES["desk"](spoilt, labels=Labels(preview=spoilt[0]), planned=True)


def test_a_name_that_is_cut_keeps_the_number_that_tells_it_apart():
    names = ["Alexandrina of Ur", "Alexandrina of Ur 2", "Alexandrina of Ur 13"]
    room = text_width("Alexandrina", SIZE)
    cut = [fitted(name, SIZE, room) for name in names]
    assert cut[0].endswith("…")
    assert cut[1].endswith("… 2")
    assert cut[2].endswith("… 13")
    assert all(text_width(each, SIZE) <= room for each in cut)


# --- fonts that are none -------------------------------------------------------------------------


def test_what_is_no_font_with_outlines_is_refused_by_name_and_changes_nothing(more, tmp_path):
    for name, content, fault in (
        ("text.ttf", "no font", "cannot be read as a font"),
        ("empty.ttf", "", "cannot be read as a font"),
        ("eight.bdf", OF_PICTURES, "pictures of its letters in one size"),
    ):
        (tmp_path / name).write_text(content)
        with pytest.raises(FontError, match=f"{name} .*{fault}"):
            check_font(tmp_path / name)
    for file in (tmp_path / "none.ttf", tmp_path, tmp_path / ("x" * 300)):
        with pytest.raises(FontError, match=file.name):
            use_fonts([more, file])
    assert seen("李") == "李"
