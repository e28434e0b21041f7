"""Operations on the bits of integers."""

from ._core import (
    bitwise_and as bitwise_and,
)
from ._core import (
    bitwise_or as bitwise_or,
)
from ._core import (
    bitwise_xor as bitwise_xor,
)
from ._core import (
    invert as invert,
)
from ._core import (
    left_shift as left_shift,
)
from ._core import (
    right_shift as right_shift,
)
