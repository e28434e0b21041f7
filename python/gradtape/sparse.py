"""`tf.sparse`: tensors of which most entries are zero."""

from ._sparse.arithmetic import (
    add as add,
    concat as concat,
    maximum as maximum,
    minimum as minimum,
    reduce_max as reduce_max,
    reduce_sum as reduce_sum,
    sampled_addmm as sampled_addmm,
    softmax as softmax,
    sparse_dense_matmul as sparse_dense_matmul,
)
from ._sparse.arranging import (
    expand_dims as expand_dims,
    fill_empty_rows as fill_empty_rows,
    reset_shape as reset_shape,
    reshape as reshape,
    retain as retain,
    slice as slice,
    split as split,
    transpose as transpose,
)
from ._sparse.conversion import (
    eye as eye,
    from_dense as from_dense,
    mask as mask,
    reorder as reorder,
    to_dense as to_dense,
    to_indicator as to_indicator,
)
from ._sparse.counting import (
    bincount as bincount,
    segment_mean as segment_mean,
    segment_sqrt_n as segment_sqrt_n,
    segment_sum as segment_sum,
)
from ._sparse.crossing import cross as cross
from ._sparse.tensor import SparseTensor as SparseTensor, map_values as map_values
from ._strings.crossing import cross_hashed as cross_hashed
