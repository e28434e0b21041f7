"""Operations by their types, with keyword arguments alone: `tf.raw_ops.AddV2(x=1.0, y=2.0)`."""

from ._raw.operations import operation as __getattr__, types as __dir__  # noqa: F401
