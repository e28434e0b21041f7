"""`tf.lookup.experimental`: tables that a program changes."""

from .._lookup.mutable import DenseHashTable as DenseHashTable, MutableHashTable as MutableHashTable
