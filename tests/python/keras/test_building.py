"""What `build` of a program's own layer is told, and when a layer is built."""

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras


class Noting(keras.layers.Layer):
    def build(self, shape):
        self.told = tuple(shape)
        self.scale = self.add_weight(shape=(shape[-1],), initializer="ones", name="scale")

    def call(self, x):
        return x * self.scale


class Further(Noting):
    def build(self, shape):
        super().build(shape)
        self.shift = self.add_weight(shape=(shape[-1],), initializer="zeros", name="shift")


class OfPair(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.input_spec = [keras.layers.InputSpec(ndim=4), keras.layers.InputSpec(ndim=2)]

    def call(self, inputs):
        return inputs[0] * inputs[1][:, None, None]


@pytest.mark.parametrize("shape", [(None, 3), (5, 3)])
def test_unknown_sizes_are_told_as_such(shape):
    layer = Noting()
    assert tuple(layer(keras.Input(shape)).shape) == (None, *shape)
    assert layer.told == (None, *shape)


def test_in_a_sequential_model_too():
    layer = Noting()
    keras.Sequential([keras.Input((4,)), layer])
    assert layer.told == (None, 4)


def test_of_a_batch_all_is_known():
    layer = Noting()
    layer(tf.ones([2, 3]))
    assert layer.told == (2, 3)


@pytest.mark.parametrize("kind", [Noting, Further])
def test_a_layer_that_was_built_by_hand_is_built(kind):
    layer = kind()
    layer.build((None, 2))
    count = len(layer.weights)
    assert layer.built
    layer(tf.ones([1, 2]))
    assert len(layer.weights) == count == (2 if kind is Further else 1)


def test_specs_of_several_inputs():
    assert OfPair()([tf.ones((1, 2, 2, 3)), tf.ones((1, 3))]).shape == [1, 2, 2, 3]
    with pytest.raises(ValueError, match="ndim=4"):
        OfPair()([tf.ones((1, 2, 3)), tf.ones((1, 3))])
    with pytest.raises(ValueError, match="expects 2 input"):
        OfPair()([tf.ones((1, 2, 2, 3))])


def test_the_size_of_a_batch_that_one_input_tells():
    told, untold = keras.Input(batch_shape=(10, 3)), keras.Input((3,))
    assert tuple(keras.layers.Add()([told, untold]).shape) == (10, 3)
    assert tuple((untold * told).shape) == (10, 3)


def test_shapes_of_outputs_for_several_shapes():
    add, join = keras.layers.Add(), keras.layers.Concatenate()
    assert tuple(add.compute_output_shape([(None, None, 4)] * 2)) == (None, None, 4)
    assert tuple(join.compute_output_shape([(None, 4), (None, 3)])) == (None, 7)


class Starting(keras.layers.Layer):
    """A cell that begins with a state that is not in a list."""

    state_size = output_size = 2

    def call(self, x, states):
        new = states[0] + x
        return new, [new]

    def get_initial_state(self, inputs=None, batch_size=None, dtype=None):
        return np.array([[1.0, 2.0], [3.0, 4.0]], "float32")


def test_a_cell_may_begin_with_one_state():
    found = keras.layers.RNN(Starting())(tf.ones([2, 1, 2]))
    np.testing.assert_allclose(found, [[2.0, 3.0], [4.0, 5.0]])


class Short(Starting):
    def get_initial_state(self, batch_size=None):
        return [tf.ones([batch_size, 2])]


def test_a_cell_is_told_what_it_asks_for():
    found = keras.layers.RNN(Short())(tf.ones([1, 3, 2]))
    np.testing.assert_allclose(found, [[4.0, 4.0]])


def test_compiled_by_place_in_the_order_of_keras_3():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", None, ["mae"])
    assert len(model.evaluate(np.ones((4, 2)), np.ones((4, 1)), verbose=0)) == 2
    a = keras.Input((2,))
    model = keras.Model(a, [keras.layers.Dense(1)(a), keras.layers.Dense(1)(a)])
    model.compile("sgd", ["mse", "mse"], [1.0, 0.0])
    x, y = np.ones((4, 2)), np.ones((4, 1))
    total, first, _ = model.test_on_batch(x, [y, y])
    np.testing.assert_allclose(total, first, rtol=1e-6)


def test_targets_come_in_the_precision_of_outputs():
    x, y = np.arange(4.0)[:, None], np.ones((4, 1))
    data = tf.data.Dataset.from_tensor_slices((x, y)).batch(2)
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", lambda true, found: tf.reduce_mean((true - found) ** 2))
    loss = model.evaluate(data, verbose=0)
    np.testing.assert_allclose(loss, np.mean((x - y) ** 2), rtol=1e-6)


@ours("Keras 3 casts only what is in arrays")
def test_a_metric_of_ones_own_gets_targets_in_the_precision_of_outputs():
    def product(true, found):
        return tf.reduce_sum(tf.reshape(true, [-1]) * tf.reshape(found, [-1]))

    x, y = np.ones((2, 2)), np.full((2, 1), 3.0)
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse", metrics=[product])
    assert model.test_on_batch(x, y, return_dict=True)["product"] == 12.0
    assert model.evaluate(iter([(x, y)]), steps=1, verbose=0)[1] == 12.0
    assert model.evaluate(tf.data.Dataset.from_tensors((x, y)), verbose=0)[1] == 12.0


@pytest.mark.parametrize("listed", [True, False])
def test_an_embedding_with_given_weights(listed):
    table = np.arange(12.0).reshape(4, 3)
    layer = keras.layers.Embedding(4, 3, weights=[table] if listed else table, trainable=False)
    model = keras.Sequential([layer, keras.layers.Flatten()])
    np.testing.assert_allclose(model(tf.constant([[1, 3]])), [[3.0, 4.0, 5.0, 9.0, 10.0, 11.0]])
    assert len(layer.get_weights()) == 1
    assert layer.trainable_variables == []


class Stepping(keras.Model):
    def train_step(self, data):
        return super().train_step(data)


def test_a_network_of_a_class_with_steps_of_its_own_is_loaded(tmp_path):
    inputs = keras.Input((2,))
    model = Stepping(inputs, keras.layers.Dense(1)(inputs))
    model.save(tmp_path / "model.keras")
    known = {"Stepping": Stepping}
    loaded = keras.models.load_model(tmp_path / "model.keras", custom_objects=known)
    assert isinstance(loaded, Stepping)
    np.testing.assert_allclose(loaded(tf.ones([1, 2])), model(tf.ones([1, 2])))
    again = Stepping.from_config(model.get_config())
    assert isinstance(again, Stepping)
    assert len(again.layers) == 2


def test_seeds_of_a_model_that_is_read_are_drawn_layer_by_layer(tmp_path):
    inputs = keras.Input((3, 4))
    x = keras.layers.MultiHeadAttention(1, 2)(inputs, inputs)
    model = keras.Model(inputs, keras.layers.Dropout(0.5)(x))
    model.save(tmp_path / "model.keras")
    keras.utils.set_random_seed(0)
    loaded = keras.models.load_model(tmp_path / "model.keras")
    assert np.ravel(loaded.layers[-1].seed_generator.state).tolist() == [43469774, 0]


@ours("Keras 3 does not try")
def test_one_of_several_inputs_may_be_missing():
    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(2)

        def call(self, inputs):
            x, extra = inputs
            return self.dense(x if extra is None else x + extra)

    net = Net()
    net.build([(None, 3), None])
    assert [tuple(w.shape) for w in net.weights] == [(3, 2), (2,)]


@ours("Keras 3 wants a shape")
def test_a_build_of_nothing_makes_nothing():
    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(2)

        def build(self, shapes):
            self.dense.build(shapes["x"])
            super().build([])

        def call(self, inputs):
            return self.dense(inputs["x"])

    net = Net()
    net.build({"x": (None, 3), "n": ()})
    assert net.built
    assert len(net.weights) == 2


def test_a_stack_that_is_not_built_has_no_weights_yet():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])
    kept = model.get_weights()
    assert kept == []
    assert model.weights == []
    model.set_weights(kept)
    model(tf.zeros([1, 3]))
    assert len(model.get_weights()) == 4


@pytest.mark.parametrize("kind", ["sequential", "functional"])
def test_a_model_at_the_start_says_the_shape(kind):
    inputs = keras.Input((2,))
    inner = keras.Model(inputs, keras.layers.Dense(3)(inputs))
    if kind == "sequential":
        inner = keras.Sequential([keras.Input((2,)), keras.layers.Dense(3)])
    outer = keras.Sequential()
    outer.add(inner)
    outer.add(keras.layers.Dense(4))
    assert outer.built
    assert outer.output_shape == (None, 4)
    assert len(outer.trainable_weights) == 4
    inner.trainable = False
    assert len(outer.trainable_weights) == 2


def test_a_model_at_the_start_that_knows_no_shape_says_none():
    outer = keras.Sequential([keras.Sequential([keras.layers.Dense(3)]), keras.layers.Dense(4)])
    assert not outer.built
    assert outer(np.ones([2, 5])).shape == (2, 4)
