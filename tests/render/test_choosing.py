"""Pictures for somebody who has to choose: legal spaces, and previews."""

from engine import (
    CELLS,
    Cell,
    Colour,
    EndTurn,
    PlaceTile,
    TilePlaced,
)
from render import Labels, board_png, spaces_png
from render.drawing.theme import THEME
from tests.render.scenes import (
    E5,
    EMPTY,
    NAMES,
    TOP,
    changed,
    colours,
    drawn,
    grand_view,
    lively_game,
    opened,
    public,
    space,
    start,
)


def spaces(legal=(), board=EMPTY):
    """The board with legal spaces marked, in colours."""
    return opened(spaces_png(public(board), legal))


def test_legal_spaces_and_no_others_lie_on_flat_light_ground():
    """Square and without an outline: nothing on the board looks like a key."""
    legal = {"A1", "E5", "P11", "E1"}
    plain, picture = spaces(), spaces(map(Cell.parse, legal))
    assert changed(plain, picture, 0) == legal
    edge = (4, 4, THEME.cell - 4, 12)
    for cell in legal:
        assert colours(space(picture, cell, 0).crop(edge)) == {THEME.cream}


def test_the_spaces_are_on_the_board_as_it_is_drawn_for_everybody():
    game, _ = lively_game(2, 3)[90]
    board = drawn(game.view(None)).crop((0, TOP, THEME.width, TOP + THEME.field))
    assert opened(spaces_png(game.view(None), ())).tobytes() == board.tobytes()


def test_every_space_can_be_marked_and_reads_differently():
    """Letters and numbers beside the board are no buttons, so they never look like it."""
    plain, picture = spaces(), spaces(CELLS)
    plates = [space(picture, str(cell), 0) for cell in CELLS]
    middle = (10, 10, THEME.cell - 10, THEME.cell - 10)
    assert len({plate.crop(middle).tobytes() for plate in plates}) == len(CELLS)
    for box in (
        (0, 0, THEME.width, THEME.end_margin - THEME.rim),
        (0, 0, THEME.side_margin - THEME.rim, plain.height),
    ):
        assert plain.crop(box).tobytes() == picture.crop(box).tobytes()


def test_a_preview_looks_like_nothing_that_has_happened():
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


def test_a_paused_board_says_that_it_is_nobodys_turn():
    game = start()
    next_turn = game.apply(0, EndTurn()).game
    running, paused = (
        {board_png(each.view(None), NAMES[:3], paused=paused) for each in (game, next_turn)}
        for paused in (False, True)
    )
    assert (len(running), len(paused)) == (2, 1)


def test_a_preview_says_so_in_the_words_given():
    view, events = grand_view(), [TilePlaced(0, Colour.RED, E5)]
    french = Labels(preview="Aperçu")
    assert board_png(view, NAMES, events, french) == board_png(view, NAMES, events)
    one, other = (
        board_png(view, NAMES, events, which, planned=True) for which in (french, Labels())
    )
    assert one != other
