"""What `make docs` refuses: links to nothing, loads from elsewhere, pages that are wrong."""

import sys
from pathlib import Path

import pytest
from library import ours

pytestmark = ours("the site of this library")

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts" / "site"))
import check  # noqa: E402

import pages  # noqa: E402
import places  # noqa: E402


@pytest.fixture
def problems(tmp_path, monkeypatch):
    """What `check` says of a page with this body."""
    monkeypatch.setattr(check, "SEARCHED", [])
    monkeypatch.setattr(check, "LEAST_NAMES", 1)

    def found(body, names='{"tf": [[0, 0, 1, "", "ones"]]}'):
        check.parsed.cache_clear()
        (tmp_path / "index.html").write_text(f"<body><h1 id='top'>t</h1>{body}</body>")
        (tmp_path / "searchindex.js").write_text(f'Search.setIndex({{"objects": {names}}})')
        return check.problems(tmp_path)

    return found


def test_what_leads_somewhere_is_left_alone(problems):
    assert problems('<a href="#top">a</a><a href="index.html#top">b</a>') == []


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ('<a href="other.html">a</a>', "other.html leads nowhere"),
        ('<a href="#bottom">a</a>', "#bottom leads nowhere"),
        ('<img src="picture.png">', "picture.png is not in the site"),
        ('<script src="https://example.com/x.js"></script>', "x.js is not in the site"),
    ],
)
def test_what_leads_nowhere_is_told(problems, body, problem):
    (found,) = problems(body)
    assert problem in found


def test_a_name_that_the_search_does_not_know_is_told(problems, monkeypatch):
    monkeypatch.setattr(check, "SEARCHED", ["tf.ones", "tf.zeros"])
    assert problems("") == ["the search does not know tf.zeros"]


def test_links_of_pages_lead_to_pages_recipes_and_the_reference():
    text = "[a](first-steps.md#x) [b](recipes/gan.py) [c](api/index.md) [d](../Makefile)"
    assert places.relink(text, "docs/index.md") == (
        "[a](first-steps.md#x) [b](recipes/gan.md) [c](api/index.md) d"
    )
    with pytest.raises(SystemExit, match=r"docs/index\.md: the link to nothing\.md leads nowhere"):
        places.relink("[a](nothing.md)", "docs/index.md")


def test_a_page_that_fails_or_prints_something_else_ends_the_building():
    with pytest.raises(ZeroDivisionError):
        pages.with_results("# t\n```python\n1 / 0\n```\n", "docs/index.md", "index.md")
    with pytest.raises(SystemExit, match="line 3: the page is wrong; printed was\n1"):
        pages.with_results(
            "# t\n```python\nprint(1)\n```\n\n```text\n2\n```\n", "docs/index.md", "index.md"
        )


def test_what_a_program_prints_and_draws_is_put_on_the_page(monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "STAGE", tmp_path)
    program = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nprint('word ' * 20)\n"
    text, count = pages.with_results(f"# Title\n```python\n{program}```\n", "docs/a.md", "a.md")
    assert count == 1
    assert ":class: wrap\n\nword word" in text
    assert "![Title](_static/pictures/a-0-light.png){.only-light}" in text
    assert (tmp_path / "_static" / "pictures" / "a-0-dark.png").exists()
