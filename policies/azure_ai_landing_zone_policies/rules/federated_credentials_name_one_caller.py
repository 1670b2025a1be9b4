"""Rule federated-credentials-name-one-caller."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _program(subject: str) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "deployer": {
            "type": "azure-native:managedidentity:FederatedIdentityCredential",
            "properties": {
                "issuer": "https://token.actions.githubusercontent.com",
                "subject": subject,
                "audiences": ["api://AzureADTokenExchange"],
            },
        },
    }


_ANY_PULL_REQUEST = ":pull_request"
_DEFAULT_ACCOUNT = ("system:serviceaccount:", ":default")


@stack_rule(
    on=("managedidentity:FederatedIdentityCredential",),
    area="identity",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("IM-3", "IM-6"),
    links=("https://learn.microsoft.com/entra/workload-id/workload-identity-federation-considerations",),
    only_with_ai=True,
    passes=_program("repo:contoso/ai-zone:environment:prod"),
    fails=_program("repo:contoso/ai-zone:pull_request"),
)
def federated_credentials_name_one_caller(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """A federated credential lets one known caller in

    Who gets a token with the subject is the identity. The subject pull_request of GitHub is every pull
    request of the repository, whoever wrote it; a service account called default is that of every pod
    that names none; and a * is anybody. Name an environment or a branch, or a service account of its own.
    """
    subject = props.text("subject") or ""
    if "*" in subject:
        yield f"subject is {subject}, which is more than one caller; name one"
    if subject.endswith(_ANY_PULL_REQUEST):
        yield f"subject is {subject}, which is every pull request; name an environment or a branch"
    if subject.startswith(_DEFAULT_ACCOUNT[0]) and subject.endswith(_DEFAULT_ACCOUNT[1]):
        yield f"subject is {subject}, the account of every pod that names none; name one of its own"
    if props.known("issuer") and (props.text("issuer") or "").startswith("http:"):  # that of AKS never is
        yield f"issuer is {props.text('issuer')}, which anybody on the way can be; use https"
