"""What values look like: nested structures, and descriptions of tensors."""
