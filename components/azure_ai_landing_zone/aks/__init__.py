"""AKS clusters with GPU pools."""
