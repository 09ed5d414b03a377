"""``python -m render``: every picture from a file, and every way to refuse in one line."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from engine import (
    AddDecision,
    parse_piece,
    read_game,
    read_position,
    scores_by_turn,
    turns_of,
    write_position,
)
from render import (
    board_png,
    chart_png,
    conflict_png,
    desk_png,
    hand_png,
    replay_gif,
    spaces_png,
    stills,
    use_fonts,
)
from render.__main__ import main
from render.drawing.theme import HIGH_CONTRAST
from tests.render.fonts import font
from tests.render.records import games, prefix_in_conflict, record

NAMES = ("Ann", "Ben", "Cleo")
DYNASTIES = ("Archer", "Bull", "Lion")
PREFIX = "".join(line + "\n" for line in record(1).splitlines()[:40])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    use_fonts(())


def written(name, text):
    Path(name).write_text(text, encoding="utf-8")
    return name


def drawn(text, *arguments):
    """What the command writes for a file of that text; it says nothing."""
    suffix = ".gif" if "--replay" in arguments else ".png"
    assert main([written("game.te", text), "-o", f"out{suffix}", *arguments]) == 0
    return Path(f"out{suffix}").read_bytes()


# --- what it draws -------------------------------------------------------------------------------


def test_the_board_of_a_record_for_everybody(folder, capsys):
    *_, last = turns_of(read_game(PREFIX))
    assert last.view == read_position(PREFIX).view(None)
    assert drawn(PREFIX) == board_png(last.view, DYNASTIES, last.events)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("end", [5, None])
def test_any_prefix_and_any_board(folder, end):
    for text in (record(2, 2), record(3, 4, "advanced", ("buildings", "display", "ziggurat"))):
        drawn("".join(line + "\n" for line in text.splitlines()[:end]))


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
    """Everybody's score after each turn of a record."""
    return scores_by_turn(turns_of(read_game(text)))


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ("Ann, Ben, Cleo", NAMES),
        ("Ann, Ben", DYNASTIES),
        ("Ann, Ben, Cleo, Dan", DYNASTIES),
        ("", DYNASTIES),
    ],
)
def test_names_come_from_the_record(folder, players, names):
    text = record(1, headers=(("Date", "2024-01-01"), ("Players", players)))
    view = read_position(text).view(None)
    assert drawn(text, "--chart") == chart_png(view, names, scores=scores_of(text))


def test_names_are_in_the_fonts_that_are_given(folder):
    text = record(1, headers=(("Players", "李, Ben, Cleo"),))
    without = drawn(text, "--chart")
    view, names = read_position(text).view(None), ("Archer", *NAMES[1:])
    assert without == chart_png(view, names, scores=scores_of(text))
    file = font(Path("more.ttf"), {"李": (500, 700)})
    other = font(Path("other.ttf"), {"龙": (500, 700)})
    assert drawn(text, "--chart", "--font", str(other), "--font", str(file)) != without
    assert drawn(text, "--chart", "--font", str(other)) == without


@pytest.mark.parametrize("width", [200, 641, 972])
def test_the_width(folder, width):
    with Image.open(io.BytesIO(drawn(PREFIX, "--width", str(width)))) as image:
        assert image.width == width
        assert abs(image.height - 1016 * width / 972) <= 1
        image.verify()
    if width == 972:
        assert drawn(PREFIX, "--width", "972") == drawn(PREFIX)


@pytest.mark.parametrize("internal", [True, False])
@pytest.mark.parametrize("half", [True, False])
def test_the_conflict_in_progress(folder, internal, half):
    text = prefix_in_conflict(record(3), internal=internal, half=half)
    view = read_position(text).view(None)
    assert isinstance(view.decision, AddDecision)
    assert drawn(text, "--card") == conflict_png(view, DYNASTIES, view.decision.conflict)


def test_the_replay_and_the_stills(folder):
    short = "".join(line + "\n" for line in PREFIX.splitlines()[:16])
    told = list(turns_of(read_game(short)))
    assert drawn(short, "--replay") == replay_gif(told, DYNASTIES)
    assert main(["game.te", "--stills", "deep/down"]) == 0
    names = sorted(path.name for path in Path("deep/down").iterdir())
    assert names == [f"{number:03}.png" for number in range(len(told))]
    pictures = [Path("deep/down", name).read_bytes() for name in names]
    assert pictures == list(stills(told, DYNASTIES))
    assert main(["game.te", "--stills", "small", "--width", "300", "--as", "A"]) == 0
    with Image.open("small/000.png") as image:
        assert image.width == 300
    assert main(["game.te", "--stills", "own", "--as", "B"]) == 0
    pictures = [path.read_bytes() for path in sorted(Path("own").iterdir())]
    own = turns_of(read_game(short), viewer=1)
    assert pictures == list(stills(own, DYNASTIES))
    assert drawn(short, "--replay", "--as", "B") == replay_gif(told, DYNASTIES)


