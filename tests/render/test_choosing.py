"""Pictures for somebody who has to choose: legal spaces, and previews."""

from engine import (
    CELLS,
    Cell,
    Colour,
    Dynasty,
    Leader,
    LeaderPlaced,
    PlaceTile,
    TilePlaced,
)
from render import Labels, board_png
from render.theme import THEME
from tests.render.scenes import (
    E5,
    EMPTY,
    NAMES,
    changed,
    colours,
    drawn,
    grand_view,
    opened,
    public,
    space,
    start,
)

PLATE = THEME.plate


def test_legal_spaces_and_no_others_bear_a_plate() -> None:
    view = public()
    legal = [Cell.parse(name) for name in ("A1", "E5", "P11", "E1")]
    picture = opened(board_png(view, NAMES[:3], legal=legal))
    assert changed(drawn(view), picture) == {"A1", "E5", "P11", "E1"}
    assert all(PLATE in colours(space(picture, str(cell))) for cell in legal)


def test_every_space_can_be_marked_and_reads_differently() -> None:
    picture = opened(board_png(public(), NAMES[:3], legal=CELLS))
    plates = [space(picture, str(cell)) for cell in CELLS]
    middle = (10, 10, THEME.cell - 10, THEME.cell - 10)
    assert len({plate.crop(middle).tobytes() for plate in plates}) == len(CELLS)


def test_a_legal_space_that_is_not_empty_still_shows_its_tile() -> None:
    seen = []
    for colour in Colour:
        view = public(EMPTY.with_tile(colour, E5))
        seen.append(space(opened(board_png(view, NAMES[:3], legal=[E5])), "E5"))
        assert {PLATE, THEME.of(colour)} <= colours(seen[-1])
    assert len({image.tobytes() for image in seen}) == 4


def test_the_order_of_legal_spaces_does_not_matter() -> None:
    legal = list(CELLS[::7])
    one, other = (board_png(public(), NAMES[:3], legal=cells) for cells in (legal, legal[::-1]))
    assert one == other == board_png(public(), NAMES[:3], legal=iter(legal))


def test_a_preview_looks_like_nothing_that_has_happened() -> None:
    game = start()
    action = next(a for a in game.legal_actions() if isinstance(a, PlaceTile))
    after, events = game.apply(0, action)
    done, planned = (
        opened(board_png(after.view(None), NAMES[:3], events, planned=planned))
        for planned in (False, True)
    )
    assert str(action.cell) in changed(done, planned)
    assert THEME.mark in colours(space(planned, str(action.cell)))
    head = (0, 0, done.width, THEME.head)
    assert THEME.mark in colours(planned.crop(head))
    assert THEME.mark not in colours(done.crop(head))


def test_a_preview_says_so_in_the_words_given() -> None:
    view, events = grand_view(), [TilePlaced(0, Colour.RED, E5)]
    french = Labels(preview="Aperçu")
    assert board_png(view, NAMES, events, french) == board_png(view, NAMES, events)
    one, other = (
        board_png(view, NAMES, events, which, planned=True) for which in (french, Labels())
    )
    assert one != other


def test_a_planned_leader_is_seen_through() -> None:
    king = Leader(Dynasty.LION, Colour.BLACK)
    view = public(EMPTY.with_tile(Colour.RED, Cell.parse("E6")).with_leader(king, E5))
    events = [LeaderPlaced(2, king, E5, None)]
    done, planned = (
        opened(board_png(view, NAMES[:3], events, planned=planned)) for planned in (False, True)
    )
    assert {"E5"} == changed(done, planned)
