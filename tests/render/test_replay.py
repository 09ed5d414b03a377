"""A game as an animation and as stills: frames, times, sizes, nothing hidden."""

import random
import struct
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from engine import (
    LEADERS,
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    Contender,
    MonumentBuilt,
    Over,
    Score,
    Step,
    Turn,
    TurnEnded,
    rank,
    read_game,
    turns_of,
)
from render import Labels, board_png, replay, replay_gif, stills
from render.gif import gif
from render.theme import HIGH_CONTRAST, THEME
from tests.render.records import record
from tests.render.scenes import NAMES, written
from tests.render.test_pictures import HOSTILE

SIZE = (696, 542)


def told(seed: int, seats: int = 3, board: str = "classic", options: tuple[str, ...] = ()):
    return list(turns_of(read_game(record(seed, seats, board, options))))


def frames_of(animation: bytes) -> list[tuple[Image.Image, int]]:
    """Each frame in colours as it is seen, with its time in milliseconds."""
    with Image.open(BytesIO(animation)) as image:
        assert image.format == "GIF"
        assert image.info["loop"] == 0
        return [
            (frame.convert("RGB"), frame.info["duration"])
            for frame in ImageSequence.Iterator(image)
        ]


# --- the animation -------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "seats", "board"), [(0, 2, "classic"), (1, 4, "advanced")])
def test_there_is_a_frame_for_the_start_and_for_each_turn(seed, seats, board) -> None:
    found = told(seed, seats, board)[:24]
    frames = frames_of(replay_gif(found, NAMES[:seats]))
    assert [image.size for image, _ in frames] == [SIZE] * len(found)


def test_frames_that_matter_stay_longer_and_the_last_one_longest() -> None:
    found = told(2, 4)[:40]
    times = [time for _, time in frames_of(replay_gif(found, NAMES))]
    eventful = [
        any(isinstance(event, ConflictDecided | MonumentBuilt) for event in turn.events)
        for turn in found
    ]
    between = range(1, len(found) - 1)
    usual = {times[at] for at in between if not eventful[at]}
    longer = {times[at] for at in between if eventful[at]}
    assert len(usual) == len(longer) == 1
    assert 300 <= min(usual) < min(longer) < times[0] < times[-1]


def images_in(animation: bytes) -> list[tuple[tuple[int, int], int]]:
    """The size of each image in a GIF, and its flags."""
    at = 13 + 3 * 256
    found = []
    while animation[at : at + 1] != b";":
        if animation[at : at + 1] == b",":
            width, height, flags = struct.unpack("<HHB", animation[at + 5 : at + 10])
            found.append(((width, height), flags))
            at += 11
        else:
            at += 2
        while animation[at]:
            at += 1 + animation[at]
        at += 1
    return found


def test_all_frames_share_the_palette_and_change_only_what_changed() -> None:
    found = told(2, 4)[:30]
    images = images_in(replay_gif(found, NAMES))
    assert len(images) == 30
    assert all(flags == 0 for _, flags in images)  # no image has a palette of its own
    assert images[0][0] == SIZE
    areas = [width * height for (width, height), _ in images[1:]]
    assert max(areas) < SIZE[0] * SIZE[1]
    once = len(replay_gif(found[:1], NAMES))
    assert len(replay_gif(found, NAMES)) < 7 * once


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_has_at_most_120_frames_and_is_small(seed) -> None:
    found = told(seed, 4)
    long = found + found[1:] * 2
    assert len(long) > 120
    animation = replay_gif(long, NAMES)
    frames = frames_of(animation)
    assert len(frames) == 120
    assert len(animation) < 1_500_000
    assert frames[0][0].tobytes() == frames_of(replay_gif(long[:1], NAMES))[0][0].tobytes()


def test_turns_put_together_lose_nothing() -> None:
    each = [replay._Told(at, turn.view, turn.events) for at, turn in enumerate(told(0, 3))]
    for most in (1, 2, 3, 7, len(each) - 1, len(each), 500):
        fewer = replay._merged(each, most)
        assert len(fewer) == min(most, len(each))
        assert fewer[-1].number == each[-1].number
        if most > 1:
            assert sum((one.events for one in fewer), ()) == sum((one.events for one in each), ())


