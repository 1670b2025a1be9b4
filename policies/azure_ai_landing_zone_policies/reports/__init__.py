"""What the pack said of a plan, in the formats that pipelines read."""
