"""The dashboard and the alerts ask for what is told to Prometheus, and for nothing else."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tabletop import running

from bot.changes import CALL
from bot.cluster import Claims
from bot.counting import Duration
from bot.engine_worker import Lane, WantedExpectations
from bot.store.databases.database import TransactionKind
from bot.store.queries import due
from bot.store.rows import DueRow

DOCS = Path(__file__).parents[3] / "docs"
DASHBOARD = json.loads((DOCS / "two-rivers.dashboard.json").read_text())
RULES = (DOCS / "two-rivers.rules.yml").read_text()

Values = Mapping[str, set[str]]
"""The values of each label."""

SELECTOR = (
    r"(?P<metric>(?:two_rivers|process|python)_\w+|up)"
    r'(?:\{(?P<matchers>(?:\w+=~?"[^"]*"(?:, )?)*)\})?'
)
RANGE = r"\[(?:\d+[mh]|\$__rate_interval)\]"
SMALLER = re.compile(
    r"(?:\b(?:sum|min|max|count) ?|\bvector)?\(0\)|\btime\(\)|\bhistogram_quantile\(0, 0\)"
    r"|\b0 (?:[-+*/<>]|==|or) 0\b"
)


class Expression(NamedTuple):
    """What an expression asks for."""

    metrics: Mapping[str, Values]
    """With what is asked of their labels."""
    by: set[str] | None
    """By which labels its result is grouped; None if it is not."""

    @classmethod
    def parse(cls, text):
        """Read as much of PromQL as is used. Raises ValueError."""
        metrics = {}

        def take(found):
            asked = re.findall(r'(\w+)=~?"([^"]*)"', found["matchers"] or "")
            metrics[found["metric"]] = {label: set(value.split("|")) for label, value in asked}
            return "0"

        groups = re.findall(r" by \(([\w, ]+)\)", text)
        rest = re.sub(r" by \([\w, ]+\)", "", text)
        rest = re.sub(rf"\b(?:rate|increase)\({SELECTOR}{RANGE}\)", take, rest)
        rest = re.sub(rf"\b{SELECTOR}(?![\w\[{{(])", take, rest)
        rest = re.sub(r"\b\d+(?:\.\d+)?(?:e\d+)?\b", "0", rest)
        while rest != (rest := SMALLER.sub("0", rest)):
            pass
        if rest != "0":
            raise ValueError(text)
        return cls(metrics, set(", ".join(groups).split(", ")) if groups else None)


@pytest.mark.parametrize(
    "text",
    [
        "sum(two_rivers_games",
        "sum(two_rivers_games))",
        "two_rivers_games[5m]",
        "rate(two_rivers_games)",
        'two_rivers_games{status="over}',
        "two_rivers_games{status=over}",
        "two_rivers_games two_rivers_servers",
        "two_rivers_games >",
        "summ(two_rivers_games)",
        "histogram_quantile(two_rivers_games)",
        "two_rivers_games or",
    ],
)
def test_an_expression_that_is_none(text):
    with pytest.raises(ValueError, match=re.escape(text)):
        Expression.parse(text)


def asked():
    """Each expression of the dashboard and of the rules, and the text that is shown with it."""
    for panel in DASHBOARD["panels"]:
        for target in panel.get("targets", ()):
            yield Expression.parse(target["expr"]), target.get("legendFormat", "")
    for rule in re.split(r"(?m)^ *- alert: ", RULES)[1:]:
        found = re.fullmatch(
            r"\w+\n *expr: (?:>-\n +)?(.*)\n(?: *for: \d+m\n)? *annotations:\n *summary: (.*)\n"
            r"(?: *- name: .*\n *rules:\n)?",
            rule,
        )
        assert found is not None, rule
        yield Expression.parse(found[1]), found[2].replace("{{ $value | humanize1024 }}", "")


@pytest.fixture
async def told(store, services, clock, watch, worker, program, watcher, backups):
    """All that is told of a program in which everything happens, and what Prometheus adds."""
    program.claims, program.backups = Claims(store), backups
    table = await running(services)
    await store.write(due.schedule, DueRow(CALL, table.id, clock()))
    await worker.answer(WantedExpectations(()), Lane.ASKED)
    watch.figures.thought(Lane.PLAY, 1.0, False)  # as the worker does
    watch.figures.called(1.0, 200)
    watch.figures.time(Duration.TRANSACTION, 1.0, TransactionKind.READING)
    told = {"up": {}}
    for family in text_string_to_metric_families(await watcher.text()):
        for sample in family.samples:
            values = told.setdefault(sample.name, {})
            for label, value in sample.labels.items():
                values.setdefault(label, set()).add(value)
    for values in told.values():
        values.update(job={"two-rivers", "$job"}, instance=set())
    return told


@pytest.mark.sqlite
def test_everything_that_is_asked_for_is_told(told):
    for expression, text in asked():
        shown = set(re.findall(r"\{\{ ?(?:\$labels\.)?(\w+) ?\}\}", text))
        for metric, labels in expression.metrics.items():
            assert metric in told
            assert labels.keys() | (expression.by or set()) <= told[metric].keys(), metric
            for label, values in labels.items():
                assert values <= told[metric][label], (metric, label)
            assert shown <= (told[metric].keys() if expression.by is None else expression.by)


def test_every_panel_is_of_the_chosen_program():
    for panel in DASHBOARD["panels"]:
        for target in panel.get("targets", ()):
            for labels in Expression.parse(target["expr"]).metrics.values():
                assert labels["job"] == {"$job"}


def test_grafana_can_import_it():
    (source,) = DASHBOARD["__inputs"]
    (job,) = DASHBOARD["templating"]["list"]
    data = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
    for each in (job, *data):
        assert each["datasource"] == {"type": "prometheus", "uid": f"${{{source['name']}}}"}
    assert job["query"]["query"] == "label_values(two_rivers_info, job)"
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(numbers) == len(set(numbers))
    assert DASHBOARD["uid"]
    for panel in data:
        names = [target["refId"] for target in panel["targets"]]
        assert len(names) == len(set(names)) > 0


def test_no_panel_lies_over_another():
    """And there is no hole above one."""
    taken = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        columns = range(at["x"], at["x"] + at["w"])
        assert set(columns) <= set(range(24))
        assert at["y"] == 0 or {(x, at["y"] - 1) for x in columns} <= taken, panel["title"]
        cells = {(x, y) for x in columns for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken, panel["title"]
        taken |= cells
