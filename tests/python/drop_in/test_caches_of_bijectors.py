"""What a library's cache keeps by tensors in a call of a function, later calls do not find: in
TensorFlow each trace has tensors of its own, and computes anew with the weights as they are."""

import importlib
import sys

import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")

CACHE = """
class EphemeralDict(dict):
    pass


class BijectorCache:
    def __init__(self, bijector=None, storage=None):
        self.bijector = bijector
        self.storage = EphemeralDict() if storage is None else storage

    def __get__(self, bijector, owner=None):
        return BijectorCache(bijector, self.storage)

    def of(self, x, compute):
        key = id(self.bijector), id(x)
        if key not in self.storage:
            self.storage[key] = compute(x)
        return self.storage[key]
"""
NAME = "tensorflow_probability.python.internal.cache_util"


@pytest.fixture
def cache_util(tmp_path, monkeypatch):
    folder = tmp_path
    for part in NAME.split(".")[:-1]:
        folder = folder / part
        folder.mkdir()
        (folder / "__init__.py").touch()
    (folder / "cache_util.py").write_text(CACHE)
    for name in [name for name in sys.modules if name.startswith("tensorflow_probability")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module(NAME)
    for name in [name for name in sys.modules if name.startswith("tensorflow_probability")]:
        del sys.modules[name]


@pytest.fixture
def scale(cache_util):
    class Scale:
        cache = cache_util.BijectorCache()

        def __init__(self):
            self.weight = tf.Variable(1.0)
            self.computed = 0

        def __call__(self, x):
            self.computed += 1
            return self.cache.of(x, lambda x: x * self.weight)

    return Scale()


def test_a_call_computes_with_the_weights_as_they_are(scale):
    x = tf.constant(2.0)

    @tf.function
    def given(x):
        return scale(x)

    @tf.function
    def held():
        return scale(x)

    for weight in (1.0, 3.0, 4.0):
        scale.weight.assign(weight)
        assert float(given(x)) == float(held()) == 2.0 * weight


def test_a_gradient_is_taken_in_each_call(scale):
    x = tf.constant(2.0)
    float(scale(x))

    @tf.function
    def slope(x):
        with tf.GradientTape() as tape:
            y = scale(x) ** 2
        return tape.gradient(y, scale.weight)

    for weight in (1.0, 3.0):
        scale.weight.assign(weight)
        assert float(slope(x)) == 8.0 * weight


def test_a_call_finds_what_it_has_kept(scale):
    @tf.function
    def twice(x):
        return tf.constant(scale(x) is scale(x))

    @tf.function
    def around(x):
        kept = scale(x)
        inner = twice(x)
        return tf.constant(kept is scale(x)) & inner

    assert bool(around(tf.constant(2.0)))
    assert bool(around(tf.constant(2.0)))


def test_outside_of_functions_it_is_one_store(scale):
    x = tf.constant(2.0)
    first = scale(x)
    assert scale(x) is first
    scale.weight.assign(5.0)
    assert float(scale(x)) == 2.0
    assert len(type(scale).__dict__["cache"].storage) == 1
