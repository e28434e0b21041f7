"""`Summary` and its kin, the messages of event files, which version 1 of TensorFlow makes by hand.

Loading this module without the extra `gradtape[records]` is an `ImportError` that says so.
"""

from .messages import message

Event = message("Event", "tf.compat.v1.Summary")
HistogramProto = message("HistogramProto")
Summary = message("Summary")
SummaryMetadata = message("SummaryMetadata")
