"""`keras.callbacks`: what each does to a training run, told by the run's own numbers."""

import csv
import itertools

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, tf

callbacks = tf.keras.callbacks


def model(rate=0.1):
    made = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    made.compile(tf.keras.optimizers.SGD(rate), "mse")
    return made


X, Y = np.ones([8, 2], "float32"), np.zeros([8, 1], "float32")


def fit(*given, epochs=3, rate=0.1, **options):
    trained = model(rate)
    options.setdefault("verbose", 0)
    return trained, trained.fit(X, Y, batch_size=4, epochs=epochs, callbacks=[*given], **options)


@pytest.mark.parametrize("structure", [list, tuple, lambda pair: {"a": pair[0], "b": [pair[1]]}])
def test_callbacks_of_any_structure_are_told(structure):
    told = []
    one, other = (
        callbacks.LambdaCallback(on_epoch_end=lambda e, logs, n=n: told.append((n, e)))
        for n in (1, 2)
    )
    trained, _ = fit(structure([one, other]), callbacks.TerminateOnNaN(), epochs=2)
    assert told == [(1, 0), (2, 0), (1, 1), (2, 1)]
    trained.evaluate(X, Y, verbose=0, callbacks=structure([one, other]))
    trained.fit(X, Y, verbose=0, callbacks={})


class Losses(callbacks.Callback):
    """Puts a given loss into the logs of each epoch."""

    def __init__(self, *values):
        super().__init__()
        self.values = itertools.chain(values, itertools.repeat(values[-1]))

    def on_epoch_end(self, epoch, logs=None):
        logs["watched"] = next(self.values)


def test_early_stopping_waits_and_gives_back_the_best_weights():
    stop = callbacks.EarlyStopping("watched", mode="min", patience=2, restore_best_weights=True)
    kept = []
    keep = callbacks.LambdaCallback(on_epoch_end=lambda e, logs: kept.append(e))
    trained, history = fit(Losses(2.0, 1.0, 3.0, 3.0, 0.0), stop, keep, epochs=9)
    assert history.epoch == [0, 1, 2, 3]
    assert (stop.stopped_epoch, stop.best_epoch, stop.best) == (3, 1, 1.0)
    again = model()
    again.fit(X, Y, batch_size=4, epochs=2, verbose=0)
    np.testing.assert_allclose(trained.get_weights()[0], again.get_weights()[0])


def test_a_number_that_is_not_there_is_a_warning():
    with pytest.warns(UserWarning, match="`val_loss` which is not available"):
        fit(callbacks.EarlyStopping(), epochs=1)


@pytest.mark.ours("Keras 3 asks the compiled metrics")
def test_an_accuracy_is_better_when_it_is_larger():
    stop = callbacks.EarlyStopping("val_accuracy")
    stop.set_model(model())
    stop.on_train_begin()
    for epoch, value in enumerate([0.1, 0.2, 0.1]):
        stop.on_epoch_end(epoch, {"val_accuracy": value})
    assert stop.stopped_epoch == 2


def test_training_ends_at_a_loss_that_is_no_number():
    x = np.full([8, 2], np.nan, "float32")
    trained = model()
    history = trained.fit(x, Y, 4, 5, verbose=0, callbacks=callbacks.TerminateOnNaN())
    assert len(history.epoch) == 1


@pytest.mark.parametrize("schedule", [lambda e, rate: rate / 2, lambda e: 0.1 / 2 ** (e + 1)])
def test_a_schedule_sets_the_rate_of_each_epoch(schedule):
    _, history = fit(callbacks.LearningRateScheduler(schedule))
    np.testing.assert_allclose(history.history["learning_rate"], [0.05, 0.025, 0.0125], rtol=1e-6)


def test_a_schedule_returns_a_number():
    with pytest.raises(ValueError, match="should be a float"):
        fit(callbacks.LearningRateScheduler(lambda epoch: "fast"))


def test_the_rate_falls_on_a_plateau_and_not_below_its_least():
    fall = callbacks.ReduceLROnPlateau("watched", 0.1, patience=1, mode="min", min_lr=0.002)
    _, history = fit(Losses(1.0), fall, epochs=5)
    rates = history.history["learning_rate"]
    np.testing.assert_allclose(rates, [0.1, 0.1, 0.01, 0.002, 0.002], rtol=1e-6)
    with pytest.raises(ValueError, match="does not support a factor >= 1"):
        callbacks.ReduceLROnPlateau(factor=1.0)


