"""Fourier transforms and windows."""

