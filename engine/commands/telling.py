"""The command about a whole game: story (engine/notation/README.md)."""

import argparse
import json

from engine import story_of
from engine.commands.kit import Commands, played, read_text


def add_to(commands: Commands) -> None:
    """Add this command to a command line."""
    story = commands.add_parser("story", help="print statistics of a game as JSON")
    story.add_argument("file", metavar="FILE")
    story.set_defaults(run=_story)


def _story(options: argparse.Namespace) -> str:
    story = story_of(played(options.file, read_text(options.file)))
    return json.dumps(story.dump()) + "\n"
