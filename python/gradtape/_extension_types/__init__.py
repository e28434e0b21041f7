"""`ExtensionType`: classes of a program's own whose fields are tensors, and functions on them."""
