"""The certificate that a cluster's gateway ends TLS with."""

import json
from typing import Annotated, Any, Literal

from pydantic import Field

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.core.entra import TenantId
from azure_ai_landing_zone.core.model import Key, Model, ObjectName, matching
from azure_ai_landing_zone.stores.key_vault import VaultName
from azure_ai_landing_zone.workloads.component import Manifest, NamespaceName
from azure_ai_landing_zone.workloads.plan import NOBODY, WITHOUT_GPUS, confined, spread_apart

KEEPER = "gateway-certificate"
"""The service account that reads the vault, the pods that hold the secret, and the secret."""

_IMAGE = pins.image("mcr.microsoft.com/oss/kubernetes/pause")


class CertificateSecret(Model):
    """A secret that is in the cluster already, or that something in it makes, such as cert-manager."""

    mode: Literal["secret"]
    """In the namespace of the Gateway, which is gateway."""
    secret_name: ObjectName
    """Of type kubernetes.io/tls."""


class VaultCertificate(Model):
    """A certificate in a key vault. AKS's add-on brings it into the cluster, and a new one within minutes of
    its being there."""

    mode: Literal["vault"]
    """Read as an identity, which needs Key Vault Secrets User on it."""
    vault_name: VaultName
    """Of the key vault."""
    tenant_id: TenantId
    """Of the vault."""
    certificate_name: Annotated[str, matching(r"[A-Za-z0-9-]{1,127}", "a certificate's name")]
    """In the vault, with a private key that may be exported."""
    reads_as: Key
    """One of the cluster's `workloadIdentities`; it trusts the service account gateway-certificate of the
    namespace gateway."""


CertificateChoice = Annotated[CertificateSecret | VaultCertificate, Field(discriminator="mode")]


def secret_of(certificate: CertificateSecret | VaultCertificate) -> str:
    """The name of the secret that has it."""
    return certificate.secret_name if isinstance(certificate, CertificateSecret) else KEEPER


def kept_certificate(
    certificate: VaultCertificate, namespace: NamespaceName, identity_client_id: Any
) -> dict[str, Manifest]:
    """What brings it into the cluster, by role: its secret is there while a pod has it as a volume. Source:
    learn.microsoft.com/azure/aks/csi-secrets-store-nginx-tls, 2026-08."""
    name = {"name": KEEPER, "namespace": namespace}
    labels = {"app.kubernetes.io/name": KEEPER}
    both = [{"objectName": certificate.certificate_name, "key": key} for key in ("tls.key", "tls.crt")]
    # A certificate is a secret of the same name: only so has it its key. JSON is YAML, and always the same.
    wanted = {"objectName": certificate.certificate_name, "objectType": "secret"}
    volume = {
        "driver": "secrets-store.csi.k8s.io",
        "readOnly": True,
        "volumeAttributes": {"secretProviderClass": KEEPER},
    }
    pod: Manifest = {
        "serviceAccountName": KEEPER,
        "automountServiceAccountToken": False,
        "tolerations": WITHOUT_GPUS,
        "topologySpreadConstraints": spread_apart(labels),
        "containers": [
            {
                "name": "keeper",
                "image": _IMAGE,
                "resources": {"requests": {"cpu": "10m", "memory": "16Mi"}, "limits": {"memory": "16Mi"}},
                "securityContext": confined(NOBODY, read_only=True),
                "volumeMounts": [{"name": "certificate", "mountPath": "/mnt/certificate", "readOnly": True}],
            }
        ],
        "volumes": [{"name": "certificate", "csi": volume}],
    }
    return {
        "certificate": {
            "apiVersion": "secrets-store.csi.x-k8s.io/v1",
            "kind": "SecretProviderClass",
            "metadata": name,
            "spec": {
                "provider": "azure",
                "parameters": {
                    "clientID": identity_client_id,
                    "keyvaultName": certificate.vault_name,
                    "tenantID": certificate.tenant_id,
                    "objects": json.dumps({"array": [json.dumps(wanted, sort_keys=True)]}),
                },
                "secretObjects": [{"secretName": KEEPER, "type": "kubernetes.io/tls", "data": both}],
            },
        },
        "certificate-account": {
            "apiVersion": "v1",
            "kind": "ServiceAccount",
            "metadata": {
                **name,
                "annotations": {"azure.workload.identity/client-id": identity_client_id},
            },
        },
        "certificate-keeper": {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {**name, "labels": labels},
            "spec": {
                "replicas": 2,
                "selector": {"matchLabels": labels},
                "template": {
                    "metadata": {"labels": labels | {"azure.workload.identity/use": "true"}},
                    "spec": pod,
                },
            },
        },
    }
