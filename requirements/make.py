"""Makes the files beside it from pyproject.toml: ``python requirements/make.py``; it needs uv.

Exact versions with hashes, for every system and every Python from 3.11: what the bot needs, and
what PostgreSQL and the local table need besides. Versions stay as they are, unless pyproject.toml
or ``--upgrade`` says otherwise.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
COMMAND = (
    "uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes"
    " --no-emit-index-url --no-header --no-annotate --quiet"
)


def compiled(*arguments: str) -> dict[str, str]:
    """The requirements with their hashes, by how they begin: name, version and condition."""
    command = [*COMMAND.split(), *arguments, *sys.argv[1:]]
    text = subprocess.run(command, cwd=HERE.parent, check=True, capture_output=True, text=True)
    parts = re.split(r"^(?=\S)", text.stdout, flags=re.MULTILINE)
    return {part.split(" \\")[0]: part for part in parts if part.strip()}


def main() -> None:
    """Write them."""
    extras = ("postgres", "local")
    everything = HERE / "everything.txt"  # one choice of versions for all
    pinned = "".join((HERE / f"{name}.txt").read_text() for name in ("bot", *extras))
    everything.write_text(pinned.replace("-r bot.txt\n", ""))
    try:
        both = [f"--extra={extra}" for extra in extras]
        compiled(*both, f"--output-file={everything}")
        chosen = f"--constraints={everything}"
        bot = compiled(chosen)
        (HERE / "bot.txt").write_text("".join(bot.values()))
        for extra in extras:
            besides = compiled(chosen, f"--extra={extra}")
            added = (part for begins, part in besides.items() if begins not in bot)
            (HERE / f"{extra}.txt").write_text("-r bot.txt\n" + "".join(added))
    finally:
        everything.unlink()


if __name__ == "__main__":
    main()
