"""Datasets: streams of elements that can be gone through again and again."""
