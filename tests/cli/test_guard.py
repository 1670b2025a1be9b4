"""How `ailz guard` ends."""

from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from azure_ai_landing_zone.cli import application
from azure_ai_landing_zone_policies.engine.pack import utc_today
from policies.plans import events, step

LOSS = events(step("delete", "keyvault:Vault", "vault", old={}))
UNTIL = utc_today() + timedelta(days=30)
WAIVED = f"guard: {{waivers: [{{resource: vault, owner: a, approver: c, reason: b, until: {UNTIL}}}]}}"


@pytest.mark.parametrize(
    ("plan", "policy", "status", "first"),
    [
        (events(), "", 0, "Guard: the plan loses nothing that is guarded"),
        (LOSS, "", 1, "Guard: 1 loss that no waiver covers"),
        (LOSS, WAIVED, 0, "Guard: only what waivers let go is lost (vault)"),
        (LOSS, "guard: [", 2, "policy.yaml: not readable as YAML: while parsing a flow node"),
        (LOSS, "guard: {waiver: []}", 2, "policy.yaml: guard.waiver: unknown; must be waivers"),
        (events(failed="boom"), "", 2, "the preview failed, so the plan isn't whole: boom"),
        (
            events(step("delete", "keyvault:Vault", "vault", old={}), failed="boom"),
            "",
            1,
            "Guard: 1 loss that no waiver covers",
        ),
    ],
)
def test_the_status_says_what_is_lost(
    plan: str, policy: str, status: int, first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: zone")
    (tmp_path / "policy.yaml").write_text(policy)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(application(), ["guard"], input=plan)
    assert (done.exit_code, (done.stdout or done.stderr).splitlines()[0]) == (status, first)


def test_what_is_no_text_gets_no_verdict(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: zone")
    (tmp_path / "plan").write_bytes(b"\xff" + LOSS.encode())
    for verb in (["guard"], ["cost"], ["report", "sarif"]):
        done = CliRunner().invoke(application(), [*verb, str(tmp_path / "plan")])
        assert (done.exit_code, done.stderr) == (
            2,
            f"{tmp_path / 'plan'} isn't UTF-8; give what pulumi wrote, byte for byte\n",
        )
