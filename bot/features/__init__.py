"""The features: a module for each, or a folder with its pages and handlers."""

from importlib import import_module
from pkgutil import iter_modules

import bot.intents


def discover() -> None:
    """Import all intents, and the handlers of every feature, which register themselves."""
    for module in iter_modules(bot.intents.__path__, f"{bot.intents.__name__}."):
        import_module(module.name)
    for feature in iter_modules(__path__, f"{__name__}."):
        import_module(f"{feature.name}.handlers" if feature.ispkg else feature.name)
