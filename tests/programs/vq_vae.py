"""A vector-quantized autoencoder: the straight-through estimator by stop_gradient."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


class VectorQuantizer(layers.Layer):
    def __init__(self, num_embeddings, embedding_dim, beta=0.25, **kwargs):
        super().__init__(**kwargs)
        self.embedding_dim, self.num_embeddings, self.beta = embedding_dim, num_embeddings, beta
        w_init = tf.random_uniform_initializer(seed=3)
        self.embeddings = tf.Variable(
            initial_value=w_init(shape=(embedding_dim, num_embeddings), dtype="float32"),
            trainable=True,
            name="embeddings_vqvae",
        )

    def call(self, x):
        input_shape = tf.shape(x)
        flattened = tf.reshape(x, [-1, self.embedding_dim])
        encoding_indices = self.get_code_indices(flattened)
        encodings = tf.one_hot(encoding_indices, self.num_embeddings)
        quantized = tf.matmul(encodings, self.embeddings, transpose_b=True)
        quantized = tf.reshape(quantized, input_shape)
        commitment_loss = tf.reduce_mean((tf.stop_gradient(quantized) - x) ** 2)
        codebook_loss = tf.reduce_mean((quantized - tf.stop_gradient(x)) ** 2)
        self.add_loss(self.beta * commitment_loss + codebook_loss)
        return x + tf.stop_gradient(quantized - x)

    def get_code_indices(self, flattened_inputs):
        similarity = tf.matmul(flattened_inputs, self.embeddings)
        distances = (
            tf.reduce_sum(flattened_inputs**2, axis=1, keepdims=True)
            + tf.reduce_sum(self.embeddings**2, axis=0)
            - 2 * similarity
        )
        return tf.argmin(distances, axis=1)


def conv(filters, seed, transpose=False, **kwargs):
    layer = layers.Conv2DTranspose if transpose else layers.Conv2D
    return layer(
        filters,
        3,
        padding="same",
        kernel_initializer=tf.keras.initializers.GlorotUniform(seed=seed),
        **kwargs,
    )


encoder = tf.keras.Sequential(
    [layers.Input(shape=(8, 8, 1)), conv(6, 1, activation="relu", strides=2), conv(4, 2)]
)
decoder = tf.keras.Sequential(
    [
        layers.Input(shape=(4, 4, 4)),
        conv(6, 4, True, activation="relu", strides=2),
        conv(1, 5, True),
    ]
)
vq_layer = VectorQuantizer(8, 4, name="vector_quantizer")
data = np.random.RandomState(2).uniform(-0.5, 0.5, size=(24, 8, 8, 1)).astype("float32")
optimizer = tf.keras.optimizers.Adam(learning_rate=2e-3)
data_variance = np.var(data)
for epoch in range(3):
    for batch in tf.data.Dataset.from_tensor_slices(data).batch(12):
        with tf.GradientTape() as tape:
            reconstructions = decoder(vq_layer(encoder(batch)))
            reconstruction_loss = tf.reduce_mean((batch - reconstructions) ** 2) / data_variance
            total_loss = reconstruction_loss + sum(vq_layer.losses)
        variables = (
            encoder.trainable_variables + decoder.trainable_variables + [vq_layer.embeddings]
        )
        grads = tape.gradient(total_loss, variables)
        optimizer.apply_gradients(zip(grads, variables))
    codes = np.unique(vq_layer.get_code_indices(tf.reshape(encoder(data), [-1, 4])).numpy())
    print(
        "epoch %d: reconstruction %.5f, total %.5f, codes in use %d"
        % (epoch, reconstruction_loss, total_loss, len(codes))
    )
