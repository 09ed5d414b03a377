"""The start page of the local table, and the bar above each view, as HTML."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from bot.domain import CAPACITIES, NAME_LIMIT, Player, Status, Table, plain
from bot.features.solo.solo_page import EVERY_TABLE, against
from bot.i18n import Words
from bot.i18n.options import (
    PRESET_NAMES,
    board_name,
    option_explanation,
    option_name,
    options_listed,
)
from bot.intents.solo import Solo
from bot.local.game_form import FIRST_SOLO, OWN, GameForm
from bot.parts.computers import computers_told
from bot.parts.status_line import plain_status
from engine import LAYOUTS, N_, OPTIONS

CHANNEL, DIRECT, GAME = "channel", "direct", "game-"
"""The last part of a view's address: which place it shows. The number of a game follows."""

PORTAL = "https://discord.com/developers/applications"


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat's name, its part in addresses and the number of its user."""

    name: str
    key: str
    user_id: int

    def address(self, place: str) -> str:
        """The address of this seat's view of a place."""
        return f"/seat/{self.key}/{place}"


def start_page(
    words: Words,
    chairs: Sequence[Chair],
    games: Sequence[Table],
    opening: GameForm,
    fault: str = "",
    *,
    solo: Solo = FIRST_SOLO,
    solo_fault: str = "",
) -> str:
    """The start page with its forms filled in as *solo* and *opening* say.

    A fault says why the last request was not fulfilled.
    """
    _ = words._
    kind = _("Tigris & Euphrates on Discord, a turn at a time")
    learn = _("New here? Learn in fifteen minutes")
    intro = _(
        "This is the bot on a simulated Discord: no account, no token, and nothing goes to Discord."
    )
    shown = _games(words, chairs, games)
    return _document(
        words,
        _("Two Rivers: a local table"),
        f"""<header>
<h1>Two Rivers</h1>
<p class="kind">{_text(kind)}</p>
<p>{_text(intro)}</p>
</header>
<main>
<form class="learn" method="post" action="/learn">
<button>{_text(learn)}</button>
</form>
{shown if games else ""}
{_alone(words, solo, solo_fault)}
{_new_game(words, opening, fault)}
{"" if games else shown}
{_what_to_try(words)}
</main>
<footer><p>{_to_discord(words)}</p></footer>""",
    )


def _alone(words: Words, solo: Solo, fault: str) -> str:
    _ = words._
    computers = "".join(
        _listed(against(levels), computers_told(words, levels), chosen=levels == solo.levels)
        for levels in EVERY_TABLE
    )
    presets = "".join(
        _listed(preset, _(name), chosen=preset == solo.preset)
        for preset, name in PRESET_NAMES.items()
    )
    heading, opponents, how = _("Play alone"), _("Against"), _("How to play")
    play = _("Play")
    note = _("Like /solo on Discord. Your desk is in your direct messages.")
    return f"""<section aria-labelledby="solo">
<h2 id="solo">{_text(heading)}</h2>
{_alert(fault)}<form method="post" action="/solo">
<label>{_text(opponents)} <select name="against">{computers}</select></label>
<label>{_text(how)} <select name="preset">{presets}</select></label>
<button>{_text(play)}</button>
</form>
<p class="small">{_text(note)}</p>
</section>"""


def _listed(value: str, label: str, *, chosen: bool) -> str:
    mark = " selected" if chosen else ""
    return f'<option value="{_text(value)}"{mark}>{_text(label)}</option>'


def _alert(fault: str) -> str:
    return f'<p class="fault" role="alert">{_text(fault)}</p>' if fault else ""


def _new_game(words: Words, opening: GameForm, fault: str) -> str:
    _ = words._
    seats = "".join(
        _choice("seats", str(seats), str(seats), chosen=seats == opening.seats)
        for seats in CAPACITIES
    )
    named = {**PRESET_NAMES, OWN: N_("Custom: choose the board and each option")}
    presets = "".join(
        _choice("preset", preset, _(label), chosen=preset == opening.preset)
        for preset, label in named.items()
    )
    heading, players, name, how = _("New game"), _("Players"), _("Name"), _("How to play")
    full, start = _("Fill all seats and start"), _("Open a game")
    note = _("Like /open on Discord. You play every seat, and each has its own view.")
    return f"""<section aria-labelledby="new">
<h2 id="new">{_text(heading)}</h2>
{_alert(fault)}<form method="post" action="/games">
<fieldset class="row"><legend>{_text(players)}</legend>{seats}</fieldset>
<label class="name">{_text(name)}
<input name="name" maxlength="{NAME_LIMIT}" value="{_text(opening.name)}"></label>
<fieldset><legend>{_text(how)}</legend>{presets}</fieldset>
{_own_choice(words, opening)}
<label class="full"><input type="checkbox" name="full" value="yes"{_checked(opening.full)}>
{_text(full)}</label>
<button>{_text(start)}</button>
</form>
<p class="small">{_text(note)}</p>
</section>"""


