"""What is said about the project, and how it is laid out: promises, requirements, folders."""

import ast
import re
import tomllib
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
PACKAGES = ("engine", "render", "bot")
ONE_A_FEATURE = {"__init__", "intents", "handlers"}
"""Modules with the same name in each feature."""
PROMISES = [
    row.strip("|").split("|")
    for row in (ROOT / "docs/reliability.md").read_text("utf-8").splitlines()
    if row.startswith("| ") and not row.startswith("| promised")
]


# --- docs/reliability.md -------------------------------------------------------------------------


@pytest.mark.parametrize("held_by", [row[-1] for row in PROMISES])
def test_every_promise_names_tests_that_there_are(held_by):
    """A path, or a file beside the one named before; in italics, words of a test's name."""
    folder = source = ""
    for path, phrase in re.findall(r"`([^` ]*/[^` ]+|test_\w+\.py)`|(?<!\*)\*([^*]+)\*", held_by):
        if path:
            folder = str(Path(path).parent) if "/" in path else folder
            named = ROOT / (path if "/" in path else f"{folder}/{path}")
            files = named.rglob("*.py") if named.is_dir() else [named]
            source = "".join(each.read_text("utf-8") for each in files)
        else:
            words = phrase.replace("'", "").lower()
            assert re.sub(r"\W+", "_", words) in source or phrase in source, phrase


def test_every_promise_is_made_once():
    """Not even in other words, if it begins in the same way."""
    assert len({row[0][:40] for row in PROMISES}) == len(PROMISES)


# --- requirements, which requirements/make.py pins -----------------------------------------------


def pinned(name):
    """Each requirement of a file, and its hashes."""
    lines = (ROOT / f"requirements/{name}.txt").read_text().replace("\\\n", "").splitlines()
    parts = [line.split("--hash=") for line in lines if not line.startswith(("-r ", "#"))]
    return {Requirement(requirement): hashes for requirement, *hashes in parts}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("bot", PROJECT["dependencies"]),
        ("postgres", EXTRAS["postgres"]),
        ("local", EXTRAS["local"]),
    ],
)
def test_all_are_pinned_as_the_project_says_with_hashes(name, wanted):
    there = pinned(name)
    assert all(there.values())
    pins = {canonicalize_name(each.name): str(each.specifier) for each in there}
    for each in map(Requirement, wanted):
        assert pins[canonicalize_name(each.name)] == str(each.specifier)


def test_hosts_install_nothing_that_only_some_need():
    """Neither the local table's parts nor PostgreSQL's driver, which are most of the room."""
    others = {each.name for extra in ("local", "postgres") for each in pinned(extra)}
    assert {"av", "simcord", "asyncpg"} <= others
    assert not {each.name for each in pinned("bot")} & others


def test_platforms_install_the_bot_with_postgresql():
    """They look for one name, and set DATABASE_URL to a PostgreSQL database."""
    assert "-r requirements/postgres.txt" in (ROOT / "requirements.txt").read_text().splitlines()
    assert (ROOT / "requirements" / "postgres.txt").read_text().startswith("-r bot.txt\n")


# --- folders and modules -------------------------------------------------------------------------


@pytest.mark.parametrize("package", PACKAGES)
def test_folders_are_small_and_names_are_used_once(package):
    """Migrations aside: there is one for each change of the database, and they stay."""
    modules = sorted((ROOT / package).rglob("*.py"))
    sizes = Counter(path.parent for path in modules if path.parent.name != "versions")
    assert {str(folder): size for folder, size in sizes.items() if size > 25} == {}
    names = Counter(path.stem for path in modules)
    assert {name for name, number in names.items() if number > 1} <= ONE_A_FEATURE | {"__main__"}
    classes = Counter(
        node.name
        for path in modules
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, number in classes.items() if number > 1] == []


def imported(path):
    """The modules that a file imports, wherever in it."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    froms = [each for each in nodes if isinstance(each, ast.ImportFrom)]
    names = {f"{each.module}.{name.name}" for each in froms for name in each.names}
    names |= {each.module or "" for each in froms}
    return names | {
        name.name for each in nodes if isinstance(each, ast.Import) for name in each.names
    }


def test_no_module_of_a_feature_imports_itself_by_others():
    """import-linter knows no rule for it: pages refer to each other."""
    files = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for path in (ROOT / "bot" / "features").rglob("*.py")
    }
    assert len(files) > 50
    graph = {name: imported(path) & files.keys() for name, path in files.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError
