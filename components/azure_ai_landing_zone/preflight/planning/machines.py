"""Checks of sizes: offered, not restricted for the subscription, and with quota left."""

from collections.abc import Callable, Iterator, Sequence

from azure_ai_landing_zone.preflight.planning import questions
from azure_ai_landing_zone.preflight.planning.answers import Answers, Item, NoAnswer
from azure_ai_landing_zone.preflight.planning.demand import HOST_ENCRYPTION, Demand, Machines
from azure_ai_landing_zone.preflight.planning.verdicts import Check, Judgement

CORES, SPOT = "cores", "lowPriorityCores"
"""Of all of a region; source: learn.microsoft.com/azure/quotas/regional-quota-requests and
virtual-machines/spot-vms, 2026-11-22."""

ACCESS = (
    "Azure's support, for access to the region or zone (portal: Quotas, the size's family, New support "
    "request: Compute-VM subscription limit increases); more quota doesn't lift it"
)
"""Source: learn.microsoft.com/troubleshoot/azure/general/region-access-request-process, 2026-11-22."""

QUOTA = "whoever owns the subscription: portal, Quotas, or a support request"


def size_checks(demand: Demand) -> Iterator[Check]:
    """Whether regions have the sizes, and the subscription may have them there."""
    for one in demand.machines:
        if one.nodes == 0:
            continue
        subject = f"{one.size} in {_place(one)}"
        yield Check("offered", subject, _offered(demand, one), one.resources)
        yield Check("restricted", subject, _restricted(demand, one), one.resources)
        encrypted = [name for name in demand.features.get(HOST_ENCRYPTION, ()) if name in one.resources]
        if encrypted:
            subject = f"encryption at host of {one.size} in {one.region}"
            yield Check("offered", subject, _encrypts(demand, one), tuple(encrypted))


def quota_checks(demand: Demand) -> Iterator[Check]:
    """Whether the quota that is left holds all machines: by family, of the region, and of spot machines."""
    by_region: dict[tuple[str, bool], list[Machines]] = {}
    for one in demand.machines:
        if one.nodes:
            by_region.setdefault((one.region, one.machine_learning), []).append(one)
    for (region, learning), machines in by_region.items():
        for one in machines:
            if not one.spot:
                same = [other for other in machines if other.size == one.size and not other.spot]
                if same[0] is one:
                    yield _quota_of_family(demand, one, machines)
        total = [one for one in machines if not one.spot]
        spot = [one for one in machines if one.spot]
        if total and not learning:
            yield _quota(demand, region, CORES, "all sizes", total)
        if spot and not learning:
            yield _quota(demand, region, SPOT, "spot machines", spot)


def _place(one: Machines) -> str:
    zones = f", zone {' and '.join(one.zones)}" if one.zones else ""
    return f"{one.region}{zones}"


def _found(answers: Answers, demand: Demand, one: Machines) -> Item | None:
    """What Azure says of the size in its region."""
    (listed,) = answers.of(questions.sizes(demand.subscription, one.region))
    for item in listed:
        same = (
            item.text("resourceType") == "virtualMachines" and item.text("name").lower() == one.size.lower()
        )
        if same and one.region in [place.lower() for place in item.texts("locations")]:
            return item
    return None


def _offered(demand: Demand, one: Machines) -> Callable[[Answers], Judgement]:
    def judge(answers: Answers) -> Judgement:
        item = _found(answers, demand, one)
        if item is None:
            return Judgement(
                "failed",
                f"{one.region} doesn't offer {one.size}",
                ask="take a size that the region offers, or a region that offers the size",
            )
        places = [
            place for place in item.items("locationInfo") if place.text("location").lower() == one.region
        ]
        zones = sorted({zone for place in places for zone in place.texts("zones")})
        missing = [zone for zone in one.zones if zone not in zones]
        if missing:
            return Judgement(
                "failed",
                f"{one.region} doesn't offer {one.size} in zone {' and '.join(missing)}",
                got=f"zones {', '.join(zones)}" if zones else "no zones",
                needed=f"zone {' and '.join(one.zones)}",
                ask="take a zone that has it; each subscription has its own numbers of the same zones",
            )
        return Judgement("passed", f"{one.region} offers {one.size}")

    return judge