def _own_choice(words: Words, opening: GameForm) -> str:
    """Board and options one by one; the style sheet shows them when they are asked for."""
    boards = "".join(
        _choice(
            "board",
            layout.name,
            board_name(words, layout.name),
            words.ngettext("{count} treasure", "{count} treasures", layout.treasures),
            chosen=layout.name == opening.own_board,
        )
        for layout in LAYOUTS.values()
    )
    options = "".join(
        _choice(
            "option",
            option,
            option_name(words, option),
            option_explanation(words, option),
            kind="checkbox",
            chosen=option in opening.own_options,
        )
        for option in OPTIONS
    )
    board, chosen = words._("Board"), words._("Options")
    return f"""<div class="own">
<fieldset><legend>{_text(board)}</legend>{boards}</fieldset>
<fieldset><legend>{_text(chosen)}</legend>{options}</fieldset>
</div>"""


def _choice(
    name: str,
    value: str,
    label: str,
    explanation: str = "",
    *,
    kind: str = "radio",
    chosen: bool,
) -> str:
    small = f"<small>{_text(explanation)}</small>" if explanation else ""
    return (
        f'<label><input type="{kind}" name="{name}" value="{_text(value)}"{_checked(chosen)}>'
        f"<span>{_text(label)} {small}</span></label>"
    )


def _checked(chosen: bool) -> str:  # noqa: FBT001
    return " checked" if chosen else ""


def _game(words: Words, chairs: Sequence[Chair], table: Table) -> str:
    _ = words._
    details: str = _("Board: {board}", board=board_name(words, table.board))
    if table.options:
        details += f" · {options_listed(words, table.options)}"
    seats = "".join(
        _player(words, chair, table) for chair in chairs if table.player_of(chair.user_id)
    )
    seats += "".join(_computer(words, each) for each in table.players if each.is_computer)
    if table.status is Status.LOBBY:
        join = _("Join as:")
        free = [chair for chair in chairs if table.may_join(chair.user_id)]
        links = "".join(
            f'<a class="button" href="{chair.address(CHANNEL)}">{_text(chair.name)}</a>'
            for chair in free
        )
        seats += f'<li><span class="who">{_text(join)}</span>{links}</li>'
    return f"""<article>
<h3>{_text(plain(table.name))}</h3>
<p class="state">{_text(plain_status(words, table))} · {_text(details)}</p>
<ul>{seats}</ul>
</article>"""


def _player(words: Words, chair: Chair, table: Table) -> str:
    _ = words._
    player = table.player_of(chair.user_id)
    assert player is not None
    dynasty = f" · {words.dynasty(player.dynasty)}" if player.dynasty else ""
    decides = table.decider is not None and table.decider.user_id == chair.user_id
    waiting, game, direct = _("to decide"), _("Game"), _("Direct messages")
    mark = f'<span class="mark">{_text(waiting)}</span>' if decides else ""
    name = f"""<li{' class="decides"' if decides else ""}>
<span class="who">{_text(chair.name + dynasty)} {mark}</span>"""
    if table.in_directs:
        address = f"{chair.address(DIRECT)}?game={table.id}"
        return f'{name}\n<a class="button main" href="{address}">{_text(game)}</a></li>'
    place, label = (GAME + str(table.id), game) if table.home else (CHANNEL, _("Channel"))
    return f"""{name}
<a class="button main" href="{chair.address(place)}">{_text(label)}</a>
<a class="button" href="{chair.address(DIRECT)}">{_text(direct)}</a></li>"""


def _computer(words: Words, player: Player) -> str:
    dynasty = f" · {words.dynasty(player.dynasty)}" if player.dynasty else ""
    return f'<li><span class="who">{_text(player.name + dynasty)}</span></li>'


def _games(words: Words, chairs: Sequence[Chair], games: Sequence[Table]) -> str:
    _ = words._
    shown = "".join(_game(words, chairs, table) for table in games)
    links = "".join(
        f'<a class="button" href="{chair.address(CHANNEL)}">{_text(chair.name)}</a>'
        for chair in chairs
    )
    heading, none, view_as = _("Games"), _("No games yet."), _("View the channel as:")
    return f"""<section aria-labelledby="games">
<h2 id="games">{_text(heading)}</h2>
{shown or f'<p class="none">{_text(none)}</p>'}
<p class="channel"><span>{_text(view_as)}</span> {links}</p>
</section>"""


