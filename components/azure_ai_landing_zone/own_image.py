"""An image of one's own for machines."""

from azure_ai_landing_zone.catalog.sizes import Architecture
from azure_ai_landing_zone.model import Input, Model


class OwnImage(Model):
    """Such as a version in an Azure Compute Gallery. What its drivers are, nobody checks."""

    image_resource_id: Input[str]
    """Full id of an image, or of a version in a gallery."""
    architecture: Architecture = "x64"
    """Of the image; Arm64 for GB200 and GB300."""
