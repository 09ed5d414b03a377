"""What players see and do, one folder for each feature: its intents, its pages, its handlers."""

from importlib import import_module
from pkgutil import iter_modules


def discover() -> None:
    """Import the intents and handlers of every feature, which register themselves."""
    for package in iter_modules(__path__, f"{__name__}."):
        if package.ispkg:
            parts = {part.name for part in iter_modules(import_module(package.name).__path__)}
            for part in sorted(parts & {"intents", "handlers"}):
                import_module(f"{package.name}.{part}")
