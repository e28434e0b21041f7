//! Taking by indices and putting by indices: the two operations that gathering, scattering and both their gradients are
//! made of. Each is the other's gradient.

use crate::interrupt::Pace;
use crate::kernels::gather::{Merge, Rows, merge, take};
use crate::op::Saved;
use crate::ops::prelude::*;
use crate::shape::Few;
use crate::slices::IndexedSlices;
use crate::tape::in_loop;

/// What an index means, on a table whose first `batch` axes the indices share.
#[derive(Clone, Copy, Debug)]
pub(super) enum Address {
    /// A place on axis `axis`.
    Axis { batch: usize, axis: usize },
    /// The last axis of the indices holds places on the axes after the batch, one each.
    Point { batch: usize },
}

/// Rows and the shape of the values that belong to them (both without leading axes).
pub(super) struct Found {
    pub(super) rows: Rows,
    pub(super) values: Shape,
}

impl Address {
    /// The rows of a table of shape `table` that `indices` name. Errors name operation `op`.
    pub(super) fn find(self, op: &'static str, table: &[usize], indices: &Array) -> Result<Found> {
        let places = indices.cast(DType::Int64)?.contiguous()?;
        match self {
            Address::Axis { batch, axis } => on_axis(op, table, (batch, axis), places),
            Address::Point { batch } => at_points(op, table, batch, &places),
        }
    }
}

fn on_axis(op: &'static str, table: &[usize], (batch, axis): (usize, usize), ids: Array) -> Result<Found> {
    let (n, shape) = (table[axis], ids.shape().clone());
    if !all_below(n, ids.slice()) {
        let places = ids.slice::<i64>();
        let bad = places.iter().position(|&p| !all_below(n, &[p])).unwrap_or(0);
        let text = format!("indices{} = {} is not in [0, {n})", at(&shape, bad), places[bad]);
        return Err(Error::invalid(op, text));
    }
    let rows = Rows {
        lead: 1,
        batch: table[..batch].iter().product(),
        middle: table[batch..axis].iter().product(),
        rows: n,
        row: table[axis + 1..].iter().product(),
        ids,
    };
    let values = Shape::new(&table[..axis]).concat(&shape[batch..]).concat(&table[axis + 1..]);
    Ok(Found { rows, values })
}

/// Whether all numbers are in `[0, n)`. No early exit: the loop is to be vectorised.
fn all_below(n: usize, numbers: &[i64]) -> bool {
    let outside = |&i: &i64| i < 0 || i >= n as i64;
    !numbers.iter().fold(false, |found, i| found | outside(i))
}

fn at_points(op: &'static str, table: &[usize], batch: usize, indices: &Array) -> Result<Found> {
    let (shape, places) = (indices.shape(), indices.slice::<i64>());
    let depth = shape[shape.rank() - 1];
    let (batches, inner) = (&table[..batch], &table[batch + depth..]);
    let axes = &table[batch..batch + depth];
    let points: usize = shape[..shape.rank() - 1].iter().product();
    let (tables, rows) = (batches.iter().product::<usize>(), axes.iter().product::<usize>());
    let per_table = points.checked_div(tables).unwrap_or(0);
    let point = |i: usize| &places[i * depth..(i + 1) * depth];
    let number = |i: usize| {
        let start = i.checked_div(per_table).unwrap_or(0);
        point(i)
            .iter()
            .zip(axes)
            .try_fold(start, |id, (&place, &n)| usize::try_from(place).ok().filter(|&p| p < n).map(|p| id * n + p))
    };
    let mut ids = Array::scratch_of::<i64>(Shape::new(&[points]))?;
    let mut pace = Pace::default();
    for (i, to) in ids.slice_mut::<i64>().iter_mut().enumerate() {
        pace.after(1)?;
        let Some(id) = number(i) else {
            return Err(outside(op, table, (&shape[..shape.rank() - 1], batch), i, point(i)));
        };
        *to = id as i64;
    }
    let rows = Rows { lead: 1, batch: 1, middle: 1, rows: tables * rows, row: inner.iter().product(), ids };
    let values = Shape::new(&shape[..shape.rank() - 1]).concat(inner);
    Ok(Found { rows, values })
}

fn outside(op: &'static str, table: &[usize], (points, batch): (&[usize], usize), i: usize, point: &[i64]) -> Error {
    // The place in the whole table: first on the axes that the indices share with it.
    let shared = coordinates(points, i).into_iter().take(batch).map(|c| c as i64);
    let point = shared.chain(point.iter().copied()).map(|c| c.to_string()).few::<Vec<_>>().join(", ");
    let into = if op == "GatherNd" { "param shape" } else { "shape" };
    let text = format!("indices{} = [{point}] does not index into {into} {}", at(points, i), Shape::new(table));
    Error::invalid(op, text)
}

