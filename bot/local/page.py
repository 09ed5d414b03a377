"""The start page of the local table, and the bar above each view, as HTML."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import escape

import engine
from bot.content.ending import outcome_line
from bot.domain import naming
from bot.domain.checks import may_join
from bot.domain.table import Status, Table
from bot.features.solo import EVERY_TABLE, against
from bot.i18n import Words, options
from bot.intents.solo import Solo
from bot.local.game_form import FIRST_SOLO, OWN, GameForm
from bot.parts.computers import computers_text
from bot.parts.status_line import plain_status, unformatted

CHANNEL, DIRECT, GAME = "channel", "direct", "game-"
"""The last part of a view's address: which place it shows. The number of a game follows."""


def _state(words: Words, table: Table) -> str:
    """The status of a game; who has won one that is over."""
    if table.status is Status.OVER:
        return unformatted(outcome_line(words, table))
    return plain_status(words, table)


_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
)
_TEMPLATES.globals.update(
    CHANNEL=CHANNEL,
    DIRECT=DIRECT,
    EVERY_TABLE=EVERY_TABLE,
    GAME=GAME,
    OWN=OWN,
    against=against,
    computers_text=computers_text,
    may_join=may_join,
    naming=naming,
    Status=Status,
    engine=engine,
    options=options,
    state=_state,
)


@dataclass(frozen=True)
class Chair:
    """A seat of the local table: the name and the number of its user."""

    name: str
    user_id: int

    @property
    def key(self) -> str:
        """The user in an address: ``anna``."""
        return self.name.lower()

    def address(self, place: str) -> str:
        """The address of this seat's view of a place."""
        return f"/seat/{self.key}/{place}"


class Filled(TypedDict, total=False):
    """Contents of the start page that differ from the usual ones."""

    fault: str
    """The reason why no game was opened."""
    solo: Solo
    """The game alone in its form."""
    solo_fault: str
    """The reason why that game was not begun."""


def start_page(
    words: Words,
    chairs: Sequence[Chair],
    games: Sequence[Table],
    opening: GameForm,
    **filled: Unpack[Filled],
) -> str:
    """The start page, with *opening* in its form for a new game."""
    shown: Filled = {"fault": "", "solo": FIRST_SOLO, "solo_fault": "", **filled}
    return _render(words, "start", chairs=chairs, games=games, opening=opening, **shown)


def message_page(words: Words, message: str) -> str:
    """A page that only says something, with the way back."""
    return _render(words, "page", message=message)


def bar(
    words: Words, chairs: Sequence[Chair], chair: Chair, place: str, games: Sequence[Table]
) -> str:
    """The bar above a view: the way to the start page, the other seats and the other places.

    *games* are those that have a thread; of those that are over only the one looked at is shown.
    """
    here = [table for table in games if place in {CHANNEL, DIRECT, f"{GAME}{table.id}"}]
    return _render(
        words,
        "bar",
        chairs=chairs,
        chair=chair,
        place=place,
        shown=[
            table
            for table in games
            if table.status is Status.RUNNING or place == f"{GAME}{table.id}"
        ],
        deciding={table.decider.user_id for table in here if table.decider is not None},
    )


def with_bar(words: Words, index: str, chair: Chair, capability: str, bar_html: str) -> str:
    """Put the bar on top of simcord's page, and tell the page its own key."""
    head = _render(words, "view_head", chair=chair, capability=capability)
    page = index.replace("</head>", head, 1).replace("<body>", f"<body>\n{bar_html}", 1)
    title = f"<title>{escape(chair.name)} · Two Rivers</title>"
    return page.replace("<title>SimCord Preview</title>", title, 1)


def _render(words: Words, template: str, **shown: object) -> str:
    return _TEMPLATES.get_template(f"{template}.html").render(words=words, _=words._, **shown)
