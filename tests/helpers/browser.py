"""A real browser, asked over its own protocol: Chromium of the system, or Debian's unpacked beside it."""

import fcntl
import json
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers.debian import unpacked

_TIMEOUT = 60


class Browser:
    """One tab. Messages are those of chromedevtools.github.io/devtools-protocol, through file descriptors."""

    def __init__(self, to: int, back: int) -> None:
        self._to = to
        self._back = os.fdopen(back, "rb", buffering=0)
        self._rest = b""
        self._number = 0
        self._session: str | None = None
        self.complaints: list[str] = []
        """What stands on the console as a warning or an error, and exceptions of scripts."""
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._ask(f"{domain}.enable")

    def open(
        self, file: Path, width: int, height: int = 900, *, dark: bool = False, media: str = "screen"
    ) -> None:
        """Show a file in a window of so many CSS pixels."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._ask("Emulation.setEmulatedMedia", media=media, features=[scheme])
        self._ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        self._ask("Page.navigate", url=file.as_uri())
        self._until("Page.loadEventFired")

    def tell(self, expression: str) -> Any:
        """The value of an expression of JavaScript in the page."""
        answer = self._ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def _ask(self, method: str, **arguments: Any) -> Any:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": arguments}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def _until(self, event: str) -> None:
        while self._next().get("method") != event:
            pass

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = self._back.read(1 << 16)
            assert read, "the browser ended"
            self._rest += read
        text, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        about = message.get("params", {})
        match message.get("method"):
            case "Runtime.exceptionThrown":
                self.complaints.append(str(about["exceptionDetails"]))
            case "Log.entryAdded" if about["entry"]["level"] in ("warning", "error"):
                self.complaints.append(f"{about['entry']['text']} {about['entry'].get('url', '')}")
            case "Runtime.consoleAPICalled":
                self.complaints.append(str(about["args"]))
            case "Network.requestWillBeSent" if not about["request"]["url"].startswith(("file:", "data:")):
                self.complaints.append(f"asks for {about['request']['url']}")
        return message


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """With its settings in `folder`. Skips the test, with the reason, where none can be had."""
    program, environment = _program(folder)
    read_mine, write_mine = os.pipe()
    read_theirs, write_theirs = os.pipe()
    theirs = [fcntl.fcntl(one, fcntl.F_DUPFD, 10) for one in (read_mine, write_theirs)]

    def arrange() -> None:
        for number, one in enumerate(theirs, 3):
            os.dup2(one, number)

    options = (
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
        "--disable-background-networking", "--disable-dev-shm-usage", f"--user-data-dir={folder / 'profile'}",
    )  # fmt: skip
    process = subprocess.Popen(
        [program, *options],
        env={**os.environ, **environment},
        preexec_fn=arrange,
        pass_fds=(3, 4),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for one in (*theirs, read_mine, write_theirs):
        os.close(one)
    try:
        yield Browser(write_mine, read_theirs)
    finally:
        process.terminate()
        process.wait(_TIMEOUT)
        os.close(write_mine)


def _program(folder: Path) -> tuple[str, dict[str, str]]:
    """What to run, and what of the environment it needs."""
    if found := shutil.which("chromium") or shutil.which("google-chrome"):
        return found, {}
    root = unpacked("chromium", "chromium-common", "fonts-dejavu-core")
    libraries = root / "usr" / "lib" / f"{platform.machine()}-linux-gnu"
    fonts = folder / "fonts.conf"
    fonts.write_text(
        f"<fontconfig><dir>{root / 'usr/share/fonts'}</dir><cachedir>{folder}</cachedir></fontconfig>",
        encoding="utf-8",
    )
    program = root / "usr" / "lib" / "chromium" / "chromium"
    return str(program), {"LD_LIBRARY_PATH": str(libraries), "FONTCONFIG_FILE": str(fonts)}
