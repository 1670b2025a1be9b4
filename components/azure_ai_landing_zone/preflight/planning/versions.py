"""Checks of versions that machines and clusters are made of."""

from collections.abc import Callable, Iterator

from azure_ai_landing_zone.preflight.planning import questions
from azure_ai_landing_zone.preflight.planning.answers import Answers
from azure_ai_landing_zone.preflight.planning.demand import Demand, dig
from azure_ai_landing_zone.preflight.planning.verdicts import Check, Judgement

_REFERENCES = ("virtualMachineProfile.storageProfile.imageReference", "storageProfile.imageReference")


def version_checks(demand: Demand) -> Iterator[Check]:
    """Of Azure's images, and of Kubernetes. The newest image is always there."""
    images: dict[tuple[str, str, str, str, str], list[str]] = {}
    for one in demand.of("compute:VirtualMachine", "compute:VirtualMachineScaleSet"):
        for path in _REFERENCES:
            reference = dig(one.inputs, path) or {}
            parts = [reference.get(name) for name in ("publisher", "offer", "sku", "version")]
            if one.region and all(isinstance(part, str) for part in parts) and parts[3] != "latest":
                publisher, offer, sku, version = (str(part) for part in parts)
                images.setdefault((one.region, publisher, offer, sku, version), []).append(one.name)
    for (region, publisher, offer, sku, version), users in images.items():
        subject = f"image {publisher} {offer} {sku} {version} in {region}"
        yield Check("versions", subject, _image(demand, region, publisher, offer, sku, version), tuple(users))
    clusters: dict[tuple[str, str], list[str]] = {}
    for one in demand.of("containerservice:ManagedCluster"):
        wanted = one.inputs.get("kubernetesVersion")
        if one.region and isinstance(wanted, str):
            clusters.setdefault((one.region, wanted), []).append(one.name)
    for (region, wanted), users in clusters.items():
        yield Check(
            "versions", f"Kubernetes {wanted} in {region}", _kubernetes(demand, region, wanted), tuple(users)
        )


def _image(
    demand: Demand, region: str, publisher: str, offer: str, sku: str, version: str
) -> Callable[[Answers], Judgement]:
    def judge(answers: Answers) -> Judgement:
        (listed,) = answers.of(questions.image_versions(demand.subscription, region, publisher, offer, sku))
        there = [item.text("name") for item in listed]
        if version in there:
            return Judgement("passed", f"{region} has {offer} {sku} {version}")
        return Judgement(
            "failed",
            f"{region} doesn't have {offer} {sku} {version}",
            got=f"newest {max(there, key=_parts)}" if there else "no version",
            needed=version,
            ask="take a version that is there",
        )

    return judge


def _parts(version: str) -> list[int]:
    return [int(part) if part.isdecimal() else 0 for part in version.split(".")]


def _kubernetes(demand: Demand, region: str, wanted: str) -> Callable[[Answers], Judgement]:
    minor = ".".join(wanted.split(".")[:2])

    def judge(answers: Answers) -> Judgement:
        (listed,) = answers.of(questions.kubernetes_versions(demand.subscription, region))
        there = {item.text("version"): item for item in listed}
        found = there.get(minor)
        if found is None or (wanted != minor and wanted not in found.keys("patchVersions")):
            patches = found.keys("patchVersions") if found is not None else []
            return Judgement(
                "failed",
                f"AKS has no Kubernetes {wanted} in {region}",
                got=", ".join(sorted(patches or there, key=_parts)),
                needed=wanted,
                ask="set `kubernetesVersion` to one that is there",
            )
        if found.value.get("isPreview") is True:
            return Judgement(
                "warning", f"Kubernetes {wanted} is a preview in {region}", ask="take one that is supported"
            )
        plans = found.texts("capabilities.supportPlan")
        if "KubernetesOfficial" not in plans:
            return Judgement(
                "failed",
                f"Kubernetes {wanted} is past its support in {region}",
                got=", ".join(plans) or "no support plan",
                needed="KubernetesOfficial",
                ask="set `kubernetesVersion` to a newer one, or take AKS's long-term support",
            )
        return Judgement("passed", f"AKS has Kubernetes {wanted} in {region}")

    return judge
