"""The element types of tensors."""

from ._core import DType as DType
from ._core import as_dtype as as_dtype
from ._core import bfloat16 as bfloat16
from ._core import bool as bool
from ._core import cast as cast
from ._core import complex as complex
from ._core import complex64 as complex64
from ._core import complex128 as complex128
from ._core import float16 as float16
from ._core import float32 as float32
from ._core import float64 as float64
from ._core import int8 as int8
from ._core import int16 as int16
from ._core import int32 as int32
from ._core import int64 as int64
from ._core import saturate_cast as saturate_cast
from ._core import string as string
from ._core import uint8 as uint8
from ._core import uint16 as uint16
from ._core import uint32 as uint32
from ._core import uint64 as uint64
