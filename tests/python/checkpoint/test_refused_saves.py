"""Saves that fail or are killed: the old file stays whole, nothing is left over, TensorFlow's error
says why; and every kind of path is one."""

import errno
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import numpy as np
import pytest
from library import ours, tf

posix = pytest.mark.skipif(sys.platform == "win32", reason="limits, users and locks of POSIX")
layout = ours("files and their names are this library's")


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def unfinished(folder):
    return [name for name in names_in(folder) if name.endswith(".tmp")]


def run(program, *arguments, status=0):
    """Run a program in another process; what it prints."""
    head = "import os, signal, sys\nimport gradtape as tf\nfrom pathlib import Path\n"
    done = subprocess.run(
        [sys.executable, "-c", head + program, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done.stdout


# --- a full disk, a folder that cannot be written -------------------------------------------------

SAVES = {
    "write": "tf.train.Checkpoint(v=v).write(folder / 'old')",
    "save": "tf.train.Checkpoint(v=v).save(folder / 'new')",
    "manager": "tf.train.CheckpointManager(tf.train.Checkpoint(v=v), folder, 2).save()",
    "weights": "model.save_weights(folder / 'model.weights.h5')",
    "model": "model.save(folder / 'model.keras')",
}
TRY = """
folder = Path(sys.argv[1])
v = tf.Variable(tf.range(100_000.0))
model = tf.keras.Sequential([tf.keras.Input((1000,)), tf.keras.layers.Dense(100)])
tf.train.CheckpointManager  # imported as long as Python's own folder may be read
{limit}
try:
    {save}
except Exception as error:
    print(type(error).__name__, type(error.__cause__ or error).__name__, error)
"""
FULL = """
import resource
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
"""
UNPRIVILEGED = "if os.geteuid() == 0: os.setuid(65534)"


@pytest.fixture
def folder():
    """A folder that other users may enter, with a checkpoint and a model."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        tf.train.Checkpoint(v=tf.Variable(1.0)).write(folder / "old")
        model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
        model.save(folder / "model.keras")
        model.save_weights(folder / "model.weights.h5")
        yield folder
        folder.chmod(0o755)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@layout
@posix
@pytest.mark.parametrize("save", SAVES)
def test_a_file_that_may_not_grow(folder, save):
    before = contents(folder)
    printed = run(TRY.format(limit=FULL, save=SAVES[save]), folder)
    keras = save in ("weights", "model")
    assert printed.startswith("OSError OSError" if keras else "OutOfRangeError OSError"), printed
    assert contents(folder) == before


@layout
@posix
@pytest.mark.parametrize("save", SAVES)
def test_a_folder_that_cannot_be_written(folder, save):
    before = contents(folder)
    folder.chmod(0o555)
    printed = run(TRY.format(limit=UNPRIVILEGED, save=SAVES[save]), folder)
    kind = "PermissionError" if save in ("weights", "model") else "PermissionDeniedError"
    assert printed.startswith(f"{kind} PermissionError"), printed
    assert str(folder) in printed
    assert contents(folder) == before


@layout
@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, tf.errors.ResourceExhaustedError),
        (errno.EROFS, tf.errors.PermissionDeniedError),
        (errno.EFBIG, tf.errors.OutOfRangeError),
        (errno.EIO, tf.errors.UnknownError),
    ],
)
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_what_the_system_refuses(tmp_path, monkeypatch, number, kind, step):
    v = tf.Variable([1.0, 2.0])
    checkpoint = tf.train.Checkpoint(v=v)
    path = checkpoint.write(tmp_path / "sub" / "ckpt")
    before = contents(tmp_path / "sub")

    def refuse(*_, **__):
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, step, refuse)
        if step == "replace":  # which paths of Python 3.10 have kept
            patch.setattr(Path, step, refuse)
        with pytest.raises(kind, match=os.strerror(number)) as caught:
            checkpoint.write(path)
    assert isinstance(caught.value.__cause__, OSError)
    assert contents(tmp_path / "sub") == before


@layout
def test_a_failed_save_is_not_counted(tmp_path, monkeypatch):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    manager = tf.train.CheckpointManager(checkpoint, tmp_path, 3)
    first = manager.save()

    def refuse(*_):
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        with pytest.raises(tf.errors.ResourceExhaustedError, match="full"):
            manager.save()
    assert int(checkpoint.save_counter) == 1
    assert manager.checkpoints == [first]
    assert manager.save() == str(tmp_path / "ckpt-2")


@layout
@posix
def test_a_checkpoint_that_cannot_be_read(folder):
    (folder / "old.index").chmod(0)
    program = TRY.format(limit=UNPRIVILEGED, save="tf.train.Checkpoint(v=v).read(folder / 'old')")
    assert run(program, folder).startswith("PermissionDeniedError PermissionError")
    program = TRY.format(limit=UNPRIVILEGED, save="tf.train.load_checkpoint(folder / 'old')")
    assert run(program, folder).startswith("PermissionDeniedError PermissionError")


# --- killed in the middle -------------------------------------------------------------------------

KILLED = """
os.fsync = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
{save}
"""


@layout
@posix
def test_the_next_save_removes_what_a_killed_one_left(tmp_path):
    for save in (
        "tf.train.Checkpoint(v=tf.Variable(1.0)).save(sys.argv[1] + '/a')",
        "tf.keras.Sequential([tf.keras.Input((1,))]).save(sys.argv[1] + '/m.keras')",
    ):
        run(KILLED.format(save=save), tmp_path, status=-9)
        assert len(unfinished(tmp_path)) == 1
    other = tmp_path / ".mine.tmp"
    other.write_text("is no file of this library")
    tf.train.Checkpoint(v=tf.Variable(2.0)).save(tmp_path / "another")
    assert unfinished(tmp_path) == [".mine.tmp"]


@layout
@posix
def test_a_save_that_is_under_way_is_left_alone(tmp_path):
    from gradtape._checkpoint.replacing import replacing

    with replacing(tmp_path / "slow") as file:
        file.write(b"one, ")
        tf.train.Checkpoint(v=tf.Variable(1.0)).save(tmp_path / "ckpt")
        writing = "tf.train.Checkpoint(v=tf.Variable(1.0)).save(sys.argv[1] + '/other')"
        run(writing, tmp_path)
        assert len(unfinished(tmp_path)) == 1
        file.write(b"two")
    assert (tmp_path / "slow").read_bytes() == b"one, two"
    assert unfinished(tmp_path) == []


def test_many_threads_save_in_one_folder(tmp_path):
    failures = []

    def work(number):
        try:
            v = tf.Variable(float(number))
            for _ in range(20):
                path = tf.train.Checkpoint(v=v).write(tmp_path / f"ckpt{number % 3}")
                tf.train.Checkpoint(v=tf.Variable(0.0)).read(path)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("taken its place" in str(error) for error in failures), failures
    assert unfinished(tmp_path) == []


# --- paths ----------------------------------------------------------------------------------------

KINDS = {"text": os.fsdecode, "bytes": os.fsencode, "path": lambda path: Path(os.fsdecode(path))}


@layout
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_path(tmp_path, kind):
    path = KINDS[kind]
    v = tf.Variable([1.0, 2.0])
    checkpoint = tf.train.Checkpoint(v=v)
    prefix = str(tmp_path / "ckpt")
    assert checkpoint.write(path(prefix)) == prefix
    assert checkpoint.save(path(prefix)) == f"{prefix}-1"
    assert names_in(tmp_path) == ["checkpoint", "ckpt-1.index", "ckpt.index"]
    v.assign([0.0, 0.0])
    checkpoint.read(path(prefix)).expect_partial()
    assert v.numpy().tolist() == [1.0, 2.0]
    v.assign([0.0, 0.0])
    checkpoint.restore(path(f"{prefix}-1")).assert_consumed()
    assert v.numpy().tolist() == [1.0, 2.0]
    name = "v/.ATTRIBUTES/VARIABLE_VALUE"
    assert tf.train.latest_checkpoint(path(tmp_path)) == f"{prefix}-1"
    assert tf.train.list_variables(path(prefix))[1:] == [(name, [2])]
    assert tf.train.load_checkpoint(path(tmp_path)).has_tensor(name)
    assert tf.train.load_variable(path(prefix), "v").tolist() == [1.0, 2.0]
    manager = tf.train.CheckpointManager(checkpoint, path(tmp_path), 2)
    assert manager.directory == str(tmp_path)
    assert manager.save() == f"{prefix}-2"


@layout
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_path_of_a_model(tmp_path, kind):
    path = KINDS[kind]
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    weights = model.get_weights()[0]
    model.save(path(tmp_path / "m.keras"))
    model.save_weights(path(tmp_path / "m.weights.h5"))
    model.set_weights([np.zeros((2, 1)), np.zeros(1)])
    model.load_weights(path(tmp_path / "m.weights.h5"))
    assert (model.get_weights()[0] == weights).all()
    again = tf.keras.models.load_model(path(tmp_path / "m.keras"))
    assert (again.get_weights()[0] == weights).all()
    callbacks = [
        tf.keras.callbacks.ModelCheckpoint(path(tmp_path / "{epoch}.keras")),
        tf.keras.callbacks.BackupAndRestore(path(tmp_path / "backup")),
        tf.keras.callbacks.CSVLogger(path(tmp_path / "log.csv")),
    ]
    model.compile("sgd", "mse")
    model.fit(np.ones((2, 2)), np.ones((2, 1)), epochs=1, verbose=0, callbacks=callbacks)
    assert {"1.keras", "log.csv"} <= set(names_in(tmp_path))


def test_what_is_no_path():
    with pytest.raises(TypeError):
        tf.train.Checkpoint(v=tf.Variable(1.0)).write(5)
