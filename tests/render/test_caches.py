"""A process that draws for years keeps no more than so much."""

import importlib
import pkgutil

import render


def test_every_cache_is_bounded() -> None:
    found = 0
    for module in pkgutil.iter_modules(render.__path__):
        if module.name == "__main__":
            continue
        for name, value in vars(importlib.import_module(f"render.{module.name}")).items():
            if hasattr(value, "cache_parameters"):
                assert value.cache_parameters()["maxsize"], f"render.{module.name}.{name}"
                found += 1
    assert found > 10
