"""The help, which explains a first turn, and the legend of the pictures."""

from collections.abc import Sequence

from bot import __version__
from bot.content.message import MOST_TEXT, Button, Content, Row
from bot.content.pictures import legend_picture
from bot.content.pressing import ANYWHERE, with_further
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.handlers import handles
from bot.domain.game_lookup import Purpose
from bot.domain.pace import UNHURRIED, Pace
from bot.i18n import Words
from bot.i18n.options import explained
from bot.i18n.times import pace_line
from bot.intents import board, learn, rules
from bot.parts.buttons import rows_of_help, rules_button


@handles
async def show_legend(context: LocationContext, _: rules.SeeLegend) -> Content:
    """Show the legend."""
    habits = await context.services.preferences.habits(context.person.user_id)
    return legend_page(context.words, habits.theme)


@handles
async def explain_game(context: TableContext, _: board.Help) -> Content:
    """Show the help for that game."""
    words, table = context.words, context.table
    rows = rows_of_help(words, table, context.visit.seat)
    return help_page(words, rows, table.options, table.pace)


@handles
async def explain(context: LocationContext, _: board.Help) -> Content:
    """Show the help for the user's only game here, or for any game."""
    words = context.words
    meant = await context.services.visits.meant(context.location.origin, Purpose.PLAY)
    if len(meant) != 1:
        return help_page(words)
    table, seat = meant[0].table, meant[0].seat
    return help_page(words, rows_of_help(words, table, seat), table.options, table.pace)


_COMMANDS = (
    "`/turn /tile /leader /withdraw /catastrophe /swap /end /undo /decide /board /hand /plan "
    "/hint /score /log /games /pace /settings /table /resign /rules /learn /study /data /solo "
    "/open /invite /computer /start /move /profile /leaderboard /play`"
)


def help_page(
    words: Words, rows: tuple[Row, ...] = (), options: Sequence[str] = (), pace: Pace = UNHURRIED
) -> Content:
    """An explanation of a first turn, with the options and the pace of a game."""
    played = [words._("**Options of this game**"), *explained(words, options)] if options else []
    lines = [*_game(words), *played]
    room = MOST_TEXT - len("\n".join(lines)) - 1
    if pace != UNHURRIED and len(line := pace_line(words, pace)) <= room:  # the lobby has it, too
        lines.append(line)
    return Content(
        "\n".join(lines), rows=with_further(rows, rules_button(words), learn_button(words))
    )


def _game(words: Words) -> tuple[str, ...]:
    """The rules in short, first those that a first turn needs."""
    _ = words._
    return (
        _(
            "**Your turn:** up to two actions. Place a leader beside a temple, then a tile of its "
            "colour in its kingdom to score."
        ),
        _("**Goal:** your weakest colour counts."),
        _(
            "**Leaders:** King black, Priest red, Farmer blue, Trader green and treasures. The "
            "King also scores for leaders its kingdom lacks."
        ),
        _("**Revolt:** two leaders of a colour in a kingdom. Temples count."),
        _("**War:** a tile joins kingdoms with leaders of one colour, whose tiles count."),
        _("**Ties** go to the defender."),
        _("**Monument:** four tiles of a colour in a square."),
        _("**End:** two treasures or fewer, or too few tiles to draw."),
        _COMMANDS,
        _("**Hold or right-click**, then Apps: Profile, Invite (person); Desk (message)"),
        _("Version {version}", version=__version__),
    )


def learn_button(words: Words) -> Button:
    """To the lessons, for a new user."""
    return Button(words._("Learn to play"), ANYWHERE.to(learn.SeeLessons()), emoji="🎓")


# --- the legend ----------------------------------------------------------------------------------


def legend_page(words: Words, theme: str | None = None) -> Content:
    """Every piece and sign with its name, in a picture, with words below; needs no game."""
    alt = words._("The pieces and signs of the game with their names. The words are below.")
    return Content(
        words._("**Legend:** what is on the board."),
        legend_picture(words, alt, theme),
        below="\n".join((*_pieces(words), *_marks(words))),
        rows=((rules_button(words),),),
    )


def _pieces(words: Words) -> tuple[str, ...]:
    return (
        words._(
            "**Pieces:** tiles are square: black settlement, red temple, blue farm and green "
            "market. Leaders are discs: black King, red Priest, blue Farmer and green Trader. "
            "Their figure and rim show the dynasty: archer, bull, lion or pot. A gold gem is a "
            "treasure, a cracked grey tile a catastrophe. Four arrows are on the unification "
            "tile, a tower in two colours on a monument, a cross under the ziggurat. Small houses "
            "are a building: palace, library, granary or market hall."
        ),
        words._(
            "**Beside the board:** a player's tiles in hand, a gold dot for each action left, and "
            "the tiles in the bag. A hollow leader is in hand. A lit monument can still be built."
        ),
    )


def _marks(words: Words) -> tuple[str, ...]:
    """The signs, by topic."""
    _ = words._
    return (
        _(
            "**Ground:** blue is river. Wings mark where treasures lie at the start; treasures in "
            "a frame are taken first. Darker ground with a line around it is a kingdom."
        ),
        _(
            "**Last turn:** what is new has a bright frame. **1** and **2** show the order. A "
            "bright square behind an emblem shows who did it. An arrow is a move. What is faded "
            "with a cross was removed; with a broken ring, it is back in its owner's hand. An "
            "empty gem is a treasure that was taken. What has a dashed frame is only planned."
        ),
        _(
            "**Conflict:** the attacker has a star and a sword, the defender a ring and a shield. "
            "Their plates show board + tiles added. Tiles with an orange corner support the "
            "attacker, and tiles with a white dot the defender. If the corner or the dot is "
            "hollow, the tile stays even if its side loses."
        ),
        _(
            "**Choice:** a possible space is light and bears its name; where there are many, only "
            "the name. One that isn't possible bears a grey letter: *Why not?* gives the reason. "
            "Treasures to choose from bear their space; one that is always taken has a tick."
        ),
        _(
            "**Strength:** the number on a leader counts its supporters, for a war. In a revolt, "
            "and while you place a leader, a number in a small temple counts the temples beside it."
        ),
    )
