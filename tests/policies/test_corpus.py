"""Small real programs of plain azure-native, and all that the pack says of each, no more and no less."""

import asyncio
import runpy
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pulumi
import pytest
import yaml
from pulumi.runtime import mocks, proto
from pulumi.runtime.stack import wait_for_rpcs

from azure_ai_landing_zone_policies.engine.analyzer import Analyzer
from azure_ai_landing_zone_policies.engine.discovery import all_rules

CORPUS = Path(__file__).with_name("corpus")
EXPECTED: dict[str, list[str]] = yaml.safe_load((CORPUS / "expected.yaml").read_text(encoding="utf-8"))
TODAY = date(2026, 11, 21)


class _Preview(mocks.Mocks):
    """Answers as Azure's providers do in a preview: inputs come back, ids and outputs aren't known."""

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[Any, Any]]:
        return "", args.inputs

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[Any, Any], list[tuple[str, str]] | None]:
        raise NotImplementedError(args.token)


class _Monitor(mocks.MockMonitor):
    """Keeps what the program registers, as the engine would send it to the pack."""

    def __init__(self) -> None:
        super().__init__(_Preview())
        self.requests: list[tuple[str, Any]] = []

    def RegisterResource(self, request: Any) -> Any:
        response = super().RegisterResource(request)  # type: ignore[no-untyped-call]
        self.requests.append((response.urn, request))
        return response


def run(program: Path) -> list[tuple[str, Any]]:
    """The resources that a program registers in a preview: URN and request."""
    monitor = _Monitor()
    asyncio.set_event_loop(asyncio.new_event_loop())
    mocks.set_mocks(_Preview(), project="corpus", stack="test", preview=True, monitor=monitor)

    async def preview() -> None:
        pulumi.runtime.register_stack_transformation(_without_aliases)
        runpy.run_path(str(program), run_name="__main__")
        await wait_for_rpcs()

    asyncio.get_event_loop().run_until_complete(preview())
    root = pulumi.runtime.get_root_resource()
    if root is not None:
        root._transformations = []  # other tests of the process share it
    return monitor.requests


def _without_aliases(args: pulumi.ResourceTransformationArgs) -> pulumi.ResourceTransformationResult:
    args.opts.aliases = None  # a hundred a resource, and nothing here was ever deployed
    return pulumi.ResourceTransformationResult(args.props, args.opts)


def judge(program: Path) -> list[str]:
    """Level, rule and resource of everything that the pack says of a program."""
    analyzer = Analyzer(all_rules(), {}, lambda: TODAY)
    closing = proto.AnalyzeStackRequest()
    closing.resources.add(type="pulumi:pulumi:Stack", name="corpus-test", urn="urn:pulumi:stack")
    said: list[str] = []
    for urn, request in run(program):
        if not request.custom:
            continue
        asked = proto.AnalyzeRequest(type=request.type, urn=urn, name=request.name, properties=request.object)
        asked.options.protect = request.protect
        said += _said(analyzer.Analyze(asked, None), request.name)
        resource = closing.resources.add(
            type=request.type, urn=urn, name=request.name, properties=request.object
        )
        resource.options.protect = request.protect
        for name, urns in request.propertyDependencies.items():
            resource.propertyDependencies[name].urns.extend(urns.urns)
    return sorted([*said, *_said(analyzer.AnalyzeStack(closing, None), "?")])


def _said(response: Any, name: str) -> Iterator[str]:
    levels = {proto.MANDATORY: "mandatory", proto.ADVISORY: "advisory"}
    for each in response.diagnostics:
        resource = each.urn.rpartition(":")[2] if each.urn else name
        unsure = " can't tell" if "\ncan't tell: " in each.message else ""
        yield f"{levels[each.enforcementLevel]} {each.policyName} {resource}{unsure}"


def test_every_program_has_its_verdicts() -> None:
    assert sorted(EXPECTED) == sorted(file.stem for file in CORPUS.glob("*.py"))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_the_verdict_of_every_rule(name: str) -> None:
    assert judge(CORPUS / f"{name}.py") == sorted(EXPECTED[name])
