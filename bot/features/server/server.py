"""What holds for the games in a server, for those who manage it: pages on which it is set."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from babel import Locale

from bot.content.content import (
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
from bot.content.pressing import chosen_by
from bot.domain import PACES, Refusal, Refused, Rule, ServerRules
from bot.features.server.intents import AskServerZone, RulesPage, SeeServer, SetRule
from bot.i18n import Words
from bot.i18n.catalogue import SOURCE
from bot.i18n.options import (
    PRESET_NAMES,
    PRESETS,
    board_name,
    option_explanation,
    option_name,
    options_listed,
)
from bot.i18n.pace_texts import PACE_NAMES, pace_name
from bot.intents import AS_USUAL, NO_GAME, Address
from engine import LAYOUTS, N_, OPTIONS

_NUMBERS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000)
_TITLES = {
    RulesPage.OPENING: N_("Opening"),
    RulesPage.PLAYING: N_("Playing"),
    RulesPage.TIME: N_("Time"),
    RulesPage.MORE: N_("More"),
}
_REMIND, _NEVER = "on", "off"
_MOST_NAMED = 20
_PAGE_OF = {
    Rule.CHANNELS: RulesPage.OPENING,
    Rule.ROLES: RulesPage.OPENING,
    Rule.MOST_GAMES: RulesPage.OPENING,
    Rule.MOST_EACH: RulesPage.OPENING,
    Rule.PRESET: RulesPage.PLAYING,
    Rule.BOARD: RulesPage.PLAYING,
    Rule.OPTIONS: RulesPage.PLAYING,
    Rule.FORBIDDEN: RulesPage.PLAYING,
    Rule.PACE: RulesPage.TIME,
    Rule.PACES: RulesPage.TIME,
    Rule.REMINDERS: RulesPage.TIME,
    Rule.LANGUAGE: RulesPage.MORE,
    Rule.ZONE: RulesPage.MORE,
}


def server_page(words: Words, rules: ServerRules, page: RulesPage) -> Content:
    """One of the pages of what is set for a server; what is chosen there is set at once."""
    lines, rows = _PAGES[page](words, rules)
    told = "\n".join(
        (words._("What holds for the games in this server:"), *lines, "", _explained(words, page))
    )
    return Content(told, rows=(*rows, _to_pages(words, page)))


def page_of(rule: Rule) -> RulesPage:
    """The page on which that is set."""
    return _PAGE_OF[rule]


def rules_chosen(wanted: SetRule) -> dict[str, Any]:
    """What is to be changed of a server's rules. Raises Refused for what cannot be chosen."""
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
            case Rule.REMINDERS:
                return {"reminders": one != _NEVER}
            case Rule.ZONE:
                return {"zone": first.strip() or None if one else None}
            case Rule.LANGUAGE:
                return {"language": None if one is None else _languages()[one]}
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


def _languages() -> dict[str, str]:
    """Those that can be chosen, each as itself."""
    return {each: each for each in sorted({SOURCE, *Words.languages()})}


# --- the pages ------------------------------------------------------------------------------------

_Page = tuple[list[str], tuple[Row, ...]]


def _opening(words: Words, rules: ServerRules) -> _Page:
    _ = words._
    address = Address(NO_GAME)
    channels = words.listed([f"<#{each}>" for each in rules.channels])
    roles = words.listed([f"<@&{each}>" for each in rules.roles])
    lines = [
        _("**Where games are opened:** {channels}.", channels=channels or _("everywhere")),
        _("**By whom:** {roles}.", roles=roles or _("everybody")),
        _("**Under way at once:** {count}.", count=_count(words, rules.most_games)),
        _("**Opened by one member:** {count}.", count=_count(words, rules.most_each)),
    ]
    return lines, (
        ChannelSelect(
            _("Where games are opened: everywhere"),
            chosen_by(address, SetRule(Rule.CHANNELS)),
            CHOICES,
            rules.channels,
        ),
        RoleSelect(
            _("By whom: everybody"),
            chosen_by(address, SetRule(Rule.ROLES)),
            CHOICES,
            rules.roles,
        ),
        _numbers(words, _("Under way at once: {count}"), Rule.MOST_GAMES, rules.most_games),
        _numbers(words, _("Opened by one member: {count}"), Rule.MOST_EACH, rules.most_each),
    )


def _playing(words: Words, rules: ServerRules) -> _Page:
    _ = words._
    usual = rules.options
    lines: list[str] = [
        _(
            "**Usual board:** {board}.",
            board=_("as everywhere") if rules.board is None else board_name(words, rules.board),
        ),
        _(
            "**Usual options:** {options}.",
            options=_("as everywhere") if usual is None else options_listed(words, usual),
        ),
        _("**Never played with:** {options}.", options=options_listed(words, rules.forbidden)),
    ]
    presets = {preset: _(name) for preset, name in PRESET_NAMES.items()}
    chosen = (rules.board, rules.options)
    preset = next((name for name, each in PRESETS.items() if each == chosen), None)
    boards = {board: _("{board} board", board=board_name(words, board)) for board in LAYOUTS}
    return lines, (
        _one_of(words, _("A usual set of options …"), Rule.PRESET, presets, preset),
        _one_of(words, _("Usual board …"), Rule.BOARD, boards, rules.board),
        _options(words, _("Usual options: none"), Rule.OPTIONS, rules.options or ()),
        _options(words, _("Never played with: none"), Rule.FORBIDDEN, rules.forbidden),
    )


