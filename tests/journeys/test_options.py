"""Games with options: each from the lobby, where it is chosen, to its end."""

import re

import pytest
from following import check_nothing_hidden_was_told, check_the_end
from forging import forge
from messages import SELECT, chosen, components, labels, says
from people import STAYS, GameOnDiscord, read, world

from bot.i18n import Words
from engine import OPTION_EXPLANATIONS, OPTION_NAMES, OPTIONS, AddDecision, additions
from tests.dice import LoadedDice

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


async def test_what_is_unknown_is_refused_by_name(tmp_path):
    """Options and presets of another version of this program, or forged."""
    async with world(tmp_path) as w:
        ann = w.person("ann")
        page = await ann.slash("open", w.channel, name="Ur", seats=2)
        for select in ("Preset", "Board", "Options: none"):
            (menu,) = (c for c in components(page) if c.get("placeholder", "").startswith(select))
            refused = await forge(ann, page, menu["custom_id"], ["chess"])
            assert "**chess**" in refused.content
        for command in w.env.backend.commands[None].values():
            for option in command.get("options", ()):
                option.pop("choices", None)
        refused = await ann.slash("open", w.channel, name="Uruk", preset="chess")
        assert "chess" in refused.content
        assert (await ann.slash("games")).content.count("<https://") == 1
        assert (await w.bot.services.games.get(1)).options == ()
        w.env.errors  # noqa: B018  (seen and forgiven)


# --- the English variant -------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_english_variant(tmp_path):
    start, steps, bag = read("english.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", seats=2)
        page = await w.person("ann").press(game.lobby, "Options")
        await w.person("ann").choose(page, "English variant", of="Options: none")
        await w.person("bob").press(game.lobby, "Join")
        why, states = [], [start, *(step.game for step in steps)]
        for number, step in enumerate(steps):
            stands = await game.whole()
            if stands in states[number + 1 :]:
                continue  # it was settled with a decision before
            if isinstance(stands.decision, AddDecision):
                why.append(await only_what_is_allowed(game, stands, stands.decision))
            await game.play(str(step.action))
        # a defender who is not behind is never asked: everyone knows that there is no choice
        assert why == [
            "1 to 2, 5 with all you hold. English variant: get ahead of 2, or add none.",
            "3 to 2. Ties go to you. English variant: add exactly 1 🟥, or none. You have 3.",
            "0 to 2, only 2 with all you hold: you lose.",
            "3 to 0, 5 with all you hold. English variant: you're ahead, so add any number.",
            "4 to 0. Ties go to you. English variant: add exactly 4 ⬛, or none. You have 2.",
        ]
        record = (await game.posts[-1].attachments[-1].read()).decode()
        check_the_end(game, start, steps, record)
        check_nothing_hidden_was_told(w, game, "English variant: get", "treasures 0")


async def only_what_is_allowed(game, now, asked):
    """The question offers what the rule allows and says why; anything else is refused."""
    person = await game.decider()
    question = game.desk_of(person)
    allowed = additions(now)
    held = now.hands[asked.seat][asked.conflict.tiles]
    adding = [int(label.split(" ")[1]) for label in labels(question) if label.startswith("Add")]
    assert adding == list(allowed)
    offered = await person.suggested("decide", "answer", where=game.home)
    assert list(offered.values()) == [f"+{count}" for count in adding]
    for count in range(held + 2):
        if count in allowed:
            continue
        refused = await person.slash("decide", game.home, answer=f"+{count}")
        if count > held:
            assert refused.content.startswith("You don't have that many")
        else:
            assert f" You can add: {Words().listed(allowed)}. (R12.2)\n" in refused.content
        assert (await game.whole()) == now
    return re.search(r"(?m)^\d+ to \d+[,.].*(English variant: .*|: you lose\.)$", question.content)[
        0
    ]
