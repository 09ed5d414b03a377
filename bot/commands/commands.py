"""The slash commands: each turns its options into a request, which is then answered."""

from typing import Any

import discord
from discord import app_commands

from bot.client.base import Interaction, RiversClient
from bot.client.interactions.answer_request import command
from bot.client.interactions.answers import words_for
from bot.client.interactions.tree import in_servers
from bot.commands.managing_commands import server
from bot.commands.server_commands import SERVER_COMMANDS
from bot.commands.suggestions import (
    suggest_answers,
    suggest_catastrophe_cells,
    suggest_colours,
    suggest_games,
    suggest_leader_cells,
    suggest_leaders,
    suggest_leaders_on_board,
    suggest_lines,
    suggest_rules,
    suggest_swaps,
    suggest_tile_cells,
)
from bot.commands.typed import (
    about_leader,
    read_answer,
    read_cell,
    read_level,
    read_swap,
    read_tile,
    read_topic,
)
from bot.commands.typed_line import LineReader
from bot.i18n.options import BOARDS, PRESET_NAMES
from bot.i18n.times import PACE_NAMES
from bot.intents import NO_GAME, UserRequest
from bot.intents.board import Help, SeeBoard, SeeDesk, SeeLog, SeeScore
from bot.intents.games import SeeGames
from bot.intents.hints import SeeBestTurn
from bot.intents.learn import SeeLessons
from bot.intents.lobby import OpenTable, SeatComputer, ToldRole
from bot.intents.owner import SeeBot
from bot.intents.pace import SeePace
from bot.intents.personal_data import SeeOwnData
from bot.intents.planning import SeePlan
from bot.intents.preferences import SeeSettings
from bot.intents.proposals import SeeTable
from bot.intents.seats import AskAlso, Start
from bot.intents.solo import MOST_COMPUTERS, SeeSolo, Solo
from bot.intents.turn import AskEnd, AskResign, Move, Undo
from engine import LEVEL_NAMES, N_, Level, PlaceCatastrophe, PlaceTile

_GAME = N_("Which game, if you play in several")
_LINE = 400
"""The most characters of a line: those of what can be confirmed, with generous blanks."""
_TOPIC = 100
_BOARDS = [app_commands.Choice(name=name, value=board) for board, name in BOARDS.items()]
_LEVELS = [app_commands.Choice(name=name, value=each.value) for each, name in LEVEL_NAMES.items()]
_PACES = [app_commands.Choice(name=name, value=pace) for pace, name in PACE_NAMES.items()]
_PRESETS = [app_commands.Choice(name=name, value=preset) for preset, name in PRESET_NAMES.items()]


def add_commands(tree: app_commands.CommandTree[RiversClient]) -> None:
    """Register every command with a tree."""
    every: tuple[app_commands.Command[Any, ..., Any], ...] = (
        open_,
        solo,
        start,
        turn,
        tile,
        leader,
        withdraw,
        catastrophe,
        swap,
        end,
        undo,
        decide,
        board,
        hand,
        plan,
        hint,
        score,
        log,
        games,
        settings,
        table,
        pace_,
        resign,
        invite,
        computer,
        rules,
        help_,
        learn,
        data,
        bot,
        *SERVER_COMMANDS,
    )
    for each in every:
        tree.add_command(each)
    tree.add_command(server)


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
    told = None
    if role is not None:
        told = ToldRole(role.id, role.name, role.is_default(), role.mentionable)
    await command(interaction, UserRequest(OpenTable(name, seats, preset, board, pace, told)))


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
    await command(
        interaction,
        lambda: UserRequest(SeeSolo(Solo((read_level(level),) * opponents, preset, board))),
    )


@app_commands.command(name="start", description=N_("Start the game you opened"))
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def start(interaction: Interaction, game: str | None = None) -> None:
    """Start a game before all its seats are taken."""
    await command(interaction, UserRequest(Start(), named=game))


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
    await command(
        interaction,
        lambda: UserRequest(LineReader.of(words_for(interaction)).read(line), named=game),
    )


@app_commands.command(name="tile", description=N_("Place a tile from your hand"))
@app_commands.describe(colour=N_("Which tile"), cell=N_("The space, such as E5"), game=_GAME)
@app_commands.autocomplete(colour=suggest_colours, cell=suggest_tile_cells, game=suggest_games)
async def tile(interaction: Interaction, colour: str, cell: str, game: str | None = None) -> None:
    """Place a civilization tile (R5)."""
    words = words_for(interaction)
    await command(
        interaction,
        lambda: UserRequest(
            Move(PlaceTile(read_tile(words, colour), read_cell(words, cell))), named=game
        ),
    )


