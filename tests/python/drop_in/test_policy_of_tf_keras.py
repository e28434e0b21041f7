"""A policy that `tf_keras` is told in a program of Keras 3 leaves the layers of `keras` alone."""

import importlib

import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")


@pytest.fixture
def policies():
    importlib.import_module("keras")  # a program that imports only the other gets Keras 2
    kept = importlib.import_module("tf_keras.mixed_precision")
    yield kept
    kept.set_global_policy(None)


@pytest.mark.keras_3
def test_it_is_its_own(policies):
    policies.set_global_policy("mixed_float16")
    assert policies.global_policy().name == "mixed_float16"
    assert tf.keras.config.dtype_policy().name == "float32"
    assert tf.keras.layers.Dense(2).compute_dtype == "float32"


@pytest.mark.keras_2
def test_in_keras_2_both_are_one(policies):
    policies.set_global_policy(policies.Policy("mixed_bfloat16"))
    assert tf.keras.mixed_precision.global_policy().name == "mixed_bfloat16"
    assert tf.keras.layers.Dense(2).compute_dtype == "bfloat16"
