"""train.Checkpoint: saving, restoring into other objects, what was not matched, managers."""

import os
from pathlib import Path

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

Checkpoint = tf.train.Checkpoint


class Model(tf.Module):
    def __init__(self, value=0.0):
        super().__init__()
        self.w = tf.Variable([value, value], name="w")
        self.l = [tf.Variable(value + 1, name="l0"), {"k": tf.Variable(value + 2, name="k")}]


@pytest.fixture
def prefix(tmp_path):
    return str(tmp_path / "ckpt")


# --- saving and restoring -------------------------------------------------------------------------


def test_a_checkpoint_restores_what_it_saved(prefix):
    v, step = tf.Variable([1.0, 2.0]), tf.Variable(3)
    checkpoint = Checkpoint(v=v, step=step)
    path = checkpoint.save(prefix)
    v.assign([9.0, 9.0])
    step.assign(7)
    status = checkpoint.restore(path)
    assert_close(v, [1.0, 2.0])
    assert step.numpy() == 3
    assert status.assert_consumed() is status
    assert status.assert_existing_objects_matched() is status


def test_save_counts_and_write_does_not(prefix):
    checkpoint = Checkpoint(v=tf.Variable(1.0))
    assert checkpoint.save(prefix) == prefix + "-1"
    assert checkpoint.save(prefix) == prefix + "-2"
    assert int(checkpoint.save_counter) == 2
    assert checkpoint.write(prefix + "-final") == prefix + "-final"
    assert tf.train.latest_checkpoint(str(Path(prefix).parent)) == prefix + "-2"


def test_read_restores_what_write_wrote(prefix):
    v = tf.Variable(1.0)
    path = Checkpoint(v=v).write(prefix)
    v.assign(5.0)
    Checkpoint(v=v).read(path).assert_consumed()
    assert v.numpy() == 1.0


@pytest.mark.parametrize(
    "dtype",
    [
        *("float16", "bfloat16", "float32", "float64", "float8_e5m2", "float8_e4m3fnuz"),
        *("int8", "int64", "uint8", "bool", "complex64"),
    ],
)
@pytest.mark.parametrize("shape", [[], [3], [2, 3], [0, 2]])
def test_every_dtype_and_shape(prefix, dtype, shape):
    value = tf.cast(tf.reshape(tf.range(int(np.prod(shape))) % 2, shape), dtype)
    v = tf.Variable(value)
    path = Checkpoint(v=v).save(prefix)
    v.assign(tf.zeros(shape, dtype))
    Checkpoint(v=v).restore(path)
    assert_close(v, value)


def test_objects_are_matched_by_their_place(prefix):
    path = Checkpoint(model=Model(5.0)).save(prefix)
    other = Model(0.0)
    Checkpoint(model=other).restore(path).expect_partial()
    assert_close(other.w, [5.0, 5.0])
    assert_close(other.l[0], 6.0)
    assert_close(other.l[1]["k"], 7.0)


def test_the_root_may_be_the_object_itself(prefix):
    path = Checkpoint(Model(5.0)).save(prefix)
    other = Model(0.0)
    Checkpoint(other).restore(path).expect_partial()
    assert_close(other.w, [5.0, 5.0])


def test_variables_made_after_restoring_get_their_value(prefix):
    path = Checkpoint(model=Model(5.0)).save(prefix)
    late = tf.Module()
    status = Checkpoint(model=late).restore(path)
    late.w = tf.Variable([100.0, 100.0])
    assert_close(late.w, [5.0, 5.0])
    status.expect_partial()


