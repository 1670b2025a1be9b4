"""What a stack would make, found by running its program without an engine and without Azure.

The zone's own code says what it needs: no table of sections stands here that could say something else.
"""

import asyncio
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pulumi
from pulumi.runtime import mocks, rpc, settings

from azure_ai_landing_zone.preflight.planning.demand import Demand, PlannedResource, SizeDemand, planned
from azure_ai_landing_zone.sections.needs import Needs
from azure_ai_landing_zone.zone.landing_zone import LandingZone
from azure_ai_landing_zone.zone.settings import LandingZoneSettings

_NOBODY = "00000000-0000-0000-0000-000000000000"
_NATIVE = "azure-native:"
_SIGNATURE, _SECRET = "4dabf18193072939515e22adb298388d", "1b47061264138c4ac30d75fd1eb44270"
"""Of values in Pulumi's protocol: sdk/proto/pulumi/provider.proto, 2026-11."""


@dataclass
class _Planned(mocks.Mocks):
    """Answers with ids and names alone, as Azure would give them; all else is unknown, as in a preview."""

    subscription: str
    resources: list[PlannedResource] = field(default_factory=list)
    features: set[str] = field(default_factory=set)
    stacks: list[str] = field(default_factory=list)
    """Whose outputs are read."""

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Any]]:
        inputs = known(args.inputs)
        if args.typ == "pulumi:pulumi:StackReference":
            self.stacks.append(str(inputs.get("name", args.name)))
            return args.name, {"name": args.name}
        if not args.typ.startswith(_NATIVE) or args.resource_id:
            return args.resource_id or None, {}
        one = planned(args.typ.removeprefix(_NATIVE), args.name, inputs, self.subscription)
        self.resources.append(one)
        return one.id, {} if one.id is None else {"name": one.id.rpartition("/")[2]}

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
    zone: LandingZoneSettings, *, subscription: str, stack: str, project: str = "azure-ai-landing-zone"
) -> Demand:
    """What the stack asks of the subscription. Not to be called inside a program that Pulumi runs.

    Raises SettingsError where the settings don't fit together, RuntimeError inside a program."""
    run = _run(subscription, stack, project, lambda: LandingZone(stack, zone))
    parts = [needs for _, needs in zone.others().each(Needs)]
    return Demand(
        subscription=subscription,
        resources=tuple(run.resources),
        sizes=tuple(
            SizeDemand(one.size, one.nodes, one.spot) for needs in parts for one in needs.gpu_demands()
        ),
        providers=frozenset(namespace for needs in parts for namespace in needs.providers()),
        looked_up=frozenset(run.features),
        stacks=tuple(run.stacks),
    )


def _run(subscription: str, stack: str, project: str, program: Callable[[], object]) -> _Planned:
    """Runs a program in a thread of its own, and leaves Pulumi's settings as they were."""
    if settings.SETTINGS.monitor is not None and not isinstance(settings.SETTINGS.monitor, mocks.MockMonitor):
        raise RuntimeError(
            "a preflight is not for programs that Pulumi runs: call it from a program of its own"
        )
    run, failed = _Planned(subscription), list[BaseException]()

    def work() -> None:
        asyncio.set_event_loop(asyncio.new_event_loop())
        try:
            mocks.set_mocks(run, project=project, stack=stack, preview=True)
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
