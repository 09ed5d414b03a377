"""Which game a wish is about."""

from bot.client.base import Interaction
from bot.client.interactions.answers import Puzzled, words_for
from bot.client.interactions.interaction_context import server_of
from bot.content.content import Content
from bot.domain import Purpose, Visit, Whence
from bot.features.games.games import which_game
from bot.features.solo.solo_button import solo_button
from bot.i18n import Words
from bot.intents import AskAlso, Intent, SeatComputer, SeePace, Start, Wish


def whence(interaction: Interaction) -> Whence:
    """From where somebody acts."""
    return Whence(interaction.user.id, server_of(interaction), interaction.channel_id)


async def visits_meant(interaction: Interaction, named: str | None) -> list[Visit]:
    """The games that a command to play may mean so far.

    Raises Refused if it names one that there is not.
    """
    services = interaction.client.services
    if named:
        return [await services.visits.named(whence(interaction), named)]
    return await services.visits.meant(whence(interaction), Purpose.PLAY)


async def visit_meant(interaction: Interaction, wish: Wish) -> Visit:
    """The game that a wish is about, as the player comes to it.

    Raises Refused if there is no such game, or it is not open to whoever acts, and Puzzled, with
    a question, if it is not clear which one is meant.
    """
    services = interaction.client.services
    if wish.named is not None:
        return await services.visits.named(whence(interaction), wish.named)
    if wish.game is not None:
        return await services.visits.of_button(whence(interaction), wish.game)
    visits = await services.visits.meant(whence(interaction), _purpose(wish.intent))
    if len(visits) == 1:
        return visits[0]
    words = words_for(interaction)
    if visits:
        raise Puzzled(which_game(words, [visit.table for visit in visits], wish.intent))
    raise Puzzled(_no_game(words, wish.intent))


def _purpose(intent: Intent) -> Purpose:
    match intent:
        case Start() | AskAlso() | SeatComputer():
            return Purpose.START
        case SeePace():
            return Purpose.PACE
        case _:
            return Purpose.PLAY


def _no_game(words: Words, intent: Intent) -> Content:
    if _purpose(intent) is Purpose.START:
        return Content(words._("There is no game here that waits to be started."))
    return Content(
        words._(
            "You play in no game here. Open one with `/open` in a server's channel, press *Join* "
            "under one that waits for players, or play alone:"
        ),
        rows=((solo_button(words),),),
    )
