"""Finds in resources what decides who reaches whom: those of a state, or of several that belong together.

Of each resource its URN, its id and its inputs are read, as `pulumi stack export` writes them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from azure_ai_landing_zone.catalog import endpoint_ports, private_link
from azure_ai_landing_zone.catalog.private_link import PrivateLink
from azure_ai_landing_zone_policies.program.type_names import type_name
from azure_ai_landing_zone_policies.reachability.land import (
    Beyond,
    DomainRule,
    Endpoint,
    Firewall,
    FirewallRule,
    InboundEndpoint,
    Land,
    Peering,
    SecurityGroup,
    SecurityRule,
    Service,
    Subnet,
    UserRoute,
    VirtualHub,
    VirtualNetwork,
    ZoneLink,
)
from azure_ai_landing_zone_policies.reachability.read_virtual_hubs import hub_connections, virtual_hubs
from azure_ai_landing_zone_policies.reachability.resources import Inputs, Resource, id_of, ranges, texts


def read(
    resources: Iterable[Mapping[str, Any]],
    beyond: Sequence[Beyond] = (),
    hubs: Sequence[VirtualHub] = (),
) -> Land:
    """All that is in `resources`, and the networks `beyond` and virtual `hubs` that aren't. What they refer
    to and don't have stays unknown, and answers say so."""
    return _Reader(resources).land(tuple(beyond), hubs)


