"""The private link catalogue: every row, as Azure's page of zone names has it."""

from datetime import date
from pathlib import Path

import pytest

from azure_ai_landing_zone.catalog import private_link
from azure_ai_landing_zone.catalog.private_link import COLUMNS, PrivateLink
from azure_ai_landing_zone.catalog.table import CatalogError

ROOT = Path(__file__).parents[2]

ROWS = [
    "foundry account 3 | cognitiveservices.azure.com openai.azure.com services.ai.azure.com | "
    "cognitiveservices.azure.us? openai.azure.us? services.ai.azure.us? |",
    "openAI account 3 | cognitiveservices.azure.com openai.azure.com | "
    "cognitiveservices.azure.us? openai.azure.us? |",
    "contentSafety account 1 | cognitiveservices.azure.com | cognitiveservices.azure.us | "
    "cognitiveservices.azure.cn?",
    "cognitiveServices account 1 | cognitiveservices.azure.com | cognitiveservices.azure.us | "
    "cognitiveservices.azure.cn?",
    "aiSearch searchService 1 | search.windows.net | search.azure.us? | search.azure.cn?",
    "machineLearningWorkspace amlworkspace 3 | api.azureml.ms notebooks.azure.net | "
    "api.ml.azure.us notebooks.usgovcloudapi.net | api.ml.azure.cn notebooks.chinacloudapi.cn",
    "machineLearningRegistry amlregistry 1 | api.azureml.ms | api.ml.azure.us? | api.ml.azure.cn?",
    "keyVault vault 1 | vaultcore.azure.net | vaultcore.usgovcloudapi.net | vaultcore.azure.cn",
    "managedHsm managedhsm 1 | managedhsm.azure.net | |",
    "storage blob,blob_secondary 1 | blob.core.windows.net | blob.core.usgovcloudapi.net | "
    "blob.core.chinacloudapi.cn",
    "storage file 1 | file.core.windows.net | file.core.usgovcloudapi.net | file.core.chinacloudapi.cn",
    "storage queue,queue_secondary 1 | queue.core.windows.net | queue.core.usgovcloudapi.net | "
    "queue.core.chinacloudapi.cn",
    "storage table,table_secondary 1 | table.core.windows.net | table.core.usgovcloudapi.net | "
    "table.core.chinacloudapi.cn",
    "storage dfs,dfs_secondary 1 | dfs.core.windows.net | dfs.core.usgovcloudapi.net | "
    "dfs.core.chinacloudapi.cn",
    "storage web,web_secondary 1 | web.core.windows.net | web.core.usgovcloudapi.net | "
    "web.core.chinacloudapi.cn",
    "containerRegistry registry 2 | azurecr.io | azurecr.us | azurecr.cn?",
    "appConfiguration configurationStores 1 | azconfig.io | azconfig.azure.us |",
    "cosmosDB Sql 2 | documents.azure.com | documents.azure.us | documents.azure.cn",
    "sqlServer sqlServer 1 | database.windows.net | database.usgovcloudapi.net | database.chinacloudapi.cn",
    "mysqlServer mysqlServer 1 | mysql.database.azure.com | mysql.database.usgovcloudapi.net | "
    "mysql.database.chinacloudapi.cn?",
    "redis redisCache 1 | redis.cache.windows.net | redis.cache.usgovcloudapi.net | "
    "redis.cache.chinacloudapi.cn",
    "redisEnterprise redisEnterprise 1 | redisenterprise.cache.azure.net | |",
    "managedRedis redisEnterprise 1 | redis.azure.net | |",
    "eventHubs namespace 1 | servicebus.windows.net | servicebus.usgovcloudapi.net | "
    "servicebus.chinacloudapi.cn",
    "serviceBus namespace 1 | servicebus.windows.net | servicebus.usgovcloudapi.net | "
    "servicebus.chinacloudapi.cn",
    "monitorScope azuremonitor 11 | monitor.azure.com oms.opinsights.azure.com ods.opinsights.azure.com "
    "agentsvc.azure-automation.net blob.core.windows.net | monitor.azure.us adx.monitor.azure.us "
    "oms.opinsights.azure.us ods.opinsights.azure.us agentsvc.azure-automation.us "
    "blob.core.usgovcloudapi.net |",
    "apiManagement Gateway 1 | azure-api.net | |",
    "kubernetesApi management 1 | {region}.azmk8s.io | {region}.cx.aks.containerservice.azure.us? | "
    "{region}.cx.prod.service.azk8s.cn?",
    "kubernetesApiSubzone management 1 | {subzone}.{region}.azmk8s.io | "
    "{subzone}.{region}.cx.aks.containerservice.azure.us? | {subzone}.{region}.cx.prod.service.azk8s.cn?",
    "managedGrafana grafana 1 | grafana.azure.com | |",
    "monitorWorkspace prometheusMetrics 1 | {region}.prometheus.monitor.azure.com | |",
    "containerAppsEnvironment managedEnvironments 1 | {region}.azurecontainerapps.io | |",
]
"""service, group ids, addresses, and the zones of each cloud without privatelink.; ? marks the uncertain."""

