//! What a tape warns of: TensorFlow's texts on the logger `tensorflow`.
//!
//! Each is logged a limited number of times for each line of the user's program.

use pyo3::prelude::*;

use crate::dtype::DType;
use crate::gradient_tape::{GradientTape, Watched};

/// Logs a warning on the logger `tensorflow`, at most `limit` times for each line of the user's program.
fn warn(py: Python<'_>, text: &str, limit: u32) -> PyResult<()> {
    py.import("gradtape._logging")?.getattr("warn_at_call_site")?.call1((text, limit))?;
    Ok(())
}

/// A tensor to be watched for which nothing will be recorded.
pub(super) fn watched_dtype(py: Python<'_>, dtype: DType) -> PyResult<()> {
    let text = format!("The dtype of the watched tensor must be floating (e.g. tf.float32), got tf.{dtype}");
    warn(py, &text, 5)
}

fn gradient_dtype(py: Python<'_>, what: &str, dtype: DType) -> PyResult<()> {
    let text = format!(
        "The dtype of the {what} tensor must be floating (e.g. tf.float32) when calling GradientTape.gradient, got tf.{dtype}"
    );
    warn(py, &text, 5)
}

/// A persistent tape that records its own backward pass.
pub(super) fn inside_context(py: Python<'_>, tape: &GradientTape) -> PyResult<()> {
    if !(tape.is_persistent() && tape.is_recording()) || tape.watches_everything() {
        return Ok(());
    }
    let text = "Calling GradientTape.gradient on a persistent tape inside its context is significantly less efficient \
                than calling it outside the context (it causes the gradient ops to be recorded on the tape, leading to \
                increased CPU and memory usage). Only call GradientTape.gradient inside the context if you actually want \
                to trace the gradient in order to compute higher order derivatives.";
    warn(py, text, 1)
}

/// Targets and sources through which no gradient can flow.
pub(super) fn gradient_dtypes(py: Python<'_>, targets: &[Watched], sources: &[Watched]) -> PyResult<()> {
    for (what, list) in [("target", targets), ("source", sources)] {
        for dtype in list.iter().map(Watched::dtype).filter(|d| !d.is_trainable()) {
            gradient_dtype(py, what, dtype)?;
        }
    }
    Ok(())
}