def _time(words: Words, rules: ServerRules) -> _Page:
    _ = words._
    listed = words.listed([f"*{pace_name(words, pace)}*" for pace in rules.paces])
    usual = None if rules.pace is None else f"*{pace_name(words, rules.pace)}*"
    reminders = {_REMIND: _("Reminders: as the pace has them"), _NEVER: _("Reminders: none here")}
    lines = [
        _("**Usual pace:** {pace}.", pace=usual or _("as everywhere")),
        _("**Paces to choose from:** {paces}.", paces=listed or _("all")),
        _("**Reminders:** as the pace has them.")
        if rules.reminders
        else _("**Reminders:** none, whatever the pace."),
    ]
    paces = {pace: _(PACE_NAMES[pace]) for pace in PACES}
    return lines, (
        _one_of(words, _("Usual pace …"), Rule.PACE, paces, rules.pace),
        _several(_("Paces to choose from: all"), Rule.PACES, _offered(paces, rules.paces)),
        Select(
            _("Reminders …"),
            chosen_by(Address(NO_GAME), SetRule(Rule.REMINDERS)),
            _offered(reminders, (_REMIND if rules.reminders else _NEVER,)),
        ),
    )


def _more(words: Words, rules: ServerRules) -> _Page:
    _ = words._
    usual = _("as Discord has it for this server")
    language = usual if rules.language is None else _own_name(rules.language)
    named = [f"<@{user_id}>" for user_id in rules.silenced[:_MOST_NAMED]]
    further = len(rules.silenced) - len(named)
    if further:
        named.append(words.ngettext("{count} other", "{count} others", further))
    lines = [
        _("**Language of what everybody reads:** {language}.", language=language),
        _("**Time zone:** {zone}.", zone=rules.zone or _("none")),
        _("**May open no games:** {members}.", members=words.listed(named) or _("nobody")),
    ]
    languages = {each: _own_name(each) for each in _languages()}
    return lines, (
        _one_of(words, _("Language …"), Rule.LANGUAGE, languages, rules.language),
        (Button(_("Time zone …"), Address(NO_GAME).to(AskServerZone()), emoji="🌍"),),
    )


_PAGES = {
    RulesPage.OPENING: _opening,
    RulesPage.PLAYING: _playing,
    RulesPage.TIME: _time,
    RulesPage.MORE: _more,
}


def _explained(words: Words, page: RulesPage) -> str:
    _ = words._
    match page:
        case RulesPage.OPENING:
            return _(
                "A channel counts with its threads, a category with its channels. Those who manage "
                "the server may open games whoever else may. It holds for games opened from now on."
            )
        case RulesPage.PLAYING:
            return _(
                "What is usual can be changed under each game before it starts. It holds for games "
                "opened from now on."
            )
        case RulesPage.TIME:
            return _(
                "It holds for paces chosen from now on. If you switch reminders off, they stop in "
                "the games under way, too; switched on again, they come in games opened afterwards."
            )
        case RulesPage.MORE:
            return _(
                "The time zone is offered to members who have set none. `/server silence` sets who "
                "may open no games."
            )


def _to_pages(words: Words, shown: RulesPage) -> Row:
    return tuple(
        Button(
            words._(title),
            Address(NO_GAME).to(SeeServer(page)),
            Style.MAIN if page is shown else Style.PLAIN,
        )
        for page, title in _TITLES.items()
    )


# --- what they have in common ---------------------------------------------------------------------


def _count(words: Words, number: int | None) -> str:
    if number is None:
        return words._("no limit")
    return words.ngettext("{count} game", "{count} games", number)


def _offered(texts: Mapping[str, str], chosen: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(text, value, chosen=value in chosen) for value, text in texts.items())


def _one_of(
    words: Words, placeholder: str, rule: Rule, texts: Mapping[str, str], chosen: str | None
) -> Select:
    """A select of one thing, or of what holds everywhere."""
    usual = Option(words._("As everywhere"), AS_USUAL, chosen=chosen is None)
    options = (usual, *_offered(texts, () if chosen is None else (chosen,)))
    return Select(placeholder, chosen_by(Address(NO_GAME), SetRule(rule)), options)


def _several(placeholder: str, rule: Rule, options: tuple[Option, ...]) -> Select:
    """A select of any of these, or none."""
    custom_id = chosen_by(Address(NO_GAME), SetRule(rule))
    return Select(placeholder, custom_id, options, least=0, most=len(options))


def _options(words: Words, placeholder: str, rule: Rule, chosen: Sequence[str]) -> Select:
    options = tuple(
        Option(
            option_name(words, option),
            option,
            option_explanation(words, option),
            chosen=option in chosen,
        )
        for option in OPTIONS
    )
    return _several(placeholder, rule, options)


def _numbers(words: Words, told: str, rule: Rule, chosen: int | None) -> Select:
    """A select of how many; *told* is how each is told."""
    numbers = sorted({*_NUMBERS, *([] if chosen is None else [chosen])})
    options = (
        Option(told.format(count=_count(words, None)), AS_USUAL, chosen=chosen is None),
        *(
            Option(told.format(count=_count(words, number)), str(number), chosen=number == chosen)
            for number in numbers
        ),
    )
    return Select(told.format(count="…"), chosen_by(Address(NO_GAME), SetRule(rule)), options)


def _own_name(language: str) -> str:
    """What a language is called in itself."""
    return Locale.parse(language.replace("-", "_")).get_display_name() or language
