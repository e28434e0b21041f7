"""`tf.summary`: what it writes is what TensorBoard's own reader finds."""

import subprocess
import sys

import numpy as np
import pytest
from library import tf

pytest.importorskip("tensorboardX")
pytestmark = pytest.mark.ours("the writer is an extra")


@pytest.fixture
def writer(tmp_path):
    made = tf.summary.create_file_writer(tmp_path)
    with made.as_default():
        yield made
    made.close()


def read(folder):
    """All tensors by tag, as TensorBoard reads them: lists of step and array."""
    accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    util = pytest.importorskip("tensorboard.util.tensor_util")
    events = accumulator.EventAccumulator(str(folder))
    events.Reload()
    tags = events.Tags()["tensors"]
    return {
        tag: [(event.step, util.make_ndarray(event.tensor_proto)) for event in events.Tensors(tag)]
        for tag in tags
    }


def test_scalars_are_read_at_their_steps(writer, tmp_path):
    for step in range(3):
        assert tf.summary.scalar("loss", tf.constant(0.5) * step, step=step)
    writer.flush()
    found = read(tmp_path)["loss"]
    assert [(step, float(value)) for step, value in found] == [(0, 0.0), (1, 0.5), (2, 1.0)]


def test_a_variable_is_a_step_that_moves(writer, tmp_path):
    step = tf.Variable(0, dtype=tf.int64)
    tf.summary.experimental.set_step(step)
    try:
        tf.summary.scalar("a", 1)
        step.assign_add(4)
        tf.summary.scalar("a", 2)
    finally:
        tf.summary.experimental.set_step(None)
    writer.flush()
    assert [step for step, _ in read(tmp_path)["a"]] == [0, 4]


def test_no_step_is_an_error(writer):
    with pytest.raises(ValueError, match="No step set"):
        tf.summary.scalar("a", 1.0)


def test_a_context_gives_the_step_and_takes_it_back(tmp_path):
    writer = tf.summary.create_file_writer(tmp_path)
    with writer.as_default(step=5):
        assert tf.summary.experimental.get_step() == 5
        tf.summary.scalar("a", 1.0)
    assert tf.summary.experimental.get_step() is None
    assert read(tmp_path)["a"][0][0] == 5


def test_without_a_writer_nothing_is_recorded():
    assert tf.summary.should_record_summaries() is False
    assert tf.summary.scalar("a", 1.0, step=0) is False


def test_record_if_asks_a_function_each_time(writer, tmp_path):
    step = tf.Variable(0, dtype=tf.int64)
    with tf.summary.record_if(lambda: step % 2 == 0):
        for _ in range(4):
            tf.summary.scalar("a", 1.0, step=step)
            step.assign_add(1)
    writer.flush()
    assert [step for step, _ in read(tmp_path)["a"]] == [0, 2]


def test_histograms_count(writer, tmp_path):
    tf.summary.histogram("w", tf.constant([0.0, 0.1, 1.0]), step=0, buckets=2)
    tf.summary.histogram("same", tf.ones([4]), step=0)
    tf.summary.histogram("none", tf.ones([0]), step=0)
    writer.flush()
    found = read(tmp_path)
    assert found["w"][0][1].tolist() == [[0.0, 0.5, 2.0], [0.5, 1.0, 1.0]]
    assert found["same"][0][1][:, 2].sum() == 4
    assert found["none"][0][1].shape == (30, 3)


def test_images_are_png_files(writer, tmp_path):
    pictures = pytest.importorskip("PIL.Image")
    import io

    pixels = np.zeros([5, 2, 3, 3], np.float32)
    pixels[0, 0, 0] = [1.0, 0.5, 2.0]
    tf.summary.image("x", pixels, step=0)
    writer.flush()
    width, height, *files = read(tmp_path)["x"][0][1]
    assert (width, height, len(files)) == (b"3", b"2", 3)
    shown = np.asarray(pictures.open(io.BytesIO(files[0])))
    assert shown.shape == (2, 3, 3)
    assert shown[0, 0].tolist() == [255, 127, 255]
    with pytest.raises(ValueError, match="image summary 'x'"):
        tf.summary.image("x", pixels[0], step=0)


