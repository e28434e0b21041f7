"""A book's chapter: a multilayer perceptron of variables, batches from tf.data."""

import tensorflow as tf
import numpy as np

n_input, n_hidden, n_classes = 20, 32, 5
learning_rate, batch_size, training_epochs = 0.1, 32, 2

rs = np.random.RandomState(1)
centers = rs.uniform(-2, 2, size=(n_classes, n_input))
labels = np.arange(160) % n_classes
features = (centers[labels] + rs.normal(size=(160, n_input))).astype(np.float32)

weights = {
    "h1": tf.Variable(rs.normal(scale=0.1, size=[n_input, n_hidden]), dtype=tf.float32),
    "h2": tf.Variable(rs.normal(scale=0.1, size=[n_hidden, n_hidden]), dtype=tf.float32),
    "out": tf.Variable(rs.normal(scale=0.1, size=[n_hidden, n_classes]), dtype=tf.float32),
}
biases = {
    "b1": tf.Variable(tf.zeros([n_hidden])),
    "b2": tf.Variable(tf.zeros([n_hidden])),
    "out": tf.Variable(tf.zeros([n_classes])),
}


def neural_net(x):
    layer_1 = tf.nn.relu(tf.add(tf.matmul(x, weights["h1"]), biases["b1"]))
    layer_2 = tf.nn.tanh(tf.add(tf.matmul(layer_1, weights["h2"]), biases["b2"]))
    return tf.matmul(layer_2, weights["out"]) + biases["out"]


def cross_entropy(y_pred, y_true):
    y_true = tf.one_hot(y_true, depth=n_classes)
    y_pred = tf.clip_by_value(tf.nn.softmax(y_pred), 1e-9, 1.0)
    return tf.reduce_mean(-tf.reduce_sum(y_true * tf.math.log(y_pred), axis=1))


def accuracy(y_pred, y_true):
    correct = tf.equal(tf.argmax(y_pred, 1), tf.cast(y_true, tf.int64))
    return tf.reduce_mean(tf.cast(correct, tf.float32), axis=-1)


optimizer = tf.optimizers.SGD(learning_rate)
trainable_variables = list(weights.values()) + list(biases.values())


def run_optimization(x, y):
    with tf.GradientTape() as g:
        loss = cross_entropy(neural_net(x), y)
    gradients = g.gradient(loss, trainable_variables)
    optimizer.apply_gradients(zip(gradients, trainable_variables))


train_data = tf.data.Dataset.from_tensor_slices((features, labels))
train_data = train_data.repeat(training_epochs).batch(batch_size).prefetch(1)
for step, (batch_x, batch_y) in enumerate(train_data, 1):
    run_optimization(batch_x, batch_y)
    pred = neural_net(batch_x)
    loss = cross_entropy(pred, batch_y)
    print("step: %i, loss: %f, accuracy: %f" % (step, loss, accuracy(pred, batch_y)))
