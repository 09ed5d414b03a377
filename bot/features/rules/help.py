"""The help: a first turn explained, and how a game goes on and ends."""

from collections.abc import Sequence

from bot import __version__
from bot.content.content import MOST_TEXT, Button, Content, Row
from bot.content.pressing import ANYWHERE, with_further
from bot.domain import UNHURRIED, Pace
from bot.i18n import Words
from bot.i18n.options import explained
from bot.i18n.times import pace_line
from bot.intents.learn import SeeLessons
from bot.parts.buttons import rules_button

_COMMANDS = (
    "`/turn` `/tile` `/leader` `/withdraw` `/catastrophe` `/swap` `/end` `/undo` `/decide` "
    "`/board` `/hand` `/plan` `/hint` `/score` `/log` `/games` `/pace` `/settings` `/table` "
    "`/resign` `/rules` `/learn` `/data` `/solo` `/open` `/invite` `/computer` `/start` `/move`"
)


def help_page(
    words: Words,
    rows: tuple[Row, ...] = (),
    options: Sequence[str] = (),
    pace: Pace = UNHURRIED,
) -> Content:
    """A first turn, explained, with options and pace in use; *rows* of what else can be seen."""
    played = [words._("**Options of this game**"), *explained(words, options)] if options else []
    lines = [*_game(words), *played]
    room = MOST_TEXT - len("\n".join(lines)) - 1
    if pace != UNHURRIED and len(line := pace_line(words, pace)) <= room:  # the lobby has it, too
        lines.append(line)
    return Content(
        "\n".join(lines),
        rows=with_further(rows, rules_button(words), learn_button(words)),
    )


def _game(words: Words) -> tuple[str, ...]:
    """The game in short: what comes first is what a first turn needs."""
    _ = words._
    return (
        _(
            "**Your turn:** up to two actions. Place a leader beside a temple, then a tile of its "
            "colour in its kingdom to score."
        ),
        _("**Goal:** your weakest colour counts."),
        _(
            "**Leaders:** King black, Priest red, Farmer blue, Trader green and treasures. The "
            "King also scores colours whose leader is missing from that kingdom."
        ),
        _("**Revolt:** a second leader of a colour in a kingdom. Temples count."),
        _("**War:** a tile joins kingdoms with leaders of one colour. Tiles of that colour count."),
        _("**Ties** go to the defender."),
        _("**Monument:** four tiles of a colour in a square."),
        _("**End:** two treasures or fewer left, or a player can't draw enough."),
        _("**Commands:** {commands}", commands=_COMMANDS),
        _("Version {version}", version=__version__),
    )


def learn_button(words: Words) -> Button:
    """To the lessons, for a new user."""
    return Button(words._("Learn to play"), ANYWHERE.to(SeeLessons()), emoji="🎓")
