"""Layers that go through sequences step by step, and what wraps layers for sequences."""
