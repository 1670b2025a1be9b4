"""A kit for tests of Pulumi programs on Azure: docs/testing.md."""
