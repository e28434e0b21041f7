"""Settings of the conformance tests: the marker `ours`, and one random seed before every test."""

import os
import random

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")

import pytest
from library import AGAINST_TENSORFLOW, tf as library


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "ours(reason): a deliberate difference; skipped when the library is TensorFlow"
    )
    if AGAINST_TENSORFLOW:  # its own dependencies warn; that is not what is being tested
        config.addinivalue_line("filterwarnings", "ignore::DeprecationWarning")


def pytest_collection_modifyitems(items):
    if not AGAINST_TENSORFLOW:
        return
    for item in items:
        for marker in item.iter_markers("ours"):
            item.add_marker(pytest.mark.skip(reason=f"ours: {marker.args[0]}"))


@pytest.fixture(autouse=True)
def _seed():
    library.random.set_seed(20240229)
    random.seed(20240229)  # from which Keras takes the seeds of its initializers
