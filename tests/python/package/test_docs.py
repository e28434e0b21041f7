"""What the documents show is run: pages in Markdown, and the examples in public docstrings.

The ```python blocks of a page run from top to bottom in one namespace; a ```text block right after
one is exactly what it prints. A `make` target that a page names exists.
"""

import doctest
import importlib
import inspect
import io
import multiprocessing
import pkgutil
import re
import sys
import types
from pathlib import Path

import numpy as np
import pytest
from library import ours, tf

pytestmark = ours("pages and docstrings of this library")

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts" / "site"))
from page_programs import printed_by, programs  # noqa: E402

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def close_figures():
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture
def _fresh_names():
    """Layers of an example are counted from one, whatever ran before it."""
    tf.keras.backend.clear_session()


@pytest.mark.usefixtures("_fresh_names")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page_runs(page, tmp_path, monkeypatch, request):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    request.addfinalizer(close_figures)
    if "RegisterGradient" in page.read_text():  # which is for the whole process
        child = multiprocessing.get_context("fork").Process(target=run_page, args=(page,))
        child.start()
        child.join()
        assert child.exitcode == 0
    else:
        run_page(page)


def run_page(page):
    names = {"__name__": "__main__"}
    for code, line, promised, _ in programs(page.read_text()):
        printed = printed_by(code, line, str(page), names)
        if promised is not None:
            assert printed.rstrip() == promised.rstrip(), f"{page.name}, line {line}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_make_targets_exist(page):
    targets = re.findall(r"^([\w-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)
    named = re.findall(r"(?:`|^ *|&& )make ([a-z0-9-]+)", page.read_text(), re.MULTILINE)
    assert [name for name in named if name not in targets] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    assert [link for link in links if not leads_somewhere(page.parent / link)] == []


def leads_somewhere(target):
    """Whether a file is there, or is one that the site makes: of a recipe, or of the reference."""
    made = target.parent.name == "api" or target.with_suffix(".py").exists()
    return target.exists() or (target.suffix == ".md" and made)


def public(thing):
    """The public attributes of a module or class, with their names."""
    names = [name for name in dir(thing) if not name.startswith("_")]
    return [(name, getattr(thing, name, None)) for name in names]


def namespaces(module, name, seen):
    """The library's public modules, each under the name a user writes."""
    seen[id(module)] = (name, module)
    for attribute, value in sorted(public(module), key=lambda pair: pair[0] == "compat"):
        inside = isinstance(value, types.ModuleType) and value.__name__.startswith("gradtape")
        if inside and id(value) not in seen:
            namespaces(value, f"{name}.{attribute}", seen)
    return seen.values()


def rooms():
    """The modules that implement the namespaces, under their own names."""
    found = pkgutil.walk_packages(tf.__path__, "gradtape.")
    names = [info.name for info in found if "._" in info.name]
    names = [name for name in names if not name.endswith(("._core", ".__main__"))]  # no modules
    return [(name, importlib.import_module(name)) for name in names]


def documented():
    """Everything that has a docstring with an example: name and text, each object once."""
    found = {}
    for prefix, module in [*namespaces(tf, "tf", {}), *rooms()]:
        found.setdefault(id(module), (prefix, module))
        for name, value in public(module):
            own = getattr(value, "__module__", None) != "numpy"  # whose types tf.experimental has
            if own and (inspect.isroutine(value) or inspect.isclass(value)):
                found.setdefault(id(value), (f"{prefix}.{name}", value))
            if inspect.isclass(value) and value.__module__.startswith("gradtape"):
                for method, body in public(value):
                    key = id(getattr(body, "__func__", body))  # inherited ones count once
                    found.setdefault(key, (f"{prefix}.{name}.{method}", body))
    texts = {name: inspect.getdoc(value) or "" for name, value in found.values()}
    return {name: text for name, text in texts.items() if ">>> " in text}


EXAMPLES = documented()


@pytest.mark.usefixtures("_fresh_names")
@pytest.mark.parametrize("name", EXAMPLES)
def test_docstring_example(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"tf": tf, "np": np}
    test = doctest.DocTestParser().get_doctest(EXAMPLES[name], names, name, name, 0)
    report = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.write)
    assert runner.failures == 0, report.getvalue()


def test_there_are_pages_and_examples():
    assert ROOT / "README.md" in PAGES
    assert len(EXAMPLES) > 100


def test_a_wrong_page_would_be_noticed():
    page = "```python\nprint(1)\n```\n\n```text\n2\n```\n"
    ((code, line, promised, _),) = programs(page)
    assert (line, promised) == (2, "2\n")
    assert printed_by(code, line, "page", {}) != promised
