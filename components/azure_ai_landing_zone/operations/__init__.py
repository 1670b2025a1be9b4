"""Logs, metrics, alerts, dashboards, budgets."""