TYPES = {
    "Microsoft.ApiManagement/service": ["apiManagement"],
    "Microsoft.App/managedEnvironments": ["containerAppsEnvironment"],
    "Microsoft.AppConfiguration/configurationStores": ["appConfiguration"],
    "Microsoft.Cache/redis": ["redis"],
    "Microsoft.Cache/redisEnterprise": ["redisEnterprise", "managedRedis"],
    "Microsoft.CognitiveServices/accounts": ["foundry", "openAI", "contentSafety", "cognitiveServices"],
    "Microsoft.ContainerRegistry/registries": ["containerRegistry"],
    "Microsoft.ContainerService/managedClusters": ["kubernetesApi", "kubernetesApiSubzone"],
    "Microsoft.DBforMySQL/flexibleServers": ["mysqlServer"],
    "Microsoft.Dashboard/grafana": ["managedGrafana"],
    "Microsoft.DocumentDB/databaseAccounts": ["cosmosDB"],
    "Microsoft.EventHub/namespaces": ["eventHubs"],
    "Microsoft.Insights/privateLinkScopes": ["monitorScope"],
    "Microsoft.KeyVault/managedHSMs": ["managedHsm"],
    "Microsoft.KeyVault/vaults": ["keyVault"],
    "Microsoft.MachineLearningServices/registries": ["machineLearningRegistry"],
    "Microsoft.MachineLearningServices/workspaces": ["machineLearningWorkspace"],
    "Microsoft.Monitor/accounts": ["monitorWorkspace"],
    "Microsoft.Search/searchServices": ["aiSearch"],
    "Microsoft.ServiceBus/namespaces": ["serviceBus"],
    "Microsoft.Sql/servers": ["sqlServer"],
    "Microsoft.Storage/storageAccounts": ["storage"],
}


def links() -> list[PrivateLink]:
    return [link for service in private_link.services() for link in private_link.of_service(service)]


def spelled(link: PrivateLink) -> str:
    def zones(cloud: private_link.Cloud) -> str:
        mark = "?" if cloud in link.uncertain else ""
        return " ".join(zone.replace("privatelink.", "") + mark for zone in link.zones[cloud])

    head = f"{link.service} {','.join(link.group_ids)} {link.addresses}"
    return f"{head} | {zones('public')} | {zones('government')} | {zones('china')}".replace(
        "  ", " "
    ).rstrip()


@pytest.mark.parametrize(
    ("link", "row"), list(zip(links(), ROWS, strict=True)), ids=[row.split(" |")[0] for row in ROWS]
)
def test_row(link: PrivateLink, row: str) -> None:
    assert spelled(link) == row
    assert all(zone.count("privatelink.") == 1 for zones in link.zones.values() for zone in zones)
    assert link.source.startswith("learn.microsoft.com/azure/private-link/private-endpoint-dns")
    assert link.as_of >= date(2026, 7, 16)


def test_arm_types() -> None:
    found: dict[str, list[str]] = {}
    for link in links():
        if link.service not in (services := found.setdefault(link.resource_type, [])):
            services.append(link.service)
    assert dict(sorted(found.items())) == TYPES


