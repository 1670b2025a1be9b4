"""Home directories that all machines of a Slurm cluster share."""
