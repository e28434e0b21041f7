"""As a stand-in for TensorFlow, downloads tell on the standard output how far they have come."""

import re

import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
utils = tf.keras.utils


def written(tmp_path, capsys):
    source = tmp_path / "data.txt"
    source.write_text("x" * 1000)
    kept = tmp_path / "kept"
    kept.mkdir(exist_ok=True)
    path = utils.get_file("data.txt", source.as_uri(), cache_dir=str(kept))
    out = capsys.readouterr().out
    assert path == str(kept / "datasets" / "data.txt")
    return re.sub(r"\x1b\[\d+m", "", out), source.as_uri()


@pytest.mark.keras_3
def test_with_the_bar_of_keras_3(tmp_path, capsys):
    out, origin = written(tmp_path, capsys)
    assert out.startswith(
        f"Downloading data from {origin}\n\r   0/1000 ━━━━━━━━━━━━━━━━━━━━ 0s 0s/step"
    )
    assert re.search(r"\r1000/1000 ━{20} 0s \d+(us|ms|s)/step\n$", out)


@pytest.mark.keras_2
def test_with_the_bar_of_keras_2(tmp_path, capsys):
    out, origin = written(tmp_path, capsys)
    assert out.startswith(f"Downloading data from {origin}\n\r1000/1000 [")
    assert re.search(r"\r1000/1000 \[={30}\] - 0s \d+(us|ms|s)/step\n$", out)


def test_what_is_there_is_not_told_again(tmp_path, capsys):
    written(tmp_path, capsys)
    assert written(tmp_path, capsys)[0] == ""


def test_and_may_be_silent(tmp_path, capsys):
    utils.disable_interactive_logging()
    try:
        assert written(tmp_path, capsys)[0] == ""
    finally:
        utils.enable_interactive_logging()
