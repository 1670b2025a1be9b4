"""Addresses, rules and peerings as pure functions."""
