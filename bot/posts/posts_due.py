"""The messages that a game should have on Discord now."""

import hashlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.content.message import Content, PublicContent
from bot.content.names import final_thread_name, mention
from bot.delivery import (
    DeskPost,
    Post,
    PostKind,
    PublicPost,
    SealPost,
    Target,
    ToChannel,
    ToHome,
    ToUser,
)
from bot.desk.desk_page import desk_page, desk_shown
from bot.domain.calls import call_number, is_called, is_silent, last_call
from bot.domain.entries import ProposalResolved, Removed
from bot.domain.player import Player
from bot.domain.public_numbers import PublicNumber
from bot.domain.seat import Announcement, Everyone, Notification, Seat
from bot.domain.seating import is_offered_blindly
from bot.domain.table import Status, Table
from bot.features.lobby.lobby_post import lobby
from bot.features.owner import announced_request, announcement
from bot.features.server.managing import channel_gone
from bot.features.table.agreeing import expiry_post, proposal_post, resolved_post, yes_request
from bot.features.table.seating import free_address, free_seat, invitation, removed_for
from bot.i18n import PublicText, Words, join_texts
from bot.intents import Address
from bot.intents.board import Help
from bot.intents.seats import Accept, Join, TakeSeat
from bot.parts.buttons import desk_button, games_button, games_request, try_directs_button
from bot.parts.result import result, stopped
from bot.parts.seal_texts import seal_post, seal_sign, words_post, words_sign
from bot.posts.game_messages import call_text, current_turn, least, notification_message, past_turn
from bot.store import CalledIn
from bot.use_cases import OPEN


