"""Each kind of advice: a small board with it, its text, and a board without it."""

import string
from itertools import islice
from pathlib import Path

import pytest

from bot.i18n import Words
from bot.parts.advising import advice_text
from bot.teaching.advice import _CONDITIONS, KINDS, Advice, advice_of, kinds_that_fit
from bot.teaching.rule_pages import contents
from bot.teaching.things import EXPLAINED
from engine import COLOURS, Cell, Dynasty, Leader, SeatView
from tests.engine.diagram import draw
from tests.engine.random_games import Deal, play

WORDS = Words()
BULLS_KING = WORDS.leader(Leader(Dynasty.BULL, COLOURS[0]))
FAR = "P2 B8 O9 B2 N5"
"""Five treasures: the end is not near."""


def tips(scene):
    """All advice for the decider, by its name."""
    view = scene.game.view(scene.game.decision.seat)
    texts = {}
    for name in kinds_that_fit(view):
        advice = advice_of(name, view)
        assert advice is not None
        texts[name] = advice_text(WORDS, advice)
    return texts


# --- leaders -------------------------------------------------------------------------------------


def test_no_leaders():
    texts = tips(draw("r . ."))
    assert texts["no leaders"].startswith("None of your leaders is on the board")
    assert not {"no King", "no Trader"} & set(texts)
    assert "no leaders" not in tips(draw("r Ak ."))


@pytest.mark.parametrize(
    ("missing", "name", "sentence"),
    [
        ("g", "no Trader", "Your Trader isn't on the board. Only your King can score green"),
        ("k", "no King", "Your King isn't on the board. It scores black"),
        ("b", "no Farmer", "Only your King can score blue."),
        ("r", "no Priest", "Only your King or a won revolt can score red."),
    ],
)
def test_a_leader_that_is_missing(missing, name, sentence):
    standing = "g" if missing == "k" else "k"
    assert sentence in tips(draw(f"r A{standing} ."))[name]
    assert name not in tips(draw(f"A{standing} r A{missing}"))


def test_the_weakest_colour_has_no_leader():
    """R14.3."""
    scores = {"A": "k3 r2 b4 g1 t0"}
    texts = tips(draw("r Ak .", scores=scores))["weakest without leader"]
    assert texts.endswith("at the end: green. Place its leader: Trader.")
    assert "weakest without leader" not in tips(draw("r Ag .", scores=scores))
    even = {"A": "k1 r2 b4 g1 t0"}
    assert "weakest without leader" not in tips(draw("r Ak .", scores=even))


def test_the_weakest_colour_can_be_scored():
    """R5.3, R14.3."""
    scores = {"A": "k3 r2 b4 g1 t0"}
    texts = tips(draw("r Ag .", scores=scores))["score the weakest"]
    assert texts.endswith("at the end: green. To score it, place: 🟩 market H2.")
    assert "score the weakest" not in tips(draw("r Ag .", scores=scores, hands={"A": "krb"}))
    assert "score the weakest" not in tips(draw("r Ak .", scores=scores))


def test_one_temple():
    """R4.6: not where a treasure keeps catastrophes away (R10.1)."""
    texts = tips(draw("r Ak ."))["one temple"]
    assert texts.startswith("Only the temple on F2 keeps this leader on the board: King.")
    assert "one temple" not in tips(draw("r* Ak .", at="F3"))
    assert "one temple" not in tips(draw("r Ak r"))
    assert "one temple" not in tips(draw("r Ak .", catastrophes=0))


def test_open_to_revolt():
    """R6.2."""
    texts = tips(draw("Ak r .\n. . r\n. . ."))["open to revolt"]
    assert texts == "A revolt on H2 would be 2 against 1 on the board. The leader in danger: King."
    assert "open to revolt" not in tips(draw("r Ak r\n. r ."))
    assert "open to revolt" not in tips(draw("Ak r ."))


def test_revolt():
    """R6.2: with more than the other has and may be expected to add."""
    board = "Bk r .\n. r .\n. . ."
    texts = tips(draw(board, hands={"A": "rrrr"}))["revolt"]
    assert texts == (
        "With the temples in your hand you can win a revolt on G4, 5 against 1. "
        f"You would drive out: {BULLS_KING}."
    )
    assert "revolt" not in tips(draw(board, hands={"A": "rrkk"}))


def test_crowded():
    texts = tips(draw("Ak r Ag\n. Ar ."))["crowded"]
    assert texts.startswith("Your leaders in one kingdom: 3.")
    assert "crowded" not in tips(draw("Ak r Ag"))


def test_far_from_the_river():
    """R5.1."""
    assert "No empty river space" in tips(draw("r Ab .", at="F6"))["far from the river"]
    assert "far from the river" not in tips(draw("r Ab .\n~ ~ ~", at="H8"))


# --- tiles ---------------------------------------------------------------------------------------


def test_the_king_collects():
    """R5.3."""
    texts = tips(draw("r Ak .", hands={"A": "g"}))["King collects"]
    assert texts.startswith(
        "Your King scores colours that have no leader in its kingdom. Place: 🟩 market "
    )
    assert "King collects" not in tips(draw("Ag r Ak", hands={"A": "gk"}))


