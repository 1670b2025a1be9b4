"""Whether a program has anything of AI in it."""

from functools import lru_cache

from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.model_gateways import SAYING, says_models
from azure_ai_landing_zone_policies.readers.node_pools import TYPES as POOL_TYPES
from azure_ai_landing_zone_policies.readers.node_pools import node_pools

_AI_TYPES = (
    "cognitiveservices:Account",
    "cognitiveservices:Deployment",
    "machinelearningservices:Compute",
    "machinelearningservices:OnlineEndpoint",
    "machinelearningservices:Workspace",
    "other/azure/cognitive",
    "other/azure/machinelearning",
    "storagecache:AmlFilesystem",
)
"""Also the modules of the package azure that make them: pulumi.com/registry/packages/azure (6.24.0)."""

_AI_OF_ARM = ("microsoft.cognitiveservices/", "microsoft.machinelearningservices/")
"""How their types begin, which azapi's resources have as `type`."""


@lru_cache(maxsize=8)
def has_ai(stack: Stack) -> bool:
    """Whether there is a service of its own, a gateway to models, or machines with GPUs.

    What isn't known counts for no: most programs have no AI, and rules about it stay out of their way.
    """
    return (
        bool(stack.of(*_AI_TYPES))
        or any(map(_says_models, stack.of(*SAYING)))
        or any(map(_is_ai_of_arm, stack.of("other/azapi/resources", "other/azapi/index")))
        or any(map(has_gpus, stack.of(*POOL_TYPES)))
    )


def _says_models(props: View) -> bool:
    try:
        return says_models(props)
    except CantTell:
        return False


def _is_ai_of_arm(props: View) -> bool:
    type_ = props.text("type") if props.known("type") else None
    return (type_ or "").lower().startswith(_AI_OF_ARM)


def has_gpus(props: View) -> bool:
    """Whether a resource is known to declare machines with GPUs or InfiniBand."""
    try:
        sizes = [pool.size() for pool in node_pools(props)]
    except CantTell:
        return False
    return any(size is not None and (size.has_gpu or size.has_infiniband) for size in sizes)
