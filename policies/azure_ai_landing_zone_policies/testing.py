"""What tests of rules need: a rule's verdict on inputs as the engine hands them over."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from pulumi_policy.proxy import unknown_checking_proxy

from azure_ai_landing_zone_policies.rule import Verdict, all_rules
from azure_ai_landing_zone_policies.view import Resource, View

PASSES = Verdict()


def fails(*problems: str) -> Verdict:
    return Verdict(problems)


def unsure(*reasons: str) -> Verdict:
    return Verdict((), reasons)


def judge(name: str, type_: str, inputs: Mapping[str, Any], today: date) -> Verdict:
    """The verdict of the rule `name` on a resource of `type_`, such as `compute:VirtualMachine`.

    The engine hands over numbers as floats; `pulumi_policy.proxy` has the values that stand for unknowns.
    """
    (rule,) = (rule for rule in all_rules() if rule.name == name)
    return rule.judge(View(unknown_checking_proxy(dict(inputs)), Resource(type_, today)))
