"""Modules, which hold variables, and what waits for variables still to be made."""
