"""Imports inside the features, of which import-linter knows no rule: pages refer to each other."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import bot.features

ROOT = Path(bot.features.__file__).parent


def imported(path: Path) -> set[str]:
    """The modules that a file imports, wherever in it."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    froms = [each for each in nodes if isinstance(each, ast.ImportFrom)]
    names = {f"{each.module}.{name.name}" for each in froms for name in each.names}
    names |= {each.module or "" for each in froms}
    return names | {
        name.name for each in nodes if isinstance(each, ast.Import) for name in each.names
    }


def test_no_module_of_a_feature_imports_itself_by_others() -> None:
    files = {
        ".".join(("bot", "features", *path.relative_to(ROOT).with_suffix("").parts)): path
        for path in ROOT.rglob("*.py")
    }
    assert len(files) > 50
    graph = {name: imported(path) & files.keys() for name, path in files.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError
