"""`tf.compat.v1.python_io`: files of records."""

from ..._io.older_records import tf_record_iterator as tf_record_iterator
from ..._io.record_file import TFRecordWriter as TFRecordWriter
from ..._io.record_options import TFRecordOptions as TFRecordOptions
