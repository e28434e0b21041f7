"""`tf.distribute.cluster_resolver`: programs look for machines here."""

from .._runtime.clusters import (
    ClusterResolver as ClusterResolver,
    SimpleClusterResolver as SimpleClusterResolver,
    TFConfigClusterResolver as TFConfigClusterResolver,
)
from .._runtime.tpus import TPUClusterResolver as TPUClusterResolver
