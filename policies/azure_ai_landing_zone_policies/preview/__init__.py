"""What a preview of Pulumi says."""
