"""`tf.ragged`: tensors whose rows differ in length."""

from ._ragged.functions import (
    boolean_mask as boolean_mask,
    constant as constant,
    range as range,
    row_splits_to_segment_ids as row_splits_to_segment_ids,
    segment_ids_to_row_splits as segment_ids_to_row_splits,
    stack as stack,
    stack_dynamic_partitions as stack_dynamic_partitions,
)
from ._ragged.tensor import map_flat_values as map_flat_values
from ._strings.ragged_crossing import cross as cross, cross_hashed as cross_hashed
