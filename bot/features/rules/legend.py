"""The legend: what each piece and sign in the pictures means."""

from bot.content.content import Content
from bot.content.pictures import legend_picture
from bot.features.rules.rules import rules_button
from bot.i18n import Words


def legend_page(words: Words, *, high_contrast: bool = False) -> Content:
    """Every piece and sign with its name, in a picture, with words below; needs no game.

    *high_contrast* as the reader has set it.
    """
    return Content(
        words._("**Legend:** what is on the board."),
        legend_picture(words, pieces_in_words(words), high_contrast=high_contrast),
        below="\n".join(_marks(words)),
        rows=((rules_button(words),),),
    )


def pieces_in_words(words: Words) -> str:
    """What the pieces look like, for those who cannot see them; the signs are told beside."""
    _ = words._
    return "\n".join(
        (
            _("Tiles are square: black settlement, red temple, blue farm and green market."),
            _("Leaders are discs: black King, red Priest, blue Farmer and green Trader."),
            _("The figure and the rim of a leader show its dynasty: archer, bull, lion or pot."),
            _("The number on a leader is its strength in a war."),
            _("A number in a small temple is the leader's strength in a revolt."),
            _("A gold gem is a treasure, and a cracked grey tile is a catastrophe."),
            _("A tile with four arrows towards its middle is the unification tile."),
            _(
                "A tower in two colours on four spaces is a monument; one on a cross "
                "is the ziggurat."
            ),
            _("Small houses on a tile are a building: palace, library, granary or market hall."),
            _("Beside a player: tiles in hand, and a gold dot for each action left."),
            _("A lit leader is on the board; a hollow one is in hand."),
            _("Beside the bag: the tiles in it."),
            _("A lit monument can still be built; a hollow one is already on the board."),
        )
    )


def _marks(words: Words) -> tuple[str, ...]:
    """The signs, by what they are about."""
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
