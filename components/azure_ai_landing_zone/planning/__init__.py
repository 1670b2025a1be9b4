"""Decisions of the components, made on plain values: no pulumi here, so that they are tested alone."""
