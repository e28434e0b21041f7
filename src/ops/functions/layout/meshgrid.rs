//! Coordinates of a grid.

use crate::error::ErrorKind;
use crate::ops::check_same_dtype;
use crate::ops::prelude::*;
use crate::shape::{Few, MAX_RANK};

pub(in crate::ops) const OPS: &[OpDef] = &[MESHGRID];

const MESHGRID: OpDef = OpDef {
    name: "meshgrid",
    op_type: "",
    doc: "The coordinates of a grid whose axes have the places `*args` (vectors; others are flattened): one tensor \
          of the grid's shape for each axis.\n\n\
          With `indexing` \"xy\" the first two axes of the grid change places, so that the first vector runs along \
          columns; with \"ij\" the axes are in order. No data is copied. Errors: `ValueError` for another \
          `indexing`, `InvalidArgumentError` for two dtypes of numbers.\n\n\
          >>> [t.numpy().tolist() for t in tf.meshgrid([1, 2], [3, 4, 5], indexing='ij')]\n\
          [[[1, 1, 1], [2, 2, 2]], [[3, 4, 5], [3, 4, 5]]]",
    params: &[tensors("*args"), string("indexing", "xy")],
    call: |a| {
        let swap = match a.str(1) {
            "xy" => true,
            "ij" => false,
            other => {
                let text = "Argument `indexing` parameter must be either 'xy' or 'ij', got";
                return Err(Error::value(format!("{text} '{other}'")));
            }
        };
        Ok(Value::List(meshgrid(a.tensors(0), swap)?))
    },
    samples: &[
        on(&[Input::List(&[reals(&[2]), reals(&[3])])]),
        with(&[Input::List(&[reals(&[2]), reals(&[]), reals(&[3])])], &[("indexing", Str("ij"))]),
    ],
};

/// The coordinates of a grid: one view for each axis. `swap` exchanges its first two axes.
pub fn meshgrid(places: &[Tensor], swap: bool) -> Result<Vec<Tensor>> {
    let rank = places.len();
    if rank > MAX_RANK {
        let text = format!("a grid of {rank} axes; at most {MAX_RANK} are supported");
        return Err(Error::new(ErrorKind::InvalidArgument, text));
    }
    let axis_of = |i: usize| if swap && rank > 1 && i < 2 { 1 - i } else { i };
    let mut grid = Shape::new(&vec![1; rank]);
    for (i, p) in places.iter().enumerate() {
        if ![places[0].dtype(), p.dtype()].contains(&DType::Bool) {
            check_same_dtype("Mul", places[0].dtype(), p.dtype())?;
        }
        grid = grid.with(axis_of(i), p.shape().elements());
    }
    if grid.checked_elements().is_none() {
        let text = format!("a grid of shape {grid} is too large");
        return Err(Error::new(ErrorKind::ResourceExhausted, text));
    }
    let coordinates = |(i, p): (usize, &Tensor)| {
        let line = Shape::new(&vec![1; rank]).with(axis_of(i), p.shape().elements());
        let shaped = ops::reshape_to(p, &line)?;
        let spread = ops::broadcast_to_shape(&shaped, &grid)?;
        // A grid of one axis is the vector itself: a new tensor nevertheless.
        if spread.is(p) { ops::identity(p) } else { Ok(spread) }
    };
    places.iter().enumerate().map(coordinates).few()
}
