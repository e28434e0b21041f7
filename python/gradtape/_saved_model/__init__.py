"""Saved models: objects with their functions in a folder, written and read by gradtape alone.

TensorFlow writes graphs there. gradtape has none: it writes the objects themselves.
"""
