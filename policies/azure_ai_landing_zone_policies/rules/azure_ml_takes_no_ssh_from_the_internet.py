"""Rule azure-ml-takes-no-ssh-from-the-internet."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of


def _cluster(**properties: object) -> dict[str, object]:
    return {
        "properties": {
            "computeType": "AmlCompute",
            "properties": {"vmSize": "Standard_NC24ads_A100_v4", **properties},
        }
    }


@rule(
    on=("machinelearningservices:Compute",),
    area="network",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("NS-1", "NS-2"),
    links=("https://learn.microsoft.com/azure/machine-learning/how-to-secure-training-vnet",),
    passes=_cluster(remoteLoginPortPublicAccess="Disabled"),
    fails=_cluster(remoteLoginPortPublicAccess="Enabled"),
)
def azure_ml_takes_no_ssh_from_the_internet(props: View) -> Iterator[str | CantTell]:
    """Azure ML machines take no SSH from the internet

    An open SSH port on nodes that hold a workspace's identity is a way to its data, and is tried within
    minutes. Clusters with an account for logging in have it open even where nothing is said, as long as they
    are in no network. Set remoteLoginPortPublicAccess (sshPublicAccess of compute instances) to Disabled,
    and reach nodes through the network or the job's own interactive endpoints.
    """
    inner = "properties.properties"
    instance, cluster = f"{inner}.sshSettings.sshPublicAccess", f"{inner}.remoteLoginPortPublicAccess"
    for path in (instance, cluster):
        try:
            if (props.text(path) or "").lower() == "enabled":
                yield f"{path} is Enabled, which opens SSH to the internet; set it to Disabled"
        except CantTell as unsure:
            yield unsure
    if all_of(
        lambda: props.text("properties.computeType") == "AmlCompute",
        lambda: props.given(f"{inner}.userAccountCredentials"),
        lambda: not props.given(f"{inner}.subnet"),
        lambda: (props.text(cluster) or "notspecified").lower() == "notspecified",
    ):
        yield (
            f"{cluster} isn't set, and without a subnet that opens SSH to the internet for the account in "
            "userAccountCredentials; set it to Disabled"
        )
