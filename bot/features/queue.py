"""The queue: a user waits for a table in a server."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TypeAlias

from bot.content.message import (
    Button,
    Content,
    Link,
    Option,
    PublicContent,
    Row,
    Select,
    Style,
    UserSelect,
)
from bot.content.names import bold, game_name, jump_url
from bot.content.pressing import ANYWHERE
from bot.dispatch.context import LocationContext
from bot.dispatch.finding import check_shows
from bot.dispatch.handlers import handles
from bot.domain.naming import CAPACITIES
from bot.domain.queue import MOST_AVOIDED, Wish
from bot.domain.seat import Visit
from bot.domain.table import Table
from bot.i18n import PublicText, Words, join_texts
from bot.i18n.options import PRESET_NAMES
from bot.i18n.times import PACE_NAMES, moment, pace_line
from bot.intents import queue
from bot.parts.queue_lines import queue_lines
from bot.parts.rating import RATED_SIGN, hints_or_rated_line
from bot.parts.seal_texts import seal_lines
from bot.use_cases import Asked, OwnWait
from engine import N_

_Wished: TypeAlias = queue.WishSeats | queue.WishPaces | queue.WishPresets | queue.WishRated


@handles
async def see_queue(context: LocationContext, _: queue.SeeQueue) -> Content:
    """Show what the user can wait for, or waits for; and once, that the wait has expired."""
    own = await _own(context)
    page = await _page(context, own)
    if own.wish is not None or own.until is None:
        return page
    await context.services.queue.leave(context.person.user_id, await _server(context))
    return page.with_text_before(context.words._("No table came up in time. You can wait again."))


@handles
async def wait(context: LocationContext, intent: queue.WaitForTable | queue.JoinQueue) -> Content:
    """Wait for a table, or keep waiting, with the wish that is sent."""
    if isinstance(intent, queue.WaitForTable):
        return await _wait(context, intent.wish)
    own = await _own(context)
    return await _wait(context, Wish()) if own.wish is None else await _page(context, own)


@handles
async def change_wish(context: LocationContext, intent: _Wished) -> Content:
    """Change the wish, also that of a user who waits."""
    match intent:
        case queue.WishSeats(wish, seats):
            wish = replace(wish, seats=frozenset() if len(seats) == len(CAPACITIES) else seats)
        case queue.WishPaces(wish, paces):
            wish = replace(wish, paces=paces)
        case queue.WishPresets(wish, presets):
            wish = replace(wish, presets=presets)
        case queue.WishRated(wish):
            pass
    own = await _own(context)
    return await _page(context, own, wish) if own.wish is None else await _wait(context, wish)


@handles
async def avoid(context: LocationContext, intent: queue.Avoid) -> Content:
    """Avoid these users from now on. Bots cannot wait anyway."""
    avoiding, others = context.person.user_id, [each for each in intent.users if each is not None]
    await context.store(context.services.queue.avoid(avoiding, others, await _server(context)))
    return await _page(context, await _read(context), intent.wish)


@handles
async def stop_waiting(context: LocationContext, _: queue.StopWaiting) -> Content:
    """Wait no longer."""
    wish = (await _read(context)).wish
    await context.store(
        context.services.queue.leave(context.person.user_id, await _server(context))
    )
    return await _page(context, await _read(context), wish)


async def _server(context: LocationContext) -> int:
    """The server. Raises as :func:`check_shows` outside one that the bot is in."""
    guild_id = context.location.origin.guild_id
    if guild_id is None:
        guild_id = (await check_shows(context)).guild_id
    assert guild_id is not None
    return guild_id


async def _read(context: LocationContext) -> OwnWait:
    return await context.services.queue.of(context.person.user_id, await _server(context))


async def _own(context: LocationContext) -> OwnWait:
    """The user's own wait here. Raises as :func:`check_shows` unless the user waits already."""
    own = await _read(context)
    if own.wish is None:
        await check_shows(context)
    return own


async def _wait(context: LocationContext, wish: Wish) -> Content:
    """Wait for a table, or show one that fits already."""
    location, words = context.location, context.words
    guild_id, place = await _server(context), await check_shows(context)
    asked = Asked(guild_id, place.channel_id, location.around, location.member, location.language)
    table = await context.store(context.services.queue.wait(context.person, asked, wish))
    if table is None:
        return await _page(context, await _read(context))
    context.game = table.id

    def shown(visit: Visit) -> Content:
        return seated_page(words, visit.table)

    return context.once_delivered(table.id, seated_page(words, table), shown)


async def _page(context: LocationContext, own: OwnWait, wish: Wish | None = None) -> Content:
    wishes = await context.services.queue.wishes(await _server(context))
    return queue_page(context.words, own, wishes, wish, rates=context.services.rates_games)


# --- the user's own page -------------------------------------------------------------------------