/// Element `i` of a tensor of this shape, as error texts write it: `[0,1]`, nothing for a scalar.
fn at(shape: &[usize], i: usize) -> String {
    if shape.is_empty() {
        return String::new();
    }
    let places: Vec<String> = coordinates(shape, i).iter().map(usize::to_string).few();
    format!("[{}]", places.join(","))
}

/// The coordinates of element `i` of a tensor of this shape.
fn coordinates(shape: &[usize], mut i: usize) -> Vec<usize> {
    // bounded: by the rank
    let mut places = Vec::with_capacity(shape.len());
    for &n in shape.iter().rev() {
        places.push(i % n);
        i /= n;
    }
    places.reverse();
    places
}

/// Refuses indices that are not integers of a width that TensorFlow takes.
pub(super) fn check_indices(op: &'static str, indices: &Tensor) -> Result<()> {
    DTypes::INDEX.or(DTypes::of(&[DType::Int16])).check(op, "Tindices", indices.dtype())
}

/// The rows of a table that indices name. The first `lead` axes of the table share all indices.
#[derive(Debug)]
pub(super) struct Take {
    pub(super) address: Address,
    pub(super) lead: usize,
    pub(super) op_type: &'static str,
    /// Whether the gradient is all of the table's.
    pub(super) is_whole: bool,
}

impl Take {
    /// The same, as recorded where the thread is now.
    pub(super) fn new(address: Address, lead: usize, op_type: &'static str) -> Take {
        Take { address, lead, op_type, is_whole: in_loop() }
    }

    /// Where the rows of the table are that `indices` name, one for each row of the result: integers `[n]`; `None` where
    /// places are not whole rows.
    fn places(&self, table: &Shape, indices: &Tensor) -> Result<Option<Tensor>> {
        let whole = match self.address {
            Address::Axis { batch: 0, axis: 0 } => true,
            // As TensorFlow has it: a list of single places, not a table of them.
            Address::Point { batch: 0 } => indices.rank() == 2 && indices.shape()[1] == 1,
            _ => false,
        };
        if self.is_whole || !whole || self.lead > 0 || table.rank() == 0 {
            return Ok(None);
        }
        ops::reshape_to(indices, &Shape::new(&[indices.shape().elements()])).map(Some)
    }
}

impl Primitive for Take {
    const GRAD: &'static [Rule<Self>] = &[
        Rule::B(|g, indices| {
            let table = g.input().shape[g.op.lead..].into();
            let put = Put { address: g.op.address, lead: g.op.lead + g.batch(), table, op_type: "ScatterNd" };
            g.through(put, &[indices])
        }),
        Rule::None,
    ];

    fn named(&self) -> &'static str {
        self.op_type
    }

    fn slices(&self, s: &Saved, g: &Tensor) -> Result<Option<IndexedSlices>> {
        let shape = &s.spec(0).shape;
        let Some(indices) = self.places(shape, s.x(1))? else {
            return Ok(None);
        };
        let values = ops::reshape_to(g, &indices.shape().concat(&shape[1..]))?;
        Ok(Some(IndexedSlices { values, indices, shape: shape.clone() }))
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (lead, table) = x[0].shape().split_at(self.lead);
        let mut found = self.address.find(self.op_type, table, x[1])?;
        found.rows.lead = lead.iter().product();
        take(x[0], &found.rows, Shape::new(lead).concat(&found.values))
    }
}

/// Zeros of shape `table` to which values are added where indices say. The first `lead` axes of the values share all
/// indices.
#[derive(Debug)]
pub(super) struct Put {
    pub(super) address: Address,
    pub(super) lead: usize,
    pub(super) table: Shape,
    pub(super) op_type: &'static str,
}

impl Primitive for Put {
    const GRAD: &'static [Rule<Self>] = &[
        Rule::B(|g, indices| {
            let take = Take::new(g.op.address, g.op.lead + g.batch(), "GatherNd");
            g.through(take, &[indices])
        }),
        Rule::None,
    ];

    fn named(&self) -> &'static str {
        self.op_type
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let lead = &x[0].shape()[..self.lead];
        let mut found = self.address.find(self.op_type, &self.table, x[1])?;
        found.rows.lead = lead.iter().product();
        let zeros = Array::zeros(x[0].dtype(), Shape::new(lead).concat(&self.table))?;
        merge(self.op_type, zeros, &found.rows, x[0], Merge::Add)
    }
}
