"""Model-agnostic meta-learning on sine waves: gradients through a gradient step."""
# keras: 2

import numpy as np
import tensorflow as tf


class SineModel(tf.keras.Model):
    def __init__(self):
        super(SineModel, self).__init__()
        self.hidden1 = tf.keras.layers.Dense(20)
        self.hidden2 = tf.keras.layers.Dense(20)
        self.out = tf.keras.layers.Dense(1)

    def forward(self, x, params=None):
        if params is None:
            x = tf.nn.relu(self.hidden1(x))
            x = tf.nn.relu(self.hidden2(x))
            return self.out(x)
        w1, b1, w2, b2, w3, b3 = params
        x = tf.nn.relu(x @ w1 + b1)
        x = tf.nn.relu(x @ w2 + b2)
        return x @ w3 + b3

    def call(self, x):
        return self.forward(x)


def tasks(n, seed=100):
    rng = np.random.RandomState(seed)
    for _ in range(n):
        amplitude, phase = rng.uniform(0.1, 5.0), rng.uniform(0, np.pi)
        x = rng.uniform(-5, 5, size=(20, 1)).astype(np.float32)
        yield x, (amplitude * np.sin(x + phase)).astype(np.float32)


def loss_function(pred_y, y):
    return tf.reduce_mean(tf.keras.losses.mean_squared_error(y, pred_y))


def train_maml(model, epochs, lr_inner=0.01):
    optimizer = tf.keras.optimizers.Adam()
    for epoch in range(epochs):
        total_loss = 0
        for i, (x, y) in enumerate(tasks(3, seed=epoch)):
            x_support, y_support, x_query, y_query = x[:10], y[:10], x[10:], y[10:]
            variables = model.trainable_variables
            with tf.GradientTape() as test_tape:
                with tf.GradientTape() as train_tape:
                    train_loss = loss_function(model(x_support), y_support)
                gradients = train_tape.gradient(train_loss, variables)
                adapted = [
                    tf.subtract(v, tf.multiply(lr_inner, g)) for v, g in zip(variables, gradients)
                ]
                test_loss = loss_function(model.forward(x_query, adapted), y_query)
            gradients = test_tape.gradient(test_loss, variables)
            optimizer.apply_gradients(zip(gradients, variables))
            total_loss += test_loss
            print("epoch %d task %d support %.5f query %.5f" % (epoch, i, train_loss, test_loss))
        print("epoch %d mean %.5f" % (epoch, total_loss / (i + 1)))


tf.keras.backend.clear_session()
maml = SineModel()
maml(np.zeros((1, 1), np.float32))
rng = np.random.RandomState(5)
maml.set_weights([rng.normal(scale=0.3, size=w.shape) for w in maml.get_weights()])
train_maml(maml, 2)
