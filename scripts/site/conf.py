"""Settings of Sphinx. The pages are made by `python scripts/site`, which also calls Sphinx."""

import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

sys.path.insert(0, str(Path(__file__).parent))
from gradtape import __version__
from places import STAGE

project = "gradtape"
release = __version__
copyright = "the authors of gradtape"  # noqa: A001 - the name that Sphinx reads
html_show_copyright = False
extensions = ["myst_parser"]
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "dollarmath"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "gradtape"
html_static_path = [str(STAGE / "_static")]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
toc_object_entries = False
add_module_names = False
python_maximum_signature_line_length = 100
suppress_warnings = ["myst.header"]
# Formulas are shown by the browser itself.
html_math_renderer = "mathml"


def visit_math(translator: Any, node: Any) -> None:
    """A formula in a line."""
    translator.body.append(convert(node.astext()))
    raise nodes.SkipNode


def visit_displayed_math(translator: Any, node: Any) -> None:
    """A formula of its own."""
    translator.body.append(convert(node.astext(), display="block"))
    raise nodes.SkipNode


def setup(app: Any) -> None:
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_displayed_math, None))
