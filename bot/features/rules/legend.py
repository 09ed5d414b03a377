"""The legend: what each piece and sign in the pictures means."""

from bot.content.content import Content
from bot.content.pictures import legend_picture
from bot.features.rules.rules import rules_button
from bot.i18n import Words
from engine import Colour, Dynasty


def legend_page(words: Words, *, high_contrast: bool = False) -> Content:
    """Every piece and sign with its name, in a picture and in words; for everybody, without a game.

    *high_contrast* as the reader has set it.
    """
    _ = words._
    text = "\n".join(
        (_("**Legend** – what is on the board, and what the signs mean."), *_marks(words))
    )
    picture = legend_picture(words, pieces_in_words(words), high_contrast=high_contrast)
    return Content(text, picture, rows=((rules_button(words),),))


def pieces_in_words(words: Words) -> str:
    """What the pieces look like, for those who cannot see them; the signs are told beside."""
    _ = words._
    tiles = [
        _("the {colour} one a {tile}", colour=words.colour(colour), tile=words.tile(colour))
        for colour in Colour
    ]
    leaders = [
        _("the {colour} one a {role}", colour=words.colour(colour), role=words.role(colour))
        for colour in Colour
    ]
    return " ".join(
        (
            _("Tiles are square: {tiles}.", tiles=words.listed(tiles)),
            _("Leaders are discs: {leaders}.", leaders=words.listed(leaders)),
            _(
                "The figure on a leader and its rim tell the dynasty: {dynasties}.",
                dynasties=words.listed(list(map(words.dynasty, Dynasty))),
            ),
            _("The lower number on a leader is its strength in a war."),
            _("The upper number, in a small temple, is its strength in a revolt."),
            _("A gold gem is a treasure, a cracked grey tile a catastrophe."),
            _("A tile with four arrows towards its middle is the unification tile."),
            _("A tower in two colours on four spaces is a monument, a cross the ziggurat."),
            _(
                "Small houses on a tile are buildings: {buildings}.",
                buildings=words.listed(list(map(words.building, Colour))),
            ),
            _("Beside a player: tiles in the hand, and a gold dot for each action that is left."),
            _("A lit leader is on the board, a hollow one in hand."),
            _("Beside the bag: how many tiles are in it."),
            _("A lit monument can still be built, a hollow one stands on the board."),
        )
    )


def _marks(words: Words) -> tuple[str, ...]:
    """The signs, by what they are about."""
    _ = words._
    return (
        _(
            "**The ground:** blue is river. Wings are where treasures lie at the start; those in a "
            "frame go first. A darker ground with a line around it is a kingdom."
        ),
        _(
            "**The last turn:** what is new has a bright frame; **1** and **2** tell the order, "
            "and a bright square behind an emblem who did it. An arrow is a move. Faded with a "
            "cross: removed; with a broken ring: back in its owner's hand. An empty gem: a "
            "treasure was taken. A dashed frame: only planned."
        ),
        _(
            "**A conflict:** the attacker stands on a star and has a sword, the defender in a ring "
            "and has a shield; their plates tell board + tiles added. A tile with an orange corner "
            "supports the attacker, with a white dot the defender; where that is hollow, the tile "
            "stays even if its side loses."
        ),
        _(
            "**A choice:** a yellow plate is a space that is possible, a grey letter one that is "
            "not, and *Why not?* tells the reason. A letter on a treasure is one to choose from, a "
            "tick one that is taken in any case."
        ),
        _(
            "**Strength:** the lower number on a leader counts its supporters, for a war. The "
            "upper number counts the temples beside it, for a revolt."
        ),
    )
