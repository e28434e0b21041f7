"""Functions of tensors of strings: labels, file names, tokens."""
