"""The help: a first turn explained, and how a game goes on and ends."""

from collections.abc import Sequence

from bot.content.content import MOST_TEXT, Content, Row
from bot.content.pressing import with_further
from bot.domain import UNHURRIED, Pace
from bot.features.learn.lesson_pages import learn_button
from bot.features.rules.rules import rules_button
from bot.i18n import Words
from bot.i18n.options import explained
from bot.i18n.times import pace_line


def help_page(
    words: Words,
    rows: tuple[Row, ...] = (),
    options: Sequence[str] = (),
    pace: Pace = UNHURRIED,
) -> Content:
    """A first turn, explained, with options and pace in use; *rows* of what else can be seen."""
    _ = words._
    played = [_("**This table also plays with:**"), *explained(words, options)] if options else []
    lines = [*_game(words), *played, "", _commands(words)]
    room = MOST_TEXT - len("\n".join(lines)) - 1
    if pace != UNHURRIED and len(line := pace_line(words, pace)) <= room:  # the door has it, too
        lines.insert(-2, line)
    return Content(
        "\n".join(lines),
        rows=with_further(rows, rules_button(words), learn_button(words)),
    )


def _game(words: Words) -> tuple[str, ...]:
    """The game in short: what comes first is what a first turn needs."""
    _ = words._
    return (
        _("**Two Rivers** – Tigris & Euphrates, a turn whenever you have a moment."),
        "",
        _(
            "**Your turn:** two actions. Press a leader, such as *King*, and put it beside a "
            "temple; lay a tile of its colour into the same kingdom: a point. Then *End turn*; "
            "your hand is filled up to six."
        ),
        _(
            "**The goal:** in the end only your weakest colour counts, with treasures as jokers; "
            "in a tie the second weakest."
        ),
        _(
            "**Leaders:** the King scores black settlements (and any colour whose leader is "
            "missing), the Priest red temples, the Farmer blue farms on rivers, the Trader green "
            "markets and treasures."
        ),
        _(
            "**Conflicts:** a second leader of a colour in one kingdom fights with red temples; a "
            "tile that joins two kingdoms sets leaders of a colour against each other, with their "
            "tiles on the board. The attacker adds tiles first, the defender sees how many and "
            "answers. A tie is the defender's."
        ),
        _(
            "**Also:** four tiles of a colour in a square can become a monument, which scores "
            "every turn. *Swap* changes tiles, *Catastrophe* destroys a space, *Undo* takes back "
            "what nobody has answered yet."
        ),
        _(
            "**The end:** two treasures or fewer are left after a turn, or somebody cannot draw "
            "enough tiles."
        ),
        _(
            "**The picture:** a disc is a leader: its sign is the dynasty, its number the "
            "supporters. Bright marks are new."
        ),
    )


def _commands(words: Words) -> str:
    return words._(
        "Press your desk's buttons, or type "
        "`/turn` `/tile` `/leader` `/withdraw` `/catastrophe` `/swap` `/end` `/undo` `/decide` "
        "`/board` `/hand` `/plan` `/hint` `/score` `/log` `/games` `/pace` `/settings` `/table` "
        "`/resign` `/rules` `/learn` `/data`. `/solo` plays alone; `/open` `/invite` `/computer` "
        "`/start` `/move` are for games with others."
    )
