"""Which messages a game should have on Discord just now, and what they say."""

import asyncio
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.posts import Post, Target, ToChannel, ToHome, ToUser
from bot.showing.content import Address, Button, Content, File, Link, Row, Style
from bot.showing.controls import (
    JOIN,
    LEAVE,
    START,
    decide_button,
    help_button,
    rows_for,
    rows_for_all,
    set_up_button,
)
from bot.showing.names import game_name, jump_url, safe, safe_names
from bot.showing.pages import events_of, last_lines, latest_events, log_lines, status_line
from bot.showing.pictures import board_picture, chart_picture, hand_picture, public_view, replay
from bot.showing.prompts import prompt
from bot.table import Entry, Kind, Player, Status, Table, Tables, Turn
from bot.words import Words
from bot.words.options import board_name, explained
from engine import ActionDecision, Colour, DrawDecision, DrawTile, Game, Placing

_LOG_ROOM = 1500


@dataclass(frozen=True)
class PostsDue:
    """The posts of a table, from its public view and, for direct messages, its players' own."""

    tables: Tables
    words: Words

    def __call__(self, table: Table, closed: frozenset[int]) -> Sequence[Post]:
        """The posts due, in the order of sending, when those users' direct messages are closed."""
        return list(self._posts(table, closed))

    def _posts(self, table: Table, closed: frozenset[int]) -> Iterator[Post]:
        yield _post(table, "lobby", ToChannel(), lobby(self.words, table))
        game = table.game
        if game is None:
            return
        *earlier, current = table.turns
        for turn in earlier:
            yield self._past_turn(table, game, turn)
        if table.status is Status.OVER:
            yield self._past_turn(table, game, current)
            yield _post(table, "result", ToHome(), self._result(table, game))
            return
        yield _post(
            table,
            f"turn-{current.number}",
            ToHome(),
            self._current_turn(table, game, current),
            afresh=True,
            version=table.state_version,
        )
        for player in table.players:
            if not player.resigned and player.user_id not in closed:
                yield self._hand(table, game, player)
        yield from self._question(table, game, closed)

    # --- in the thread -----------------------------------------------------------------------

    def _current_turn(self, table: Table, game: Game, turn: Turn) -> Content:
        player = table.player(turn.seat)
        content = self._turn(table, game, turn, f"<@{player.user_id}>")
        paragraphs = [content.text, status_line(self.words, table)]
        if turn.number == 1:
            paragraphs.insert(0, self._seating(table, game))
        return Content(
            "\n".join(paragraphs),
            content.picture,
            rows=rows_for_all(self.words, table),
            # Sent anew in the middle of a turn, it calls nobody: the player is at it.
            ping=(player.user_id,) if _just_begun(table) else (),
        )

    def _seating(self, table: Table, game: Game) -> str:
        """Who plays: named so that everybody finds the game, and called by nobody."""
        words = self.words
        players = [
            f"{words.dynasty_with_sign(dynasty)} <@{player.user_id}>"
            for player, dynasty in zip(table.players, game.seats, strict=True)
        ]
        return words._("The game starts. In turn order: {players}.", players=words.listed(players))

    def _past_turn(self, table: Table, game: Game, turn: Turn) -> Post:
        """A turn's message once it is over: with its picture as it is when it is drawn first."""
        content = self._turn(table, game, turn, safe_names(table)[turn.seat])
        lasting = replace(content, picture=None)
        return replace(_post(table, f"turn-{turn.number}", ToHome(), lasting), content=content)

    def _turn(self, table: Table, game: Game, turn: Turn, player: str) -> Content:
        words = self.words
        heading = words._(
            "{game} · turn {number}: {dynasty} {player}",
            game=game_name(table),
            number=turn.number,
            dynasty=words.dynasty_with_sign(game.seats[turn.seat]),
            player=player,
        )
        log = last_lines([f"> {line}" for line in log_lines(words, table, turn.entries)], _LOG_ROOM)
        picture = board_picture(
            words,
            table,
            public_view(table, game),
            latest_events(table) if turn is table.turns[-1] else events_of(turn.entries),
            _file_name(table, f"turn-{turn.number}"),
        )
        return Content("\n".join(filter(None, (heading, log))), picture)

    def _result(self, table: Table, game: Game) -> Content:
        words = self.words
        _ = words._
        lines = [_("{game} is over.", game=game_name(table))]
        for standing in table.standings:
            black, red, blue, green = standing.placing.spheres
            lines.append(
                _(
                    "{place}. **{player}** ({dynasty}) – ⬛ {black} 🟥 {red} 🟦 {blue} 🟩 {green}",
                    place=standing.place,
                    player=safe(standing.player.name),
                    dynasty=words.dynasty(game.seats[standing.placing.seat]),
                    black=black,
                    red=red,
                    blue=blue,
                    green=green,
                )
            )
            if standing.player.resigned:
                lines.append("  " + _("resigned"))
            elif standing.placing.treasures:
                lines.append("  " + _treasures_spent(words, standing.placing))
        lines.append(_("The weakest colour counts first. The record of the game is attached."))

        async def record() -> bytes:
            return (await self.tables.record(table.id)).encode()

        async def animation() -> bytes:
            text = await self.tables.record(table.id)
            return await asyncio.to_thread(replay, words, table, text)

        picture = chart_picture(words, table, public_view(table, game), _file_name(table, "result"))
        files = (
            File(f"game-{table.id}.gif", animation, _("The whole game, turn by turn."), spare=True),
            File(f"game-{table.id}.te", record),
        )
        return Content("\n".join(lines), picture, files)

    # --- to one player -----------------------------------------------------------------------

    def _hand(self, table: Table, game: Game, player: Player) -> Post:
        seat = player.seat
        assert seat is not None
        since = max(0, table.turn - (game.active - seat) % len(game.seats))
        to_play = isinstance(game.decision, ActionDecision) and game.active == seat
        rows = rows_for(self.words, table, seat) if to_play else ()
        back_since = _back_since(table) if to_play else None
        text = self.words._("{game}: your hand", game=game_name(table))
        key = f"hand-{seat}-{since}"
        news = _just_begun(table) and (to_play or table.turn == 1)
        if back_since is not None:
            text += " – " + self.words._("**it is your turn again**")
            key += f"-{back_since}"
            news = _just_called_back(table)
        elif to_play:
            text += " – " + self.words._("**it is your turn**")
        picture = hand_picture(self.words, table, game.view(seat), _file_name(table, key))
        content = Content(
            text,
            picture,
            rows=(*rows, *_home_link(self.words, table)),
            silent=not news,
        )
        return _post(table, key, ToUser(player.user_id), content, afresh=True)

    def _question(self, table: Table, game: Game, closed: frozenset[int]) -> Iterator[Post]:
        """What is asked in the middle of an action; who may not be written to is called."""
        decider, last = table.decider, _last_played(table)
        if decider is None:
            return
        at_it = last is not None and last.user_id == decider.user_id
        if isinstance(game.decision, ActionDecision):
            if _just_called_back(table) and decider.user_id in closed:
                text = self.words._(
                    "<@{user}>, it is your turn again in {game}.",
                    user=decider.user_id,
                    game=game_name(table),
                )
                yield self._call(table, decider, text)
        elif decider.user_id not in closed:
            key = f"ask-{_asked_since(table)}"
            content = prompt(self.words, table, game, _file_name(table, key))
            rows = (*content.rows, *_home_link(self.words, table))
            content = Content(content.text, content.picture, rows=rows, silent=at_it)
            yield _post(table, key, ToUser(decider.user_id), content)
        elif not at_it:
            text = self.words._(
                "<@{user}>, a question for you in {game}: {decision}. Press the button: only "
                "you will see it.",
                user=decider.user_id,
                game=game_name(table),
                decision=self.words.name(game.decision),
            )
            yield self._call(table, decider, text)

    def _call(self, table: Table, player: Player, text: str) -> Post:
        """To somebody whose direct messages are closed."""
        rows = ((decide_button(self.words, table),),)
        content = Content(text, rows=rows, ping=(player.user_id,))
        return _post(table, f"call-{table.state_version}", ToHome(), content)


