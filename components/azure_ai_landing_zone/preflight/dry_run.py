"""What a stack would make, found by running its program without an engine and without Azure.

The zone's own code says what it needs: no table of sections stands here that could say something else.
"""

import asyncio
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pulumi
from pulumi.runtime import mocks, rpc, settings

from azure_ai_landing_zone.core.component import PACKAGE
from azure_ai_landing_zone.core.stack_file import SECRETS
from azure_ai_landing_zone.network.hub_facts import READ_BY_SPOKES
from azure_ai_landing_zone.preflight.planning.demand import (
    Demand,
    PlannedResource,
    SizeDemand,
    planned,
    texts,
)
from azure_ai_landing_zone.sections.needs import Needs
from azure_ai_landing_zone.zone.landing_zone import LandingZone
from azure_ai_landing_zone.zone.settings import LandingZoneSettings

_NOBODY = "00000000-0000-0000-0000-000000000000"
_NATIVE, _PROVIDER = "azure-native:", "pulumi:providers:azure-native"
_SIGNATURE, _SECRET = "4dabf18193072939515e22adb298388d", "1b47061264138c4ac30d75fd1eb44270"
"""Of values in Pulumi's protocol: sdk/proto/pulumi/provider.proto, 2026-11."""

_STANDS_IN = {"network:AzureFirewall": {"ipConfigurations": [{"privateIPAddress": "192.0.2.4"}]}}
"""Azure tells a firewall's address when it is made, and a hub's facts are known as a whole or not at all.
This one is nobody's (RFC 5737); it stands in routes alone, which no check asks about."""


@dataclass
class _Planned(mocks.Mocks):
    """Answers with ids and names alone, as Azure would give them; all else is unknown, as in a preview."""

    subscription: str
    resources: list[PlannedResource] = field(default_factory=list)
    features: set[str] = field(default_factory=set)
    read: dict[str, list[str]] = field(default_factory=dict)
    """Ids of what is there already, each with the logical names under which it is read."""
    stacks: list[str] = field(default_factory=list)
    """Whose outputs are read."""
    outputs: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Of those stacks, as far as they are known; none at all of the others."""
    elsewhere: dict[str, str] = field(default_factory=dict)
    """Subscriptions of providers of their own, by the providers' logical names."""

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Any]]:
        inputs = known(args.inputs)
        if args.typ == "pulumi:pulumi:StackReference":
            name = str(inputs.get("name", args.name))
            self.stacks.append(name)
            return args.name, {
                "name": name,
                **({"outputs": self.outputs[name]} if name in self.outputs else {}),
            }
        if args.typ == _PROVIDER and isinstance(found := inputs.get("subscriptionId"), str):
            self.elsewhere[args.name] = found
        if not args.typ.startswith(_NATIVE):
            return args.resource_id or None, {}
        if args.resource_id:
            self.read.setdefault(args.resource_id, []).append(args.name)
            return args.resource_id, {}
        _, _, _, provider, *_ = [*(args.provider or "").split("::"), "", "", ""]
        subscription = self.elsewhere.get(provider, self.subscription)
        one = planned(args.typ.removeprefix(_NATIVE), args.name, inputs, subscription)
        self.resources.append(one)
        named = {} if one.id is None else {"name": one.id.rpartition("/")[2]}
        return one.id, {**named, **_STANDS_IN.get(one.type, {})}

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[Any, Any], list[tuple[str, str]] | None]:
        if args.token.endswith(":getClientConfig"):
            who = dict.fromkeys(("clientId", "objectId", "tenantId"), _NOBODY)
            return {**who, "subscriptionId": self.subscription}, []
        if args.token.endswith(":readStackResourceOutputs"):
            return {"outputs": {}}, []
        if args.token.endswith(":getSubscriptionFeatureRegistration"):
            self.features.add(f"{args.args.get('providerNamespace')}/{args.args.get('featureName')}")
            return {"properties": {"state": "Registered"}}, []
        return {}, []


