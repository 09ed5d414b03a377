"""The command that verifies a fair bag: verify (docs/fair.md)."""

import argparse

from engine import FormatError, GameError, verify_record
from engine.commands.kit import Answer, CommandError, Commands, read_text


def add_to(commands: Commands) -> None:
    """Add this command to a command line."""
    verify = commands.add_parser("verify", help="verify that the bag of a record was fair")
    verify.add_argument("file", metavar="FILE")
    verify.add_argument("--word", metavar="TEXT", help="the word that you gave")
    verify.add_argument("--seal", metavar="HEX", help="the seal that you were told")
    verify.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> Answer:
    try:
        findings = verify_record(read_text(options.file), options.word, options.seal)
    except FormatError as error:
        raise CommandError(f"{options.file}:{error.line}: {error}") from None
    except GameError as error:
        raise CommandError(f"{options.file}: {error}") from None
    text = "".join(f"{finding}\n" for finding in findings)
    return Answer(text, int(any(finding.fault for finding in findings)))
