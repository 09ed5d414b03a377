"""The seal of the bag and the hashes of the words, in messages and lines."""

from bot.content.message import Button, PublicContent
from bot.content.names import digits, game_name, verbatim
from bot.domain.table import Status, Table
from bot.i18n import PublicText, Words, join_texts, public
from bot.intents import Address, fair
from engine import NO_WORD


def seal_post(words: Words, table: Table) -> PublicContent:
    """The message with the seal of a table, which is never edited."""
    text = words._(
        "The seal of {game}: it fixes my part of the shuffle before anyone joins.",
        game=game_name(table),
    )
    return PublicContent(join_texts("\n", (seal_sign(table), text)), silent=True)


def seal_sign(table: Table) -> PublicText:
    """The beginning of the message with the seal, by which it is found again."""
    assert table.seal is not None
    return public("🔒 {seal}", seal=digits(table.seal.digest))


def words_post(words: Words, table: Table) -> PublicContent:
    """The message with the hashes of the players' words, which is never edited."""
    text = words._("{game} starts with this seal.", game=game_name(table))
    lines = (words_sign(table), text, *gone_lines(words, table), *word_lines(words, table))
    return PublicContent(join_texts("\n", lines), silent=True)


def words_sign(table: Table) -> PublicText:
    """The beginning of the message with the hashes, by which it is found again."""
    assert table.seal is not None
    return public("🔑 {seal}", seal=digits(table.seal.digest))


def seal_lines(words: Words, table: Table) -> list[PublicText]:
    """A table's seal, and whether its message was deleted; empty without a seal."""
    if table.seal is None:
        return []
    seal = digits(table.seal.digest)
    return [words._("Seal: {seal}", seal=seal), *gone_lines(words, table)]


def gone_lines(words: Words, table: Table) -> list[PublicText]:
    """A line if the message with the seal was deleted."""
    if table.seal is None or not table.seal.message_gone:
        return []
    return [words._("The message with the seal was deleted.")]


def word_lines(words: Words, table: Table) -> list[PublicText]:
    """The hashes of the players' words, in the order of joining."""
    if all(word == NO_WORD for word in table.words):
        return [words._("No one added a word.")]
    hashes = [words._("no word") if word == NO_WORD else digits(word) for word in table.words]
    return [
        words._("The players' words as hashes, in the order of joining:"),
        *(
            public("{number}. {hash}", number=number, hash=each)
            for number, each in enumerate(hashes, 1)
        ),
    ]


def word_line(words: Words, table: Table, word: str) -> str:
    """Confirms a player's word, exactly as it counts."""
    line: str = words._(
        "{word} is your word for {game}. Remember it: I keep only its hash.",
        word=verbatim(word),
        game=game_name(table),
    )
    if table.status is not Status.LOBBY:
        return line
    return " ".join((line, words._("You can replace it until the start.")))


def fair_button(words: Words, table: Table) -> Button:
    """To the page about the fair bag."""
    return Button(words._("Fair?"), Address(table.id).to(fair.SeeFairBag()), emoji="🔒")


def word_button(words: Words, table: Table) -> Button:
    """To add a word for the bag, until the game starts."""
    return Button(words._("Add a word"), Address(table.id).to(fair.AskWord()), emoji="🔑")
