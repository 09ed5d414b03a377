"""What holds for the games in a server, for those who manage it: pages on which it is set."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from bot.content.message import (
    CHOICES,
    Button,
    ChannelSelect,
    Content,
    Option,
    RoleSelect,
    Row,
    Select,
    Style,
)
from bot.content.pressing import ANYWHERE
from bot.domain.pace import PACES
from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import Rule, ServerRules
from bot.i18n import Words
from bot.i18n.catalogue import languages, own_name, own_names
from bot.i18n.options import PRESET_NAMES, PRESETS, board_name, options_listed
from bot.i18n.times import PACE_NAMES, pace_name
from bot.intents import AS_USUAL
from bot.intents.server import AskServerZone, RulesPage, SeeServer, SetRule
from bot.parts.buttons import option_select
from engine import LAYOUTS, NC_, OPTIONS

_NUMBERS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000)
_TITLES = {
    RulesPage.OPENING: NC_("page of a server's rules", "Opening"),
    RulesPage.PLAYING: NC_("page of a server's rules", "Playing"),
    RulesPage.TIME: NC_("page of a server's rules", "Time"),
    RulesPage.MORE: NC_("page of a server's rules", "More"),
}
_ON, _OFF = "on", "off"
_MOST_NAMED = 20
_RULES_OF = {
    RulesPage.OPENING: (Rule.CHANNELS, Rule.ROLES, Rule.MOST_GAMES, Rule.MOST_EACH),
    RulesPage.PLAYING: (Rule.PRESET, Rule.BOARD, Rule.OPTIONS, Rule.FORBIDDEN),
    RulesPage.TIME: (Rule.PACE, Rule.PACES, Rule.REMINDERS),
    RulesPage.MORE: (Rule.LANGUAGE, Rule.ZONE, Rule.NEWS),
}


def server_page(words: Words, rules: ServerRules, page: RulesPage) -> Content:
    """One of the pages of what is set for a server; what is chosen there is set at once."""
    lines, rows = _PAGES[page](words, rules)
    told = "\n".join((words._("**Games in this server**"), *lines, "", _explained(words, page)))
    return Content(told, rows=(*rows, _to_pages(words, page)))


def page_of(rule: Rule) -> RulesPage:
    """The page on which that is set."""
    return next(page for page, rules in _RULES_OF.items() if rule in rules)


def rules_chosen(wanted: SetRule) -> dict[str, Any]:
    """The changes of a server's rules by a choice. Raises Refused for what cannot be chosen."""
    first = wanted.chosen[0] if wanted.chosen else AS_USUAL
    one = None if first == AS_USUAL else first
    try:
        match wanted.rule:
            case Rule.CHANNELS | Rule.ROLES as rule:
                return {rule.value: tuple(map(int, wanted.chosen))}
            case Rule.MOST_GAMES:
                return {"most_games": None if one is None else _number(one)}
            case Rule.MOST_EACH:
                return {"most_each": None if one is None else _number(one)}
            case Rule.PRESET:
                board, options = (None, None) if one is None else PRESETS[one]
                return {"board": board, "options": options}
            case Rule.OPTIONS:
                return {"options": wanted.chosen}
            case Rule.FORBIDDEN:
                return {"forbidden": wanted.chosen}
            case Rule.PACES:
                return {"paces": wanted.chosen}
            case Rule.REMINDERS | Rule.NEWS as rule:
                return {rule.value: one != _OFF}
            case Rule.ZONE:
                return {"zone": first.strip() or None if one else None}
            case Rule.LANGUAGE:
                return {"language": None if one is None else _language(one)}
            case Rule.BOARD | Rule.PACE as rule:
                return {rule.value: one}
            case _:
                assert_never(wanted.rule)
    except (LookupError, ValueError):
        raise Refused(Refusal.STALE) from None


def _number(chosen: str) -> int:
    number = int(chosen)
    if not 0 < number <= max(_NUMBERS):
        raise ValueError
    return number


def _language(chosen: str) -> str:
    if chosen not in languages():
        raise ValueError
    return chosen


# --- the pages ------------------------------------------------------------------------------------