def test_a_tile_scores_for_others():
    """R5.3."""
    texts = tips(draw("Ak r Bg", hands={"A": "g"}))["scores for others"]
    assert texts.startswith(
        "In a kingdom where you have a leader, this tile scores for another player: 🟩 market."
    )
    assert "scores for others" not in tips(draw("Ak r Bg", hands={"A": "k"}))


def test_many_of_a_colour():
    """R11.1."""
    texts = tips(draw("r Ak .", hands={"A": "bbbbkr"}))["swap"]
    assert texts.startswith("Tiles of one colour in your hand: 4 × 🟦 farm.")
    assert "swap" not in tips(draw("r Ak .", hands={"A": "bbbkkr"}))


def test_no_temples_in_hand():
    """R6.3."""
    assert "You hold no temple" in tips(draw("r Ak .", hands={"A": "kkbbgg"}))["no temples in hand"]
    assert "no temples in hand" not in tips(draw("r Ak .", hands={"A": "kkbbgr"}))


def test_a_second_action():
    """R3.1."""
    assert "second action" in tips(draw("r Ak .", turn="A 1"))
    assert "second action" not in tips(draw("r Ak .", turn="A 2"))
    assert tips(draw("r Ak .", turn="A 0")) == {}


# --- squares, monuments, treasures ---------------------------------------------------------------


def test_a_square():
    """R8.1."""
    texts = tips(draw("r Ak k k\n. . . k", hands={"A": "k"}))["square"]
    assert texts == "A tile that completes a square for a monument: ⬛ settlement H3."
    assert "square" not in tips(draw("r Ak k k\n. . . k", hands={"A": "g"}))
    assert "square" not in tips(draw("r Ak k\n. k k", hands={"A": "k"}))


def test_a_cross():
    """R13.1."""
    board = ". . k .\n. k k .\nr Ak k ."
    texts = tips(draw(board, hands={"A": "k"}, options="ziggurat"))
    assert texts["cross"] == "A tile that completes a cross for the ziggurat: ⬛ settlement I3."
    assert "cross" not in tips(draw(board, hands={"A": "k"}))


def test_a_line():
    """R12.1."""
    texts = tips(draw("r Ak k k .", hands={"A": "k"}, options="buildings"))["line"]
    assert texts.startswith("A tile that makes a line of three for a building: ⬛ settlement J2.")
    assert "line" not in tips(draw("r Ak k . .", hands={"A": "k"}, options="buildings"))
    assert "line" not in tips(draw("r Ak k k .", hands={"A": "k"}))


def test_an_idle_monument():
    """R8.8."""
    texts = tips(draw("m m r .\nm m Ag .\n. . . .", monuments=("kb F2",)))["idle monument"]
    assert texts.startswith(
        "A monument would score for you each turn with a leader in its kingdom. Place: King "
    )
    assert "idle monument" not in tips(draw("m m Ag\nm m r\n. . Ar", monuments=("rg F2",)))


BETWEEN_TREASURES = """
    r* {} r .
    .  .  r .
    .  .  r .
    .  .  r .
    .  .  {} r*
"""


def test_a_treasure_in_reach():
    """R9.1."""
    board = BETWEEN_TREASURES.format("Ag", ".")
    texts = tips(draw(board, at="F3", hands={"A": "k"}))["treasure in reach"]
    assert texts.startswith("A tile that connects a treasure with your Trader: ⬛ settlement I6.")
    assert "treasure in reach" not in tips(draw(board, at="F3", hands={"A": "b"}))
    assert "treasure in reach" not in tips(draw(board.replace("Ag", "Ak"), at="F3"))


def test_treasures_that_wait():
    """R9.4."""
    texts = tips(draw(BETWEEN_TREASURES.format("Bk", "r"), at="F3"))["treasures wait"]
    assert texts.startswith(
        "Treasures in a kingdom without a Trader: 2. Place your Trader on I6 to take"
    )
    assert "treasures wait" not in tips(draw("r* Bk r .", at="F3"))


def test_the_end_is_near():
    """R14.1, R14.2."""
    four = tips(draw("r Ak .", treasures="P2 B8 O9 B2"))["few treasures"]
    assert four.startswith("Treasures on the board: 4.")
    assert "few treasures" not in tips(draw("r Ak .", treasures=FAR))
    assert tips(draw("r Ak .", bag="krbgkrbgkrbg"))["few tiles"].startswith(
        "Tiles left to draw: 12."
    )
    assert "few tiles" not in tips(draw("r Ak .", bag="krbgkrbgkrbgk"))


# --- wars and catastrophes -----------------------------------------------------------------------


def test_a_war_to_win():
    """R7.3."""
    board = "k Ak . Bk\nk r . r"
    texts = tips(draw(board, hands={"A": "kkkr"}))["war to win"]
    assert texts.startswith(
        "Joining kingdoms on H2 starts a war that you are likely to win, 2 against 0 on the board. "
    )
    assert "war to win" not in tips(draw(board, hands={"A": "r"}))


