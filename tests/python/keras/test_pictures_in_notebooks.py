"""Pictures of models as notebooks draw and show them, with a program in Graphviz's place."""

import sys
import types

import pytest
from library import ours, tf

utils = tf.keras.utils


@pytest.fixture
def model():
    return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2, name="d")])


@pytest.fixture
def notebook(monkeypatch):
    """Notebooks have loaded this module."""
    name = "IPython.core.magics.namespace"
    monkeypatch.setitem(sys.modules, name, types.ModuleType(name))


@pytest.fixture
def graphviz(monkeypatch, tmp_path):
    """A `dot` that writes its options, and how many bytes of text it was given."""
    program = tmp_path / "dot"
    program.write_text('#!/bin/sh\nread -r line\necho "$line" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")


def test_a_notebook_is_told_that_there_is_no_graphviz(
    monkeypatch, notebook, model, tmp_path, capsys
):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert utils.plot_model(model, to_file=str(tmp_path / "m.png"), show_shapes=True) is None
    assert "You must install" in capsys.readouterr().out
    assert not (tmp_path / "m.png").exists()


def test_a_program_stops_without_graphviz(monkeypatch, model, tmp_path):
    monkeypatch.delitem(sys.modules, "IPython.core.magics.namespace", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ImportError, match="You must install"):
        utils.plot_model(model, to_file=str(tmp_path / "m.png"))


@ours("Keras asks for pydot")
def test_plot_model_returns_what_a_notebook_shows(graphviz, monkeypatch, model, tmp_path):
    shown = types.ModuleType("IPython.display")
    shown.Image = lambda filename: ("shown", filename)
    package = types.ModuleType("IPython")
    package.display = shown
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", shown)
    path = str(tmp_path / "m.png")
    assert utils.plot_model(model, path) == ("shown", path)
    assert utils.plot_model(model, str(tmp_path / "m.pdf")) is None
    assert (tmp_path / "m.pdf").read_text() == "digraph G { -Tpdf\n"


@ours("Keras asks for pydot")
def test_graphs_are_drawn_as_by_pydot(graphviz, model, tmp_path):
    dot = utils.model_to_dot(model)
    assert dot.create(prog="dot", format="svg") == b"digraph G { -Tsvg\n"
    assert dot.create(["dot", "-Gsize=3"], "png") == b"digraph G { -Gsize=3 -Tpng\n"
    assert dot.create_svg() == dot.create(format="svg")
    assert dot.create_png() == dot.create(format="png")
    assert dot.write_png(tmp_path / "m.png")
    assert dot.write_svg(tmp_path / "m.svg")
    assert (tmp_path / "m.png").read_bytes() == dot.create_png()
    with pytest.raises(FileNotFoundError, match='"neato" not found in path'):
        dot.create("neato")
