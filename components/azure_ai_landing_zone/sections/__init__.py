"""The contract between a zone and its parts."""
