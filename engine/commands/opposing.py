"""Commands about computer opponents: suggest, match (notation.md, "Commands")."""

import argparse
from collections.abc import Callable, Iterable

from engine import (
    LAYOUTS,
    OPTIONS,
    SEATS,
    Action,
    Game,
    Level,
    Score,
    SeatView,
    Step,
    best_turns,
    check_options,
    decide,
)
from engine.commands.kit import CommandError, Commands, played, read_text
from engine.commands.match import MOST_JOBS, MOST_TURNS, PLAYERS, Match, games_of, lines_of


def add_to(commands: Commands) -> None:
    """Add these commands to a command line."""
    suggest = commands.add_parser("suggest", help="print what a computer opponent would decide")
    suggest.add_argument("file", metavar="FILE")
    suggest.add_argument("--level", choices=list(map(str, Level)), default=str(Level.STRONG))
    suggest.add_argument("--seed", type=int, default=0)
    suggest.add_argument("--nodes", type=_number(), help="how many positions to look at")
    suggest.add_argument("--best", type=_number(), metavar="K", help="print up to K whole turns")
    suggest.set_defaults(run=_suggest)

    match = commands.add_parser(
        "match",
        help="let computer players play against each other",
        description=f"A game that is not over after {MOST_TURNS} turns of each player is stopped "
        "there and counts as it stands.",
    )
    match.add_argument("--players", required=True, metavar="NAME,NAME", help=", ".join(PLAYERS))
    match.add_argument("--games", type=_number(), required=True, metavar="N", help="shuffled bags")
    match.add_argument("--seed", type=int, required=True)
    match.add_argument("--board", choices=sorted(LAYOUTS), default="classic")
    match.add_argument("--options", default="", help=f"any of: {' '.join(OPTIONS)}")
    match.add_argument("--nodes", type=_number(), help="how many positions to look at")
    match.add_argument("--records", metavar="DIR", help="keep the games, and go on from them")
    match.add_argument("--jobs", type=_number(MOST_JOBS), default=1, help="how many processes")
    match.set_defaults(run=_match)


def _number(most: int | None = None) -> Callable[[str], int]:
    """Return a function that parses a whole number from 1 to *most*."""

    def read(text: str) -> int:
        number = int(text)
        if number < 1:
            raise argparse.ArgumentTypeError(f"{number} is less than 1")
        if most is not None and number > most:
            raise argparse.ArgumentTypeError(f"{number} is more than {most}")
        return number

    read.__name__ = "int"  # argparse says: invalid int value
    return read


# --- suggest -----------------------------------------------------------------------------------


def _suggest(options: argparse.Namespace) -> str:
    start, *steps = played(options.file, read_text(options.file))
    last = steps[-1] if steps else start
    assert isinstance(start, Game)
    game = last.game if isinstance(last, Step) else last
    if game.over:
        return ""
    view = game.view(game.decision.seat)
    scores, level = _countable(view, start, game), Level(options.level)
    if options.best is None:
        action = decide(view, scores, level, seed=options.seed, nodes=options.nodes)
        return f"{_decisions(view, [action])}\n"
    turns = best_turns(
        view, scores, options.best, level=level, seed=options.seed, nodes=options.nodes
    )
    return "".join(f"{share:.2f} {_decisions(view, actions)}\n" for share, actions, _ in turns)


def _countable(view: SeatView, start: Game, end: Game) -> tuple[Score, ...]:
    """Return the points of each seat as far as the seat of *view* knows or could have counted them.

    In a record these are all points. The totals at the beginning of a position are hidden from the
    others, unless scores are open (R15.2): for those, only points gained since then count.
    """
    gained = (
        Score(*(after - before for before, after in zip(before, after, strict=True)))
        for before, after in zip(start.scores, end.scores, strict=True)
    )
    return tuple(
        since if known is None else known for known, since in zip(view.scores, gained, strict=True)
    )


def _decisions(view: SeatView, actions: Iterable[Action]) -> str:
    letter = view.seats[view.seat].value
    return "; ".join(f"{letter} {action}" for action in actions)


# --- match -------------------------------------------------------------------------------------


def _match(options: argparse.Namespace) -> str:
    match = Match(
        players=_players(options.players),
        seed=options.seed,
        board=options.board,
        options=check_options(sorted(set(options.options.split()))),
        nodes=options.nodes,
    )
    try:
        games = games_of(match, options.games, options.jobs, options.records)
    except KeyboardInterrupt:
        outcome = "no game is kept without --records"
        if options.records is not None:
            outcome = "the same call goes on from the games that were played"
        raise CommandError(f"match: interrupted; {outcome}") from None
    return lines_of(games)


def _players(text: str) -> tuple[str, ...]:
    """Return the names in an argument.

    Raises CommandError for unknown names, too few or too many.
    """
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in PLAYERS:
            raise CommandError(f"match: there is no player {name!r}: they are {', '.join(PLAYERS)}")
    if len(names) not in SEATS:
        raise CommandError(f"match: two to four play, not {len(names)} (R2.1)")
    return names
