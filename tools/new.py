"""`make new-component`, `new-rule` and `new-type`: the files of a new unit, and all lists that name it.

What is written is small and passes the checks; TODO says where thought has to go. Standard library only.
"""

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_COMPONENT = '''"""{name}: TODO, what it is."""

import pulumi
from pulumi_azure_native import resources

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making


class {name}Args(ComponentArgs):
    """What {a} {name} is made of."""


class {name}(Component):
    """TODO, what it makes, and what it leaves to others."""

    resource_group_resource_id: pulumi.Output[str]

    def __init__(self, name: str, args: {name}Args, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args)
        making = Making(self, name, args)
        group = resources.ResourceGroup(
            f"{{name}}-group",
            resource_group_name=making.azure_name("resourceGroup"),
            location=args.location,
            tags=making.tags,
            opts=making.child(),
        )
        self.resource_group_resource_id = group.id
        self._end()
'''

_COMPONENT_TEST = '''"""What {a} {name} registers."""

from azure_ai_landing_zone import {name}, {name}Args
from helpers.registered import register


def test_it_makes_what_it_says() -> None:
    made = register(lambda: {name}("it", {name}Args(location="eastus", resource_group_name="rg")))
    assert made.azure == [("resources:ResourceGroup", "it-group")]
'''

_RULE = '''"""Rule {name}."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import View


@rule(
    on=("{type}",),
    area="{area}",
    severity="medium",
    since="{since}",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/well-architected/",),  # TODO: the page that says why
    baseline="advisory",
    passes={{"location": "eastus"}},
    fails={{"location": "nowhere"}},
)
def {function}(props: View) -> Iterator[str]:
    """TODO: what it asks for, as a sentence without a full stop

    TODO: why that costs or endangers whoever has it, in two or three sentences, and what to change. The page
    of the rule shows this text, and people decide by it whether they change their program.
    """
    if props.text("location") == "nowhere":
        yield "location is nowhere; take a region such as eastus"
'''

_SENTENCE = "location is nowhere; take a region such as eastus"

_TYPE = '''"""{provider_path}"""

from azure_simulator.cloud.resource_type import NameRule, ResourceType


class {name}(ResourceType):
    pulumi_type = "azure-native:{type}"
    path = "…/{provider_path}"
    source = "TODO: the page with limits and errors, and the day it was read"
    name_rule = NameRule(r"[A-Za-z0-9][\\w.-]{{0,79}}", "1-80 letters, digits, _ . and -")  # TODO: Azure's
    # TODO: `problems` for what Azure refuses at once; cloud/resource_type.py says what else there is
'''


def main() -> None:
    """Write what is asked for; exit with a sentence where it can't be."""
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    component = kinds.add_parser("component")
    component.add_argument("name", help="such as EgressPrefix")
    component.add_argument("room", help="a folder of the library, such as network")
    rule = kinds.add_parser("rule")
    rule.add_argument("name", help="such as vaults-are-premium: its id for ever")
    rule.add_argument("type", help="what it looks at, such as keyvault:Vault")
    rule.add_argument("--area", default="compute", help="as other rules have it")
    type_ = kinds.add_parser("type")
    type_.add_argument("type", help="of azure-native, such as network:RouteFilter")
    type_.add_argument("path", help="such as Microsoft.Network/routeFilters/{routeFilterName}")
    given = vars(parser.parse_args())
    kind = given.pop("kind")
    try:
        makers: dict[str, Callable[..., list[Path]]] = {
            "component": new_component,
            "rule": new_rule,
            "type": new_type,
        }
        files = makers[kind](ROOT, **given)
    except ValueError as problem:
        sys.exit(f"new-{kind}: {problem}")
    for file in files:
        print(file.relative_to(ROOT))
    print(f"Now: {_THEN[kind]}")


