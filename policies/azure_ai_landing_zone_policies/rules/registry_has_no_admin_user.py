"""Rule registry-has-no-admin-user."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _program(**properties: object) -> dict[str, object]:
    registry = {"type": "azure-native:containerregistry:Registry", "properties": properties}
    return {"nodes": H100_NODES, "images": registry}


@stack_rule(
    on=("containerregistry:Registry",),
    area="data",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("IM-1", "IM-3"),
    links=(
        "https://learn.microsoft.com/azure/container-registry/container-registry-authentication",
        "https://learn.microsoft.com/azure/container-registry/anonymous-pull-access",
    ),
    baseline="advisory",
    only_with_ai=True,
    passes=_program(adminUserEnabled=False),
    fails=_program(adminUserEnabled=True, anonymousPullEnabled=True),
)
def registry_has_no_admin_user(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Container images are pushed and pulled with identities

    Whoever has the admin user's password puts an image of their own into every pod that starts next, with
    your GPUs, your data and your keys; no log says who it was. With anonymous pulls, models that are baked
    into images are public. Give AcrPull and AcrPush to identities. Azure ML turns the admin user on when it
    has to make a registry itself: give the workspace one.
    """
    for path, instead in (
        ("adminUserEnabled", "a shared password works; set it to false and give roles"),
        ("anonymousPullEnabled", "anybody pulls images; set it to false"),
    ):
        try:
            if props.flag(path) is True:
                yield f"{path} is true, so that {instead}"
        except CantTell as unsure:
            yield unsure
