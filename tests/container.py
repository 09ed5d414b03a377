"""Builds the image by the Containerfile, and runs it as compose.yaml says.

``python -m tests.container DEBIAN``, as root, with buildah installed. DEBIAN is the folder of a
bare Debian with the package python3-venv, in place of Python's image: no image is fetched. The root
is read-only, the user is the image's own, and the bot is connected to a stand-in for Discord.
"""

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.freezing import children
from tests.stand_in.process import ROOT, TOKEN
from tests.stand_in.server import Discord

_BASE = re.search("^FROM (.+)$", (ROOT / "Containerfile").read_text(), re.MULTILINE)
_COMPOSE = (ROOT / "compose.yaml").read_text()
_GRACE = re.search("stop_grace_period: ([0-9]+)s", _COMPOSE)
_ENTER = """
set -e
root=$1 data=$2 user=$3; shift 3
mount --bind "$root" "$root"
mount --options remount,bind,ro "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --bind /dev/urandom "$root/dev/urandom" 2>/dev/null || true
exec chroot --userspec="$user" "$root" env --ignore-environment --chdir=/two-rivers "$@"
"""


def buildah(store, *arguments):
    """Return the output of buildah, with images and containers kept in *store*."""
    places = (f"--root={store}/images", f"--runroot={store}/run", "--storage-driver=vfs")
    done = subprocess.run(
        ["buildah", *places, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.strip()


class Image:
    """The image, built and mounted as the root of a container."""

    def __init__(self, store, debian):
        assert _BASE
        base = buildah(store, "from", "scratch")
        buildah(store, "add", "--quiet", base, str(debian), "/")
        python = ("python3", "-m", "venv", "/usr/local/python")
        buildah(store, "run", "--isolation=chroot", base, "--", *python)
        buildah(store, "config", "--env=PATH=/usr/local/python/bin:/usr/bin:/bin", base)
        buildah(store, "commit", "--quiet", "--rm", base, _BASE[1])
        began = time.monotonic()
        options = ("--isolation=chroot", "--pull-never", "--format=docker", "--quiet")
        buildah(store, "build", *options, "--tag=two-rivers", "--file=Containerfile", ".")
        container = buildah(store, "from", "--pull-never", "two-rivers")
        self.root = Path(buildah(store, "mount", container))
        inspected = json.loads(buildah(store, "inspect", "--type=image", "two-rivers"))
        self.config = inspected["Docker"]["config"]
        self.check = self.config["Healthcheck"]["Test"][1:]
        sizes = [int(_run("du", "-sm", str(each)).split()[0]) for each in (self.root, debian)]
        print(
            f"built in {time.monotonic() - began:.0f} s: {sizes[0]} MB, {sizes[1]} of them the "
            "system's with Python"
        )

    async def start(self, data, *command, **settings):
        """Run a command in the container, with these settings and no others."""
        variables = {name.partition("=")[0] for name in self.config["Env"]}
        assert variables >= {"DATABASE_URL", "STATUS_AT"}
        given = [*self.config["Env"], *(f"{name}={value}" for name, value in settings.items())]
        root = (str(self.root), str(data), self.config["User"])
        return await asyncio.create_subprocess_exec(
            *("unshare", "--mount", "--pid", "--fork", "--kill-child"),
            *("bash", "-c", _ENTER, "enter", *root, *given, *command),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )

    async def run(self, data, *command, **settings):
        """Return a command's exit status and output."""
        process = await self.start(data, *command, **settings)
        output, _ = await process.communicate()
        return process.returncode, output.decode()


def _run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


async def play(image, data):
    """Start, ask for its health, look after it, and stop, as compose does."""
    assert _GRACE
    assert "read_only: true" in _COMPOSE
    assert "tmpfs: [/tmp]" in _COMPOSE
    entry, command = image.config["Entrypoint"], image.config["Cmd"]
    status, output = await image.run(data, *entry, *command)
    assert (status, "DISCORD_TOKEN is missing" in output) == (78, True), output
    async with Discord() as discord:
        await discord.new_guild()
        token = {"DISCORD_TOKEN": TOKEN, "DISCORD_API": discord.api}
        bot = await image.start(data, *entry, *command, **token)
        await discord.until(lambda: discord.gateway.identified_by[""] > 0)
        async with asyncio.timeout(30):
            while (await image.run(data, *image.check))[0]:  # as Docker asks
                pass
        for command in ("check", "backup /data/copy.sqlite3"):
            status, output = await image.run(data, *entry, *command.split(), **token)
            assert status == 0, output
        (process,) = children(bot.pid)
        user = os.stat(f"/proc/{process}").st_uid  # noqa: PTH116
        assert f"{user}:{user}" == image.config["User"]
        began = time.monotonic()
        os.kill(process, signal.SIGTERM)
        log, _ = await bot.communicate()
        took = time.monotonic() - began
        assert bot.returncode == 0, log.decode()
        assert took < int(_GRACE[1])
        status, output = await image.run(data, *image.check)
        assert status == 1, output
    assert "disk that does not last" not in log.decode(), "it is a volume"
    kept = _run("find", str(data), "-name", "*.sqlite3", "-printf", "%f %m\n").splitlines()
    assert sorted(kept) == ["copy.sqlite3 600", "two_rivers.sqlite3 600"]
    print(f"ran as {user}, was well, ended {took:.1f} s after it was asked to")


def main():
    """Build and run it."""
    parser = argparse.ArgumentParser(prog="python -m tests.container", description=__doc__)
    parser.add_argument("debian", type=Path)
    debian = parser.parse_args().debian.resolve()
    with TemporaryDirectory(prefix="two-rivers-") as folder:
        image = Image(Path(folder), debian)
        data = Path(folder, "data")
        _run("cp", "--archive", str(image.root / "data"), str(data))
        asyncio.run(play(image, data))
        buildah(Path(folder), "umount", "--all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
