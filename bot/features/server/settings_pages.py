"""The rules of a server for its games, on pages for its managers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from bot.content.message import (
    CHOICES,
    Button,
    ChannelSelect,
    Content,
    Link,
    Option,
    RoleSelect,
    Row,
    Select,
    Style,
)
from bot.content.pressing import ANYWHERE
from bot.domain.naming import PRESETS
from bot.domain.pace import PACES
from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import Rule, ServerRules
from bot.features.server.board_page import board_trouble
from bot.i18n import Words
from bot.i18n.catalogue import languages, own_name, own_names
from bot.i18n.options import PRESET_NAMES, board_name, options_listed
from bot.i18n.times import PACE_NAMES, pace_name
from bot.intents import AS_USUAL
from bot.intents.server import AskServerZone, RulesPage, SeeServer, SetRule, TakeBoardDown
from bot.parts.buttons import option_select
from bot.parts.themes import theme_sample, theme_select
from bot.store import ServerPostRow
from engine import LAYOUTS, NC_, OPTIONS
from render import THEME, THEMES, theme_of

_NUMBERS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000)
_TITLES = {
    RulesPage.OPENING: NC_("page of a server's rules", "Opening"),
    RulesPage.PLAYING: NC_("page of a server's rules", "Playing"),
    RulesPage.TIME: NC_("page of a server's rules", "Time"),
    RulesPage.PICTURES: NC_("page of a server's rules", "Pictures"),
    RulesPage.MORE: NC_("page of a server's rules", "More"),
}
_ON, _OFF = "on", "off"
_MOST_NAMED = 20
_RULES_OF = {
    RulesPage.OPENING: (Rule.CHANNELS, Rule.ROLES, Rule.MOST_GAMES, Rule.MOST_EACH),
    RulesPage.PLAYING: (Rule.PRESET, Rule.BOARD, Rule.OPTIONS, Rule.FORBIDDEN),
    RulesPage.TIME: (Rule.PACE, Rule.PACES, Rule.REMINDERS),
    RulesPage.PICTURES: (Rule.THEME,),
    RulesPage.MORE: (Rule.RATED, Rule.LANGUAGE, Rule.ZONE, Rule.NEWS),
}


def server_page(
    words: Words, rules: ServerRules, page: RulesPage, board: ServerPostRow | None = None
) -> Content:
    """A page of a server's rules; what is chosen there counts at once.

    Each says what keeps the server's *board* from being shown; the last one can take it down.
    """
    lines, rows, explained = _PAGES[page](words, rules)
    if board is not None and board.trouble is not None:
        lines.append(board_trouble(words, board))
    if board is not None and page is RulesPage.MORE:
        down = Button(words._("Take the board down"), ANYWHERE.to(TakeBoardDown()))
        rows = (*rows[:-1], (*_buttons(rows[-1]), down))
    pages = tuple(
        Button(
            words.pgettext("page of a server's rules", title),
            ANYWHERE.to(SeeServer(each)),
            Style.CHOSEN if each is page else Style.PLAIN,
        )
        for each, title in _TITLES.items()
    )
    text = "\n".join((words._("**Games in this server**"), *lines, "", explained))
    picture = theme_sample(words, rules.theme) if page is RulesPage.PICTURES else None
    return Content(text, picture, rows=(*rows, pages))


def _buttons(row: Row) -> tuple[Button | Link, ...]:
    assert isinstance(row, tuple)
    return row


def page_of(rule: Rule) -> RulesPage:
    """The page of a rule."""
    return next(page for page, rules in _RULES_OF.items() if rule in rules)


def rules_chosen(wanted: SetRule) -> dict[str, Any]:
    """The changed fields of a server's rules. Raises Refused for what cannot be chosen."""
    rule, chosen = wanted.rule, wanted.chosen
    first = chosen[0] if chosen else AS_USUAL
    one = None if first == AS_USUAL else first
    field = rule.name.lower()  # of ServerRules
    try:
        match rule:
            case Rule.CHANNELS | Rule.ROLES:
                return {field: tuple(map(int, chosen))}
            case Rule.MOST_GAMES | Rule.MOST_EACH:
                return {field: None if one is None else _number(one)}
            case Rule.PRESET:
                board, options = (None, None) if one is None else PRESETS[one]
                return {"board": board, "options": options}
            case Rule.OPTIONS | Rule.FORBIDDEN | Rule.PACES:
                return {field: chosen}
            case Rule.REMINDERS | Rule.NEWS:
                return {field: one != _OFF}
            case Rule.RATED:
                return {field: one == _ON}
            case Rule.ZONE:
                return {field: first.strip() or None if one else None}
            case Rule.LANGUAGE if one not in {None, *languages()}:
                raise Refused(Refusal.STALE)
            case Rule.THEME:
                return {field: None if one in {None, THEME.word} else THEMES[one].word}
            case Rule.LANGUAGE | Rule.BOARD | Rule.PACE:
                return {field: one}
            case _:
                assert_never(rule)
    except (LookupError, ValueError):
        raise Refused(Refusal.STALE) from None


