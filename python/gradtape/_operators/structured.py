"""Operators whose elements repeat: along diagonals, or around a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._linalg.tridiagonal import compact
from .operator import LinearOperator, kept, lengths_of, same_batch

if TYPE_CHECKING:
    from .._typing import DTypeLike, TensorLike


class LinearOperatorToeplitz(LinearOperator):
    """A matrix with the same number along each diagonal, by its first column and first row.

    >>> tf.linalg.LinearOperatorToeplitz([1.0, 2.0], [1.0, 3.0]).to_dense().numpy().tolist()
    [[1.0, 3.0], [2.0, 1.0]]
    """

    def __init__(
        self, col: Any, row: Any, is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None, is_positive_definite: bool | None = None,
        is_square: bool | None = None, name: str = "LinearOperatorToeplitz",
    ) -> None:  # fmt: skip
        self._col, self._row = kept(col), kept(row)
        hints = is_non_singular, is_self_adjoint, is_positive_definite, True
        super().__init__(self._col.dtype, None, *hints, name, {"col": col, "row": row})

    @property
    def col(self) -> Any:
        """The first column, as it was given."""
        return self._col

    @property
    def row(self) -> Any:
        """The first row, as it was given; its first element does not count."""
        return self._row

    def _shape(self) -> list[int]:
        lengths = lengths_of(self._col)
        return [*lengths, lengths[-1]]

    def _to_dense(self) -> _core.Tensor:
        size = self._shape()[-1]
        col, row = _core.convert_to_tensor(self._col), _core.convert_to_tensor(self._row)
        numbers = _core.concat([_core.reverse(row[..., 1:], [-1]), col], -1)
        places = _core.range(size)[:, None] - _core.range(size) + (size - 1)
        return _core.gather(numbers, places, axis=-1)

    def _diag_part(self) -> _core.Tensor:
        return _core.broadcast_to(_core.convert_to_tensor(self._col)[..., :1], self._shape()[:-1])


class LinearOperatorTridiag(LinearOperator):
    """A matrix with three diagonals: above, main and below.

    `diagonals` is `[..., 3, n]` (`compact`: the last above and the first below do not count), a
    list of three of length `n` (`sequence`), or the whole matrix (`matrix`). Errors: `ValueError`
    for another format.

    >>> tf.linalg.LinearOperatorTridiag([[1.0, 0.0], [5.0, 6.0], [0.0, 2.0]]).to_dense().numpy()
    array([[5., 1.],
           [2., 6.]], dtype=float32)
    """

    def __init__(
        self, diagonals: Any, diagonals_format: str = "compact",
        is_non_singular: bool | None = None, is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None, is_square: bool | None = None,
        name: str = "LinearOperatorTridiag",
    ) -> None:  # fmt: skip
        if diagonals_format not in ("compact", "matrix", "sequence"):
            raise ValueError(
                "Argument `diagonals_format` must be one of compact, matrix, or sequence. Found: "
                f"{diagonals_format}"
            )
        self._format = diagonals_format
        listed = diagonals_format == "sequence"
        given: Any = [kept(d) for d in diagonals] if listed else kept(diagonals)
        self._diagonals = given
        main: Any = self._diagonals[1] if listed else self._diagonals
        dtype = main.dtype
        hints = is_non_singular, is_self_adjoint, is_positive_definite, True
        super().__init__(dtype, None, *hints, name, {"diagonals": diagonals})

    @property
    def diagonals(self) -> Any:
        """The diagonals, as they were given."""
        return self._diagonals

    def _shape(self) -> list[int]:
        if self._format == "matrix":
            return lengths_of(self._diagonals)
        *lead, size = self._parts()[1].shape.as_list()
        return [*lead, size, size]

    def _parts(self) -> list[_core.Tensor]:
        """The three diagonals, all of full length."""
        if self._format == "sequence":
            return [_core.convert_to_tensor(d) for d in self._diagonals]
        return _core.unstack(_core.convert_to_tensor(self._diagonals), axis=-2)

    def _to_dense(self) -> _core.Tensor:
        if self._format == "matrix":
            return _core.band_part(self._diagonals, 1, 1)
        above, main, below = self._parts()
        found = _core.diag(main)
        if main.shape[-1] > 1:
            found += _core.diag(above[..., :-1], k=1) + _core.diag(below[..., 1:], k=-1)
        return found

    def _matmul(self, x: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return _core.tridiagonal_matmul(*same_batch(self._bands(adjoint), x))

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        return _core.tridiagonal_solve(*same_batch(self._bands(adjoint), rhs))

    def _bands(self, adjoint: bool) -> _core.Tensor:
        """The diagonals of the matrix or of its adjoint, each element in its row."""
        given = self._parts() if self._format == "sequence" else self._diagonals
        bands = compact(given, self._format)
        if not adjoint:
            return bands
        above, main, below = _core.unstack(_core.conj(bands), axis=-2)
        return _core.stack([_core.roll(below, -1, -1), main, _core.roll(above, 1, -1)], axis=-2)


class LinearOperatorCirculant(LinearOperator):
    """A matrix whose rows go around: a product with it is a convolution on a circle.

    It is made from the eigenvalues `spectrum`, the Fourier transform of its first column. The
    product is computed by Fourier transforms, in `n log n` steps.

    >>> operator = tf.linalg.LinearOperatorCirculant([3.0, 1.0], input_output_dtype=tf.float32)
    >>> operator.to_dense().numpy().tolist()
    [[2.0, 1.0], [1.0, 2.0]]
    """

    _depth = 1

    def __init__(
        self, spectrum: TensorLike, input_output_dtype: DTypeLike = _core.complex64,
        is_non_singular: bool | None = None, is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None, is_square: bool = True, name: str | None = None,
    ) -> None:  # fmt: skip
        self._spectrum = kept(spectrum)
        if is_self_adjoint is None and not self._spectrum.dtype.is_complex:
            is_self_adjoint = True
        hints = is_non_singular, is_self_adjoint, is_positive_definite, is_square
        super().__init__(input_output_dtype, None, *hints, name, {"spectrum": spectrum})

    @property
    def spectrum(self) -> Any:
        """The eigenvalues, as they were given."""
        return self._spectrum

    @property
    def block_depth(self) -> int:
        """Over how many axes it goes around."""
        return self._depth

    @property
    def block_shape(self) -> _core.TensorShape:
        """The lengths of those axes."""
        return self._spectrum.shape[-self._depth :]

    def _shape(self) -> list[int]:
        size = self.block_shape.num_elements()
        return [*self._spectrum.shape[: -self._depth], size, size]

    def _values(self) -> _core.Tensor:
        """The eigenvalues, as complex numbers."""
        double = self.dtype in (_core.float64, _core.complex128)
        return _core.cast(self._spectrum, _core.complex128 if double else _core.complex64)

    def _to_dense(self) -> _core.Tensor:
        return self._matmul(_core.eye(self._shape()[-1], dtype=self.dtype), False)

    def _matmul(self, x: _core.Tensor, adjoint: bool) -> _core.Tensor:
        values = self._values()
        return self._times(_core.conj(values) if adjoint else values, x)

    def _solve(self, rhs: _core.Tensor, adjoint: bool) -> _core.Tensor:
        values = self._values()
        return self._times(1.0 / (_core.conj(values) if adjoint else values), rhs)

    def _times(self, values: _core.Tensor, x: _core.Tensor) -> _core.Tensor:
        forward, backward = _TRANSFORMS[self._depth]
        columns = _core.cast(_core.matrix_transpose(x), values.dtype)
        blocks = _core.reshape(columns, [*columns.shape[:-1], *self.block_shape])
        lead = self._spectrum.shape[: -self._depth].as_list()
        spread = _core.reshape(values, [*lead, 1, *self.block_shape])
        found = backward(spread * forward(blocks))
        flat = _core.reshape(found, [*found.shape[: -self._depth], -1])
        return _core.matrix_transpose(self._returned(flat))

    def _returned(self, x: _core.Tensor) -> _core.Tensor:
        return x if self.dtype.is_complex else _core.cast(_core.real(x), self.dtype)

    def _eigvals(self) -> Any:
        return _core.reshape(_core.convert_to_tensor(self._spectrum), self._shape()[:-1])

    def _determinant(self) -> _core.Tensor:
        flat = _core.reshape(self._values(), self._shape()[:-1])
        return self._returned(_core.reduce_prod(flat, -1))

    def _log_abs_determinant(self) -> _core.Tensor:
        flat = _core.reshape(_core.abs(self._values()), self._shape()[:-1])
        return _core.cast(_core.reduce_sum(_core.log(flat), -1), self.dtype)


class LinearOperatorCirculant2D(LinearOperatorCirculant):
    """As `LinearOperatorCirculant`, around two axes: `spectrum` is `[..., n0, n1]`.

    >>> tf.linalg.LinearOperatorCirculant2D([[1.0, 1.0], [1.0, 1.0]]).shape
    TensorShape([4, 4])
    """

    _depth = 2


class LinearOperatorCirculant3D(LinearOperatorCirculant):
    """As `LinearOperatorCirculant`, around three axes: `spectrum` is `[..., n0, n1, n2]`.

    >>> tf.linalg.LinearOperatorCirculant3D(tf.ones([2, 1, 2])).shape
    TensorShape([4, 4])
    """

    _depth = 3


_TRANSFORMS = {
    1: (_core.fft, _core.ifft),
    2: (_core.fft2d, _core.ifft2d),
    3: (_core.fft3d, _core.ifft3d),
}
