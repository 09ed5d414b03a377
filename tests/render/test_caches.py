"""A process that draws for years keeps no more than so much."""

import importlib
import pkgutil

import render


def test_every_cache_is_bounded():
    found = 0
    for module in pkgutil.walk_packages(render.__path__, "render."):
        if module.name == "render.__main__" or module.name.startswith("render.specimen"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if hasattr(value, "cache_parameters"):
                assert value.cache_parameters()["maxsize"], f"{module.name}.{name}"
                found += 1
    assert found > 10
