"""Which losses a plan brings: policies see what a program declares, never what its plan deletes."""
