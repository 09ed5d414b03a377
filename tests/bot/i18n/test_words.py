"""Everything has words, and all words can be translated."""

import re
from collections import Counter
from dataclasses import fields, replace
from functools import partial
from html import unescape
from pathlib import Path
from random import Random
from string import Formatter
from typing import get_args

import discord
import pytest
from tabletop import ANNA as PERSON
from tabletop import PEOPLE, PLACE, act_at_random, drafted, running, whole

from bot.changes.handing_over import give_up_seat, keep_seat, offer_seat
from bot.content.content import Content
from bot.content.names import Names
from bot.content.pictures import labels
from bot.content.program_status import LoggedError, ProgramStatus
from bot.domain import (
    NOTHING_SET,
    PACES,
    Announcement,
    Entry,
    Everyone,
    HintRule,
    Kind,
    Proposal,
    Question,
    Refusal,
    Refused,
    Seat,
    ServerRules,
    Status,
    Topic,
    Why,
)
from bot.domain.proposals import SILENT_YES
from bot.features.board.board import board_page
from bot.features.board.buttons import rows_of_help
from bot.features.board.desk import desk_page
from bot.features.board.in_words import in_words_page
from bot.features.board.intents import SeeDesk
from bot.features.board.more import more_page
from bot.features.board.scores import score_page
from bot.features.board.status_line import status_line
from bot.features.games.game_list import Listing, games_page, which_game
from bot.features.hints.hint_page import ask_hint_page, hint_page
from bot.features.hints.hint_rules import hint_rule_page
from bot.features.learn.lesson_pages import open_form
from bot.features.lobby.lobby import joined, left, lobby, started
from bot.features.lobby.set_up import name_form, people_page, set_up_page
from bot.features.log.by_admins import by_admin
from bot.features.log.story import log_page
from bot.features.owner.announcement import announcement, announcement_form, preview, sent_page
from bot.features.owner.bot_page import bot_page
from bot.features.pace.pace_page import own_times_form
from bot.features.pace.zones_page import SERVER_ZONE, zone_form
from bot.features.personal_data.personal_data_pages import (
    confirm_forgetting,
    forgotten_page,
    own_data_page,
)
from bot.features.planning.plan_pages import note_form, plan_page
from bot.features.posts.posts_due import Due
from bot.features.preferences.preferences import draws_by_choice, draws_from_bag
from bot.features.proposals.agreeing import proposal_post, settled_post
from bot.features.proposals.table_page import confirm_proposal, seat_page, table_page
from bot.features.rules.help import help_page
from bot.features.rules.refusal_texts import refusal_text
from bot.features.seats.resigning import confirm_resigning, resigned
from bot.features.seats.seating import (
    closed_desk,
    confirm_offering,
    has_asked,
    has_declined,
    has_kept,
    has_offered,
    has_refused,
    has_taken,
)
from bot.features.server.intents import Power, RulesPage
from bot.features.server.managing import (
    confirm_power,
    managed_page,
    managed_seat_page,
    removed_page,
)
from bot.features.server.news_page import news_page
from bot.features.server.server import server_page
from bot.features.turn.confirming import confirm_end, second_look
from bot.features.turn.keypad import choose_space
from bot.features.turn.moves import move_buttons
from bot.features.turn.prompts import prompt
from bot.features.turn.swapping import choose_swap
from bot.i18n import Words, catalogue, options
from bot.i18n.events import sentence
from bot.i18n.short_events import in_a_line
from bot.local.game_form import GameForm
from bot.local.page import Chair, bar, start_page
from bot.services import LessonProgress, OwnData, OwnGame, Sent
from bot.services.inside import AllSeats
from bot.services.personal_data import SentMessageData
from engine import (
    COLOURS,
    LAYOUTS,
    OPTION_EXPLANATIONS,
    OPTION_NAMES,
    OPTIONS,
    ActionDecision,
    Benefit,
    BenefitKind,
    BestTurn,
    Catastrophe,
    Cell,
    Colour,
    Dynasty,
    Event,
    Game,
    IllegalAction,
    Leader,
    LeaderAt,
    Lying,
    Reason,
    Step,
    TilesDrawn,
    TurnBegan,
    UnificationEnded,
    check_options,
    counts_of,
    full_bag,
    placing,
    read_game,
)
from tests.bot.i18n.kinds import descriptions
from tests.bot.i18n.made_up import (
    DESCRIPTION,
    faults_of_all,
    faults_of_form,
    texts,
    untranslated,
    write_catalogue,
)

