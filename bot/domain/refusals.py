"""What the use cases refuse besides what the rules forbid, and in which words."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from engine import N_


@dataclass(frozen=True, slots=True)
class ChannelMention:
    """A channel that a refusal names."""

    id: int


@dataclass(frozen=True, slots=True)
class RoleMention:
    """A role that a refusal names."""

    id: int


@dataclass(frozen=True, slots=True)
class OptionName:
    """An option that a refusal names."""

    option: str


@dataclass(frozen=True, slots=True)
class PaceName:
    """A pace that a refusal names."""

    pace: str


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
    PAUSED_ALREADY = N_("{game} is paused already.")
    NOT_PAUSED = N_("{game} is not paused.")
    NOT_OVER = N_("{game} is not over yet: its record would tell what is still hidden.")
    NOT_REVIEWED_YET = N_("{game} is not over yet: what is still hidden would be told.")
    NOT_REPLAYABLE = N_(
        "{game} was played by rules that have changed since: I cannot play it again."
    )
    NOTHING_PLAYED = N_("Nothing was played in {game}: there is nothing to look back on.")
    ONLY_OPENER_CONFIGURES = N_("Only {opener} can choose how {game} is played.")
    ONLY_INVITED = N_("Only those who are invited can join {game}: {opener} can invite you.")
    BOT_CHOSEN = N_("A bot cannot play: choose somebody who can.")
    TOO_MANY_INVITED = N_("At most {limit} can be invited: nothing has changed.")
    SEATS_KEPT = N_(
        "The seats of {game} that are left are kept for those who were invited, until they answer."
    )
    INVITES_ONESELF = N_("You sit at {game} already: invite somebody else.")
    SITS_THERE = N_("{player} sits at {game} already.")
    ALREADY_INVITED = N_("That one is invited already: {game} waits for the answer.")
    HAS_DECLINED = N_("That one has declined to play in {game}, and is not invited again.")
    NO_SEAT_TO_KEEP = N_("{game} has no seat left that could be kept: nobody was invited.")
    NOT_INVITED = N_("You are not invited to {game}, or not any more.")
    TAKES_ONESELF_OUT = N_("You cannot take yourself out of {game}: press Leave under it.")
    NOT_AT_TABLE = N_("Nobody of that name sits at {game} any more.")
    UNKNOWN_LEVEL = N_("There is no such computer: one plays easy, medium or strong.")
    FEWER_SEATS = N_("{count} sit at {game} already: it cannot have {seats} seats.")
    FEWER_SEATS_KEPT = N_("With those who are invited, {game} needs more than {seats} seats.")
    ONLY_OPENER_STARTS = N_("Only {opener} can start {game}.")
    TELLS_EVERYBODY = N_("Everybody at once is told of no game: choose a role of those who play.")
    ROLE_NOT_YOURS = N_("You may not mention {role} here, so I do not either.")
    ROLE_NOT_MINE = N_(
        "I may not mention {role} here: let everybody mention that role, or give me the permission "
        "{missing}."
    )
    TOO_FEW_PLAYERS = N_("At least two players are needed to start {game}.")
    NOT_PLAYED_ON = N_("Your seat in {game} is not played any more.")
    SEAT_NOT_FREE = N_("That seat of {game} is not free, or not any more.")
    OTHERS_WANT_IT = N_(
        "The others at {game}, or an admin, have decided that somebody else can take this seat: "
        "that is not yours to change."
    )
    BEGUN_ALREADY = N_("That game has begun already: `/games` leads to it.")
    PLAYED_ALONE = N_("You play {game} alone: there is nobody who could take your seat.")
    SEAT_FOR_ANOTHER = N_("That seat of {game} is offered to somebody else.")
    SEEN_ANOTHER_HAND = N_("Whoever has seen another hand in {game} cannot take that seat.")
    NOBODY_PLAYS = N_("Nobody plays the seat of {player} in {game} any more.")
    COMPUTER_PLAYS = N_(
        "A computer plays the seat of {player} in {game}: nobody waits for it, and somebody else "
        "can be offered the seat."
    )
    STILL_PLAYED = N_(
        "Somebody plays the seat of {player} in {game}: a computer takes one only that nobody does."
    )
    NOT_OFFERED = N_("Your seat in {game} is not offered.")
    PLAYS_THERE = N_("That seat of {game} is played by the same player already.")

    NOT_LOST = N_("{game} is shown in its channel: it can be moved only when that is gone.")
    OTHER_SERVER = N_("{game} belongs to another server: type this in one of its channels.")
    NOTHING_LOST = N_("No game of yours has lost its channel: there is nothing to move.")
    PAUSED = N_("{game} is paused: with `/table` you can propose to go on.")
    ALREADY_PROPOSED = N_("That is proposed in {game} already: it waits for answers.")
    PROPOSED_LATELY = N_("You proposed that a short while ago: you can propose it again {again}.")
    SAME_PACE = N_("{game} is played at that pace already.")
    SAME_HINTS = N_("{game} has that rule for hints already.")
    OWN_SEAT = N_("That is your own seat: you can offer it to somebody, or resign.")
    SETTLED = N_("That question is settled already.")
    NOT_YOURS_TO_ANSWER = N_("That question is for the others at {game}.")
    NOT_YOUR_PROPOSAL = N_("Only whoever has proposed that can withdraw it.")

    NO_HINTS = N_("{game} is played without hints: with `/table` you can propose to have some.")
    NO_HINTS_HERE = N_(
        "In {game} only those have hints who play their first games, or against computers alone: "
        "with `/table` you can propose them for everybody."
    )
    NO_HINT_NOW = N_(
        "I could not think of a hint for {game} just now: nothing was counted, and you can ask "
        "again in a moment."
    )

    STALE = N_("The game has moved on since then: look at the board again.")
    NOTHING_TO_UNDO = N_("There is nothing to undo yet.")
    UNDO_NOT_YOURS = N_("Only {player}, who decided last, could undo that.")
    UNDO_AUTOMATIC = N_("That cannot be undone: it was decided for you.")
    NOT_FROM_BAG = N_("You do not always draw from the bag in {game}: there is nothing to change.")
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
    MANY_IN_SERVER = N_("As many games are under way in this server as there may be: {limit}.")
    BAD_HOURS = N_(
        "Quiet hours cannot end when they begin, and one day of the week at least must not be off."
    )
    LONG_QUIET = N_("Quiet hours last twelve hours at most, as your time stands still in them.")
    HOURS_CHANGED_LATELY = N_(
        "You have changed your hours today, and a game with a limit waits for you: decide there "
        "first, or change them tomorrow."
    )
    ZONE_WHILE_AWAY = N_("You are on vacation: end it before you change your time zone.")
    NO_VACATION_DAYS = N_("You have {left} days of vacation left in {year}: these would be more.")
    NO_VACATION = N_("A vacation lasts one day at least.")
    ON_VACATION = N_(
        "{player} is on vacation, back {back}: only {player} or an admin can give that seat away."
    )
    NOT_AWAY = N_("You are not on vacation.")
    NO_DURATION = N_(
        "{typed} is no length of time: write a number of hours, such as 8, or 30 min, or 2 days."
    )
    TIME_RANGE = N_("Reminders and the time for a decision are from 1 minute to 30 days.")
    BANK_RANGE = N_("A bank is from 1 minute to 60 days.")
    BANK_ALONE = N_("With a bank, say also how much each decision adds to it.")
    SEATS = N_("Two to four play, not {seats}.")

    SILENCED = N_(
        "Those who manage this server let you open no games; you can join those of others."
    )
    OPENED_BY_ROLES = N_("Games are opened here by members who have {roles}.")
    OPENED_ELSEWHERE = N_("Games are opened in {channels} here.")
    OPENED_MANY_HERE = N_(
        "You have opened as many games in this server as one member may at a time ({limit}): end "
        "or leave one of them first."
    )
    OPTIONS_NOT_HERE = N_("In this server games are played without these options: {options}.")
    PACE_NOT_HERE = N_("In this server games are played at one of these paces: {paces}.")
    UNKNOWN_PACE = N_("There is no pace {pace}.")
    UNKNOWN_ZONE = N_("{zone} is no time zone that I know.")
    NOT_MANAGER = N_("Only those who may manage this server (Manage Server) can do that.")


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
