"""Checkpoints: values of the variables that an object holds, in files, and back."""
