"""``python -m bot ratings``."""

from bot.ops.output import Say, sentence
from bot.store import Store, StoreError
from bot.store.queries import ratings
from bot.use_cases import RatingReport, compare_ratings, recompute_ratings


async def rate(database_url: str, say: Say, *, check: bool) -> int:
    """Recompute all ratings from the results, or only *check* them. Returns the exit status.

    Only differences are written, so a running bot continues meanwhile.
    """
    try:
        store = await Store.open(database_url, unchanged=True)
    except StoreError as error:
        say(str(error))
        return 1
    try:
        differing = 0
        for guild_id in await store.read(ratings.servers):
            report = await store.read(compare_ratings, guild_id)
            say(f"Server {guild_id}: {_counted(report)}.")
            if not report.wrong:
                continue
            differing += 1
            if not check:
                await store.write(recompute_ratings, guild_id)
    except StoreError as error:
        say(f"It was stopped. {sentence(error)}")
        return 1
    finally:
        await store.close()
    if not differing:
        say("All ratings match the results.")
        return 0
    servers = "1 server" if differing == 1 else f"{differing} servers"
    if check:
        say(f"The ratings in {servers} don't match. `python -m bot ratings` recomputes them.")
        return 1
    say(f"The ratings in {servers} didn't match the results. Now they do.")
    return 0


def _counted(report: RatingReport) -> str:
    games = "1 rated game" if report.games == 1 else f"{report.games} rated games"
    people = "1 person" if report.people == 1 else f"{report.people} people"
    return f"{games}, {people}"
