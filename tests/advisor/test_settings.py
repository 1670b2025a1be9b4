"""What is wrong with a request, all of it at once, in a file and in Python."""

from typing import Any

import pytest

from azure_ai_landing_zone import (
    AdviceRequest,
    DescribedModel,
    FullFineTuning,
    NamedModel,
    Serving,
    SettingsError,
)

GOOD: dict[str, Any] = {
    "location": "eastus",
    "languageModel": {"mode": "named", "name": "Llama-3.1-8B"},
    "adviceFor": {"mode": "fullFineTuning", "sequenceLength": 4096},
}
SERVING = {"mode": "serving", "contextTokens": 4096, "concurrentRequests": 8}


def described(**figures: Any) -> dict[str, Any]:
    return {"mode": "described", "parameters": 7_000_000_000} | figures


def tuning(**wanted: Any) -> dict[str, Any]:
    return {"mode": "fullFineTuning", "sequenceLength": 4096} | wanted


def problems_of(data: Any) -> list[str]:
    with pytest.raises(SettingsError) as raised:
        AdviceRequest.load(data, "advice.yaml")
    head, *problems = str(raised.value).split("\n")
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    assert head == f"{count} in advice.yaml:"
    return [problem.removeprefix("  ") for problem in problems]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"adviceFor": SERVING},
        {"languageModel": described()},
        {"languageModel": described(activeParameters=10**9, experts=8, expertsPerToken=2)},
        {"adviceFor": tuning(mode="preTraining", deadlineHours=100)},
        {"adviceFor": tuning(mode="lora", frozenWeights="nf4")},
        {"adviceFor": tuning(pipelineParallel=17)},  # 34 with input and output
    ],
)
def test_what_is_right(change: dict[str, Any]) -> None:
    AdviceRequest.load(GOOD | change, "advice.yaml").need()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            {"location": "East US"},
            "location: must be a region's name such as southcentralus, got 'East US': write eastus",
        ),
        ({"nodeLimit": 301}, "nodeLimit: must be at most 300, got 301"),
        ({"nodeLimit": "8"}, 'nodeLimit: must be a whole number, got "8": write it without quotes'),
        ({"nodeLimit": True}, "nodeLimit: must be a whole number, got true"),
        ({"utilizationPercent": 0}, "utilizationPercent: must be at least 1, got 0"),
        (
            {"candidateSizes": ["Standard_ND96isr_H100_v6"]},
            "candidateSizes[0]: Standard_ND96isr_H100_v6 is not a size of the catalogue: did you mean "
            "Standard_ND96isr_H100_v5 or Standard_ND96isrf_H100_v5 or Standard_ND96is_H100_v5?",
        ),
        ({"nodelimit": 3}, "nodelimit: unknown setting: did you mean `nodeLimit`?"),
        (
            {"languageModel": {"mode": "named", "name": "Llama-3.1-71B"}},
            "languageModel.name: no model of the catalogue is called Llama-3.1-71B: did you mean "
            "Llama-3.1-70B? Or describe it",
        ),
        (
            {"languageModel": {"name": "Llama-3.1-8B"}},
            "languageModel.mode: missing, and required: one of 'named', 'described'",
        ),
        (
            {"languageModel": described(parameters=7e9)},
            "languageModel.parameters: must be a whole number, got 7000000000.0",
        ),
        (
            {"languageModel": described(parameters=70)},
            "languageModel.parameters: must be at least 1000000, got 70",
        ),
        (
            {"languageModel": described(activeParameters=8_000_000_000, experts=8)},
            "languageModel.activeParameters: must be at most `parameters`, 7000000000, got 8000000000",
        ),
        (
            {"languageModel": described(activeParameters=1_000_000_000)},
            "languageModel.activeParameters: without resting experts all 7000000000 parameters are active: "
            "give `experts`",
        ),
        (
            {"languageModel": described(experts=8)},
            "languageModel.activeParameters: missing, and required with `experts`: parameters that work on "
            "one token, fewer than all",
        ),
        (
            {"languageModel": described(expertsPerToken=2)},
            "languageModel.expertsPerToken: must be at most `experts`, 1, got 2",
        ),
        (
            {"languageModel": described(heads=32, kvHeads=7)},
            "languageModel.kvHeads: must divide the 32 heads, got 7",
        ),
        (
            {"adviceFor": {"mode": "tuning"}},
            "adviceFor.mode: must be one of 'preTraining', 'fullFineTuning', 'lora', 'serving', got "
            '"tuning"',
        ),
        (
            {"adviceFor": {"mode": "lora"}},
            "adviceFor.sequenceLength: missing, and required: Tokens of one sequence",
        ),
        (
            {"adviceFor": tuning(loraRank=16)},
            "adviceFor.loraRank: unknown setting: allowed are `arithmetic`, `batch`, "
            "`deadlineHours`, `expertParallel`, `lustreDataTib`, `microBatch`, `mode`, `optimizer`, "
            "`pipelineParallel`, "
            "`recomputation`, `sequenceLength`, `tensorParallel`, `tokens`, `zeroStage`",
        ),
        ({"adviceFor": tuning(zeroStage=4)}, "adviceFor.zeroStage: must be 0, 1, 2 or 3, got 4"),
        (
            {"adviceFor": tuning(arithmetic="int8")},
            "adviceFor.arithmetic: must be 'fp16', 'bf16' or 'fp8', got \"int8\"",
        ),
        (
            {"adviceFor": tuning(batch=7, microBatch=2)},
            "adviceFor.batch: must be a multiple of `microBatch`, 2, got 7",
        ),
        (
            {"adviceFor": tuning(zeroStage=3, pipelineParallel=2)},
            "adviceFor.zeroStage: must be 0 or 1 beside `pipelineParallel`, got 3: leave one of them out",
        ),
        (
            {"adviceFor": tuning(deadlineHours=10)},
            "adviceFor.tokens: missing, and required with `deadlineHours`: the tokens of all epochs",
        ),
        (
            {"adviceFor": tuning(tensorParallel=3)},
            "adviceFor.tensorParallel: must divide the 32 heads of attention, got 3",
        ),
        (
            {"adviceFor": tuning(pipelineParallel=5)},
            "adviceFor.pipelineParallel: must divide the 32 layers, or 34 with input and output, got 5",
        ),
        (
            {"adviceFor": tuning(expertParallel=2)},
            "adviceFor.expertParallel: must divide the 1 experts, got 2",
        ),
        (
            {"adviceFor": SERVING | {"tensorParallel": 5}},
            "adviceFor.tensorParallel: must divide the 32 heads of attention, got 5",
        ),
        (
            {"adviceFor": SERVING | {"concurrentRequests": 0}},
            "adviceFor.concurrentRequests: must be at least 1, got 0",
        ),
    ],
)
def test_one_thing_wrong(change: dict[str, Any], expected: str) -> None:
    assert problems_of(GOOD | change) == [expected]


