"""Reasons why a request is refused, other than by the rules of the game."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from engine import N_


@dataclass(frozen=True, slots=True)
class ChannelMention:
    """A channel in a refusal's text."""

    id: int


@dataclass(frozen=True, slots=True)
class RoleMention:
    """A role in a refusal's text."""

    id: int


@dataclass(frozen=True, slots=True)
class OptionName:
    """An option in a refusal's text."""

    option: str


@dataclass(frozen=True, slots=True)
class PaceName:
    """A pace in a refusal's text."""

    pace: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a record in a refusal's text, in the engine's words."""

    text: str


class Refusal(Enum):
    """Reasons to refuse a use case: sentences with named fields."""

    MAINTENANCE = N_(
        "My host is updating me, so nothing changes now. Clocks wait. Try again {moment}."
    )
    NOT_OWNER = N_("Only my host can do that.")
    READ_ONLY = N_("You're a read-only member of my host's team. You can look, but change nothing.")
    ANNOUNCEMENT_EMPTY = N_("That's empty. Write what to announce.")
    UNKNOWN_GAME = N_("I can't find that game. `/games` lists yours.")
    OF_NO_GAME = N_("That message belongs to no game. `/hand` shows your desk.")
    UNREADABLE = N_(
        "{game} is damaged, so I can't read it. I've kept it. Tell my host, who can repair it."
    )
    NOT_IN_GAME = N_("You don't play in {game}.")
    ALREADY_JOINED = N_("You already play in {game}.")
    GAME_FULL = N_("{game} is full. `/games` lists open lobbies.")
    ALREADY_STARTED = N_("{game} has already started.")
    NOT_STARTED = N_("{game} hasn't started yet.")
    CANCELLED = N_("{game} was cancelled.")
    GAME_OVER = N_("{game} is over.")
    PAUSED_ALREADY = N_("{game} is already paused.")
    NOT_PAUSED = N_("{game} isn't paused.")
    AGAIN_TOO_EARLY = N_("{game} isn't over yet. You can play it again once it is.")
    PLAYED_BY_OTHERS = N_(
        "Only those who held a seat at the end of {game} can play it again. Try `/open`."
    )
    LEFT_SERVER = N_("Only members of {game}'s server can play it again there.")
    NO_CHANNEL = N_("I can't reach {game}'s channel any more. Try `/open` in another.")
    NOT_OVER = N_("{game} isn't over yet. Its record would reveal hidden information.")
    NOT_REVIEWED_YET = N_("{game} isn't over yet. That would reveal hidden information.")
    NOT_REPLAYABLE = N_("The rules have changed since {game} was played. I can't replay it.")
    RECORD_EMPTY = N_("Choose a file, or paste a record.")
    RECORD_TOO_LONG = N_("A record has at most {most} KB. A whole game has about 5.")
    RECORD_TOO_MANY = N_("That record has too many decisions. A whole game has about 500.")
    RECORD_NOT_TEXT = N_("That file isn't text in UTF-8. A record is a file that ends in `.te`.")
    RECORD_ILLEGIBLE = N_("I can't read that record. Line {line}: {fault}.")
    RECORD_HIDES = N_("That position hides tiles, so I can't play it. Import a whole record.")
    RECORD_WITHOUT_DECISIONS = N_("That record has no decisions. There is nothing to look at.")
    RECORD_NOT_KEPT = N_("I don't keep that record any more. Import it again with `/study`.")
    FILE_UNREACHABLE = N_("Discord didn't give me that file. Try again, or paste the record.")
    NOTHING_PLAYED = N_("No one took a turn in {game}. There is nothing to look back on.")
    ONLY_OPENER_CONFIGURES = N_("Only {opener} can set up {game}.")
    ONLY_INVITED = N_("{game} is by invitation only. Ask {opener} to invite you.")
    BOT_CHOSEN = N_("Bots can't play. Choose a person.")
    TOO_MANY_INVITED = N_(
        "You've reached your limit of invitations: {limit}. Wait until some are answered."
    )
    SEATS_KEPT = N_("I'm keeping the empty seats in {game} for invited players until they answer.")
    INVITES_ONESELF = N_("You already play in {game}. Invite another player.")
    SITS_THERE = N_("{player} already plays in {game}.")
    ALREADY_INVITED = N_("You've already invited that player to {game}. They haven't answered yet.")
    HAS_DECLINED = N_(
        "That player didn't want to play in {game}, or didn't answer. I won't ask again."
    )
    NO_SEAT_TO_KEEP = N_("{game} doesn't have that many empty seats. No one was invited.")
    NOT_INVITED = N_("You have no invitation to {game} that you could answer.")
    TAKES_ONESELF_OUT = N_("To leave {game}, press Leave in its lobby.")
    NOT_AT_TABLE = N_("That player is no longer in {game}.")
    UNKNOWN_LEVEL = N_("Computers play at three levels: easy, medium and strong.")
    FEWER_SEATS = N_("{game} has more players than that. Remove a player first.")
    FEWER_SEATS_KEPT = N_("{game} is keeping seats for invited players. Choose more seats.")
    ONLY_OPENER_STARTS = N_("Only {opener} can start {game}.")
    TELLS_EVERYBODY = N_("I don't ping @everyone. Choose another role.")
    ROLE_NOT_YOURS = N_("You can't ping {role} here, so I don't either.")
    ROLE_NOT_MINE = N_(
        "I can't ping {role} here. Let everyone mention that role, or give me the permission "
        "{missing}."
    )
    TOO_FEW_PLAYERS = N_(
        "{game} needs at least two players to start. Invite a player or add a computer."
    )
    NOT_PLAYED_ON = N_("You don't play in {game} now. You can't decide there.")
    SEAT_NOT_FREE = N_("You can't take that seat in {game} any more.")
    OTHERS_WANT_IT = N_(
        "The others in {game} or an admin offered this seat to another player. You can't change "
        "that."
    )
    BEGUN_ALREADY = N_("That game has already started. `/games` leads to it.")
    PLAYED_ALONE = N_("You play {game} alone. No one else can take your seat.")
    SEAT_FOR_ANOTHER = N_("That seat in {game} is offered to another player.")
    SEEN_ANOTHER_HAND = N_("You've seen another hand in {game}, so you can't take that seat.")
    NOBODY_PLAYS = N_("{player}'s seat in {game} is already empty.")
    COMPUTER_PLAYS = N_(
        "A computer plays {player}'s seat in {game}. Offer the seat to a player instead."
    )
    STILL_PLAYED = N_("Someone plays {player}'s seat. Computers take only empty seats.")
    NOT_OFFERED = N_("Your seat in {game} isn't on offer.")
    PLAYS_THERE = N_("That seat in {game} already belongs to this player.")

    NOT_LOST = N_("{game} still has its channel. It can move only once that is gone.")
    OTHER_SERVER = N_("{game} belongs to another server. Type this in a channel there.")
    NOTHING_LOST = N_("All your games still have their channels. There is nothing to move.")
    PAUSED = N_("{game} is paused. Propose to resume it with `/table`.")
    ALREADY_PROPOSED = N_("That's already proposed in {game} and is waiting for answers.")
    PROPOSED_LATELY = N_("You proposed that a short while ago. You can propose it again {moment}.")
    SAME_PACE = N_("{game} already has that pace.")
    RATED_IN_SERVERS = N_("Only games in a server on Discord are rated.")
    RATED_AMONG_PEOPLE = N_("Only people are rated. Remove the computers from {game} first.")
    RATED_WITHOUT_COMPUTERS = N_(
        "{game} is rated, so computers can't play. First switch *Rated* off under *Options*."
    )
    RATED_WITHOUT_HINTS = N_("{game} is rated, so there are no hints.")
    SAME_HINTS = N_("{game} already has that rule for hints.")
    TIME_NOT_RUNNING = N_("{player}'s time isn't running in {game}. There is nothing to add to.")
    NOT_REMINDED = N_(
        "I can't remind {player} in {game} now: someone already has, or the wait is over."
    )
    OWN_SEAT = N_("That's your own seat. You can offer it to a player or resign.")
    RESOLVED = N_("That question is already settled.")
    NOT_YOURS_TO_ANSWER = N_("That question is for the other players in {game}.")
    NOT_YOUR_PROPOSAL = N_("Only the player who proposed that can withdraw it.")

    NO_HINTS = N_("{game} has no hints. Propose them with `/table`.")
    NO_HINTS_HERE = N_(
        "Hints in {game} are for a player's first games. Propose them for everyone with `/table`."
    )
    NO_HINT_NOW = N_(
        "I found no hint for {game} in time, so none is counted. Ask again in a moment."
    )

    STALE = N_("The game has moved on since then. Look at the board again.")
    NOTHING_TO_UNDO = N_("There's nothing to undo yet.")
    UNDO_NOT_YOURS = N_("{player} decided last. Only they can undo that.")
    UNDO_AUTOMATIC = N_("You can't undo that: it was decided for you.")
    NOT_FROM_BAG = N_("In {game} you choose where to draw each time. There is nothing to change.")
    UNDO_REVEALED = N_("You can't undo that: it revealed hidden information.")

    NAME_EMPTY = N_("A game needs a name.")
    NAME_TOO_LONG = N_("That name is too long. Character limit: {limit}.")
    NAME_MENTIONS = N_("A game's name can't mention a person, a role or a channel.")
    WORD_INVALID = N_("Write something visible, on one line. Character limit: {limit}.")
    NOT_SEALED = N_("{game} was opened before bags were sealed, so you can't add a word.")
    NAME_CONTROL = N_("A game's name can't have line breaks or control characters.")
    UNKNOWN_BOARD = N_("There's no board called {board}. Choose classic or advanced.")
    UNKNOWN_OPTION = N_("There's no option called {option}. Choose one from the list.")
    OPENED_MANY = N_(
        "You've reached your limit of games: {limit}. Leave one, or wait until one ends."
    )
    MANY_IN_SERVER = N_(
        "This server has reached its limit of games: {limit}. Join one, or wait until one ends."
    )
    BAD_HOURS = N_(
        "Choose different times for start and end, and keep at least one day of the week on."
    )
    LONG_QUIET = N_("Quiet hours can last up to twelve hours. Choose a shorter time.")
    HOURS_CHANGED_LATELY = N_(
        "You've already changed your hours today, and a timed game is waiting. Decide there "
        "first, or try tomorrow."
    )
    NO_VACATION_DAYS = N_("That vacation is too long. Days left in {year}: {remaining}.")
    VACATION_DAY = N_("Plan a vacation from tomorrow up to a year ahead, or take it now.")
    AWAY_ALREADY = N_("You're on vacation. End it before you plan another.")
    NO_VACATION = N_("A vacation lasts from one day to one year.")
    ON_VACATION = N_(
        "{player} is on vacation, back {moment}. Only they or an admin can give that seat away."
    )
    NOT_AWAY = N_("You aren't on vacation.")
    NO_DURATION = N_(
        "I can't read {typed} as a time. Write hours, such as 8, or 30 min, or 2 days."
    )
    TIME_RANGE = N_("Reminders and decision times go from 1 minute to 30 days.")
    BANK_RANGE = N_("A time bank goes from 1 minute to 60 days.")
    BANK_ALONE = N_("With a time bank, also say how much each decision adds.")
    SEATS = N_("A game has two to four seats.")

    SILENCED = N_("This server's admins don't let you open games. You can join others' games.")
    OPENED_BY_ROLES = N_("To open games here, you need one of these roles: {roles}.")
    OPENED_ELSEWHERE = N_("Open games in one of these channels: {channels}.")
    OPENED_MANY_HERE = N_(
        "You've reached this server's limit of games per member: {limit}. Leave one, or wait "
        "until one ends."
    )
    OPTIONS_NOT_HERE = N_("This server doesn't use these options: {options}.")
    PACE_NOT_HERE = N_("This server uses only these paces: {paces}.")
    UNKNOWN_PACE = N_("There's no pace called {pace}. Choose one from the list.")
    UNKNOWN_ZONE = N_("There's no time zone called {zone}. Try a big city, a country or UTC+2.")
    NOT_MANAGER = N_(
        "Only this server's admins can do that. You need the permission Manage Server."
    )


class Refused(Exception):
    """A use case was refused and nothing has changed; ``str`` is one sentence."""

    def __init__(self, refusal: Refusal, **details: object) -> None:
        super().__init__(refusal, details)
        self.refusal = refusal
        self.details = details

    def sentence(
        self,
        translate: Callable[[str], str] = str,
        name: Callable[[object], str] = str,
    ) -> str:
        """Return the translated reason; *name* returns the text of a detail."""
        details = {key: name(value) for key, value in self.details.items()}
        return translate(self.refusal.value).format(**details)

    def __str__(self) -> str:
        return self.sentence()
