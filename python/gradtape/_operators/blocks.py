"""Operators made of blocks, which take and give lists of blocks as well as whole tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .operator import LinearOperator, broadcast_batch

if TYPE_CHECKING:
    from .._typing import TensorLike


class InBlocks(LinearOperator):
    """An operator whose methods answer a list of blocks with a list of blocks."""

    def _block_operators(self) -> list[LinearOperator]:
        """The operators on the diagonal."""
        raise NotImplementedError

    def _block_range_dimensions(self) -> list[int]:
        return [operator.range_dimension for operator in self._block_operators()]

    def _block_domain_dimensions(self) -> list[int]:
        return [operator.domain_dimension for operator in self._block_operators()]

    def matmul(
        self, x: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str = "matmul"
    ) -> Any:
        """The product with a matrix or a list of its blocks; with an operator, their composition.

        `adjoint` and `adjoint_arg` take the conjugate transpose of a factor.
        """
        whole = super().matmul
        sizes = self._block_domain_dimensions() if adjoint else self._block_range_dimensions()
        axis = -1 if adjoint_arg else -2
        return _in_blocks(x, sizes, axis, -2, lambda one: whole(one, adjoint, adjoint_arg))

    def matvec(self, x: TensorLike, adjoint: bool = False, name: str = "matvec") -> Any:
        """The product with a vector, a batch of them, or a list of blocks of them."""
        sizes = self._block_domain_dimensions() if adjoint else self._block_range_dimensions()
        whole = super().matvec
        return _in_blocks(x, sizes, -1, -1, lambda one: whole(one, adjoint))

    def solve(
        self, rhs: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str = "solve"
    ) -> Any:
        """The `x` for which `A x = rhs`, in blocks if that is; of an operator, the composition."""
        whole = super().solve
        sizes = self._block_range_dimensions() if adjoint else self._block_domain_dimensions()
        axis = -1 if adjoint_arg else -2
        return _in_blocks(rhs, sizes, axis, -2, lambda one: whole(one, adjoint, adjoint_arg))

    def solvevec(self, rhs: TensorLike, adjoint: bool = False, name: str = "solve") -> Any:
        """As `solve`, for a vector, a batch of them, or a list of blocks of them."""
        sizes = self._block_range_dimensions() if adjoint else self._block_domain_dimensions()
        whole = super().solvevec
        return _in_blocks(rhs, sizes, -1, -1, lambda one: whole(one, adjoint))


def _in_blocks(
    x: Any, sizes: list[int], axis: int, result_axis: int, run: Callable[[Any], Any]
) -> Any:
    """What `run` makes of a whole tensor; of a list of blocks along `axis`, in blocks too."""
    blockwise = isinstance(x, (list, tuple)) and len(x) == len(sizes)
    if not blockwise or not all(hasattr(each, "shape") for each in x):
        return run(x)
    blocks = [_core.convert_to_tensor(block) for block in x]
    return _core.split(run(_joined(blocks, axis, -result_axis)), sizes, result_axis)


def _joined(blocks: list[_core.Tensor], axis: int, count: int) -> _core.Tensor:
    """Blocks of so many axes side by side, with the batch axes that they have together."""
    batch = broadcast_batch(*[block.shape.as_list()[:-count] for block in blocks])
    return _core.concat(
        [_core.broadcast_to(block, [*batch, *block.shape.as_list()[-count:]]) for block in blocks],
        axis,
    )
