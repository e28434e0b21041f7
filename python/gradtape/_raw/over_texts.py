"""Operations on strings and on what files hold, over the functions of `tf.strings` and `tf.io`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .._io import csv, decoding, encoding, encodings, files, tensor_protos, waves
from .._ops import assertions
from .._strings import characters, hashes, numbers, patterns, plain

_KNOWN: Mapping[str, Callable[..., Any]] = {
    "AsString": numbers.as_string,
    "CheckNumerics": assertions.check_numerics,
    "DecodeAndCropJpeg": decoding.decode_and_crop_jpeg,
    "DecodeBase64": encodings.decode_base64,
    "DecodeBmp": decoding.decode_bmp,
    "DecodeCSV": csv.decode_csv,
    "DecodeCompressed": encodings.decode_compressed,
    "DecodeGif": decoding.decode_gif,
    "DecodeJpeg": decoding.decode_jpeg,
    "DecodePng": decoding.decode_png,
    "DecodeWav": waves.decode_wav,
    "EncodeBase64": encodings.encode_base64,
    "EncodeJpeg": encoding.encode_jpeg,
    "EncodePng": encoding.encode_png,
    "EncodeWav": waves.encode_wav,
    "ExtractJpegShape": decoding.extract_jpeg_shape,
    "Fingerprint": hashes.fingerprint,
    "MatchingFiles": files.matching_files,
    "ParseTensor": tensor_protos.parse_tensor,
    "ReadFile": files.read_file,
    "RegexFullMatch": patterns.regex_full_match,
    "RegexReplace": patterns.regex_replace,
    "SerializeTensor": tensor_protos.serialize_tensor,
    "StaticRegexFullMatch": patterns.regex_full_match,
    "StaticRegexReplace": patterns.regex_replace,
    "StringJoin": plain.join,
    "StringLength": plain.length,
    "StringLower": plain.lower,
    "StringStrip": plain.strip,
    "StringToHashBucketFast": hashes.to_hash_bucket_fast,
    "StringToHashBucketStrong": hashes.to_hash_bucket_strong,
    "StringUpper": plain.upper,
    "Substr": plain.substr,
    "UnicodeTranscode": characters.unicode_transcode,
    "UnsortedSegmentJoin": plain.unsorted_segment_join,
    "WriteFile": files.write_file,
}
OF_TEXTS: Mapping[str, Callable[..., Any]] = {
    **_KNOWN,
    "DecodeImage": lambda contents, channels=0, dtype=None, expand_animations=True, name=None:
    decoding.decode_image(
        contents, channels, **({} if dtype is None else {"dtype": dtype}),
        expand_animations=expand_animations,
    ),
    "DecodeRaw": lambda bytes, out_type, little_endian=True, name=None: encodings.decode_raw(
        bytes, out_type, little_endian
    ),
    "ReduceJoin": lambda inputs, reduction_indices, keep_dims=False, separator="", name=None:
    plain.reduce_join(inputs, reduction_indices, keep_dims, separator),
    "StringFormat": lambda inputs, template="%s", placeholder="%s", summarize=3, name=None:
    numbers.format(template, inputs, placeholder, summarize),
    "StringToNumber": lambda string_tensor, out_type="float32", name=None: numbers.to_number(
        string_tensor, out_type
    ),
}  # fmt: skip
