"""Calls without values: the shapes they find, and what they leave in a layer."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


class Decoded(keras.layers.Layer):
    """Takes as many boxes as the image has cells: neither can be told from the other's shape."""

    def call(self, images, boxes):
        size = tf.shape(images)
        cells = (size[1] // 8) * (size[2] // 8)
        return tf.reshape(boxes, [size[0], cells, 2]) + tf.ones([1, cells, 2])


class StartedByData(keras.layers.Layer):
    """Scales by the deviation of the first batch."""

    def build(self):
        self.scale = self.add_weight(shape=(), initializer="zeros", name="scale")

    def call(self, x):
        self.scale.assign(tf.where(self.scale == 0.0, tf.math.reduce_std(x), self.scale))
        return x / self.scale


class OfTwo(keras.layers.Layer):
    def build(self, left_shape, right_shape):
        shape = (left_shape[-1], right_shape[-1])
        self.kernel = self.add_weight(shape=shape, initializer="ones", name="kernel")

    def call(self, left, right):
        return tf.matmul(left, self.kernel) + right


def test_inputs_whose_sizes_depend_on_each_other():
    images = keras.Input((None, None, 3))
    cells = keras.layers.Conv2D(2, 3, strides=8, padding="same")(images)
    boxes = keras.layers.Reshape((-1, 2))(cells)
    model = keras.Model(images, Decoded()(images, boxes))
    assert tuple(model.output_shape) == (None, None, 2)
    assert model(tf.ones([2, 64, 32, 3])).shape == [2, 32, 2]


def test_a_batch_that_holds_another_axis():
    inputs = keras.Input((4, 8))
    x = keras.layers.Lambda(lambda t: tf.reshape(t, [-1, 8]))(inputs)
    x = keras.layers.Dense(3)(x)
    x = keras.layers.Lambda(lambda t: tf.reshape(t, [-1, 4, 3]))(x)
    model = keras.Model(inputs, x)
    assert tuple(model.output_shape) == (None, 4, 3)
    assert model(tf.ones([2, 4, 8])).shape == [2, 4, 3]


def test_a_symbolic_call_assigns_nothing():
    layer = StartedByData()
    inputs = keras.Input((3,))
    model = keras.Model(inputs, layer(inputs))
    assert layer.scale.numpy() == 0.0
    assert layer(inputs).shape[-1] == 3
    assert layer.scale.numpy() == 0.0
    model(tf.constant([[0.0, 2.0, 4.0]]))
    np.testing.assert_allclose(layer.scale.numpy(), 1.6329932, rtol=1e-6)


def test_a_layer_is_built_for_the_arguments_that_it_names():
    layer = OfTwo()
    found = layer(tf.ones([2, 3]), right=tf.ones([2, 4]))
    np.testing.assert_allclose(found, np.full([2, 4], 4.0))
    left, right = keras.Input((5,)), keras.Input((6,))
    other = OfTwo()
    model = keras.Model([left, right], other(left, right))
    assert tuple(model.output_shape) == (None, 6)
    assert tuple(other.kernel.shape) == (5, 6)


class Whitened(keras.layers.Layer):
    """Asks of its input what zeros do not have: an inverse, and positive finite numbers."""

    def call(self, x):
        tf.debugging.assert_positive(tf.linalg.det(x), message="a volume")
        tf.debugging.Assert(tf.reduce_any(x > 0.0), [x])
        scaled = tf.debugging.check_numerics(x / tf.norm(x), "scaled")
        return tf.linalg.inv(scaled) + tf.linalg.cholesky(tf.matmul(x, x, transpose_b=True))


@pytest.mark.parametrize("put_together", ["functional", "sequential"])
def test_values_that_must_not_be_zero(put_together):
    if put_together == "functional":
        inputs = keras.Input((3, 3))
        model = keras.Model(inputs, keras.layers.Flatten()(Whitened()(inputs)))
    else:
        model = keras.Sequential([keras.Input((3, 3)), Whitened(), keras.layers.Flatten()])
    assert tuple(model.output_shape) == (None, 9)
    eye = tf.eye(3, batch_shape=[2])
    expected = np.tile(np.eye(3).ravel() * (1.0 + np.sqrt(6.0)), [2, 1])
    np.testing.assert_allclose(model(eye), expected, rtol=1e-6)
    with pytest.raises(tf.errors.InvalidArgumentError):
        model(-eye)


def test_functions_of_matrices_between_symbolic_tensors():
    a, b = keras.Input((3, 3)), keras.Input((3, 2))
    assert tuple(keras.ops.inv(a).shape) == (None, 3, 3)
    assert tuple(keras.ops.solve(a, b).shape) == (None, 3, 2)
    assert tuple(keras.ops.cholesky(a).shape) == (None, 3, 3)


class TooWide(keras.layers.Layer):
    def call(self, x):
        return tf.matmul(x, tf.ones([4, 2]))


def test_what_never_fits_is_refused():
    with pytest.raises(ValueError, match=r"(?i)dimensions must be equal|incompatible"):
        TooWide()(keras.Input((3,)))


class OfEach(keras.layers.Layer):
    """Takes each of so many examples by itself."""

    def __init__(self, examples):
        super().__init__()
        self.examples = examples

    def call(self, x, counts):
        return tf.concat([x[i, : counts[i]] for i in range(self.examples)], axis=0)


@pytest.mark.parametrize("examples", [1, 2, 4, 32])
def test_a_layer_that_wants_so_many_examples(examples):
    x, counts = keras.Input((5, 3)), keras.Input((), dtype="int32")
    model = keras.Model([x, counts], OfEach(examples)(keras.layers.ReLU()(x), counts))
    values = np.ones((examples, 5, 3), "float32"), np.arange(examples, dtype="int32") % 5
    assert model(list(values)).shape == (values[1].sum(), 3)


def test_regions_of_a_batch_that_only_they_tell():
    def crops(inputs):
        images, boxes = inputs
        return tf.image.crop_and_resize(images, boxes[:, 0], tf.range(2), (2, 2))

    images = keras.Input((8, 8, 3))
    boxes = keras.layers.Lambda(lambda x: tf.zeros([2, 4, 4]) + 0.5)(images)
    assert tuple(keras.layers.Lambda(crops)([images, boxes]).shape) == (2, 2, 2, 3)


@pytest.mark.ours("a method of Keras 2")
def test_the_shape_of_a_symbolic_tensor_can_be_told():
    x = keras.Input((None, 3))
    x.set_shape([None, 4, None])
    assert tuple(x.shape) == (None, 4, 3)
    with pytest.raises(ValueError):
        x.set_shape([None, 5, 3])


@pytest.mark.parametrize("name", ["inputs", "x"])
def test_the_first_argument_may_come_by_its_name(name):
    class Double(keras.layers.Layer):
        def call(self, x):
            return 2.0 * x

    given, inner = keras.Input((3,)), keras.Input((3,))
    layer = Double() if name == "x" else keras.Model(inner, keras.layers.Dense(2)(inputs=inner))
    model = keras.Model(given, layer(**{name: given}))
    assert [type(one).__name__ for one in model.layers][1:] == [type(layer).__name__]
    assert model(np.ones([1, 3])).shape == layer(**{name: np.ones([1, 3])}).shape


def test_symbolic_tensors_are_found_in_lists():
    one, two, wide = keras.Input((3,)), keras.Input((3,)), keras.Input((5,))
    assert one in [wide, two, one]
    assert one not in [two, wide]
    assert [wide, two, one].index(one) == 2
    assert {one: 1}[one] == 1
    assert (one == None) is False  # noqa: E711


@pytest.mark.ours("Keras 3 compares the objects")
def test_symbolic_tensors_are_compared_by_element():
    one, two = keras.Input((3,)), keras.Input((3,))
    model = keras.Model([one, two], [one == two, one != 1.0])
    same, other = model([np.array([[1.0, 2.0, 3.0]]), np.array([[1.0, 0.0, 3.0]])])
    assert same.numpy().tolist() == [[True, False, True]]
    assert other.numpy().tolist() == [[False, True, True]]


@pytest.mark.ours("Keras 3 joins them in a layer alone")
def test_a_constant_beside_symbols_tells_the_number_of_examples():
    symbol = tf.keras.Input((4, 2))
    joined = tf.keras.layers.Concatenate(axis=1)([symbol, tf.ones([1, 4, 2])])
    assert tuple(joined.shape) == (1, 8, 2)
    model = tf.keras.Model(symbol, tf.keras.layers.Dense(1)(joined))
    assert model(tf.ones([1, 4, 2])).shape == (1, 8, 1)
    assert tuple((symbol + tf.ones([3, 4, 2])).shape) == (3, 4, 2)


class Apart(keras.layers.Layer):
    """Rows of all examples, put back into their examples."""

    def call(self, inputs):
        rows, examples = inputs
        return tf.reshape(rows, [tf.shape(examples)[0], -1, 4])


def test_rows_that_are_not_examples_become_examples_again():
    inputs = keras.Input((None, 4))
    rows = keras.layers.Lambda(lambda x: tf.reshape(x, [-1, 4]))(inputs)
    assert tuple(Apart()([rows, inputs]).shape) == (None, None, 4)


class Frames(keras.layers.Layer):
    def call(self, signal):
        return tf.signal.frame(signal, 400, 160, pad_end=True)


def test_a_signal_has_many_windows():
    assert tuple(Frames()(keras.Input((None,))).shape) == (None, None, 400)


@pytest.mark.parametrize(
    ("layer", "name"),
    [
        (keras.layers.LSTM(2), "sequences"),
        (keras.layers.Bidirectional(keras.layers.GRU(2)), "sequences"),
        (keras.layers.RNN(keras.layers.GRUCell(2)), "sequences"),
        (keras.layers.TimeDistributed(keras.layers.Dense(2)), "inputs"),
        (keras.layers.RMSNormalization(), "x"),
    ],
    ids=lambda one: getattr(one, "name", one),
)
def test_the_first_argument_under_the_name_that_keras_gives_it(layer, name):
    x = np.arange(24, dtype="float32").reshape(2, 4, 3)
    expected = layer(x)
    np.testing.assert_array_equal(layer(**{name: x}), expected)
    symbol = keras.Input((4, 3), batch_size=2)
    assert tuple(layer(**{name: symbol}).shape) == tuple(expected.shape)


@pytest.mark.ours("Keras 3 takes them by place alone, whatever the name")
def test_pictures_are_data():
    images = np.arange(32, dtype="float32").reshape(1, 4, 4, 2)
    layer = keras.layers.Resizing(2, 2)
    np.testing.assert_array_equal(layer(data=images), layer(images))


def test_as_many_rows_as_fulfil_something_are_an_open_number():
    class Positive(tf.keras.layers.Layer):
        def call(self, x):
            return tf.boolean_mask(x, tf.reduce_sum(x, axis=-1) > 0.0)

    entry = tf.keras.Input((4,))
    kept = Positive()(entry)
    end = tf.keras.layers.Dense(3)(kept)
    assert [tuple(tensor.shape) for tensor in (kept, end, entry[:, :0])] == [
        (None, 4), (None, 3), (None, 0),
    ]  # fmt: skip
    model = tf.keras.Model(entry, end)
    assert model(tf.constant([[1.0] * 4, [-1.0] * 4, [2.0] * 4])).shape == (2, 3)


def test_words_of_an_open_length_have_few_places():
    class Places(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.words, self.places = (tf.keras.layers.Embedding(n, 2) for n in (9, 6))

        def call(self, words):
            return self.words(words) + self.places(tf.range(tf.shape(words)[-1]))

    assert tuple(Places()(tf.keras.Input([None])).shape) == (None, None, 2)


class OverNeighbours(keras.layers.Layer):
    """Sums of the features of the nodes of a graph over their neighbours."""

    def build(self, input_shape):
        self.w = self.add_weight(shape=(input_shape[0][-1], 4), initializer="ones", name="w")

    def call(self, inputs):
        features, neighbours = inputs
        if isinstance(neighbours, tf.SparseTensor):
            return tf.sparse.sparse_dense_matmul(neighbours, features @ self.w)
        return neighbours @ (features @ self.w)


@pytest.mark.parametrize("sparse", [False, True])
def test_a_graph_has_a_row_and_a_column_for_each_of_the_examples(sparse):
    features, neighbours = keras.Input((5,)), keras.Input((9,), sparse=sparse)
    once = OverNeighbours()([features, neighbours])
    twice = OverNeighbours()([keras.layers.Dropout(0.5)(once), neighbours])
    model = keras.Model([features, neighbours], keras.layers.Dense(3)(twice))
    assert tuple(once.shape) == tuple(twice.shape) == (None, 4)
    assert tuple(model.output_shape) == (None, 3)
    graph = np.eye(9, k=1, dtype="float32")
    x = np.arange(45, dtype="float32").reshape(9, 5)
    inner = keras.Model([features, neighbours], once)
    given = [x, tf.sparse.from_dense(graph) if sparse else graph]
    expected = (graph @ x).sum(-1, keepdims=True).repeat(4, -1)
    assert inner.predict_on_batch(given).tolist() == expected.tolist()


def test_matrices_that_are_of_no_graph_do_not_fit():
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        keras.layers.Add()([keras.Input((5,)), keras.Input((9,))])
