"""Weights that a model makes when a replica first runs it: Keras 2 draws them by Python's `random`,
since a replica is a thread there, and seeds are a thread's."""

import random

import pytest
from library import tf

keras, D = tf.keras, tf.distribute

RUNS = {
    "run": lambda model, strategy, x, y: strategy.run(model, (x,)),
    "traced": lambda model, strategy, x, y: tf.function(lambda x: strategy.run(model, (x,)))(x),
    "fit": lambda model, strategy, x, y: model.fit(x, y, verbose=0),
    "evaluate": lambda model, strategy, x, y: model.evaluate(x, y, verbose=0),
    "predict": lambda model, strategy, x, y: model.predict(x, verbose=0),
    "batch": lambda model, strategy, x, y: model.test_on_batch(x, y),
}


def made(strategy, run):
    """The first weight of a model, and what Python's generator gives then."""
    keras.utils.set_random_seed(1)
    with strategy.scope():
        keras.layers.Dense(2).build((None, 3))  # the first draw
        model = keras.Sequential([keras.layers.Dense(4, name="x"), keras.layers.Dense(1, name="y")])
        model.compile(keras.optimizers.SGD(0.0), "mse")
    run(model, strategy, tf.ones([4, 5]), tf.ones([4, 1]))
    return model.weights[0].numpy().sum().item(), random.random()


@pytest.mark.keras_2
@pytest.mark.parametrize("run", RUNS)
def test_a_mirrored_replica_draws_by_pythons_generator(run):
    weight, after = made(D.MirroredStrategy(["/cpu:0"]), RUNS[run])
    first = keras.initializers.GlorotUniform(random.Random(1).randint(1, 10**9))
    assert weight == pytest.approx(first([5, 4]).numpy().sum().item(), abs=1e-5)
    generator = random.Random(1)
    for _ in range(2):
        generator.randint(1, 10**9)
    assert after == generator.random()


@pytest.mark.keras_2
@pytest.mark.parametrize("run", RUNS)
def test_a_replica_of_one_device_draws_by_keras_own(run):
    weight, after = made(D.OneDeviceStrategy("/cpu:0"), RUNS[run])
    generator = random.Random(1)
    generator.randint(1, 10**9)
    second = keras.initializers.GlorotUniform(generator.randint(1, 10**9))
    assert weight == pytest.approx(second([5, 4]).numpy().sum().item(), abs=1e-5)
    assert after == random.Random(1).random()


@pytest.mark.parametrize("run", [name for name in RUNS if name != "run"])
def test_steps_of_a_model_see_a_replica(run):
    seen = []

    class Layer(keras.layers.Layer):
        def call(self, x):
            context = D.get_replica_context()
            seen.append((context is not None, type(D.get_strategy()).__name__))
            return x

    strategy = D.MirroredStrategy(["/cpu:0"])
    with strategy.scope():
        model = keras.Sequential([Layer(), keras.layers.Dense(1)])
        model.compile("sgd", "mse")
    RUNS[run](model, strategy, tf.ones([4, 5]), tf.ones([4, 1]))
    assert seen[-1] == (True, "MirroredStrategy")