def test_texts_keep_their_shape(writer, tmp_path):
    tf.summary.text("note", "hello", step=1)
    tf.summary.text("table", [["a", "b"]], step=1)
    writer.flush()
    found = read(tmp_path)
    assert found["note"][0][1].item() == b"hello"
    assert found["table"][0][1].shape == (1, 2)


def test_scopes_come_before_tags(writer, tmp_path):
    with tf.summary.experimental.summary_scope("train"):
        tf.summary.scalar("loss", 1.0, step=0)
    tf.summary.write("raw", tf.constant([1, 2]), step=0)
    writer.flush()
    assert set(read(tmp_path)) == {"train/loss", "raw"}


def test_writers_of_one_folder_have_files_of_their_own(tmp_path):
    writers = [tf.summary.create_file_writer(tmp_path / "deep" / "er") for _ in range(3)]
    for writer in writers:
        writer.close()
    assert len(list((tmp_path / "deep" / "er").iterdir())) == 3


def test_a_closed_writer_says_so(tmp_path):
    writer = tf.summary.create_file_writer(tmp_path)
    writer.close()
    writer.close()
    with pytest.raises(RuntimeError, match="already closed"), writer.as_default():
        pass


def test_a_scalar_has_no_axes(writer):
    with pytest.raises(ValueError, match="takes a scalar"):
        tf.summary.scalar("a", [1.0, 2.0], step=0)


def test_what_a_program_leaves_open_is_in_the_file(tmp_path):
    program = (
        "import sys, gradtape as tf\n"
        "w = tf.summary.create_file_writer(sys.argv[1]); w.set_as_default()\n"
        "tf.summary.scalar('a', 1.0, step=3)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True)
    assert read(tmp_path)["a"][0][0] == 3


def test_without_the_extra_the_error_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorboardX.event_file_writer", None)
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    with pytest.raises(ImportError, match=r"pip install 'gradtape\[tensorboard\]'"):
        tf.summary.create_file_writer(tmp_path)


def test_events_are_read_in_their_order(writer, tmp_path):
    for step in range(3):
        tf.summary.scalar("loss", 0.5 * step, step=step)
    tf.summary.text("note", "words", step=7)
    writer.flush()
    (path,) = tmp_path.iterdir()
    events = [e for e in tf.compat.v1.train.summary_iterator(str(path)) if e.summary.value]
    assert [(e.step, e.summary.value[0].tag) for e in events] == [
        *((step, "loss") for step in range(3)),
        (7, "note"),
    ]
    values = [tf.make_ndarray(e.summary.value[0].tensor) for e in events]
    assert [float(value) for value in values[:3]] == [0.0, 0.5, 1.0]
    assert values[3].tolist() == b"words"


def test_a_damaged_event_file_is_told(tmp_path):
    path = tmp_path / "events"
    path.write_bytes(b"\x05" + b"\0" * 40)
    with pytest.raises(tf.errors.DataLossError):
        list(tf.compat.v1.train.summary_iterator(str(path)))


def test_messages_of_version_1_are_written_as_they_are(writer, tmp_path):
    message = tf.compat.v1.Summary()
    message.value.add(tag="a", tensor=tf.make_tensor_proto([1.0, 2.0]))
    message.value.add(tag="b", simple_value=0.5)
    text = tf.constant(message.SerializeToString())
    assert tf.summary.experimental.write_raw_pb(text, step=3)
    writer.flush()
    ((step, value),) = read(tmp_path)["a"]
    assert (step, value.tolist()) == (3, [1.0, 2.0])


def test_settings_of_runs_are_written(tmp_path):
    pytest.importorskip("tensorboard.plugins.hparams.plugin_data_pb2")
    program = (
        "import gradtape; gradtape.install(); import tensorflow as tf\n"
        "from tensorboard.plugins.hparams import api as hp\n"
        f"with tf.summary.create_file_writer({str(tmp_path)!r}).as_default():\n"
        "    units = hp.HParam('units', hp.Discrete([2, 4]))\n"
        "    hp.hparams_config(hparams=[units], metrics=[hp.Metric('loss')])\n"
        "    hp.hparams({units: 2})\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    assert {"_hparams_/experiment", "_hparams_/session_start_info"} <= set(read(tmp_path))
