"""What a resource is billed by, before anybody asks what that costs."""

from dataclasses import dataclass, field
from decimal import Decimal

from azure_ai_landing_zone.catalog.cost_assumptions import AssumptionName


@dataclass(frozen=True, slots=True)
class Range:
    """The least, what is there as soon as the plan is deployed, and the most."""

    minimum: Decimal
    expected: Decimal
    maximum: Decimal

    def __add__(self, other: "Range") -> "Range":
        return Range(
            self.minimum + other.minimum, self.expected + other.expected, self.maximum + other.maximum
        )

    def __sub__(self, other: "Range") -> "Range":
        return self + other.times(Decimal(-1))

    def times(self, factor: Decimal) -> "Range":
        return Range(self.minimum * factor, self.expected * factor, self.maximum * factor)


NOTHING = Range(Decimal(0), Decimal(0), Decimal(0))


def steady(amount: Decimal | int) -> Range:
    """The same at every scale."""
    return Range(Decimal(amount), Decimal(amount), Decimal(amount))


@dataclass(frozen=True, slots=True)
class Charge:
    """What one meter counts of a resource in a month."""

    meter: str
    """Of price_meters.csv, or machine or spot."""
    sku: str
    region: str | None
    """None: it isn't known before deployment."""
    amount: Range | None
    """Of the meter's unit, for as long as a month: resources that are there all the time, GB, operations.
    None: it can't be told."""
    what: str
    """In words: 4 × Standard_ND96isr_H100_v5."""
    assumed: AssumptionName | None = None
    """By what `amount` is multiplied, where only use can tell."""
    unknown: str = ""
    """Why the amount can't be told."""


@dataclass(frozen=True, slots=True)
class Bill:
    """All charges of a resource. One without any costs nothing of itself."""

    name: str
    """Logical name."""
    type: str
    """As in azure-native, without version: network:NatGateway."""
    charges: tuple[Charge, ...]
    component: str = ""
    """The type of the component that it is part of: TrainingCluster."""
    section: str = ""
    """The logical name of that component."""
    tags: dict[str, str] = field(default_factory=dict)


def cant_tell(what: str, reason: str, meter: str = "") -> Charge:
    """A charge of which nothing is known but why, and perhaps of what meter it is."""
    return Charge(meter, "", None, None, what, unknown=reason)
