"""The real Pulumi engine: found on PATH, or built from its published Go modules."""
