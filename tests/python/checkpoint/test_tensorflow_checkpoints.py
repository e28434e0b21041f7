"""Checkpoints that TensorFlow wrote: looking into them, and restoring modules and Keras models."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from checks import assert_close
from library import AGAINST_TENSORFLOW, ours, tf

pytest.importorskip("google.protobuf")
THEIRS = Path(__file__).parent / "written_by_tensorflow"
MODULE = str(THEIRS / "module-1")
X = [[1.0, 2.0], [-1.0, 0.5]]


class Pair(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.zeros([2, 2]))
        self.parts = [tf.Variable(0, dtype=tf.int64), {"deep": tf.Variable(["", ""])}]
        self.half = tf.Variable([0.0, 0.0], dtype=tf.bfloat16)
        self.flags = tf.Variable([False, False])


def dense():
    layers = tf.keras.layers
    return tf.keras.Sequential([layers.Dense(3, activation="tanh"), layers.Dense(1)])


def test_looking_into_a_checkpoint():
    names = [name for name, _ in tf.train.list_variables(MODULE)]
    value = "/.ATTRIBUTES/VARIABLE_VALUE"
    assert names == [
        "_CHECKPOINTABLE_OBJECT_GRAPH",
        *(f"pair/{name}{value}" for name in ("flags", "half", "parts/0", "parts/1/deep", "w")),
        *(f"{name}{value}" for name in ("save_counter", "step")),
    ]
    reader = tf.train.load_checkpoint(MODULE)
    assert reader.get_tensor(f"pair/w{value}").tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert reader.get_tensor(f"pair/parts/1/deep{value}").tolist() == [b"a", b"bc"]
    assert reader.get_tensor(f"pair/flags{value}").tolist() == [True, False]
    assert reader.get_variable_to_shape_map()[f"pair/w{value}"] == [2, 2]
    assert reader.get_variable_to_dtype_map()[f"pair/half{value}"] == tf.bfloat16
    assert reader.has_tensor(f"step{value}")
    assert tf.train.load_variable(MODULE, f"step{value}") == 7
    with pytest.raises((tf.errors.NotFoundError, tf.errors.OpError)):
        reader.get_tensor("no")
    assert tf.train.latest_checkpoint(str(THEIRS)) == str(THEIRS / "weights2")


def test_restoring_a_module():
    checkpoint = tf.train.Checkpoint(pair=Pair(), step=tf.Variable(0, dtype=tf.int64))
    checkpoint.restore(MODULE).assert_consumed()
    pair = checkpoint.pair
    assert pair.w.numpy().tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert int(pair.parts[0]) == 5
    assert pair.parts[1]["deep"].numpy().tolist() == [b"a", b"bc"]
    assert tf.cast(pair.half, tf.float32).numpy().tolist() == [1.5, -2.0]
    assert [int(checkpoint.step), int(checkpoint.save_counter)] == [7, 1]


def test_restoring_a_part():
    pair = Pair()
    status = tf.train.Checkpoint(pair=pair).restore(MODULE)
    status.expect_partial()
    status.assert_existing_objects_matched()
    with pytest.raises(AssertionError):
        status.assert_consumed()
    assert int(pair.parts[0]) == 5


def test_what_is_made_later_gets_its_value():
    checkpoint = tf.train.Checkpoint()
    checkpoint.restore(MODULE)
    checkpoint.step = tf.Variable(0, dtype=tf.int64)
    assert int(checkpoint.step) == 7


def test_shapes_that_differ():
    pair = Pair()
    pair.w = tf.Variable(tf.zeros([3]))
    with pytest.raises(ValueError, match="incompatible tensor"):
        tf.train.Checkpoint(pair=pair).restore(MODULE)
    assert int(pair.parts[0]) == 0 or AGAINST_TENSORFLOW


# The output of each of the models when it was saved, two steps of Adam after its start.
OUTPUT = {
    "keras2": [[11.200451850891113], [11.080022811889648]],
    "keras3": [[11.200451850891113], [11.080022811889648]],
    "legacy": [[11.200447082519531], [11.08001708984375]],
}


@ours("in TensorFlow each Keras reads its own")
@pytest.mark.parametrize("built", [True, False])
@pytest.mark.parametrize("kind", OUTPUT)
def test_models_and_optimizers_of_keras(kind, built):
    model, optimizer = dense(), tf.keras.optimizers.Adam(0.5)
    if built:
        model(tf.constant(X))
        optimizer.build(model.trainable_variables)
    status = tf.train.Checkpoint(model=model, optimizer=optimizer).read(str(THEIRS / kind))
    assert_close(model(tf.constant(X)), OUTPUT[kind], 1e-6)
    optimizer.build(model.trainable_variables)
    status.assert_consumed()
    assert int(optimizer.iterations) == 2
    assert float(optimizer.learning_rate) == pytest.approx(0.1)
    moments = [v for v in optimizer.variables[2:] if v.shape == [2, 3]]
    assert len(moments) == 2
    assert np.abs(moments[0].numpy()).max() > 0
    assert (moments[1].numpy() >= 0).all()
    assert moments[1].numpy().max() > 0


@ours("the same steps follow")
def test_training_goes_on_as_it_would():
    model, optimizer = dense(), tf.keras.optimizers.Adam(0.1)
    model.build([None, 2])
    for place, variable in enumerate(model.trainable_variables):
        numbers = tf.range(tf.size(variable), dtype=tf.float32)
        variable.assign(tf.reshape(numbers, variable.shape) + place)
    restored, again = dense(), tf.keras.optimizers.Adam(0.5)
    restored.build([None, 2])
    again.build(restored.trainable_variables)
    tf.train.Checkpoint(model=restored, optimizer=again).read(str(THEIRS / "keras3"))
    for _ in range(3):
        step(model, optimizer)
    step(restored, again)
    assert_close(restored(tf.constant(X)), model(tf.constant(X)), 1e-5)


def step(model, optimizer):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(tf.constant(X)) ** 2)
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))


@ours("this is a checkpoint that tf_keras wrote")
def test_the_weights_of_a_model_in_a_checkpoint():
    model = dense()
    model(tf.constant(X))
    model.load_weights(str(THEIRS / "weights2"))
    assert_close(model(tf.constant(X)), OUTPUT["keras2"], 1e-6)


# --- Damage ---------------------------------------------------------------------------------------


@pytest.fixture
def copied(tmp_path):
    for path in THEIRS.glob("module-1*"):
        shutil.copy(path, tmp_path)
    return tmp_path


def read_all(prefix):
    reader = tf.train.load_checkpoint(prefix)
    for name in reader.get_variable_to_shape_map():
        reader.get_tensor(name)
    tf.train.Checkpoint(pair=Pair()).restore(prefix)


@ours("TensorFlow notices less, or crashes")
@pytest.mark.parametrize("suffix", [".index", ".data-00000-of-00001"])
def test_each_changed_byte_is_noticed(copied, suffix):
    path = copied / f"module-1{suffix}"
    data = path.read_bytes()
    # The padding of the footer has no meaning.
    meaningful = [n for n in range(len(data)) if suffix != ".index" or not -44 < n - len(data) < -8]
    for place in meaningful[:: max(len(meaningful) // 60, 1)]:
        changed = bytearray(data)
        changed[place] ^= 0x41
        path.write_bytes(changed)
        with pytest.raises(tf.errors.DataLossError):
            read_all(str(copied / "module-1"))
    for size in range(0, len(data), len(data) // 20):
        path.write_bytes(data[:size])
        with pytest.raises(tf.errors.DataLossError):
            read_all(str(copied / "module-1"))


def test_missing_data(copied):
    (copied / "module-1.data-00000-of-00001").unlink()
    with pytest.raises(tf.errors.OpError):
        read_all(str(copied / "module-1"))


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="looks inside gradtape")
def test_snappy():
    from gradtape._checkpoint.snappy import SnappyError, decompressed

    assert decompressed(b"\x06\x04ab\x01\x02") == b"ababab"
    assert decompressed(b"\x00") == b""
    assert decompressed(b"\x46\xf0\x41" + b"x" * 66 + b"\x0e\x02\x00") == b"x" * 70
    for bad in (b"", b"\x05\x04ab", b"\x03\x04ab\x01\x02", b"\x06\x04ab\x01\x09", b"\xff" * 12):
        with pytest.raises(SnappyError):
            decompressed(bad)
