"""`steps_per_execution`, loops that callbacks end, what `compute_loss` is told, and data without an
end or of other kinds."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


class Told(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.heard = []

    def on_train_batch_begin(self, batch, logs=None):
        self.heard.append(("train", batch))

    def on_train_batch_end(self, batch, logs=None):
        self.heard.append(batch)

    def on_test_batch_begin(self, batch, logs=None):
        self.heard.append(("test", batch))

    def on_test_batch_end(self, batch, logs=None):
        self.heard.append(batch)

    def on_predict_batch_begin(self, batch, logs=None):
        self.heard.append(("predict", batch))

    def on_predict_batch_end(self, batch, logs=None):
        self.heard.append((batch, np.shape(logs["outputs"])))


def line(**options):
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse", **options)
    return model


def rows(count):
    x = np.arange(float(count)).reshape(count, 1) / count
    return x, 2 * x


def test_callbacks_hear_of_executions():
    told = Told()
    line(steps_per_execution=3).fit(*rows(10), batch_size=2, verbose=0, callbacks=[told])
    assert told.heard == [("train", 0), 2, ("train", 3), 5]


def test_the_steps_are_the_same_in_executions_of_any_size():
    def trained(size):
        model = line(steps_per_execution=size)
        losses = model.fit(*rows(10), 2, epochs=2, shuffle=False, verbose=0).history["loss"]
        return losses, model.evaluate(*rows(10), verbose=0), model.predict(rows(10)[0], verbose=0)

    alone, together = trained(1), trained(3)
    np.testing.assert_allclose(together[0], alone[0], 1e-6)
    np.testing.assert_allclose(together[1], alone[1], 1e-6)
    np.testing.assert_allclose(together[2], alone[2], 1e-6)


def test_evaluation_and_prediction_hear_of_executions():
    told, model = Told(), line(steps_per_execution=2)
    model.evaluate(*rows(10), batch_size=4, verbose=0, callbacks=[told])
    model.predict(rows(10)[0], batch_size=4, verbose=0, callbacks=[told])
    tested = [("test", 0), 1, ("test", 2), 3]
    predicted = [("predict", 0), (1, (8, 1)), ("predict", 2), (3, (2, 1))]
    assert told.heard == tested + predicted


def test_an_epoch_of_some_steps_ends_with_a_whole_execution():
    told = Told()
    model = line(steps_per_execution=2)
    model.fit(*rows(10), 1, epochs=2, steps_per_epoch=5, verbose=0, callbacks=[told])
    ends = [one for one in told.heard if isinstance(one, int)]
    assert ends == [1, 3, 5, 1, 3]


def test_checkpoints_count_the_batches_of_executions(tmp_path):
    path = str(tmp_path / "{epoch}_{batch}.weights.h5")
    saving = keras.callbacks.ModelCheckpoint(path, save_weights_only=True, save_freq=4)
    line(steps_per_execution=3).fit(*rows(18), 2, verbose=0, callbacks=[saving])
    assert sorted(file.name for file in tmp_path.iterdir()) == ["1_6.weights.h5"]


@pytest.mark.parametrize("loop", ["evaluate", "predict"])
def test_callbacks_end_evaluation_and_prediction(loop):
    class Ends(keras.callbacks.Callback):
        count = 0

        def on_test_batch_end(self, batch, logs=None):
            self.count += 1
            self.model.stop_evaluating = self.count == 3

        def on_predict_batch_end(self, batch, logs=None):
            self.count += 1
            self.model.stop_predicting = self.count == 3

    def endless():
        while True:
            yield (np.ones((2, 1)),) if loop == "predict" else (np.ones((2, 1)), np.ones((2, 1)))

    ends = Ends()
    found = getattr(line(), loop)(endless(), callbacks=[ends], verbose=0)
    assert ends.count == 3
    assert np.shape(found) == ((6, 1) if loop == "predict" else ())


def test_compute_loss_is_told_of_training():
    class Asks(keras.Sequential):
        told = ()

        def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
            self.told = (*self.told, bool(training))
            return super().compute_loss(x, y, y_pred, sample_weight, training)

    model = Asks([keras.layers.Dense(1)])
    model.compile("sgd", "mse", run_eagerly=True)
    model.fit(*rows(4), verbose=0)
    trained, model.told = model.told, ()
    model.evaluate(*rows(4), verbose=0)
    assert (trained[-1], model.told[-1]) == (True, False)


def test_a_compute_loss_without_training_is_called_as_it_is():
    class Plain(keras.Sequential):
        def compute_loss(self, x, y, y_pred, sample_weight=None):
            return tf.reduce_mean(tf.abs(y - y_pred))

    model = Plain([keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd")
    np.testing.assert_allclose(model.evaluate(*rows(4), verbose=0), 0.375)


def test_data_may_have_no_end():
    class Endless(keras.utils.PyDataset):
        @property
        def num_batches(self):
            return None

        def __getitem__(self, index):
            return np.full((1, 1), float(index)), np.ones((1, 1))

    told = Told()
    line().fit(Endless(), steps_per_epoch=3, epochs=2, verbose=0, callbacks=[told])
    assert [one for one in told.heard if isinstance(one, int)] == [0, 1, 2] * 2


def test_matrices_of_scipy_come_as_sparse_tensors():
    sparse = pytest.importorskip("scipy.sparse")
    dense = np.float32([[0, 1, 0], [2, 0, 0]])

    def batches():
        for _ in range(2):
            yield sparse.csr_matrix(dense), np.float32([[1.0], [2.0]])

    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse")
    np.testing.assert_allclose(model.predict(batches(), verbose=0), [[1.0], [2.0]] * 2)
    assert model.evaluate(batches(), verbose=0) == 0.0


class Itself(keras.Model):
    def call(self, x):
        return x


def test_ragged_outputs_stay_ragged():
    x = tf.ragged.constant([[1.0, 2.0], [3.0], [4.0, 5.0, 6.0]])
    found = Itself().predict(x, batch_size=2, verbose=0)
    assert isinstance(found, tf.RaggedTensor)
    assert found.to_list() == x.to_list()


def test_outputs_of_other_sizes_become_ragged():
    def batches():
        yield (np.ones((1, 2, 4), "float32"),)
        yield (np.ones((2, 3, 4), "float32"),)

    found = Itself().predict(batches(), verbose=0)
    assert isinstance(found, tf.RaggedTensor)
    assert found.shape.as_list() == [3, None, 4]
    assert [len(row) for row in found.to_list()] == [2, 3, 3]


def test_a_loss_of_half_precision_may_stay_as_it_is():
    layer = keras.layers.Dense(1, dtype="mixed_float16")

    class Half(keras.Model):
        def __init__(self):
            super().__init__(dtype="mixed_float16")
            self.inner = layer

        def call(self, x):
            return self.inner(x)

    model = Half()
    model.compile("sgd", "mse")
    assert type(model.optimizer).__name__ == "LossScaleOptimizer"
    model.compile("sgd", "mse", auto_scale_loss=False)
    assert type(model.optimizer).__name__ == "SGD"