def _restricted(demand: Demand, one: Machines) -> Callable[[Answers], Judgement]:
    def judge(answers: Answers) -> Judgement:
        item = _found(answers, demand, one)
        if item is None:
            raise NoAnswer(f"Azure says nothing of {one.size} in {one.region}")
        for restriction in item.items("restrictions"):
            kind, reason = restriction.text("type"), restriction.text("reasonCode")
            if kind == "Location":
                places = [place.lower() for place in restriction.texts("values")]
                places += [place.lower() for place in restriction.texts("restrictionInfo.locations")]
                if one.region in places:
                    return _refused(demand, one, reason, one.region)
            elif kind == "Zone":
                shut = [zone for zone in one.zones if zone in restriction.texts("restrictionInfo.zones")]
                if shut:
                    return _refused(demand, one, reason, f"zone {' and '.join(shut)} of {one.region}")
            else:
                raise NoAnswer(
                    f"Azure restricts {one.size} in a way that isn't documented: {kind} ({reason})"
                )
        return Judgement("passed", f"the subscription may have {one.size} in {one.region}")

    return judge


def _encrypts(demand: Demand, one: Machines) -> Callable[[Answers], Judgement]:
    """Source: MicrosoftDocs/azure-compute-docs:articles/virtual-machines/linux/
    disks-enable-host-based-encryption-cli.md, "Finding supported VM sizes", 2026-11-23."""

    def judge(answers: Answers) -> Judgement:
        item = _found(answers, demand, one)
        said = None if item is None else _capability(item, "EncryptionAtHostSupported")
        if said is None:
            raise NoAnswer(f"Azure doesn't say whether {one.size} encrypts at host in {one.region}")
        if said.lower() == "true":
            return Judgement("passed", f"{one.size} encrypts at host in {one.region}")
        return Judgement(
            "failed",
            f"{one.size} doesn't encrypt at host in {one.region}",
            got=f"EncryptionAtHostSupported {said}",
            needed="True",
            ask="take another size or region, or leave `encryptionAtHost` out",
        )

    return judge


def _capability(item: Item, name: str) -> str | None:
    """Of a size; None where Azure doesn't say."""
    found = (one.text("value") for one in item.items("capabilities") if one.text("name") == name)
    return next(found, None)


def _refused(demand: Demand, one: Machines, reason: str, place: str) -> Judgement:
    return Judgement(
        "failed",
        f"the subscription may not have {one.size} in {place}: {reason}",
        got=reason,
        needed="no restriction",
        ask=ACCESS,
        request=(
            f"Please enable {one.size} for subscription {demand.subscription} in {place}, on-demand"
            f"{' and spot' if one.spot else ''}, Linux. Planned: {one.nodes} machines."
        ),
    )


def _quota_of_family(demand: Demand, one: Machines, machines: Sequence[Machines]) -> Check:
    """Of the family that Azure says the size is of; sizes of one family share it."""
    subject = f"quota of {one.size}'s family in {one.region}"
    learning = " of Azure Machine Learning" if one.machine_learning else ""

    def judge(answers: Answers) -> Judgement:
        item = _found(answers, demand, one)
        if item is None:
            raise NoAnswer(
                f"Azure says nothing of {one.size} in {one.region}, and so not of its quota's name"
            )
        family = item.text("family")
        same = [
            other
            for other in machines
            if not other.spot and (found := _found(answers, demand, other)) and found.text("family") == family
        ]
        needed = sum(_vcpus(answers, demand, other) for other in same)
        name = f"{family} Cluster Dedicated vCPUs" if one.machine_learning else family
        return _held_against(answers, demand, one.region, name, needed, same)

    return Check("quota", f"{subject}{learning}", judge, one.resources)


