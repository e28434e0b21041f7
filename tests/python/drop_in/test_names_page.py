"""docs/names.md has every public name of TensorFlow, and is what its script writes."""

import subprocess
import sys
from pathlib import Path

from library import ours

pytestmark = ours("the page of names of gradtape")

ROOT = Path(__file__).parents[3]


def test_the_page_of_names_is_current():
    script = ROOT / "scripts" / "names.py"
    done = subprocess.run(
        [sys.executable, script, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_name_stands_with_its_state():
    page = (ROOT / "docs" / "names.md").read_text()
    _, _, own = page.partition("\n## tf\n")
    own, _, _ = own.partition("\n## ")
    there, _, absent = own.partition("\n- ")
    assert "`GradientTape`" in there
    assert "`import_graph_def`" in absent
    assert "`import_graph_def`" not in there
