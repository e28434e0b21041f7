"""Orders and seeds under `TF_USE_LEGACY_KERAS=1`, as Keras 2 has them, recorded there.

With that variable set this file passes against TensorFlow too.
"""

import random

import numpy as np
import pytest
from library import tf

keras = tf.keras
layers = keras.layers
pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.keras_2,
]
X = np.arange(6.0, dtype="float32").reshape(6, 1)


class Shown(keras.Model):
    """Notes the rows that reach its steps."""

    def __init__(self):
        super().__init__()
        self.rows = []
        self.compile(run_eagerly=True)

    def train_step(self, data):
        self.rows.append(int(np.ravel(data[0])[0]))
        return {"loss": 0.0}

    def test_step(self, data):
        self.rows.append(int(np.ravel(data[0])[0]))
        return {"loss": 0.0}

    def predict_step(self, data):
        self.rows.append(int(np.ravel(data[0])[0]))
        return data[0]

    def call(self, x):
        return x


def rows_of_fit(*data, epochs, **settings):
    model = Shown()
    model.fit(*data, epochs=epochs, verbose=0, **settings)
    return np.array_split(model.rows, epochs)


def test_each_epoch_over_arrays_has_its_order():
    tf.random.set_seed(2)
    for _ in range(2):  # each call begins anew
        orders = [rows.tolist() for rows in rows_of_fit(X, X, epochs=3, batch_size=1)]
        assert orders == ORDERS_OF_ARRAYS


def test_each_epoch_over_a_dataset_is_one_pass():
    tf.random.set_seed(2)
    data = tf.data.Dataset.from_tensor_slices((X, X)).shuffle(6).batch(1)
    orders = [rows_of_fit(data, epochs=2) for _ in range(2)]
    assert np.reshape(orders, [4, 6]).tolist() == ORDERS_OF_A_DATASET


def test_steps_that_leave_some_go_on():
    tf.random.set_seed(2)
    data = tf.data.Dataset.from_tensor_slices((X, X)).shuffle(6).batch(1)
    orders = [rows_of_fit(data, epochs=2, steps_per_epoch=3) for _ in range(2)]
    assert np.reshape(orders, [2, 6]).tolist() == ORDERS_OF_STEPS


def test_evaluation_and_prediction_make_two_iterators():
    tf.random.set_seed(2)
    data = tf.data.Dataset.from_tensor_slices((X, X)).shuffle(6).batch(1)
    model = Shown()
    model.evaluate(data, verbose=0)
    model.predict(data, verbose=0)
    assert np.reshape(model.rows, [2, 6]).tolist() == ORDERS_OF_OTHER_LOOPS


def sum_of(weight):
    return round(float(tf.reduce_sum(tf.abs(weight))), 4)


def test_layers_that_draw_take_no_seed_of_initial_weights():
    keras.utils.set_random_seed(5)
    model = keras.Sequential(
        [
            layers.InputLayer((4, 2)),
            layers.LSTM(3, return_sequences=True),
            layers.Dropout(0.5),
            layers.GRU(2, dropout=0.5),
            layers.GaussianNoise(0.1),
            layers.Dense(1),
        ]
    )
    assert [sum_of(weight) for weight in model.weights] == pytest.approx(SUMS, rel=1e-4)
    random_number = random.random()
    random.seed(5)
    assert random_number == random.random()


def test_an_initializer_draws_its_seed_with_its_first_values():
    first, second = keras.initializers.GlorotNormal(), keras.initializers.RandomUniform()
    keras.utils.set_random_seed(5)
    second = sum_of(second((2, 2)))
    sums = [second, sum_of(first((2, 2))), sum_of(first((2, 2)))]
    assert sums == pytest.approx(SUMS_OF_INITIALIZERS, rel=1e-3)


def test_attention_takes_the_last_two_axes_of_a_kernel_for_sizes():
    keras.utils.set_random_seed(5)
    layer = layers.MultiHeadAttention(2, 3)
    layer(tf.ones([1, 4, 3]), tf.ones([1, 4, 3]))
    sums = [sum_of(weight) for weight in layer.weights[::2]]
    assert sums == pytest.approx(SUMS_OF_ATTENTION, rel=1e-4)


def test_layers_draw_by_the_global_seed():
    def drawn():
        tf.random.set_seed(3)
        return layers.Dropout(0.5)(tf.ones([200]), training=True).numpy()

    values = drawn()
    assert set(values.tolist()) == {0.0, 2.0}
    assert 60 < np.count_nonzero(values) < 140


ORDERS_OF_ARRAYS = [[5, 1, 3, 0, 2, 4], [5, 4, 3, 1, 2, 0], [2, 0, 3, 1, 4, 5]]
ORDERS_OF_A_DATASET = [
    [2, 0, 4, 3, 1, 5],
    [3, 5, 0, 1, 4, 2],
    [0, 5, 3, 1, 4, 2],
    [1, 2, 4, 0, 5, 3],
]
ORDERS_OF_STEPS = [[3, 5, 1, 4, 0, 2], [2, 0, 4, 3, 1, 5]]
ORDERS_OF_OTHER_LOOPS = [[2, 0, 4, 3, 1, 5], [1, 2, 4, 5, 3, 0]]
SUMS = [8.2783, 8.8041, 3.0, 5.5087, 4.388, 0.0, 2.7216, 0.0]
SUMS_OF_INITIALIZERS = [0.0886, 0.97, 0.97]
SUMS_OF_ATTENTION = [5.1283, 6.4854, 4.267, 4.4531]
