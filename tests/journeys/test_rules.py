"""Looking a rule up: from a refusal, by what one types, and from page to page."""

from messages import components, options, says
from people import world

from engine import Dynasty
from tests.dice import LoadedDice, bag_beginning

# ann begins, as the archer; the first tiles in the bag are black ones
OPENING = "krrbgg" + "kkrrbb"


async def test_rules_are_read_from_a_refusal_by_what_one_types_and_page_by_page(tmp_path):
    dice = LoadedDice([Dynasty.ARCHER, Dynasty.BULL], bag_beginning(OPENING))
    async with world(tmp_path, dice) as w:
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

        suggested = await ann.suggested("rules", "topic", "TREÁS", w.channel)
        assert list(suggested.values())[:2] == ["treasures", "treasure-who"]
        assert "Winning treasures (R9, R9.1, R9.5)" in suggested
        assert len(await ann.suggested("rules", "topic", "", None)) == 25
        read = await ann.slash("rules", None, topic="R7.7")  # typed, not chosen
        assert read.content.startswith("**War between Priests**\n")
        assert read.attachments[0].description
        shown = await ann.slash("rules", w.channel, topic="@everyone xyzzy")
        assert shown.content.startswith("The rules say nothing about “@\u200beveryone xyzzy”.")
        contents = await ann.slash("rules", w.channel)
        assert len(options(contents)) >= 25
        read = await ann.choose(contents, "Placing a leader")
        asked = await ann.press(read, "May players share a kingdom?")
        assert asked.content.startswith("**May players share a kingdom?**\nYes.")
        assert asked.attachments[0].filename == "rule-leaders-2.png"
        read = await ann.press(asked, "Placing a leader")
        after = await ann.press(read, "Moving a leader")
        related = await ann.press(after, "Regions and kingdoms")
        assert related.content.startswith("**Regions and kingdoms**\n")
        contents = await ann.press(related, "Contents")
        assert contents.id == related.id == read.id
        assert not contents.attachments
        assert {each["placeholder"] for each in components(contents)} >= {"The game", "Conflicts"}
