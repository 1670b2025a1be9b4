"""Where nodes stand and what changes do to them; pure."""
