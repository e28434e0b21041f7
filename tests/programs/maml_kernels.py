"""MAML that replaces kernels of a copied model by tensors, and Reptile."""
# keras: 2

import copy
import random
import numpy as np
import tensorflow as tf
import tensorflow.keras.backend as keras_backend


class SineModel(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden1 = tf.keras.layers.Dense(20, input_shape=(1,))
        self.hidden2 = tf.keras.layers.Dense(20)
        self.out = tf.keras.layers.Dense(1)

    def forward(self, x):
        x = keras_backend.relu(self.hidden1(x))
        x = tf.keras.activations.relu(self.hidden2(x))
        return self.out(x)


def np_to_tensor(list_of_numpy_objs):
    return (tf.convert_to_tensor(obj) for obj in list_of_numpy_objs)


def loss_function(pred_y, y):
    return keras_backend.mean(tf.keras.losses.mean_squared_error(y, pred_y))


def copy_model(model, x):
    copied_model = SineModel()
    copied_model.forward(tf.convert_to_tensor(x))
    copied_model.set_weights(model.get_weights())
    return copied_model


def compute_loss(model, x, y, loss_fn=loss_function):
    logits = model.forward(x)
    return loss_fn(y, logits), logits


rng = np.random.RandomState(0)


def batch(k):
    a, p = rng.uniform(0.1, 5), rng.uniform(0, np.pi)
    x = rng.uniform(-5, 5, (k, 1))
    return np.float32(x), np.float32(a * np.sin(x - p))


model = SineModel()
model.forward(tf.zeros([1, 1]))
model.set_weights([rng.normal(0, 0.5, w.shape) for w in model.get_weights()])
optimizer = tf.keras.optimizers.Adam()
lr_inner = 0.01
for i in range(4):
    x, y = np_to_tensor(batch(10))
    model.forward(x)
    with tf.GradientTape() as test_tape:
        with tf.GradientTape() as train_tape:
            train_loss, _ = compute_loss(model, x, y)
        gradients = train_tape.gradient(train_loss, model.trainable_variables)
        k = 0
        model_copy = copy_model(model, x)
        for j in range(len(model_copy.layers)):
            model_copy.layers[j].kernel = tf.subtract(
                model.layers[j].kernel, tf.multiply(lr_inner, gradients[k])
            )
            model_copy.layers[j].bias = tf.subtract(
                model.layers[j].bias, tf.multiply(lr_inner, gradients[k + 1])
            )
            k += 2
        test_loss, logits = compute_loss(model_copy, x, y)
    gradients = test_tape.gradient(test_loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print("Step {}: train {:.5f} test {:.5f}".format(i, float(train_loss), test_loss.numpy()))
# reptile + flat parameters
flat = tf.concat([tf.reshape(w, [-1]) for w in model.trainable_variables], 0)


def unflatten(f):
    sizes = [int(np.prod(w.shape)) for w in model.trainable_variables]
    return [tf.reshape(p, w.shape) for p, w in zip(tf.split(f, sizes), model.trainable_variables)]


old = [tf.identity(w) for w in model.trainable_weights]
sgd = tf.keras.optimizers.SGD(learning_rate=0.02)
for _ in range(3):
    x, y = batch(5)
    with tf.GradientTape() as t:
        l = loss_function(model.forward(x), y)
    sgd.minimize(lambda: loss_function(model.forward(x), y), model.trainable_variables)
for w, o in zip(model.trainable_weights, old):
    w.assign(o + 0.5 * (w - o))
print(
    "%.5f" % tf.norm(tf.concat([tf.reshape(w, [-1]) for w in model.trainable_variables], 0) - flat),
    len(unflatten(flat)),
    "%.4f" % l,
)
m2 = tf.keras.models.clone_model(tf.keras.Sequential([tf.keras.layers.Dense(2, input_dim=3)]))
print(m2.count_params())
w = copy.deepcopy(model.get_weights())
v = copy.copy(flat)
d = tf.Variable(3.0)
e = copy.deepcopy(d)
e.assign(4.0)
print(d.numpy(), e.numpy(), len(w))
