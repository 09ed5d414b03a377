"""The help: a first turn, explained."""

from collections.abc import Sequence

from bot.showing.content import Content, Row
from bot.words import Words
from bot.words.options import explained


def help_page(words: Words, rows: tuple[Row, ...] = (), options: Sequence[str] = ()) -> Content:
    """A first turn, explained, with the options in use; *rows* of what else can be seen."""
    _ = words._
    played = [_("**This table also plays with:**"), *explained(words, options)] if options else []
    return Content(
        "\n".join(
            (
                _("**Two Rivers** – Tigris & Euphrates, a turn whenever you have a moment."),
                "",
                _(
                    "**Your turn** has two actions. Press a leader, such as *King*, and put it "
                    "beside a temple, then press a tile of its colour and lay it into the same "
                    "kingdom: its owner scores a point in that colour. The buttons on top are "
                    "moves that matter, one press each. Then press *End turn*; your hand is filled "
                    "up to six."
                ),
                _(
                    "**The goal:** in the end only your weakest colour counts, so look after "
                    "all four. Treasures are jokers for it."
                ),
                _(
                    "**Leaders:** the King scores black settlements (and any colour whose leader "
                    "is missing), the Priest red temples, the Farmer blue farms, which lie on "
                    "rivers, the Trader green markets, and it collects treasures."
                ),
                _(
                    "**Conflicts:** a second leader of a colour in one kingdom fights with red "
                    "temples. A tile that joins two kingdoms sets leaders of one colour against "
                    "each other: their supporters on the board count, and tiles you add in secret."
                ),
                _(
                    "**Also:** four tiles of a colour in a square can become a monument, which "
                    "scores every turn. *Swap* changes tiles, *Catastrophe* destroys a space, "
                    "*Undo* takes back what nobody has answered yet."
                ),
                *played,
                "",
                _(
                    "Everything works with the buttons of your desk (*Desk* under the board), or "
                    "with commands: "
                    "`/turn`, `/tile`, `/leader`, `/withdraw`, `/catastrophe`, `/swap`, `/end`, "
                    "`/undo`, `/decide`, `/board`, `/hand`, `/score`, `/log`, `/games`, "
                    "`/settings`, `/resign`. "
                    "`/open` opens a new game, `/start` starts it."
                ),
            )
        ),
        rows=rows,
    )