def test_what_has_to_be_there_first_or_as_well() -> None:
    assert [link.service for link in links() if link.after_children] == ["foundry", "openAI"]
    assert [(link.group_ids, link.needs) for link in links() if link.needs] == [
        (("dfs", "dfs_secondary"), "blob")
    ]


def test_group_ids_have_azures_own_casing() -> None:
    assert private_link.find("cosmosDB", "Sql") is not None
    assert private_link.find("cosmosDB", "sql") is None
    assert private_link.find("storage", "dfs_secondary") is private_link.find("storage", "dfs")
    assert private_link.of_service("Storage") == ()


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("privatelink.blob.core.windows.net", True),
        ("privatelink.eastus.azmk8s.io", True),
        ("mine.privatelink.eastus.azmk8s.io", True),
        ("privatelink.agentsvc.azure-automation.net", True),
        ("privatelink.agentsvc.azure.automation.net", False),
        ("privatelink.applicationinsights.io", False),
        ("privatelink.azmk8s.io", False),
    ],
)
def test_zone_names_are_known_in_every_cloud_and_region(name: str, known: bool) -> None:
    assert private_link.is_zone_name(name) is known


@pytest.mark.parametrize(
    ("key", "close"), [("aisearch", ["aiSearch"]), ("foundary", ["foundry"]), ("nothing-like-it", [])]
)
def test_did_you_mean(key: str, close: list[str]) -> None:
    assert private_link.did_you_mean(key) == close


def test_every_problem_of_a_file_is_named() -> None:
    text = "\n".join(
        [
            ",".join(COLUMNS),
            "a,T/a,g,1,,privatelink.a.net,,,,true,,page,2026-07-16",
            "a,T/a,g|h,one,,privatelink.A.net,,,mars,maybe,,,soon",
            "b,T/b,,1,,,,,china,false,,page,2026-07-16",
            "c,T/c,g,1,,privatelink.{zone}.net,a.net,,,false,,page,2026-07-16",
        ]
    )
    with pytest.raises(CatalogError) as raised:
        private_link.load(text, "x.csv")
    assert raised.value.problems == [
        "x.csv line 3, column public: got 'privatelink.A.net'; must be zone names in lower case, with "
        "{region} and {subzone} at most",
        "x.csv line 3, column group_ids: got 'g|h'; must be group ids that a has on no other line",
        "x.csv line 3, column uncertain: got 'mars'; must be one or more of public, government, china",
        "x.csv line 3, column addresses: got 'one'; must be a whole number from 0",
        "x.csv line 3, column as_of: got 'soon'; must be a date such as 2026-09-30",
        "x.csv line 3, column after_children: got 'maybe'; must be true, false or empty",
        "x.csv line 4, column group_ids: got ''; must be at least one group id",
        "x.csv line 4, column uncertain: got 'china'; must be clouds with zones, of which the public one is "
        "never without",
        "x.csv line 5, column public: got 'privatelink.{zone}.net'; must be zone names in lower case, with "
        "{region} and {subzone} at most",
        "x.csv line 5, column government: got 'a.net'; must be zone names in lower case, with {region} and "
        "{subzone} at most",
    ]


def documented(link: PrivateLink) -> str:
    def zones(cloud: private_link.Cloud) -> str:
        mark = "?" if cloud in link.uncertain else ""
        return " ".join(f"`{zone}`{mark}" for zone in link.zones[cloud]) or "–"

    groups = " ".join(f"`{group}`" for group in link.group_ids)
    cells = [f"`{link.service}`", f"{link.resource_type}", groups, str(link.addresses)]
    return "| " + " | ".join([*cells, zones("public"), zones("government"), zones("china")]) + " |"


def test_the_guide_has_the_whole_table() -> None:
    lines = (ROOT / "docs" / "private-endpoints.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if "Microsoft." in line and line.startswith("| `")] == [
        documented(link) for link in links()
    ]
    notes = [f"- `{link.service}`{_group(link)}: {link.note}" for link in links() if link.note]
    assert [line for line in lines if line in notes] == notes


def _group(link: PrivateLink) -> str:
    return f" {link.group_ids[0]}" if link.service == "storage" else ""
