//! Whether answers that TensorFlow gives by accident are given too: a process is asked for them where it runs programs of
//! TensorFlow's, and never otherwise.

use std::sync::atomic::{AtomicBool, Ordering};

static TO_THE_LETTER: AtomicBool = AtomicBool::new(false);

/// Whether TensorFlow is followed where its answers are accidents: in eager code gradients of `max_pool3d` go to all that
/// are nearly a window's maximum, and squares and cubes written as powers are rounded as powers; sums of gradients of a bias
/// in `bfloat16` are rounded row by row, and 16-bit floats after each step of functions that have several; in
/// functions ways of a branch that are not gone have gradients of zeros.
pub fn follow_to_the_letter(yes: bool) {
    TO_THE_LETTER.store(yes, Ordering::Relaxed);
}

pub(crate) fn is_to_the_letter() -> bool {
    TO_THE_LETTER.load(Ordering::Relaxed)
}