def test_all_that_is_wrong_at_once() -> None:
    wrong = {"location": "East US", "nodeLimit": 0, "adviceFor": tuning(tensorParallel=3)}
    assert problems_of(GOOD | wrong) == [
        "location: must be a region's name such as southcentralus, got 'East US': write eastus",
        "nodeLimit: must be at least 1, got 0",
        "adviceFor.tensorParallel: must divide the 32 heads of attention, got 3",
    ]


@pytest.mark.parametrize("data", [None, [], "eastus", 3])
def test_what_is_no_mapping(data: Any) -> None:
    (problem,) = problems_of(data)
    assert problem.startswith("must be a mapping, got ")


def test_nothing_at_all() -> None:
    assert problems_of({}) == [
        "location: missing, and required: Azure region, such as southcentralus, for prices",
        "languageModel: missing, and required: By name, or by its figures",
        "adviceFor: missing, and required: What is done with it",
    ]


def test_the_same_in_python() -> None:
    with pytest.raises(SettingsError) as raised:
        AdviceRequest(
            location="eastus",
            language_model=NamedModel(mode="named", name="Llama-3.1-8B"),
            advice_for=FullFineTuning(mode="fullFineTuning", sequence_length=4096, tensor_parallel=3),
        )
    assert [problem.path for problem in raised.value.problems] == [("advice_for", "tensor_parallel")]
    with pytest.raises(SettingsError) as raised:
        DescribedModel(mode="described", parameters=1, vocabulary=1)
    assert [problem.path for problem in raised.value.problems] == [("parameters",), ("vocabulary",)]
    with pytest.raises(SettingsError) as raised:
        Serving(mode="serving")  # type: ignore[call-arg]
    assert [problem.path for problem in raised.value.problems] == [
        ("context_tokens",),
        ("concurrent_requests",),
    ]