@app_commands.command(name="leader", description=N_("Place or move a leader"))
@app_commands.describe(leader=N_("Which leader"), cell=N_("The space, such as E5"), game=_GAME)
@app_commands.autocomplete(leader=suggest_leaders, cell=suggest_leader_cells, game=suggest_games)
async def leader(interaction: Interaction, leader: str, cell: str, game: str | None = None) -> None:
    """Place or move a leader (R4)."""
    words = words_for(interaction)
    await command(
        interaction,
        lambda: UserRequest(about_leader(words, leader, read_cell(words, cell)), named=game),
    )


@app_commands.command(name="withdraw", description=N_("Withdraw a leader from the board"))
@app_commands.describe(leader=N_("Which leader"), game=_GAME)
@app_commands.autocomplete(leader=suggest_leaders_on_board, game=suggest_games)
async def withdraw(interaction: Interaction, leader: str, game: str | None = None) -> None:
    """Withdraw a leader (R4.5)."""
    await command(
        interaction,
        lambda: UserRequest(about_leader(words_for(interaction), leader, None), named=game),
    )


@app_commands.command(name="catastrophe", description=N_("Place a catastrophe"))
@app_commands.describe(cell=N_("The space, such as E5"), game=_GAME)
@app_commands.autocomplete(cell=suggest_catastrophe_cells, game=suggest_games)
async def catastrophe(interaction: Interaction, cell: str, game: str | None = None) -> None:
    """Place a catastrophe (R10)."""
    words = words_for(interaction)
    await command(
        interaction, lambda: UserRequest(Move(PlaceCatastrophe(read_cell(words, cell))), named=game)
    )


@app_commands.command(name="swap", description=N_("Swap tiles from your hand for new ones"))
@app_commands.describe(tiles=N_("Which tiles"), game=_GAME)
@app_commands.autocomplete(tiles=suggest_swaps, game=suggest_games)
async def swap(interaction: Interaction, tiles: str, game: str | None = None) -> None:
    """Swap tiles (R11), after a confirmation."""
    await command(
        interaction, lambda: UserRequest(read_swap(words_for(interaction), tiles), named=game)
    )


@app_commands.command(name="end", description=N_("End your turn"))
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def end(interaction: Interaction, game: str | None = None) -> None:
    """End the turn (R3.4); with actions left, after a confirmation."""
    await command(interaction, UserRequest(AskEnd(), named=game))


@app_commands.command(name="undo", description=N_("Undo your last action"))
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def undo(interaction: Interaction, game: str | None = None) -> None:
    """Undo until something hidden has been revealed or another player has decided."""
    await command(interaction, UserRequest(Undo(), named=game))


@app_commands.command(
    name="decide",
    description=N_("Answer what a game asks you, such as how many tiles to add"),
)
@app_commands.describe(answer_=N_("Your answer"), game=_GAME)
@app_commands.rename(answer_="answer")
@app_commands.autocomplete(answer_=suggest_answers, game=suggest_games)
async def decide(interaction: Interaction, answer_: str, game: str | None = None) -> None:
    """Answer the question that waits (R6.3, R7.1, R8.1, R9.2, R12.1, R12.3, R13)."""
    await command(
        interaction, lambda: UserRequest(read_answer(words_for(interaction), answer_), named=game)
    )


# --- looking ---------------------------------------------------------------------------------


@app_commands.command(name="board", description=N_("Show the board, only to you"))
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def board(interaction: Interaction, game: str | None = None) -> None:
    """Show the board."""
    await command(interaction, UserRequest(SeeBoard(), named=game))


@app_commands.command(
    name="hand",
    description=N_("Show your desk, only to you: board, hand and your choices"),
)
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def hand(interaction: Interaction, game: str | None = None) -> None:
    """Show the hand, and the question that waits."""
    await command(interaction, UserRequest(SeeDesk(), named=game))


@app_commands.command(
    name="plan", description=N_("Try out your next turn and keep a note, only for you")
)
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def plan(interaction: Interaction, game: str | None = None) -> None:
    """Show what is planned for the next turn."""
    await command(interaction, UserRequest(SeePlan(), named=game))


