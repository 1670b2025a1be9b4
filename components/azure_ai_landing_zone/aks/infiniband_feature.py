"""InfinibandFeature: what a subscription has to say before AKS makes InfiniBand pools in it."""

from typing import Literal

import pulumi
from pulumi_azure_native import features

from azure_ai_landing_zone.core.component import Component
from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.core.feature_registration import feature_registration
from azure_ai_landing_zone.core.model import Model
from azure_ai_landing_zone.core.problem import Problem

PROVIDER = "Microsoft.ContainerService"
FEATURE = "AKSInfinibandSupport"

FeatureOwner = Literal["managed", "external"]
"""`managed`: registered by this stack, as by one stack of a subscription. `external`: by someone else, and
looked up before anything is made."""

_REGISTER = f"--namespace {PROVIDER}"


class InfinibandFeatureArgs(Model):
    """What an InfinibandFeature is made of."""

    mode: FeatureOwner = "managed"
    """Who registers it."""
    wanted: Literal["registered", "unregistered"]
    """Pools of A100, H100 and H200 need it, those of GB200 and GB300 can't have it."""


class InfinibandFeature(Component):
    """With the feature all nodes of a pool land on one InfiniBand network; pools made before it stay apart.

    A registration outlives the stack: other clusters of the subscription rely on it. It takes effect when
    someone has run `command`, which isn't a resource. Source: github.com/Azure/aks-rdma-infiniband, README,
    2026-08.
    """

    command: pulumi.Output[str]
    """Makes AKS take notice of the registration."""

    def __init__(
        self, name: str, args: InfinibandFeatureArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts)
        if args.wanted == "registered" and args.mode == "managed":
            feature_registration(f"{name}-feature", namespace=PROVIDER, feature=FEATURE, opts=self._child())
        else:
            self._check(args.wanted)
        self.command = pulumi.Output.from_input(f"az provider register {_REGISTER}")
        self._end()

    def _check(self, wanted: Literal["registered", "unregistered"]) -> None:
        registered = _state(self) == "Registered"
        if registered == (wanted == "registered"):
            return
        verb = "register" if wanted == "registered" else "unregister"
        text = (
            f"{FEATURE} is {'registered' if registered else 'not registered'}, and has to be {wanted} before "
            f"these pools are made: run `az feature {verb} {_REGISTER} --name {FEATURE}`, wait until `az "
            f"feature show` says so, then run `az provider register {_REGISTER}`"
        )
        raise SettingsError("the subscription", [Problem((), text)])


def _state(component: pulumi.Resource) -> str:
    """Of the feature in the provider's subscription. Raises where it can't be read."""
    try:
        found = features.get_subscription_feature_registration(
            feature_name=FEATURE,
            provider_namespace=PROVIDER,
            opts=pulumi.InvokeOptions(parent=component),
        )
    except Exception as error:
        if "NotFound" in str(error):
            return "NotRegistered"
        raise
    return str(found.properties.state)
