"""The model of memory, as pure functions of plain values."""