@app_commands.command(name="hint", description=N_("Show, only to you, what a computer would do"))
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def hint(interaction: Interaction, game: str | None = None) -> None:
    """Show the best turns, where the table has hints; each is counted."""
    await command(interaction, UserRequest(SeeBestTurn(), named=game))


@app_commands.command(name="score", description=N_("Show your points, only to you"))
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def score(interaction: Interaction, game: str | None = None) -> None:
    """Show one's own totals."""
    await command(interaction, UserRequest(SeeScore(), named=game))


@app_commands.command(name="log", description=N_("Show what happened in the game"))
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def log(interaction: Interaction, game: str | None = None) -> None:
    """Show the log."""
    await command(interaction, UserRequest(SeeLog(), named=game))


@app_commands.command(name="games", description=N_("List your games, those waiting for you first"))
async def games(interaction: Interaction) -> None:
    """List the user's games."""
    await command(interaction, UserRequest(SeeGames()))


@app_commands.command(name="settings", description=N_("Pings and automatic choices"))
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def settings(interaction: Interaction, game: str | None = None) -> None:
    """Show what the user has set: for the game that is named, or else for all."""
    about = None if game else NO_GAME
    await command(interaction, UserRequest(SeeSettings(), about, named=game))


@app_commands.command(
    name="table", description=N_("Propose a pause, an early end or a replacement")
)
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def table(interaction: Interaction, game: str | None = None) -> None:
    """Show what is proposed at a table, and what can be."""
    await command(interaction, UserRequest(SeeTable(), named=game))


@app_commands.command(name="pace", description=N_("Show or change how fast the game is played"))
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def pace_(interaction: Interaction, game: str | None = None) -> None:
    """Show how fast a game is played: its opener chooses, later all agree."""
    await command(interaction, UserRequest(SeePace(), named=game))


@app_commands.command(name="resign", description=N_("Resign from a game"))
@app_commands.describe(game=_GAME)
@app_commands.autocomplete(game=suggest_games)
async def resign(interaction: Interaction, game: str | None = None) -> None:
    """Resign."""
    await command(interaction, UserRequest(AskResign(), named=game))


@app_commands.command(name="invite", description=N_("Invite a player before the game starts"))
@app_commands.describe(player=N_("Who to invite"), game=_GAME)
@app_commands.autocomplete(game=suggest_games)
@in_servers
async def invite(interaction: Interaction, player: discord.User, game: str | None = None) -> None:
    """Ask a member of the server to join; a seat is kept for the answer."""
    plays = isinstance(player, discord.Member) and not player.bot
    await command(interaction, UserRequest(AskAlso(player.id if plays else None), named=game))


@app_commands.command(name="computer", description=N_("Seat a computer in the game you opened"))
@app_commands.describe(level=N_("How strong it is"), game=_GAME)
@app_commands.choices(level=_LEVELS)
@app_commands.autocomplete(game=suggest_games)
async def computer(interaction: Interaction, level: str, game: str | None = None) -> None:
    """Let a computer play, before the game starts."""
    await command(interaction, lambda: UserRequest(SeatComputer(read_level(level)), named=game))


@app_commands.command(name="rules", description=N_("Look up a rule, with a picture"))
@app_commands.describe(topic=N_("A word or a rule number; leave empty for all pages"))
@app_commands.autocomplete(topic=suggest_rules)
async def rules(
    interaction: Interaction, topic: app_commands.Range[str, 1, _TOPIC] | None = None
) -> None:
    """Show a page of the rules, or what pages there are."""
    await command(interaction, lambda: UserRequest(read_topic(words_for(interaction), topic)))


@app_commands.command(name="help", description=N_("How your first turn works"))
async def help_(interaction: Interaction) -> None:
    """Explain a first turn."""
    await command(interaction, UserRequest(Help()))


@app_commands.command(name="data", description=N_("What I store about you and how to delete it"))
async def data(interaction: Interaction) -> None:
    """Show what is stored about the user."""
    await command(interaction, UserRequest(SeeOwnData()))


@app_commands.command(name="learn", description=N_("Learn to play in fifteen minutes"))
async def learn(interaction: Interaction) -> None:
    """Show the lessons, and where the user is."""
    await command(interaction, UserRequest(SeeLessons()))


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
    await command(interaction, UserRequest(SeeBot()))
