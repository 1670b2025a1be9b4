"""Rule ai-service-is-logged."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.diagnostic_settings import settings_of

_NAMES = ("accountName", "workspaceName", "vaultName", "serviceName", "searchServiceName")

_ACCOUNT = {
    "type": "azure-native:cognitiveservices:Account",
    "properties": {"kind": "AIServices"},
}


@stack_rule(
    on=(
        "cognitiveservices:Account",
        "machinelearningservices:Workspace",
        "search:Service",
        "keyvault:Vault",
        "apimanagement:ApiManagementService",
    ),
    area="models",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("LT-3",),
    links=("https://learn.microsoft.com/azure/azure-monitor/platform/diagnostic-settings",),
    baseline="advisory",
    only_with_ai=True,
    passes={
        "models": _ACCOUNT,
        "logs": {
            "type": "azure-native:monitor:DiagnosticSetting",
            "properties": {
                "resourceUri": "${models.id}",
                "workspaceId": "${workspace.id}",
                "logs": [{"categoryGroup": "allLogs", "enabled": True}],
            },
        },
    },
    fails={"models": _ACCOUNT},
)
def ai_service_is_logged(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Model services, workspaces, vaults and gateways send their logs somewhere

    Without a diagnostic setting Azure keeps no log of who called what: after an incident there is nothing to
    look at. Add a DiagnosticSetting to a Log Analytics workspace. Where Azure Policy writes the settings,
    disable this rule.
    """
    settings = settings_of(props, stack, *_NAMES)
    if not stack.some(settings, _collects_logs):
        yield "no DiagnosticSetting of the program collects its logs; add one to a Log Analytics workspace"


def _collects_logs(setting: View) -> bool:
    return any(log.flag("enabled") is not False for log in setting.items("logs"))