SILENT = {TilesDrawn, TurnBegan, UnificationEnded}
GAMES = Path(__file__).parents[2] / "journeys" / "games"

DETAILS = {
    "cell": Cell(4, 4),
    "leader": Leader(Dynasty.LION, Colour.BLACK),
    "colour": Colour.RED,
    "waiting": Dynasty.BULL,
    "decision": ActionDecision(0),
    "available": 2,
    "strength": 3,
    "allowed": (0, 2),
    "there": Lying.CATASTROPHE,
    "kingdoms": (
        LeaderAt(Leader(Dynasty.LION, Colour.BLACK), Cell(4, 3)),
        LeaderAt(Leader(Dynasty.BULL, Colour.RED), Cell(4, 5)),
    ),
}


def recorded(name):
    """A recorded game: its start and all steps."""
    return list(read_game((GAMES / name).read_text()))


def events():
    for record in sorted(GAMES.iterdir()):
        for step in recorded(record.name):
            if isinstance(step, Step):
                yield from step.events


def test_every_event_has_a_sentence_or_goes_without_saying():
    names = ["Anna", "Ben", "Cora", "Dan"]
    seen = set()
    for event in events():
        told = sentence(Words(), event, names)
        assert (told is None) == (type(event) in SILENT)
        assert told is None or told.endswith((".", ":"))
        seen.add(type(event))
    assert seen == set(get_args(Event))


def gaps(template):
    return [name for _, name, _, _ in Formatter().parse(template) if name]


def against(reason):
    """What the rules forbid for that reason."""
    return IllegalAction(reason, **{name: DETAILS[name] for name in gaps(reason.template)})


def test_every_rule_is_put_into_words(bracketed):
    as_in_code = re.compile(r"[{}]|Colour\.|Dynasty\.|Leader\(|LeaderAt|Lying\.|Decision\(|\(Cell")
    for reason in Reason:
        text = refusal_text(Words(), against(reason))
        assert text.endswith(f". ({reason.rule})")
        assert not as_in_code.search(text), text
        assert not untranslated(refusal_text(bracketed, against(reason)))


def test_every_refusal_is_put_into_words(bracketed):
    for refusal in Refusal:
        places = gaps(refusal.value)
        text = refusal_text(Words(), Refused(refusal, **dict.fromkeys(places, "*wild*")))
        assert text.endswith(".")
        assert text.count("**\\*wild\\***") == len(places)
        refused = Refused(refusal, **dict.fromkeys(places, "1"))
        assert not untranslated(refusal_text(bracketed, refused))


def test_the_help_fits_into_a_message_and_explains_what_is_used():
    for chosen in [(), *((option,) for option in OPTIONS), OPTIONS]:
        text = help_page(Words(), options=chosen).text
        assert len(text) <= 2000
        assert tuple(option for option in OPTIONS if OPTION_EXPLANATIONS[option] in text) == chosen
        assert tuple(option for option in OPTIONS if f"{OPTION_NAMES[option]}:" in text) == chosen


def test_everything_that_can_be_chosen_has_words():
    assert set(OPTION_NAMES) == set(OPTION_EXPLANATIONS) == set(OPTIONS)
    assert set(options.BOARDS) == set(LAYOUTS)
    assert set(options.PRESET_NAMES) == set(options.PRESETS)
    for explanation in (*OPTION_EXPLANATIONS.values(), *options.PRESET_NAMES.values()):
        assert len(explanation) <= 100  # as much as a select shows
    for board, chosen in options.PRESETS.values():
        assert check_options(chosen) == chosen
        assert board in LAYOUTS
    assert options.PRESETS["everything"] == ("advanced", OPTIONS)


def test_every_language_of_discord_has_words():
    for locale in discord.Locale:
        words = Words.of(locale.value)
        assert words.tile(Colour.RED)
        assert "A" in words.listed(["A", "B", "C"])
        assert "A" in words.one_of(["A", "B"])


