"""The library under test, as `tf`: gradtape, or TensorFlow when the tests themselves are on trial.

GRADTAPE_TEST_AGAINST=tensorflow runs the same files against TensorFlow; a test that fails there
says something untrue about TensorFlow. Where gradtape differs on purpose the test carries
`ours(reason)`: it is skipped under TensorFlow, and the reasons together are the list of deliberate
differences.
"""

import os

import pytest

AGAINST_TENSORFLOW = os.environ.get("GRADTAPE_TEST_AGAINST", "gradtape") == "tensorflow"

if AGAINST_TENSORFLOW:
    import tensorflow as tf
else:
    import gradtape as tf

__all__ = ["AGAINST_TENSORFLOW", "ours", "tf"]


def ours(reason):
    """Mark a test of behaviour that gradtape has and TensorFlow, for the reason given, has not."""
    return pytest.mark.ours(reason)