def test_a_plateau_is_not_counted_while_the_rate_cools_down():
    fall = callbacks.ReduceLROnPlateau("watched", 0.5, patience=1, mode="min", cooldown=2)
    _, history = fit(Losses(1.0), fall, epochs=6)
    rates = history.history["learning_rate"]
    np.testing.assert_allclose(rates, [0.1, 0.1, 0.05, 0.05, 0.025, 0.025], rtol=1e-6)


def test_rows_are_written_for_each_epoch_and_appended(tmp_path):
    path = tmp_path / "log.csv"
    fit(callbacks.CSVLogger(path), epochs=2)
    fit(callbacks.CSVLogger(path, append=True), epochs=1)
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert [row["epoch"] for row in rows] == ["0", "1", "0"]
    assert float(rows[0]["loss"]) > float(rows[1]["loss"])


def test_checkpoints_are_named_by_epoch_and_number(tmp_path):
    path = str(tmp_path / "w-{epoch:02d}-{loss:.1f}.weights.h5")
    fit(callbacks.ModelCheckpoint(path, save_weights_only=True), epochs=2)
    names = sorted(file.name[:4] for file in tmp_path.iterdir())
    assert names == ["w-01", "w-02"]


def test_only_the_best_model_is_saved(tmp_path):
    path = tmp_path / "best.keras"
    saving = callbacks.ModelCheckpoint(path, "watched", save_best_only=True, mode="min")
    trained = model()
    weights = []
    keep = callbacks.LambdaCallback(
        on_epoch_end=lambda e, logs: weights.append(trained.get_weights()[0])
    )
    given = [Losses(2.0, 1.0, 3.0), saving, keep]
    trained.fit(X, Y, batch_size=4, epochs=3, verbose=0, callbacks=given)
    loaded = tf.keras.models.load_model(path)
    np.testing.assert_array_equal(loaded.get_weights()[0], weights[1])


def test_checkpoints_can_be_written_every_few_batches(tmp_path):
    path = str(tmp_path / "m-{epoch}-{batch}.keras")
    fit(callbacks.ModelCheckpoint(path, save_freq=3), epochs=3)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["m-2-1.keras", "m-3-2.keras"]
    with pytest.raises(ValueError, match="Unrecognized save_freq"):
        callbacks.ModelCheckpoint(path, save_freq="batch")


@pytest.mark.ours("Keras 3 wants a built model")
def test_training_goes_on_where_it_was_cut_off(tmp_path):
    class Crash(callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            if epoch == 2:
                raise RuntimeError("power cut")

    backup = tmp_path / "backup"
    with pytest.raises(RuntimeError, match="power cut"):
        fit(callbacks.BackupAndRestore(backup), Crash(), epochs=4)
    trained, history = fit(callbacks.BackupAndRestore(backup), epochs=4)
    assert history.epoch == [2, 3]
    whole, _ = fit(epochs=4)
    np.testing.assert_allclose(trained.get_weights()[0], whole.get_weights()[0])
    assert not backup.exists()


def test_a_list_passes_events_on_in_a_loop_of_ones_own():
    seen = []

    class Note(callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            seen.append((self.model is trained, epoch))

    trained = model()
    told = callbacks.CallbackList([Note()], add_history=True, model=trained, epochs=1)
    told.on_train_begin()
    told.on_epoch_begin(0)
    told.on_epoch_end(0, {"loss": 1.0})
    assert seen == [(True, 0)]
    assert trained.history.history == {"loss": [1.0]}


def test_older_names_of_batches_are_told_too():
    seen = []

    class Old(callbacks.Callback):
        def on_batch_end(self, batch, logs=None):
            seen.append(batch)

    fit(Old(), epochs=1)
    assert seen == [0, 1]


def test_progress_is_a_line_for_each_epoch(capsys):
    fit(epochs=2, verbose=2)
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "Epoch" in line] == ["Epoch 1/2", "Epoch 2/2"]
    assert sum("loss: " in line for line in lines) == 2


@pytest.mark.ours("tags of batches differ")
def test_tensorboard_has_the_numbers_of_training_and_validation(tmp_path):
    pytest.importorskip("tensorboardX")
    reader = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    board = callbacks.TensorBoard(tmp_path, histogram_freq=1, update_freq=2)
    fit(board, epochs=3, validation_data=(X, Y))
    found = {}
    for part in ("train", "validation"):
        events = reader.EventAccumulator(str(tmp_path / part))
        events.Reload()
        tags = events.Tags()["tensors"]
        found[part] = {tag: [e.step for e in events.Tensors(tag)] for tag in tags}
    assert found["validation"]["epoch_loss"] == [0, 1, 2]
    assert found["train"]["epoch_loss"] == [0, 1, 2]
    assert found["train"]["batch_loss"] == [0, 2, 4]
    assert found["train"]["epoch_learning_rate"] == [0, 1, 2]
    assert any(tag.endswith("/histogram") for tag in found["train"])


def test_tensorboard_has_evaluations_by_the_steps_taken(tmp_path):
    pytest.importorskip("tensorboardX" if not AGAINST_TENSORFLOW else "tensorboard")
    board = callbacks.TensorBoard(tmp_path, profile_batch=0)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=["mae"])
    data = np.ones([4, 2]), np.ones([4, 1])
    model.fit(*data, batch_size=2, epochs=2, verbose=0, callbacks=[board], validation_data=data)
    found = {}
    (file,) = map(str, (tmp_path / "validation").iterdir())
    for event in tf.compat.v1.train.summary_iterator(file):
        for value in event.summary.value:
            found.setdefault(value.tag, []).append(event.step)
    evaluations = {f"evaluation_{name}_vs_iterations": [2, 4] for name in ("loss", "mae")}
    assert found == {**evaluations, "epoch_loss": [0, 1], "epoch_mae": [0, 1]}


