"""Physics from observations: the length and the friction of a pendulum, from its swings alone.

The tape records a whole numerical integration (Runge-Kutta, a Python loop), so the gradient of the
distance between simulated and observed angles reaches the physical constants behind them.

    python examples/physics_pendulum.py --iterations 150
"""

from __future__ import annotations

import argparse

import gradtape as tf

GRAVITY = 9.81  # m/s^2
STEP = 0.05  # s
TRUE_LENGTH, TRUE_FRICTION = 1.3, 0.25  # m, 1/s


def acceleration(angle: tf.Tensor, speed: tf.Tensor, length: tf.Tensor, friction: tf.Tensor):
    """A damped pendulum: its weight pulls it down, friction holds it back (rad/s^2)."""
    return -GRAVITY / length * tf.sin(angle) - friction * speed


def simulate(length: tf.Tensor, friction: tf.Tensor, steps: int) -> tf.Tensor:
    """Angles (rad) at every step, let go at 1.2 rad: the classical Runge-Kutta method."""
    angle, speed = tf.constant(1.2), tf.constant(0.0)
    angles = []
    for _ in range(steps):
        k1, l1 = speed, acceleration(angle, speed, length, friction)
        k2 = speed + STEP / 2 * l1
        l2 = acceleration(angle + STEP / 2 * k1, k2, length, friction)
        k3 = speed + STEP / 2 * l2
        l3 = acceleration(angle + STEP / 2 * k2, k3, length, friction)
        k4 = speed + STEP * l3
        l4 = acceleration(angle + STEP * k3, k4, length, friction)
        angle = angle + STEP / 6 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        speed = speed + STEP / 6 * (l1 + 2.0 * l2 + 2.0 * l3 + l4)
        angles.append(angle)
    return tf.stack(angles)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--steps", type=int, default=80, help=f"observations, {STEP} s apart")
    options = parser.parse_args()

    tf.random.set_seed(1)
    truth = simulate(tf.constant(TRUE_LENGTH), tf.constant(TRUE_FRICTION), options.steps)
    observed = truth + 0.02 * tf.random.normal(truth.shape)

    # Both constants are positive, so what is fitted is their logarithm.
    log_length, log_friction = tf.Variable(0.0), tf.Variable(-2.5)
    optimizer = tf.keras.optimizers.Adam(learning_rate=0.05)
    for iteration in range(options.iterations):
        with tf.GradientTape() as tape:
            angles = simulate(tf.exp(log_length), tf.exp(log_friction), options.steps)
            loss = tf.reduce_mean((angles - observed) ** 2)
        gradients = tape.gradient(loss, [log_length, log_friction])
        optimizer.apply_gradients(zip(gradients, [log_length, log_friction]))
        if iteration % 25 == 0:
            print(f"iteration {iteration:4}  mean square error {loss:.6f} rad^2")

    print(f"length   {tf.exp(log_length).numpy():.3f} m    (true: {TRUE_LENGTH})")
    print(f"friction {tf.exp(log_friction).numpy():.3f} 1/s  (true: {TRUE_FRICTION})")


if __name__ == "__main__":
    main()
