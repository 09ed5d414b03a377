"""The project's documents and layout: promises, figures, requirements."""

import ast
import json
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.engine_worker import Lane
from bot.metrics.figures import Figures

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
PACKAGES = ("engine", "render", "bot")
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


# --- figures, which docs/watching.md explains, a dashboard shows and alerts are about -------------

DASHBOARD = json.loads((ROOT / "docs/two-rivers.dashboard.json").read_text())
DATA = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
TARGETS = [target for panel in DATA for target in panel["targets"]]
RULES = (ROOT / "docs/two-rivers.rules.yml").read_text()
ASKED = [(target["expr"], target.get("legendFormat", "")) for target in TARGETS]
ASKED += re.findall(r"expr: (?:>-\s+)?(.+)\n(?: +for: .+\n)? +annotations:\n +summary: (.+)", RULES)
FIGURE = r"(?:two_rivers|process)_\w+"
OF_ALL = {"job", "instance", "le"}
"""Labels that Prometheus has given."""


def labels_explained():
    """The labels of each figure of docs/watching.md."""
    labels = {"up": set(), "process_cpu_seconds_total": set()}
    labels |= {"process_resident_memory_bytes": set()}
    table = re.findall(r"(?m)^\| (`.+?) \| (.*?) ?\| ", (ROOT / "docs/watching.md").read_text())
    for names, description in table:
        for name in re.findall(r"`(\w+)(?:_…)?`", names):
            labels[f"two_rivers_{name}"] = set(re.findall(r"`(\w+)`", description))
    return labels


def values_counted():
    """The values of the labels of what is counted from the start."""
    figures = Figures()
    for answered in (True, False):
        figures.thought(Lane.PLAY, 1.0, answered)
    values = {}
    for family in figures.registry.collect():
        for sample in family.samples:
            for label, value in sample.labels.items():
                values.setdefault((sample.name, label), set()).add(value)
    return values


def test_the_figures_of_the_dashboard_and_the_alerts_exist():
    labels, values = labels_explained(), values_counted()
    assert len(ASKED) == len(TARGETS) + RULES.count("alert: ")
    for expression, shown in ASKED:
        assert expression.count("(") == expression.count(")"), expression
        grouped = re.search(r" by \(([\w, ]+)\)", expression)
        by = set(grouped[1].split(", ")) if grouped else None
        for name, asked in re.findall(rf"\b({FIGURE}|up)\b(?:\{{(.*?)\}})?", expression):
            figure = re.sub(r"_bucket$|_count$|(opponents_process)_\w+$", r"\1", name)
            there = labels[figure] | OF_ALL
            assert (by or set()) <= there, expression
            assert set(re.findall(r"\{\{ ?(?:\$labels\.)?(\w+) ?\}\}", shown)) <= (by or there)
            for label, value in re.findall(r'(\w+)=~?"([^"]*)"', asked):
                assert label in there, expression
                assert label in OF_ALL or set(value.split("|")) <= values[name, label]


def test_grafana_can_import_the_dashboard():
    """Every panel is of the chosen program; none lies over another, or below a hole."""
    (source,) = DASHBOARD["__inputs"]
    (job,) = DASHBOARD["templating"]["list"]
    for each in (job, *DATA):
        assert each["datasource"] == {"type": "prometheus", "uid": f"${{{source['name']}}}"}
    assert job["query"]["query"] == "label_values(two_rivers_info, job)"
    for target in TARGETS:
        figures = re.findall(FIGURE, target["expr"])
        assert target["expr"].count('job="$job"') == len(figures)
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(numbers) == len(set(numbers))
    assert DASHBOARD["uid"]
    taken = set()
    for panel in DASHBOARD["panels"]:
        names = [target["refId"] for target in panel.get("targets", ())]
        assert len(names) == len(set(names))
        at = panel["gridPos"]
        columns = range(at["x"], at["x"] + at["w"])
        assert set(columns) <= set(range(24))
        assert at["y"] == 0 or {(x, at["y"] - 1) for x in columns} <= taken, panel["title"]
        cells = {(x, y) for x in columns for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken, panel["title"]
        taken |= cells


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
def test_folders_are_small_and_no_two_classes_have_one_name(package):
    """Migrations aside: there is one for each change of the database, and they stay."""
    modules = sorted((ROOT / package).rglob("*.py"))
    sizes = Counter(path.parent for path in modules if path.parent.name != "versions")
    assert {str(folder): size for folder, size in sizes.items() if size > 25} == {}
    classes = Counter(
        node.name
        for path in modules
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, number in classes.items() if number > 1] == []


def test_no_module_is_called_like_its_folder():
    modules = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    assert [path for path in modules if path.stem == path.parent.name] == []
