"""Pulumi's Python language host, where the official one is not to be had.

The engine starts `pulumi-language-python`, reads a port from its output and speaks
`pulumirpc.LanguageRuntime` (github.com/pulumi/pulumi, proto/pulumi/language.proto, v3.255.0). Programs and
plugins run as children, in the interpreter of the project they belong to.
"""

import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import empty_pb2
from pulumi.automation._server import LanguageServer
from pulumi.runtime.proto import language_pb2, language_pb2_grpc

PYTHON_VARIABLE = "AZURE_SIMULATOR_PYTHON"
"""Names the interpreter that has this package, for the launchers beside the engine."""

MESSAGE_LIMIT = 400 * 1024 * 1024
"""Bytes in one gRPC message, as in Pulumi's own programs."""

_RUNNER = Path(__file__).parent / "program" / "runner.py"


class MissingEnvironment(RuntimeError):
    """The virtual environment that a Pulumi.yaml names does not exist."""


def interpreter(info: language_pb2.ProgramInfo) -> str:
    """The Python of a project: its `virtualenv` option, else the active environment, else our own.

    Raises:
        MissingEnvironment: the option names a folder that holds no Python.
    """
    folder = _virtualenv(info)
    if folder is None:
        active = os.environ.get("VIRTUAL_ENV")
        return str(Path(active, "bin", "python")) if active else sys.executable
    python = folder / "bin" / "python"
    if not python.exists():
        raise MissingEnvironment(
            f"The 'virtualenv' option of the project in {info.root_directory} is set to {folder}, "
            "and there is no Python in it: run 'pulumi install', or make the environment."
        )
    return str(python)


def _virtualenv(info: language_pb2.ProgramInfo) -> Path | None:
    option = dict(info.options).get("virtualenv")
    return Path(info.root_directory, option) if isinstance(option, str) and option else None


class LanguageHost(LanguageServer):
    """The SDK's language server, with the calls that only a host outside the program gets."""

    def __init__(self, engine_address: str) -> None:
        super().__init__(lambda: None)
        self._engine_address = engine_address

    def Handshake(self, request: Any, _context: Any) -> Any:
        self._engine_address = request.engine_address or self._engine_address
        return language_pb2.LanguageHandshakeResponse()

    def Cancel(self, _request: Any, _context: Any) -> Any:
        return empty_pb2.Empty()

    def RuntimeOptionsPrompts(self, _request: Any, _context: Any) -> Any:
        return language_pb2.RuntimeOptionsResponse()

    def GenerateProgram(self, _request: Any, context: Any) -> Any:
        context.abort(
            grpc.StatusCode.UNIMPLEMENTED,
            "this language host writes no code for what was imported: add --generate-code=false",
        )

    def InstallDependencies(self, request: Any, context: Any) -> Iterator[Any]:
        """Make the project's virtual environment and install its requirements, as the official host does."""
        folder = _virtualenv(request.info)
        if folder is None:
            return
        if not (folder / "bin" / "python").exists():
            yield from self._install([sys.executable, "-m", "venv", str(folder)], request, context)
        requirements = Path(request.info.program_directory, "requirements.txt")
        if requirements.exists():
            pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-r", str(requirements)]
            yield from self._install(pip, request, context)

    def _install(self, command: list[str], request: Any, context: Any) -> Iterator[Any]:
        directory = request.info.program_directory
        for name, value in _run(command, directory, dict(os.environ), context):
            if name != "exitcode":
                yield language_pb2.InstallDependenciesResponse(**{name: value})
            elif value != 0:
                context.abort(grpc.StatusCode.INTERNAL, f"{' '.join(command)} ended with {value}")

    def Run(self, request: Any, context: Any) -> Any:
        try:
            python = interpreter(request.info)
        except MissingEnvironment as missing:
            return language_pb2.RunResponse(error=str(missing))
        if not request.args:
            request.args.append(self._engine_address)
        else:
            request.args[0] = self._engine_address
        with tempfile.TemporaryDirectory() as folder:
            answer = Path(folder, "response")
            command = [python, "-u", str(_RUNNER), str(answer)]
            process = subprocess.Popen(command, cwd=request.pwd, stdin=subprocess.PIPE, process_group=0)
            context.add_callback(lambda: _end(process))
            process.communicate(request.SerializeToString())
            if not answer.exists():
                return language_pb2.RunResponse(
                    error=f"the program's interpreter {python} ended with {process.returncode}"
                )
            return language_pb2.RunResponse.FromString(answer.read_bytes())

    def RunPlugin(self, request: Any, context: Any) -> Iterator[Any]:
        """Run a policy pack or a provider written in Python, and pass on what it prints."""
        directory = request.info.program_directory or request.program
        try:
            python = interpreter(request.info)
        except MissingEnvironment as missing:
            yield language_pb2.RunPluginResponse(stderr=f"{missing}\n".encode())
            yield language_pb2.RunPluginResponse(exitcode=1)
            return
        if request.kind == "analyzer":
            command = [python, "-u", "-m", "pulumi.policy", *list(request.args)[:1], directory]
        else:
            command = [python, "-u", directory, *request.args]
        environment = dict(entry.split("=", 1) for entry in request.env)
        for name, value in _run(command, request.pwd, {**os.environ, **environment}, context):
            yield language_pb2.RunPluginResponse(**{name: value})