def _just_begun(table: Table) -> bool:
    """Whether nobody has done anything in this turn yet, nor taken it back again."""
    entries = [entry for turn in table.turns for entry in turn.entries]
    changes = [entry.seq for entry in entries if entry.kind in (Kind.STARTED, Kind.ACTED)]
    return table.last_decision is None and changes[-1] == table.state_version


def _played(table: Table) -> list[Entry]:
    """What people have decided in this turn, last first; not what went by itself.

    What was decided for somebody because of resigning just then is that person's doing.
    """
    played: list[Entry] = []
    resigning: int | None = None
    for entry in table.turns[-1].entries:
        if entry.kind is Kind.RESIGNED:
            resigning = entry.seat
        elif entry.kind is Kind.ACTED and not entry.automatic:
            resigning = None
            played.append(entry)
        elif entry.kind is Kind.ACTED and entry.seat == resigning:
            played.append(entry)
    return played[::-1]


def _last_played(table: Table) -> Entry | None:
    """What somebody, who is at it therefore, has decided last in this turn."""
    return next(iter(_played(table)), None)


def _back_since(table: Table) -> int | None:
    """The last decision of this turn that was somebody else's: then its player is called again."""
    seat = table.turns[-1].seat
    return next((entry.seq for entry in _played(table) if entry.seat != seat), None)