def queue_page(
    words: Words,
    own: OwnWait,
    wishes: Collection[Wish],
    wish: Wish | None = None,
    *,
    rates: bool = True,
) -> Content:
    """What the user waits for, or can choose to wait for.

    *rates*: games in servers can be rated.
    """
    _ = words._
    wish = own.wish or wish or Wish()
    if own.wish is None or own.until is None:
        lines: list[str] = [
            _("**Play with others in this server**"),
            _("I seat you as soon as a table fits. Its game starts at once, and I ping you once."),
            *queue_lines(words, [*wishes]),
        ]
        main = Button(
            _("Wait for a table"), ANYWHERE.to(queue.WaitForTable(wish)), Style.MAIN, "🪑"
        )
    else:
        lines = [
            _("**You're waiting for a table**"),
            _("If none comes up, I stop looking {moment}.", moment=moment(own.until)),
            *_wanted(words, wishes),
        ]
        main = Button(_("Stop waiting"), ANYWHERE.to(queue.StopWaiting()))
    lines.append(_("Others see what is wanted, never who waits or whom you avoid."))
    rows: tuple[Row, ...] = (
        (main, *((_rated_button(words, wish),) if rates else ())),
        *_selects(words, own, wish),
        UserSelect(
            _("Avoid … (only you know)"),
            ANYWHERE.to(queue.Avoid(wish, ())),
            MOST_AVOIDED,
            tuple(sorted(own.avoids)),
        ),
    )
    return Content("\n".join(lines), rows=rows)


def _wanted(words: Words, wishes: Collection[Wish]) -> list[PublicText]:
    """What the user and the others who wait want."""
    if len(wishes) < 2:
        return [words._("No one else is waiting yet.")]
    return [words._("Wanted by you and the others:"), *queue_lines(words, [*wishes])[1:]]


def _selects(words: Words, own: OwnWait, wish: Wish) -> Iterable[Select]:
    """The selects of what the server leaves open: of any, in what is not chosen."""
    _, permitted = words._, own.permitted
    numbers = {
        str(each): words.ngettext("{count} player", "{count} players", each) for each in CAPACITIES
    }
    paces = {each: _(name) for each, name in PACE_NAMES.items() if each in permitted.paces}
    presets = {each: _(name) for each, name in PRESET_NAMES.items() if each in permitted.presets}
    seats = {*map(str, wish.seats)}
    for placeholder, intent, names, chosen in (
        (_("Players: any number"), queue.WishSeats(wish, frozenset()), numbers, seats),
        (_("Pace: any but live"), queue.WishPaces(wish, frozenset()), paces, wish.paces),
        (_("Options: any"), queue.WishPresets(wish, frozenset()), presets, wish.presets),
    ):
        options = tuple(Option(name, each, chosen=each in chosen) for each, name in names.items())
        if len(options) > 1:
            yield Select(placeholder, ANYWHERE.to(intent), options, least=0, most=len(options))


def _rated_button(words: Words, wish: Wish) -> Button:
    """The button that asks for a rated game, then for one that is not, then for either."""
    following = {None: True, True: False, False: None}[wish.rated]
    label = {None: N_("Rated or not"), True: N_("Only rated"), False: N_("Not rated")}[wish.rated]
    request = ANYWHERE.to(queue.WishRated(replace(wish, rated=following)))
    style = Style.PLAIN if wish.rated is None else Style.CHOSEN
    return Button(words._(label), request, style, RATED_SIGN)


def seated_page(words: Words, table: Table) -> Content:
    """Confirms that the user has a table, with the way to it."""
    players = words.listed([bold(each.name) for each in table.players])
    lines = [
        words._(
            "You have a table: {game}, with {players}.", game=game_name(table), players=players
        ),
        words._("The game is starting. I'll ping you on your turn."),
        pace_line(words, table.pace),
        *([hints_or_rated_line(words, table)] if table.rated else []),
        *seal_lines(words, table),
    ]
    rows: tuple[Row, ...] = ()
    if table.home is not None:
        there = jump_url(table.place.guild_id, table.home.channel_id)
        rows = ((Link(words._("To the game"), there),),)
    return Content("\n".join(lines), rows=rows)


# --- for everybody -------------------------------------------------------------------------------


def queue_post(words: Words, wishes: Collection[Wish]) -> PublicContent:
    """The queue's message: how many wait and for what, with a button to wait with them."""
    _ = words._
    lines = queue_lines(words, [*wishes]) or [_("**No one is waiting for a table**")]
    lines.append(_("Press *Play* to wait too. As soon as a table fits, its game starts."))
    play = Button(_("Play"), ANYWHERE.to(queue.JoinQueue()), Style.MAIN, "▶️")
    return PublicContent(join_texts("\n", lines), rows=((play,),), silent=True)
