"""`tf.audio`: sound in WAV files."""

from ._io.waves import decode_wav as decode_wav, encode_wav as encode_wav
