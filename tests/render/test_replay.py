"""A game as an animation and as stills: frames, times, sizes, nothing hidden."""

import random
import struct
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import chain

import pytest
from PIL import Image, ImageSequence

from engine import (
    LEADERS,
    MONUMENTS,
    CatastrophePlaced,
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    Contender,
    LeaderPlaced,
    LeaderWithdrawn,
    MonumentBuilt,
    Over,
    TilePlaced,
    TilesSwapped,
    TreasuresTaken,
    TurnEnded,
    rank,
    read_game,
    turns_of,
)
from render import ENGLISH, Labels, board_png, replay_gif, stills
from render.drawing.canvas import Canvas, Picture
from render.drawing.gif import _reduced, gif
from render.drawing.palette import palette_of
from render.drawing.theme import THEME, framed_small
from render.panels.caption import draw_caption
from render.panels.widgets import Row
from render.pictures import replay
from tests.engine.random_games import with_others_permuted
from tests.render.records import record
from tests.render.scenes import NAMES, coloured, colours, opened, written

SIZE = (514, 451)


@cache
def turns():
    """The turns of a game of four."""
    return list(turns_of(read_game(record(2, 4))))


# --- the animation -------------------------------------------------------------------------------


def test_frames_that_matter_stay_longer_and_the_last_one_longest():
    """First what was built, then wars, the start and the final board."""
    quiet = [
        turn
        for turn in turns()
        if not any(isinstance(event, ConflictDecided | MonumentBuilt) for event in turn.events)
    ][:12]
    attacker = Contender(0, LEADERS[0], Cell.parse("A1"), 3, 0)
    defender = Contender(1, LEADERS[4], Cell.parse("C1"), 2, 0)
    war = ConflictDecided(Conflict(False, Colour.BLACK, attacker, defender))
    built = MonumentBuilt(0, MONUMENTS[0], Cell.parse("E5"))
    happened = {4: (built,), 6: (war,), 8: (built, war)}
    some = [
        replace(turn, events=turn.events + happened.get(at, ())) for at, turn in enumerate(quiet)
    ]
    times = [time for _, time in frames_of(replay_gif(some, NAMES))]
    usual = times[1]
    assert [times[at] for at in (2, 3, 5, 7, 9, 10)] == [usual] * 6
    assert times[6] == times[8]
    assert 300 <= usual < times[4] < times[0] < times[6] < times[-1]


@cache
def animated():
    """The first turns of a game, and their animation."""
    found = turns()[:24]
    return found, replay_gif(found, NAMES)


def test_all_frames_share_the_palette_and_change_only_what_changed():
    found, animation = animated()
    images = images_in(animation)
    assert 24 <= len(images) < 48
    assert all(flags == 0 for _, flags in images)  # no image has a palette of its own
    assert images[0][0] == SIZE
    areas = [width * height for (width, height), _ in images[1:]]
    assert max(areas) < SIZE[0] * SIZE[1]
    assert len(animation) < 8 * len(replay_gif(found[:1], NAMES))


def test_a_long_game_has_fewer_frames_than_turns(monkeypatch):
    """At most 120, and the final scores."""
    assert replay._MOST_FRAMES == 120
    monkeypatch.setattr(replay, "_MOST_FRAMES", 5)
    some = [*turns()[:12], turns()[-1]]
    assert len(frames_of(replay_gif(some, NAMES))) == 6


def test_turns_put_together_lose_nothing():
    each = [replay._Frame(at, turn.view, turn.events) for at, turn in enumerate(turns())]
    for most in (1, 2, 7, len(each) - 1, len(each), 500):
        fewer = replay._merged(each, most)
        assert len(fewer) == min(most, len(each))
        assert fewer[-1].number == each[-1].number
        if most > 1:
            assert sum((one.events for one in fewer), ()) == sum((one.events for one in each), ())


