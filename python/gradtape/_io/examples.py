"""`tf.train.Example` and the messages that it is made of.

Loading this module without the extra `gradtape[records]` is an `ImportError` that says so.
"""

from .messages import message

BytesList = message("BytesList", "tf.train.BytesList")
FloatList = message("FloatList", "tf.train.FloatList")
Int64List = message("Int64List", "tf.train.Int64List")
Feature = message("Feature")
Features = message("Features")
FeatureList = message("FeatureList")
FeatureLists = message("FeatureLists")
Example = message("Example")
SequenceExample = message("SequenceExample")
