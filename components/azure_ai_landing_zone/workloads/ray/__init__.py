"""Ray on Kubernetes."""
