"""Games with options: each from the lobby, where it is chosen, to its end."""

from forging import forge
from messages import SELECT, chosen, components, says
from people import STAYS, GameOnDiscord, world

from engine import OPTION_EXPLANATIONS, OPTION_NAMES, OPTIONS

# --- choosing them -------------------------------------------------------------------------------


async def test_the_opener_chooses_the_options(tmp_path):
    async with world(tmp_path) as w:
        ann, bob = w.person("ann"), w.person("bob")
        page = await ann.slash("open", w.channel, name="Ur", seats=3)
        (lobby,) = (each for each in w.channel.history() if "Players:" in each.content)
        game = GameOnDiscord(w, 1, w.channel, lobby.id)
        assert "**Ur** is open" in page.content
        assert chosen(page) == ["Rulebook: classic board, no options", "Classic board"]
        # every option with a line of explanation
        for option in OPTIONS:
            assert f"{OPTION_NAMES[option]} {OPTION_EXPLANATIONS[option]}" in says(page)
            assert OPTION_NAMES[option] not in game.lobby.content
        assert [c["min_values"] for c in components(page) if c["type"] == SELECT] == [1, 1, 0]
        # what another version of this program may offer
        for select in ("Preset", "Board", "Options: none"):
            (menu,) = (c for c in components(page) if c.get("placeholder", "").startswith(select))
            refused = await forge(ann, page, menu["custom_id"], ["chess"])
            assert "**chess**" in refused.content
        for option in next(
            each["options"]
            for each in w.env.backend.commands[None].values()
            if each["name"] == "open"
        ):
            option.pop("choices", None)
        refused = await ann.slash("open", w.channel, name="Uruk", preset="chess")
        assert "chess" in refused.content
        assert (await ann.slash("games")).content.count("<https://") == 1
        assert (await game.table()).options == ()
        # a preset, a board, single options: the lobby follows
        page = await ann.choose(page, "Everything:")
        assert "Advanced board" in game.lobby.content
        for option in OPTIONS:
            assert f"{OPTION_NAMES[option]}: {OPTION_EXPLANATIONS[option]}" in game.lobby.content
        page = await ann.choose(page, "Classic", of="Board")
        assert "Classic board" in game.lobby.content
        page = await ann.choose(page, "Ziggurat", "English variant")
        assert chosen(page) == ["Classic board", "English variant", "Ziggurat"]
        page = await ann.choose(page, of="Options: none")
        assert chosen(page) == ["Rulebook: classic board, no options", "Classic board"]
        page = await ann.choose(page, "First game:")
        assert (await game.table()).options == ("open",)
        # later by the lobby's button, and only by the opener
        again = await ann.press(game.lobby, "Options")
        assert again.content == page.content
        refused = await bob.press(game.lobby, "Options")
        assert refused.content == "Only **ann** can set up **Ur**."
        await bob.press(game.lobby, "Join")
        await w.env.advance_time(STAYS)
        await ann.press(game.lobby, "Leave")
        refused = await ann.choose(again, "Rulebook:")
        assert refused.content == "Only **bob** can set up **Ur**."
        await bob.choose(await bob.press(game.lobby, "Options"), "Rulebook:")
        assert (await game.table()).options == ()
        # not once it has started
        page = await bob.press(game.lobby, "Options")
        await ann.press(game.lobby, "Join")
        await w.person("cora").press(game.lobby, "Join")
        late = await bob.choose(page, "Everything:")
        assert late.content.startswith("**Ur** has already started.\n")
        assert (await game.table()).options == ()
