"""What Pulumi's engine talks to."""