def test_every_event_has_its_logs():
    seen = []

    class Strict(tf.keras.callbacks.Callback):
        def on_train_begin(self, logs):
            seen.append(("begin", logs))

        def on_epoch_begin(self, epoch, logs):
            seen.append((epoch, logs))

        def on_train_batch_begin(self, batch, logs):
            seen.append((batch, logs))

        def on_train_end(self, logs):
            seen.append(("end", sorted(logs)))

        def on_test_begin(self, logs):
            seen.append(("test", logs))

    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    ended = tf.keras.callbacks.LambdaCallback(on_train_end=lambda logs: seen.append("lambda"))
    x = np.ones([2, 1], np.float32)
    model.fit(x, x, verbose=0, callbacks=[Strict(), ended])
    assert seen == [("begin", {}), (0, {}), (0, {}), ("end", ["loss"]), "lambda"]
    model.evaluate(x, x, verbose=0, callbacks=[Strict()])
    assert seen[-1] == ("test", {})


def test_a_callback_stops_within_an_epoch():
    class Second(tf.keras.callbacks.Callback):
        batches = 0

        def on_train_batch_end(self, batch, logs):
            self.batches += 1
            self.model.stop_training = batch == 1

    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    x, counted = np.ones([8, 1], np.float32), Second()
    history = model.fit(x, x, batch_size=2, epochs=3, verbose=0, callbacks=[counted])
    assert counted.batches == 2
    assert history.epoch == [0]


def test_names_of_validation_stand_in_a_file_without_it(tmp_path):
    model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    logger = tf.keras.callbacks.CSVLogger(tmp_path / "log.csv")
    model.fit(np.ones((4, 1)), np.ones((4, 1)), epochs=1, verbose=0, callbacks=[logger])
    header, row = (tmp_path / "log.csv").read_text().splitlines()
    assert header == "epoch,loss,val_loss"
    assert row.endswith(",NA")


def test_a_program_writes_beside_the_board(tmp_path):
    pytest.importorskip("tensorboardX" if not AGAINST_TENSORFLOW else "tensorboard")
    board = callbacks.TensorBoard(tmp_path, profile_batch=0)

    def more(epoch, logs):
        with board._train_writer.as_default(step=epoch), board._val_writer.as_default(step=epoch):
            tf.summary.scalar("more", 1.0)

    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    told = callbacks.LambdaCallback(on_epoch_end=more)
    model.fit(np.ones([4, 2]), np.ones([4, 1]), verbose=0, callbacks=[told, board])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["train", "validation"]


def watching(callback, values, metrics=()):
    """The callback after a training whose epochs end with these values of `val_watched`."""
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=list(metrics))
    model.train_on_batch(np.zeros([2, 1]), np.zeros([2, 1]))
    callback.set_model(model)
    callback.on_train_begin()
    for epoch, value in enumerate(values):
        callback.on_epoch_end(epoch, {callback.monitor: value})
    return callback


def test_what_is_better_follows_from_the_metric_of_that_name():
    metrics = [tf.keras.metrics.AUC(name="area")]
    stop = watching(callbacks.EarlyStopping("val_area", patience=1), [0.5, 0.6, 0.55], metrics)
    assert (stop.best, stop.best_epoch, stop.stopped_epoch) == (0.6, 1, 2)
    loss = watching(callbacks.EarlyStopping(patience=1, min_delta=0.1), [0.5, 0.45, 0.3])
    assert (loss.best, loss.stopped_epoch, loss.min_delta) == (0.3, 1, -0.1)
    assert bool(loss.monitor_op(1.0, 2.0))
    loss.best = 0.1
    loss.on_train_begin()
    assert loss.best is None


