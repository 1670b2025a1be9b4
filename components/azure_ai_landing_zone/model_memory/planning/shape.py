"""The shape of a transformer: what memory and arithmetic follow from."""

from dataclasses import dataclass

from azure_ai_landing_zone.catalog.language_models import LanguageModel

GIB = 2**30

_ASPECT = 128
"""Hidden size for each layer, where nobody says: as in GPT-3's largest model, and in the flat middle of what
Kaplan et al. tried. Source: arxiv.org/abs/2001.08361, figure 5."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelShape:
    """Of a model with one kind of layers."""

    parameters: int
    active_parameters: int
    """Those that work on one token."""
    layers: int
    hidden_size: int
    feed_forward_size: int
    """Of one expert where there are experts."""
    gated: bool = True
    heads: int
    head_size: int
    kv_heads: int
    latent_size: int | None = None
    """Values that a layer remembers of a token instead of keys and values."""
    vocabulary: int
    experts: int = 1
    experts_per_token: int = 1
    shared_experts: int = 0
    assumed: bool = False
    """Whether layers and widths follow from the number of parameters alone."""

    @property
    def kv_values(self) -> int:
        """That one layer remembers of one token."""
        return self.latent_size or 2 * self.kv_heads * self.head_size

    @property
    def expert_parameters(self) -> int:
        """Of all experts among which tokens choose. What all parameters have more than the active ones is
        experts that rest, and experts are equal."""
        resting = self.experts - self.experts_per_token
        if not resting:
            return 0
        return (self.parameters - self.active_parameters) * self.experts // resting

    @property
    def dense_parameters(self) -> int:
        """Those that every token meets whatever it chooses."""
        return self.parameters - self.expert_parameters

    @property
    def embedding_parameters(self) -> int:
        """Of input and output, at most: of two matrices."""
        return min(2 * self.vocabulary * self.hidden_size, self.dense_parameters)

    @property
    def feed_forward_width(self) -> int:
        """Of all experts that work on one token."""
        busy = self.experts_per_token + self.shared_experts if self.experts > 1 else 1
        return self.feed_forward_size * busy


def shape_of(model: LanguageModel) -> ModelShape:
    """Of a model of the catalogue."""
    return ModelShape(
        parameters=model.parameters,
        active_parameters=model.active_parameters,
        layers=model.layers,
        hidden_size=model.hidden_size,
        feed_forward_size=model.feed_forward_size,
        gated=model.gated,
        heads=model.heads,
        head_size=model.head_size,
        kv_heads=model.kv_heads,
        latent_size=model.latent_size,
        vocabulary=model.vocabulary,
        experts=model.experts,
        experts_per_token=model.experts_per_token,
        shared_experts=model.shared_experts,
    )


def assumed_shape(
    parameters: int,
    *,
    active_parameters: int | None = None,
    layers: int | None = None,
    hidden_size: int | None = None,
    heads: int | None = None,
    kv_heads: int | None = None,
    experts: int = 1,
    experts_per_token: int = 1,
    vocabulary: int = 128_000,
) -> ModelShape:
    """A likely shape where not all of it is known: heads of 128, keys and values for every head, a gated
    feed-forward part of 8/3 of the hidden size, and parameters ≈ 12 × layers × hidden size².

    With experts the active parameters are what is shaped so. Source of the 12:
    arxiv.org/abs/2001.08361, 2.1.
    """
    active = active_parameters or parameters
    hidden = hidden_size or _hidden_size(active, layers)
    depth = layers or max(round(active / (12 * hidden**2)), 1)
    count = heads or max(hidden // 128, 1)
    return ModelShape(
        parameters=parameters,
        active_parameters=active,
        layers=depth,
        hidden_size=hidden,
        feed_forward_size=max(8 * hidden // 3 // experts_per_token, 1),
        heads=count,
        head_size=max(hidden // count, 1),
        kv_heads=kv_heads or count,
        vocabulary=vocabulary,
        experts=experts,
        experts_per_token=experts_per_token,
        assumed=layers is None or hidden_size is None or heads is None,
    )


def _hidden_size(parameters: int, layers: int | None) -> int:
    size: float = (parameters / (12 * layers)) ** 0.5 if layers else (parameters * _ASPECT / 12) ** (1 / 3)
    return max(round(size / 128), 1) * 128
