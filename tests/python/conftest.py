"""Settings of the conformance tests: their markers, and one random seed before every test.

Tests marked `keras_2` run as under `TF_USE_LEGACY_KERAS=1`. TensorFlow reads that variable when it
is imported, so that there it decides whether those marked `keras_2` or `keras_3` are skipped.
"""

import os
import random

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")

import pytest
from library import AGAINST_TENSORFLOW, tf as library

LEGACY = "TF_USE_LEGACY_KERAS"
MARKERS = (
    "ours(reason): a deliberate difference; skipped when the library is TensorFlow",
    "keras_2: what Keras 2 does; skipped when the library is TensorFlow with Keras 3",
    "keras_3: what Keras 3 does; skipped when the library is TensorFlow with Keras 2",
)


def pytest_configure(config):
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    if AGAINST_TENSORFLOW:  # its own dependencies warn; that is not what is being tested
        config.addinivalue_line("filterwarnings", "ignore::DeprecationWarning")


def pytest_collection_modifyitems(items):
    if not AGAINST_TENSORFLOW:
        return
    other = "keras_3" if os.environ.get(LEGACY) == "1" else "keras_2"
    for item in items:
        for marker in item.iter_markers("ours"):
            item.add_marker(pytest.mark.skip(reason=f"ours: {marker.args[0]}"))
        if item.get_closest_marker(other):
            item.add_marker(pytest.mark.skip(reason=f"{other} alone"))


@pytest.fixture(autouse=True)
def _seed():
    library.random.set_seed(20240229)
    random.seed(20240229)  # from which Keras takes the seeds of its initializers


@pytest.fixture(autouse=True)
def _keras_2(request):
    if request.node.get_closest_marker("keras_2"):
        request.getfixturevalue("monkeypatch").setenv(LEGACY, "1")