def _number(chosen: str) -> int:
    number = int(chosen)
    if not 0 < number <= max(_NUMBERS):
        raise ValueError
    return number


# --- the pages ------------------------------------------------------------------------------------

_Page = tuple[list[str], tuple[Row, ...], str]
"""Lines, selects, and an explanation."""


def _opening(words: Words, rules: ServerRules) -> _Page:
    _ = words._
    channels = words.listed([f"<#{each}>" for each in rules.channels])
    roles = words.listed([f"<@&{each}>" for each in rules.roles])
    lines = [
        _("**Where games are opened:** {channels}", channels=channels)
        if channels
        else _("**Where games are opened:** everywhere"),
        _("**Who opens games:** {roles}", roles=roles)
        if roles
        else _("**Who opens games:** everyone"),
        _("**Most games at a time:** no limit")
        if rules.most_games is None
        else _("**Most games at a time:** {count}", count=rules.most_games),
        _("**Most games per member:** no limit")
        if rules.most_each is None
        else _("**Most games per member:** {count}", count=rules.most_each),
    ]
    at_a_time = {AS_USUAL: _("Most games at a time: no limit")}
    for count in _numbers(rules.most_games):
        at_a_time[str(count)] = _("Most games at a time: {count}", count=count)
    per_member = {AS_USUAL: _("Most games per member: no limit")}
    for count in _numbers(rules.most_each):
        per_member[str(count)] = _("Most games per member: {count}", count=count)
    channel, role = ANYWHERE.to(SetRule(Rule.CHANNELS)), ANYWHERE.to(SetRule(Rule.ROLES))
    rows: tuple[Row, ...] = (
        ChannelSelect(_("Where games are opened …"), channel, CHOICES, rules.channels),
        RoleSelect(_("Who opens games …"), role, CHOICES, rules.roles),
        _select(_("Most games at a time …"), Rule.MOST_GAMES, at_a_time, rules.most_games),
        _select(_("Most games per member …"), Rule.MOST_EACH, per_member, rules.most_each),
    )
    explained = _(
        "A channel includes its threads, and a category its channels. Admins can always open "
        "games. Changes apply to games opened from now on."
    )
    return lines, rows, explained


def _numbers(chosen: int | None) -> list[int]:
    """The numbers to choose from, and the chosen one."""
    return sorted({*_NUMBERS, *([] if chosen is None else [chosen])})


def _playing(words: Words, rules: ServerRules) -> _Page:
    _ = words._
    lines: list[str] = [
        _("**Usual board:** none set")
        if rules.board is None
        else _("**Usual board:** {board}", board=board_name(words, rules.board)),
        _("**Usual options:** none set")
        if rules.options is None
        else _("**Usual options:** {options}", options=options_listed(words, rules.options)),
        _("**Not allowed:** {options}", options=options_listed(words, rules.forbidden)),
    ]
    presets = {preset: _(name) for preset, name in PRESET_NAMES.items()}
    chosen = (rules.board, rules.options)
    preset = next((name for name, each in PRESETS.items() if each == chosen), None)
    names = {board: board_name(words, board) for board in LAYOUTS}
    boards = {board: _("Board: {board}", board=name) for board, name in names.items()}
    usual, forbidden = ANYWHERE.to(SetRule(Rule.OPTIONS)), ANYWHERE.to(SetRule(Rule.FORBIDDEN))
    rows: tuple[Row, ...] = (
        _one_of(words, _("Preset …"), Rule.PRESET, presets, preset),
        _one_of(words, _("Usual board …"), Rule.BOARD, boards, rules.board),
        option_select(words, _("Usual options …"), usual, OPTIONS, rules.options or ()),
        option_select(words, _("Not allowed …"), forbidden, OPTIONS, rules.forbidden),
    )
    explained = _(
        "Players can change the usual choices until a game starts. Changes apply to games opened "
        "from now on."
    )
    return lines, rows, explained