@dataclass(frozen=True)
class Due:
    """Makes the posts of a table: public ones from public data, and the desks of seats."""

    read_record: Callable[[int], Awaitable[str]]
    """Reads the record of a game that is over, or was removed."""
    words_of: Callable[[str], Words] = Words.of
    """Returns the words of a language."""

    def __call__(self, everyone: Everyone, closed: frozenset[int]) -> Sequence[Post]:
        """Return the posts due, in the order of sending.

        *closed* are the numbers of users whose direct messages are closed, and of closed channels
        and threads: players are called in the next place instead.
        """
        posts = [*self._of_game(everyone, closed)]
        if everyone.notifications:
            posts += self._notifications(everyone, closed)
        if everyone.announcement is not None and everyone.table.status in OPEN:
            posts += self._announced(everyone.table, everyone.announcement)
        return posts

    def _of_game(self, everyone: Everyone, closed: frozenset[int]) -> Sequence[Post]:
        table = everyone.table
        if table.status is Status.REMOVED:
            return [] if table.in_directs else [*self._removed(table, closed)]
        if table.in_directs:
            return [*self._directly(everyone, closed)]
        if table.channel_gone:
            return [*self._without_channel(everyone, closed)]
        posts = [*self._words(table), *self._public(table), *self._agreeing(table)]
        place = _place(table, closed)
        for seat in everyone.seats:
            player = seat.player
            if player.user_id is None:
                continue
            nowhere_else = (
                place is None and player.seat is not None and is_called(table, player.seat)
            )
            directly = player.called_in is CalledIn.DIRECT or nowhere_else
            if directly and player.user_id not in closed:
                posts.append(self._desk(seat, ToUser(player.user_id)))
            else:
                posts += self._calls(table, player, place or ToHome())
        posts += self._seats(table)
        if table.has_ended:  # by now it is known whose direct messages are closed
            posts.append(self._result(table, closed))
        # The thread is opened at the door. Later nobody waits for it: it is an old message, of
        # which Discord lets few be edited in a channel, and would hold up what calls people.
        door = self._door(table)
        sealed = self._seal(table, ToChannel())
        return [*sealed, door, *posts] if table.home is None else [*sealed, *posts, door]

    def _removed(self, table: Table, closed: frozenset[int]) -> Iterator[Post]:
        """Yield the posts of a removed game; if an admin did it, its players are notified.

        By direct message, or else by a mention where the game is shown. That comes later: by then
        it is known whose direct messages are closed.
        """
        if table.removal is not None:
            yield from self._removed_by_admin(table, table.removal, closed)
        if not table.channel_gone:
            yield self._door(table)

    def _removed_by_admin(
        self, table: Table, removal: Removed, closed: frozenset[int]
    ) -> Iterator[Post]:
        read, here = partial(self.read_record, table.id), []
        for player in table.players:
            wanted = player.called_in is CalledIn.DIRECT or table.channel_gone
            if player.user_id is None:
                continue
            if wanted and player.user_id not in closed:
                words = self.words_of(player.language)
                content = removed_for(words, table, removal, read, [player], here=False)
                key, user = f"removed-{player.joined_seq}", ToUser(player.user_id)
                yield self._post(table, key, user, content, sign=games_request(table).custom_id)
            else:
                here.append(player)
        if table.channel_gone:
            return
        words = self.words_of(table.language)
        if here:
            content = removed_for(words, table, removal, read, here, here=True)
            place = ToChannel() if table.home is None else _place(table, closed) or ToHome()
            yield self._post(table, "removed", place, content, sign=games_request(table).custom_id)
        if table.home is not None and removal.was == Status.RUNNING:
            key = f"turn-{table.turn}"  # whose turn it was, and that it was removed
            content = past_turn(words, table, table.turns[-1], _name(table, key))
            yield self._post(table, key, ToHome(), content)

    def _without_channel(self, everyone: Everyone, closed: frozenset[int]) -> Iterator[Post]:
        table = everyone.table
        notified = table.players if table.status in {Status.LOBBY, Status.RUNNING} else ()
        for player in notified:
            if player.user_id is not None and player.user_id not in closed:
                content = channel_gone(self.words_of(player.language), table)
                key = f"gone-{player.joined_seq}-{table.place.channel_id}{_holder(player)}"
                sign = Address(table.id, seen=PublicNumber(0)).to(Help()).custom_id
                yield self._post(table, key, ToUser(player.user_id), content, sign=sign)
        for seat in everyone.seats:
            user_id = seat.player.user_id
            if user_id is not None and user_id not in closed:
                yield self._desk(seat, ToUser(user_id))

    def _directly(self, everyone: Everyone, closed: frozenset[int]) -> Iterator[Post]:
        """Yield the posts of a game in its player's direct messages: the desk, and the result.

        None while these are closed: then the player asks for the desk by a command anywhere.
        """
        table = everyone.table
        for seat in everyone.seats:
            user_id = seat.player.user_id
            if user_id is None or user_id in closed:
                continue
            yield from self._seal(table, ToUser(user_id))
            yield self._desk(seat, ToUser(user_id))
            if table.has_ended:
                ended = replace(self._ended(table), silent=True)  # the desk has made a sound
                sign = "" if ended.picture else ended.files[-1].name
                yield self._post(table, "result", ToUser(user_id), ended, sign=sign)

    # --- for everybody -------------------------------------------------------------------------

    def _door(self, table: Table) -> Post:
        """Return the message at which the game was opened, edited until its end."""
        join = Address(table.id).to(Join()).custom_id
        content = lobby(self.words_of(table.language), table)
        door = self._post(table, "lobby", ToChannel(), content, PostKind.DOOR, sign=join)
        # The decider can change more than once in the turn of a computer.
        return replace(door, held=table.computer_plays and table.turn > 1)

    def _seal(self, table: Table, target: Target) -> Iterator[Post]:
        """Yield the seal of a table, which is searched for when the game starts and ends."""
        if table.seal is None or table.seal.message_gone:
            return
        yield SealPost(
            key=_name(table, "seal"),
            target=target,
            fingerprint="ended" if table.status not in OPEN else table.status.value,
            # Direct messages keep nothing of a game that is removed with its only player.
            kind=PostKind.PASSING_SEAL if table.in_directs else PostKind.SEAL,
            sign=seal_sign(table),
            make=lambda: self._with_least(table, seal_post(self.words_of(table.language), table)),
        )

    def _words(self, table: Table) -> Iterator[Post]:
        """Yield the hashes of the players' words, once the game has started."""
        if table.seal is None or table.view is None:
            return
        yield SealPost(
            key=_name(table, "words"),
            target=ToHome(),
            fingerprint="started",
            kind=PostKind.SEAL,
            sign=words_sign(table),
            make=lambda: self._with_least(table, words_post(self.words_of(table.language), table)),
        )

    def _public(self, table: Table) -> Iterator[Post]:
        """Yield the turns of the game."""
        if table.view is None:
            return
        words = self.words_of(table.language)
        over = table.has_ended
        for turn in table.turns if over else table.turns[:-1]:
            key = f"turn-{turn.number}"
            content = past_turn(words, table, turn, _name(table, key))
            lasting = replace(content, picture=None)  # another picture is no reason to edit it
            yield self._post(table, key, ToHome(), content, lasting=lasting)
        if over:
            return
        key = f"turn-{table.turn}"
        content = current_turn(words, table, _name(table, key))
        if not table.computer_plays:
            version = table.state_version
            yield self._post(table, key, ToHome(), content, PostKind.TURN, version=version)
            return
        # A computer's turn is shown once it is over or another player is asked. But a game's first
        # one brings the players, and says who plays until then.
        lasting = replace(content, picture=None, rows=())
        post = self._post(table, key, ToHome(), content, lasting=lasting)
        yield replace(post, held=table.turn > 1)

    def _seats(self, table: Table) -> Iterator[Post]:
        words = self.words_of(table.language)
        there: Target
        if table.status is Status.LOBBY:
            for asked in table.asked:
                if asked.declined:
                    continue
                content = invitation(words, table, asked)
                sign = Address(table.id).to(Accept(asked.user_id)).custom_id
                there = ToUser(asked.user_id) if asked.blind else ToChannel()
                key = f"asked-{asked.user_id}"
                yield self._post(table, key, there, content, PostKind.NOTICE, sign=sign)
        if table.status is not Status.RUNNING:
            return
        for player in table.players:
            if player.offered:
                content = free_seat(words, table, player)
                sign = free_address(table, player).to(TakeSeat()).custom_id
                key = f"seat-{player.seat}-{player.free_since}"
                there = ToHome()
                if player.offered_to is not None and is_offered_blindly(table, player):
                    there = ToUser(player.offered_to)
                yield self._post(table, key, there, content, PostKind.NOTICE, sign=sign)

    def _agreeing(self, table: Table) -> Iterator[Post]:
        """Yield a message for each proposal or its outcome, and one before a lobby expires."""
        words = self.words_of(table.language)
        if table.expires_at is not None:
            content = expiry_post(words, table)
            seq = table.version
            key, sign = f"expiry-{seq}", yes_request(table, seq).custom_id
            yield self._post(table, key, ToChannel(), content, PostKind.NOTICE, sign=sign)
        if table.view is None:
            return
        for proposal in table.proposals:
            content = proposal_post(words, table, proposal)
            sign = yes_request(table, proposal.seq).custom_id
            yield self._post(table, f"proposal-{proposal.seq}", ToHome(), content, sign=sign)
        for entry in table.round:
            if isinstance(entry, ProposalResolved):
                content = resolved_post(words, table, entry)
                sign = yes_request(table, entry.proposal).custom_id
                yield self._post(table, f"proposal-{entry.proposal}", ToHome(), content, sign=sign)

    def _result(self, table: Table, closed: frozenset[int]) -> Post:
        """Return the result; it mentions the players who get no direct message about it."""
        called = [
            each
            for each in table.players
            if each.user_id is not None
            and not each.muted
            and (each.called_in is CalledIn.THREAD or each.user_id in closed)
        ]
        content = replace(
            self._ended(table, join_texts(" ", map(mention, called))),
            ping=tuple(each.user_id for each in called if each.user_id is not None),
            silent=not called,
        )
        sign = "" if content.picture else content.files[-1].name
        post = self._post(table, "result", ToHome(), content, sign=sign)
        return replace(post, names_home=final_thread_name(table))

    def _ended(self, table: Table, *last: PublicText) -> PublicContent:
        """Return the result, with picture, animation and record."""
        words, read_record = self.words_of(table.language), partial(self.read_record, table.id)
        if table.status is Status.ABANDONED:
            return stopped(words, table, read_record, *last)
        return result(words, table, _name(table, "result"), read_record, *last)

    def _calls(self, table: Table, player: Player, place: Target) -> Iterator[Post]:
        """Yield the mention that calls a player outside direct messages, until it is answered."""
        if player.seat is None or not is_called(table, player.seat):
            return
        words = self.words_of(table.language)
        button = desk_button(words, table, player)
        wanted = player.called_in is CalledIn.THREAD
        silent = is_silent(table, player)
        buttons = (button,) if wanted else (button, try_directs_button(words, table))
        content = PublicContent(
            call_text(words, table, player),
            rows=(buttons,),
            ping=() if silent or player.user_id is None else (player.user_id,),
            silent=silent,
        )
        called = last_call(table, player.seat)
        key = f"call-{player.seat}-{called}"
        post = self._post(table, key, place, content, PostKind.CALL, sign=button.custom_id)
        desk = _desk_key(table, player, str(called)) if _is_to(player, called) else ""
        yield replace(post, same_call=desk)

    # --- to one player -------------------------------------------------------------------------

    def _desk(self, seat: Seat, user: ToUser) -> Post:
        """Return the desk in direct messages: a new message for each call, and at the end."""
        table, player = seat.table, seat.player
        over, called = table.has_ended, last_call(table, seat.number)
        # The player can read the picture's name: it must not contain a number of the log.
        picture = _name(table, f"desk-{seat.number}-{_shown_call(seat)}")
        called_aloud = is_called(table, seat.number) and not is_silent(table, player)
        pings = (over and not player.muted) or called_aloud
        same_call = ""
        if _is_to(player, called) and not over:
            same_call = _name(table, f"call-{seat.number}-{called}")
        words, calls = self.words_of(player.language), seat.decides
        shows = desk_shown(seat)

        def shortest() -> PublicContent:
            return least(words, table, (), desk_button(words, table, player if calls else None))

        def content() -> Content:
            page = desk_page(words, seat, picture, shows=shows)
            return replace(page, silent=not pings, least=shortest)

        return DeskPost(
            key=_desk_key(table, player, "over" if over else str(called)),
            target=user,
            fingerprint=shows,
            make=content,
            sign=f"{picture}.png",
            kind=PostKind.CALL if calls else PostKind.NOTICE,
            same_call=same_call,
        )

    def _notifications(self, everyone: Everyone, closed: frozenset[int]) -> Iterator[Post]:
        """Yield a message to each user with notifications from quiet hours that are over."""
        table = everyone.table
        for each in everyone.notifications:
            content = notification_message(self.words_of(each.language), table, each)
            if content is None or table.status is Status.REMOVED:
                continue
            if table.channel_gone and not each.directly:
                continue
            target = self._where(table, each, closed)
            latest = "-".join(f"{row.game_id}.{row.seq}" for row in each.rows[-2:])
            key = f"ring-{each.user_id}-{latest}-{'direct' if each.directly else 'here'}"
            sign = games_request(table).custom_id
            post = self._post(table, key, target, content, PostKind.NOTIFICATION, sign=sign)
            yield replace(post, notification=each)

    @staticmethod
    def _where(table: Table, each: Notification, closed: frozenset[int]) -> Target:
        """Return where a user is notified: in direct messages, too, if there is no other place."""
        there = _place(table, closed)
        if each.directly or (there is None and each.user_id not in closed):
            return ToUser(each.user_id)
        return ToChannel() if table.view is None else there or ToHome()

    def _announced(self, table: Table, announced: Announcement) -> Iterator[Post]:
        if table.in_directs or table.channel_gone:
            return
        content = announcement(self.words_of(table.language), table, announced)
        place: Target = ToChannel() if table.view is None else ToHome()
        key, sign = f"announced-{announced.id}", announced_request(table, announced).custom_id
        yield self._post(table, key, place, content, PostKind.ANNOUNCEMENT, sign=sign)

    # --- all posts -------------------------------------------------------------------------------

    def _post(
        self,
        table: Table,
        key: str,
        target: Target,
        content: PublicContent,
        kind: PostKind = PostKind.RECORD,
        *,
        sign: str | None = None,
        version: int = 0,
        lasting: PublicContent | None = None,
    ) -> PublicPost:
        """Return a post; its *sign* is its picture's file unless it has none.

        It changes with its content, or only with the part of it that is *lasting*.
        """
        shown = lasting or content
        changing = repr((shown.text, shown.rows, shown.picture, version))
        name = _name(table, key)
        return PublicPost(
            key=name,
            target=target,
            fingerprint=hashlib.sha256(changing.encode()).hexdigest(),
            content=self._with_least(table, content),
            sign=sign or f"{name}.png",
            kind=kind,
        )

    def _with_least(self, table: Table, content: PublicContent) -> PublicContent:
        """Return a content with what is sent if Discord refuses it."""

        def shortest() -> PublicContent:
            words = self.words_of(table.language)
            button = next(iter(content.buttons), None) or games_button(words, table)
            return least(words, table, content.ping, button)

        return replace(content, least=content.least or shortest)


