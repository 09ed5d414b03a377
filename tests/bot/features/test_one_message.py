"""The message that calls a player in several games, with what each waits for and its button."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from seated import WORDS, labels_of, table_of
from tabletop import BEN, FOUR_AGAINST_TWO
from timetable import timestamp

from bot.domain.clock import Clock
from bot.domain.entries import Called, Reminded
from bot.domain.pace import Limit, Pace
from bot.domain.seat import Notification
from bot.intents import parse_custom_id
from bot.intents.board import OpenDesk
from bot.posts.game_messages import notification_message
from bot.store import NotificationTopic, OutgoingNotificationRow
from engine import parse_action
from tests.engine.diagram import draw

GAME = draw(FOUR_AGAINST_TWO, seats="A B", turn="B 2").game
NOW = datetime(2030, 1, 2, 8, tzinfo=UTC)
CALLED = NotificationTopic.CALLED


def waiting(number, name, *, game=GAME, left=None, entry=Called):
    """A game that waits for Ben, whose time ends after so many hours."""
    table = table_of(game, id=number, name=name)
    rung = entry(seq=8, at=NOW, turn=1, seat=1)
    table = replace(table, round=(rung,), created_at=NOW + timedelta(seconds=number))
    if left is None:
        return table
    anna, ben = table.players
    pace = Pace(limit=Limit(timedelta(hours=left)))
    return replace(table, pace=pace, players=(anna, replace(ben, clock=Clock(since=NOW))))


def message(*games, directly=True, others=()):
    """The message about these games, and other rows."""
    rows = [row(table.id, table.name) for table in games]
    waits = {table.id: table for table in games}
    ring = Notification(BEN.user_id, "en", directly, (*rows, *others), waits)
    return notification_message(WORDS, table_of(GAME), ring)


def row(number, name, about=CALLED):
    return OutgoingNotificationRow(
        BEN.user_id,
        about,
        8,
        number,
        directly=True,
        name=name,
        guild_id=2,
        channel_id=3,
        home_id=None,
        language="en",
    )


def test_each_game_says_what_it_waits_for_and_has_a_button_the_most_urgent_first():
    page = message(
        waiting(1, "Ur"),
        waiting(2, "Kish", left=20),
        waiting(3, "Uruk", left=3, entry=Reminded),
        others=[row(4, "Mari", NotificationTopic.INVITATION)],
    )
    assert page.text.split("\n") == [
        f"⏰ **Uruk**: your turn. ⏳ Your time ends {timestamp(NOW + timedelta(hours=3))}.",
        f"**Kish**: your turn. ⏳ Your time ends {timestamp(NOW + timedelta(hours=20))}.",
        "**Ur**: your turn.",
        "**Mari**: you're invited to play. https://discord.com/channels/2/3",
    ]
    assert labels_of(page) == [["Uruk", "Kish", "Ur", "Your games"]]
    *desks, _ = page.buttons
    requests = [parse_custom_id(each.custom_id) for each in desks]
    assert [(each.intent, each.game) for each in requests] == [
        (OpenDesk(), 3),
        (OpenDesk(), 2),
        (OpenDesk(), 1),
    ]
    assert (page.ping, page.silent) == ((BEN.user_id,), False)


def test_a_question_is_named():
    game = draw(FOUR_AGAINST_TWO, seats="A B", turn="A 2", hands={"A": "rrkkkk"}).game
    war = game.apply(0, parse_action("Ak@H3")).game
    asked = war.apply(0, war.legal_actions()[0]).game
    page = message(waiting(1, "Ur", game=asked), waiting(2, "Kish"))
    assert page.text.split("\n")[0] == f"**Ur**: {WORDS.decision(asked.decision)}."


def test_in_a_thread_it_begins_with_a_mention():
    page = message(waiting(1, "Ur"), waiting(2, "Kish"), directly=False)
    assert page.text.split("\n") == [
        f"<@{BEN.user_id}>",
        "**Ur**: your turn.",
        "**Kish**: your turn.",
    ]


def test_games_of_one_name_have_their_numbers():
    page = message(waiting(7, "Ur"), waiting(8, "Ur"), waiting(9, "Kish"))
    assert labels_of(page) == [["Ur · 7", "Ur · 8", "Kish", "Your games"]]
    assert page.text.split("\n")[0] == "**Ur · 7**: your turn."


def test_any_number_of_games_has_room():
    """What has none is behind the last button."""
    name = "*A* _very_ long <@1> name of a game"
    games = [waiting(number, name, left=5, entry=Reminded) for number in range(1, 60)]
    page = message(*games)
    assert len(page.text) <= 2000
    assert [len(row) for row in page.rows] == [5] * 5
    assert page.buttons[-1].label == "Your games"
    assert max(len(each.label) for each in page.buttons) <= 20


def test_nothing_is_sent_once_all_are_answered():
    ring = Notification(BEN.user_id, "en", True, (row(1, "Ur"), row(2, "Kish")))
    assert notification_message(WORDS, table_of(GAME), ring) is None
