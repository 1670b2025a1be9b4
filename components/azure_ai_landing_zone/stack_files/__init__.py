"""Stack files as files: their JSON Schema, and what is wrong with one, line by line."""