def test_an_optimizer_goes_on_where_it_was(prefix):
    def train(w, optimizer, steps):
        for _ in range(steps):
            optimizer.apply_gradients([(tf.constant([0.5, -1.0]), w)])

    w, optimizer = tf.Variable([1.0, 2.0]), tf.keras.optimizers.Adam(0.1)
    train(w, optimizer, 2)
    path = Checkpoint(w=w, optimizer=optimizer).save(prefix)
    train(w, optimizer, 3)

    v, other = tf.Variable([0.0, 0.0]), tf.keras.optimizers.Adam(0.1)
    checkpoint = Checkpoint(w=v, optimizer=other)
    checkpoint.restore(path)
    train(v, other, 3)
    assert_close(v, w.numpy())
    assert int(other.iterations) == 5


@pytest.mark.ours("Keras 3 keeps the learning rate among the slots; Keras 2 beside them")
@pytest.mark.parametrize("built", [False, True])
@pytest.mark.parametrize("before", ["number", "schedule"])
def test_the_slots_do_not_depend_on_how_the_learning_rate_is_given(prefix, before, built):
    schedule = tf.keras.optimizers.schedules.PiecewiseConstantDecay([9], [0.1, 0.2])
    rates = {"number": (0.1, schedule), "schedule": (schedule, 0.1)}[before]
    optimizer, other = (tf.keras.optimizers.Adam(rate) for rate in rates)
    w, v = tf.Variable([1.0, 2.0]), tf.Variable([0.0, 0.0])
    optimizer.apply_gradients([(tf.constant([0.5, -1.0]), w)])
    path = Checkpoint(w=w, optimizer=optimizer).save(prefix)
    if built:
        other.build([v])
    Checkpoint(w=v, optimizer=other).restore(path).expect_partial()
    for one, variable in ((optimizer, w), (other, v)):
        one.apply_gradients([(tf.constant([0.25, 3.0]), variable)])
    assert_close(v, w.numpy())
    assert int(other.iterations) == 2


def test_names_and_values_can_be_listed(prefix):
    path = Checkpoint(model=Model(5.0)).save(prefix)
    suffix = "/.ATTRIBUTES/VARIABLE_VALUE"
    listed = dict(tf.train.list_variables(path))
    assert listed["model/w" + suffix] == [2]
    assert {"model/l/0" + suffix, "model/l/1/k" + suffix, "save_counter" + suffix} <= set(listed)
    assert_close(tf.train.load_variable(path, "model/w" + suffix), [5.0, 5.0])
    assert_close(tf.train.load_checkpoint(path).get_tensor("model/l/0" + suffix), 6.0)


# --- what does not match --------------------------------------------------------------------------


def test_values_that_nobody_took(prefix):
    path = Checkpoint(v=tf.Variable(1.0), step=tf.Variable(3)).save(prefix)
    v = tf.Variable(0.0)
    status = Checkpoint(v=v).restore(path)
    assert v.numpy() == 1.0
    with pytest.raises(AssertionError, match="Unresolved object in checkpoint"):
        status.assert_consumed()
    status.assert_existing_objects_matched()
    assert status.expect_partial() is status


def test_objects_that_found_no_value(prefix):
    path = Checkpoint(v=tf.Variable(1.0)).save(prefix)
    status = Checkpoint(v=tf.Variable(0.0), extra=tf.Variable(1.0)).restore(path)
    with pytest.raises(
        AssertionError, match="1 Python objects that were not bound to checkpointed"
    ):
        status.assert_existing_objects_matched()


