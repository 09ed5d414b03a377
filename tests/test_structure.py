"""The folders of the program, as CONTRIBUTING shows them: small, and each name used once."""

import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "render", "bot")
ONE_A_FEATURE = {"__init__", "intents", "handlers"}
"""Modules with the same name in each feature."""


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("package", PACKAGES)
def test_a_folder_has_at_most_25_modules(package: str) -> None:
    """Migrations aside: there is one for each change of the database, and they stay."""
    sizes = Counter(path.parent for path in modules(package) if path.parent.name != "versions")
    assert {str(folder): size for folder, size in sizes.items() if size > 25} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_two_modules_of_a_package_share_a_name(package: str) -> None:
    names = Counter(path.stem for path in modules(package))
    assert {name for name, number in names.items() if number > 1} <= ONE_A_FEATURE | {"__main__"}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_two_public_classes_of_a_package_share_a_name(package: str) -> None:
    classes = Counter(
        node.name
        for path in modules(package)
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, number in classes.items() if number > 1] == []