def _just_called_back(table: Table) -> bool:
    """Whether nobody has decided anything since then."""
    last = _last_played(table)
    return last is not None and last.seq == _back_since(table)


def _asked_since(table: Table) -> int:
    """The state version at which the question arose; drawing tile by tile is one question."""
    decision = table.game.decision if table.game else None
    if isinstance(decision, DrawDecision):
        for entry in reversed(table.turns[-1].entries):
            drawn = isinstance(entry.action, DrawTile) and entry.seat == decision.seat
            if entry.kind is Kind.ACTED and not drawn:
                return entry.seq
    return table.state_version


def lobby(words: Words, table: Table) -> Content:
    """The message in which players gather, and that later leads to the game."""
    _ = words._
    lines = [
        _(
            "{game} – Tigris & Euphrates, {board} board",
            game=game_name(table),
            board=board_name(words, table.board),
        ),
        _(
            "Players: {players} ({count} of {capacity})",
            players=words.listed([f"**{safe(player.name)}**" for player in table.players])
            or _("none"),
            count=len(table.players),
            capacity=table.capacity,
        ),
    ]
    lines += (f"- {line}" for line in explained(words, table.options))
    rows: tuple[Row, ...] = ()
    if table.status is Status.LOBBY:
        address = Address(table.id)
        rows = (
            (
                Button(_("Join"), address.to(JOIN), Style.MAIN),
                Button(_("Leave"), address.to(LEAVE)),
                Button(_("Start"), address.to(START)),
                set_up_button(words, table),
                help_button(words, table),
            ),
        )
        opener = f"**{safe(table.opener.name)}**" if table.opener else "?"
        lines.append(
            _("It starts when all seats are taken, or when {opener} starts it.", opener=opener)
        )
    elif table.status is Status.CANCELLED:
        lines.append(_("Cancelled: everybody has left."))
    elif table.home is not None and not table.home.is_thread:
        lines.append(
            _(
                "It is played right here: I am not permitted to open threads in this channel "
                "(Create Public Threads, Send Messages in Threads)."
            )
        )
    elif table.home is not None and table.home.channel_id != table.place.channel_id:
        lines.append(_("It is played in {thread}.", thread=f"<#{table.home.channel_id}>"))
    return Content("\n".join(lines), rows=rows)


def _treasures_spent(words: Words, placing: Placing) -> str:
    spent = [
        words.points(after - before, colour)
        for colour, before, after in zip(Colour, placing.points, placing.spheres, strict=True)
        if after > before
    ]
    return words.ngettext(
        "with {count} treasure, spent as {points}",
        "with {count} treasures, spent as {points}",
        placing.treasures,
        points=words.listed(spent),
    )


def _home_link(words: Words, table: Table) -> tuple[Row, ...]:
    if table.home is None:
        return ()
    url = jump_url(table.place.guild_id, table.home.channel_id)
    return ((Link(words._("To the game"), url),),)


def _file_name(table: Table, key: str) -> str:
    return f"game-{table.id}-{key}"


def _post(
    table: Table,
    key: str,
    target: Target,
    content: Content,
    *,
    afresh: bool = False,
    version: int = 0,
) -> Post:
    shown = repr((content.text, content.rows, content.picture, version))
    return Post(
        key=f"game-{table.id}-{key}",
        target=target,
        fingerprint=hashlib.sha256(shown.encode()).hexdigest(),
        content=content,
        afresh=afresh,
    )