def test_a_value_of_another_shape_is_refused(prefix):
    path = Checkpoint(v=tf.Variable([1.0, 2.0])).save(prefix)
    v = tf.Variable([1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match=r"shape \(2,\) when attempting to restore variable with"):
        Checkpoint(v=v).restore(path)
    assert_close(v, [1.0, 2.0, 3.0])


def test_a_file_that_is_not_there(prefix):
    with pytest.raises(
        tf.errors.NotFoundError, match="Error when restoring from checkpoint or Saved"
    ):
        Checkpoint(v=tf.Variable(1.0)).restore(prefix + "-77")
    assert tf.train.latest_checkpoint(str(Path(prefix).parent)) is None


def test_nothing_to_restore_is_no_error():
    v = tf.Variable(1.0)
    Checkpoint(v=v).restore(None)
    assert v.numpy() == 1.0


@pytest.mark.parametrize("bad", [3, tf.constant(1.0), "a"])
def test_what_cannot_be_saved(bad):
    with pytest.raises(ValueError, match="`Checkpoint` was expecting v to be a trackable object"):
        Checkpoint(v=bad)


# --- whole or not at all --------------------------------------------------------------------------


@ours("a damaged file is a DataLossError; TensorFlow's format is another")
def test_a_damaged_file_is_refused(prefix):
    v = tf.Variable(np.arange(100.0))
    path = Checkpoint(v=v).save(prefix)
    for file in Path(prefix).parent.iterdir():
        data = file.read_bytes()
        if file.name != "checkpoint" and len(data) > 100:
            file.write_bytes(data[: len(data) // 2])
    v.assign(np.zeros(100))
    with pytest.raises((tf.errors.DataLossError, tf.errors.OpError)):
        Checkpoint(v=v).restore(path)
    assert_close(v, np.zeros(100))


@ours("a crash in the middle of a save leaves the old checkpoint whole")
def test_an_interrupted_save_leaves_the_old_file(prefix, monkeypatch):
    v = tf.Variable([1.0, 2.0])
    checkpoint = Checkpoint(v=v)
    path = checkpoint.write(prefix)

    def crash(*_):
        raise OSError("no more")

    v.assign([3.0, 4.0])
    for step in ("fsync", "replace", "rename"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, crash)
            try:
                checkpoint.write(prefix)
            except OSError:
                v.assign([0.0, 0.0])
                Checkpoint(v=v).read(path)
                assert_close(v, [1.0, 2.0])
                v.assign([3.0, 4.0])
                break
    else:
        pytest.fail("no step of writing could be made to fail")


# --- managers -------------------------------------------------------------------------------------


def test_a_manager_keeps_the_last_ones(tmp_path):
    v = tf.Variable(0.0)
    directory = str(tmp_path / "managed")
    manager = tf.train.CheckpointManager(Checkpoint(v=v), directory, max_to_keep=2)
    saved = []
    for k in range(4):
        v.assign(float(k))
        saved.append(manager.save())
    assert manager.checkpoints == saved[-2:]
    assert manager.latest_checkpoint == saved[-1]
    assert tf.train.latest_checkpoint(directory) == saved[-1]
    v.assign(77.0)
    Checkpoint(v=v).restore(manager.latest_checkpoint)
    assert v.numpy() == 3.0
    with pytest.raises(tf.errors.NotFoundError):
        Checkpoint(v=v).restore(saved[0])


def test_a_manager_finds_what_is_there(tmp_path):
    v = tf.Variable(1.0)
    directory = str(tmp_path / "managed")
    make = lambda: tf.train.CheckpointManager(Checkpoint(v=v), directory, max_to_keep=3)  # noqa: E731
    assert make().latest_checkpoint is None
    path = make().save()
    v.assign(5.0)
    manager = make()
    assert manager.latest_checkpoint == path
    assert manager.restore_or_initialize() == path
    assert v.numpy() == 1.0


def test_a_stack_of_layers_whose_network_was_asked_for(tmp_path):
    def made():
        layers = tf.keras.layers
        return tf.keras.Sequential([tf.keras.Input((4,)), layers.Dense(3), layers.Dense(2)])

    model, other = made(), made()
    for stack in (model, other):
        stack(tf.zeros([1, 4]))
        assert tuple(stack.inputs[0].shape) == (None, 4)
    path = tf.train.Checkpoint(model=model).save(str(tmp_path / "stack"))
    tf.train.Checkpoint(model=other).restore(path).assert_consumed()
    for one, same in zip(model.get_weights(), other.get_weights(), strict=True):
        assert one.tolist() == same.tolist()
