"""Random numbers from a state that a program holds: generators, shuffles of indices."""
