"""A gateway that runs its policy: expressions compiled by Debian's C# compiler, backends as registered.

policy_engine/ has the context that expressions see, stubbed from Microsoft's page, and one instance of API
Management as far as our policies use it.
"""

import json
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from helpers.debian import unpacked
from helpers.registered import Registered

SOURCES = Path(__file__).parent / "policy_engine"

_PACKAGES = ("mono-mcs", "mono-runtime", "libnewtonsoft-json5.0-cil")
"""C# 7, which is what policy expressions are written in, and Newtonsoft.Json, which they may use."""

_BOOLEAN = {("when", "condition"), ("retry", "condition")}
_WHOLE = {("set-status", "code")}
"""Attributes that Azure wants another type for than a text."""

_work = tempfile.TemporaryDirectory(prefix="policy-")


class CompileError(AssertionError):
    """What the compiler says of a policy's expressions."""


def expressions(policy: str) -> dict[str, str]:
    """Each expression of a policy, with the type that it has to have."""
    found: dict[str, str] = {}
    for element in ElementTree.fromstring(policy).iter():  # noqa: S314 (our own)
        for name, value in element.attrib.items():
            if value.lstrip().startswith("@"):
                place = (element.tag, name)
                kind = "bool" if place in _BOOLEAN else "int" if place in _WHOLE else "object"
                found[value.strip()] = kind
        if (text := (element.text or "").strip()).startswith("@"):
            found[text] = "object"
    return found


def _source(found: Mapping[str, str]) -> str:
    methods, table = [], []
    for number, (text, kind) in enumerate(found.items()):
        body = text[1:] if text.startswith("@{") else f"{{ return ({text[2:-1]}); }}"
        methods.append(f"    static {kind} E{number}(IContext context) {body}")
        table.append(f"        {{ {json.dumps(text)}, context => Expressions.E{number}(context) }},")
    return "\n".join(
        [
            "using System; using System.Collections.Generic; using System.Linq; using System.Text;",
            "using System.Text.RegularExpressions; using Newtonsoft.Json.Linq;",
            "public static class Expressions {",
            *methods,
            "}",
            "public static class All {",
            "    public static readonly Dictionary<string, Func<IContext, object>> Of =",
            "        new Dictionary<string, Func<IContext, object>> {",
            *table,
            "    };",
            "}",
        ]
    ).replace("    static ", "    public static ")


@cache
def _mono() -> tuple[Path, Path]:
    """Where Debian's packages lie, and Newtonsoft.Json in them. Skips without them."""
    root = unpacked(*_PACKAGES)
    return root, next(root.rglob("Newtonsoft.Json.dll"))


def _run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    root, library = _mono()
    environment = {
        "MONO_PATH": f"{root / 'usr/lib/mono/4.5'}:{library.parent}",
        "MONO_GAC_PREFIX": str(root / "usr"),
        "MONO_CFG_DIR": str(root / "etc"),
        "LD_LIBRARY_PATH": str(root / "usr/lib"),
        "PATH": "/usr/bin:/bin",
        "HOME": _work.name,
        "LANG": "C.UTF-8",
    }
    return subprocess.run(
        [root / "usr/bin/mono-sgen", *arguments], env=environment, check=False, text=True, capture_output=True
    )


@cache
def _program(policy: str) -> Path:
    root, library = _mono()
    folder = Path(tempfile.mkdtemp(dir=_work.name))
    (folder / "Expressions.cs").write_text(_source(expressions(policy)), encoding="utf-8")
    done = _run(
        root / "usr/lib/mono/4.5/mcs.exe", "-langversion:7", "-nologo", f"-out:{folder / 'gateway.exe'}",
        f"-r:{library}", "-r:System.Core.dll", "-r:System.Xml.dll", "-r:System.Xml.Linq.dll",
        *sorted(SOURCES.glob("*.cs")), folder / "Expressions.cs",
    )  # fmt: skip
    if done.returncode:
        raise CompileError(done.stdout + done.stderr)
    return folder / "gateway.exe"


def compiled(policy: str) -> list[str]:
    """Types and members of .NET and Newtonsoft that the policy's expressions use."""
    used: list[str] = _told({"policy": policy, "backends": {}, "operations": [], "requests": []})["used"]
    return used


def _told(told: Mapping[str, Any]) -> dict[str, Any]:
    program = _program(str(told["policy"]))
    asked, answered = program.with_name("asked.json"), program.with_name("answered.json")
    asked.write_text(json.dumps(told), encoding="utf-8")
    done = _run(program, asked, answered)
    assert done.returncode == 0, done.stdout + done.stderr
    outcomes: dict[str, Any] = json.loads(answered.read_text("utf-8"))
    return outcomes


def send(made: Registered, requests: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What becomes of these requests, one after another, at the one gateway that was registered."""
    inputs = made.inputs.values()
    backends = [one for one in inputs if "backendId" in one]
    by_id = {f"/{name}": one["backendId"] for name, one in made.inputs.items() if "backendId" in one}
    policy = next(one["value"] for one in inputs if "policyId" in one)
    for one in inputs:
        if "namedValueId" in one:
            policy = policy.replace(f"{{{{{one['displayName']}}}}}", one["value"])
    told = {
        "policy": policy,
        "operations": [one for one in inputs if "operationId" in one],
        "backends": {
            one["backendId"]: {
                "rules": one.get("circuitBreaker", {}).get("rules", []),
                **{
                    name: [{**item, "id": by_id[item["id"]]} for item in pool["services"]]
                    for name, pool in one.items()
                    if name == "pool"
                },
            }
            for one in backends
        },
        "requests": list(requests),
    }
    outcomes: list[dict[str, Any]] = _told(told)["outcomes"]
    return outcomes
