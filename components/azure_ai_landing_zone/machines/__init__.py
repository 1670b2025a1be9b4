"""What all virtual machines share."""
