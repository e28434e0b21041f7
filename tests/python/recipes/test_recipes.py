"""The recipes of docs/ do what they say, as programs and as notebooks.

Each recipe checks itself with `assert`; here it also has to end, print and draw.
"""

import contextlib
import io
import re
from pathlib import Path

import matplotlib as mpl
import pytest
from library import ours, tf

mpl.use("agg")
import matplotlib.pyplot as plt

pytestmark = ours("the recipes import this library")

ROOT = Path(__file__).resolve().parents[3]
RECIPES = sorted((ROOT / "docs" / "recipes").glob("*.py"))
# Those that run as notebooks too.
SAMPLE = ["gaussian_process", "implicit_differentiation", "scipy_optimizers"]


@pytest.fixture(autouse=True)
def _fresh():
    tf.keras.backend.clear_session()
    plt.close("all")
    yield
    plt.close("all")


def run(cells, name):
    """Runs the cells in one namespace; what they print."""
    output = io.StringIO()
    names = {"__name__": "__main__"}
    with contextlib.redirect_stdout(output):
        for cell in cells:
            exec(compile(cell, name, "exec"), names)
    return output.getvalue()


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_recipe(path):
    text = path.read_text()
    assert text.startswith("# %% [markdown]\n# # "), "a recipe opens with its title"
    assert re.search(r"^ *assert ", text, re.MULTILINE), "a recipe checks what it says"
    assert run([text], str(path)).strip(), "a recipe prints what it found"
    assert plt.get_fignums(), "a recipe draws a picture"


@pytest.mark.parametrize("name", SAMPLE)
def test_notebook(name, monkeypatch):
    pytest.importorskip("jupytext")
    nbformat = pytest.importorskip("nbformat")
    monkeypatch.syspath_prepend(str(ROOT / "scripts" / "site"))
    from notebooks import notebook

    written = nbformat.writes(notebook(ROOT / "docs" / "recipes" / f"{name}.py"))
    read = nbformat.reads(written, as_version=4)
    nbformat.validate(read)
    kinds = [cell.cell_type for cell in read.cells]
    assert kinds[0] == "markdown"
    assert kinds.count("code") >= 2
    assert run([c.source for c in read.cells if c.cell_type == "code"], name).strip()
    assert plt.get_fignums()


def test_a_recipe_that_does_not_do_what_it_says_would_be_noticed():
    text = RECIPES[0].read_text()
    with pytest.raises(AssertionError):
        run([text.replace("\nassert ", "\nassert not ", 1)], "wrong")


def test_there_are_enough():
    assert len(RECIPES) >= 25
    assert set(SAMPLE) < {path.stem for path in RECIPES}
