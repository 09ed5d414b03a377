"""The pages of a profile and of the players in a lobby."""

from datetime import timedelta

from seated import WORDS
from tabletop import BEN, PLACE

from bot.domain.ended.profile import Against, Manner, Profile, Tally
from bot.features.profile import profile_page
from bot.intents.board import SeeResult
from bot.store import Ending, PlayedRow, RatingRow
from bot.use_cases import ShownProfile
from engine import Colour, Level

BEST = PlayedRow(
    game_id=7,
    ending=Ending.FINISHED,
    place=2,
    players=3,
    game_name="*Ur* @everyone",
    spheres=[9, 12, 10, 11],
    placed=[9, 9, 9, 9],
    decisions=30,
    usual_wait=timedelta(hours=2),
    with_others=True,
    levels=(),
    place_of_viewer=1,
)
EVERYTHING = Profile(
    Manner(15, 14, timedelta(hours=2)),
    {2: Tally(8, 4), 3: Tally(6, 1)},
    {Level.EASY: Tally(4, 3), Level.STRONG: Tally(2, 0)},
    Colour.GREEN,
    Colour.BLACK,
    BEST,
    Against(3, 2),
)
NOTHING = Profile(Manner(1, 0, None), {}, {}, None, None, None, None)


def test_a_profile_with_everything():
    rating = RatingRow(BEN.user_id, mu=29.3, sigma=3.8, games=14, opponents=5)
    shown = ShownProfile(EVERYTHING, PLACE.guild_id, 7, rating)
    page = profile_page(WORDS, shown, BEN.user_id)
    assert page.text.split("\n") == [
        f"**Profile of <@{BEN.user_id}>**",
        "- Rating: **1543** ± 38",
        "- 2 players: won 4 of 8",
        "- 3 players: won 1 of 6",
        "- Ahead of you in 2 of 3",
        "- Finished 14 of 15",
        "- Usual time for a decision: 2 hours",
        "- Favourite colour: 🟩 green",
        "- Neglected colour: ⬛ black",
        "- Best game: **\\*Ur\\* @\u200beveryone** with 9 in the weakest colour, place 2 of 3",
        "- Against easy computers: won 3 of 4",
        "- Against strong computers: won 0 of 2",
        "-# In this server. Games against computers alone are counted apart.",
    ]
    (record,) = page.buttons
    assert (record.request.game, record.request.intent) == (7, SeeResult())
    assert not page.ping


def test_a_profile_leaves_out_what_is_unknown():
    page = profile_page(WORDS, ShownProfile(NOTHING, None, None), None)
    assert page.text.split("\n") == [
        "**Your profile**",
        "- Finished 0 of 1",
        "-# Everywhere. Games against computers alone are counted apart.",
    ]
    assert not page.rows
