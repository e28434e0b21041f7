//! What a tensor looks like: NumPy writes it, of a long one only the edges, which is all that it then looks at.

use pyo3::prelude::*;

use crate::dtype::DType;
use crate::python::numpy::{look_at, to_numpy};
use crate::tensor::Tensor;

/// The text of a value inside `repr` (`repr = true`) or `str`, on a line of its own where it has several lines.
pub fn numpy_text(py: Python<'_>, tensor: &Tensor, repr: bool) -> PyResult<String> {
    let value = match tensor.shape().elements() {
        0..=SHORT => to_numpy(py, tensor.array()),
        _ => look_at(py, tensor),
    };
    let value = match value {
        Ok(value) => value,
        // NumPy refuses shapes whose other axes are too long.
        Err(_) if tensor.shape().elements() == 0 => return Ok(empty_text(tensor, repr)),
        Err(error) => return Err(error),
    };
    let text = if !repr {
        value.str()?.to_string()
    } else if tensor.rank() == 0 && tensor.dtype() != DType::String {
        value.call_method0("item")?.repr()?.to_string()
    } else {
        value.repr()?.to_string()
    };
    Ok(if text.contains('\n') { format!("\n{text}") } else { text })
}

/// Elements of which NumPy shows all, unless it is told otherwise: they may as well be copied.
const SHORT: usize = 1000;

/// As NumPy writes an array without elements.
fn empty_text(tensor: &Tensor, repr: bool) -> String {
    if repr { format!("array([], shape={}, dtype={})", tensor.shape().tuple(), tensor.dtype()) } else { "[]".into() }
}
