"""All resources of a program at once, and which of them were made from which."""

from collections.abc import Callable, Iterable

from azure_ai_landing_zone_policies.program.arm_ids import group_of, ids_in, path_of
from azure_ai_landing_zone_policies.program.arm_templates import deployed_by
from azure_ai_landing_zone_policies.program.view import CantTell, View


class Stack:
    """The resources of one program, by URN: the order in which an engine meets them changes.

    What the templates of its deployments make is among them.
    """

    def __init__(self, views: Iterable[View]) -> None:
        made = [each for view in views for each in (view, *deployed_by(view))]
        self._views = sorted(made, key=lambda view: view.resource.urn)
        self._of_type: dict[str, list[View]] = {}
        for view in self._views:
            self._of_type.setdefault(view.resource.type, []).append(view)
        self._by_urn = {view.resource.urn: view for view in self._views}
        self._by_path: dict[str, list[View]] | None = None
        self._written: dict[tuple[str, str], frozenset[str]] = {}

    def all(self) -> list[View]:
        return self._views

    def of(self, *types: str) -> list[View]:
        """The resources of these types, as `type_name` gives them."""
        return [view for type_ in types for view in self._of_type.get(type_, [])]

    def made_from(self, holder: View, name: str, *types: str) -> list[View]:
        """The resources of these types whose outputs went into the property `name` of `holder`, or whose ids
        are written out in it."""
        return self._some(_linked(holder, name) | self._written_in(holder.resource.urn, name), types)

    def _some(self, urns: Iterable[str], types: tuple[str, ...]) -> list[View]:
        found = [self._by_urn[urn] for urn in urns if urn in self._by_urn]
        return sorted(
            (view for view in found if not types or view.resource.type in types),
            key=lambda view: view.resource.urn,
        )

    def _written_in(self, urn: str, name: str) -> frozenset[str]:
        """The resources whose ids are written out in a property of a resource, or that those are in."""
        if (urn, name) not in self._written:
            view = self._by_urn.get(urn)
            value = view.plain(name) if view and view.known(name) else None
            self._written[urn, name] = frozenset(
                found.resource.urn for id_ in ids_in(value) for found in self._with_id(*id_)
            )
        return self._written[urn, name]

    def _with_id(self, group: str | None, path: str) -> list[View]:
        if self._by_path is None:
            self._by_path = {}
            for view in self._views:
                if own := path_of(view):
                    self._by_path.setdefault(own, []).append(view)
        return [
            view for view in self._by_path.get(path, ()) if group is None or group_of(view) in (None, group)
        ]

    def refers(self, holder: View, path: str, target: View, *names: str) -> bool:
        """Whether the value at `path` of `holder` means `target`.

        It does if it was made from it, or if it is the text of its id or of its name: the last part of the
        value equals the text that `target` has under one of `names`. Raises CantTell for a value that isn't
        known and wasn't made from any resource of the type of `target`.
        """
        urns = _linked(holder, path.partition(".")[0])
        if target.resource.urn in urns:
            return True
        if self._some(urns, (target.resource.type,)):
            return False
        value = holder.text(path)
        if not value:
            return False
        last = value.rstrip("/").rpartition("/")[2].lower()
        own = (target.text(name) if target.known(name) else None for name in names)
        return any(last == name.lower() for name in own if name)

    def which_refer(self, to: View, type_: str, path: str, *names: str) -> list[View]:
        """The resources of a type that mean `to` at `path`, as in `refers`.

        Raises CantTell if none is seen to, and one can't be told.
        """
        found, unsure = [], None
        for holder in self.of(type_):
            try:
                if self.refers(holder, path, to, *names):
                    found.append(holder)
            except CantTell as reason:
                unsure = reason
        if not found and unsure:
            raise unsure
        return found

    def some(self, views: Iterable[View], condition: Callable[[View], bool]) -> bool:
        """Whether the condition holds for any; raises CantTell if for none, and one can't be told."""
        unsure: CantTell | None = None
        for view in views:
            try:
                if condition(view):
                    return True
            except CantTell as reason:
                unsure = unsure or reason
        if unsure:
            raise unsure
        return False


def _linked(holder: View, name: str) -> frozenset[str]:
    """The URNs of what went into a property by an output."""
    return holder.resource.links.get(name, frozenset())
