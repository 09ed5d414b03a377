"""Who may ask for hints: chosen by the opener before the start, proposed to all from then on."""

from bot.content.content import Button, Content, Style
from bot.content.names import game_name
from bot.content.pressing import back_to
from bot.domain import HintRule, Table
from bot.i18n import Words
from bot.i18n.hint_texts import hint_rule_text
from bot.intents import Address
from bot.intents.hints import ChooseHintRule
from bot.intents.lobby import SetUp
from bot.intents.proposals import SeeTable


def hint_rule_page(words: Words, table: Table, *, proposing: bool) -> Content:
    """Who may ask for hints, and what else can be chosen; or *proposing*, be proposed."""
    _ = words._
    address = Address(table.id)
    lines = [
        _(
            "Hints in {game}: {rule}.",
            game=game_name(table),
            rule=hint_rule_text(words, table.hints),
        ),
        _(
            "A hint shows what a computer would do in your place, from what you can see. At the "
            "end everyone sees how many each player used."
        ),
        "",
        _("Your choice is proposed to the others and counts once everyone agrees.")
        if proposing
        else _("You can change it until the game starts. After that, everyone must agree."),
    ]
    rules = tuple(
        Button(
            _(rule.button),
            address.to(ChooseHintRule(rule)),
            Style.CHOSEN if rule is table.hints else Style.PLAIN,
        )
        for rule in HintRule
    )
    back = back_to(words, address.to(SeeTable() if proposing else SetUp()))
    return Content("\n".join(lines), rows=(rules, (back,)))
