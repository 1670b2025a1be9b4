"""docs/preflight.md, held against the code."""

import re
from pathlib import Path

from azure_ai_landing_zone.cli.verbs.preflight import Kind
from azure_ai_landing_zone.preflight.planning.demand import Demand
from azure_ai_landing_zone.preflight.planning.verdicts import VERDICTS
from azure_ai_landing_zone.preflight.preflight import Preflight
from helpers import preflights

PAGE = (Path(__file__).parents[2] / "docs" / "preflight.md").read_text(encoding="utf-8")


def test_the_program_on_the_page_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    asked: list[Preflight] = []

    def ask(demand: Demand, _client: object) -> Preflight:
        asked.append(preflights.answered(demand))
        return asked[-1]

    setting, _, rest = code.partition("found = ")
    names: dict[str, object] = {}
    exec(setting, names)  # noqa: S102 - the page is ours
    names |= {"run_preflight": ask}
    exec(f"found = {rest}", names)  # noqa: S102
    assert [one.verdict for one in asked[0].findings] == ["passed"] * len(asked[0].findings)


def test_every_verdict_and_format_is_on_the_page() -> None:
    assert [verdict for verdict in VERDICTS if f"**{verdict.capitalize()}**" not in PAGE] == []
    assert [kind.value for kind in Kind if f"`{kind.value}`" not in PAGE] == []
