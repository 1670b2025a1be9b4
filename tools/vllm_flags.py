"""Which flags `vllm serve` has, read from its source: neither vLLM nor a GPU is needed.

`pip download --no-deps vllm==VERSION`, unpack it, and `python tools/vllm_flags.py FOLDER` writes the list
that the tests hold our servers' arguments against. Standard library only.
"""

import ast
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

LIST = Path(__file__).resolve().parent.parent / "tests" / "workloads" / "serving" / "vllm_flags.txt"

_PARSERS = ("vllm/engine/arg_utils.py", "vllm/entrypoints/openai/cli_args.py")
"""Where a server's flags are added (vllm 0.22.1)."""

_FIELDS = ("BaseFrontendArgs", "FrontendArgs")
"""Classes whose every field is a flag of its name."""


def flags(source: str) -> Iterator[str]:
    """Those that one file of vLLM's adds."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name in _FIELDS:
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    yield f"--{field.target.id.replace('_', '-')}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            for argument in node.args if node.func.attr == "add_argument" else []:
                if isinstance(argument, ast.Constant) and str(argument.value).startswith("-"):
                    yield str(argument.value)


def version(folder: Path) -> str:
    """Of what was unpacked there. Raises ValueError."""
    for file in (folder / "PKG-INFO", *folder.glob("vllm-*.dist-info/METADATA")):
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                name, _, value = line.partition(": ")
                if name == "Version":
                    return value
    raise ValueError(f"{folder} has neither PKG-INFO nor vllm-*.dist-info: unpack vLLM there")


def main(arguments: list[str]) -> int:
    """Writes the list."""
    folder = Path(arguments[0])
    found = sorted({flag for file in _PARSERS for flag in flags((folder / file).read_text(encoding="utf-8"))})
    head = f"# Flags of vllm serve {version(folder)}, read on {date.today()} by tools/vllm_flags.py\n"
    LIST.write_text(head + "".join(f"{flag}\n" for flag in found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
