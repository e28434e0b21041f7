"""`python -m gradtape`: a program finds what it would find if Python ran it, and TensorFlow."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from library import ours

import gradtape

pytestmark = ours("gradtape in TensorFlow's place")

# What a program can see of how it was started.
LOOK = """
import json, sys
import tensorflow as tf
spec = __spec__ and __spec__.name
seen = [sys.argv, sys.path[0], globals().get("__file__"), __name__, spec, __package__]
print(json.dumps([*seen, type(__loader__).__name__, __name__ in sys.modules]))
assert sys.modules["__main__"].__dict__ is globals()
assert tf.__version__ == "2.21.0"
"""


PACKAGE = Path(gradtape.__file__).parents[1]


def run(*arguments, cwd=None, text="", before=("-m", "gradtape"), path=PACKAGE):
    """Runs `python -m gradtape` with arguments and standard input, in a folder."""
    return subprocess.run(
        [sys.executable, *before, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(path)},
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
    )


def seen_by(*arguments, **options):
    """What LOOK prints."""
    done = run(*arguments, **options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def folder(tmp_path):
    """Programs in each form, and a `tensorflow` for Python itself."""
    stand_in = tmp_path / "real"
    (tmp_path / "pkg").mkdir()
    (tmp_path / "sub").mkdir()
    stand_in.mkdir()
    for name in ("pkg/__init__.py", "pkg/mod.py", "pkg/__main__.py", "sub/train.py"):
        (tmp_path / name).write_text("" if name.endswith("__init__.py") else LOOK)
    (tmp_path / "link.py").symlink_to(tmp_path / "sub" / "train.py")
    (stand_in / "tensorflow.py").write_text("__version__ = '2.21.0'\n")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["sub/train.py", "--rate", "0.1"], ""),
        (["link.py"], ""),
        (["pkg", "x"], ""),
        (["-m", "pkg", "-m", "x"], ""),
        (["-m", "pkg.mod", "--help"], ""),
        (["-mpkg.mod"], ""),
        (["-c", LOOK, "-c", "x"], ""),
        (["-", "x"], LOOK),
    ],
)
def test_a_program_sees_what_python_would_show_it(folder, arguments, text):
    seen = seen_by(*arguments, cwd=folder, text=text)
    by_python = seen_by(*arguments, cwd=folder, text=text, before=(), path=folder / "real")
    assert seen == by_python


def test_a_traceback_starts_in_the_program(tmp_path):
    program = tmp_path / "train.py"
    program.write_text("def step():\n    raise KeyError('loss')\n\nstep()\n")
    done = run(program)
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1].startswith(f'  File "{program}", line 4')
    assert "gradtape" not in done.stderr


def test_a_syntax_error_shows_the_program_alone(tmp_path):
    program = tmp_path / "train.py"
    program.write_text("x = (\n")
    done = run(program)
    assert done.returncode == 1
    assert done.stderr.startswith(f'  File "{program}", line 1')


def test_the_exit_status_is_the_programs(tmp_path):
    assert run("-c", "import sys; sys.exit(7)").returncode == 7
    assert run("-c", "raise SystemExit('words')").stderr == "words\n"


def test_a_hook_of_the_program_gets_the_exception(tmp_path):
    code = "import sys; sys.excepthook = lambda *error: print('mine', error[0].__name__); 1/0"
    assert run("-c", code).stdout == "mine ZeroDivisionError\n"


def test_main_outlives_the_program():
    code = "import atexit, sys; x = 3\natexit.register(lambda: print(x, sys.modules['__main__'].x))"
    assert run("-c", code).stdout == "3 3\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no_such_program.py"], "can't open file"),
        (["-m", "no_such_module"], "No module named no_such_module"),
        (["-x"], "unknown option -x"),
        (["-c"], "-c needs an argument"),
    ],
)
def test_what_cannot_be_run_is_said(arguments, words):
    done = run(*arguments)
    assert done.returncode in (1, 2)
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_help_and_version():
    assert run("--help").stdout.startswith("Usage: python -m gradtape program.py")
    assert run("--version").stdout.endswith("with the interface of TensorFlow 2.21.0\n")


WORKERS = """
import multiprocessing
import tensorflow as tf

def work(queue, x):
    import tensorflow.keras.layers as layers
    queue.put((tf.__version__, layers.Dense.__module__, tf.reduce_sum(x).numpy().item()))

if __name__ == "__main__":
    for method in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context(method)
        queue = context.Queue()
        process = context.Process(target=work, args=(queue, tf.constant([1.0, 2.0])))
        process.start()
        print(method, *queue.get(timeout=50))
        process.join()
"""


def test_processes_of_a_program_get_the_same_tensorflow(tmp_path):
    program = tmp_path / "train.py"
    program.write_text(WORKERS)
    done = run(program)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert {line[0] for line in lines} >= {"spawn", "fork"}
    assert {tuple(line[1:]) for line in lines} == {("2.21.0", "gradtape._keras.layers.core", "3.0")}
