"""An installed wheel has its translations, lessons, fonts and themes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot import __version__

ROOT = Path(__file__).parents[1]
PRINTS = """\
from bot.i18n import Words, catalogue
from bot.teaching.lessons import LESSONS
from bot.teaching.rule_pages import SHELF, page
from engine import Colour
from render import THEMES
from render.drawing.faces import faces
assert all(file.is_file() for file in faces())
assert all(list(SHELF.played(name)) for name in SHELF.names if name != "contents")
print(page("leaders").title)
assert LESSONS.every()
assert "light" in THEMES
print(catalogue.__file__, Words.of("de").tile(Colour.RED), Words.of("de").listed("AB"), sep="\\n")
"""


@pytest.fixture
def project(tmp_path):
    """A copy of the project."""
    project = tmp_path / "project"
    project.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, project)
    for name in ("engine", "render", "bot"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, project / name, ignore=ignored)
    return project


@pytest.mark.slow
def test_the_build_compiles_the_catalogues(project, tmp_path):
    alone = ("--no-build-isolation", "--no-deps", "--no-index")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", *alone, "--wheel-dir", tmp_path, project],
        check=True,
    )
    (wheel,) = tmp_path.glob(f"two_rivers-{__version__}-*.whl")
    installed = tmp_path / "installed"
    with ZipFile(wheel) as packed:
        packed.extractall(installed)
    (installed / "bot/i18n/locales/de/LC_MESSAGES/two_rivers.po").unlink()
    output = subprocess.run(
        [sys.executable, "-c", PRINTS],
        check=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
        stdout=subprocess.PIPE,
        text=True,
    ).stdout.splitlines()
    catalogue = str(installed / "bot/i18n/catalogue.py")
    assert output == ["Placing a leader", catalogue, "Tempel", "A und B"]