def _time(words: Words, rules: ServerRules) -> _Page:
    _ = words._
    listed = words.listed([f"*{pace_name(words, pace)}*" for pace in rules.paces])
    reminders = {_ON: _("Reminders: as the pace says"), _OFF: _("Reminders: none")}
    lines = [
        _("**Usual pace:** none set")
        if rules.pace is None
        else _("**Usual pace:** *{pace}*", pace=pace_name(words, rules.pace)),
        _("**Paces to choose from:** {paces}", paces=listed)
        if listed
        else _("**Paces to choose from:** all"),
        _("**Reminders:** as the pace says") if rules.reminders else _("**Reminders:** none"),
    ]
    paces = {pace: _(PACE_NAMES[pace]) for pace in PACES}
    choice = _select(_("Paces to choose from …"), Rule.PACES, paces, *rules.paces)
    rows: tuple[Row, ...] = (
        _one_of(words, _("Usual pace …"), Rule.PACE, paces, rules.pace),
        replace(choice, least=0, most=len(paces)),
        _select(_("Reminders …"), Rule.REMINDERS, reminders, _ON if rules.reminders else _OFF),
    )
    explained = _(
        "Changes apply to paces chosen from now on. If you switch reminders off, they stop in "
        "running games too. If you switch them on, they start in games opened after that."
    )
    return lines, rows, explained


def _pictures(words: Words, rules: ServerRules) -> _Page:
    _ = words._
    theme = theme_of(rules.theme)
    lines: list[str] = [_("**Pictures for everyone:** {theme}", theme=_(theme.name))]
    rows: tuple[Row, ...] = (theme_select(words, ANYWHERE.to(SetRule(Rule.THEME)), theme.word),)
    explained = _("Changes apply from now on. Members choose their own under `/settings`.")
    return lines, rows, explained


def _more(words: Words, rules: ServerRules) -> _Page:
    _ = words._
    named = [f"<@{user_id}>" for user_id in rules.silenced[:_MOST_NAMED]]
    further = len(rules.silenced) - len(named)
    if further:
        named.append(words.ngettext("{count} more", "{count} more", further))
    lines = [
        _("**New games:** rated") if rules.rated else _("**New games:** not rated"),
        _("**Language of public messages:** as Discord has it for this server")
        if rules.language is None
        else _("**Language of public messages:** {language}", language=own_name(rules.language)),
        _("**Time zone:** {zone}", zone=rules.zone) if rules.zone else _("**Time zone:** none"),
        _("**Notes on updates:** once to admins")
        if rules.news
        else _("**Notes on updates:** none"),
        _("**Can't open games:** {members}", members=words.listed(named))
        if named
        else _("**Can't open games:** no one"),
    ]
    names = own_names(rules.language, CHOICES - 1)
    news = {_ON: _("Notes on updates: once to admins"), _OFF: _("Notes on updates: none")}
    rated = {_ON: _("New games: rated"), _OFF: _("New games: not rated")}
    rows: tuple[Row, ...] = (
        _select(_("Rated games …"), Rule.RATED, rated, _ON if rules.rated else _OFF),
        _one_of(words, _("Language …"), Rule.LANGUAGE, names, rules.language),
        _select(_("Notes on updates …"), Rule.NEWS, news, _ON if rules.news else _OFF),
        (Button(_("Time zone …"), ANYWHERE.to(AskServerZone()), emoji="🌍"),),
    )
    explained = _(
        "Players can still choose until a game starts whether it is rated. I suggest this time "
        "zone to members who have set none. `/server silence` sets who can't open games."
    )
    return lines, rows, explained


_PAGES = {
    RulesPage.OPENING: _opening,
    RulesPage.PLAYING: _playing,
    RulesPage.TIME: _time,
    RulesPage.PICTURES: _pictures,
    RulesPage.MORE: _more,
}


def _one_of(
    words: Words, placeholder: str, rule: Rule, texts: Mapping[str, str], chosen: str | None
) -> Select:
    """A select of one of these texts, or of the default."""
    select = _select(placeholder, rule, texts, chosen)
    usual = Option(words._("Default"), AS_USUAL, chosen=chosen is None)
    return replace(select, options=(usual, *select.options))


def _select(
    placeholder: str, rule: Rule, texts: Mapping[str, str], *chosen: str | int | None
) -> Select:
    """A select of one of these texts, by their values; None is the value of a default."""
    values = {AS_USUAL if each is None else str(each) for each in chosen}
    options = tuple(Option(text, value, chosen=value in values) for value, text in texts.items())
    return Select(placeholder, ANYWHERE.to(SetRule(rule)), options)
