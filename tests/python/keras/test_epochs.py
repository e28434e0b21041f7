"""Which batches `fit` takes in which epoch: as in Keras 3.15, recorded there."""

import numpy as np
import pytest
from library import ours, tf

keras = tf.keras
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


class Shown(keras.Model):
    """Notes the rows that reach its steps."""

    def __init__(self):
        super().__init__()
        self.trained, self.tested = [], []

    def train_step(self, data):
        self.trained.append(data[0].numpy().ravel().astype(int).tolist())
        return {"loss": 0.0}

    def test_step(self, data):
        self.tested.append(data[0].numpy().ravel().astype(int).tolist())
        return {"loss": 0.0}

    def call(self, x):
        return x


class Numbered(keras.utils.PyDataset):
    def __init__(self):
        super().__init__()
        self.ended = 0

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return np.full((1, 1), float(index)), np.ones((1, 1))

    def on_epoch_end(self):
        self.ended += 1


def rows(count=8):
    keras.utils.set_random_seed(0)
    return tf.data.Dataset.from_tensor_slices(
        (np.arange(float(count))[:, None], np.ones((8, 1))[:count])
    )


def shown(data, **options):
    model = Shown()
    model.compile("sgd", "mse", run_eagerly=True)
    model.fit(data, verbose=0, **options)
    return model


def unknown(dataset):
    return dataset.filter(lambda x, y: True)


def test_orders_of_a_shuffled_dataset():
    assert shown(rows().shuffle(8).batch(8), epochs=3).trained == [
        [3, 2, 7, 4, 1, 0, 6, 5],
        [5, 7, 0, 4, 1, 2, 3, 6],
        [1, 5, 4, 0, 3, 2, 6, 7],
    ]


def test_orders_of_shuffled_validation_data():
    held_out = rows().shuffle(8).batch(8)
    train = rows(2).batch(2)
    assert shown(train, epochs=3, validation_data=held_out).tested == [
        [3, 2, 7, 4, 1, 0, 6, 5],
        [5, 7, 0, 4, 1, 2, 3, 6],
        [1, 5, 4, 0, 3, 2, 6, 7],
    ]
    held_out = rows().shuffle(8).batch(4)
    found = shown(train, epochs=3, validation_data=held_out, validation_steps=1).tested
    assert found == [[3, 2, 7, 4], [2, 5, 3, 0], [5, 7, 0, 4]]


def test_as_many_steps_as_batches():
    found = shown(rows().shuffle(8).batch(4), epochs=3, steps_per_epoch=2).trained
    assert [first + second for first, second in zip(found[::2], found[1::2], strict=True)] == [
        [3, 2, 7, 4, 1, 0, 6, 5],
        [2, 5, 3, 0, 7, 6, 4, 1],
        [5, 7, 0, 4, 1, 2, 3, 6],
    ]


def test_fewer_steps_than_batches():
    found = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 1], [2, 3], [4, 5]]
    assert shown(rows().batch(2), epochs=3, steps_per_epoch=3).trained == found
    assert shown(unknown(rows().batch(2)), epochs=3, steps_per_epoch=3).trained == found
    model = Shown()
    model.compile("sgd", "mse", run_eagerly=True)
    x, y = np.arange(8.0)[:, None], np.ones((8, 1))
    model.fit(x, y, batch_size=2, shuffle=False, epochs=2, steps_per_epoch=3, verbose=0)
    assert model.trained == found[:4]


def test_more_steps_than_batches():
    found = shown(rows().batch(4), epochs=2, steps_per_epoch=3).trained
    assert found == [[0, 1, 2, 3], [4, 5, 6, 7]] * 2


def test_an_epoch_that_finds_nothing():
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse")
    data = unknown(rows().batch(4))
    losses = model.fit(data, epochs=3, steps_per_epoch=2, verbose=0).history["loss"]
    assert losses[1] == 0.0
    assert losses[0] > losses[2] > 0.0


def test_a_generator_gives_tensors():
    batches = ((np.full((1, 1), float(i)), np.ones((1, 1))) for i in range(4))
    assert shown(batches, steps_per_epoch=4).trained == [[0], [1], [2], [3]]


def test_batches_by_number_are_asked_for_one_ahead():
    class Drawn(keras.utils.PyDataset):
        def __len__(self):
            return 3

        def __getitem__(self, index):
            return np.full((1, 1), float(np.random.randint(100))), np.ones((1, 1))

        def on_epoch_end(self):
            np.random.seed(7)

    np.random.seed(3)
    trained = shown(Drawn(), epochs=3, steps_per_epoch=2, shuffle=False).trained
    assert trained == [[47], [68], [25], [47], [68]]


def test_batches_by_number_are_shuffled_by_python():
    keras.utils.set_random_seed(0)
    data = Numbered()
    assert shown(data, epochs=2).trained == [[2], [0], [1], [3], [0], [1], [3], [2]]
    assert data.ended == 3
    assert len(shown(Numbered(), epochs=1, shuffle=False).trained) == 4


def test_under_a_strategy_data_are_looked_at_first():
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    data = rows().shuffle(8).batch(8)
    with strategy.scope():
        model = Shown()
        model.compile("sgd", "mse", run_eagerly=True)
    model.fit(data, epochs=2, verbose=0)
    model.evaluate(data, verbose=0)
    assert model.trained == [[2, 5, 3, 0, 7, 6, 4, 1], [2, 3, 6, 4, 1, 0, 5, 7]]
    assert model.tested == [[1, 0, 2, 6, 7, 5, 3, 4]]