# --- a language of its own -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def bracketed(tmp_path_factory):
    """The language that is made up."""
    folder = tmp_path_factory.mktemp("locales")
    write_catalogue(folder, "de")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(catalogue, "LOCALES", folder)
        yield Words("de")


def about_own_data(words, table):
    """What somebody is told of what is stored: of a lot of it, of little, and of nothing."""
    sent = (SentMessageData(1, 2, table.created_at),)
    seat = {"note": "№ 2"}
    game = OwnGame(table.id, table.name, table.status, None, seat, {}, (), (), sent)
    lot = OwnData(1, {"zone": "UTC"}, LessonProgress("01-tiles"), (game,) * 7, (), {})
    named = replace(lot, settings={}, progress=LessonProgress(), games=(replace(game, seat={}),))
    for data in (lot, named, replace(named, games=())):
        for days in (0, 1, 9):
            yield own_data_page(words, data, days)
        for weeks in (0, 1, 5):
            yield confirm_forgetting(words, data, weeks)
    yield forgotten_page(words)


def everything_about(words, services, everyone):
    """All messages that a table can lead to just now."""
    table = everyone.table
    due = Due(services.games.record, lambda _: words)
    yield lobby(words, table)
    yield set_up_page(words, table)
    yield managed_page(words, table)
    for closed in (frozenset[int](), frozenset(player.user_id for player in table.players)):
        for post in due(everyone, closed):
            yield post.made()
    yield people_page(words, table)
    for player in table.players:
        yield games_page(words, Listing([table], [table], [table] * 30), player.user_id)
        yield games_page(words, Listing([table], [table], [table] * 30), player.user_id, 1)
    soon = dict.fromkeys([table.place.guild_id or 0], table.created_at)
    yield games_page(words, Listing([table], (), [table], soon, 9), 0)
    yield games_page(words, Listing([]), 0)
    yield removed_page(words, table)
    yield from about_own_data(words, table)
    yield which_game(words, [table], SeeDesk())
    yield joined(words, table)
    yield left(words, table)
    yield started(words)
    yield resigned(words, table)
    if not everyone.seats:
        return
    yield help_page(words, rows_of_help(words, table, everyone.seats[0]), table.options)
    yield Content(draws_from_bag(words))
    yield Content(draws_by_choice(words))
    yield board_page(words, table)
    yield in_words_page(words, table)
    entries = [entry for turn in table.turns for entry in turn.entries]
    yield log_page(words, table, entries)
    yield log_page(words, table, [])
    for rule in HintRule:
        yield hint_rule_page(words, replace(table, hints=rule), proposing=True)
    for seat in everyone.seats:
        yield desk_page(words, seat)
        yield more_page(words, seat)
        yield ask_hint_page(words, seat)
        legal = seat.view.legal_actions() if seat.decides else []
        benefits = tuple(Benefit(kind, seat.number, 1, 2) for kind in BenefitKind)
        for turns in filter(None, (legal[:3], legal[-2:])):  # as if they were the best
            best = [BestTurn(0.43, (action,), benefits) for action in turns]
            yield hint_page(words, seat, best, 1)
        yield board_page(words, table, seat)
        yield in_words_page(words, table, seat)
        yield score_page(words, seat)
        if seat.goes_on:
            yield confirm_resigning(words, seat)
            yield managed_seat_page(words, table, seat.number)
            yield table_page(words, seat)
            yield seat_page(words, seat, 0)
            yield confirm_proposal(words, seat, Topic.STOP)
        if seat.goes_on and not seat.decides:
            yield plan_page(words, seat)
        if seat.decides and not isinstance(seat.view.decision, ActionDecision):
            yield prompt(words, seat)
        elif seat.decides:
            yield confirm_end(words, seat)
            if seat.view.actions_left:
                yield from choices(words, seat)


