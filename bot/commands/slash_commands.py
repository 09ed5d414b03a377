"""The slash commands: each turns its options into a request, which is then answered."""

from collections.abc import Callable
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.client.base import Interaction, RiversClient
from bot.client.interactions.answer_request import answer
from bot.client.interactions.answers import words_for
from bot.client.interactions.tree import BY_SERVERS, SERVERS, in_servers
from bot.commands import context_menus
from bot.commands.suggestions import (
    suggest_answers,
    suggest_catastrophe_cells,
    suggest_colours,
    suggest_games,
    suggest_leader_cells,
    suggest_leaders,
    suggest_leaders_on_board,
    suggest_lines,
    suggest_managed_games,
    suggest_rules,
    suggest_swaps,
    suggest_tile_cells,
)
from bot.commands.typed import (
    about_leader,
    player_id,
    read_answer,
    read_cell,
    read_level,
    read_swap,
    read_tile,
    read_topic,
)
from bot.commands.typed_line import LineReader
from bot.i18n import Words
from bot.i18n.options import BOARDS, PRESET_NAMES
from bot.i18n.times import PACE_NAMES
from bot.intents import NO_GAME, Intent, UserRequest
from bot.intents.board import Help, SeeBoard, SeeDesk, SeeLog, SeeScore
from bot.intents.games import SeeGames
from bot.intents.hints import SeeBestTurn
from bot.intents.learn import SeeLessons
from bot.intents.lobby import OpenTable, PingedRole, SeatComputer
from bot.intents.owner import SeeBot
from bot.intents.pace import SeePace
from bot.intents.personal_data import SeeOwnData
from bot.intents.planning import SeePlan
from bot.intents.preferences import SeeSettings
from bot.intents.proposals import SeeTable
from bot.intents.queue import SeeQueue
from bot.intents.review import Study
from bot.intents.seats import AskAlso, Start
from bot.intents.server import ManageGame, MoveGame, PutBoardUp, SeeCheck, SeeServer, Silence
from bot.intents.solo import MOST_COMPUTERS, SeeSolo, Solo
from bot.intents.standing import SeeLeaderboard
from bot.intents.turn import AskEnd, AskResign, Move, Undo
from engine import LEVEL_NAMES, N_, Level, PlaceCatastrophe, PlaceTile

_Command: TypeAlias = app_commands.Command[Any, ..., Any]

_GAME = N_("Which game, if you play in several")
_LINE = 400
"""The most characters of a line: those of what can be confirmed, with generous blanks."""
_TOPIC = 100
_BOARDS = [app_commands.Choice(name=name, value=board) for board, name in BOARDS.items()]
_LEVELS = [app_commands.Choice(name=name, value=each.value) for each, name in LEVEL_NAMES.items()]
_PACES = [app_commands.Choice(name=name, value=pace) for pace, name in PACE_NAMES.items()]
_PRESETS = [app_commands.Choice(name=name, value=preset) for preset, name in PRESET_NAMES.items()]


def add_commands(tree: app_commands.CommandTree[RiversClient]) -> None:
    """Register every command with a tree, context menus too."""
    for each in globals().values():
        if isinstance(each, app_commands.Command | app_commands.Group) and each.parent is None:
            tree.add_command(each)
    context_menus.add_commands(tree)


def _about_game(name: str, description: str, intent: Intent) -> _Command:
    """A command whose only option is the game."""

    @app_commands.command(name=name, description=description)
    @app_commands.describe(game=_GAME)
    @app_commands.autocomplete(game=suggest_games)
    async def typed(interaction: Interaction, game: str | None = None) -> None:
        await answer(interaction, UserRequest(intent, named=game))

    return typed


def _without_options(name: str, description: str, intent: Intent) -> _Command:
    """A command without options."""

    @app_commands.command(name=name, description=description)
    async def typed(interaction: Interaction) -> None:
        await answer(interaction, UserRequest(intent))

    return typed


async def _answer_typed(
    interaction: Interaction, read: Callable[[Words], Intent], game: str | None = None
) -> None:
    """Answer the intent that *read* makes of what was typed, or the error that it raises."""
    words = words_for(interaction)
    await answer(interaction, lambda: UserRequest(read(words), named=game))