@ours("a step that reports nothing, as in Keras 2; Keras 3 wants a number")
def test_a_step_may_report_nothing():
    class Silent(keras.Model):
        def train_step(self, data):
            return {}

    model = Silent()
    model.compile("sgd")
    history = model.fit(np.ones((4, 1)), verbose=0, epochs=2)
    assert (history.epoch, history.history) == ([0, 1], {})


# --- The step that is lost at the end of data of unknown length ---------------------------------


LOST = {  # the losses of three epochs in Keras 3.15
    "sgd": [3.616087, 0.420649, 0.717011],
    "adam": [4.706692, 0.831083, 1.173175],
    "nadam": [4.946681, 1.088915, 1.380861],
    "decay": [3.457062, 0.482096, 0.759795],
}


def trained(optimizer, data, epochs=3, **options):
    keras.utils.set_random_seed(3)
    parts = [keras.layers.Dense(4), keras.layers.Dropout(0.5), keras.layers.Dense(1)]
    model = keras.Sequential(parts)
    model.compile(optimizer, "mse", **options)
    return model, model.fit(data, epochs=epochs, verbose=0).history["loss"]


def batches(known):
    x = np.linspace(-1, 1, 24, dtype="float32").reshape(12, 2)
    dataset = tf.data.Dataset.from_tensor_slices((x, x.sum(1))).batch(4)
    return dataset if known else unknown(dataset)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: keras.optimizers.SGD(0.1), LOST["sgd"]),
        (lambda: keras.optimizers.Adam(0.1), LOST["adam"]),
        (lambda: keras.optimizers.Nadam(0.1), LOST["nadam"]),
        (lambda: keras.optimizers.SGD(0.1, weight_decay=0.3), LOST["decay"]),
    ],
)
def test_a_step_without_data_counts_decays_and_draws(make, expected):
    model, losses = trained(make(), batches(known=False))
    assert int(model.optimizer.iterations) == 12
    np.testing.assert_allclose(losses, expected, rtol=1e-4)


def test_no_step_is_lost_where_the_end_is_known():
    assert int(trained("adam", batches(known=True))[0].optimizer.iterations) == 9
    assert int(trained("adam", batches(False).repeat().take(9), 1)[0].optimizer.iterations) == 9
    assert int(trained("adam", batches(False), run_eagerly=True)[0].optimizer.iterations) == 9


def test_every_optimizer_of_a_model_counts_it():
    class Two(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1)
            self.other = keras.optimizers.SGD(0.1)

        def call(self, x):
            return self.dense(x)

        def train_step(self, data):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self(data[0]) - data[1]) ** 2)
            weights = self.trainable_variables
            self.other.apply_gradients(zip(tape.gradient(loss, weights), weights))
            return {"mine": loss}

    model = Two()
    model.compile("sgd")
    model.fit(batches(known=False), epochs=2, verbose=0)
    assert int(model.other.iterations) == 8


def test_a_complete_cache_uses_no_pass_of_its_source():
    def source():
        return rows().shuffle(8, seed=1).batch(4)

    def first(dataset):
        return [int(x[0, 0]) for x, _ in dataset]

    used, fresh = source(), source()
    shown(used.cache(), epochs=3)
    first(fresh)
    assert first(used) == first(fresh)


def test_a_shuffle_below_a_shuffle_that_data_of_validation_share():
    class Told(keras.Model):
        def train_step(self, data):
            return {"first": data[0, 0]}

        test_step = train_step

    tf.random.set_seed(1)
    x = tf.data.Dataset.range(8).map(lambda i: tf.cast(i, tf.float32)[None])
    x = x.shuffle(8).shuffle(2)
    model = Told()
    model.compile("sgd")
    told = model.fit(
        x.take(6).batch(6), validation_data=x.skip(6).batch(2), epochs=3, verbose=0
    ).history
    assert told == {"first": [4.0, 7.0, 5.0], "val_first": [7.0, 4.0, 2.0]}


def test_a_shuffle_that_data_of_validation_share():
    class Told(keras.Model):
        def train_step(self, data):
            return {"first": data[0][0, 0]}

        test_step = train_step

    def shared(known):
        x = tf.data.Dataset.range(8).map(lambda i: tf.cast(i, tf.float32)[None])
        x = tf.data.Dataset.zip((x, x)).shuffle(8, seed=1).batch(8)
        return x if known else x.filter(lambda *_: True)

    def orders(passes):
        x = shared(known=True)
        firsts = [next(iter(x))[0][0, 0].numpy() for _ in range(max(passes) + 1)]
        return [firsts[i] for i in passes]

    for known, trained, checked in ((True, [0, 4, 8], [2, 6, 10]), (False, [0, 2, 4], [1, 3, 5])):
        model, data = Told(), shared(known)
        model.compile("sgd")
        told = model.fit(data, validation_data=data, epochs=3, verbose=0).history
        assert (told["first"], told["val_first"]) == (orders(trained), orders(checked))


def test_an_epoch_over_a_repetition_sees_its_end():
    tf.random.set_seed(3)
    orders = tf.data.Dataset.range(6).shuffle(6, seed=7).batch(2).map(lambda x: (x, x))
    seen = []

    class Seeing(keras.Model):
        def train_step(self, data):
            seen.append(data[0].numpy().tolist())
            return {"loss": 0.0}

        def test_step(self, data):
            return self.train_step(data)

    model = Seeing()
    model.compile(run_eagerly=True)
    model.fit(orders.take(2).repeat(2), validation_data=orders.skip(2), verbose=0)
    assert seen == [[0, 2], [3, 1], [1, 0], [2, 5], [0, 3]]
