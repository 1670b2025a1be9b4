"""Proves the fabric between nodes before the first job over several of them: all-reduce within each node,
ib_write_bw between pairs, all-reduce over all.

`node-tool fabric_proof node-a node-b …` within a job of Slurm, which the scheduler starts by itself. Nothing
else starts programs on several nodes: they have no keys for each other.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import bandwidth, commands, proving, reports, settings
from azure_ai_landing_zone.node_setup.on_node.fabric_gate import drain
from azure_ai_landing_zone.node_setup.on_node.reports import Result
from azure_ai_landing_zone.node_setup.on_node.slurm_nodes import nodes as slurm_nodes
from azure_ai_landing_zone.node_setup.on_node.slurm_nodes import proven_comment

FILE = settings.STATE / "fabric-proof.json"
ALL_REDUCE = "/opt/nccl-tests/build/all_reduce_perf"
RCCL_ALL_REDUCE = "/opt/rccl-tests/all_reduce_perf"
"""Where the Azure HPC image has them. Source: github.com/Azure/azhpc-images."""

Command = list[str]


class Launcher:
    """How commands get onto nodes: one command on one node, or one process for each GPU of several."""

    def __init__(self, gpus: int, variables: Mapping[str, str] | None = None) -> None:
        """`variables`: of programs over several nodes, beyond those of every job."""
        self.gpus = gpus
        self.variables = [f"{name}={value}" for name, value in (variables or {}).items()]

    def on(self, node: str, command: Sequence[str]) -> Command:
        return ["srun", "--overlap", "--nodes=1", "--ntasks=1", f"--nodelist={node}", *command]

    def everywhere(self, nodes: Sequence[str], program: str, *arguments: str) -> Command:
        variables = ",".join(["ALL", *self.variables, "NCCL_DEBUG=INFO"])
        return [
            "srun", "--overlap", "--mpi=pmix", f"--nodes={len(nodes)}", f"--ntasks-per-node={self.gpus}",
            f"--nodelist={','.join(nodes)}", f"--export={variables}", "bash", "-lc",
            f"module load mpi/hpcx && exec {program} {' '.join(arguments)}",
        ]  # fmt: skip


class Proof:
    """One run over some nodes; `results` grows as it goes."""

    def __init__(self, told: Mapping[str, Any], launcher: Launcher, run: commands.Run = commands.run) -> None:
        self.told, self.launcher, self.run = told, launcher, run
        self.floors = told["floors"]
        self.results: list[Result] = []

    def __call__(self, nodes: Sequence[str]) -> set[str]:
        """Measure; the nodes that aren't to be used."""
        bad: set[str] = set()
        if self.floors is None:
            return bad
        if self.floors["nodeAllReduceGBps"] is not None:
            bad |= self._each(nodes, self._node)
        left = [node for node in nodes if node not in bad]
        bad |= self._pairs(left)
        left = [node for node in left if node not in bad]
        if len(left) > 1 and self.told["gpus"]["count"]:
            bad |= self._cluster(left)
        return bad

    def _each(self, nodes: Sequence[str], test: Callable[[str], bool]) -> set[str]:
        with ThreadPoolExecutor(max_workers=max(1, len(nodes))) as pool:
            return {node for node, good in zip(nodes, pool.map(test, nodes), strict=True) if not good}

    def _all_reduce(self, nodes: Sequence[str], floor: float) -> bandwidth.Measured:
        program = RCCL_ALL_REDUCE if self.told["gpus"]["vendor"] == "amd" else ALL_REDUCE
        command = self.launcher.everywhere(nodes, program, "-b", "1G", "-e", "8G", "-f", "2", "-g", "1")
        return bandwidth.all_reduce(self.run(command).text, floor, len(nodes))

    def _node(self, node: str) -> bool:
        floor = self.floors["nodeAllReduceGBps"]
        got = self._all_reduce([node], floor)
        self._note("all-reduce", "node-bandwidth", node, got, floor)
        return not got.problem

    def _pairs(self, nodes: Sequence[str]) -> set[str]:
        outcomes = {pair: good for turn in proving.rounds(nodes) for pair, good in self._turn(turn)}
        failed = [pair for pair, good in outcomes.items() if not good]
        good = sorted({node for pair, fine in outcomes.items() if fine for node in pair})
        cleared = {
            pair[0] for turn in proving.retests(failed, good) for pair, fine in self._turn(turn) if fine
        }
        return {node for pair in failed for node in pair} - set(good) - cleared

    def _turn(self, pairs: Sequence[proving.Pair]) -> list[tuple[proving.Pair, bool]]:
        with ThreadPoolExecutor(max_workers=max(1, len(pairs))) as pool:
            return list(zip(pairs, pool.map(self._pair, pairs), strict=True))

    def _pair(self, pair: proving.Pair) -> bool:
        client, server = pair
        tool = ["/usr/local/sbin/node-tool", "fabric_pair"]
        with ThreadPoolExecutor(max_workers=1) as pool:
            serving = pool.submit(self.run, self.launcher.on(server, [*tool, "serve"]))
            asked = self.run(self.launcher.on(client, [*tool, "ask", server]))
            serving.result()
        floor = self.floors["adapterGbps"]
        try:
            adapters = json.loads(asked.text.strip().splitlines()[-1])
        except (ValueError, IndexError):
            adapters = [{"component": "", "measured": None, "problem": asked.text.strip() or "no output"}]
        for adapter in adapters:
            got = bandwidth.Measured(adapter["measured"], adapter["problem"])
            said = got._replace(problem=f"to {server}: {got.problem}") if got.problem else got
            self._note("pair", "adapter-bandwidth", client, said, floor, adapter["component"])
        return bool(adapters) and not any(adapter["problem"] for adapter in adapters)

    def _cluster(self, nodes: Sequence[str]) -> set[str]:
        floor = self.floors["clusterAllReduceGBps"]

        def measure(some: Sequence[str]) -> bool:
            got = self._all_reduce(some, floor)
            said = got._replace(problem=f"{', '.join(some)}: {got.problem}") if got.problem else got
            self._note("cluster", "cluster-bandwidth", some[0], said, floor)
            return not got.problem

        return proving.slow_ones(nodes, measure)

    def _note(
        self, test: str, check: str, node: str, got: bandwidth.Measured, floor: float, component: str = ""
    ) -> None:
        self.results.append(
            Result(test, check, node, not got.problem, got.problem, component, got.value, floor)
        )

    def verdicts(self, nodes: Sequence[str], bad: set[str]) -> list[Result]:
        """What became of each node, which is what alerts look at."""
        return [
            Result("proof", "fabric", node, node not in bad, self._reason(node) if node in bad else "")
            for node in nodes
        ]

    def _reason(self, node: str) -> str:
        told = [one.message for one in self.results if not one.passed and node in (one.node, *_named(one))]
        return told[-1] if told else "slow together with others"