def stack_demand(
    zone: LandingZoneSettings,
    *,
    subscription: str,
    stack: str,
    project: str = "azure-ai-landing-zone",
    outputs_of: Callable[[str], Mapping[str, Any] | None] | None = None,
) -> Demand:
    """What the stack asks of the subscription. Not to be called inside a program that Pulumi runs.

    outputs_of: what is known of the outputs of a stack that this one reads, such as `stack_outputs` tells of
    it, by the name that the settings have for that stack; None where nothing is, and then those checks end
    unknown.

    Raises SettingsError where the settings don't fit together, or to the other stack; RuntimeError inside a
    program."""

    def program() -> None:
        LandingZone(stack, zone)

    secrets = _secrets(zone)
    run = _run(_Planned(subscription), stack, project, program, secrets)
    found = {name: outputs_of(name) for name in run.stacks} if outputs_of is not None else {}
    outputs = {name: known_ for name, known_ in found.items() if known_ is not None}
    if outputs:
        run = _run(_Planned(subscription, outputs=outputs), stack, project, program, secrets)
    parts = [needs for _, needs in zone.others().each(Needs)]
    return Demand(
        subscription=subscription,
        # They are registered in any order; what is told of them has one.
        resources=tuple(sorted(run.resources, key=lambda one: one.name)),
        sizes=tuple(
            SizeDemand(one.size, one.nodes, one.spot) for needs in parts for one in needs.gpu_demands()
        ),
        providers=frozenset(namespace for needs in parts for namespace in needs.providers()),
        looked_up=frozenset(run.features),
        read={id_: tuple(sorted(run.read[id_])) for id_ in sorted(run.read)},
        stacks=tuple(dict.fromkeys(run.stacks)),
        made_by={text.lower(): name for name in outputs for text in texts(outputs[name]) if text[:1] == "/"},
    )


def stack_outputs(
    zone: LandingZoneSettings, *, subscription: str, stack: str, project: str = "azure-ai-landing-zone"
) -> Mapping[str, Any]:
    """What a stack will put out for its spokes, as its own settings tell before it is made: ids follow from
    names. Raises as `stack_demand` does."""
    exported: dict[str, Any] = {}

    def keep(name: str, value: pulumi.Input[Any]) -> None:
        exported[name] = rpc.UNKNOWN
        pulumi.Output.from_input(value).apply(lambda found: exported.update({name: found}))

    def program() -> None:
        for name, value in LandingZone(stack, zone).exports.items():
            if name in READ_BY_SPOKES:
                keep(name, value)

    _run(_Planned(subscription), stack, project, program, _secrets(zone))
    return exported


def _secrets(zone: LandingZoneSettings) -> dict[str, str]:
    """Secrets of the stack file are encrypted, and no check asks about them: what stands in."""
    return {needs.title: "Stands-in-1" for _, needs in zone.others().each(Needs) if needs.title}


def _run(
    run: _Planned, stack: str, project: str, program: Callable[[], object], secrets: Mapping[str, str]
) -> _Planned:
    """Runs a program in a thread of its own, and leaves Pulumi's settings as they were."""
    if settings.SETTINGS.monitor is not None and not isinstance(settings.SETTINGS.monitor, mocks.MockMonitor):
        raise RuntimeError(
            "a preflight is not for programs that Pulumi runs: call it from a program of its own"
        )
    failed = list[BaseException]()

    def work() -> None:
        asyncio.set_event_loop(asyncio.new_event_loop())
        try:
            mocks.set_mocks(run, project=project, stack=stack, preview=True)
            key = f"{PACKAGE}:{SECRETS}"
            pulumi.runtime.set_all_config({key: json.dumps(secrets)}, [key])
            pulumi.runtime.test(program)()  # type: ignore[no-untyped-call]  # Pulumi's own
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return run


def known(value: Any) -> Any:
    """Values as Azure would get them: None stands for what is unknown, and secrets are what they hold."""
    if isinstance(value, pulumi.output.Unknown) or value == rpc.UNKNOWN:
        return None
    if isinstance(value, str):
        return None if rpc.UNKNOWN in value else value
    if isinstance(value, Mapping):
        if value.get(_SIGNATURE) == _SECRET:
            return known(value.get("value"))
        return {key: known(item) for key, item in value.items()}
    if isinstance(value, list):
        return [known(item) for item in value]
    return value