def test_a_replay_never_grows_too_large(monkeypatch):
    found = turns()[:16]
    whole = replay_gif(found, NAMES)
    for limit in (len(whole) - 1, len(whole) // 2, 1):
        monkeypatch.setattr(replay, "_MOST_BYTES", limit)
        smaller = replay_gif(found, NAMES)
        count = len(frames_of(smaller))
        assert count < 16
        assert len(smaller) <= limit or count == 1


SMALL = framed_small(THEME)


def framed(frame, seats):
    """The seats whose places in the strip are framed in gold."""
    step = (frame.width - 2 * SMALL.gap - 3) // seats
    edge = SMALL.gap + 3
    places = (frame.getpixel((edge + seat * step + 40, edge)) for seat in range(seats))
    return [seat for seat, pixel in enumerate(places) if pixel == SMALL.gold]


def test_whose_turn_it_was_is_framed_and_in_the_end_who_won():
    found = turns()
    some = [*found[:6], found[-1]]
    frames = [image for image, _ in frames_of(replay_gif(some, NAMES))]
    ended = [e.seat for turn in some[1:-1] for e in turn.events if isinstance(e, TurnEnded)]
    winners = [placing.seat for placing in rank(found[-1].view.scores) if placing.place == 1]
    framed_in_turn = [[0], *([seat] for seat in ended), winners, winners]
    assert [framed(frame, 4) for frame in frames] == framed_in_turn


def caption(*events, end=520):
    """The line that describes a turn, in colours."""
    canvas = Canvas(920, 40, THEME.lit)
    draw_caption(Row(canvas, 4, 20, THEME.lit), events, ENGLISH, end)
    return opened(canvas.png())


def places_of(line, *texts, paint=THEME.cream):
    """The position of each text in a caption."""
    return [x for each in texts for x, _ in written(line, each, 20, (paint, THEME.lit))]


def test_a_caption_says_what_was_done_and_where():
    """R4, R5, R9, R10, R11: leader, tile, catastrophe, swap, treasures, in their order."""
    line = caption(
        LeaderPlaced(0, LEADERS[0], Cell.parse("E5"), None),
        TilePlaced(0, Colour.RED, Cell.parse("F6")),
        CatastrophePlaced(0, Cell.parse("G7"), None),
        TilesSwapped(0, 3),
        LeaderWithdrawn(0, LEADERS[0], Cell.parse("E5")),
        TreasuresTaken(0, (Cell.parse("H6"), Cell.parse("K2"))),
        end=900,
    )
    places = places_of(line, "E5", "F6", "G7", "swaps tiles", "withdrawn", "+2")
    assert len(places) == 6
    assert places == sorted(places)
    assert THEME.red in colours(line)


def test_a_caption_ends_where_there_is_no_more_room():
    placed = TilePlaced(0, Colour.RED, Cell.parse("P11"))
    some, more = (caption(*[placed] * count, end=300) for count in (30, 60))
    assert some.tobytes() == more.tobytes()
    beyond = some.crop((300, 0, some.width, some.height))
    assert colours(beyond) == {THEME.lit}


@pytest.mark.parametrize(("attack", "defence"), [(17, 16), (16, 17), (17, 17)])
def test_a_conflict_is_told_with_both_totals_the_winner_in_gold(attack, defence):
    """R6.4, R7.5: a tie is the defender's."""
    attacker = Contender(0, LEADERS[0], Cell.parse("A1"), attack, 0)
    defender = Contender(1, LEADERS[4], Cell.parse("C1"), defence, 0)
    line = caption(ConflictDecided(Conflict(False, Colour.BLACK, attacker, defender)))
    paints = (THEME.gold, THEME.dim) if attack > defence else (THEME.dim, THEME.gold)
    (left,), (right,) = (
        places_of(line, str(total), paint=paint)
        for total, paint in zip((attack, defence), paints, strict=True)
    )
    assert left < right


def test_the_last_frame_has_the_final_scores():
    """R14.3; given *placings* are used: players who resigned come last."""
    last = turns()[-1]
    ranked = rank(last.view.scores)
    as_ranked = replay_gif([last], NAMES)
    board, scores = (image.crop((0, SMALL.gap + 90, *SIZE)) for image, _ in frames_of(as_ranked))
    assert board.tobytes() != scores.tobytes()
    other = replace(last, view=replace(last.view, scores=last.view.scores[::-1]))
    assert replay_gif([other], NAMES) != as_ranked
    assert replay_gif([last], NAMES, placings=ranked) == as_ranked
    moved = [*ranked[1:], replace(ranked[0], place=4)]
    assert replay_gif([last], NAMES, placings=moved) != as_ranked
    # Nobody is said to have won where the scores are not shown.
    hidden = replace(last, view=replace(last.view, scores=(None,) * 4))
    assert len(frames_of(replay_gif([hidden], NAMES))) == 1


def test_there_is_a_frame_for_each_turn_as_it_is_drawn_as_a_whole():
    """Each image holds only what changes, in the colours that a GIF has."""
    found, animation = animated()
    reel = replay._Reel(list(NAMES), ENGLISH, (0, len(found) - 1), THEME)
    table, palette = _reduced(palette_of(THEME).bytes)
    for number, (turn, (seen, _)) in enumerate(zip(found, frames_of(animation), strict=True)):
        whole = reel._drawn(replay._Frame(number, turn.view, turn.events)).picture().image
        wanted = Image.frombytes("P", whole.size, whole.tobytes().translate(table))
        wanted.putpalette(palette)
        assert seen.tobytes() == wanted.convert("RGB").tobytes()


def test_some_turns_in_a_row_keep_their_numbers_and_the_bar_shows_how_many_have_come():
    some = turns()[6:10]
    assert [turn.number for turn in some] == [6, 7, 8, 9]
    frames = [image for image, _ in frames_of(replay_gif(some, NAMES))]
    bar = SMALL.gap + replay._STRIP - 2
    golden = [
        sum(frame.getpixel((x, bar)) == SMALL.gold for x in range(frame.width)) for frame in frames
    ]
    assert golden[0] > 0
    assert [round(width / golden[0]) for width in golden] == [1, 2, 3, 4]
    whole = [image for image, _ in frames_of(replay_gif(turns()[:10], NAMES))]
    assert frames[-1].tobytes() == whole[-1].tobytes()


def test_a_replay_does_not_depend_on_anything_hidden():
    steps = list(read_game(record(2, 4)))[:30]
    public = replay_gif(turns_of(steps), NAMES)
    twins = [replace(each, game=with_others_permuted(each.game, None)) for each in steps[1:]]
    assert replay_gif(turns_of([steps[0], *twins]), NAMES) == public


def test_words_come_from_the_labels():
    found = turns()[-2:]
    plain = replay_gif(found, NAMES)
    for french, thai, long in (
        (Labels(turn="Tour"), Labels(turn="ตา"), Labels(turn="Spielabschnitt" * 9)),
        [Labels(decisions={Over: word}) for word in ("Fini", "จบ", "Das Spiel ist aus" * 9)],
    ):
        assert replay_gif(found, NAMES, french) != plain
        assert replay_gif(found, NAMES, thai) == plain
        replay_gif(found, NAMES, long)


def test_a_replay_needs_a_turn():
    with pytest.raises(ValueError, match="turn"):
        replay_gif([], NAMES)


def test_stills_are_the_board_after_each_turn():
    found = turns()[:3]
    pictures = list(stills(found, NAMES))
    assert pictures == [board_png(turn.view, NAMES, turn.events) for turn in found]


# --- the file format: each frame only what it changes ---------------------------------------------


def frames_of(animation):
    """Each frame in colours as it is seen, with its time in milliseconds.

    What changes far apart changes 20 milliseconds apart: that is no frame by itself.
    """
    with Image.open(BytesIO(animation)) as image:
        assert image.format == "GIF"
        assert image.info["loop"] == 0
        shown, begun = [], 0
        for frame in ImageSequence.Iterator(image):
            begun += frame.info["duration"]
            if frame.info["duration"] > 20:
                shown.append((frame.convert("RGB"), begun))
                begun = 0
        return shown


def images_in(animation):
    """The size of each image in a GIF, and its flags."""
    at = 13 + 3 * (2 << (animation[10] & 7))
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


def frame(*pixels):
    return Image.frombytes("L", (len(pixels) // 2, 2), bytes(pixels))


PALETTE = bytes((0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255))


def animation(*frames, palette=PALETTE):
    """Each image with its time, as a whole."""
    size = frames[0][0].size if frames else (1, 1)
    return gif(palette, size, [([(0, 0, image)], time) for image, time in frames])


def test_an_animation_shows_exactly_its_frames():
    chance = random.Random(1)
    images = [frame(*chance.choices(range(4), k=60)) for _ in range(20)]
    images += [images[-1].copy(), images[3].copy()]
    shown = frames_of(animation(*((image, 100) for image in images)))
    del images[-2]  # the same as the one before, which stays longer
    assert [time for _, time in shown] == [100] * 19 + [200, 100]
    for image, (seen, _) in zip(images, shown, strict=True):
        expected = [tuple(PALETTE[3 * at : 3 * at + 3]) for at in image.tobytes()]
        pixels = seen.tobytes()
        assert [tuple(pixels[at : at + 3]) for at in range(0, len(pixels), 3)] == expected


def test_what_changes_far_apart_is_two_images_20_milliseconds_apart():
    """An image as high as both would be longer, and take longer."""
    before = Image.new("L", (300, 300))
    above, below = Image.new("L", (300, 9), 1), Image.new("L", (300, 9), 2)
    file = gif(
        PALETTE, before.size, [([(0, 0, before)], 100), ([(0, 0, above), (0, 280, below)], 100)]
    )
    assert [size for size, _ in images_in(file)] == [(300, 300), (300, 9), (300, 9)]
    (_, first), (last, second) = frames_of(file)
    assert (first, second) == (100, 100)
    assert last.getpixel((5, 5)) == tuple(PALETTE[3:6])
    assert last.getpixel((5, 150)) == tuple(PALETTE[:3])
    assert last.getpixel((5, 285)) == tuple(PALETTE[6:9])


def test_an_animation_has_31_colours_at_most_those_least_alike():
    apart = [(60 * red, 80 * green, 0) for red in range(5) for green in range(4)]
    alike = [(red, green, 5 + shade) for red, green, _ in apart[:10] for shade in range(3)]
    palette = bytes(chain.from_iterable(apart + alike))
    image = Image.frombytes("L", (50, 1), bytes(range(50)))
    ((seen, _),) = frames_of(animation((image, 50), palette=palette))
    assert len(colours(seen)) == 31
    assert set(apart) - set(apart[:10]) <= colours(seen)


def test_an_animation_of_one_frame_and_of_none():
    image = frame(0, 1, 2, 3)
    assert len(frames_of(animation((image, 70), (image, 30)))) == 1
    with pytest.raises(ValueError, match="frame"):
        animation()
    with pytest.raises(ValueError, match="colours"):
        animation((image, 10), palette=bytes(3 * 256))


# --- the canvas: pictures come out as drawn, however their bands are put together -----------------


def scribble(seed, bands):
    """A picture of random things, split at these heights."""
    chance = random.Random(seed)
    canvas = Canvas(90, 120, THEME.night)
    for y in bands:
        canvas.split(y)
    for _ in range(20):
        x, y = chance.randrange(60), chance.randrange(90)
        paint = chance.choice((*THEME.spheres, THEME.gold))
        kind = chance.randrange(3)
        if kind == 0:
            canvas.box(x, y, 30, 30, paint, radius=chance.randrange(9))
        elif kind == 1:
            canvas.polygon([(x, y), (x + 29.5, y + 10), (x + 8, y + 29)], paint)
        else:
            index = palette_of(THEME).index_of(paint)
            canvas.put(Picture(Image.new("L", (20, 20), index)), x, y)
    return canvas


@pytest.mark.parametrize("seed", range(2))
def test_bands_do_not_show(seed):
    whole = opened(scribble(seed, []).png())
    banded = opened(scribble(seed, [119, 1, 17, 17, 60, 61, 500, -4]).png())
    assert whole.tobytes() == banded.tobytes()
    assert whole.tobytes() == coloured(scribble(seed, [40]).picture().image).tobytes()


@pytest.mark.parametrize("bands", [[], [1, 17, 60, 61, 119]], ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_the_parts_that_differ_make_one_picture_of_the_other(seed, bands):
    before, after = scribble(seed, bands), scribble(seed + 1, bands)
    for one, other in ((None, before), (before, after), (after, after), (after, before)):
        picture = opened((one or before).png())
        for left, top, image in other.parts_apart(one):
            picture.paste(coloured(image), (left, top))
        assert picture.tobytes() == opened(other.png()).tobytes()


def test_only_what_is_drawn_otherwise_is_drawn_again():
    """A box more on the third of four bands."""
    picture = Picture(Image.new("L", (50, 100)))

    def canvas(*, more):
        drawn = Canvas(90, 120, THEME.night)
        for y in (30, 60, 90):
            drawn.split(y)
        drawn.put(picture, 0, 0)
        if more:
            drawn.box(40, 70, 10, 10, THEME.gold)
        return drawn

    plain = canvas(more=False)
    ((left, top, image),) = canvas(more=True).parts_apart(plain)
    assert (left, top, image.size) == (40, 60, (10, 30))
    assert plain.parts_apart(canvas(more=False)) == []
    ((left, top, image),) = plain.parts_apart(Canvas(90, 120, THEME.night))  # in other bands
    assert (left, top, image.size) == (0, 0, (90, 120))


def test_a_png_is_right_to_the_last_checksum():
    png = scribble(3, [30, 60]).png()
    with Image.open(BytesIO(png)) as image:
        image.verify()
    assert png == scribble(3, [30, 60]).png()
