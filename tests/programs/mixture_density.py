"""A mixture density network: the inverse problem of Bishop's book."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Concatenate, Dense, Input
from tensorflow.keras.models import Model

NUM_MIXES = 3
rng = np.random.RandomState(6)
y_data = rng.uniform(-1.0, 1.0, size=(120, 1)).astype(np.float32)
x_data = (np.sin(4 * y_data) + 0.5 * y_data + 0.05 * rng.normal(size=y_data.shape)).astype(
    np.float32
)

inputs = Input(shape=(1,))
hidden = Dense(12, activation="tanh")(inputs)
mdn = Concatenate(name="mdn")(
    [Dense(NUM_MIXES)(hidden), Dense(NUM_MIXES)(hidden), Dense(NUM_MIXES)(hidden)]
)
model = Model(inputs, mdn)
model.set_weights([rng.normal(scale=0.5, size=w.shape) for w in model.get_weights()])


def mdn_loss(y_true, parameters):
    logits, mu, log_sigma = tf.split(parameters, 3, axis=-1)
    sigma = tf.nn.elu(log_sigma) + 1.0 + K.epsilon()
    log_prob = (
        -0.5 * tf.square((y_true - mu) / sigma) - tf.math.log(sigma) - 0.5 * np.log(2 * np.pi)
    )
    return -tf.reduce_mean(tf.reduce_logsumexp(tf.nn.log_softmax(logits) + log_prob, axis=1))


optimizer = tf.keras.optimizers.RMSprop(learning_rate=0.01)
losses = []
for i in range(6):
    with tf.GradientTape() as tape:
        loss = mdn_loss(y_data, model(x_data))
    optimizer.apply_gradients(
        zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
    )
    losses.append(float(loss))
print("losses:", ", ".join("%.5f" % loss for loss in losses))
