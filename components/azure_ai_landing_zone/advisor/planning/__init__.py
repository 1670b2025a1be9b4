"""The advice, as pure functions of plain values."""