class _Reader:
    def __init__(self, resources: Iterable[Mapping[str, Any]]) -> None:
        self._by_type: dict[str, list[Resource]] = {}
        self._by_id: dict[str, Resource] = {}
        self._names: dict[str, str] = {}
        for one in resources:
            token = str(one["urn"]).rpartition("::")[0].rpartition("::")[2].rpartition("$")[2]
            type_ = type_name(token)
            if type_ is None or not one.get("id"):
                continue
            found = Resource(str(one["id"]).lower(), one.get("inputs") or {})
            self._by_type.setdefault(type_, []).append(found)
            self._by_id[found.id] = found
            self._names[found.id] = str(one["id"]).rpartition("/")[2]

    def land(self, beyond: tuple[Beyond, ...], hubs: Sequence[VirtualHub]) -> Land:
        known = {one.id: one for one in (*virtual_hubs(self._by_type, self._names), *hubs)}
        subnets = {one.id: one for one in self._subnets()}
        return Land(
            networks={one.id: self._network(one) for one in self._of("network:VirtualNetwork")},
            subnets=subnets,
            peerings=tuple(self._peering(one) for one in self._of("network:VirtualNetworkPeering")),
            firewalls=tuple(self._firewalls()),
            services={id_: self._service(id_) for id_ in self._service_ids()},
            endpoints=tuple(self._endpoints(subnets)),
            links=tuple(self._link(one) for one in self._of("privatedns:VirtualNetworkLink")),
            records=self._records(),
            beyond=beyond,
            inbound_endpoints=tuple(self._inbound_endpoints()),
            domain_rules=tuple(self._domain_rules()),
            virtual_hubs=known,
            hub_connections=tuple(hub_connections(self._by_type, self._names)),
        )

    def _of(self, type_: str) -> list[Resource]:
        return self._by_type.get(type_, [])

    def _network(self, one: Resource) -> VirtualNetwork:
        return VirtualNetwork(
            id=one.id,
            name=self._names[one.id],
            ranges=ranges(texts(one.inputs.get("addressSpace"), "addressPrefixes")),
            dns_servers=texts(one.inputs.get("dhcpOptions"), "dnsServers"),
        )

    def _subnets(self) -> Iterator[Subnet]:
        for one in self._of("network:Subnet"):
            yield self._subnet(one.id, self._names[one.id], one.inputs)
        for network in self._of("network:VirtualNetwork"):
            for inputs in network.inputs.get("subnets") or []:
                id_ = f"{network.id}/subnets/{inputs['name']}".lower()
                if id_ not in self._by_id:
                    yield self._subnet(id_, str(inputs["name"]), inputs)

    def _subnet(self, id_: str, name: str, inputs: Inputs) -> Subnet:
        group, table = id_of(inputs.get("networkSecurityGroup")), id_of(inputs.get("routeTable"))
        gateway = id_of(inputs.get("natGateway"))
        policies = str(inputs.get("privateEndpointNetworkPolicies", "Disabled")).lower()
        endpoints = [str(one["service"]) for one in inputs.get("serviceEndpoints") or []]
        return Subnet(
            id=id_,
            name=name,
            network=id_.rpartition("/subnets/")[0],
            ranges=ranges(texts(inputs, "addressPrefix", "addressPrefixes")),
            group=self._group(group) if group in self._by_id else None,
            routes=tuple(self._routes(table)) if table in self._by_id else (),
            learns_routes=table not in self._by_id
            or not self._by_id[table].inputs.get("disableBgpRoutePropagation", False),
            nat_gateway=gateway and self._names.get(gateway, gateway.rpartition("/")[2]),
            # Azure's own default is true in the API that azure-native speaks.
            default_outbound_access=inputs.get("defaultOutboundAccess") is not False,
            group_holds_for_endpoints=policies in ("enabled", "networksecuritygroupenabled"),
            routes_hold_for_endpoints=policies in ("enabled", "routetableenabled"),
            service_endpoints=tuple(endpoints),
            delegations=tuple(str(one.get("serviceName")) for one in inputs.get("delegations") or []),
            unseen=tuple(one.rpartition("/")[2] for one in (group, table) if one and one not in self._by_id),
        )

    def _group(self, id_: str) -> SecurityGroup:
        rules = list(self._by_id[id_].inputs.get("securityRules") or [])
        rules += [one.inputs for one in self._of("network:SecurityRule") if one.parent == id_]
        return SecurityGroup(self._names[id_], tuple(_security_rule(one) for one in rules))

    def _routes(self, id_: str) -> Iterator[UserRoute]:
        routes = list(self._by_id[id_].inputs.get("routes") or [])
        routes += [one.inputs for one in self._of("network:Route") if one.parent == id_]
        for one in routes:
            yield UserRoute(
                name=str(one.get("name") or one.get("routeName")),
                prefix=str(one["addressPrefix"]),
                next_hop_type=str(one["nextHopType"]),
                next_hop_address=one.get("nextHopIpAddress"),
            )

    def _peering(self, one: Resource) -> Peering:
        flags = one.inputs
        return Peering(
            name=self._names[one.id],
            network=one.parent,
            remote=id_of(flags.get("remoteVirtualNetwork")),
            access=flags.get("allowVirtualNetworkAccess") is not False,
            forwarded=bool(flags.get("allowForwardedTraffic")),
            gateway_transit=bool(flags.get("allowGatewayTransit")),
            remote_gateways=bool(flags.get("useRemoteGateways")),
        )

    def _firewalls(self) -> Iterator[Firewall]:
        for one in self._of("network:AzureFirewall"):
            policy = self._by_id.get(id_of(one.inputs.get("firewallPolicy")))
            dns = (policy.inputs.get("dnsSettings") or {}) if policy else {}
            places = [id_of(each.get("subnet")) for each in one.inputs.get("ipConfigurations") or []]
            for place in places or [""]:
                yield Firewall(
                    name=self._names[one.id],
                    id=one.id,
                    subnet=place,
                    rules=tuple(self._rules(policy)) if policy else (),
                    dns_proxy=bool(dns.get("enableProxy")),
                    dns_servers=texts(dns, "servers"),
                )

    def _rules(self, policy: Resource) -> Iterator[FirewallRule]:
        """Those of the policy that it inherits come first. Source:
        learn.microsoft.com/azure/firewall/policy-rule-sets, 2026-11-22."""
        above = self._by_id.get(id_of(policy.inputs.get("basePolicy")))
        if above is not None:
            yield from self._rules(above)
        groups = [
            one for one in self._of("network:FirewallPolicyRuleCollectionGroup") if one.parent == policy.id
        ]
        for group in sorted(groups, key=lambda one: int(one.inputs["priority"])):
            collections = group.inputs.get("ruleCollections") or []
            for collection in sorted(collections, key=lambda one: int(one["priority"])):
                allow = (collection.get("action") or {}).get("type") == "Allow"
                for rule in collection.get("rules") or []:
                    if rule["ruleType"] in _KINDS:
                        yield _firewall_rule(f"{collection['name']}/{rule['name']}", allow, rule)

    def _service_ids(self) -> list[str]:
        return [id_ for one in self._of("network:PrivateEndpoint") for id_, _ in _connections(one)]

    def _service(self, id_: str) -> Service:
        inputs = self._by_id[id_].inputs if id_ in self._by_id else {}
        inner = inputs.get("properties")
        said = inputs.get("publicNetworkAccess") or (
            inner.get("publicNetworkAccess") if isinstance(inner, Mapping) else None
        )
        return Service(
            id=id_,
            name=self._names.get(id_, id_.rpartition("/")[2]),
            region=inputs.get("location"),
            public=str(said).lower() != "disabled",
        )

    def _endpoints(self, subnets: Mapping[str, Subnet]) -> Iterator[Endpoint]:
        for one in self._of("network:PrivateEndpoint"):
            zones = tuple(
                str(each["privateDnsZoneId"]).lower()
                for group in self._of("network:PrivateDnsZoneGroup")
                if group.parent == one.id
                for each in group.inputs.get("privateDnsZoneConfigs") or []
            )
            subnet = id_of(one.inputs.get("subnet"))
            for service, group_id in _connections(one):
                if subnet in subnets:
                    names = tuple(self._public_names(service, group_id))
                    link = self._private_link(service, group_id)
                    ports = endpoint_ports.ports_of(link.service, group_id) if link else ("443",)
                    yield Endpoint(self._names[one.id], subnet, service, group_id, zones, names, ports)

    def _public_names(self, service: str, group_id: str) -> Iterator[str]:
        """By the resource's name, also where Azure puts more into a name than that."""
        found = self._private_link(service, group_id)
        if found is None:
            return
        inputs = self._by_id[service].inputs if service in self._by_id else {}
        inner = inputs.get("properties")
        label = (
            inner.get("customSubDomainName") if isinstance(inner, Mapping) else None
        ) or service.rpartition("/")[2]
        region = str(inputs.get("location", "region"))
        for zone in found.zones["public"]:
            public = zone.format(region=region, subzone="subzone").replace("privatelink.", "")
            if found.service != "monitorScope" or public != "blob.core.windows.net":
                yield f"{label}.{public}".replace(".vaultcore.azure.net", ".vault.azure.net")

    def _private_link(self, service: str, group_id: str) -> PrivateLink | None:
        provider = service.rpartition("/providers/")[2].split("/")
        type_ = "/".join(provider[:2])
        kind = str(self._by_id[service].inputs.get("kind", "")).lower() if service in self._by_id else ""
        rows = [
            link
            for key in private_link.services()
            for link in private_link.of_service(key)
            if link.resource_type.lower() == type_ and group_id in link.group_ids
        ]
        meant = {"aiservices": "foundry", "openai": "openAI"}.get(kind, "cognitiveServices")
        return next((one for one in rows if one.service == meant), rows[0] if rows else None)

    def _link(self, one: Resource) -> ZoneLink:
        return ZoneLink(
            zone=one.parent,
            network=id_of(one.inputs.get("virtualNetwork")),
            falls_back=one.inputs.get("resolutionPolicy") == "NxDomainRedirect",
        )

    def _inbound_endpoints(self) -> Iterator[InboundEndpoint]:
        for one in self._of("dnsresolver:InboundEndpoint"):
            for configuration in one.inputs.get("ipConfigurations") or []:
                if address := configuration.get("privateIpAddress"):
                    resolver = self._names.get(one.parent, one.parent.rpartition("/")[2])
                    yield InboundEndpoint(resolver, id_of(configuration.get("subnet")), str(address))

    def _domain_rules(self) -> Iterator[DomainRule]:
        for one in self._of("dnsresolver:ForwardingRule"):
            if one.inputs.get("forwardingRuleState") == "Disabled":
                continue
            yield DomainRule(
                domain=str(one.inputs["domainName"]).rstrip("."),
                servers=tuple(str(server["ipAddress"]) for server in one.inputs["targetDnsServers"]),
                networks=tuple(
                    id_of(link.inputs.get("virtualNetwork"))
                    for link in self._of("dnsresolver:PrivateResolverVirtualNetworkLink")
                    if link.parent == one.parent
                ),
            )

    def _records(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for one in self._of("privatedns:PrivateRecordSet"):
            zone = one.parent.removesuffix("/a")
            label = str(one.inputs.get("relativeRecordSetName", "@"))
            name = zone.rpartition("/")[2] if label == "@" else f"{label}.{zone.rpartition('/')[2]}"
            for record in one.inputs.get("aRecords") or []:
                found.setdefault(zone, {})[name] = str(record["ipv4Address"])
        return found


_KINDS = {"NetworkRule": "network", "ApplicationRule": "application"}


def _firewall_rule(name: str, allow: bool, rule: Inputs) -> FirewallRule:
    by = [
        key
        for key in ("sourceIpGroups", "destinationIpGroups", "webCategories", "targetUrls")
        if rule.get(key)
    ]
    if rule["ruleType"] == "NetworkRule":
        return FirewallRule(
            name=name,
            kind="network",
            allow=allow,
            sources=texts(rule, "sourceAddresses"),
            destinations=texts(rule, "destinationAddresses"),
            names=texts(rule, "destinationFqdns"),
            protocols=tuple(one.lower() for one in texts(rule, "ipProtocols")),
            ports=texts(rule, "destinationPorts"),
            unclear=by[0] if by else None,
        )
    protocols = rule.get("protocols") or []
    return FirewallRule(
        name=name,
        kind="application",
        allow=allow,
        sources=texts(rule, "sourceAddresses"),
        names=texts(rule, "targetFqdns"),
        fqdn_tags=texts(rule, "fqdnTags"),
        protocols=tuple(f"{one['protocolType']}:{one['port']}".lower() for one in protocols),
        unclear=by[0] if by else None,
    )


def _security_rule(rule: Inputs) -> SecurityRule:
    def ends(which: str) -> tuple[str, ...]:
        groups = rule.get(f"{which}ApplicationSecurityGroups") or []
        return (
            *texts(rule, f"{which}AddressPrefix", f"{which}AddressPrefixes"),
            *(str(one["id"]) for one in groups),
        )

    return SecurityRule(
        name=str(rule.get("name") or rule.get("securityRuleName")),
        direction="Inbound" if rule["direction"] == "Inbound" else "Outbound",
        priority=int(rule["priority"]),
        allow=rule["access"] == "Allow",
        sources=ends("source"),
        destinations=ends("destination"),
        protocol=str(rule["protocol"]),
        ports=texts(rule, "destinationPortRange", "destinationPortRanges"),
    )


def _connections(endpoint: Resource) -> Iterator[tuple[str, str]]:
    """Services and subresources that an endpoint leads to; one that somebody still has to approve doesn't."""
    for one in endpoint.inputs.get("privateLinkServiceConnections") or []:
        for group_id in one.get("groupIds") or []:
            yield str(one["privateLinkServiceId"]).lower(), str(group_id)