def test_a_model_is_saved_where_the_watched_number_is_not_there(tmp_path):
    saving = callbacks.ModelCheckpoint(
        tmp_path / "m.keras", "unknown", save_best_only=True, mode="min"
    )
    watching(saving, [])
    with pytest.warns(UserWarning, match="unknown available"):
        saving.on_epoch_end(0, {"loss": 1.0})
    assert (tmp_path / "m.keras").exists()


def test_a_loss_that_is_no_number_as_an_error():
    ends = callbacks.TerminateOnNaN(raise_error=True)
    with pytest.raises(RuntimeError, match="NaN or Inf loss encountered at batch 3"):
        ends.on_train_batch_end(3, {"loss": float("nan")})


def test_arguments_of_a_backup():
    with pytest.raises(ValueError, match="Empty `backup_dir`"):
        callbacks.BackupAndRestore(None)
    with pytest.raises(ValueError, match="Invalid value for argument `save_freq`"):
        callbacks.BackupAndRestore("backup", save_freq="batch")


def test_further_methods_of_a_lambda_callback():
    assert callbacks.LambdaCallback(score=lambda logs: 3).score({}) == 3


def test_training_ends_with_the_averages_that_were_swapped_in(tmp_path):
    for optimizer in (
        tf.keras.optimizers.SGD(0.1, use_ema=True),
        tf.keras.optimizers.LossScaleOptimizer(tf.keras.optimizers.SGD(0.1, use_ema=True)),
    ):
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
        model.compile(optimizer, "mse")
        swap = callbacks.SwapEMAWeights(swap_on_epoch=True)
        save = callbacks.ModelCheckpoint(tmp_path / "{epoch}.weights.h5", save_weights_only=True)
        x = np.arange(4.0, dtype="float32").reshape(4, 1)
        model.fit(
            x, 3 * x, epochs=2, batch_size=2, callbacks=[swap, save], verbose=0, shuffle=False
        )
        ended = [weight.numpy() for weight in model.trainable_variables]
        model.load_weights(tmp_path / "2.weights.h5")
        for one, other in zip(model.trainable_variables, ended, strict=True):
            np.testing.assert_array_equal(one.numpy(), other)


def test_events_of_lists_of_callbacks_are_passed_on_by_name():
    told = []

    class Told(callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            told.append(("epoch", epoch))

        def on_train_batch_end(self, batch, logs=None):
            told.append(("batch", batch, (logs or {}).get("loss")))

    listed = callbacks.CallbackList([Told()], model=tf.keras.Sequential())
    listed.on_epoch_begin(epoch=3, logs={})
    listed.on_train_batch_begin(batch=4)
    listed.on_train_batch_end(batch=4, logs={"loss": 0.5})
    assert told == [("epoch", 3), ("batch", 4, 0.5)]


def test_a_plateau_at_the_least_rate_is_no_reduction(capsys):
    x = np.zeros([4, 2], "float32")  # nothing is learnt
    trained = model(rate=0.001)
    least = callbacks.ReduceLROnPlateau("loss", patience=1, min_lr=0.0005, verbose=1)
    trained.fit(x, x[:, :1], epochs=5, callbacks=[least], verbose=0)
    assert capsys.readouterr().out.count("reducing") == 1


def test_batches_of_predictions_are_told_as_arrays():
    told = []

    class Told(callbacks.Callback):
        def on_predict_batch_end(self, batch, logs=None):
            told.append(logs["outputs"])

    model().predict(X, batch_size=4, callbacks=[Told()], verbose=0)
    assert [type(one) for one in told] == [np.ndarray, np.ndarray]
    assert told[0].shape == (4, 1)


@pytest.mark.parametrize("fraction", [1.0, 1e-20])
def test_no_part_of_the_data_may_be_empty(fraction):
    with pytest.raises(ValueError, match="contains 8 samples, which is not sufficient to split"):
        fit(validation_split=fraction)


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="ours: Keras draws bars wherever it prints")
@pytest.mark.parametrize("verbose", ["auto", 1, 2])
def test_predictions_have_a_line_of_progress(capsys, verbose):
    model().predict(X, batch_size=4, verbose=verbose)
    assert capsys.readouterr().out.startswith("2/2 ")


def test_silent_predictions_have_none(capsys):
    model().predict(X, batch_size=4, verbose=0)
    assert capsys.readouterr().out == ""
