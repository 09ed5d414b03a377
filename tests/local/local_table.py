"""A browser's requests to a local table in the test's own process."""

import asyncio
from dataclasses import dataclass

import aiohttp

from bot.engine_worker import Lane, WantedExpectations
from bot.local.web_server import WebServer
from bot.local.world import World
from tests.freezing import freeze
from tests.patience import LONG


@dataclass
class LocalTable:
    """A running local table, and a client that knows only its address."""

    world: World
    site: WebServer
    client: aiohttp.ClientSession

    async def get(self, path, status=200, **options):
        async with self.client.get(self.site.address + path, **options) as answer:
            assert answer.status == status
            return await answer.text()

    async def open(self, name="Ur", seats="2", full=True, **chosen):
        """Open a game as the start page's form does; *chosen* are further fields of it."""
        form = {"name": name, "seats": seats, **chosen} | ({"full": "yes"} if full else {})
        async with self.client.post(self.site.address + "games", data=form) as answer:
            assert answer.status == 200
        return (await self.world.games())[0]

    async def play_alone(self, **chosen):
        """Press *Play*; return the path it leads to."""
        async with self.client.post(f"{self.site.address}solo", data=chosen) as answer:
            assert answer.status == 200
            return answer.url.path

    async def play_again(self, ended):
        """Press *Play again* on the start page; return the path it leads to."""
        async with self.client.post(f"{self.site.address}again/{ended.id}") as answer:
            assert answer.status == 200
            return answer.url.path

    async def desk(self, opened):
        """Open the desk of the player to move, in the thread of the game."""
        look = await self.look(f"seat/{opened.decider.name.lower()}/game-{opened.id}")
        await look.press("Desk")
        return look

    async def stop_clock(self):
        """Set simcord's clock ahead: now it moves only if a press waits for a timer."""
        env = self.world._env
        async with self.world.acting():
            await env.advance_time(LONG)
        return env.now()

    async def stop_thinking(self):
        """Freeze the engine worker; return the number of its process."""
        worker = self.world.bot.worker
        worker._late = LONG
        await worker.ask(WantedExpectations(()), Lane.ASKED)
        freeze(worker.pid)
        return worker.pid

    async def look(self, path):
        """Open a view, as simcord's page does."""
        html = await self.get(path)
        capability = html.split('name="local-view" content="')[1].split('"')[0]
        headers = {"X-Simcord-Capability": capability}
        async with self.client.post(
            self.site.address + "api/pages", json={}, headers=headers
        ) as answer:
            assert answer.status == 200
            shown = await answer.json()
        return Look(self, {**headers, "X-Simcord-Context": shown["context"]["id"]})


@dataclass
class Look:
    """A page open in a browser."""

    table: LocalTable
    headers: dict[str, str]

    async def shown(self):
        address = f"{self.table.site.address}api/state"
        async with self.table.client.get(address, headers=self.headers) as answer:
            assert answer.status == 200
            return await answer.json()

    async def messages(self):
        shown = await self.shown()
        return [shown["messages"][number] for number in shown["timeline"]]

    async def text(self):
        return "\n".join(str(message["content"]) for message in await self.messages())

    async def reads(self, text):
        """Wait until the text appears, without a press."""
        world, shown = self.table.world, asyncio.Event()
        show = world._show

        async def note(changed):
            await show(changed)
            shown.set()

        world.on_change(note)
        async with asyncio.timeout(LONG):
            while text not in await self.text():
                await shown.wait()
                shown.clear()
        world.on_change(show)

    async def press(self, label):
        """Press the last button whose label ends so."""
        keys = [
            component["control_key"]
            for message in await self.messages()
            for row in message["components"]
            for component in row["components"]
            if str(component.get("label")).endswith(label)
        ]
        await self.act("click", control_key=keys[-1], target_id=keys[-1].split(":")[1])

    async def act(self, kind, **details):
        """Do something, as simcord's page asks for it."""
        shown = await self.shown()
        sequence = (shown["lastAction"] or {}).get("expectedSequence", 0) + 1
        body = {
            "kind": kind,
            "protocol_version": 3,
            "sequence": sequence,
            "request_id": f"{kind} {sequence}",
            "generation": shown["context"]["generation"],
            "bot_generation": shown["botGeneration"],
            "published_revision": shown["publishedRevision"],
            **details,
        }
        address = f"{self.table.site.address}api/action"
        async with self.table.client.post(address, json=body, headers=self.headers) as answer:
            receipt = await answer.json()
        if any(each["code"] == "stale-revision" for each in receipt["diagnostics"]):
            await self.act(kind, **details)  # as local.js does
        else:
            assert receipt["settlement"] == "settled", receipt