# --- opening ---------------------------------------------------------------------------------


@app_commands.command(name="open", description=N_("Open a game in this channel"))
@app_commands.describe(
    name=N_("The game's name"),
    seats=N_("How many seats, 2 to 4"),
    preset=N_("How to play; you can change the options later"),
    board=N_("Which board; classic suits a first game"),
    pace=N_("How much time everyone has; you can change it later"),
    role=N_("A role to ping once, when the game opens"),
)
@app_commands.choices(board=_BOARDS, preset=_PRESETS, pace=_PACES)
@in_servers
async def open_(
    interaction: Interaction,
    name: str,
    *,
    seats: app_commands.Range[int, 2, 4] = 4,
    preset: str | None = None,
    board: str | None = None,
    pace: str | None = None,
    role: discord.Role | None = None,
) -> None:
    """Open a game; it gathers its players in this channel."""
    pinged = None
    if role is not None:
        pinged = PingedRole(role.id, role.name, role.is_default(), role.mentionable)
    await answer(interaction, UserRequest(OpenTable(name, seats, preset, board, pace, pinged)))


@app_commands.command(name="solo", description=N_("Play against computers in your direct messages"))
@app_commands.describe(
    opponents=N_("How many computers, 1 to 3"),
    level=N_("How strong they are; easy by default"),
    preset=N_("How to play: a board with its options"),
    board=N_("Which board; classic suits a first game"),
)
@app_commands.choices(board=_BOARDS, preset=_PRESETS, level=_LEVELS)
async def solo(
    interaction: Interaction,
    opponents: app_commands.Range[int, 1, MOST_COMPUTERS] = 1,
    level: str = Level.EASY.value,
    preset: str = Solo().preset,
    board: str = "",
) -> None:
    """Show what a game against computers would be like; one press begins it."""
    await _answer_typed(
        interaction, lambda _: SeeSolo(Solo((read_level(level),) * opponents, preset, board))
    )


@app_commands.command(name="play", description=N_("Wait for a table with others in this server"))
@in_servers
async def play(interaction: Interaction) -> None:
    """Show what the user can wait for; one press waits."""
    await answer(interaction, UserRequest(SeeQueue()))


start = _about_game("start", N_("Start the game you opened"), Start())


# --- a turn ----------------------------------------------------------------------------------


@app_commands.command(name="turn", description=N_("Play your turn in one line"))
@app_commands.describe(
    line=N_("Your moves, such as r@E5 Ak@F5 end or red@E5 King@F5 end"), game=_GAME
)
@app_commands.autocomplete(line=suggest_lines, game=suggest_games)
async def turn(
    interaction: Interaction, line: app_commands.Range[str, 1, _LINE], game: str | None = None
) -> None:
    """Play several decisions, one after the other, after a confirmation."""
    await _answer_typed(interaction, lambda words: LineReader.of(words).read(line), game)


@app_commands.command(name="tile", description=N_("Place a tile from your hand"))
@app_commands.describe(colour=N_("Which tile"), cell=N_("The space, such as E5"), game=_GAME)
@app_commands.autocomplete(colour=suggest_colours, cell=suggest_tile_cells, game=suggest_games)
async def tile(interaction: Interaction, colour: str, cell: str, game: str | None = None) -> None:
    """Place a civilization tile (R5)."""
    await _answer_typed(
        interaction,
        lambda words: Move(PlaceTile(read_tile(words, colour), read_cell(words, cell))),
        game,
    )


@app_commands.command(name="leader", description=N_("Place or move a leader"))
@app_commands.describe(leader=N_("Which leader"), cell=N_("The space, such as E5"), game=_GAME)
@app_commands.autocomplete(leader=suggest_leaders, cell=suggest_leader_cells, game=suggest_games)
async def leader(interaction: Interaction, leader: str, cell: str, game: str | None = None) -> None:
    """Place or move a leader (R4)."""
    await _answer_typed(
        interaction, lambda words: about_leader(words, leader, read_cell(words, cell)), game
    )