def test_a_theme(folder):
    text = record(1)
    view = read_position(text).view(None)
    made = drawn(text, "--chart", "--theme", "high-contrast")
    assert made == chart_png(view, DYNASTIES, scores=scores_of(text), theme=HIGH_CONTRAST)
    for what in ((), ("--replay",), ("--as", "A", "--hand")):
        assert drawn(PREFIX, *what, "--theme", "high-contrast") != drawn(PREFIX, *what)


@pytest.mark.slow
def test_the_specimen(folder):
    """No file is needed: it is a sheet of everything."""
    assert main(["--specimen", "-o", "sheet.png", "--width", "1008"]) == 0
    with Image.open("sheet.png") as image:
        assert image.width == 1008
        assert image.height > 5 * image.width


def test_standard_input(folder, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(PREFIX.encode()), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stream)
    assert main(["-", "-o", "in.PNG"]) == 0
    assert Path("in.PNG").read_bytes() == drawn(PREFIX)


def test_the_public_picture_does_not_depend_on_a_hand(folder):
    game = games(record(1))[30]
    position = write_position(game.open_view())
    hand = next(line for line in position.splitlines() if line.startswith("[Hand A"))
    tiles = hand.split('"')[1]
    bag = next(line for line in position.splitlines() if line.startswith("[Bag"))
    letters = bag.split('"')[1]
    other = position.replace(hand, f'[Hand A "{"".join(sorted(letters[:6], key="krbg".index))}"]')
    other = other.replace(bag, f'[Bag "{tiles}{letters[6:]}"]').replace('t0"]', 't0"]')
    assert len(tiles) == 6
    assert drawn(position) == drawn(other)


# --- what it refuses -----------------------------------------------------------------------------


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


@pytest.mark.parametrize("output", ["x", "x.gif", "x.jpg", "x.te", "game.te", ".png"])
def test_a_wrong_suffix(folder, capsys, output):
    name = written("game.te", PREFIX)
    assert refused(capsys, name, "-o", output).endswith("what is written here ends in .png")
    assert Path(name).read_text(encoding="utf-8") == PREFIX


def test_viewers_that_are_not_there(folder, capsys):
    name = written("game.te", PREFIX)
    for who in ("P", "a", "AB", "", "nobody"):
        assert refused(capsys, name, "-o", "x.png", "--as", who).startswith(f"--as {who}: ")
    for what in (("--hand",), ("--desk",), ("--spaces", "r")):
        assert "--as" in refused(capsys, name, "-o", "x.png", *what)
        assert "--as" in refused(capsys, name, "-o", "x.png", *what, "--as", "public")


def test_pictures_of_what_is_not_there(folder, capsys):
    name = written("game.te", PREFIX)
    line = refused(capsys, name, "-o", "x.png", "--chart")
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
        ("game.te", "--replay"),
        ("game.te", "-o"),
        ("game.te", "-o", "x.png", "--width", "199"),
        ("game.te", "-o", "x.png", "--width", "1601"),
        ("game.te", "-o", "x.png", "--width", "800.5"),
        ("game.te", "-o", "x.png", "--width", "wide"),
        ("game.te", "-o", "x.gif", "--replay", "--width", "800"),
        ("game.te", "-o", "x.png", "--theme", "pink"),
        ("game.te", "-o", "x.png", "--font", "none.ttf"),
        ("game.te", "-o", "x.png", "--font", "game.te"),
        ("game.te", "-o", "x.png", "--font", "."),
        ("game.te", "-o", "x.png", "--card", "--chart"),
        ("game.te", "-o", "x.png", "--as", "A", "--spaces"),
        ("game.te", "-o", "x.png", "--as", "A", "--spaces", "y"),
        ("game.te", "-o", "x.png", "--as", "A", "--spaces", "r", "--desk"),
        ("game.te", "-o", "x.gif", "--replay", "--hand", "--as", "A"),
        ("game.te", "-o", "x.png", "--stills", "there"),
        ("game.te", "more.te", "-o", "x.png"),
        ("game.te", "-o", "x.png", "--board"),
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
    """As somebody types it: the picture, an error, and no traceback."""
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}

    def typed(*arguments):
        return subprocess.run(  # noqa: PLW1510
            [sys.executable, "-m", "render", *arguments],
            input=PREFIX.encode(),
            capture_output=True,
            env=environment,
        )

    done = typed("-", "-o", "out.png", "--width", "800")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    with Image.open("out.png") as image:
        assert image.width == 800
    failed = typed("-", "-o", "out.png", "--chart")
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert failed.stderr.decode().splitlines() == ["-:40: the game is not over here (R14)"]
