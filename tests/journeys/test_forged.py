"""Forged presses about a game of another server.

Discord may refuse them. Else one sentence answers, the same whether there is such a game or not.
"""

from forging import forge
from messages import labels, says
from people import Person, world
from simcord.actors import MemberActor

from bot.dispatch.handlers import AT_TABLE
from bot.domain.table import Status
from bot.intents import print_intent
from bot.intents.server import AskServerZone, SeeServer, SetRule
from tests.bot.test_intents import every_kind, intents
from tests.databases import change_database

NO_GAME = "I can't find that game. `/games` lists yours."
NUMBERS = (1, 2, 3)
"""The games of a server."""
UNKNOWN = 99
TYPED = {
    "answer": "+1",
    "cell": "E5",
    "colour": "r",
    "leader": "King",
    "level": "easy",
    "line": "r@E5 end",
    "tiles": "r",
}
"""Values typed into options of commands."""
ABOUT_SERVER = {AskServerZone, SeeServer, SetRule}


def one_of_each(wanted):
    """One intent of each of these kinds."""
    first = {type(each): each for each in reversed([*intents()]) if type(each) in wanted}
    assert first.keys() == wanted
    return list(first.values())


async def games(w):
    """A game that gathers players, one that runs, and one that is over."""
    gathering = await w.open("ann", name="Uruk", seats=3)
    played = await w.open("ann", "bob", name="Ur")
    over = await w.open("ann", "bob", name="Lagash")
    await over.resign(w.person("ann"))
    every = [gathering, played, over]
    assert [(await each.table()).status for each in every] == [
        Status.LOBBY,
        Status.RUNNING,
        Status.OVER,
    ]
    return every


async def everything(w):
    """Everything that must be the same afterwards."""
    tables = [await w.bot.services.games.get(number) for number in NUMBERS]
    places = (w.channel, *w.channel.threads)
    return tables, [says(message) for place in places for message in place.history()]


def outsider(w):
    """The owner of another server, and a channel there."""
    guild = w.env.create_guild("Elam")
    return Person(w, MemberActor(w.env, guild, guild.owner)), guild.create_text_channel("talk")


async def test_players_press_anywhere(tmp_path):
    """In another server too, and after the game's end."""
    async with world(tmp_path) as w:
        gathering, played, over = await games(w)
        elam = w.env.create_guild("Elam")
        bob = w.person("bob")
        bob_there = Person(w, elam.add_member(bob.member.user, nick="King of Elam"))
        message = await bob_there.slash("help", elam.create_text_channel("talk"))
        shown = await forge(bob_there, message, f"te:{played.id}:-:-:hand")
        assert "your turn – " in shown.content
        shown = await forge(bob_there, message, f"te:{over.id}:-:-:result")
        assert "**Lagash** is over" in shown.content
        refused = await forge(bob_there, message, f"te:{gathering.id}:-:-:join")
        assert refused.content == NO_GAME

        # a nickname stays in its server
        assert [player.name for player in (await played.table()).players].count("bob") == 1
        assert not any("King of Elam" in says(each) for each in (*played.posts, *bob.dms))

        offered = await forge(bob, played.turn, f"te:{played.id}:-:-:offer!")
        assert "offer" in offered.content
        await w.person("dan").press(played.posts[-1], "Take")
        refused = await forge(bob_there, message, f"te:{played.id}:-:-:hand")
        assert refused.content == "You don't play in **Ur**."


def one_of_each_placement(kinds):
    """One intent of each way of being answered."""
    return {(each.placement, each.manager_only): each for each in one_of_each(kinds)}.values()


async def test_a_press_about_a_game_of_another_server_names_shows_and_stores_nothing(tmp_path):
    """Intents of players and of managers; in a server and in direct messages."""
    async with world(tmp_path) as w:
        _, played, _ = await games(w)
        eve, talk = outsider(w)
        before = await everything(w)
        managing = {kind for kind in every_kind() if kind.manager_only and kind.forms}
        about = {kind for kind in AT_TABLE if kind.forms}
        for place, kinds in (talk, about | managing - ABOUT_SERVER), (None, about):
            message = await eve.slash("help", place)
            for number, intent in enumerate(one_of_each_placement(kinds)):
                text, values = print_intent(intent)
                for game in (NUMBERS[number % 3], UNKNOWN):
                    refused = await forge(eve, message, f"te:{game}:0:1:{text}", values)
                    assert (refused.content, labels(refused)) == (NO_GAME, []), text
                    assert not refused.attachments

        # nor does a command or suggestion
        commands = {each["name"]: each for each in w.env.backend.commands[None].values()}
        commands["server game"] = commands.pop("server")["options"][1]
        for command, described in commands.items():
            options = {each["name"]: each for each in described.get("options", ())}
            if "game" not in options:
                continue
            game = "Ur" if len(command) % 2 else str(played.id)
            filled = {name: TYPED.get(name, eve.member) for name in options} | {"game": game}
            refused = await eve.slash(command, talk, **filled)
            assert (refused.content, labels(refused)) == (NO_GAME, []), command
            for option, registered in options.items():
                if registered.get("autocomplete"):
                    others = {name: filled[name] for name in options if name != option}
                    assert not await eve.suggested(command, option, "", talk, **others)
        assert await everything(w) == before
        # nor is a game that is damaged
        message = await eve.slash("help", talk)
        damage = "UPDATE game SET status = 'paused' WHERE id = ?"
        await change_database(tmp_path / "games.sqlite3", damage, played.id)
        for text in ("board", "manage"):
            refused = await forge(eve, message, f"te:{played.id}:-:-:{text}")
            assert refused.content == NO_GAME
        page = await w.person("ann").slash("board", played.home, game=str(played.id))
        assert page.content.startswith("**Ur** is damaged")
