"""What players see and do, one folder for each feature: its pages and its handlers."""

from importlib import import_module
from pkgutil import iter_modules

import bot.intents


def discover() -> None:
    """Import all intents, and the handlers of every feature, which register themselves."""
    for module in iter_modules(bot.intents.__path__, f"{bot.intents.__name__}."):
        import_module(module.name)
    for package in iter_modules(__path__, f"{__name__}."):
        if package.ispkg:
            parts = {part.name for part in iter_modules(import_module(package.name).__path__)}
            if "handlers" in parts:
                import_module(f"{package.name}.handlers")
