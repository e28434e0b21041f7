"""`DistributedGradientTape` and `DistributedOptimizer`, over two and three processes."""

import pytest
from ranks import needs_mpi, run

pytestmark = needs_mpi


@pytest.mark.parametrize("count", [2, 3])
def test_gradients_are_those_of_all_processes(count):
    said = run(count, "averaging.py")
    assert len({lines[-1] for lines in said}) == 1
    assert said[0][-1].startswith("done")