def _what_to_try(words: Words) -> str:
    _ = words._
    steps = (
        _("Press a suggested move, or choose a tile or a leader, then its space."),
        _("Or type /turn to play a whole turn in one line. You see it before it counts."),
        _(
            "Playing several seats? Switch in the bar at the top. Each seat shows only its own "
            "hand."
        ),
        _("Stop whenever you like. Your games are kept."),
    )
    items = "".join(f"<li>{_text(step)}</li>" for step in steps)
    heading = _("How it works")
    return f"""<section aria-labelledby="try">
<h2 id="try">{_text(heading)}</h2>
<ol>{items}</ol>
</section>"""


def _to_discord(words: Words) -> str:
    text = words._(
        "To play on Discord, put a bot's token into .env as DISCORD_TOKEN and start again."
    )
    link = words._("Get a token")
    return f'{_text(text)} <a href="{PORTAL}">{_text(link)}</a>'


# --- a view ------------------------------------------------------------------------------------


def bar(
    words: Words, chairs: Sequence[Chair], chair: Chair, place: str, games: Sequence[Table]
) -> str:
    """The bar above a view: the way to the start page, the other seats and the other places.

    *games* are those that have a thread; of those that are over only the one looked at is shown.
    """
    _ = words._
    own = {GAME + str(table.id): table for table in games}
    places = [
        *(
            (key, plain(table.name))
            for key, table in own.items()
            if table.status is Status.RUNNING or key == place
        ),
        (CHANNEL, _("Channel")),
        (DIRECT, _("Direct messages")),
    ]
    deciding = {
        table.decider.user_id
        for table in games
        if table.decider is not None and place in {CHANNEL, DIRECT, GAME + str(table.id)}
    }
    seats = "".join(
        _link(
            other.address(place),
            other.name,
            current=other is chair,
            sign=_("to decide") if other.user_id in deciding else "",
        )
        for other in chairs
    )
    shown = "".join(_link(chair.address(key), label, current=key == place) for key, label in places)
    label_of_bar, start, new = _("Local table"), _("Start page"), _("New game")
    label_of_seats, label_of_places = _("Seats"), _("Places")
    working, late = _("Working …"), _("Still working. The answer will appear here.")
    lost = _("Connection lost. Trying again …")
    return f"""<nav id="local-bar" aria-label="{_text(label_of_bar)}">
<a href="/">{_text(start)}</a>
<a href="/#new">{_text(new)}</a>
<span class="group" role="group" aria-label="{_text(label_of_seats)}">{seats}</span>
<span class="group" role="group" aria-label="{_text(label_of_places)}">{shown}</span>
</nav>
<p id="local-status" role="status" hidden data-working="{_text(working)}"
data-late="{_text(late)}"
data-lost="{_text(lost)}"></p>"""


def with_bar(index: str, title: str, capability: str, there: str, bar_html: str) -> str:
    """Put the bar on top of simcord's page, and tell the page its own key.

    *there* is the address to which the numbers of channels are added, to see them.
    """
    head = f"""<meta name="local-view" content="{_text(capability)}" data-to="{_text(there)}">
<link rel="icon" href="/local.svg">
<link rel="stylesheet" href="/local.css">
<script src="/local.js"></script>
</head>"""
    page = index.replace("</head>", head, 1).replace("<body>", f"<body>\n{bar_html}", 1)
    return page.replace("<title>SimCord Preview</title>", f"<title>{_text(title)}</title>", 1)


def message_page(words: Words, message: str) -> str:
    """A page that only says something, with the way back."""
    start, new = words._("Start page"), words._("New game")
    links = f'<a href="/">{_text(start)}</a> · <a href="/#new">{_text(new)}</a>'
    body = f"<main><p>{_text(message)}</p><p>{links}</p></main>"
    return _document(words, words._("Two Rivers: a local table"), body)


def _link(address: str, label: str, *, current: bool, sign: str = "") -> str:
    mark = ' aria-current="page"' if current else ""
    marked = f' <span class="decides" title="{_text(sign)}">●</span>' if sign else ""
    return f'<a href="{address}"{mark}>{_text(label)}{marked}</a>'


def _text(text: str) -> str:
    return escape(text)


def _document(words: Words, title: str, body: str) -> str:
    return f"""<!doctype html>
<html lang="{_text(words.locale.replace("_", "-"))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{_text(title)}</title>
<link rel="icon" href="/local.svg">
<link rel="stylesheet" href="/local.css">
</head>
<body class="start">
{body}
</body>
</html>
"""
