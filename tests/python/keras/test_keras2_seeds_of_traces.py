"""Which seed a layer of Keras 2 draws with where a model has several functions and signatures.

Each model gives its inputs with a share of zeros, so what comes out tells what drew them.
"""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras, LAYERS = tf.keras, tf.keras.layers
X = np.ones((4, 6), "f")
SEEDS = range(5, 20)


@pytest.fixture(autouse=True)
def seeded():
    keras.utils.set_random_seed(7)


def same():
    """A layer whose outputs are its inputs."""
    return LAYERS.Dense(6, kernel_initializer="identity", use_bias=False)


def dropped(seed, x=X):
    return tf.function(lambda: tf.nn.dropout(x, 0.3, seed=seed))().numpy()


def seed_of(outputs):
    """Of the first run of which operation these are, as far as it has a trace of its own."""
    return next((n for n in SEEDS if np.allclose(outputs, dropped(n, X[: len(outputs)]))), None)


def seed_of_loss(loss):
    losses = {n: np.mean((dropped(n) - X) ** 2) for n in SEEDS}
    return [n for n, one in losses.items() if loss == pytest.approx(one, rel=1e-5)]


def always():
    """A model that drops in each of its loops."""
    inputs = keras.Input((6,))
    return keras.Model(inputs, LAYERS.Dropout(0.3, seed=5)(same()(inputs), training=True))


def compiled(model, optimizer="sgd", **options):
    keras.utils.set_random_seed(7)
    model.compile(optimizer, "mse", **options)
    return model


def in_training():
    return keras.Sequential([keras.Input((6,)), same(), LAYERS.Dropout(0.3, seed=5)])


def loss_of_fit(model, *data, **options):
    # A rate of nothing would do as well; so the weights stay what they are.
    return model.fit(*(data or (X, X)), verbose=0, **options).history["loss"][0]


def still():
    return keras.optimizers.SGD(0.0)


def test_a_symbolic_call_in_training_takes_one():
    assert seed_of(always()(X)) == 6


def test_evaluation_takes_one_where_it_makes_nothing():
    assert 6 in seed_of_loss(compiled(always()).evaluate(X, X, verbose=0))


@pytest.mark.parametrize(
    ("metrics", "seed"), [(["mae"], 7), ([keras.metrics.MeanAbsoluteError], 6), ([], 6)]
)
def test_metrics_that_are_made_make_a_second_trace(metrics, seed):
    found = [one() if isinstance(one, type) else one for one in metrics]
    loss = np.ravel(compiled(always(), metrics=found).evaluate(X, X, verbose=0))[0]
    assert seed in seed_of_loss(loss)


def test_prediction_has_a_function_for_loops_and_single_batches_with_two_signatures():
    model = compiled(always())
    found = [model.predict(X, verbose=0), model.predict_on_batch(X)]
    assert [seed_of(one) for one in found] == [6, 7]


def test_each_signature_of_fit_takes_a_seed():
    model = compiled(in_training(), still())
    weighted = {"sample_weight": np.ones(4)}
    found = [loss_of_fit(model), loss_of_fit(model, **weighted)]
    assert [seed in seed_of_loss(loss) for seed, loss in zip((6, 7), found, strict=True)] == [
        True
    ] * 2


def test_data_without_any_size_are_another_signature():
    class Batches(keras.utils.Sequence):
        def __len__(self):
            return 1

        def __getitem__(self, number):
            return X, X

    model = compiled(in_training(), still())
    data = tf.data.Dataset.from_tensor_slices((X, X)).batch(4)
    assert 6 in seed_of_loss(loss_of_fit(model, data))
    assert 7 in seed_of_loss(loss_of_fit(model, Batches()))


def test_an_optimizer_that_has_its_variables_makes_no_second_trace():
    model = compiled(in_training(), still())
    loss_of_fit(model)
    model.compile(model.optimizer, "mse")
    keras.utils.set_random_seed(7)
    assert 7 in seed_of_loss(loss_of_fit(model))


def test_all_draws_of_a_tracing_take_theirs_before_the_next():
    layer = LAYERS.Dropout(0.3, seed=5)

    class Both(keras.Model):
        def call(self, inputs, training=None):
            first = layer(inputs, training=training)
            return tf.stack([first, layer(inputs, training=training)], 1)

    model = Both()
    model(X)
    compiled(model, still(), metrics=["mae"])
    found = model.train_on_batch(X, np.stack([X, X], 1))[0]
    losses = [np.mean((dropped(seed) - X) ** 2) for seed in (7, 8)]
    assert found == pytest.approx(np.mean(losses))


def test_a_chain_takes_seeds_again_for_another_number_of_examples():
    model = compiled(keras.Sequential([same(), LAYERS.Dropout(0.3, seed=5)]), still())
    assert 7 in seed_of_loss(loss_of_fit(model, X, X, batch_size=4))
    few = X[:2]
    found = loss_of_fit(model, few, few, batch_size=2)
    assert found == pytest.approx(np.mean((dropped(9, few) - few) ** 2))


def test_draws_of_one_recurrent_operation_have_seeds_of_their_own():
    layer = LAYERS.LSTM(2, dropout=0.3, seed=5)
    x = np.ones((2, 3, 4), "f")
    plain = LAYERS.LSTM(2)
    plain.build(x.shape), layer.build(x.shape)
    plain.set_weights(layer.get_weights())
    found = [layer(x, training=True) for _ in range(2)]
    keras.utils.set_random_seed(7)
    masks = [tf.nn.dropout(x, 0.3, seed=seed) for seed in (5, 9)]
    for outputs, mask in zip(found, masks, strict=True):
        np.testing.assert_allclose(outputs, plain(x * mask), rtol=1e-5)


def test_what_is_set_to_run_eagerly_holds_from_the_next_function_on():
    model = compiled(in_training(), still())
    model.run_eagerly = True
    eager = [loss_of_fit(model) for _ in range(2)]
    model.run_eagerly = False
    eager.append(loss_of_fit(model))
    keras.utils.set_random_seed(7)
    masks = [tf.nn.dropout(X, 0.3, seed=seed) for seed in (5, 6, 7)]
    assert eager == pytest.approx([np.mean((mask - X) ** 2) for mask in masks])
