"""What programs that nobody had looked at met: each was silently different, or stopped."""

import copy
import random

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers


@pytest.fixture(autouse=True)
def seeded():
    tf.keras.utils.set_random_seed(1)


def total(value):
    return float(tf.reduce_sum(value))


# --- Recurrent layers and masks -------------------------------------------------------------------


@pytest.mark.parametrize("kind", [layers.GRU, layers.SimpleRNN, layers.LSTM])
def test_the_second_argument_by_place_is_the_initial_state(kind):
    layer, x = kind(4), tf.random.normal([2, 3, 5])
    state = [tf.ones([2, 4])] * (2 if kind is layers.LSTM else 1)
    by_place = layer(x, state)
    np.testing.assert_array_equal(by_place, layer(x, initial_state=state))
    assert not np.allclose(by_place, layer(x))


def test_bidirectional_takes_it_too():
    layer, x = layers.Bidirectional(layers.GRU(4)), tf.random.normal([2, 3, 5])
    state = [tf.ones([2, 4])] * 2
    np.testing.assert_array_equal(layer(x, state), layer(x, initial_state=state))


def masked():
    return layers.Embedding(7, 3, mask_zero=True)(tf.constant([[1, 2, 3, 0, 0], [1, 2, 0, 0, 0]]))


def test_a_mask_is_handed_to_calls_with_one_tensor():
    class Alone(layers.Layer):
        supports_masking = True

        def call(self, a, b=None, mask=None):
            return tf.constant(mask is not None)

    assert bool(Alone()(masked()))
    assert bool(Alone()(masked(), None))
    assert not bool(Alone()(masked(), tf.zeros([2, 4])))
    assert not bool(Alone()(masked(), b=tf.zeros([2, 4])))


def test_with_several_tensors_masks_go_to_parameters_named_after_them():
    class Named(layers.Layer):
        supports_masking = True

        def call(self, a, b, a_mask=None, mask=None):
            return tf.constant([a_mask is not None, mask is not None])

    assert Named()(masked(), tf.zeros([2, 4])).numpy().tolist() == [True, False]


@pytest.mark.parametrize("kind", [layers.GRU, layers.LSTM])
def test_a_recurrent_layer_with_an_initial_state_gets_no_mask_by_itself(kind):
    layer, x = kind(4, return_sequences=True), masked()
    state = [tf.zeros([2, 4])] * (2 if kind is layers.LSTM else 1)

    def stands_still(outputs):
        return bool(np.all(outputs[0, 3] == outputs[0, 2]))

    assert stands_still(layer(x).numpy())
    assert not stands_still(layer(x, initial_state=state).numpy())


def test_cells_take_the_size_of_the_batch_by_place():
    stacked = layers.StackedRNNCells([layers.GRUCell(3), layers.LSTMCell(2)])
    assert [tuple(x.shape) for x in tf.nest.flatten(stacked.get_initial_state(2))] == [
        (2, 3),
        (2, 2),
        (2, 2),
    ]
    for batch in (2, tf.constant(2)):
        state = layers.GRUCell(3).get_initial_state(batch)
        assert [tuple(x.shape) for x in tf.nest.flatten(state)] == [(2, 3)]


# --- Layers ---------------------------------------------------------------------------------------


def test_none_may_stand_in_a_structure_of_inputs():
    class Either(layers.Layer):
        def call(self, inputs, training=None):
            a, b = inputs
            return a if b is None else a + b

    layer = Either()
    assert layer((tf.ones([2]), None)).numpy().tolist() == [1.0, 1.0]
    assert layer([tf.ones([2]), tf.ones([2])]).numpy().tolist() == [2.0, 2.0]


def test_sequential_builds_without_a_shape():
    model = tf.keras.Sequential([layers.Input((3,)), layers.Dense(2)])
    model.build()
    assert model.built
    tf.keras.Sequential([layers.Dense(2)]).build()


