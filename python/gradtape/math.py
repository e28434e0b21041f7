"""Element by element mathematics, reductions and scans."""

from ._core import (
    add as add,
    conj as conj,
    exp as exp,
    multiply as multiply,
    negative as negative,
    reduce_mean as reduce_mean,
    reduce_sum as reduce_sum,
    square as square,
    subtract as subtract,
)
