"""HubCommit: weights as Hugging Face has them."""

from pydantic import Field

from azure_ai_landing_zone.catalog import language_models
from azure_ai_landing_zone.core.model import Model


class HubCommit(Model):
    """One commit of a repository of Hugging Face."""

    repository: str = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    """Such as Qwen/Qwen3-8B."""
    revision: str = Field(pattern=r"^[0-9a-f]{40}$")
    """The commit: a branch is another model tomorrow."""

    def never_in(self, size_gib: int) -> str | None:
        """Why it isn't within that size, as far as the catalogue knows its model: makers' own weights have 16
        bits a parameter, and DeepSeek's 8 (their config.json, quantization_config)."""
        known = language_models.find_repository(self.repository)
        least = known.parameters / 2**30 if known is not None else 0.0
        if size_gib >= least:
            return None
        has = f"{self.repository} has {least:,.1f} GiB with 8 bits a parameter already"
        return f"{has}, got {size_gib}: raise it"
