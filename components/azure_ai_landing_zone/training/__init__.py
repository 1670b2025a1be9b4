"""Training clusters on one InfiniBand fabric."""