def mark(told: Mapping[str, Any], verdicts: Sequence[Result], run: commands.Run = commands.run) -> None:
    """Tell Slurm: proven nodes by their comment, which says since which start; the others are drained."""
    boot_times = {
        node.name: node.boot_time
        for node in slurm_nodes(run(["scontrol", "show", "nodes", "--oneliner"]).text)
    }
    for verdict in verdicts:
        if verdict.node not in boot_times:
            continue  # retired meanwhile
        if verdict.passed:
            comment = proven_comment(boot_times[verdict.node])
            run(["scontrol", "update", f"NodeName={verdict.node}", f"Comment={comment}"])
        else:
            drain(told, verdict.node, verdict.message, run)


def _named(result: Result) -> list[str]:
    """Other nodes that a message is about."""
    about = result.message.partition(": ")[0].removeprefix("to ")
    return about.split(", ")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="node-tool fabric_proof", description=__doc__)
    parser.add_argument("nodes", nargs="+", help="nodes that have passed their own gate")
    given = parser.parse_args(arguments)
    told = settings.load()
    launcher = Launcher(told["gpus"]["count"], told["benchmarkEnvironment"])
    proof = Proof(told, launcher)
    bad = proof(given.nodes)
    verdicts = proof.verdicts(given.nodes, bad)
    reports.keep(told, [*proof.results, *verdicts], FILE)
    mark(told, verdicts)
    for verdict in verdicts:
        print(f"{verdict.node} {'passed' if verdict.passed else f'failed: {verdict.message}'}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
