"""The options of commands."""

from argparse import ArgumentParser


def options_of(command, about, **defaults):
    """The parser of ``python -m`` *command*: each option is of its default's type, or a flag."""
    parser = ArgumentParser(prog=f"python -m {command}", description=about, allow_abbrev=False)
    for name, default in defaults.items():
        kind = {"type": type(default), "default": default}
        if default is False:
            kind = {"action": "store_true"}
        parser.add_argument(f"--{name.replace('_', '-')}", **kind)
    return parser