@app_commands.command(name="withdraw", description=N_("Withdraw a leader from the board"))
@app_commands.describe(leader=N_("Which leader"), game=_GAME)
@app_commands.autocomplete(leader=suggest_leaders_on_board, game=suggest_games)
async def withdraw(interaction: Interaction, leader: str, game: str | None = None) -> None:
    """Withdraw a leader (R4.5)."""
    await _answer_typed(interaction, lambda words: about_leader(words, leader, None), game)


@app_commands.command(name="catastrophe", description=N_("Place a catastrophe"))
@app_commands.describe(cell=N_("The space, such as E5"), game=_GAME)
@app_commands.autocomplete(cell=suggest_catastrophe_cells, game=suggest_games)
async def catastrophe(interaction: Interaction, cell: str, game: str | None = None) -> None:
    """Place a catastrophe (R10)."""
    await _answer_typed(
        interaction, lambda words: Move(PlaceCatastrophe(read_cell(words, cell))), game
    )


@app_commands.command(name="swap", description=N_("Swap tiles from your hand for new ones"))
@app_commands.describe(tiles=N_("Which tiles"), game=_GAME)
@app_commands.autocomplete(tiles=suggest_swaps, game=suggest_games)
async def swap(interaction: Interaction, tiles: str, game: str | None = None) -> None:
    """Swap tiles (R11), after a confirmation."""
    await _answer_typed(interaction, lambda words: read_swap(words, tiles), game)


end = _about_game("end", N_("End your turn"), AskEnd())


undo = _about_game("undo", N_("Undo your last action"), Undo())


@app_commands.command(
    name="decide",
    description=N_("Answer what a game asks you, such as how many tiles to add"),
)
@app_commands.describe(answer_=N_("Your answer"), game=_GAME)
@app_commands.rename(answer_="answer")
@app_commands.autocomplete(answer_=suggest_answers, game=suggest_games)
async def decide(interaction: Interaction, answer_: str, game: str | None = None) -> None:
    """Answer the question that waits (R6.3, R7.1, R8.1, R9.2, R12.1, R12.3, R13)."""
    await _answer_typed(interaction, lambda words: read_answer(words, answer_), game)


# --- looking ---------------------------------------------------------------------------------


board = _about_game("board", N_("Show the board, only to you"), SeeBoard())


hand = _about_game(
    "hand", N_("Show your desk, only to you: board, hand and your choices"), SeeDesk()
)


plan = _about_game("plan", N_("Try out your next turn and keep a note, only for you"), SeePlan())


hint = _about_game("hint", N_("Show, only to you, what a computer would do"), SeeBestTurn())


score = _about_game("score", N_("Show your points, only to you"), SeeScore())


log = _about_game("log", N_("Show what happened in the game"), SeeLog())


games = _without_options("games", N_("List your games, those waiting for you first"), SeeGames())


@app_commands.command(name="profile", description=N_("Show a player's results, only to you"))
@app_commands.describe(player=N_("Whose results; leave empty for yours"))
async def profile(interaction: Interaction, player: discord.User | None = None) -> None:
    """Show what the results of a user add up to."""
    await answer(interaction, context_menus.profile_of(interaction, player or interaction.user))


leaderboard = in_servers(
    _without_options("leaderboard", N_("Show the ratings in this server"), SeeLeaderboard())
)


@app_commands.command(name="settings", description=N_("Pings and automatic choices"))
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def settings(interaction: Interaction, game: str | None = None) -> None:
    """Show what the user has set: for the game that is named, or else for all."""
    about = None if game else NO_GAME
    await answer(interaction, UserRequest(SeeSettings(), about, named=game))


table = _about_game("table", N_("Propose a pause, an early end or a replacement"), SeeTable())


pace_ = _about_game("pace", N_("Show or change how fast the game is played"), SeePace())


resign = _about_game("resign", N_("Resign from a game"), AskResign())


@app_commands.command(name="invite", description=N_("Invite a player before the game starts"))
@app_commands.describe(player=N_("Who to invite"), game=_GAME)
@app_commands.autocomplete(game=suggest_games)
@in_servers
async def invite(interaction: Interaction, player: discord.User, game: str | None = None) -> None:
    """Ask a member of the server to join; a seat is kept for the answer."""
    await answer(interaction, UserRequest(AskAlso(player_id(player)), named=game))


