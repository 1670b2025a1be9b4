"""What resources are billed by, a file for each field."""
