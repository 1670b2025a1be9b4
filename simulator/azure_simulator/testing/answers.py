"""What Azure would answer to a program that runs without an engine."""

from __future__ import annotations

import contextlib
import copy
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from azure_simulator.cloud import answers, arm, schema
from azure_simulator.cloud.arm import ArmError, ProviderError
from azure_simulator.cloud.resource_shapes import resource_shape
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.store import Resource, Store
from azure_simulator.cloud.subscription import Locks, Subscription
from azure_simulator.cloud.values import Props
from azure_simulator.provider import checking, invoking

_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - where there is one; nothing of it outlives the test
_GROUP = "azure-native:resources:ResourceGroup"

_LEAST = {"kind": "", "location": "eastus", "properties": {}, "sku": {"name": "Standard"}}
"""What requests have that nothing else is known of."""


class _Outside(Subscription):
    """Ids of what the program doesn't make stand for something that is there."""

    def exists(self, id_: str) -> bool:  # noqa: ARG002
        return True

    def reference_exists(self, reference: str) -> bool:  # noqa: ARG002
        return True


class Answers:
    """A subscription in which a program's resources are written one after the other.

    refuses: whether what is wrong raises, as in Azure. Else it is answered as if it were right."""

    def __init__(self, *, refuses: bool = True) -> None:
        self.refuses = refuses
        self._one_at_a_time = threading.Lock()
        folder = str(_IN_MEMORY) if _IN_MEMORY.is_dir() else None
        self._folder = tempfile.TemporaryDirectory(prefix="azure-simulator-", dir=folder)
        self._store = Store(Path(self._folder.name))
        self._cloud = _Outside(self._store, locks=Locks(hold_s=0))

    def close(self) -> None:
        self._store.close()
        self._folder.cleanup()

    def checked(self, unit: ResourceType, logical_name: str, inputs: Mapping[str, Any]) -> Props:
        """Inputs with the names and locations that were left out.

        Raises ProviderError with everything that the provider or Azure has against them."""
        naming = checking.Naming(logical_name, b"")
        found = checking.check(unit, {}, inputs, naming, self._cloud, "eastus")
        errors = [problem for problem in found.problems if problem.severity == "error"]
        if errors and self.refuses:
            listed = "\n".join(f"  {problem.path}: {problem.text}" for problem in errors)
            raise ProviderError(f"{unit.pulumi_type} {logical_name}:\n{listed}")
        return {key: value for key, value in found.inputs.items() if not key.startswith("__")}

    def created(self, unit: ResourceType, inputs: Props) -> Resource:
        """What a create answers. Raises ArmError as Azure does."""
        id_ = unit.arm.fill(self._cloud.id, inputs)
        group = arm.group_of(id_)
        group_id = f"/subscriptions/{arm.subscription_of(id_)}/resourceGroups/{group}"
        if group is not None and self._store.get(group_id) is None and not arm.same_id(id_, group_id):
            self._store.put(Resource(group_id, _GROUP, {}, {"location": "eastus"}, revision=1))
        with self._one_at_a_time:
            if self.refuses and self._store.get(id_) is not None:
                raise ProviderError(f"cannot create already existing {unit.kind_word} '{id_}'")
            try:
                return self._cloud.put(unit, id_, inputs)
            except ArmError:
                if self.refuses:
                    raise
            return self._store.put(self._answered(unit, id_, inputs))

    def existing(self, unit: ResourceType, id_: str) -> Resource:
        """What is there by that id: the program's own, or else something with Azure's defaults."""
        if found := self._cloud.get(id_):
            return found
        return self._answered(unit, id_, {})

    def _answered(self, unit: ResourceType, id_: str, inputs: Props) -> Resource:
        """Of what Azure would refuse, or of whose inputs nothing is known: as much as can be told."""
        made = self._store.next_version(id_, unit.pulumi_type, inputs)
        extra: Mapping[str, Any] = {}
        # What is refused to a new one may be right for an old one, and the reverse.
        for sent, old in ((_LEAST, None), (_LEAST | inputs, None), (inputs, made)):
            with contextlib.suppress(ArmError, LookupError, TypeError, ValueError):
                extra = {**extra, **unit.create(Put(self._cloud, id_, copy.deepcopy(sent), old))}
        made.body = answers.body(unit, made, inputs, extra)
        return made

    def invoked(self, token: str, args: Mapping[str, Any]) -> Props:
        """The result of a function. Raises ArmError where Azure hasn't it, ProviderError if unknown."""
        return invoking.invoke(self._cloud, token, args)


def outputs(unit: ResourceType, resource: Resource, inputs: Mapping[str, Any]) -> Props:
    """What the SDK sees of a new resource: the answer, and inputs that Azure never gives back."""
    shape = resource_shape(unit.pulumi_type)
    return {**schema.projected(inputs, shape.outputs), **resource.body}
