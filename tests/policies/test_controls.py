"""The report by control."""

from collections import Counter

from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.reports.controls import MCSB, controls, report, rules_of
from azure_ai_landing_zone_policies.reports.events import Violation

URN = "urn:pulumi:prod::zone::azure-native:containerservice:ManagedCluster::aks"
PUBLIC = Violation("aks-api-server-is-private", URN, "it is open", mandatory=True)
UNSURE = Violation("content-filter-blocks", URN, "can't tell: mode isn't known", mandatory=False)
WAIVED = Violation(
    "waivers",
    "",
    "aks-has-no-local-accounts: the waiver of a for aks lets aks pass (b); it ends on c",
    mandatory=False,
)
LEVELS = {rule.name: rule.facts.baseline for rule in all_rules()}


def words(*violations: Violation, **levels: str) -> dict[str, str]:
    """The word on each control, by its name with its benchmark's first letter and edition."""
    found, head = {}, ""
    for line in report(list(violations), all_rules(), LEVELS | levels).splitlines():
        if line.startswith("**"):
            head = f"{line[2]}{line.partition(', ')[2].partition('*')[0]}"
        elif line.startswith("| ["):
            found[f"{head} {line[3:].partition(']')[0]}"] = line.split(" | ")[-1].strip(" |")
    return found


def test_every_control_has_its_source_and_every_rule_is_there() -> None:
    assert Counter((each.standard, each.edition) for each in controls()) == {
        (MCSB, "1"): 75,
        (MCSB, "2"): 62,
        ("CIS Azure Kubernetes Service (AKS) Benchmark", "1.7"): 28,
    }
    names = {rule.name for rule in all_rules()}
    assert {rule for control in controls() for rule in control.rules} <= names
    assert all(
        control.source.startswith("https://") and control.as_of and control.title for control in controls()
    )
    ids = {control.name for control in controls() if control.standard == MCSB and control.edition == "1"}
    assert [
        (rule.name, name) for rule in all_rules() for name in rule.facts.controls if name not in ids
    ] == []


def test_each_control_is_told_of_by_its_rules() -> None:
    clean = words()
    assert (clean["C1.7 5.4.1"], clean["C1.7 4.1.1"], clean["M2 AI-2"]) == ("pass", "not covered", "pass")
    said = words(PUBLIC, UNSURE, WAIVED)
    assert (said["C1.7 5.4.1"], said["C1.7 5.5.1"], said["M2 AI-2"]) == (
        "fail (1)",
        "waived (aks-has-no-local-accounts)",
        "can't tell (1)",
    )
    off = words(**{"aks-api-server-is-private": "disabled", "content-filter-blocks": "disabled"})
    assert (off["C1.7 5.4.1"], off["M2 AI-2"]) == (
        "not covered: turned off",
        "pass, without content-filter-blocks",
    )
    (control,) = [each for each in controls() if each.name == "DP-3" and each.edition == "2"]
    assert rules_of(control, all_rules()) == [
        rule.name for rule in all_rules() if "DP-3" in rule.facts.controls
    ]
