"""What players are told when an admin removes their game."""

from collections.abc import Awaitable, Callable, Sequence

from bot.content.content import File, PublicContent
from bot.content.names import bold, game_name
from bot.domain import Entry, Player, Status, Table
from bot.i18n import Words, join_texts
from bot.parts.buttons import games_button
from bot.posts.turns import mention


def removed_for(
    words: Words,
    table: Table,
    removal: Entry,
    read_record: Callable[[], Awaitable[str]],
    players: Sequence[Player],
    *,
    here: bool,
) -> PublicContent:
    """To players of a game: who removed it, with its record, if it had started.

    *here*: it mentions them where the game is shown, and does not repeat the name of the game,
    which may be why it was removed. It makes no sound in quiet hours, or if the game had ended.
    """
    _ = words._
    admin = bold(table.called(removal.user_id, str(removal.details["by"])))
    if here:
        mentions = words.listed([mention(player) for player in players])
        text = _("{players}: {admin}, an admin, removed this game.", players=mentions, admin=admin)
    else:
        text = _("{admin}, an admin, removed {game}.", admin=admin, game=game_name(table))
    files: tuple[File, ...] = ()
    if table.view is not None:
        text = join_texts(" ", (text, _("The record is attached. I keep no copy.")))

        async def record() -> bytes:
            return (await read_record()).encode()

        # Whatever is wrong with the record, they are told.
        files = (File(f"game-{table.id}.te", record, spare=True),)
    over = removal.details["was"] in {Status.OVER, Status.ABANDONED}
    awake = [each for each in players if table.hours_of(each).include(removal.at)]
    rung = [] if over else [player for player in awake if not player.muted]
    return PublicContent(
        text,
        files=files,
        rows=((games_button(words, table),),),
        ping=tuple(each.user_id for each in rung if here and each.user_id is not None),
        silent=not rung,
    )
