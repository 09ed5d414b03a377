"""What is said when the channel of a game is gone, and when the game is shown elsewhere."""

from bot.content.content import Button, Content, PublicContent
from bot.content.names import game_name
from bot.domain import PublicNumber, Status, Table
from bot.i18n import Words
from bot.intents import Address
from bot.intents.board import Help


def channel_gone(words: Words, table: Table) -> PublicContent:
    """To each player, once: how the game goes on without its channel."""
    game = game_name(table)
    if table.status is Status.RUNNING:
        text = words._(
            "The channel of {game} is gone. The game continues here, in your direct messages. "
            "To show it to everyone again, type `/move` in another channel of its server.",
            game=game,
        )
    else:
        text = words._(
            "The channel of {game} is gone, so no one can join. To continue, type `/move` in "
            "another channel of its server.",
            game=game,
        )
    # The state by which no other button goes: by that the message is found again.
    button = Button(words._("Help"), Address(table.id, seen=PublicNumber(0)).to(Help()), emoji="❔")
    return PublicContent(text, rows=((button,),), silent=True)


def which_lost(words: Words, tables: list[Table]) -> Content:
    """For a user who may mean several games: how to say which one."""
    listed = "\n".join(f"• {game_name(table)} – #{table.id}" for table in tables)
    question = words._("Which game do you want to show here? Type `/move` with its number:")
    return Content(f"{question}\n{listed}")
