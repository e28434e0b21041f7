"""What tests of private modules share: gradtape is in TensorFlow's place, or TensorFlow itself."""

import pytest
from library import AGAINST_TENSORFLOW


@pytest.fixture
def in_tensorflows_place():
    if AGAINST_TENSORFLOW:
        yield
        return
    import gradtape

    gradtape.install()
    yield
    gradtape.uninstall()
