"""Times of people who live in Berlin, on a simulated Discord."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from people import GameOnDiscord, Person, World

BERLIN = ZoneInfo("Europe/Berlin")


def there(year: int, month: int, day: int, hour: int, minute: int = 0) -> datetime:
    """A time on the wall clocks of Berlin, as a moment."""
    return datetime(year, month, day, hour, minute, tzinfo=BERLIN).astimezone(UTC)


async def wait_until(w: World, moment: datetime) -> None:
    """Let time pass up to a moment."""
    await w.env.advance_time((moment - w.env.now()).total_seconds())
    await w.env.settle()


async def live_in_berlin(person: Person) -> None:
    """Set that one lives in Berlin, and wants quiet nights there."""
    page = await person.press(await person.slash("settings"), "Your hours")
    page = await person.write(await person.press(page, "Time zone"), "Another zone …", "berlin")
    page = await person.choose(page, "Quiet from 22:00")
    page = await person.choose(page, "Quiet until 08:00")
    assert "**Quiet hours:** 22:00 to 08:00" in page.content


async def at_pace(w: World, *names: str, typed: tuple[str, str, str, str]) -> GameOnDiscord:
    """A game whose opener has typed its times: first reminder, further ones, limit, bank."""
    game = await w.open(names[0], seats=len(names))
    opener = w.person(names[0])
    await opener.write(await opener.slash("pace", w.channel), "Custom times …", *typed)
    for name in names[1:]:
        await w.person(name).press(game.lobby, "Join")
    return game