def test_a_war_to_lose():
    board = ". Ak . Bk k\n. r . r k"
    texts = tips(draw(board, hands={"A": "r"}))["war to lose"]
    assert "a war that you can't win, 0 against 2 on the board. " in texts
    assert "war to lose" in tips(draw(board, hands={"A": "kkk"}))  # one of them starts the war
    assert "war to lose" not in tips(draw(board, hands={"A": "kkkr"}))


def test_a_catastrophe_keeps_apart():
    """R10.2."""
    board = ". r Ak . Bk r\n. r . x r k"
    texts = tips(draw(board, hands={"A": "r"}))["keep apart"]
    assert texts.startswith(
        "A catastrophe on I2 keeps a stronger leader away, 0 to 1 on the board: "
    )
    assert "keep apart" not in tips(draw(board, hands={"A": "kr"}))  # a defender would win the tie
    assert "keep apart" not in tips(draw(board.replace("x", "."), hands={"A": "r"}, catastrophes=0))
    assert "keep apart" not in tips(draw(board, hands={"A": "kkkr"}))


def test_a_catastrophe_evicts():
    """R4.6, R10.2."""
    assert tips(draw("r Bk ."))["evict"] == (
        f"A catastrophe on F2 returns a leader to its owner's hand: {BULLS_KING}."
    )
    assert "evict" not in tips(draw("r* Bk .", at="F3"))
    assert "evict" not in tips(draw("r Bk r"))
    assert "evict" not in tips(draw("r Bk .", catastrophes=0))


# --- other questions -----------------------------------------------------------------------------


def test_in_a_conflict_the_question_says_all():
    """R6.3, R6.4: what is enough, and whose a tie is."""
    scene = draw("Bk r .\n. r .\n. . .", hands={"A": "rrkk", "B": "rrr"}).play("A Ak@H2")
    assert tips(scene) == tips(scene.play("A +2")) == {}


def test_the_order_of_wars():
    """R7.4."""
    scene = draw("Ak r Ag . Bg r Bk", hands={"A": "r"}).play("A r@I2")
    assert set(tips(scene)) == {"order of wars"}


def test_what_to_build():
    """R8.8."""
    scene = draw("r Ak k k\n. . . k", hands={"A": "k"}).play("A k@H3")
    assert tips(scene)["build"].startswith(
        "A monument that scores for your leader each turn: black and red."
    )
    gone = draw("Ak r .\n. r r", hands={"A": "r"}).play("A r@H2")
    assert tips(gone) == {}  # its temples turn face down, so the King returns to hand
    other = draw("r Bk k k\n. . . k", hands={"A": "k"}).play("A k@H3")
    assert tips(other) == {}


def test_what_to_draw():
    """R12.3."""
    scores = {"A": "k3 r2 b4 g1 t0"}
    scene = draw("r Ak .", options="display", display="kkkkkg", scores=scores, treasures=FAR)
    texts = tips(scene.play("A swap:k"))
    assert texts == {"draw the weakest": "Your weakest colour is on the display: green."}
    scene = draw("r Ak .", options="display", display="kkkkkr", scores=scores, treasures=FAR)
    assert tips(scene.play("A swap:k")) == {}


# --- all together --------------------------------------------------------------------------------


def test_it_follows_from_what_the_player_may_know():
    """R15.2: a seat's view holds nothing else. Who waits is not advised."""
    for moment in islice(play(Deal(3, 3, "classic", ())), 0, 100, 20):
        view = moment.game.view(moment.seat)
        assert type(view) is SeatView
        waiting = moment.game.view((moment.seat + 1) % 3)
        assert not list(kinds_that_fit(waiting))
        assert all(advice_of(kind.name, waiting) is None for kind in KINDS.values())


def test_what_is_no_kind_any_more_is_no_advice():
    scene = draw("r . .")
    assert advice_of("pray", scene.game.view(0)) is None


LONGEST = {
    "cell": Cell.parse("P11"),
    "count": 24,
    "own": 12,
    "other": 12,
    "leader": Leader(Dynasty.ARCHER, COLOURS[2]),
    "role": COLOURS[2],
    "tile": COLOURS[0],
    "colour": COLOURS[3],
    "first": COLOURS[0],
    "second": COLOURS[3],
    "building": COLOURS[3],
}


def test_advice_is_a_line():
    """160 characters at most, with any contents."""
    for kind in KINDS.values():
        places = {place for _, place, _, _ in string.Formatter().parse(kind.text) if place}
        advice = Advice(kind, {place: LONGEST[place] for place in places})
        assert len(advice_text(WORDS, advice)) <= 160, kind
    assert all(len(each.text) <= 160 for each in EXPLAINED.values())


def test_every_page_it_leads_to_is_there():
    pages = {*(kind.page for kind in KINDS.values()), *(each.page for each in EXPLAINED.values())}
    assert pages <= set(contents().pages)


def test_there_is_no_kind_without_a_board():
    source = Path(__file__).read_text("utf-8")
    assert not [name for name in KINDS if f'"{name}"' not in source]
    assert KINDS.keys() == _CONDITIONS.keys()
