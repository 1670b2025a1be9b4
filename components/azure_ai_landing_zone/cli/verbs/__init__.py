"""The verbs of `ailz`, a file each."""