@app_commands.command(name="computer", description=N_("Seat a computer in the game you opened"))
@app_commands.describe(level=N_("How strong it is"), game=_GAME)
@app_commands.choices(level=_LEVELS)
@app_commands.autocomplete(game=suggest_games)
async def computer(interaction: Interaction, level: str, game: str | None = None) -> None:
    """Let a computer play, before the game starts."""
    await _answer_typed(interaction, lambda _: SeatComputer(read_level(level)), game)


@app_commands.command(name="rules", description=N_("Look up a rule, with a picture"))
@app_commands.describe(topic=N_("A word or a rule number; leave empty for all pages"))
@app_commands.autocomplete(topic=suggest_rules)
async def rules(
    interaction: Interaction, topic: app_commands.Range[str, 1, _TOPIC] | None = None
) -> None:
    """Show a page of the rules, or what pages there are."""
    await _answer_typed(interaction, lambda words: read_topic(words, topic))


help_ = _without_options("help", N_("How your first turn works"), Help())


data = _without_options("data", N_("What I store about you and how to delete it"), SeeOwnData())


learn = _without_options("learn", N_("Learn to play in fifteen minutes"), SeeLessons())


study = _without_options("study", N_("Look at the record of any game; only you see it"), Study())


# --- in a server ---------------------------------------------------------------------------------


@app_commands.command(
    name="check", description=N_("Show which permissions I have and what is missing")
)
@app_commands.describe(channel=N_("Which channel or thread; leave empty for this one"))
@in_servers
@app_commands.default_permissions(manage_guild=True)
async def check(
    interaction: Interaction,
    channel: app_commands.AppCommandChannel | app_commands.AppCommandThread | None = None,
) -> None:
    """Check the permissions that the bot needs."""
    await answer(interaction, UserRequest(SeeCheck(None if channel is None else channel.id)))


@app_commands.command(name="move", description=N_("Show a game here when its channel is gone"))
@app_commands.describe(game=N_("Which game, if several lost their channels"))
@app_commands.autocomplete(game=suggest_games)
@in_servers
async def move(interaction: Interaction, game: str | None = None) -> None:
    """Show a game elsewhere, whose channel is gone."""
    await answer(interaction, UserRequest(MoveGame(game)))


server = app_commands.Group(
    name="server",
    description=N_("For this server's admins"),
    guild_only=True,
    allowed_contexts=SERVERS,
    allowed_installs=BY_SERVERS,
    default_permissions=discord.Permissions(manage_guild=True),
)


@server.command(name="settings", description=N_("Who opens games, where, and how they are played"))
async def server_settings(interaction: Interaction) -> None:
    """Show what is set for the games in this server."""
    await answer(interaction, UserRequest(SeeServer()))


@server.command(name="board", description=N_("Put a list of this server's games up here"))
async def server_board(interaction: Interaction) -> None:
    """Put the server's board up in this channel."""
    await answer(interaction, UserRequest(PutBoardUp()))


@server.command(name="game", description=N_("End, remove or pause a game, or replace a player"))
@app_commands.describe(game=N_("Which game"))
@app_commands.autocomplete(game=suggest_managed_games)
async def server_game(interaction: Interaction, game: str) -> None:
    """Show what can be done to a game."""
    await answer(interaction, UserRequest(ManageGame(), named=game))


@server.command(name="silence", description=N_("Stop a member from opening games here"))
@app_commands.describe(
    person=N_("Which member"), silent=N_("True stops them; False lets them open games again")
)
async def server_silence(
    interaction: Interaction,
    person: discord.Member | discord.User,
    *,
    silent: bool = True,
) -> None:
    """Let a member open no games, or let them again."""
    await answer(interaction, UserRequest(Silence(person.id, silent)))


# --- for the host --------------------------------------------------------------------------------


@app_commands.command(
    name="bot", description=N_("For my host: status, announcements and maintenance")
)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.default_permissions(administrator=True)
async def bot(interaction: Interaction) -> None:
    """Show how the bot is, to the owner of its application and its team.

    Discord hides a command from no single user: members of servers do not see it, admins do, and
    in direct messages everybody. The answer is for the owners alone all the same.
    """
    await answer(interaction, UserRequest(SeeBot()))
