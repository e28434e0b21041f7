"""How files of records are compressed."""

from __future__ import annotations

import zlib
from typing import Any

from .arguments import invalid

_KINDS = ("", "ZLIB", "GZIP")
_GZIP = 16  # added to the bits of the window, it stands for gzip's header


class TFRecordOptions:
    """The compression of a file of records: "" for none, "GZIP" or "ZLIB", and its level (0 to 9).

    `ValueError` for another kind.

    >>> import gradtape as tf
    >>> tf.io.TFRecordOptions("GZIP", compression_level=9).compression_type
    'GZIP'
    """

    def __init__(
        self,
        compression_type: str | None = None,
        flush_mode: int | None = None,
        input_buffer_size: int | None = None,
        output_buffer_size: int | None = None,
        window_bits: int | None = None,
        compression_level: int | None = None,
        compression_method: int | None = None,
        mem_level: int | None = None,
        compression_strategy: int | None = None,
    ) -> None:
        if isinstance(compression_type, TFRecordOptions):
            compression_type = compression_type.compression_type
        self.compression_type: str = compression_type or ""
        if self.compression_type not in _KINDS:
            raise ValueError(f'Not a valid compression_type: "{compression_type}"')
        self.flush_mode = flush_mode
        self.input_buffer_size = input_buffer_size
        self.output_buffer_size = output_buffer_size
        self.window_bits = window_bits
        self.compression_level = compression_level
        self.compression_method = compression_method
        self.mem_level = mem_level
        self.compression_strategy = compression_strategy

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        """The name of the compression that options, a name or None stand for."""
        return cls.of(options).compression_type

    @classmethod
    def of(cls, options: Any) -> TFRecordOptions:
        """Options from themselves, from the name of a compression, or from None."""
        return options if isinstance(options, cls) else cls(options)

    def compressor(self) -> Any:
        """What compresses a file, or None."""
        if not self.compression_type:
            return None
        bits = zlib.MAX_WBITS if self.window_bits is None else abs(self.window_bits)
        return zlib.compressobj(
            -1 if self.compression_level is None else self.compression_level,
            zlib.DEFLATED,
            bits + (_GZIP if self.compression_type == "GZIP" else 0),
            zlib.DEF_MEM_LEVEL if self.mem_level is None else self.mem_level,
            self.compression_strategy or zlib.Z_DEFAULT_STRATEGY,
        )


def decompressor(kind: str) -> Any:
    """What reads a compressed file piece by piece; None for no compression."""
    if kind not in _KINDS:
        raise invalid(f'Not a valid compression_type: "{kind}". Use "", "GZIP" or "ZLIB".')
    if not kind:
        return None
    return zlib.decompressobj(zlib.MAX_WBITS + (_GZIP if kind == "GZIP" else 0))
