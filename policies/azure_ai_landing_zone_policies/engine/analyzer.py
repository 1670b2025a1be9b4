"""Speaks Pulumi's analyzer protocol for the pack.

The SDK's own `PolicyPack` reads a resource's properties anew for each policy, and all resources of a program
anew for each stack policy; with this many rules that takes longer than the preview. Here each resource is
read once, rules see only the types that they are about, and stack rules see what the program says of a
resource rather than what Azure answered.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

import grpc
from google.protobuf import empty_pb2, json_format
from pulumi.runtime import proto
from pulumi_policy.deserialize import deserialize_properties

from azure_ai_landing_zone_policies.engine import baseline, settings, waivers
from azure_ai_landing_zone_policies.engine.pack import CLOSING, NAME, Finding, Pack, Setting, utc_today
from azure_ai_landing_zone_policies.engine.rule import Level, Rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.type_names import type_name
from azure_ai_landing_zone_policies.program.untyped import Links, typed
from azure_ai_landing_zone_policies.program.view import Resource, View

VERSION = "0.2.0"

_LEVELS: dict[Level, Any] = {
    "mandatory": proto.MANDATORY,
    "advisory": proto.ADVISORY,
    "disabled": proto.DISABLED,
}
_LEVEL_NAMES: dict[Any, Level] = {number: name for name, number in _LEVELS.items()}
_OURS = proto.REMEDIATE
"""What the engine is told of each rule's level: what it hands back then shows which the user's file set."""
_SEVERITIES = {
    "low": proto.POLICY_SEVERITY_LOW,
    "medium": proto.POLICY_SEVERITY_MEDIUM,
    "high": proto.POLICY_SEVERITY_HIGH,
    "critical": proto.POLICY_SEVERITY_CRITICAL,
}


class Analyzer(proto.AnalyzerServicer):
    """Answers one engine about one program. It asks about each resource, then about all of them."""

    def __init__(self, rules: tuple[Rule, ...], content: settings.Content, today: Any = utc_today) -> None:
        """`content` is what policy.yaml says, without problems."""
        self._rules = rules
        self._content = content
        self._today = today
        self._stack = ""
        self._inputs: dict[str, Mapping[str, Any]] = {}
        self._settle()

    def _settle(self) -> None:
        levels, _ = settings.settle(self._content, self._rules, self._stack, today=self._today())
        self._settings = levels
        self._closing = levels.get(CLOSING, Setting("advisory", {})).level != "disabled"
        known, _ = baseline.parse(self._content.get(settings.BASELINE))
        self._pack = Pack(self._rules, levels, self._today, known)

    def _meet(self, stack: str) -> None:
        """Learn the stack: policy.yaml may have a pack for it."""
        if stack and stack != self._stack:
            self._stack = stack
            self._settle()

    def GetPluginInfo(self, request: Any, context: Any) -> proto.PluginInfo:  # noqa: ARG002
        return proto.PluginInfo(version=VERSION)

    def GetAnalyzerInfo(self, request: Any, context: Any) -> proto.AnalyzerInfo:  # noqa: ARG002
        info = proto.AnalyzerInfo(name=NAME, version=VERSION, supportsConfig=True)
        for rule in self._rules:
            info.policies.append(self._policy(rule))
        for name, description in (
            (CLOSING, "Waivers in use, without use and about to end"),
            ("pack", "No rule: which pack this is, for --policy-pack-config"),
        ):
            info.policies.append(
                proto.PolicyInfo(
                    name=name,
                    description=description,
                    enforcementLevel=proto.ADVISORY,
                    policy_type=proto.POLICY_TYPE_STACK,
                    severity=proto.POLICY_SEVERITY_LOW,
                )
            )
        info.policies[-2].configSchema.properties.update(
            {each.name: each.schema for each in settings.CLOSING_PARAMETERS}
        )
        info.policies[-1].configSchema.properties.update(settings.PACK_SCHEMA)
        for policy in info.policies:
            info.initialConfig[policy.name].enforcementLevel = _OURS
        return info

    def _policy(self, rule: Rule) -> Any:
        policy = proto.PolicyInfo(
            name=rule.name,
            description=rule.title,
            enforcementLevel=_LEVELS[self._settings[rule.name].level],
            policy_type=proto.POLICY_TYPE_RESOURCE if rule.check else proto.POLICY_TYPE_STACK,
            severity=_SEVERITIES[rule.facts.severity],
            remediation_steps=rule.why,
            url=rule.facts.links[0],
            tags=list(filter(None, (rule.facts.area, rule.facts.pillar, rule.facts.since))),
        )
        if rule.facts.controls:
            policy.framework.name = "Microsoft cloud security benchmark"
            policy.framework.version = "1"
            policy.framework.reference = ", ".join(rule.facts.controls)
        policy.configSchema.properties.update(
            {"waivers": waivers.SCHEMA} | {each.name: each.schema for each in rule.facts.parameters}
        )
        return policy

    def Configure(self, request: Any, context: Any) -> empty_pb2.Empty:
        """Take what the file in `--policy-pack-config` says over what policy.yaml does."""
        given = {
            name: (config.enforcementLevel, _whole(json_format.MessageToDict(config.properties)))
            for name, config in request.policyConfig.items()
        }
        locked = "pack" in given and given["pack"][1].get("locked") is True
        content = {} if locked else dict(self._content)
        for name, (level, values) in given.items():
            settings.overlay(content, name, _LEVEL_NAMES.get(level), values)
        _, problems = settings.settle(
            content, self._rules, self._stack, "--policy-pack-config", self._today()
        )
        if problems:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "\n".join(problems))
        self._content = content
        self._settle()
        return empty_pb2.Empty()

    def ConfigureStack(self, request: Any, context: Any) -> Any:  # noqa: ARG002
        self._meet(request.stack)
        return proto.AnalyzerStackConfigureResponse()

    def Remediate(self, request: Any, context: Any) -> Any:  # noqa: ARG002
        return proto.RemediateResponse()

    def Cancel(self, request: Any, context: Any) -> empty_pb2.Empty:  # noqa: ARG002
        return empty_pb2.Empty()

    def Analyze(self, request: Any, context: Any) -> Any:  # noqa: ARG002
        if type_name(request.type) is None:
            return proto.AnalyzeResponse()
        self._meet(_stack_of(request.urn))  # in `pulumi policy analyze` nothing else says which it is
        inputs = self._inputs[request.urn] = _inputs(request)
        return _response(self._pack.resource(_view(request, inputs, {}, self._pack.today())))

    def AnalyzeStack(self, request: Any, context: Any) -> Any:  # noqa: ARG002
        today = self._pack.today()
        views = [view for resource in request.resources if (view := self._view(resource, today))]
        findings = self._pack.stack(Stack(views))
        return _response([each for each in findings if self._closing or each.policy != CLOSING])

    def _view(self, resource: Any, today: date) -> View | None:
        if type_name(resource.type) is None:
            return None
        inputs = self._inputs.get(resource.urn)
        if inputs is None:  # the engine asked about this resource in another process
            inputs = _inputs(resource)
        links = {name: frozenset(urns.urns) for name, urns in resource.propertyDependencies.items()}
        return _view(resource, inputs, links, today)


def _stack_of(urn: str) -> str:
    return urn.removeprefix("urn:pulumi:").partition("::")[0] if urn.startswith("urn:pulumi:") else ""


def _inputs(resource: Any) -> Mapping[str, Any]:
    return deserialize_properties(json_format.MessageToDict(resource.properties))


def _view(resource: Any, inputs: Mapping[str, Any], links: Links, today: date) -> View:
    read = typed(resource.type, inputs, links)
    about = Resource(
        read.type,
        today,
        resource.name,
        resource.urn,
        resource.options.protect,
        read.links,
        api_version=read.api_version,
    )
    return View(dict(read.inputs), about)


def _whole(value: Any) -> Any:
    """The engine's numbers are all floats; whole ones become integers again."""
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _response(findings: list[Finding]) -> Any:
    return proto.AnalyzeResponse(
        diagnostics=[
            proto.AnalyzeDiagnostic(
                policyName=finding.policy,
                policyPackName=NAME,
                policyPackVersion=VERSION,
                description=finding.title,
                message="\n".join(filter(None, (finding.title, finding.text, finding.page))),
                enforcementLevel=_LEVELS[finding.level],
                urn=finding.urn,
                severity=_SEVERITIES[finding.severity],
            )
            for finding in findings
        ]
    )


def listen(analyzer: Analyzer) -> tuple[grpc.Server, int]:
    """Start to answer on a free port of this machine."""
    # imported here: what only tests the rules needs no server
    from concurrent import futures

    limit = 400 * 1024 * 1024  # as Pulumi's own servers
    options = [("grpc.max_receive_message_length", limit), ("grpc.max_send_message_length", limit)]
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=4), options=options)
    proto.add_AnalyzerServicer_to_server(analyzer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return server, port