def _place(table: Table, closed: frozenset[int]) -> Target | None:
    """Return the place to call players in outside direct messages; None if all are closed."""
    home = table.place.channel_id if table.home is None else table.home.channel_id
    if home not in closed:
        return ToHome()
    return None if table.place.channel_id in closed else ToChannel()


def _holder(player: Player) -> str:
    return "" if player.taken_seq is None else f"-{player.taken_seq}"


def _desk_key(table: Table, player: Player, called: str) -> str:
    """Return the key of a player's desk, which differs for each call and for the end."""
    return _name(table, f"desk-{player.seat}-{called}{_holder(player)}")


def _is_to(player: Player, called: int) -> bool:
    """Return True if the call by that entry is to the seat's present player."""
    return called > 0 and called >= (player.taken_seq or 0)


def _shown_call(seat: Seat) -> str:
    if seat.table.has_ended:
        called = "over"
    else:
        number, again = call_number(seat.table, seat.player)
        called = f"{number.number}.{again}" if again else f"{number.number}"
    taken = seat.player.taken_seq
    return called if taken is None else f"{called}-{seat.table.public_number(taken).number}"


def _name(table: Table, key: str) -> str:
    """Return the key of a post: unique among all games, and the name of its picture's file."""
    return f"game-{table.id}-{key}"