def _run(
    command: list[str], pwd: str, environment: dict[str, str], context: Any
) -> Iterator[tuple[str, Any]]:
    """What a child prints, as it comes, under `stdout` and `stderr`; last its `exitcode`."""
    process = subprocess.Popen(
        command,
        cwd=pwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        process_group=0,  # an interrupt of the engine ends it by the call's end, without a traceback
    )
    context.add_callback(lambda: _end(process))
    printed: queue.Queue[tuple[str, bytes]] = queue.Queue()

    def pump(name: str, read: Callable[[int], bytes]) -> None:
        while block := read(65536):
            printed.put((name, block))
        printed.put((name, b""))

    assert process.stdout is not None  # noqa: S101  both are pipes
    assert process.stderr is not None  # noqa: S101
    for name, stream in (("stdout", process.stdout), ("stderr", process.stderr)):
        threading.Thread(target=pump, args=(name, stream.read), daemon=True).start()
    open_streams = 2
    while open_streams:
        name, block = printed.get()
        if block:
            yield name, block
        else:
            open_streams -= 1
    yield "exitcode", process.wait()


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()


def main() -> None:
    """Serve until the engine goes away; the port is the only thing on standard output before a program's."""
    # the engine interrupts its plugins together with itself; a traceback would land in the user's diagnostics
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    options = [
        ("grpc.max_send_message_length", MESSAGE_LIMIT),
        ("grpc.max_receive_message_length", MESSAGE_LIMIT),
    ]
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=16), options=options)
    language_pb2_grpc.add_LanguageRuntimeServicer_to_server(LanguageHost(sys.argv[-1]), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(port, flush=True)
    parent = os.getppid()
    while not stopped.wait(1):
        if os.getppid() != parent:  # the engine was killed
            break
    server.stop(None).wait()


def write_launchers(folder: Path) -> None:
    """Put the commands that the engine looks for beside its own executable into `folder`.

    They are the same for every checkout that shares a built engine; `PYTHON_VARIABLE` names the interpreter.
    """
    ours = f'"${PYTHON_VARIABLE}" -u -m'
    launchers = {
        "pulumi-language-python": f'exec {ours} azure_simulator.engine.language_host "$@"',
        # the engine hands over the environment of the project whose resource it is
        "pulumi-resource-pulumi-python": (
            '[ -z "$PULUMI_RUNTIME_VIRTUALENV" ] || '
            'exec "$PULUMI_RUNTIME_VIRTUALENV/bin/python" -u -m pulumi.dynamic "$@"\n'
            f'exec {ours} pulumi.dynamic "$@"'
        ),
    }
    for name, lines in launchers.items():
        text = f"#!/bin/sh\n{lines}\n"
        launcher = folder / name
        if not launcher.exists() or launcher.read_text(encoding="utf-8") != text:
            unfinished = launcher.with_name(f"{name}.{os.getpid()}")
            unfinished.write_text(text, encoding="utf-8")
            unfinished.chmod(0o755)
            unfinished.replace(launcher)


if __name__ == "__main__":
    main()
