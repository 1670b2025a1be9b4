"""Azure Machine Learning workspaces."""
