"""`tf.strings`: functions of tensors of strings."""

from ._strings.characters import (
    unicode_decode as unicode_decode,
    unicode_decode_with_offsets as unicode_decode_with_offsets,
    unicode_encode as unicode_encode,
    unicode_split as unicode_split,
    unicode_split_with_offsets as unicode_split_with_offsets,
    unicode_transcode as unicode_transcode,
)
from ._strings.hashes import (
    to_hash_bucket as to_hash_bucket,
    to_hash_bucket_fast as to_hash_bucket_fast,
    to_hash_bucket_strong as to_hash_bucket_strong,
)
from ._strings.numbers import (
    as_string as as_string,
    format as format,
    to_number as to_number,
)
from ._strings.patterns import (
    regex_full_match as regex_full_match,
    regex_replace as regex_replace,
)
from ._strings.plain import (
    bytes_split as bytes_split,
    join as join,
    length as length,
    lower as lower,
    ngrams as ngrams,
    reduce_join as reduce_join,
    split as split,
    strip as strip,
    substr as substr,
    unsorted_segment_join as unsorted_segment_join,
    upper as upper,
)
