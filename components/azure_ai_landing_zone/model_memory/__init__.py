"""What a language model takes of the memory of its GPUs, part by part, in training and in serving."""
