"""What the use cases refuse besides what the rules forbid, and in which words."""

from collections.abc import Callable
from enum import Enum

from engine import N_


class Refusal(Enum):
    """Every reason for which a use case is refused: a sentence with named places."""

    UNKNOWN_GAME = N_("There is no such game.")
    UNREADABLE = N_(
        "{game} is damaged and cannot be read at the moment. It is kept, and my host can mend it: "
        "please tell them. Your other games go on."
    )
    NOT_IN_GAME = N_("You do not play in {game}.")
    ALREADY_JOINED = N_("You sit at {game} already.")
    GAME_FULL = N_("All {capacity} seats of {game} are taken.")
    ALREADY_STARTED = N_("{game} has started already.")
    NOT_STARTED = N_("{game} has not started yet.")
    CANCELLED = N_("{game} was cancelled.")
    GAME_OVER = N_("{game} is over.")
    NOT_OVER = N_("{game} is not over yet: its record would tell what is still hidden.")
    ONLY_OPENER_CONFIGURES = N_("Only {opener} can choose how {game} is played.")
    ONLY_INVITED = N_("Only those who are invited can join {game}: {opener} can invite you.")
    BOT_INVITED = N_("A bot cannot play: nobody was invited.")
    TOO_MANY_INVITED = N_("At most {limit} can be invited: nothing has changed.")
    TAKES_ONESELF_OUT = N_("You cannot take yourself out of {game}: press Leave under it.")
    NOT_AT_TABLE = N_("Nobody of that name sits at {game} any more.")
    FEWER_SEATS = N_("{count} sit at {game} already: it cannot have {seats} seats.")
    ONLY_OPENER_STARTS = N_("Only {opener} can start {game}.")
    TELLS_EVERYBODY = N_("Everybody at once is told of no game: choose a role of those who play.")
    ROLE_NOT_YOURS = N_("You may not mention {role} here, so I do not either.")
    ROLE_NOT_MINE = N_(
        "I may not mention {role} here: let everybody mention that role, or give me the permission "
        "{missing}."
    )
    TOO_FEW_PLAYERS = N_("At least two players are needed to start {game}.")
    RESIGNED = N_("You have resigned from {game}.")

    STALE = N_("The game has moved on since then: look at the board again.")
    NOTHING_TO_UNDO = N_("There is nothing to undo yet.")
    UNDO_NOT_YOURS = N_("Only {player}, who decided last, could undo that.")
    UNDO_REVEALED = N_("That cannot be undone: it let something hidden be seen.")

    NAME_EMPTY = N_("A game needs a name.")
    NAME_TOO_LONG = N_("The name is too long: {limit} characters are the most.")
    NAME_MENTIONS = N_("The name may not mention anybody, or a channel.")
    NAME_CONTROL = N_("The name may hold neither line breaks nor control characters.")
    UNKNOWN_BOARD = N_("There is no board {board}: the boards are {boards}.")
    UNKNOWN_OPTION = N_("The option {option} is not known here.")
    OPENED_MANY = N_(
        "You have opened {limit} games that are not over yet: end or leave one of them first."
    )
    MANY_IN_SERVER = N_("In this server {limit} games are under way: there cannot be more.")
    SEATS = N_("Two to four play, not {seats}.")


class Refused(Exception):
    """A use case was refused and nothing has changed. ``str`` gives one sentence."""

    def __init__(self, refusal: Refusal, **details: object) -> None:
        super().__init__(refusal, details)
        self.refusal = refusal
        self.details = details

    def sentence(
        self,
        translate: Callable[[str], str] = str,
        name: Callable[[object], str] = str,
    ) -> str:
        """The reason in a player's words; *name* puts a detail into words."""
        details = {key: name(value) for key, value in self.details.items()}
        return translate(self.refusal.value).format(**details)

    def __str__(self) -> str:
        return self.sentence()