def test_a_replay_never_grows_too_large(monkeypatch) -> None:
    found = told(0, 2)[:40]
    whole = replay_gif(found, NAMES[:2])
    for limit in (len(whole) - 1, len(whole) // 2, 1):
        monkeypatch.setattr(replay, "_MOST_BYTES", limit)
        smaller = replay_gif(found, NAMES[:2])
        count = len(frames_of(smaller))
        assert count < 40
        assert len(smaller) <= limit or count == 1


def test_the_last_frame_says_who_won() -> None:
    found = told(3, 3)
    view = found[-1].view
    assert view.over
    other = replace(view, scores=(Score(), Score(99, 99, 99, 99), Score()))
    pictures = {
        replay_gif([Turn(each, found[-1].events)], NAMES[:3])
        for each in (view, other, replace(other, scores=other.scores[::-1]))
    }
    assert len(pictures) >= 2
    # Nobody is said to have won where the scores are not shown.
    replay_gif([Turn(replace(view, scores=(None,) * 3), found[-1].events)], NAMES[:3])


SMALL = replay._small(THEME)


def framed(frame: Image.Image, seats: int) -> list[int]:
    """The seats whose places in the strip are framed in gold."""
    step = (frame.width - replay._RIGHT) // seats
    edge = SMALL.gap + 3
    places = (frame.getpixel((edge + seat * step + 40, edge)) for seat in range(seats))
    return [seat for seat, pixel in enumerate(places) if pixel == SMALL.gold]


def test_whose_turn_it_was_is_framed_and_in_the_end_who_won() -> None:
    found = told(2, 4)
    some = [*found[:6], found[-1]]
    frames = [image for image, _ in frames_of(replay_gif(some, NAMES))]
    ended = [e.seat for turn in some[1:-1] for e in turn.events if isinstance(e, TurnEnded)]
    winners = [placing.seat for placing in rank(found[-1].view.scores) if placing.place == 1]
    assert [framed(frame, 4) for frame in frames] == [[0], *([seat] for seat in ended), winners]


def test_the_last_conflict_of_a_turn_is_shown_with_both_totals() -> None:
    start = told(2, 4)[0].view

    def conflict(attack: int, defence: int) -> ConflictDecided:
        attacker = Contender(0, LEADERS[0], Cell.parse("A1"), attack, 0)
        defender = Contender(1, LEADERS[4], Cell.parse("C1"), defence, 0)
        return ConflictDecided(Conflict(False, Colour.BLACK, attacker, defender))

    for attack, defence in ((17, 16), (16, 17), (17, 17)):
        turn = Turn(start, (conflict(1, 2), conflict(attack, defence)))
        ((frame, _),) = frames_of(replay_gif([turn], NAMES))
        strip = frame.crop((frame.width - replay._RIGHT, 0, frame.width, SMALL.gap + 44))
        paints = (SMALL.gold, SMALL.dim) if attack > defence else (SMALL.dim, SMALL.gold)
        places = [
            place[0]
            for total, paint in zip((attack, defence), paints, strict=True)
            for place in written(strip, str(total), SMALL.text, (paint, SMALL.lit), SMALL)
        ]
        assert len(places) == 2
        assert places[0] < places[1]


def test_the_same_turns_give_the_same_bytes() -> None:
    found = told(0, 2)[:12]
    assert replay_gif(iter(found), NAMES[:2]) == replay_gif(found, NAMES[:2])
    assert replay_gif(found, NAMES[:2]) != replay_gif(found, NAMES[:2], theme=HIGH_CONTRAST)


def test_a_replay_does_not_depend_on_anything_hidden() -> None:
    steps = list(read_game(record(4)))[:60]
    chance = random.Random(0)

    def without_secrets(step: Step) -> Step:
        game = step.game
        hands = tuple((0, 0, 0, sum(hand)) for hand in game.hands)
        scores = tuple(Score(*chance.choices(range(9), k=5)) for _ in game.scores)
        return replace(step, game=replace(game, hands=hands, scores=scores, bag=game.bag[::-1]))

    public = replay_gif(turns_of(steps), NAMES[:3])
    other = [steps[0], *map(without_secrets, steps[1:])]
    assert replay_gif(turns_of(other), NAMES[:3]) == public


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_no_name_breaks_a_replay(name) -> None:
    found = told(2, 4)
    some = [found[0], *[turn for turn in found if len(turn.events) > 9][:3], found[-1]]
    assert len(frames_of(replay_gif(some, (name,) * 4))) == 5


def test_words_come_from_the_labels() -> None:
    found = told(2, 4)[-2:]
    plain = replay_gif(found, NAMES)
    for french, japanese, long in (
        (Labels(turn="Tour"), Labels(turn="手番"), Labels(turn="Spielabschnitt" * 9)),
        [Labels(decisions={Over: word}) for word in ("Fini", "終", "Das Spiel ist aus" * 9)],
    ):
        assert replay_gif(found, NAMES, french) != plain
        assert replay_gif(found, NAMES, japanese) == plain
        replay_gif(found, NAMES, long)


def test_a_replay_needs_a_turn_and_a_name_for_each_seat() -> None:
    with pytest.raises(ValueError, match="turn"):
        replay_gif([], NAMES)
    with pytest.raises(ValueError, match="3 seats"):
        replay_gif(told(1)[:2], NAMES)


# --- stills --------------------------------------------------------------------------------------


def test_stills_are_the_board_after_each_turn() -> None:
    found = told(1)[:6]
    pictures = list(stills(found, NAMES[:3]))
    assert pictures == [board_png(turn.view, NAMES[:3], turn.events) for turn in found]


# --- the file format -----------------------------------------------------------------------------


def frame(*pixels: int) -> Image.Image:
    return Image.frombytes("L", (len(pixels) // 2, 2), bytes(pixels))


PALETTE = bytes((0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255))


def test_an_animation_shows_exactly_its_frames() -> None:
    chance = random.Random(1)
    images = [frame(*chance.choices(range(4), k=60)) for _ in range(20)]
    images += [images[-1].copy(), images[3].copy()]
    shown = frames_of(gif(PALETTE, [(image, 100) for image in images]))
    del images[-2]  # the same as the one before, which stays longer
    assert [time for _, time in shown] == [100] * 19 + [200, 100]
    for image, (seen, _) in zip(images, shown, strict=True):
        expected = [tuple(PALETTE[3 * at : 3 * at + 3]) for at in image.tobytes()]
        pixels = seen.tobytes()
        assert [tuple(pixels[at : at + 3]) for at in range(0, len(pixels), 3)] == expected


def test_an_animation_of_one_frame_and_of_none() -> None:
    image = frame(0, 1, 2, 3)
    assert len(frames_of(gif(PALETTE, [(image, 70), (image, 30)]))) == 1
    with pytest.raises(ValueError, match="frame"):
        gif(PALETTE, [])
    with pytest.raises(ValueError, match="colours"):
        gif(bytes(3 * 256), [(image, 10)])
