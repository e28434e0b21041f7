"""Programs that a program under `python -m gradtape` starts have gradtape in TensorFlow's place."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from library import ours

import gradtape

pytestmark = ours("gradtape in TensorFlow's place")

SEEN = "import tensorflow, keras; print(tensorflow.__version__, keras.layers.Dense.__module__)"
OUR_KERAS = "2.21.0 gradtape._keras.layers.core"


@pytest.fixture
def start(tmp_path):
    """A function that runs programs, each of which starts the next; what the last one prints."""

    def run(*programs, before=("-m", "gradtape"), path=None, **environment):
        command = [sys.executable, *before, "-c", "import subprocess, sys; " + _chain(programs)]
        place = str(path or Path(gradtape.__file__).parents[1])
        known = {k: v for k, v in os.environ.items() if not k.startswith(("KERAS_", "GRADTAPE_"))}
        return subprocess.run(
            command,
            cwd=environment.pop("cwd", tmp_path),
            env={**known, "PYTHONPATH": place, **environment},
            capture_output=True,
            text=True,
            timeout=60,
        )

    return run


def _chain(programs):
    """The source of a program that runs the first, which is the last's own, or starts the rest."""
    if len(programs) == 1:
        return programs[0]
    child = "import subprocess, sys; " + _chain(programs[1:])
    return f"{programs[0]}; subprocess.run([sys.executable, '-c', {child!r}], check=True)"


@pytest.mark.parametrize("generations", [1, 2])
@pytest.mark.parametrize("first", ["import tensorflow", "pass"])
def test_children_and_grandchildren_import_gradtape(start, generations, first):
    done = start(*[first] * generations, SEEN)
    assert done.stdout.strip() == OUR_KERAS, done.stderr


@pytest.mark.parametrize(
    "line", ["import keras", "import tf_keras", "from tensorflow import keras"]
)
def test_whatever_a_child_imports_first(start, line):
    done = start("pass", f"{line}; {SEEN}")
    assert done.stdout.strip() == OUR_KERAS, done.stderr


def test_each_folder_is_put_there_once(start):
    look = "import os; print(os.environ['PYTHONPATH'].split(os.pathsep))"
    [*entries, last] = eval(start(look).stdout)
    assert [Path(entry).name for entry in entries] == ["tensorflow", "keras"]
    assert last == str(Path(gradtape.__file__).parents[1])
    again = f"subprocess.run([sys.executable, '-m', 'gradtape', '-c', {look!r}])"
    assert eval(start(again).stdout) == [*entries, last]


def test_gradtape_that_was_found_in_a_folder_is_found_by_children_elsewhere(start, tmp_path):
    place = Path(gradtape.__file__).parents[1]
    leave = f"import os; os.chdir({str(tmp_path)!r})"
    seen = f"{SEEN}; print(sys.modules['gradtape'].__file__)"
    done = start(leave, seen, path=os.curdir, cwd=place)
    assert done.stdout.splitlines()[0] == OUR_KERAS, done.stderr
    assert done.stdout.strip().endswith(str(Path(gradtape.__file__))), done.stdout


def test_the_backend_that_a_child_is_asked_for_decides(start, tmp_path):
    (tmp_path / "installed").mkdir()
    (tmp_path / "installed" / "keras.py").write_text("kind = 'real'\n")
    look = "import keras; print(getattr(keras, 'kind', 'ours'))"
    paths = os.pathsep.join([str(Path(gradtape.__file__).parents[1]), str(tmp_path / "installed")])
    assert start("pass", look, path=paths).stdout == "ours\n"
    assert start("pass", look, path=paths, KERAS_BACKEND="jax").stdout == "real\n"
    ask = "import os; os.environ['KERAS_BACKEND'] = 'jax'"
    assert start(ask, look, path=paths).stdout == "real\n"


@pytest.mark.parametrize("installed", [True, False])
def test_another_installation_has_its_own_packages(start, tmp_path, installed):
    """What `sys.prefix` is tells installations apart: a child in whose place another stands."""
    other = tmp_path / "other"
    other.mkdir()
    if installed:
        (other / "tensorflow.py").write_text("__version__ = 'its own'\n")
        (other / "keras.py").write_text("from tensorflow import __version__\n")
    look = (
        f"sys.prefix = 'elsewhere'; sys.path.append({str(other)!r}); "
        "import tensorflow, keras; print(tensorflow.__version__, keras.__version__)"
    )
    done = start("pass", look)
    if installed:
        assert done.stdout == "its own its own\n", done.stderr
    else:
        assert "ModuleNotFoundError: No module named 'tensorflow'" in done.stderr


def test_install_alone_leaves_the_environment_as_it_is(start):
    done = start(
        "import os; before = dict(os.environ); import gradtape; gradtape.install(); "
        "import tensorflow; print(dict(os.environ) == before)",
        before=(),
    )
    assert done.stdout == "True\n", done.stderr
