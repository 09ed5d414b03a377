"""Looking a rule up: from a refusal, by what one types, and from page to page."""

from pathlib import Path

from messages import components, labels, options, says
from people import world

from engine import Dynasty, parse_action
from tests.dice import LoadedDice, bag_beginning

# ann begins, as the archer; the first tiles in the bag are black ones
OPENING = "krrbgg" + "kkrrbb"


def dice() -> LoadedDice:
    return LoadedDice([Dynasty.ARCHER, Dynasty.BULL], bag_beginning(OPENING))


async def test_a_refusal_leads_to_its_rule_by_one_press(tmp_path: Path) -> None:
    async with world(tmp_path, dice()) as w:
        game = await w.open("ann", "bob")
        ann = w.person("ann")
        refused = await ann.slash("tile", game.thread, colour="b", cell="A1")
        assert "A1 is land. Farms go on rivers. (R5.1)" in refused.content
        before = says(refused)
        read = await ann.press(refused, "R5.1 Placing a tile")
        assert read.content.startswith("**Placing a tile**\n")
        assert read.attachments[0].filename == "rule-tiles.png"
        assert "Archer's King on I6" in (read.attachments[0].description or "")
        assert read.id != refused.id  # the desk stays as it is
        assert "End turn" in before
        await ann.press(refused, "End turn")


async def test_every_way_to_be_refused_shows_the_rule(tmp_path: Path) -> None:
    async with world(tmp_path, dice()) as w:
        game = await w.open("ann", "bob")
        ann, bob, eve = map(w.person, ("ann", "bob", "eve"))
        refused = await ann.slash("leader", game.thread, leader="King", cell="A1")
        assert "R4.2 Placing a leader" in labels(refused)
        refused = await ann.slash("leader", leader="Trader", cell="E1")  # in direct messages
        assert "R4.2 Placing a leader" in labels(refused)
        read = await ann.press(refused, "R4.2")
        assert read.content.startswith("**Placing a leader**\n")
        # a press out of turn
        refused = await bob.press_more(await bob.press(game.turn, "Desk"), "Help")
        refused = await bob.slash("end", game.thread)
        assert "R3.1 Two actions a turn" in labels(refused)
        # a line of which a part cannot be played
        refused = await ann.slash("turn", game.thread, line="k@E1 end")
        assert labels(refused) == ["R5.1 Placing a tile", "Back"]
        # a line that can be played no further than something hidden
        preview = await ann.slash("turn", game.thread, line="swap:gg g@A1 end")
        played = await ann.press(preview, "Play this turn")
        assert "Not played: `g@A1 end`\nNot in your hand: 🟩 market" in played.content
        assert "R5.1 Placing a tile" in labels(played)
        # what this bot forbids, and no rule of the game
        refused = await ann.press(game.turn, "Undo")
        assert "You can't undo that" in refused.content
        read = await ann.press(refused, "Undoing a decision")
        assert read.content.startswith("**Undoing a decision**\n")
        # no rule is in question
        refused = await eve.press(game.turn, "Desk")
        assert labels(refused) == ["Watch"]


async def test_a_rule_is_looked_up_without_any_game(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        ann = w.person("ann")
        for where in (w.channel, None):
            suggested = await ann.suggested("rules", "topic", "retry", where)
            assert list(suggested.values()) == ["internal-ties", "internal-ties-2"]
            suggested = await ann.suggested("rules", "topic", "TREÁS", where)
            assert list(suggested.values())[:2] == ["treasures", "treasure-who"]
            assert "Winning treasures (R9, R9.1, R9.5)" in suggested
            suggested = await ann.suggested("rules", "topic", "", where)
            assert len(suggested) == 25
            read = await ann.slash("rules", where, topic="treasure-who")
            assert read.content.startswith("**Who takes a treasure**\n")
            read = await ann.slash("rules", where, topic="R7.7")  # typed, not chosen
            assert read.content.startswith("**War between Priests**\n")
            assert read.attachments[0].description


async def test_pages_are_turned_in_place(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        ann = w.person("ann")
        contents = await ann.slash("rules", w.channel)
        assert len(options(contents)) >= 25
        read = await ann.choose(contents, "Placing a leader")
        assert read.id == contents.id
        asked = await ann.press(read, "May players share a kingdom?")
        assert asked.content.startswith("**May players share a kingdom?**\nYes.")
        assert asked.attachments[0].filename == "rule-leaders-2.png"
        read = await ann.press(asked, "Placing a leader")
        after = await ann.press(read, "Moving a leader")
        assert after.id == read.id == contents.id
        related = await ann.press(after, "Regions and kingdoms")
        assert related.content.startswith("**Regions and kingdoms**\n")
        contents = await ann.press(related, "Contents")
        assert contents.id == related.id
        assert not contents.attachments
        assert {each["placeholder"] for each in components(contents)} >= {"The game", "Conflicts"}


async def test_nonsense_leads_to_all_pages(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        ann = w.person("ann")
        shown = await ann.slash("rules", w.channel, topic="@everyone xyzzy")
        assert shown.content.startswith("The rules say nothing about “@\u200beveryone xyzzy”.")
        assert len(options(shown)) >= 25


async def test_from_the_help_to_the_rules(tmp_path: Path) -> None:
    async with world(tmp_path, dice()) as w:
        game = await w.open("ann", "bob")
        ann = w.person("ann")
        helped = await ann.press_more(await ann.press(game.turn, "Desk"), "Help")
        contents = await ann.press(helped, "Rules")
        assert contents.id != helped.id
        read = await ann.choose(contents, "Who wins, and ties")
        assert "weakest" in read.content
        await game.take(parse_action("k@D6"), "dm")
        assert (await ann.press(read, "Contents")).content == contents.content
