"""What runs inside an AKS cluster with GPUs."""