def everything_for_admins(words, table):
    """Whatever those read who manage a server, and what everybody does of what they have done."""
    for rules in (NOTHING_SET, ServerRules((1,), (1,), 1, 1, "advanced", (), ("open",), "live")):
        for shown in RulesPage:
            yield from texts(server_page(words, rules.changed(silenced=tuple(range(30))), shown))
    for power in (Power.END, Power.STOP, Power.REMOVE):
        yield from texts(confirm_power(words, table, power))
    for form in (zone_form(words, SERVER_ZONE), announcement_form(words)):
        yield from (form.title, form.label)
    yield from texts(news_page(words))
    for under_way in (0, 2):
        error = LoggedError(table.created_at, "№ 1")
        status = ProgramStatus(table.created_at, 2, 3, 4, (), (error,) * under_way, under_way)
        yield from texts(bot_page(words, status, table.created_at if under_way else None))
    yield from texts(preview(words, 1, "№ 1", 2))
    yield from texts(sent_page(words, 1, Sent(9, 5, 2)))
    yield from texts(announcement(words, table, Announcement(1, "№ 1")))
    entry = Entry(
        seq=1,
        kind=Kind.PAUSED,
        seat=0,
        user_id=1,
        action=None,
        events=(),
        turn=1,
        at=table.created_at,
        automatic=False,
        passing=False,
        final=False,
    )
    names = Names(table)
    for kind in (
        Kind.PAUSED,
        Kind.WENT_ON,
        Kind.PACED,
        Kind.OFFERED,
        Kind.GIVEN_UP,
        Kind.CANCELLED,
    ):
        yield by_admin(
            words, replace(entry, kind=kind, details={"by": "1", "to": 3, "name": "2"}), names
        )
    for result in (True, False):
        ended = replace(entry, kind=Kind.ENDED, details={"by": "1", "result": result})
        yield by_admin(words, ended, names)


async def test_what_admins_read_can_be_translated(services, bracketed):
    table = await services.opening.open(PERSON, PLACE, "№ 1")
    found = {text for text in everything_for_admins(bracketed, table) if untranslated(text)}
    assert found == {"English", "Deutsch"}  # languages are named in themselves


def choices(words, seat):
    """All steps on the way to an action."""
    view = seat.view
    for piece in (*COLOURS, *view.leaders(view.seat), Catastrophe()):
        cells = view.legal_cells(piece)
        yield choose_space(words, seat, piece)
        for column in {str(cell)[0] for cell in cells}:
            yield choose_space(words, seat, piece, column)
        for cell in cells[::5]:
            if (shown_first := second_look(words, seat, placing(piece, cell))) is not None:
                yield shown_first
    if row := move_buttons(words, seat):
        yield Content("", rows=(row,))
    yield choose_swap(words, seat)
    held = next((colour for colour in COLOURS if view.own_hand[colour]), None)
    if held is not None:
        yield choose_swap(words, seat, counts_of(held.letter))


def about_seats(words, services, everyone):
    """The messages that tell of who plays."""
    table = everyone.table
    yield lobby(words, table)
    yield people_page(words, table)
    yield has_asked(words, table, None)
    for made in (has_declined, has_taken, has_refused, closed_desk):
        yield made(words, table)
    for post in Due(services.games.record, lambda _: words)(everyone, frozenset()):
        if "-seat-" in post.key or "-asked-" in post.key:
            yield post.made()
    for seat in everyone.seats:
        yield Content(status_line(words, table))
        if seat.goes_on:
            yield confirm_resigning(words, seat)
            yield confirm_offering(words, seat)
            yield has_offered(words, seat)
            yield has_kept(words, seat)


def passing(seat):
    """Everything that can be done with a seat until it is abandoned."""

    def offered(draft, why, to):
        name = "" if to is None else str(to)
        offer_seat(draft, draft.table.player(seat), to=to, why=why, by="5", name=name)

    def kept(draft, why):
        keep_seat(draft, draft.table.player(seat), why=why)

    def gone(draft):
        seq = draft.add_entry(Kind.GONE, None, seat=seat)
        draft.roster.change(draft.table.player(seat), gone=True, offered_seq=seq, offered_to=None)

    def given_up(draft):
        give_up_seat(draft, draft.table.player(seat), why=Why.AGREED)

    for why in (Why.OWN, Why.AGREED, Why.ADMIN, Why.TIME):
        yield partial(offered, why=why, to=9)
        yield partial(offered, why=why, to=None)
    for why in (Why.OWN, Why.REFUSED, Why.GONE):
        yield partial(kept, why=why)
        yield partial(offered, why=Why.OWN, to=None)
    yield gone
    yield given_up


