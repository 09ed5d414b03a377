"""Which messages a game should have on Discord just now."""

import hashlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.delivery import Post, Target, ToChannel, ToHome, ToUser
from bot.intents import Address, Join
from bot.showing.buttons import decide_button, rows_for, try_directs_button
from bot.showing.calling import (
    asked_since,
    at_it,
    back_since,
    just_begun,
    just_called_back,
)
from bot.showing.content import Content, Link, Row
from bot.showing.lobby import lobby
from bot.showing.names import game_name, jump_url
from bot.showing.pictures import hand_picture
from bot.showing.prompts import prompt
from bot.showing.result import result
from bot.showing.turns import current_turn, past_turn
from bot.table import Everyone, Player, Seat, Status, Table
from bot.words import Words
from engine import ActionDecision


@dataclass(frozen=True)
class Due:
    """Makes the posts of a table: public ones from what everybody may know, and seats' own.

    *read_record* reads the record of a game that is over.
    """

    read_record: Callable[[int], Awaitable[str]]
    words_of: Callable[[str], Words] = Words.of
    """The words of a language."""

    def __call__(self, everyone: Everyone, closed: frozenset[int]) -> Sequence[Post]:
        """The posts due, in the order of sending, when those users' direct messages are closed."""
        table = everyone.table
        posts = [*self._public(table), *self._calls(table, closed)]
        for seat in everyone.seats:
            user_id = seat.player.user_id
            if user_id is not None and user_id not in closed:
                posts += self._private(seat, ToUser(user_id))
        # The thread is opened at the door. Later nobody waits for it: it is an old message, of
        # which Discord lets few be edited in a channel, and would hold up what calls people.
        door = self._door(table)
        return [door, *posts] if table.home is None else [*posts, door]

    # --- for everybody -------------------------------------------------------------------------

    def _door(self, table: Table) -> Post:
        """The message at which the game was opened, kept true to its end."""
        join = Address(table.id).to(Join())
        content = lobby(self.words_of(table.language), table)
        door = _post(table, "lobby", ToChannel(), content, sign=join)
        return replace(door, opens_home=True)

    def _public(self, table: Table) -> Iterator[Post]:
        """From the table alone: nothing hidden can get into it."""
        if table.view is None:
            return
        words = self.words_of(table.language)
        over = table.status is Status.OVER
        for turn in table.turns if over else table.turns[:-1]:
            key = f"turn-{turn.number}"
            content = past_turn(words, table, turn, _name(table, key))
            # It keeps the picture that it has: only what happened tells whether it is due anew.
            lasting = replace(content, picture=None)
            yield replace(_post(table, key, ToHome(), lasting), content=content)
        if over:

            async def read_record() -> str:
                return await self.read_record(table.id)

            content = result(words, table, _name(table, "result"), read_record)
            yield _post(table, "result", ToHome(), content)
            return
        key = f"turn-{table.turn}"
        # Sent anew in the middle of a turn, it calls nobody: the player is at it.
        content = current_turn(words, table, _name(table, key), calls=just_begun(table))
        yield _post(table, key, ToHome(), content, afresh=True, version=table.state_version)

    def _calls(self, table: Table, closed: frozenset[int]) -> Iterator[Post]:
        """To somebody whose direct messages are closed: there is something to decide."""
        decider = table.decider
        if decider is None or decider.user_id not in closed or table.view is None:
            return
        words = self.words_of(table.language)
        if isinstance(table.view.decision, ActionDecision):
            if not just_called_back(table):
                return
            text = words._(
                "<@{user}>, it is your turn again in {game}.",
                user=decider.user_id,
                game=game_name(table),
            )
        elif at_it(table):
            return
        else:
            text = words._(
                "<@{user}>, a question for you in {game}: {decision}. Press the button: only "
                "you will see it.",
                user=decider.user_id,
                game=game_name(table),
                decision=words.name(table.view.decision),
            )
        yield _call(words, table, decider, text)

    # --- to one player -------------------------------------------------------------------------

    def _private(self, seat: Seat, user: ToUser) -> Iterator[Post]:
        table = seat.table
        if table.status is not Status.RUNNING:
            return
        words = self.words_of(seat.player.language)
        if not seat.player.decides_by_itself:
            yield _hand(words, seat, user)
        if seat.decides and not isinstance(seat.view.decision, ActionDecision):
            key = f"ask-{asked_since(table)}"
            content = prompt(words, seat, _name(table, key))
            rows = (*content.rows, *_home_link(words, table))
            content = replace(content, rows=rows, silent=at_it(table))
            yield _post(table, key, user, content)


def _hand(words: Words, seat: Seat, user: ToUser) -> Post:
    table, view = seat.table, seat.view
    since = max(0, table.turn - (view.active - seat.number) % len(view.seats))
    to_play = seat.decides and isinstance(view.decision, ActionDecision)
    rows = rows_for(words, seat) if to_play else ()
    called_back = back_since(table) if to_play else None
    text = words._("{game}: your hand", game=game_name(table))
    key = f"hand-{seat.number}-{since}"
    news = just_begun(table) and (to_play or table.turn == 1)
    if called_back is not None:
        text += " – " + words._("**it is your turn again**")
        key += f"-{called_back}"
        news = just_called_back(table)
    elif to_play:
        text += " – " + words._("**it is your turn**")
    content = Content(
        text,
        hand_picture(words, seat, _name(table, key)),
        rows=(*rows, *_home_link(words, table)),
        silent=not news,
    )
    series = _name(table, f"hand-{seat.number}-")
    return _post(table, key, user, content, afresh=True, series=series)


def _call(words: Words, table: Table, player: Player, text: str) -> Post:
    button = decide_button(words, table)
    ping = () if player.user_id is None else (player.user_id,)
    content = Content(text, rows=((button, try_directs_button(words, table)),), ping=ping)
    return _post(table, f"call-{table.state_version}", ToHome(), content, sign=button.custom_id)


def _home_link(words: Words, table: Table) -> tuple[Row, ...]:
    if table.home is None:
        return ()
    url = jump_url(table.place.guild_id, table.home.channel_id)
    return ((Link(words._("To the game"), url),),)


def _name(table: Table, key: str) -> str:
    """The key of a post: unique among all games, and the name of its picture's file."""
    return f"game-{table.id}-{key}"


def _post(
    table: Table,
    key: str,
    target: Target,
    content: Content,
    *,
    sign: str | None = None,
    afresh: bool = False,
    series: str = "",
    version: int = 0,
) -> Post:
    """A post; its *sign* is its picture's file unless it has none."""
    shown = repr((content.text, content.rows, content.picture, version))
    name = _name(table, key)
    return Post(
        key=name,
        target=target,
        fingerprint=hashlib.sha256(shown.encode()).hexdigest(),
        content=content,
        sign=sign or f"{name}.png",
        pressable=bool(content.rows),
        afresh=afresh,
        series=series,
    )
