"""The table of handlers: what answers which intent, and what is shown if it is refused.

Each feature's ``handlers`` module registers its own when it is imported. A handler returns an
answer, or the form of a window for an intent that is answered by one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

from bot.content.content import Answer, TextForm
from bot.dispatch.context import LocationContext, TableContext
from bot.intents import NO_GAME, Intent, UserRequest

AtTable: TypeAlias = Callable[[TableContext, Any], Awaitable[Any]]
Anywhere: TypeAlias = Callable[[LocationContext, Any], Awaitable[Any]]
OnRefusal: TypeAlias = Callable[[TableContext, Any, str], Awaitable[Answer | None]]

_AtTableT = TypeVar("_AtTableT", bound=AtTable)
_AnywhereT = TypeVar("_AnywhereT", bound=Anywhere)
_OnRefusalT = TypeVar("_OnRefusalT", bound=OnRefusal)
_T = TypeVar("_T")

AT_TABLE: dict[type[Intent], AtTable] = {}
"""What answers intents about one game."""
ANYWHERE: dict[type[Intent], Anywhere] = {}
"""What answers intents about no game, or about all of them."""
ON_REFUSAL: dict[type[Intent], OnRefusal] = {}
"""Which page tells why something is refused at a table, if it is not the desk."""


def handles(*kinds: type[Intent]) -> Callable[[_AtTableT], _AtTableT]:
    """Register the handler of intents about one game. Raises ValueError if one has a handler."""
    return lambda handler: _register(AT_TABLE, kinds, handler)


def handles_anywhere(*kinds: type[Intent]) -> Callable[[_AnywhereT], _AnywhereT]:
    """Register the handler of intents about no game, or of the same if no game is named."""
    return lambda handler: _register(ANYWHERE, kinds, handler)


def on_refusal(*kinds: type[Intent]) -> Callable[[_OnRefusalT], _OnRefusalT]:
    """Register what shows why such an intent is refused to a player, or to an opener.

    It is given the reason, and answers None where the usual page is to be shown.
    """
    return lambda page: _register(ON_REFUSAL, kinds, page)


def _register(table: dict[type[Intent], _T], kinds: tuple[type[Intent], ...], entry: Any) -> Any:  # noqa: ANN401
    for kind in kinds:
        if kind in table:
            raise ValueError(f"{kind.__name__} has a handler already: {table[kind]}")
        table[kind] = entry
    return entry


def is_about_game(request: UserRequest) -> bool:
    """Whether one game is meant, named or yet to be found."""
    kind = type(request.intent)
    if kind in AT_TABLE and kind in ANYWHERE:
        return request.named is not None or request.game not in {None, NO_GAME}
    return kind in AT_TABLE


async def open_window(context: TableContext | LocationContext) -> TextForm:
    """The window that is wanted. Raises Refused for users who may not write into it."""
    kind = type(context.request.intent)
    at_table = isinstance(context, TableContext)
    handler: Callable[..., Awaitable[TextForm]] = AT_TABLE[kind] if at_table else ANYWHERE[kind]
    return await handler(context, context.request.intent)