def _quota(demand: Demand, region: str, name: str, what: str, machines: Sequence[Machines]) -> Check:
    def judge(answers: Answers) -> Judgement:
        needed = sum(_vcpus(answers, demand, one) for one in machines)
        return _held_against(answers, demand, region, name, needed, machines)

    resources = tuple(name for one in machines for name in one.resources)
    return Check("quota", f"quota of {what} in {region}", judge, resources)


def _vcpus(answers: Answers, demand: Demand, one: Machines) -> int:
    """Of all machines of the size, as Azure counts them."""
    item = _found(answers, demand, one)
    if item is None:
        raise NoAnswer(f"Azure says nothing of {one.size} in {one.region}, and so not how many vCPUs it has")
    vcpus = _capability(item, "vCPUs")
    if vcpus is not None and vcpus.isdecimal():
        return int(vcpus) * one.nodes
    raise NoAnswer(f"Azure doesn't say how many vCPUs {one.size} has")


def _held_against(
    answers: Answers, demand: Demand, region: str, name: str, needed: int, machines: Sequence[Machines]
) -> Judgement:
    learning = machines[0].machine_learning
    ask = questions.machine_learning_vcpus if learning else questions.vcpus
    (listed,) = answers.of(ask(demand.subscription, region))
    # Azure Machine Learning lists the quotas of single workspaces and clusters beside its own.
    own = [
        item
        for item in listed
        if not learning or item.text("type").lower() == "microsoft.machinelearningservices/vmfamily/usages"
    ]
    item = next((one for one in own if _plain(one.text("name.value")) == _plain(name)), None)
    if item is None:
        raise NoAnswer(f"Azure lists no quota {name} in {region}")
    return held_against(
        answers,
        demand,
        region,
        item,
        needed,
        unit="vCPUs",
        what=", ".join(f"{one.nodes} × {one.size}" for one in machines),
        ask=QUOTA,
        resources=[name for one in machines for name in one.resources],
    )


def _plain(name: str) -> str:
    """Azure writes one name in several ways: standardNCADSA100v4Family, Standard NCADSA100v4 Family …"""
    return name.replace(" ", "").lower()


def held_against(
    answers: Answers,
    demand: Demand,
    region: str,
    usage: Item,
    needed: int,
    *,
    unit: str,
    what: str,
    ask: str,
    resources: Sequence[str],
) -> Judgement:
    """What is left of a quota against what a stack needs for some resources. Raises NoAnswer where it isn't
    enough for the whole, and some of it is deployed already."""
    limit, used = usage.number("limit"), usage.number("currentValue")
    name = usage.optional_text("name.localizedValue") or usage.text("name.value")
    if limit < 0:
        return Judgement("passed", f"{name} has no limit in {region}", needed=f"{needed:,} {unit}")
    left = limit - used
    got = f"{left:,} {unit} left of {limit:,}"
    if needed <= left:
        return Judgement("passed", f"{name} is enough in {region}", got=got, needed=f"{needed:,} {unit}")
    if _some_are_there(answers, demand, resources):
        raise NoAnswer(
            f"{name} in {region}: {got}, and the whole stack needs {needed:,} {unit}; some of what is used "
            "is its own already, and Azure doesn't say how much"
        )
    return Judgement(
        "failed",
        f"{name} isn't enough in {region}",
        got=got,
        needed=f"{needed:,} {unit}",
        ask=ask,
        request=(
            f"Please raise the quota {name} ({usage.text('name.value')}) of subscription "
            f"{demand.subscription} in {region} from {limit:,} to {used + needed:,} {unit}. In use are "
            f"{used:,}; planned: {what}."
        ),
    )


def _some_are_there(answers: Answers, demand: Demand, names: Sequence[str]) -> bool:
    """Whether any of the resources, or what it is in, is in its group already."""
    ids = [one.id.split("/")[:9] for one in demand.resources if one.name in names and one.id is not None]
    tops = {"/".join(parts).lower() for parts in ids if len(parts) == 9}
    groups = sorted({parts[4] for parts in ids if len(parts) == 9})
    listed = answers.of(*(questions.resources_of_group(demand.subscription, group) for group in groups))
    return any(item.text("id").lower() in tops for items in listed for item in items)
