"""``python -m render``: every picture from a file, and every way to refuse in one line."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from engine import parse_piece, read_game, read_position, scores_by_turn, turns_of, write_position
from render import (
    board_png,
    chart_png,
    conflict_png,
    desk_png,
    hand_png,
    replay_gif,
    share_png,
    spaces_png,
    stills,
    use_fonts,
)
from render.__main__ import main
from render.drawing.theme import THEMES
from tests.render.fonts import font
from tests.render.records import games, prefix_in_conflict, record

NAMES = ("Ann", "Ben", "Cleo")
DYNASTIES = ("Archer", "Bull", "Lion")
SHORT, PREFIX = (
    "".join(line + "\n" for line in record(1).splitlines()[:count]) for count in (16, 40)
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    use_fonts(())


def written(name, text):
    Path(name).write_text(text, encoding="utf-8")
    return name


def drawn(text, *arguments):
    """Return the picture that the command writes for a file of that text, without output."""
    suffix = ".gif" if "--replay" in arguments else ".png"
    assert main([written("game.te", text), "-o", f"out{suffix}", *arguments]) == 0
    return Path(f"out{suffix}").read_bytes()


# --- pictures ------------------------------------------------------------------------------------


def test_the_board_of_a_record_for_everybody(folder, capsys):
    *_, last = turns_of(read_game(PREFIX))
    assert last.view == read_position(PREFIX).view(None)
    assert drawn(PREFIX) == board_png(last.view, DYNASTIES, last.events)
    assert capsys.readouterr() == ("", "")


def test_a_position_with_decisions_and_one_without(folder):
    at = next(game for game in games(record(1))[30:] if game.decision.kind == "action")
    position = write_position(at.open_view())
    assert drawn(position) == board_png(at.view(None), DYNASTIES)
    ended = f"{position}{at.seats[at.active].value} end\n"
    after, events = at.apply(at.active, next(a for a in at.legal_actions() if str(a) == "end"))
    assert drawn(ended) == board_png(after.view(None), DYNASTIES, events)


def test_a_view_of_one_seat(folder):
    *_, last = turns_of(read_game(PREFIX), viewer=1)
    assert drawn(PREFIX, "--as", "B") == board_png(last.view, DYNASTIES, last.events)
    assert drawn(PREFIX, "--as", "B", "--hand") == hand_png(last.view, DYNASTIES)


def test_the_desk_of_one_seat(folder):
    *_, last = turns_of(read_game(PREFIX))
    *_, own = turns_of(read_game(PREFIX), viewer=1)
    made = drawn(PREFIX, "--as", "B", "--desk")
    assert made == desk_png(last.view, own.view, DYNASTIES, last.events)


def test_the_spaces_for_a_piece(folder):
    at = next(game for game in games(record(1))[30:] if game.decision.kind == "action")
    position, view = write_position(at.open_view()), at.view(at.active)
    letter = at.seats[at.active].value
    for name in ("r", f"{letter}k", "x"):
        made, piece = drawn(position, "--as", letter, "--spaces", name), parse_piece(name)
        assert made == spaces_png(view, view.legal_cells(piece), piece=piece)
    other = next(seat.value for seat in at.seats if seat.value != letter)
    assert drawn(position, "--as", other, "--spaces", "r") == spaces_png(view, ())


def scores_of(text):
    """The scores after each turn of a record."""
    return scores_by_turn(turns_of(read_game(text)))


def test_names_come_from_the_record_in_the_fonts_that_are_given(folder):
    def charted(players, *fonts):
        headers = (("Date", "2024-01-01"), ("Players", players))
        return drawn(record(1, headers=headers), "--chart", *fonts)

    view, scores = read_position(record(1)).view(None), scores_of(record(1))
    assert charted("Ann, Ben, Cleo") == chart_png(view, NAMES, scores=scores)
    by_dynasty = chart_png(view, DYNASTIES, scores=scores)
    assert charted("Ann, Ben") == charted("Ann, Ben, Cleo, Dan") == charted("") == by_dynasty
    chinese = "李, Ben, Cleo"
    without = charted(chinese)
    assert without == chart_png(view, ("Archer", *NAMES[1:]), scores=scores)
    file = font(Path("more.ttf"), {"李": (500, 700)})
    other = font(Path("other.ttf"), {"龙": (500, 700)})
    assert charted(chinese, "--font", str(other), "--font", str(file)) != without
    assert charted(chinese, "--font", str(other)) == without


def test_a_game_to_share(folder):
    """With the day of the record, if it names one."""
    view, scores = read_position(record(1)).view(None), scores_of(record(1))
    text = record(1, headers=(("Date", "2024-01-01"), ("Players", "Ann, Ben, Cleo")))
    assert drawn(text, "--share") == share_png(view, NAMES, date="2024-01-01", scores=scores)
    assert drawn(record(1), "--share") == share_png(view, DYNASTIES, scores=scores)


def test_the_width(folder):
    for width in (200, 641):
        with Image.open(io.BytesIO(drawn(PREFIX, "--width", str(width)))) as image:
            assert image.width == width
            assert abs(image.height - 1016 * width / 972) <= 1
            image.verify()
    assert drawn(PREFIX, "--width", "972") == drawn(PREFIX)


@pytest.mark.parametrize(("internal", "half"), [(True, False), (False, True)])
def test_the_conflict_in_progress(folder, internal, half):
    text = prefix_in_conflict(record(1), internal=internal, half=half)
    view = read_position(text).view(None)
    assert drawn(text, "--card") == conflict_png(view, DYNASTIES, view.decision.conflict)


def test_the_replay_and_the_stills(folder):
    turns = list(turns_of(read_game(SHORT)))
    assert drawn(SHORT, "--replay") == replay_gif(turns, DYNASTIES)
    assert main(["game.te", "--stills", "deep/down"]) == 0
    names = sorted(path.name for path in Path("deep/down").iterdir())
    assert names == [f"{number:03}.png" for number in range(len(turns))]
    pictures = [Path("deep/down", name).read_bytes() for name in names]
    assert pictures == list(stills(turns, DYNASTIES))
    assert main(["game.te", "--stills", "small", "--width", "300", "--as", "A"]) == 0
    with Image.open("small/000.png") as image:
        assert image.width == 300
    assert main(["game.te", "--stills", "own", "--as", "B"]) == 0
    pictures = [path.read_bytes() for path in sorted(Path("own").iterdir())]
    own = turns_of(read_game(SHORT), viewer=1)
    assert pictures == list(stills(own, DYNASTIES))
    assert drawn(SHORT, "--replay", "--as", "B") == replay_gif(turns, DYNASTIES)


def test_a_theme(folder):
    view, scores = read_position(record(1)).view(None), scores_of(record(1))
    made = drawn(record(1), "--chart", "--theme", "high-contrast")
    assert made == chart_png(view, DYNASTIES, scores=scores, theme=THEMES["high-contrast"])
    for what in ((), ("--replay",), ("--as", "A", "--hand")):
        assert drawn(SHORT, *what, "--theme", "high-contrast") != drawn(SHORT, *what)


# --- refusals ------------------------------------------------------------------------------------


def refused(capsys, *arguments):
    """The one line on standard error."""
    capsys.readouterr()
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.removesuffix("\n")


def test_a_text_at_fault_is_named_with_its_line(folder, capsys):
    lines = PREFIX.splitlines()
    illegal = "\n".join([*lines, "A r@A1x"])
    assert refused(capsys, written("bad.te", illegal), "-o", "x.png").startswith("bad.te:41: ")
    headers = "\n".join(lines[:3])
    assert refused(capsys, written("bad.te", headers), "-o", "x.png").startswith("bad.te:3: ")
    Path("bad.te").write_bytes(b'[Format "te 1"]\n\xff\n')
    assert refused(capsys, "bad.te", "-o", "x.png") == "bad.te:2: this is not UTF-8"
    assert not Path("x.png").exists()


def test_a_rule_that_is_broken_is_named(folder, capsys):
    twice = [*record(1).splitlines()[:6], "B end"]
    line = refused(capsys, written("game.te", "\n".join(twice)), "-o", "x.png", "--replay")
    assert line == "x.png: what is written here ends in .gif"
    line = refused(capsys, "game.te", "-o", "x.gif", "--replay")
    assert line.startswith("game.te:7: ")
    assert "(R3.1)" in line


def test_files_that_cannot_be_read_or_written(folder, capsys):
    assert refused(capsys, "none.te", "-o", "x.png").startswith("none.te: cannot be read: ")
    name = written("game.te", PREFIX)
    assert refused(capsys, name, "-o", "none/x.png").startswith("none/x.png: cannot be written: ")
    Path("folder.png").mkdir()
    assert refused(capsys, name, "-o", "folder.png").startswith("folder.png: cannot be written: ")
    assert refused(capsys, name, "--stills", "game.te").startswith("game.te: cannot be written: ")
    assert refused(capsys, name, "-o", "a\x00.png").startswith("a\x00.png: cannot be written: ")


@pytest.mark.parametrize("output", ["x", "x.gif", "game.te", ".png"])
def test_a_wrong_suffix(folder, capsys, output):
    name = written("game.te", PREFIX)
    assert refused(capsys, name, "-o", output).endswith("what is written here ends in .png")
    assert Path(name).read_text(encoding="utf-8") == PREFIX


def test_viewers_that_are_not_there(folder, capsys):
    name = written("game.te", PREFIX)
    for who in ("P", "a", ""):
        assert refused(capsys, name, "-o", "x.png", "--as", who).startswith(f"--as {who}: ")
    for what in (("--hand",), ("--desk",), ("--spaces", "r")):
        assert "--as" in refused(capsys, name, "-o", "x.png", *what)
        assert "--as" in refused(capsys, name, "-o", "x.png", *what, "--as", "public")


def test_pictures_of_what_is_not_there(folder, capsys):
    name = written("game.te", PREFIX)
    for what in ("--chart", "--share"):
        line = refused(capsys, name, "-o", "x.png", what)
        assert line == "game.te:40: the game is not over here (R14)"
    over = written("over.te", record(1))
    last = len(record(1).splitlines())
    line = refused(capsys, over, "-o", "x.png", "--card")
    assert line == f"over.te:{last}: no conflict is in progress here (R6, R7)"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("game.te",),
        ("game.te", "-o", "x.png", "--width", "199"),
        ("game.te", "-o", "x.png", "--width", "1601"),
        ("game.te", "-o", "x.png", "--width", "wide"),
        ("game.te", "-o", "x.gif", "--replay", "--width", "800"),
        ("game.te", "-o", "x.png", "--theme", "pink"),
        ("game.te", "-o", "x.png", "--font", "none.ttf"),
        ("game.te", "-o", "x.png", "--font", "game.te"),
        ("game.te", "-o", "x.png", "--card", "--chart"),
        ("game.te", "-o", "x.png", "--as", "A", "--spaces", "y"),
        ("game.te", "-o", "x.png", "--as", "A", "--spaces", "r", "--desk"),
        ("game.te", "-o", "x.gif", "--replay", "--hand", "--as", "A"),
        ("game.te", "-o", "x.png", "--stills", "there"),
        ("-o", "x.png"),
        ("game.te", "-o", "x.png", "--specimen"),
        ("--specimen",),
        ("--specimen", "-o", "x.gif"),
        ("--specimen", "--hand", "-o", "x.png"),
    ],
)
def test_bad_calls(folder, capsys, arguments):
    written("game.te", PREFIX)
    refused(capsys, *arguments)
    assert sorted(path.name for path in folder.iterdir()) == ["game.te"]


def test_the_command_itself(folder):
    """On the command line an error is one line without a traceback."""
    failed = subprocess.run(
        [sys.executable, "-m", "render", "-", "-o", "out.png", "--chart"],
        input=PREFIX.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert failed.stderr.decode().splitlines() == ["-:40: the game is not over here (R14)"]
