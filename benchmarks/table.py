"""A hundred rooms with four sockets each on one process: how long from a move to its being seen.

In every room two sides, the referee and a spectator sit; the first three take turns at moving a unit, at moments that
chance chooses, and a move is seen when the news of it has come to a socket. Every move is judged, written to the disk
and told to all four before the next one of its room. Beside it, in the same run, a plain server of `websockets`, which
answers every move by sending the same news, byte for byte as long, to the same four sockets: what the network, the
clients and this machine cost by themselves. The two take turns. Clients and servers are processes of their own.
"""

import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
from timing import shown
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

from enfilade.files.document import read
from enfilade.web.serving import address, listen, run, server
from enfilade.web.settings import Rates, Settings
from enfilade.web.telling import plain

ROOMS, ROUNDS, SECONDS, MOVERS = 100, 4, 6.0, 3
PAUSES = (4.0, 2.0)  # seconds between two moves of a room, on the average
SCENARIO = Path(__file__).parents[1] / "examples" / "runewars" / "struck-in-the-rear.battle.yaml"
PATIENCE = 120.0
AT_ONCE = 5  # rooms that are opened at the same time
SHORT = 500  # characters: the news of a move is longer than that
FIRST_NEWS = 6_000


# The two servers ------------------------------------------------------------------------------------------------


def table_server(database: str) -> None:
    """The table as it is served, without limits for one client: here all of them have the same address."""
    endless = Rates(second=1e6, burst=1_000_000, under_way=1_000, rooms=1_000_000)
    with listen("127.0.0.1", 0) as listening:
        running = server(Settings(database=database, rates=endless))
        print(address("127.0.0.1", listening), flush=True)
        run(running, listening)


def echo_server() -> None:
    """A room is its path; every message is answered with news of the length that it asks for, to all in the room."""
    rooms: dict[str, set[ServerConnection]] = {}

    async def sit(connection: ServerConnection) -> None:
        assert connection.request is not None
        room = rooms.setdefault(connection.request.path, set())
        room.add(connection)
        async for message in connection:
            news = "x" * json.loads(message)["length"]
            await asyncio.gather(*(someone.send(news) for someone in room))

    async def main() -> None:
        async with serve(sit, "127.0.0.1", 0, compression=None, max_size=None) as running:
            port = next(iter(running.sockets)).getsockname()[1]
            print(f"http://127.0.0.1:{port}", flush=True)
            await running.wait_closed()

    asyncio.run(main())


