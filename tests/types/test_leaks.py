"""The type checker refuses to make something for others from what one player may know."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.mark.slow  # mypy reads the whole bot
def test_mypy_refuses_every_leak_and_nothing_else(tmp_path):
    leaks = HERE / "leaks.py"
    marked = {
        number
        for number, line in enumerate(leaks.read_text().splitlines(), start=1)
        if line.endswith("# leak")
    }
    options = ("--config-file", str(HERE / "mypy.ini"), "--cache-dir", str(tmp_path))
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(leaks)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    found = re.findall(r"^(\S+):(\d+): error:", checked.stdout, re.MULTILINE)
    assert {Path(file).name for file, _ in found} == {"leaks.py"}, checked.stdout
    assert {int(number) for _, number in found} == marked, checked.stdout