_THEN = {
    "component": "`make docs`; a new kind of Azure name also takes its `Kind` in core/naming.py and its row "
    "in catalog/names.csv.",
    "rule": "write the rule, its examples, and in tests/policies/sentences.yaml what it says; `make docs`.",
    "type": "a row in tests/helpers/one_of_each.yaml, which every test of types takes, and its refusals.",
}


def new_component(root: Path, name: str, room: str) -> list[Path]:
    """A component with its arguments, its test, and its lines in the face and in the test of the face."""
    if not re.fullmatch(r"([A-Z][a-z0-9]+)+", name):
        raise ValueError(f"{name} is no name of a class, such as EgressPrefix")
    library = root / "components" / "azure_ai_landing_zone"
    if not (library / room / "__init__.py").exists():
        raise ValueError(f"there is no room {room}: there are {', '.join(_rooms(library))}")
    module = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    a = "an" if name[0] in "AEIOU" else "a"
    written = [
        _write(library / room / f"{module}.py", _COMPONENT.format(name=name, a=a)),
        _write(root / "tests" / room / f"test_{module}.py", _COMPONENT_TEST.format(name=name, a=a)),
    ]
    face, test = library / "__init__.py", root / "tests" / "test_public_api.py"
    _insert(face, "NAMES_OF = {", f'    "{room}.{module}": "{name} {name}Args",', r'    "([\w.]+)": ')
    for new in (f"{name}Args", name):
        _insert(test, "PUBLIC = [", f'    "{new}",', r'    "(\w+)",')
    _insert(test, "    assert COMPONENTS == [", f'        "{name}",', r'        "(\w+)",')
    return [*written, face, test]


def new_rule(root: Path, name: str, type: str, area: str) -> list[Path]:
    """A rule that works, and what it says of its own failing example."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name):
        raise ValueError(f"{name} is no id of a rule, such as vaults-are-premium")
    _check_type(type)
    rules = root / "policies" / "azure_ai_landing_zone_policies" / "rules"
    since = max(
        re.findall(r'since="(20\d\d\.\d)"', "".join(file.read_text("utf-8") for file in rules.glob("*.py")))
    )
    function = name.replace("-", "_")
    text = _RULE.format(name=name, function=function, type=type, area=area, since=since)
    written = _write(rules / f"{function}.py", text)
    sentences = root / "tests" / "policies" / "sentences.yaml"
    _insert(sentences, "", f"{name}:\n- {_SENTENCE}", r"([a-z0-9-]+):")
    return [written, sentences]


def new_type(root: Path, type: str, path: str) -> list[Path]:
    """A type of the simulated Azure that takes what its published type allows."""
    _check_type(type)
    if not re.fullmatch(r"Microsoft\.\w+(/\w+/\{\w+\})+", path):
        raise ValueError(f"{path} is no path such as Microsoft.Network/routeFilters/{{routeFilterName}}")
    name = type.partition(":")[2]
    module = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
    file = root / "simulator" / "azure_simulator" / "types" / f"{module}.py"
    return [_write(file, _TYPE.format(name=name, type=type, provider_path=path))]


def _check_type(type: str) -> None:
    if not re.fullmatch(r"[a-z0-9]+:[A-Z]\w+", type):
        raise ValueError(f"{type} is no type such as keyvault:Vault")


def _rooms(library: Path) -> list[str]:
    return sorted(path.parent.name for path in library.glob("*/__init__.py"))


def _write(file: Path, text: str) -> Path:
    if file.exists():
        raise ValueError(f"{file.name} is there already")
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def _insert(file: Path, after: str, line: str, entry: str) -> None:
    """A line into a sorted list that begins after a line: before the first entry that comes later."""
    lines = file.read_text(encoding="utf-8").splitlines()
    first = lines.index(after) + 1 if after else 0
    new = re.match(entry, line)
    at = len(lines)
    for number in range(first, len(lines)):
        found = re.match(entry, lines[number])
        if (found and new and found[1] > new[1]) or lines[number].strip() in ("]", "}"):
            at = number
            break
    lines[at:at] = line.splitlines()
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
