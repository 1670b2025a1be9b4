"""One page of a stack, of its state alone: what stands, who reaches whom, who may do what, what it costs."""
