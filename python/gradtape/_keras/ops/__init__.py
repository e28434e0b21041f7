"""`keras.ops`: Keras 3's functions of tensors, over the operations of the core.

A function has Keras's arguments and the dtype of Keras's result (`promotion`); what it computes is
the core's, or a function of `_numpy` or `activations`. Given a symbolic tensor it becomes a layer
(`calling`), so that a model with it can be saved.
"""
