"""Writes the files of this folder, in an environment that has tensorflow: python write.py"""

from pathlib import Path

import tensorflow as tf

HERE = Path(__file__).parent

with tf.io.TFRecordWriter(str(HERE / "plain.tfrecord")) as writer:
    for number in range(3):
        writer.write(b"rec%d" % number)
for kind in ("GZIP", "ZLIB"):
    with tf.io.TFRecordWriter(str(HERE / f"{kind.lower()}.tfrecord"), kind) as writer:
        writer.write(b"x")
        writer.write(b"")
