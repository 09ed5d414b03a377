"""The pinned requirements are those of pyproject.toml: requirements/make.py makes them."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]


def pinned(name: str) -> Iterator[tuple[Requirement, list[str]]]:
    """Each requirement of a file, and its hashes."""
    for line in (ROOT / name).read_text().replace("\\\n", "").splitlines():
        requirement, *hashes = line.split("--hash=")
        if not line.startswith(("-r ", "#")):
            yield Requirement(requirement), hashes


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("bot", PROJECT["dependencies"]),
        ("postgres", EXTRAS["postgres"]),
        ("local", EXTRAS["local"]),
    ],
)
def test_all_are_pinned_as_the_project_says_with_hashes(name: str, wanted: list[str]) -> None:
    there = dict(pinned(f"requirements/{name}.txt"))
    assert all(hashes for hashes in there.values())
    pins = {canonicalize_name(each.name): str(each.specifier) for each in there}
    for each in map(Requirement, wanted):
        assert pins[canonicalize_name(each.name)] == str(each.specifier)


def test_hosts_install_nothing_that_only_some_need() -> None:
    """Neither the local table's parts nor PostgreSQL's driver, which are most of the room."""
    names = {each.name for each, _ in pinned("requirements/bot.txt")}
    others = {
        each.name
        for extra in ("local", "postgres")
        for each, _ in pinned(f"requirements/{extra}.txt")
    }
    assert {"av", "simcord", "asyncpg"} <= others
    assert not names & others


def test_platforms_install_the_bot_with_postgresql() -> None:
    """They look for one name, and set DATABASE_URL to a PostgreSQL database."""
    assert "-r requirements/postgres.txt" in (ROOT / "requirements.txt").read_text().splitlines()
    assert (ROOT / "requirements" / "postgres.txt").read_text().startswith("-r bot.txt\n")
