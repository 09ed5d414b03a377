"""The table of handlers by intents, and of the pages shown for refusals.

Each feature registers its own when it is imported. A handler returns an answer, or the form of a
window for an intent that is answered by one.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar, get_args, get_type_hints

from bot.content.message import Answer
from bot.dispatch.context import LocationContext, TableContext
from bot.intents import NO_GAME, Intent, UserRequest

AtTable: TypeAlias = Callable[[TableContext, Any], Awaitable[Any]]
Anywhere: TypeAlias = Callable[[LocationContext, Any], Awaitable[Any]]
OnRefusal: TypeAlias = Callable[[TableContext, Any, str], Awaitable[Answer | None]]

_HandlerT = TypeVar("_HandlerT", bound=AtTable | Anywhere)
_OnRefusalT = TypeVar("_OnRefusalT", bound=OnRefusal)
_T = TypeVar("_T")

AT_TABLE: dict[type[Intent], AtTable] = {}
"""The handlers of intents about one game."""
ANYWHERE: dict[type[Intent], Anywhere] = {}
"""The handlers of intents about no game, or about all of them."""
ON_REFUSAL: dict[type[Intent], OnRefusal] = {}
"""The pages that say why something is refused at a table, other than the desk."""


def handles(handler: _HandlerT) -> _HandlerT:
    """Register the handler of the intents that its annotation names.

    Its context says whether they are about one game, or about none, or either. Raises ValueError
    if one of them has a handler.
    """
    context = next(iter(get_type_hints(handler).values()))
    for kind in get_args(context) or (context,):
        _register(AT_TABLE if kind is TableContext else ANYWHERE, handler)
    return handler


def on_refusal(page: _OnRefusalT) -> _OnRefusalT:
    """Register the page that explains a refused intent to a player, or to an opener.

    It is given the reason, and answers None where the usual page is to be shown.
    """
    return _register(ON_REFUSAL, page)


def _register(table: dict[type[Intent], Any], function: _T) -> _T:
    """Enter a function at the intents that the annotation of its second parameter names."""
    _, intents, *_ = get_type_hints(function).values()
    for kind in get_args(intents) or (intents,):
        if kind in table:
            raise ValueError(f"{kind.__name__} has a handler already: {table[kind]}")
        table[kind] = function
    return function


def is_about_game(request: UserRequest) -> bool:
    """True if one game is meant, named or yet to be found."""
    kind = type(request.intent)
    if kind in AT_TABLE and kind in ANYWHERE:
        return request.named is not None or request.game not in {None, NO_GAME}
    return kind in AT_TABLE


def handler_of(context: TableContext | LocationContext) -> Callable[..., Awaitable[Any]]:
    """Return the handler of a context's request, to be called with the context and the intent.

    It returns an answer, or the form of a window; it raises Refused, IllegalAction, or
    AnswerInstead with a question back. If it raises, nothing has changed.
    """
    handlers = AT_TABLE if isinstance(context, TableContext) else ANYWHERE
    return handlers[type(context.request.intent)]