def test_a_layer_in_place_of_none_comes_behind_those_before():
    class Model(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.a = None
            self.b = layers.Dense(2)
            self.a = layers.Dense(3)

        def call(self, x):
            return self.b(x), self.a(x)

    model = Model()
    model(tf.ones([1, 4]))
    assert [tuple(w.shape) for w in model.weights] == [(4, 2), (2,), (4, 3), (3,)]


def test_the_backend_adds_epsilon_in_logarithms():
    found = tf.keras.backend.binary_crossentropy(tf.constant([0.0, 1.0]), tf.constant([1.0, 0.0]))
    np.testing.assert_allclose(found, [15.333239, 15.424949], rtol=2e-6)


# --- Random numbers -------------------------------------------------------------------------------


def test_a_copy_of_an_unbuilt_model_begins_with_other_weights():
    model = tf.keras.Sequential([layers.Dense(3), layers.Dense(2)])
    other, third = copy.deepcopy(model), tf.keras.Sequential([layers.Dense(3)])
    x = tf.ones([1, 4])
    for one in (model, third, other):
        one(x)
    sums = [total(one.weights[0]) for one in (model, other, third)]
    np.testing.assert_allclose(sums, [-1.9340608, -2.2947075, 2.8701208], rtol=1e-5)
    same = copy.deepcopy(model)
    np.testing.assert_array_equal(same(x), model(x))


def test_a_copy_uses_up_seeds():
    model = tf.keras.Sequential([layers.Dense(3), layers.Dropout(0.5)])
    before = random.getstate()
    copy.deepcopy(model)
    assert random.getstate() != before


def test_weights_made_for_symbols_draw_as_eager_code():
    def drawn(inputs):
        tf.keras.utils.set_random_seed(1)
        layer = layers.Dense(2, kernel_initializer=tf.random_uniform_initializer(-0.5, 0.5))
        layer(inputs)
        return layer.kernel.numpy(), tf.random.normal([1]).numpy()

    for one, other in zip(drawn(tf.ones([1, 3])), drawn(tf.keras.Input((3,)))):
        np.testing.assert_array_equal(one, other)


def test_weights_of_a_model_called_first_in_a_function_draw_as_eager_code():
    class Model(tf.keras.Model):
        def __init__(self):
            super().__init__()
            start = tf.random_normal_initializer(stddev=0.1)
            self.inner = layers.Dense(2, kernel_initializer=start)

        def call(self, x):
            return self.inner(x)

    def kernel(first_call):
        tf.keras.utils.set_random_seed(1)
        model = Model()
        first_call(model)(tf.ones([1, 3]))
        return model.inner.kernel.numpy()

    np.testing.assert_array_equal(kernel(tf.function), kernel(lambda model: model))


def test_each_place_that_calls_a_function_has_its_own_numbers():
    @tf.function
    def inner():
        return tf.random.normal([])

    @tf.function
    def twice():
        return inner(), inner()

    @tf.function
    def loop():
        drawn = tf.TensorArray(tf.float32, 2)
        for i in tf.range(2):
            drawn = drawn.write(i, inner() + inner())
        return drawn.stack()

    first, second = ([float(x) for x in twice()] for _ in range(2))
    assert first[0] == first[1]
    assert second[0] == second[1]
    np.testing.assert_allclose([first[0], second[0]], [0.305205, -0.892735], rtol=1e-5)
    drawn = loop().numpy()
    assert drawn[0] != drawn[1]
    np.testing.assert_allclose(drawn, [2 * first[0], 2 * second[0]], rtol=1e-6)


def test_a_function_within_a_step_goes_on_for_a_smaller_batch():
    class Model(tf.keras.Model):
        def call(self, x):
            return x

        @tf.function
        def noise(self, x):
            return tf.reduce_mean(tf.random.uniform([tf.shape(x)[0], 3]))

        def train_step(self, x):
            return {"loss": self.noise(x)}

    found = []
    store = tf.keras.callbacks.LambdaCallback(
        on_train_batch_end=lambda batch, logs: found.append(float(logs["loss"]))
    )
    model = Model()
    model.compile()
    data = tf.data.Dataset.from_tensor_slices(np.zeros([10, 3], "float32")).batch(4)
    model.fit(data, verbose=0, shuffle=False, callbacks=[store])
    np.testing.assert_allclose(found, [0.546873, 0.382017, 0.528798], rtol=1e-4)


def test_dropout_of_nothing_uses_up_a_seed():
    def after(rate):
        tf.random.set_seed(15)
        tf.nn.dropout(tf.ones([2]), rate)
        return tf.random.normal([2]).numpy()

    np.testing.assert_array_equal(after(0), after(0.0))
    np.testing.assert_array_equal(after(0), after(0.5))


def test_parameters_of_float64_draws_keep_their_digits():
    tf.random.set_seed(3)
    normal = tf.random.normal([2], stddev=0.1, dtype=tf.float64)
    np.testing.assert_allclose(normal, [-0.04236207584856837, 0.2271344179087035], rtol=1e-14)
    uniform = tf.random.uniform([2], 0.1, 0.5, dtype=tf.float64)
    np.testing.assert_allclose(uniform, [0.322630276669772, 0.4968382754795795], rtol=1e-14)
    keras = tf.keras.initializers.HeNormal(seed=3)([2, 2], dtype="float64")
    assert float(keras[0, 0]) == pytest.approx(1.2088673681198114, rel=1e-14)
    assert tf.constant_initializer(0.1)([1], dtype=tf.float64).numpy().tolist() == [0.1]


def test_a_sampler_that_never_missed_expects_as_if_it_drew_again():
    drawn = [tf.random.log_uniform_candidate_sampler([[1]], 1, 5, True, 28) for _ in range(12)]
    p = np.log(1.5) / np.log(29.0)
    expected = {round(float(one.true_expected_count[0, 0]), 5) for one in drawn}
    assert round(5 * p, 5) in expected


# --- Optimizers -----------------------------------------------------------------------------------


# Of Keras 3.15 on TensorFlow 2.21.
NADAM, ADAMAX = 0.4686061940868401, 0.5000002192092174


def stepped(optimizer, steps=1):
    variable = tf.Variable([1.0], dtype=tf.float64)
    for _ in range(steps):
        optimizer.apply_gradients([(tf.constant([0.5], tf.float64), variable)])
    return float(variable[0])


def test_betas_of_float64_variables_are_those_of_float32():
    assert stepped(tf.keras.optimizers.Adam(0.5)) == pytest.approx(0.5000065001062215, rel=1e-13)
    momentum = tf.keras.optimizers.SGD(0.5, momentum=0.9)
    assert stepped(momentum, 2) == pytest.approx(0.2750000059604645, rel=1e-13)
    assert stepped(tf.keras.optimizers.Nadam(0.5)) == pytest.approx(NADAM, rel=1e-12)
    assert stepped(tf.keras.optimizers.Adamax(0.5)) == pytest.approx(ADAMAX, rel=1e-12)


def test_rows_are_clipped_by_value_each_by_itself():
    slices = tf.IndexedSlices(tf.constant([[3.0], [-0.5], [-4.0]]), tf.constant([0, 0, 1]), [2, 1])
    clipped = tf.clip_by_value(slices, -1.0, 1.0)
    assert isinstance(clipped, tf.IndexedSlices)
    assert clipped.values.numpy().tolist() == [[1.0], [-0.5], [-1.0]]
    assert clipped.indices.numpy().tolist() == [0, 0, 1]


@pytest.mark.ours("Keras 2 takes such data; Keras 3 does not")
def test_data_may_be_rows_that_are_asked_for():
    class Rows:
        shape, dtype = (10, 3), np.dtype("float32")

        def __len__(self):
            return 10

        def __getitem__(self, key):
            return np.ones([10, 3], "float32")[key]

    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    history = model.fit(Rows(), np.ones([10, 1]), batch_size=4, verbose=0)
    assert len(history.history["loss"]) == 1


def test_constants_are_taken_in_their_order_where_there_are_as_many():
    assert tf.constant_initializer([1.0, 2.0])([2, 1]).numpy().tolist() == [[1.0], [2.0]]
    assert tf.constant_initializer([1.0, 2.0, 3.0, 4.0])([2, 2]).numpy().tolist() == [
        [1.0, 2.0],
        [3.0, 4.0],
    ]
