"""Requests through a load balancer and proxies to model servers, while pods come and go. Bytes are HTTP over
sockets; the clock is not: it jumps to the next thing that happens, so that hours take seconds."""

import asyncio
import random
import selectors
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]

PROPAGATION_SECONDS = 5.0
"""From a pod's deletion until proxies no longer send to it: EndpointSlice, Envoy Gateway, xDS."""

PROBE_SECONDS = 15.0
"""Until the load balancer no longer sends to a proxy: three probes of five seconds."""

DEFAULT_GRACE_SECONDS = 30
"""terminationGracePeriodSeconds, of Kubernetes."""


@dataclass(frozen=True, kw_only=True)
class Timing:
    """What of the manifests decides whether an answer is cut, in seconds."""

    pre_stop: float
    shutdown_timeout: float
    """That a server goes on answering after SIGTERM; vLLM's default is 0."""
    grace: float
    node_drain: float
    """The longest that a node waits for its pods."""
    proxy_drain: float
    balancer_idle: float
    keepalive: float | None
    """After which a silent connection has a probe; None: never."""
    route_timeout: float


class _JumpingSelector(selectors.DefaultSelector):
    """Never waits: where nothing is ready, the time is what was waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        ready: list[Any] = super().select(0)
        if not ready:
            assert timeout is not None, "everything waits for something that never happens"
            self.now += timeout
        return ready


class _JumpingLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = _JumpingSelector()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


class Server:
    """A model server in its pod, which answers as slowly as a request asks for."""

    def __init__(self, path: Path, timing: Timing) -> None:
        self.path, self._timing = path, timing
        self._answers: set[asyncio.Task[None]] = set()
        self._ends = False

    async def start(self) -> "Server":
        self._listener = await asyncio.start_unix_server(self._connected, str(self.path))
        return self

    async def delete(self, most: float) -> None:
        """As kubelet does it: preStop, SIGTERM, and SIGKILL when the time is over."""
        most = min(self._timing.grace, most)
        await asyncio.sleep(min(self._timing.pre_stop, most))
        self._ends = True  # vLLM rejects what comes after SIGTERM
        left = min(self._timing.shutdown_timeout, most - self._timing.pre_stop)
        if self._answers and left > 0:
            await asyncio.wait(self._answers, timeout=left)
        for answer in self._answers:
            answer.cancel()
        self._listener.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answer = asyncio.create_task(self._answer(reader, writer))
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            if self._ends:
                writer.write(b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n")
                return
            seconds, pieces = (float(word) for word in head.split()[1].strip("/").split("/"))
            writer.write(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n")
            for _ in range(int(pieces)):
                await asyncio.sleep(seconds / pieces)
                if writer.is_closing():
                    return
                writer.write(b"5\r\ntoken\r\n")
            writer.write(b"0\r\n\r\n")
        finally:
            writer.close()


class Relay:
    """Passes connections on: a proxy to servers, or the load balancer to proxies."""

    def __init__(self, path: Path, idle: float | None = None) -> None:
        self.path, self._idle = path, idle
        self.targets: list[Server | Relay] = []
        self._open: set[asyncio.Task[None]] = set()
        self._turn = 0

    async def start(self) -> "Relay":
        self._listener = await asyncio.start_unix_server(self._connected, str(self.path), backlog=1000)
        return self

    async def delete(self, drain: float) -> None:
        """A proxy ends what it passes on, as long as it may."""
        await asyncio.sleep(min(PROBE_SECONDS * 2, drain))
        if self._open:
            await asyncio.wait(self._open, timeout=max(drain - PROBE_SECONDS * 2, 0.001))
        for one in self._open:
            one.cancel()
        self._listener.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        passed = asyncio.create_task(self._pass(reader, writer))
        self._open.add(passed)
        passed.add_done_callback(self._open.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back: asyncio.StreamWriter | None = None
        try:
            request = await reader.readuntil(b"\r\n\r\n")
            self._turn += 1
            target = self.targets[self._turn % len(self.targets)]
            answer, back = await asyncio.open_unix_connection(str(target.path))
            back.write(request)
            while data := await asyncio.wait_for(answer.read(65536), self._idle):
                if writer.is_closing():
                    return
                writer.write(data)
        except (TimeoutError, OSError):
            pass  # the caller sees an answer without its end
        finally:
            writer.close()
            if back is not None:
                back.close()


async def _ask(path: Path, seconds: float, pieces: int) -> str:
    """What became of a request: whole, or how it was cut."""
    reader, writer = await asyncio.open_unix_connection(str(path))
    writer.write(f"POST /{seconds}/{pieces} HTTP/1.1\r\nhost: chat\r\n\r\n".encode())
    answer = await reader.read(-1)
    writer.close()
    if not answer.startswith(b"HTTP/1.1 200"):
        return "refused" if answer else "no answer"
    return "whole" if answer.endswith(b"0\r\n\r\n") else "cut"


class _Cluster:
    """Three servers behind two proxies behind a load balancer."""

    def __init__(self, folder: Path, timing: Timing) -> None:
        self._folder, self._timing, self._number = folder, timing, 0
        silent = timing.keepalive is None or timing.keepalive >= timing.balancer_idle
        self.balancer = Relay(folder / "balancer", timing.balancer_idle if silent else None)
        self._servers: list[Server] = []
        self._proxies: list[Relay] = []
        self._going: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        await self.balancer.start()
        for _ in range(2):
            await self.add_proxy()
        for _ in range(3):
            await self.add_server()

    async def add_server(self) -> None:
        self._number += 1
        server = await Server(self._folder / f"server{self._number}", self._timing).start()
        self._servers.append(server)
        for proxy in self._proxies:
            proxy.targets.append(server)

    async def add_proxy(self) -> None:
        self._number += 1
        proxy = await Relay(self._folder / f"proxy{self._number}").start()
        proxy.targets += self._servers
        self._proxies.append(proxy)
        self.balancer.targets.append(proxy)

    async def rollout(self) -> None:
        """maxSurge 1, maxUnavailable 0: each server goes when its successor answers."""
        for _ in range(len(self._servers)):
            await self.add_server()
            await self._remove_server(self._timing.grace)

    async def scale_down(self) -> None:
        await self._remove_server(self._timing.grace)

    async def scale_up(self) -> None:
        await self.add_server()

    async def evict(self) -> None:
        """A node is drained: it waits for its pods no longer than it may. Its server comes back elsewhere."""
        await self._remove_server(self._timing.node_drain)
        await self.add_server()

    async def replace_proxy(self) -> None:
        proxy = self._proxies.pop(0)
        await self.add_proxy()
        self._later(PROBE_SECONDS, lambda: self.balancer.targets.remove(proxy))
        self._go(proxy.delete(self._timing.proxy_drain))

    async def end(self) -> None:
        if self._going:
            await asyncio.wait(self._going)

    async def _remove_server(self, most: float) -> None:
        server = self._servers.pop(0)
        self._later(PROPAGATION_SECONDS, lambda: self._forget(server))
        self._go(server.delete(most))

    def _forget(self, server: Server) -> None:
        for proxy in self._proxies:
            if server in proxy.targets:
                proxy.targets.remove(server)

    def _later(self, seconds: float, what: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(seconds, what)

    def _go(self, what: Awaitable[None]) -> None:
        task = asyncio.ensure_future(what)
        self._going.add(task)
        task.add_done_callback(self._going.discard)


def outcomes(folder: Path, timing: Timing, *, requests: int, seed: int) -> dict[str, int]:
    """How many of so many requests ended how, with something done to the pods every ten minutes. Half of the
    answers come in pieces, half at once in the end; the longest take as long as the route lets them."""
    with asyncio.Runner(loop_factory=_JumpingLoop) as runner:
        return runner.run(_traffic(folder, timing, requests, random.Random(seed)))  # noqa: S311 (no secret)


async def _traffic(folder: Path, timing: Timing, requests: int, chance: random.Random) -> dict[str, int]:
    cluster = _Cluster(folder, timing)
    await cluster.start()
    done: list[asyncio.Task[str]] = []
    span = requests * 6.0

    async def send(at: float, seconds: float, pieces: int) -> str:
        await asyncio.sleep(at)
        return await _ask(cluster.balancer.path, seconds, pieces)

    for _ in range(requests):
        seconds = min(1.05 * timing.route_timeout ** chance.random(), timing.route_timeout)
        pieces = max(int(seconds / 10), 1) if chance.random() < 0.5 else 1
        done.append(asyncio.create_task(send(chance.uniform(0, span), seconds, pieces)))
    steps = [
        cluster.rollout,
        cluster.scale_down,
        cluster.scale_up,
        cluster.evict,
        cluster.replace_proxy,
    ]
    for number in range(int(span / 600)):
        await asyncio.sleep(600)
        await steps[number % len(steps)]()
    await asyncio.wait(done)
    await cluster.end()
    found: dict[str, int] = {}
    for one in done:
        found[one.result()] = found.get(one.result(), 0) + 1
    return found