async def test_every_text_about_seats_can_be_translated(services, bracketed):
    """Of who is asked, who offers, keeps, gives up, is gone and takes."""
    people = [replace(person, name=f"{number}") for number, person in enumerate(PEOPLE)]
    table = await services.opening.open(people[0], PLACE, "№ 1", seats=3)
    await services.invitations.ask(table.id, people[0], [7, 8])
    shown = [
        await AllSeats(services).everyone((await services.invitations.decline(table.id, 7)).id)
    ]
    await services.invitations.ask(table.id, people[0], [])
    for person in people[1:3]:
        table = await services.lobbies.join(table.id, person)
    for step in (*passing(0), *passing(1)):

        async def work(draft, step=step):
            step(draft)

        table = await drafted(services, table, work)
        shown.append(await AllSeats(services).everyone(table.id))
    assert table.decider is not None
    assert table.decider.abandoned
    for seat, person in enumerate((people[3], replace(people[3], user_id=99))):
        since = table.player(seat).free_since
        assert since is not None
        table = (await services.seats.take(table.id, person, seat, since)).table
        shown.append(await AllSeats(services).everyone(table.id))
    told = log_page(bracketed, table, await services.games.history(table.id))
    pages = [page for each in shown for page in about_seats(bracketed, services, each)]
    assert not faults_of_all([told, *pages])


async def test_every_text_can_be_translated(services, bracketed):
    """Each kind of decision is looked at three times, and now and then an action."""
    rng = Random(5)
    table = await running(services, 3, "№ 1", options=OPTIONS)
    for number, player in enumerate(table.players):
        visit = await services.visits.of(table.id, player.user_id)
        person = replace(PERSON, user_id=player.user_id, name=f"{number}")
        await services.people.notice(visit, person, PLACE.guild_id)
    looked_at = Counter()
    for number in range(150):
        table = (await act_at_random(services, table, rng)).table
        kind = type(whole(table).decision)
        if number % 30 == 0 or (kind is not ActionDecision and looked_at[kind] < 3):
            looked_at[kind] += 1
            everyone = await AllSeats(services).everyone(table.id)
            assert not faults_of_all(everything_about(bracketed, services, everyone))
    for player in table.players[:2]:
        table = (await services.play.resign(table.id, player.user_id)).table
    assert table.status is Status.OVER
    everyone = await AllSeats(services).everyone(table.id)
    assert not faults_of_all(everything_about(bracketed, services, everyone))


@pytest.mark.parametrize("name", ["everything.te", "display.te", "two_people.te"])
async def test_every_question_can_be_translated(services, bracketed, name):
    """The questions of a recorded game, each asked at a table that stands there."""
    start, *steps = recorded(name)
    assert isinstance(start, Game)
    board = start.board.layout.name
    table = await running(services, len(start.seats), "№ 1", board=board, options=start.options)
    names = [replace(player, name=f"{number}") for number, player in enumerate(table.players)]
    table = replace(table, players=tuple(names))
    looked_at = Counter()
    for game in (step.game for step in steps if isinstance(step, Step)):
        kind = type(game.decision)
        if kind is not ActionDecision and looked_at[kind] < 2 and not game.over:
            looked_at[kind] += 1
            there = replace(table, view=game.view(None))
            seats = tuple(Seat(there, game.view(at)) for at in range(len(start.seats)))
            everyone = Everyone(there, seats)
            assert not faults_of_all(everything_about(bracketed, services, everyone))


