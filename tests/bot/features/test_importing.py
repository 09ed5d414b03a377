"""Records that users import."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from seated import GAMES, WORDS
from tabletop import ANNA, EVE, all_rows, running

from bot.content.message import Button, Content, TextForm
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handler_of, is_about_game
from bot.domain.ended.imported import MOST_BYTES, MOST_DECISIONS, RECORD_KEPT
from bot.domain.refusals import Refusal, Refused
from bot.engine_worker import EngineWorker, NoAnswer
from bot.features.personal_data import own_data_page
from bot.intents import UploadedFile, UserRequest, parse_custom_id
from bot.intents.review import ImportRecord, InWhatIf, SeeCourse, SeeStep, Study, WhatIf
from bot.intents.turn import Act
from bot.parts.refusal_texts import refusal_text
from engine import ActionDecision, EndTurn, Step, read_game, write_position
from tests.patience import LONG

RECORD = (GAMES / "two_people.te").read_bytes()
EVERYTHING = (GAMES / "everything.te").read_bytes()


@pytest.fixture
async def worker():
    worker = EngineWorker(late=LONG)
    yield worker
    await worker.close()


async def handle(services, request, person=ANNA, worker=None):
    assert not is_about_game(request)
    given = {} if worker is None else {"worker": worker}
    context = LocationContext(services, WORDS, person, request, location=None, **given)
    return await handler_of(context)(context, request.intent)


async def import_file(services, data, name="ur.te", person=ANNA, size=None):
    async def read():
        return data

    file = UploadedFile(name, len(data) if size is None else size, read)
    return await handle(services, UserRequest(ImportRecord(""), 0, file=file), person)


def buttons(page):
    every = [each for row in page.rows if isinstance(row, tuple) for each in row]
    return {each.label: each.custom_id for each in every if isinstance(each, Button)}


async def press(services, page, label, person=ANNA, worker=None):
    custom_id = next(each for own, each in buttons(page).items() if own.startswith(label))
    return await handle(services, parse_custom_id(custom_id), person, worker)


async def refused(refusal, done):
    with pytest.raises(Refused) as caught:
        await done
    assert caught.value.refusal is refusal
    return refusal_text(WORDS, caught.value)


# --- looking at it -------------------------------------------------------------------------------


async def test_a_record_is_imported_and_stepped_through_by_its_user_alone(services):
    table = await running(services, 2)
    page = await handle(services, UserRequest(Study()))
    assert "Only you see it. I keep one for you, for 7 days." in page.text
    assert list(buttons(page)) == ["Import a record"]
    form = await press(services, page, "Import a record")
    assert isinstance(form, TextForm)
    assert (form.file_label, form.label) == ("A file that ends in .te", "Or paste it here")
    page = await import_file(services, RECORD, "my *game*.te")
    assert page.text.startswith("Imported. Only you see it.\n**my \\*game\\*** · the start")
    for label in ("Step forward", "Next turn", "Next conflict", "Last"):
        page = await press(services, page, label)
    assert "decision 77 of 77" in page.text
    assert "The game is over." in page.text
    assert page.picture.draw()
    again = await handle(services, UserRequest(Study()))
    assert "You imported **my \\*game\\*** <t:" in again.text
    assert "· the start" in (await press(services, again, "Step through")).text
    for intent in (SeeStep(0), SeeCourse(), WhatIf(0), InWhatIf(0, (), Act(EndTurn()))):
        seen = parse_custom_id(buttons(page)["First"]).seen
        request = UserRequest(intent, 0, seen=seen)
        await refused(Refusal.RECORD_NOT_KEPT, handle(services, request, EVE))
    assert [each.id for each in await services.games.of_user(ANNA.user_id)] == [table.id]


async def test_other_moves_are_tried_in_it(services, worker):
    page = await import_file(services, RECORD)
    page = await press(services, page, "What if", worker=worker)
    assert "what if, from decision 1 in turn 1? Only you see this." in page.text
    assert "Chance to win:" in page.text
    page = await press(services, page, "End turn")
    page = await press(services, page, "End turn", worker=worker)
    assert "ends the turn" in page.text
    page = await press(services, page, "Back to the game")
    assert "· the start" in page.text


@pytest.mark.postgresql
async def test_a_short_record_is_analysed_once_and_only_until_another_one(services, worker):
    short = b"\n".join(RECORD.split(b"\n")[:20])
    page = await import_file(services, short)
    assert "It ends before the game is over, so it has no winner." in page.text
    course = await press(services, page, "Where it was won", worker=worker)
    while course.later is not None:
        course = await course.later()
    assert "The record ends before the game is over, and so does the chart." in course.text
    assert course.picture.draw()

    class Silent(EngineWorker):
        def ask(self, request, lane):
            raise NoAnswer("not now")

    again = await press(services, page, "Where it was won", worker=Silent())
    assert again.text == course.text, "it is stored"
    page = await import_file(services, short)
    again = await press(services, page, "Where it was won", worker=Silent())
    assert "I'm too busy" in again.text
    old = press(services, course, "Step through")
    assert "`/study`" in await refused(Refusal.RECORD_NOT_KEPT, old)


async def test_its_story_has_no_times(services):
    await import_file(services, RECORD)
    page = await press(services, await handle(services, UserRequest(Study())), "Story")
    assert page.text.startswith("**ur**: its story\n")
    assert "Time" not in page.text
    player = await press(services, page, "Bull")
    assert "the story of Bull" in player.text
    assert "waited" not in player.text
    await import_file(services, b"\n".join(RECORD.split(b"\n")[:20]))
    page = await press(services, await handle(services, UserRequest(Study())), "Story")
    assert "The record ends before the game is over." in page.text


async def test_a_position_with_decisions_can_be_imported(services, worker):
    steps = [each for each in read_game(RECORD.decode()) if isinstance(each, Step)]
    game = next(each.game for each in steps[30:] if isinstance(each.game.decision, ActionDecision))
    text = write_position(game.open_view()) + f"{game.seats[game.active]} end\n"
    page = await import_file(services, text.encode())
    for label in ("Next turn", "What if"):
        page = await press(services, page, label, worker=worker)
        assert page.picture.draw()
    page = await press(services, await handle(services, UserRequest(Study())), "Story")
    assert page.text


async def test_a_user_has_one_record_analysed_at_a_time(services):
    class Held(EngineWorker):
        began = asyncio.Event()

        async def study(self, requests):
            self.began.set()
            await asyncio.Event().wait()

    await import_file(services, RECORD)
    review, worker = await services.reviews.imported(ANNA.user_id), Held()
    task = asyncio.create_task(services.reviews.analysis(review, worker))
    await worker.began.wait()
    await import_file(services, RECORD)
    other = await services.reviews.imported(ANNA.user_id)
    with pytest.raises(NoAnswer):
        await services.reviews.analysis(other, worker)
    task.cancel()
    await services.reviews.close()


async def test_names_are_those_of_the_record_or_of_the_dynasties(services):
    header = b'[Players "Zoe @everyone, Kim"]\n'
    head, _, rest = RECORD.partition(b"\n\n")
    page = await import_file(services, head + b"\n" + header + b"\n" + rest)
    assert "**Zoe @\u200beveryone**" in page.text
    header = b'[Players "only one"]\n'
    page = await import_file(services, head + b"\n" + header + b"\n" + rest)
    assert "only one" not in page.text
    assert "**Pot**" in page.text


async def test_every_kind_of_record_is_shown(services):
    for record in GAMES.glob("*.te"):
        page = await import_file(services, record.read_bytes())
        for label in ("Last", "Previous turn", "Next conflict"):
            if label in buttons(page):
                page = await press(services, page, label)
                assert page.picture.alt


async def test_a_pasted_record_is_read_too(services):
    request = UserRequest(ImportRecord(RECORD.decode()), 0)
    page = await handle(services, request)
    assert "**record** · the start" in page.text
    await refused(Refusal.RECORD_EMPTY, handle(services, UserRequest(ImportRecord(" \n"), 0)))


# --- what cannot be read -------------------------------------------------------------------------

POSITION = b"""[Format "te 1"]
[Board "classic"]
[Options ""]
[Seats "A B"]
[Turn "A 2"]
[Hand A "%s"]
"""
LINES = RECORD.split(b"\n")
BOMB = b"\n".join([*LINES[:7], *[b"# nothing"] * 3000])
ENDLESS = b"\n".join([*LINES[:7], *[b"P end", b"B end"] * (MOST_DECISIONS // 2 + 1)])


@pytest.mark.parametrize(
    ("refusal", "data", "said"),
    [
        (Refusal.RECORD_EMPTY, b"", "Choose a file, or paste a record."),
        (Refusal.RECORD_EMPTY, b"\xef\xbb\xbf\r\n", ""),
        (Refusal.RECORD_TOO_LONG, b"x" * (MOST_BYTES + 1), "at most 32 KB"),
        (Refusal.RECORD_NOT_TEXT, b"\x89PNG\r\n\x1a\n", "isn't text in UTF-8"),
        (Refusal.RECORD_NOT_TEXT, RECORD + b"\x00", ""),
        (Refusal.RECORD_NOT_TEXT, "[Format".encode("utf-16"), ""),
        (Refusal.RECORD_ILLEGIBLE, b"Dear diary", 'Line 1: \\[Format "..."] is expected here.'),
        (Refusal.RECORD_ILLEGIBLE, RECORD + b"P r@E5 now", "a decision is a dynasty letter and"),
        (Refusal.RECORD_ILLEGIBLE, b"[" * 9_000, "Line 1: a header is written"),
        (Refusal.RECORD_ILLEGIBLE, b"x" * 20_000, "Line 1: a line has at most 10,000 characters."),
        (Refusal.RECORD_HIDES, POSITION % b"??????", "Import a whole record."),
        (Refusal.RECORD_WITHOUT_DECISIONS, BOMB, "There is nothing to look at."),
        (Refusal.RECORD_TOO_MANY, ENDLESS, "too many decisions"),
    ],
)
async def test_an_unreadable_record_is_refused_in_a_sentence(services, store, refusal, data, said):
    before = await all_rows(store)
    text = await refused(refusal, import_file(services, data))
    assert said in text
    assert "\n" not in text
    assert len(text) < 200
    assert await all_rows(store) == before


async def test_a_file_that_is_too_long_is_not_even_fetched(services):
    await refused(Refusal.RECORD_TOO_LONG, import_file(services, RECORD, size=MOST_BYTES + 1))


async def test_a_faulty_decision_is_named_by_its_line(services):
    lines = [*LINES]
    lines[10] = b"P r@A1 # @everyone"
    text = await refused(Refusal.RECORD_ILLEGIBLE, import_file(services, b"\n".join(lines)))
    why = "Line 11: You've used both actions. End your turn (R3.1)."
    assert text == f"I can't read that record. {why}"


MIXED = st.one_of(
    st.binary(max_size=400),
    st.text(max_size=400).map(lambda text: text.encode(errors="ignore")),
    st.tuples(st.integers(0, len(EVERYTHING)), st.binary(max_size=30)).map(
        lambda cut: EVERYTHING[: cut[0]] + cut[1] + EVERYTHING[cut[0] + len(cut[1]) :]
    ),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(MIXED, st.text(max_size=300))
async def test_whatever_is_uploaded_gives_a_page_or_a_sentence(services, data, name):
    try:
        page = await import_file(services, data, name)
    except Refused as refusal:
        text = refusal_text(WORDS, refusal)
    else:
        assert isinstance(page, Content)
        page = await press(services, page, "Last")
        text = page.text
    assert 0 < len(text) <= 2000


# --- how long ------------------------------------------------------------------------------------


@pytest.mark.postgresql
async def test_it_is_kept_for_some_days(services, store, clock):
    page = await import_file(services, RECORD)
    clock.advance(days=RECORD_KEPT.days, seconds=-1)
    await services.reviews.forget_imported()
    await press(services, page, "Step forward")
    clock.advance(seconds=1)
    await refused(Refusal.RECORD_NOT_KEPT, press(services, page, "Step forward"))
    assert list(buttons(await handle(services, UserRequest(Study())))) == ["Import a record"]
    clock.advance(seconds=1)
    await services.reviews.forget_imported()
    assert not (await all_rows(store))["imported"]


@pytest.mark.parametrize("damage", ["at = 'once'", "text = x'ff'", "text = 'x'"])
async def test_a_damaged_one_counts_as_missing(services, store, damage):
    page = await import_file(services, RECORD)
    async with store.writing() as connection:
        await connection.exec_driver_sql(f"UPDATE imported SET {damage}, analysis = '{{'")
    services.reviews._playbacks.clear()
    assert "Import a record" in buttons(await handle(services, UserRequest(Study())))
    with pytest.raises(Refused, match=r"I don't keep|I can't read"):
        await press(services, page, "Step forward")
    assert own_data_page(WORDS, await services.personal_data.read(ANNA.user_id), 0).text
    await import_file(services, RECORD)


async def test_the_buttons_of_a_record_do_not_show_one_imported_at_once(services):
    pages = await asyncio.gather(*(import_file(services, RECORD) for _ in range(2)))
    assert len({parse_custom_id(buttons(page)["Last"]).seen for page in pages}) == 2


async def test_another_process_shows_the_same(tmp_path, clock, services):
    page = await import_file(services, RECORD)
    services.reviews._playbacks.clear()
    assert "decision 1 of" in (await press(services, page, "Step forward")).text


@pytest.mark.postgresql
async def test_the_data_page_has_it_and_it_is_forgotten(services, store):
    await import_file(services, RECORD)
    data = await services.personal_data.read(ANNA.user_id)
    page = own_data_page(WORDS, data, 0)
    assert "the record that you imported" in page.text
    text = (await page.files[0].read()).decode()
    assert "== Imported 2030-01-01 12:00:00: ur ==" in text
    assert RECORD.decode() in text
    await services.forgetting.forget(ANNA.user_id, lambda _: "a former player")
    assert not (await all_rows(store))["imported"]
    assert (await services.personal_data.read(ANNA.user_id)).is_empty
