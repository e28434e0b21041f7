"""`tf.experimental.numpy`: NumPy's functions over the operations of the core.

What a function computes is recorded by tapes like any operation. Results have the dtypes that NumPy
gives (`promotion`), which is all that most of these functions add to the core's.
"""
