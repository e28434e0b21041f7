"""Version 1's places and names for the arguments of functions that both versions have.

Invariant: a row says nothing about values; a function that means something else in version 1 is
in `_legacy.functions` and the modules beside it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

# The parameters of version 1 in their order: `old=new` is called `new` in version 2, and what
# begins with a minus is not there. A name with a dot is that of one namespace of version 1.
_PARAMETERS = """
accumulate_n: inputs -shape -tensor_dtype
assert_all_finite verify_tensor_all_finite: t=x msg=message -name x message
arg_max arg_min: input dimension=axis output_type
argmax argmin: input axis -name dimension=axis output_type
assert_equal assert_greater assert_greater_equal assert_less assert_less_equal assert_none_equal: \
x y -data summarize message
assert_near: x y rtol atol -data summarize message
assert_negative assert_non_negative assert_non_positive assert_positive: x -data summarize message
assert_rank assert_rank_at_least: x rank -data -summarize message
assert_rank_in: x ranks -data -summarize message
avg_pool avg_pool2d max_pool: value=input ksize strides padding data_format -name input
batch_norm_with_global_normalization: t=input m=mean v=variance beta gamma variance_epsilon \
scale_after_normalization -name input mean variance
batch_to_space: input crops block_size=block_shape -name block_shape
boolean_mask: tensor mask -name axis
concat: values axis -name concat_dim=axis
confusion_matrix: labels predictions num_classes dtype -name weights
constant: value dtype shape -name -verify_shape
conv1d: value=input filters stride padding -use_cudnn_on_gpu data_format -name input dilations
conv2d: input filter=filters strides padding -use_cudnn_on_gpu data_format dilations -name filters
conv2d_transpose: value=input filter=filters output_shape strides padding data_format -name input \
filters dilations
conv3d: input filter=filters strides padding data_format dilations -name filters
convert_to_tensor: value dtype -name preferred_dtype=dtype_hint dtype_hint
convolution: input filter=filters padding strides dilation_rate=dilations -name data_format \
filters dilations
count_nonzero: input_tensor=input axis keepdims dtype -name reduction_indices=axis \
keep_dims=keepdims input
crelu: features -name axis
image.crop_and_resize: image boxes box_ind=box_indices crop_size method extrapolation_value -name \
box_indices
decode_csv: records record_defaults field_delim use_quote_delim -name na_value select_cols
decode_raw: input_bytes out_type little_endian -name bytes=input_bytes
depth_to_space space_to_depth: input block_size -name data_format
depthwise_conv2d: input filter strides padding rate=dilations -name data_format dilations
device: device_name_or_function=device_name
image.draw_bounding_boxes: images boxes -name colors
embedding_lookup_sparse: params sp_ids sp_weights -partition_strategy -name combiner max_norm \
allow_fast_lookup
expand_dims: input axis -name dim=axis
image.extract_glimpse: input size offsets centered normalized -uniform_noise -name
gather: params indices validate_indices -name axis batch_dims
gather_nd: params indices -name batch_dims bad_indices_policy
gfile.Copy: oldpath=src newpath=dst overwrite
gfile.DeleteRecursively gfile.IsDirectory gfile.ListDirectory gfile.MakeDirs gfile.MkDir: \
dirname=path
gfile.Exists gfile.Remove gfile.Stat: filename=path
gfile.Glob: filename=pattern
gfile.Rename: oldname=src newname=dst overwrite
gfile.Walk: top in_order=topdown
hessians: ys xs -name -colocate_gradients_with_ops gate_gradients aggregation_method
in_top_k: predictions targets k
l2_normalize: x axis epsilon -name dim=axis
linalg.diag matrix_diag: diagonal -name k num_rows num_cols padding_value align
linalg.diag_part matrix_diag_part: input -name k padding_value align
linalg.matrix_transpose linalg.transpose matrix_transpose: a -name conjugate
linalg.set_diag matrix_set_diag: input diagonal -name k align
max_pool_with_argmax: input ksize strides padding data_format Targmax=output_dtype -name \
output_dtype include_batch_in_index
moments: x axes shift -name keep_dims=keepdims keepdims
multinomial: logits num_samples seed -name output_dtype=dtype
nce_loss: weights biases labels inputs num_sampled num_classes num_true sampled_values \
remove_accidental_hits -partition_strategy
norm: tensor ord axis keepdims -name keep_dims=keepdims
ones_like zeros_like: tensor=input dtype -name -optimize
pad: tensor paddings mode -name constant_values
parse_example parse_single_example: serialized features -name example_names
pool: input window_shape pooling_type padding dilation_rate=dilations strides -name data_format \
dilations
random.poisson random_poisson: lam shape dtype seed
reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum: \
input_tensor axis keepdims -name reduction_indices=axis keep_dims=keepdims
reduce_join: inputs axis keep_dims=keepdims separator -name reduction_indices=axis keepdims
reverse_sequence: input seq_lengths seq_axis batch_axis -name seq_dim=seq_axis batch_dim=batch_axis
safe_embedding_lookup_sparse: embedding_weights sparse_ids sparse_weights combiner default_id \
-name -partition_strategy max_norm allow_fast_lookup
sampled_softmax_loss: weights biases labels inputs num_sampled num_classes num_true \
sampled_values remove_accidental_hits -partition_strategy -name seed
separable_conv2d: input depthwise_filter pointwise_filter strides padding rate=dilations -name \
data_format dilations
serialize_many_sparse serialize_sparse: sp_input -name out_type
shape size: input -name out_type
softmax log_softmax: logits axis -name dim=axis
softmax_cross_entropy_with_logits_v2: labels logits axis -name dim=axis
space_to_batch: input paddings block_size=block_shape -name block_shape
sparse.add sparse_add: a b threshold thresh=threshold
sparse.concat sparse_concat: axis sp_inputs -name expand_nonconcat_dim=expand_nonconcat_dims \
concat_dim=axis expand_nonconcat_dims
sparse.reduce_max sparse.reduce_sum sparse_reduce_max sparse_reduce_sum: sp_input axis keepdims \
reduction_axes=axis keep_dims=keepdims
sparse.segment_mean sparse.segment_sqrt_n sparse.segment_sum sparse_segment_mean \
sparse_segment_sqrt_n sparse_segment_sum: data indices segment_ids -name num_segments \
sparse_gradient
sparse.split sparse_split: -keyword_required sp_input num_split axis -name split_dim=axis
squeeze: input axis -name squeeze_dims=axis
stateless_multinomial: logits num_samples seed output_dtype=dtype
stateless_normal stateless_truncated_normal: shape seed mean stddev dtype -name alg
stateless_uniform: shape seed minval maxval dtype -name alg
strings.length: input -name unit
strings.to_hash_bucket string_to_hash_bucket: string_tensor=input num_buckets -name input
strings.to_number string_to_number: string_tensor=input out_type -name input
substr: input pos len -name unit
sufficient_statistics: x axes shift keep_dims=keepdims -name keepdims
transpose: a perm -name conjugate
tuple: tensors -name control_inputs
weighted_cross_entropy_with_logits: labels logits pos_weight -name targets=labels
weighted_moments: x axes frequency_weights -name keep_dims=keepdims keepdims
"""
_APART = ("image", "sparse")  # namespaces whose functions are others than those of the same name


@functools.cache
def _rows() -> dict[str, dict[str, str | None]]:
    """For each function version 2's names of version 1's parameters, None where it has none."""
    rows = {}
    for line in _PARAMETERS.strip().splitlines():
        names, _, listed = line.partition(": ")
        parameters = dict(map(_parameter, listed.split()))
        rows.update(dict.fromkeys(names.split(), parameters))
    return rows


def _parameter(text: str) -> tuple[str, str | None]:
    if text.startswith("-"):
        return text[1:], None
    old, _, new = text.partition("=")
    return old, new or old


def with_old_keywords(path: str, function: Any) -> Any:
    """`function`, which takes its arguments as the one at `path` of version 1 does."""
    space, _, name = path.rpartition(".")
    row = path if path in _rows() or space in _APART else name
    return _translating(function, row) if row in _rows() else function


@functools.cache
def _translating(function: Callable[..., Any], row: str) -> Callable[..., Any]:
    import inspect  # costs milliseconds, and only programs of version 1 come here

    parameters = _rows()[row]
    order = list(parameters)
    taken = inspect.signature(function).parameters.values()
    needed = {p.name for p in taken if p.default is p.empty}

    @functools.wraps(function)
    def translating(*args: Any, **kwargs: Any) -> Any:
        if len(args) > len(order) + 1:  # one more is `name`
            raise TypeError(
                f"{function.__name__}() takes at most {len(order) + 1} positional arguments "
                f"but {len(args)} were given"
            )
        given: dict[str, Any] = {}
        for old, value in [*zip(order, args, strict=False), *kwargs.items()]:
            new = parameters.get(old, old)
            # What is None is left to the default, and to another name of the same argument.
            if new is not None and (value is not None or (new in needed and new not in given)):
                given[new] = value
        return function(**given)

    return translating
