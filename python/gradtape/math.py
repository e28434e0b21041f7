"""Element by element mathematics, reductions and scans."""

from ._core import (
    abs as abs,
)
from ._core import (
    acos as acos,
)
from ._core import (
    acosh as acosh,
)
from ._core import (
    add as add,
)
from ._core import (
    add_n as add_n,
)
from ._core import (
    angle as angle,
)
from ._core import (
    argmax as argmax,
)
from ._core import (
    argmin as argmin,
)
from ._core import (
    asin as asin,
)
from ._core import (
    asinh as asinh,
)
from ._core import (
    atan as atan,
)
from ._core import (
    atan2 as atan2,
)
from ._core import (
    atanh as atanh,
)
from ._core import (
    bessel_i0 as bessel_i0,
)
from ._core import (
    bessel_i0e as bessel_i0e,
)
from ._core import (
    bessel_i1 as bessel_i1,
)
from ._core import (
    bessel_i1e as bessel_i1e,
)
from ._core import (
    bincount as bincount,
)
from ._core import (
    ceil as ceil,
)
from ._core import (
    confusion_matrix as confusion_matrix,
)
from ._core import (
    conj as conj,
)
from ._core import (
    cos as cos,
)
from ._core import (
    cosh as cosh,
)
from ._core import (
    count_nonzero as count_nonzero,
)
from ._core import (
    cumprod as cumprod,
)
from ._core import (
    cumsum as cumsum,
)
from ._core import (
    cumulative_logsumexp as cumulative_logsumexp,
)
from ._core import (
    digamma as digamma,
)
from ._core import (
    divide as divide,
)
from ._core import (
    divide_no_nan as divide_no_nan,
)
from ._core import (
    equal as equal,
)
from ._core import (
    erf as erf,
)
from ._core import (
    erfc as erfc,
)
from ._core import (
    erfcinv as erfcinv,
)
from ._core import (
    erfinv as erfinv,
)
from ._core import (
    exp as exp,
)
from ._core import (
    expm1 as expm1,
)
from ._core import (
    floor as floor,
)
from ._core import (
    floordiv as floordiv,
)
from ._core import (
    floormod as floormod,
)
from ._core import (
    greater as greater,
)
from ._core import (
    greater_equal as greater_equal,
)
from ._core import (
    imag as imag,
)
from ._core import (
    in_top_k as in_top_k,
)
from ._core import (
    invert_permutation as invert_permutation,
)
from ._core import (
    is_finite as is_finite,
)
from ._core import (
    is_inf as is_inf,
)
from ._core import (
    is_nan as is_nan,
)
from ._core import (
    is_non_decreasing as is_non_decreasing,
)
from ._core import (
    is_strictly_increasing as is_strictly_increasing,
)
from ._core import (
    l2_normalize as l2_normalize,
)
from ._core import (
    less as less,
)
from ._core import (
    less_equal as less_equal,
)
from ._core import (
    lgamma as lgamma,
)
from ._core import (
    log as log,
)
from ._core import (
    log1p as log1p,
)
from ._core import (
    log_sigmoid as log_sigmoid,
)
from ._core import (
    log_softmax as log_softmax,
)
from ._core import (
    logical_and as logical_and,
)
from ._core import (
    logical_not as logical_not,
)
from ._core import (
    logical_or as logical_or,
)
from ._core import (
    logical_xor as logical_xor,
)
from ._core import (
    maximum as maximum,
)
from ._core import (
    minimum as minimum,
)
from ._core import (
    mod as mod,
)
from ._core import (
    multiply as multiply,
)
from ._core import (
    multiply_no_nan as multiply_no_nan,
)
from ._core import (
    ndtri as ndtri,
)
from ._core import (
    negative as negative,
)
from ._core import (
    not_equal as not_equal,
)
from ._core import (
    polygamma as polygamma,
)
from ._core import (
    pow as pow,
)
from ._core import (
    real as real,
)
from ._core import (
    reciprocal as reciprocal,
)
from ._core import (
    reciprocal_no_nan as reciprocal_no_nan,
)
from ._core import (
    reduce_all as reduce_all,
)
from ._core import (
    reduce_any as reduce_any,
)
from ._core import (
    reduce_euclidean_norm as reduce_euclidean_norm,
)
from ._core import (
    reduce_logsumexp as reduce_logsumexp,
)
from ._core import (
    reduce_max as reduce_max,
)
from ._core import (
    reduce_mean as reduce_mean,
)
from ._core import (
    reduce_min as reduce_min,
)
from ._core import (
    reduce_prod as reduce_prod,
)
from ._core import (
    reduce_std as reduce_std,
)
from ._core import (
    reduce_sum as reduce_sum,
)
from ._core import (
    reduce_variance as reduce_variance,
)
from ._core import (
    rint as rint,
)
from ._core import (
    round as round,
)
from ._core import (
    rsqrt as rsqrt,
)
from ._core import (
    scalar_mul as scalar_mul,
)
from ._core import (
    segment_max as segment_max,
)
from ._core import (
    segment_mean as segment_mean,
)
from ._core import (
    segment_min as segment_min,
)
from ._core import (
    segment_prod as segment_prod,
)
from ._core import (
    segment_sum as segment_sum,
)
from ._core import (
    sigmoid as sigmoid,
)
from ._core import (
    sign as sign,
)
from ._core import (
    sin as sin,
)
from ._core import (
    sinh as sinh,
)
from ._core import (
    softmax as softmax,
)
from ._core import (
    softplus as softplus,
)
from ._core import (
    softsign as softsign,
)
from ._core import (
    sqrt as sqrt,
)
from ._core import (
    square as square,
)
from ._core import (
    squared_difference as squared_difference,
)
from ._core import (
    subtract as subtract,
)
from ._core import (
    tan as tan,
)
from ._core import (
    tanh as tanh,
)
from ._core import (
    top_k as top_k,
)
from ._core import (
    truediv as truediv,
)
from ._core import (
    unsorted_segment_max as unsorted_segment_max,
)
from ._core import (
    unsorted_segment_mean as unsorted_segment_mean,
)
from ._core import (
    unsorted_segment_min as unsorted_segment_min,
)
from ._core import (
    unsorted_segment_prod as unsorted_segment_prod,
)
from ._core import (
    unsorted_segment_sqrt_n as unsorted_segment_sqrt_n,
)
from ._core import (
    unsorted_segment_sum as unsorted_segment_sum,
)
from ._core import (
    xdivy as xdivy,
)
from ._core import (
    xlog1py as xlog1py,
)
from ._core import (
    xlogy as xlogy,
)
from ._core import (
    zero_fraction as zero_fraction,
)
from ._core import (
    zeta as zeta,
)