@asynccontextmanager
async def started(*arguments: str) -> AsyncIterator[str]:
    """This file as a server in a process of its own; where it is found."""
    process = await asyncio.create_subprocess_exec(sys.executable, __file__, *arguments, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        yield (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode().strip()
    finally:
        process.terminate()
        await process.wait()


# The clients ----------------------------------------------------------------------------------------------------


class Room:
    """Four sockets, and who has not yet seen the last move. `say` makes the message of move number N."""

    def __init__(self, sockets: list[ClientConnection], say: Callable[["Room"], str]) -> None:
        self.sockets, self.say = sockets, say
        self.seen: list[float] = []
        self.moves, self.length = 0, 0
        self._since, self._missing, self._all = 0.0, 0, asyncio.Event()

    async def listen(self, socket: ClientConnection) -> None:
        """Take what comes; what is short tells who is there."""
        async for message in socket:
            if len(message) < SHORT:
                continue
            self.length = len(message)
            self.seen.append(time.perf_counter() - self._since)
            self._missing -= 1
            if not self._missing:
                self._all.set()

    async def play(self, pause: float, until: float, rng: random.Random) -> None:
        """Move at moments that chance chooses, one after the other."""
        moment = time.perf_counter() + rng.random() * pause
        while moment < until:
            await asyncio.sleep(max(0.0, moment - time.perf_counter()))
            message = self.say(self)
            self._all.clear()
            self._missing, self._since = len(self.sockets), time.perf_counter()
            await self.sockets[self.moves % MOVERS].send(message)
            self.moves += 1
            await asyncio.wait_for(self._all.wait(), PATIENCE)
            moment = time.perf_counter() + rng.expovariate(1 / pause)


async def sit(uri: str) -> ClientConnection:
    return await connect(uri, proxy=None, compression=None, max_size=None)


async def at_the_table(client: httpx.AsyncClient, sockets: str) -> tuple[Room, str]:
    """A new room of the table, and the link with which it can be looked at."""
    answer = await client.post("/api/rooms", json={"scenario": plain(read(SCENARIO).data)})
    links = answer.raise_for_status().json()
    seats = [*links["sides"].values(), links["referee"], links["spectator"]]
    people = [await sit(f"{sockets}/api/rooms/{token}/socket") for token in seats]
    welcome = json.loads(await people[0].recv())
    pieces = {piece["side"]: piece for piece in welcome["snapshot"]["position"]["pieces"]}
    movable = [pieces[side] for side in (*links["sides"], next(iter(links["sides"])))]
    for other in people[1:]:
        await other.recv()

    def move(room: Room) -> str:
        piece = movable[room.moves % MOVERS]
        x, y = piece["at"]
        return json.dumps({"type": "move", "unit": piece["id"], "at": [x + room.moves % 40 / 100, y]})

    return Room(people, move), links["referee"]


async def at_the_echo(sockets: str, number: int, like: Room) -> Room:
    """A room of the plain server, whose news are as long as those of a room of the table."""
    people = [await sit(f"{sockets}/{number}") for _ in range(4)]
    return Room(people, lambda _: json.dumps({"length": like.length or FIRST_NEWS}))


async def measure(rooms: list[Room], pause: float, rng: random.Random) -> list[float]:
    """Everybody plays for a while; the seconds from each move to its being seen, at every socket."""
    for room in rooms:
        room.seen.clear()
    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(room.play(pause, until, rng) for room in rooms))
    return [seconds for room in rooms for seconds in room.seen]


async def complete(client: httpx.AsyncClient, rooms: list[Room], links: list[str]) -> None:
    """Every move is in the log of its room."""
    for room, token in zip(rooms, links, strict=True):
        log = (await client.get(f"/api/rooms/{token}")).json()["snapshot"]["log"]
        moves = sum(line["kind"] == "move" for line in log)
        assert moves == room.moves, f"{room.moves} moves were made, {moves} are in the log"


def told(name: str, seen: list[float], beside: float = 0.0) -> float:
    """Print the percentiles; the 99th."""
    cuts = statistics.quantiles(seen, n=100)
    ratio = f"   x {cuts[98] / beside:.2f}" if beside else ""
    figures = "  ".join(f"{label} {shown(at):>9}" for label, at in (("median", cuts[49]), ("99th", cuts[98])))
    print(f"  {name:28} {figures}  worst {shown(max(seen)):>9}{ratio}   ({len(seen):,} seen)")
    return cuts[98]


async def main() -> None:
    rng = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            table = await stack.enter_async_context(started("table", f"{folder}/rooms.sqlite3"))
            echo = await stack.enter_async_context(started("echo"))
            client = await stack.enter_async_context(
                httpx.AsyncClient(base_url=table, trust_env=False, timeout=PATIENCE)
            )
            pairs = []
            for _ in range(ROOMS // AT_ONCE):
                coming = (at_the_table(client, table.replace("http", "ws", 1)) for _ in range(AT_ONCE))
                pairs += await asyncio.gather(*coming)
            tables, links = [room for room, _ in pairs], [token for _, token in pairs]
            echoes = [await at_the_echo(echo.replace("http", "ws", 1), n, room) for n, room in enumerate(tables)]
            everybody = [(room, socket) for room in (*tables, *echoes) for socket in room.sockets]
            listening = [asyncio.create_task(room.listen(socket)) for room, socket in everybody]
            load = "" if not hasattr(os, "getloadavg") else f", load {os.getloadavg()[0]:.1f} before it began"
            print(f"{ROOMS} rooms of 4 sockets, from a move to its being seen, {os.cpu_count()} cores{load}")
            for rooms in (tables, echoes):  # not counted: everything is used for the first time
                await measure(rooms, PAUSES[-1], rng)
            for pause in PAUSES:
                found: dict[str, list[float]] = {"echo": [], "table": []}
                for _ in range(ROUNDS):
                    found["table"] += await measure(tables, pause, rng)
                    found["echo"] += await measure(echoes, pause, rng)
                many = len(found["table"]) / 4 / ROUNDS / SECONDS
                print(
                    f"a move every {pause:g} s in each room: {many:.0f} moves a second, {tables[0].length:,} bytes each"
                )
                beside = told("plain websockets server", found["echo"])
                told("the table", found["table"], beside)
            for task in listening:
                task.cancel()
            await complete(client, tables, links)
            print("  every move that was seen is in the log of its room")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["table", database]:
            table_server(database)
        case ["echo"]:
            echo_server()
        case _:
            asyncio.run(main())
