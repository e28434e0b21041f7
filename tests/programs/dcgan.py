"""The DCGAN tutorial, in small."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

BATCH_SIZE, noise_dim = 8, 10
w = tf.keras.initializers.RandomNormal


def make_generator_model():
    model = tf.keras.Sequential()
    model.add(
        layers.Dense(
            3 * 3 * 8,
            use_bias=False,
            input_shape=(noise_dim,),
            kernel_initializer=w(stddev=0.1, seed=1),
        )
    )
    model.add(layers.BatchNormalization())
    model.add(layers.LeakyReLU())
    model.add(layers.Reshape((3, 3, 8)))
    assert model.output_shape == (None, 3, 3, 8)
    model.add(
        layers.Conv2DTranspose(
            4,
            (5, 5),
            strides=(1, 1),
            padding="same",
            use_bias=False,
            kernel_initializer=w(stddev=0.1, seed=2),
        )
    )
    model.add(layers.BatchNormalization())
    model.add(layers.LeakyReLU())
    model.add(
        layers.Conv2DTranspose(
            1,
            (5, 5),
            strides=(2, 2),
            padding="same",
            use_bias=False,
            activation="tanh",
            kernel_initializer=w(stddev=0.1, seed=3),
        )
    )
    assert model.output_shape == (None, 6, 6, 1)
    return model


def make_discriminator_model():
    model = tf.keras.Sequential()
    model.add(
        layers.Conv2D(
            8,
            (5, 5),
            strides=(2, 2),
            padding="same",
            input_shape=[6, 6, 1],
            kernel_initializer=w(stddev=0.1, seed=4),
        )
    )
    model.add(layers.LeakyReLU())
    model.add(layers.Dropout(0.0))
    model.add(layers.Flatten())
    model.add(layers.Dense(1, kernel_initializer=w(stddev=0.1, seed=5)))
    return model


generator = make_generator_model()
discriminator = make_discriminator_model()
cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)


def discriminator_loss(real_output, fake_output):
    real_loss = cross_entropy(tf.ones_like(real_output), real_output)
    fake_loss = cross_entropy(tf.zeros_like(fake_output), fake_output)
    return real_loss + fake_loss


def generator_loss(fake_output):
    return cross_entropy(tf.ones_like(fake_output), fake_output)


generator_optimizer = tf.keras.optimizers.Adam(1e-3)
discriminator_optimizer = tf.keras.optimizers.Adam(1e-3)
tf.random.set_seed(5)


@tf.function
def train_step(images):
    noise = tf.random.stateless_normal([BATCH_SIZE, noise_dim], seed=[1, 2])
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        generated_images = generator(noise, training=True)
        real_output = discriminator(images, training=True)
        fake_output = discriminator(generated_images, training=True)
        gen_loss = generator_loss(fake_output)
        disc_loss = discriminator_loss(real_output, fake_output)
    gradients_of_generator = gen_tape.gradient(gen_loss, generator.trainable_variables)
    gradients_of_discriminator = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    generator_optimizer.apply_gradients(zip(gradients_of_generator, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(
        zip(gradients_of_discriminator, discriminator.trainable_variables)
    )
    return gen_loss, disc_loss


images = np.random.RandomState(0).uniform(-1, 1, size=(32, 6, 6, 1)).astype("float32")
train_dataset = tf.data.Dataset.from_tensor_slices(images).batch(BATCH_SIZE)
for epoch in range(2):
    for image_batch in train_dataset:
        g, d = train_step(image_batch)
        print("epoch %d generator %.5f discriminator %.5f" % (epoch + 1, g, d))