_Page = tuple[list[str], tuple[Row, ...]]


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
    return lines, (
        ChannelSelect(
            _("Where games are opened …"),
            ANYWHERE.to(SetRule(Rule.CHANNELS)),
            CHOICES,
            rules.channels,
        ),
        RoleSelect(_("Who opens games …"), ANYWHERE.to(SetRule(Rule.ROLES)), CHOICES, rules.roles),
        _numbers(
            _("Most games at a time …"),
            Rule.MOST_GAMES,
            rules.most_games,
            _("Most games at a time: no limit"),
            lambda count: _("Most games at a time: {count}", count=count),
        ),
        _numbers(
            _("Most games per member …"),
            Rule.MOST_EACH,
            rules.most_each,
            _("Most games per member: no limit"),
            lambda count: _("Most games per member: {count}", count=count),
        ),
    )


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
    boards = {board: _("Board: {board}", board=board_name(words, board)) for board in LAYOUTS}
    return lines, (
        _one_of(words, _("Preset …"), Rule.PRESET, presets, preset),
        _one_of(words, _("Usual board …"), Rule.BOARD, boards, rules.board),
        _options(words, _("Usual options …"), Rule.OPTIONS, rules.options or ()),
        _options(words, _("Not allowed …"), Rule.FORBIDDEN, rules.forbidden),
    )


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
    return lines, (
        _one_of(words, _("Usual pace …"), Rule.PACE, paces, rules.pace),
        _several(_("Paces to choose from …"), Rule.PACES, _offered(paces, rules.paces)),
        _switch(_("Reminders …"), Rule.REMINDERS, reminders, on=rules.reminders),
    )


def _more(words: Words, rules: ServerRules) -> _Page:
    _ = words._
    named = [f"<@{user_id}>" for user_id in rules.silenced[:_MOST_NAMED]]
    further = len(rules.silenced) - len(named)
    if further:
        named.append(words.ngettext("{count} more", "{count} more", further))
    lines = [
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
    return lines, (
        _one_of(words, _("Language …"), Rule.LANGUAGE, names, rules.language),
        _switch(_("Notes on updates …"), Rule.NEWS, news, on=rules.news),
        (Button(_("Time zone …"), ANYWHERE.to(AskServerZone()), emoji="🌍"),),
    )


_PAGES = {
    RulesPage.OPENING: _opening,
    RulesPage.PLAYING: _playing,
    RulesPage.TIME: _time,
    RulesPage.MORE: _more,
}


def _explained(words: Words, page: RulesPage) -> str:
    match page:
        case RulesPage.OPENING:
            return words._(
                "A channel includes its threads, and a category its channels. Admins can "
                "always open games. Changes apply to games opened from now on."
            )
        case RulesPage.PLAYING:
            return words._(
                "Players can change the usual choices until a game starts. Changes apply to games "
                "opened from now on."
            )
        case RulesPage.TIME:
            return words._(
                "Changes apply to paces chosen from now on. If you switch reminders off, they "
                "stop in running games too. If you switch them on, they start in games opened "
                "after that."
            )
        case RulesPage.MORE:
            return words._(
                "I suggest this time zone to members who have set none. `/server silence` sets "
                "who can't open games."
            )


def _to_pages(words: Words, shown: RulesPage) -> Row:
    return tuple(
        Button(
            words.pgettext("page of a server's rules", title),
            ANYWHERE.to(SeeServer(page)),
            Style.CHOSEN if page is shown else Style.PLAIN,
        )
        for page, title in _TITLES.items()
    )


# --- what they have in common ---------------------------------------------------------------------


def _offered(texts: Mapping[str, str], chosen: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(text, value, chosen=value in chosen) for value, text in texts.items())


def _one_of(
    words: Words, placeholder: str, rule: Rule, texts: Mapping[str, str], chosen: str | None
) -> Select:
    """A select of one thing, or of what holds everywhere."""
    usual = Option(words._("Default"), AS_USUAL, chosen=chosen is None)
    options = (usual, *_offered(texts, () if chosen is None else (chosen,)))
    return Select(placeholder, ANYWHERE.to(SetRule(rule)), options)


def _switch(placeholder: str, rule: Rule, texts: Mapping[str, str], *, on: bool) -> Select:
    """A select of on and off."""
    chosen = _offered(texts, (_ON if on else _OFF,))
    return Select(placeholder, ANYWHERE.to(SetRule(rule)), chosen)


def _several(placeholder: str, rule: Rule, options: tuple[Option, ...]) -> Select:
    """A select of any of these, or none."""
    request = ANYWHERE.to(SetRule(rule))
    return Select(placeholder, request, options, least=0, most=len(options))


def _options(words: Words, placeholder: str, rule: Rule, chosen: Sequence[str]) -> Select:
    return option_select(words, placeholder, ANYWHERE.to(SetRule(rule)), OPTIONS, chosen)


def _numbers(
    placeholder: str, rule: Rule, chosen: int | None, no_limit: str, told: Callable[[int], str]
) -> Select:
    """A select of how many, or *no limit*; *told* puts each number into words."""
    numbers = sorted({*_NUMBERS, *([] if chosen is None else [chosen])})
    options = (
        Option(no_limit, AS_USUAL, chosen=chosen is None),
        *(Option(told(number), str(number), chosen=number == chosen) for number in numbers),
    )
    return Select(placeholder, ANYWHERE.to(SetRule(rule)), options)
