"""Keeps the metadata service to root, and hands everybody else tokens for data alone: of the jobs' identity
where they have one of their own, of the node's otherwise.

Whoever reaches the metadata service gets tokens for all that the identity may do: of a node in Slurm that is
to read the key with which one can pretend to be any user. Clients find this service by IDENTITY_ENDPOINT, as
they do in App Service (azure-identity, AppServiceCredential).
Source: learn.microsoft.com/azure/app-service/overview-managed-identity, REST endpoint reference, 2026-11-22.
"""

import argparse
import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import azure, commands, settings

ADDRESS = "169.254.169.254/32"
PORT = 41_169
"""Of this machine alone."""

ENVIRONMENT = {
    "IDENTITY_ENDPOINT": f"http://127.0.0.1:{PORT}/token",
    # Shows that a client, not some address that it was sent to, asks: everybody on the machine knows it.
    "IDENTITY_HEADER": "azure-ai-landing-zone",
}
"""What jobs are told."""

RESOURCES = frozenset(
    {"https://storage.azure.com", "https://monitor.azure.com", "https://containerregistry.azure.net"}
)
"""What jobs get tokens for: checkpoints and data, telemetry, images. Not for vaults, nor for Azure itself."""

# Programs of the machine, and those of containers with a network of their own.
_RULES = (
    ["OUTPUT", "--destination", ADDRESS, "--match", "owner", "!", "--uid-owner", "0", "--jump", "REJECT"],
    ["FORWARD", "--destination", ADDRESS, "--jump", "REJECT"],
)


def close(run: commands.Run = commands.run) -> None:
    """Let only root ask, once however often this runs. Raises RuntimeError where that can't be done."""
    for rule in _RULES:
        if run(["iptables", "--wait", "--check", *rule]).status:
            added = run(["iptables", "--wait", "--insert", *rule])
            if added.status:
                raise RuntimeError(f"the metadata service stays open to everybody: {added.text.strip()}")


def answer(
    told: Mapping[str, Any], path: str, header: str | None, metadata: str = azure.METADATA
) -> tuple[int, dict[str, Any]]:
    """What a client gets: a status and what goes with it, as App Service words it."""
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(path).query)
    resource = query.get("resource", [""])[0].rstrip("/")
    if header != ENVIRONMENT["IDENTITY_HEADER"]:
        return 401, {"statusCode": 401, "message": "X-IDENTITY-HEADER is missing or wrong"}
    if resource not in RESOURCES:
        allowed = ", ".join(sorted(RESOURCES))
        return 403, {"statusCode": 403, "message": f"no tokens for {resource} here, only for {allowed}"}
    identity = told.get("jobClientId") or told["clientId"]
    asked = {"api-version": "2018-02-01", "resource": resource, "client_id": identity}
    url = f"{metadata}/metadata/identity/oauth2/token?{urllib.parse.urlencode(asked)}"
    request = urllib.request.Request(url, headers={"Metadata": "true"})  # noqa: S310 (a constant)
    try:
        got = json.loads(azure.answer(request, patience=60.0, direct=True))
    except (urllib.error.URLError, TimeoutError, ConnectionError, ValueError) as error:
        return 503, {"statusCode": 503, "message": f"the metadata service says {error}"}
    return 200, {name: got[name] for name in ("access_token", "expires_on", "resource", "token_type")}


def server(told: Mapping[str, Any], port: int = PORT, metadata: str = azure.METADATA) -> ThreadingHTTPServer:
    """Answers until it is shut down."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, content = answer(told, self.path, self.headers.get("X-IDENTITY-HEADER"), metadata)
            body = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="node-tool metadata_guard", description=__doc__)
    parser.add_argument("--close", action="store_true", help="only that, and end")
    if parser.parse_args(arguments).close:
        close()
        return 0
    server(settings.load()).serve_forever()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