async def test_what_is_agreed_upon_can_be_translated(services, bracketed):
    table = await running(services, 3)
    named = [replace(player, name=f"{number}") for number, player in enumerate(table.players)]
    table = replace(table, name="№ 1", players=tuple(named))
    seats = (await AllSeats(services).everyone(table.id)).seats
    started = table.round[-1]
    contents = []
    for topic in Topic:
        question = Question(topic, 2, 7, pace=PACES["bank"], hints=HintRule.ALWAYS)
        until = {1: started.at, 2: started.at}
        open_one = Proposal(9, question, 0, (1, 2), until, started.at, topic in SILENT_YES)
        contents.append(proposal_post(bracketed, table, replace(open_one, any_yes=True)))
        for answers in ({}, {1: True, 2: False}):
            proposal = replace(open_one, answers=answers)
            contents.append(proposal_post(bracketed, table, proposal))
            there = replace(table, proposals=(proposal, proposal))
            for seat in seats:
                contents.append(table_page(bracketed, replace(seat, table=there)))
                contents.append(desk_page(bracketed, replace(seat, table=there)))
        for outcome in ("agreed", "refused", "withdrawn", "moot"):
            details = {"proposal": 9, "question": question.dump(), "proposer": 0}
            details |= {"outcome": outcome, "yes": [1], "no": [2], "silent": []}
            settled = replace(started, kind=Kind.SETTLED, details=details)
            contents.append(settled_post(bracketed, table, settled))
            contents.append(log_page(bracketed, table, [settled]))
        proposed = {"question": question.dump(), "asked": [1, 2]}
        entry = replace(started, kind=Kind.PROPOSED, details=proposed, seat=0)
        contents.append(log_page(bracketed, table, [entry]))
    for why in ("agreed", "left alone", "admin"):
        for result in (True, False):
            details = {"why": why, "result": result, "by": "7"}
            entry = replace(started, kind=Kind.ENDED, details=details)
            contents.append(log_page(bracketed, table, [entry]))
    for kind in (Kind.PAUSED, Kind.WENT_ON):
        entry = replace(started, kind=kind)
        contents.append(log_page(bracketed, table, [entry]))
    for yes in (True, False):
        entry = replace(started, kind=Kind.ANSWERED, details={"yes": yes}, seat=1)
        contents.append(log_page(bracketed, table, [entry]))
    assert not faults_of_all(contents)


def test_the_words_in_pictures_can_be_translated(bracketed):
    shown = labels(bracketed)
    for field in fields(shown):
        value = getattr(shown, field.name)
        for text in [value] if isinstance(value, str) else value.values():
            assert not untranslated(text)


def test_windows_can_be_translated(bracketed):
    times, note = own_times_form(bracketed, 1), note_form(bracketed, 1, "")
    forms = [name_form(bracketed, 1), open_form(bracketed), times, note]
    assert not [text for form in forms for text in faults_of_form(form)]


def test_what_commands_do_can_be_translated(bracketed):
    """The bot's translator looks each up; Discord takes no longer ones."""
    said = [bracketed._(described) for _, described in descriptions()]
    assert not [text for text in said if untranslated(text) or len(text) > DESCRIPTION]


async def test_headings_of_own_data_can_be_translated(services, bracketed):
    """The rest of the file is as it is stored."""
    table = await services.opening.open(PERSON, PLACE, "№ 1")
    for page in about_own_data(bracketed, table):
        for file in page.files:
            lines = (await file.read()).decode().splitlines()
            headings = [line for line in lines if line.startswith("==")]
            assert headings
            assert not [line for line in headings if untranslated(line)]


async def test_the_local_start_page_can_be_translated(services, bracketed):
    table = await services.opening.open(PERSON, PLACE, "№ 1")
    tables = (table, replace(await running(services, 2), name="№ 2"))
    chairs = [Chair(f"{player.user_id}", "1", player.user_id) for player in table.players]
    shown = start_page(bracketed, chairs, tables, GameForm(), fault="1", solo_fault="1")
    shown += bar(bracketed, chairs, chairs[0], "channel", tables)
    read = re.sub(r"(?s)<head>.*?</head>|<[^>]*>", "\n", shown)
    assert {line for line in unescape(read).splitlines() if untranslated(line)} <= {"Two Rivers"}


def test_a_turn_in_a_line_can_be_translated(bracketed):
    rng = Random(0)
    bag = [*full_bag("advanced")]
    rng.shuffle(bag)
    game = Game.start([*Dynasty][:2], "".join(bag), "advanced", ("buildings", "ziggurat"))
    while not game.over:
        seat = game.decision.seat
        game, events = game.apply(seat, rng.choice(game.legal_actions()))
        assert not untranslated(in_a_line(bracketed, seat, events, ("1", "2")))
