"""What was wrong once: each found by the model, in what the stacks make."""

import reachability_docs
from azure_ai_landing_zone.catalog import public_names
from azure_ai_landing_zone_policies.reachability.ask import ask
from azure_ai_landing_zone_policies.reachability.land import Land, Subnet
from azure_ai_landing_zone_policies.reachability.matrix import origins
from azure_ai_landing_zone_policies.reachability.names import resolver


def together(stack: str) -> Land:
    return reachability_docs.land_of(next(one for one in reachability_docs.TOGETHER if stack in one))


def subnet(land: Land, beginning: str) -> Subnet:
    return next(one for one in land.subnets.values() if one.name.startswith(f"snet-ai-{beginning}"))


def test_a_range_that_others_use_opens_nothing() -> None:
    """Both stack files say that on-premises has it, and none that anything goes there."""
    land = together("prod")
    for port in (22, 443, 3389):
        found = ask(land, subnet(land, "prod-pretrain"), str(reachability_docs.ON_PREMISES), port)
        assert found.verdict == "refused", found.steps


def test_services_behind_endpoints_are_reached_on_their_ports() -> None:
    """The gateway sends records to the event hub with AMQP; Azure ML keeps notebooks on a file share."""
    land = together("models")
    front = subnet(land, "models-front")
    events = next(name for one in land.endpoints for name in one.names if ".servicebus." in name)
    for port in (443, 5671, 5672, 9093):
        found = ask(land, front, events, port)
        assert (found.verdict, found.way) == ("reached", "endpoint"), found.steps


def test_the_gateway_of_models_is_called_from_another_network() -> None:
    """From where it is meant to be called, and from nowhere else."""
    land = together("models")
    names = [name for records in land.records.values() for name in records if ".azure-api.net" in name]
    callers = {
        one.name.removeprefix("snet-ai-").rpartition("-")[0]
        for one in origins(land)
        if ask(land, one, names[0], 443).verdict == "reached"
    }
    assert callers == {"clients-assistant", "models-front"}


def test_the_scope_of_monitor_is_in_the_hub() -> None:
    """Whoever shares the hub's zones has one way to Azure Monitor: it has to lead all of them there."""
    land = together("prod")
    homes = {
        land.network_named(land.subnets[one.subnet].network).removeprefix("vnet-ai-").rpartition("-")[0]
        for one in land.endpoints
        if any(".monitor.azure.com" in name and "prometheus" not in name for name in one.names)
    }
    assert homes == {"hub"}


def test_all_spokes_reach_the_scope_of_monitor() -> None:
    """A workspace that takes telemetry by the scope only gets none from who asks for its public address."""
    land = together("models")
    (scope,) = [one for one in land.endpoints if any(".oms.opinsights." in name for name in one.names)]
    for beginning in ("models-front", "prod-pretrain", "clients-assistant"):
        for name in scope.names:
            found = ask(land, subnet(land, beginning), name, 443)
            assert (found.verdict, found.way) == ("reached", "endpoint"), (beginning, name, found.steps)


def test_bastion_reaches_the_one_port_that_people_sign_in_by() -> None:
    land = together("prod")
    bastion = next(one for one in land.subnets.values() if one.name == "AzureBastionSubnet")
    for beginning in ("prod-pretrain", "clients-assistant"):
        machines = str(subnet(land, beginning).ranges[0])
        reached = [
            port for port in (22, 443, 3389) if ask(land, bastion, machines, port).verdict == "reached"
        ]
        assert reached == [22], beginning


def test_model_accounts_call_nobody_that_a_prompt_names() -> None:
    """Images, files and tools are fetched from anywhere otherwise, past every endpoint."""
    accounts = [
        one["inputs"]["properties"]
        for one in reachability_docs.resources_of(["hub", "models"])
        if ":Account::" in one["urn"] and one["inputs"].get("kind") == "AIServices"
    ]
    assert [one.get("restrictOutboundNetworkAccess") for one in accounts] == [True, True]


def test_the_firewall_leads_to_nobody_else_s_things() -> None:
    """Weights leave by a name that anybody can have, and a log shows an allowed connection to storage."""
    land = together("prod")
    others = [row.somebody_s for row in public_names.public_names() if row.others is not None]
    for beginning in ("prod-pretrain", "clients-assistant"):
        for name in others:
            found = ask(land, subnet(land, beginning), name, 443)
            assert found.verdict == "refused", (beginning, name, found.steps)


def test_what_leaves_by_the_firewall_asks_it_for_names() -> None:
    land = together("prod")
    behind = [one for one in land.subnets.values() if any("everything" in r.name for r in one.routes)]
    assert behind
    for one in behind:
        assert resolver(land, one).by.startswith("DNS proxy of "), one.name


def test_no_service_is_reached_on_ports_that_it_has_not() -> None:
    """A database where there is none."""
    land = together("prod")
    registry = next(name for one in land.endpoints for name in one.names if ".azurecr.io" in name)
    found = ask(land, subnet(land, "prod-pretrain"), registry, 1433)
    assert found.verdict == "refused", found.steps
