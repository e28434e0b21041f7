"""How often Keras 3 runs what draws seeds of NumPy's: a step whose first trace makes variables is
traced again, and a layer without a `build` is run on symbols before, for the weights in it."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_3
keras = tf.keras
X = np.ones([4, 3], "float32")


class Noisy(keras.layers.Layer):
    def call(self, x):
        return x + keras.backend.random_normal(tf.shape(x))


class Within(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.noise, self.dense = Noisy(), keras.layers.Dense(3)

    def call(self, x):
        return self.dense(self.noise(x))


class Built(Within):
    def build(self, shape):
        self.dense.build(shape)


class Model(keras.Model):
    def __init__(self):
        super().__init__()
        self.within, self.dense = Within(), keras.layers.Dense(3)

    def call(self, x):
        return self.dense(self.within(x))


def network(outputs=1):
    i = keras.Input([3])
    noisy = Noisy()(i)
    return keras.Model(i, [keras.layers.Dense(3)(noisy) for _ in range(outputs)])


def draws(run):
    """How many seeds `run` draws."""
    np.random.seed(0)
    run()
    after = np.random.get_state()[2]
    np.random.seed(0)
    for count in range(30):
        if np.random.get_state()[2] == after:
            return count
        np.random.randint(10_000_000)
    raise AssertionError(f"no count of seeds leads to {after}")


def trained(optimizer, metrics=None, model=network):
    made = model()
    made.compile(optimizer, "mse", metrics=metrics)
    return lambda: made.fit(X, X, batch_size=2, epochs=2, verbose=0)


@pytest.mark.parametrize(
    ("optimizer", "count"),
    [
        (lambda: "sgd", 1),
        (lambda: "adam", 2),
        (lambda: keras.optimizers.SGD(momentum=0.9), 2),
        (lambda: keras.optimizers.SGD(use_ema=True), 2),
        (lambda: keras.optimizers.SGD(gradient_accumulation_steps=2), 2),
        (lambda: keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD()), 2),
        (keras.optimizers.Adafactor, 2),
    ],
)
def test_a_step_is_traced_twice_where_the_optimizer_makes_variables(optimizer, count):
    assert draws(trained(optimizer())) == count


def test_it_is_not_where_they_are_there():
    model, optimizer = network(), keras.optimizers.Adam()
    optimizer.build(model.trainable_variables)
    assert draws(trained(optimizer, model=lambda: model)) == 1


@pytest.mark.parametrize(
    ("metrics", "count"),
    [
        (lambda: ["mae"], 2),
        (lambda: [lambda y, z: tf.reduce_mean(z)], 2),
        (lambda: [keras.metrics.MeanAbsoluteError()], 1),
    ],
)
def test_metrics_by_name_or_function_are_made_in_the_first_trace(metrics, count):
    assert draws(trained("sgd", metrics())) == count
    model = network()
    model.compile("sgd", "mse", metrics=metrics())
    assert draws(lambda: model.evaluate(X, X, verbose=0)) == count
    assert draws(lambda: model.fit(X, X, verbose=0)) == 1


def test_so_are_the_means_of_the_losses_of_several_outputs():
    model = network(2)
    model.compile("sgd", ["mse", "mse"])
    assert draws(lambda: model.fit(X, [X, X], verbose=0)) == 2


def test_steps_on_batches_of_ones_own_are_traced_alike():
    model = network()
    model.compile("adam", "mse")
    assert draws(lambda: [model.train_on_batch(X, X) for _ in range(2)]) == 2


def test_the_numbers_are_those_of_the_last_trace():
    keras.utils.set_random_seed(1)
    i = keras.Input([2])
    model = keras.Model(i, keras.layers.Dense(1, kernel_initializer="ones")(Noisy()(i)))
    model.compile(keras.optimizers.Adam(0.0), "mse")
    x = np.ones([10, 2], "float32")
    told = model.fit(x, x[:, :1], batch_size=5, epochs=2, verbose=0).history["loss"]
    seeds = np.random.RandomState(1)
    seeds.randint(10_000_000, size=2)  # of the network, and of the first trace
    tf.random.set_seed(1)
    seed = int(seeds.randint(10_000_000))

    @tf.function
    def drawn():
        return tf.random.normal([5, 2], seed=seed)

    noise = [tf.reduce_sum(1 + drawn(), axis=1) - 1 for _ in range(4)]
    losses = [float(tf.reduce_mean(one**2)) for one in noise]
    assert told == pytest.approx([sum(losses[:2]) / 2, sum(losses[2:]) / 2], rel=1e-5)


@pytest.mark.parametrize(
    ("make", "count"),
    [(Noisy, 1), (Within, 2), (Built, 1), (Model, 3), (lambda: keras.Sequential([Within()]), 2)],
)
def test_a_layer_with_layers_that_are_not_built_runs_before_on_symbols(make, count):
    assert draws(lambda: make()(keras.Input([3]))) == count


@pytest.mark.parametrize(
    ("make", "counts"),
    [
        (Noisy, (1, 1)),
        (Within, (2, 1)),
        (Built, (1, 1)),
        (Model, (3, 1)),
        (lambda: keras.Sequential([Noisy(), keras.layers.Dense(3)]), (2, 1)),
        (lambda: keras.Sequential([Noisy(), Within()]), (5, 2)),
    ],
)
def test_so_it_does_on_values_and_only_once(make, counts):
    layer = make()
    assert tuple(draws(lambda: layer(X)) for _ in range(2)) == counts


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_a_model_that_is_new_is_looked_through_then_traced_twice(optimizer):
    assert draws(trained(optimizer, model=Model)) == 4
    chain = lambda: keras.Sequential([Noisy(), keras.layers.Dense(3)])  # noqa: E731
    assert draws(trained(optimizer, model=chain)) == 3


def test_a_model_that_is_new_predicts_in_its_second_trace():
    model = Model()
    assert draws(lambda: model.predict(X, verbose=0)) == 4


def test_a_list_of_layers_with_an_input_is_run_once():
    start = keras.Input([3])
    assert draws(lambda: keras.Sequential([start, Noisy(), Within()])) == 3
    one = keras.Sequential([start, Noisy()])
    assert draws(lambda: one.add(keras.layers.Dense(2))) == 1


class Pair(keras.Model):
    """Its steps call a network, and it is never called itself."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.network(data[0]) ** 2)
        variables = self.network.trainable_variables
        gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables, strict=True))
        return {"loss": loss}

    def test_step(self, data):
        return {"loss": tf.reduce_mean(self.network(data[0]) ** 2)}


@pytest.mark.parametrize(
    ("optimizer", "network", "counts"),
    [("sgd", network, (1, 1)), ("adam", network, (2, 1)), ("sgd", Model, (4, 4))],
)
def test_a_model_that_is_never_called_makes_what_is_not_built_below_it(optimizer, network, counts):
    model, alone = Pair(network()), Pair(network())
    model.compile(optimizer)
    alone.compile(optimizer)
    fits = lambda: model.fit(X, X, batch_size=2, epochs=2, verbose=0)  # noqa: E731
    measures = lambda: alone.evaluate(X, X, batch_size=2, verbose=0)  # noqa: E731
    assert (draws(fits), draws(measures)) == counts
