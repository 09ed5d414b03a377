"""Which game a user means."""

from collections.abc import Sequence

from bot.content.content import Content
from bot.dispatch.context import AnswerInstead, LocationContext
from bot.domain import Origin, Purpose, Visit
from bot.features.games.game_list import which_game
from bot.features.solo.solo_button import solo_button
from bot.services import Services


async def visits_meant(services: Services, origin: Origin, named: str | None) -> Sequence[Visit]:
    """The games that a command to play may mean so far.

    Raises Refused if it names one that there is not.
    """
    if named:
        return [await services.visits.named(origin, named)]
    return await services.visits.meant(origin, Purpose.PLAY)


async def find_visit(context: LocationContext) -> Visit:
    """The game that a request is about, as the user comes to it.

    Raises Refused if there is no such game, or it is not open to the user, and AnswerInstead, with
    a question, if it is not clear which one is meant.
    """
    services, words, request = context.services, context.words, context.request
    origin, purpose = context.location.origin, request.intent.purpose
    if request.named is not None:
        return await services.visits.named(origin, request.named)
    if request.game is not None:
        return await services.visits.of_button(origin, request.game)
    visits = await services.visits.meant(origin, purpose)
    if len(visits) == 1:
        return visits[0]
    if visits:
        raise AnswerInstead(which_game(words, [visit.table for visit in visits], request.intent))
    if purpose is Purpose.START:
        raise AnswerInstead(Content(words._("No game here is waiting to start.")))
    raise AnswerInstead(
        Content(
            words._("You're in no game here. Join one, open one with `/open`, or play alone."),
            rows=((solo_button(words),),),
        )
    )
