//! Repetition: of the whole tensor, and of its elements.

use smallvec::SmallVec;

use crate::kernels::place::filled;
use crate::memory::try_collect;
use crate::ops::prelude::*;
use crate::ops::sum_over;
use crate::shape::{AxisSet, Few, normalize_axis};

pub(in crate::ops) const OPS: &[OpDef] = &[TILE, REPEAT];

const TILE: OpDef = OpDef {
    name: "tile",
    op_type: "Tile",
    doc: "`input` repeated `multiples[i]` times along each axis `i`.\n\n\
          The gradient is the sum over the repetitions. Errors: `InvalidArgumentError` for a negative multiple, or \
          a list that does not have one for each axis.\n\n\
          >>> tf.tile([1., 2.], [2]).numpy().tolist()\n[1.0, 2.0, 1.0, 2.0]",
    params: &[free("input"), Param::new("multiples", Kind::Ints)],
    call: |a| Ok(tile(a.tensor(0), a.ints(1))?.into()),
    samples: &[
        with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("multiples", Ints(&[3, 2]))]),
        with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("multiples", Ints(&[1, 0]))]),
        with(&[Input::Real(&[2], -2.0, 2.0)], &[("multiples", Ints(&[1]))]),
    ],
};

const REPEAT: OpDef = OpDef {
    name: "repeat",
    op_type: "",
    doc: "Each slice of `input` along `axis` repeated `repeats` times, or as often as its entry of `repeats` says; \
          without `axis` the elements of the flattened tensor.\n\n\
          The gradient is the sum over the repetitions. Errors: `InvalidArgumentError` for a negative number, \
          `ValueError` for an axis out of range or a list that does not have one entry for each slice.\n\n\
          >>> tf.repeat([3., 4.], [1, 2]).numpy().tolist()\n[3.0, 4.0, 4.0]",
    params: &[free("input"), Param::new("repeats", Kind::Counts), Param::new("axis", Kind::Int).or(Literal::None)],
    call: |a| {
        let repeats = match a.get(1) {
            Arg::Int(n) => std::slice::from_ref(n),
            _ => a.ints(1),
        };
        Ok(repeat(a.tensor(0), repeats, a.opt_int(2))?.into())
    },
    samples: &[
        with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("repeats", Int(2))]),
        with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("repeats", Int(2)), ("axis", Int(1))]),
        with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("repeats", Ints(&[1, 0, 3])), ("axis", Int(-1))]),
    ],
};

/// `x` repeated along each axis.
pub fn tile(x: &Tensor, multiples: &[i64]) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("Tile", text));
    let (rank, got) = (x.rank(), multiples.len());
    if got != rank {
        return fail(format!("Expected multiples argument to be a vector of length {rank} but got length {got}"));
    }
    if let Some(i) = multiples.iter().position(|&m| m < 0) {
        return fail(format!("Expected multiples[{i}] >= 0, but got {}", multiples[i]));
    }
    let lengths: Vec<i64> = x.shape().iter().zip(multiples).map(|(&d, &m)| (d as i64).saturating_mul(m)).few();
    // Checked before any array is described: a shape that is too large must not come into being.
    ops::shape_of("Tile", &lengths)?;
    apply(Tile { multiples: multiples.iter().map(|&m| m as usize).few() }, &[x])
}

#[derive(Debug)]
struct Tile {
    multiples: SmallVec<[usize; 6]>,
}

impl Tile {
    /// The output's shape with an axis of its own for each repetition, and those axes.
    fn unfolded(&self, shape: &[usize]) -> (Shape, AxisSet) {
        let (mut unfolded, mut repeated) = (Shape::scalar(), AxisSet::default());
        for (&d, &m) in shape.iter().zip(&self.multiples) {
            if m != 1 {
                repeated.insert(unfolded.rank());
                unfolded.push(m);
            }
            unfolded.push(d);
        }
        (unfolded, repeated)
    }
}

impl Tile {
    /// `g` with the repetitions of each element added up.
    fn folded(g: &Cotangent<Tile>) -> Formula {
        let (unfolded, repeated) = g.op.unfolded(&g.input().shape);
        let apart = g.reshape_to(&g.lead().concat(&unfolded));
        apart.map(|apart| sum_over(apart, repeated.shifted(g.batch()), false))
    }
}

impl Primitive for Tile {
    const OP_TYPE: &'static str = "Tile";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(Tile::folded)];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (unfolded, repeated) = self.unfolded(x[0].shape());
        let mut once = unfolded.clone();
        for axis in repeated.iter() {
            once = once.with(axis, 1);
        }
        let shape = x[0].shape().iter().zip(&self.multiples).map(|(d, m)| d * m).few();
        let once = x[0].reshape_view(once)?;
        let repeated =
            if once.dtype() == DType::String { texts(&once, &unfolded) } else { filled("Tile", &once, &unfolded) };
        repeated?.reshape(shape)
    }
}

/// Strings repeated to fill this shape.
fn texts(x: &Array, shape: &Shape) -> Result<Array> {
    let spread = x.broadcast_to(shape)?;
    let all = spread.strings()?.unwrap_or_default();
    Array::from_strings(shape.clone(), try_collect(all.into_iter().cloned())?)
}

/// Each slice along `axis` (each element when `None`) repeated as often as its number says; one number is for all.
pub fn repeat(x: &Tensor, repeats: &[i64], axis: Option<i64>) -> Result<Tensor> {
    let Some(axis) = axis else {
        let elements = x.shape().elements();
        return repeat(&ops::reshape_to(x, &Shape::new(&[elements]))?, repeats, Some(0));
    };
    let rank = x.rank();
    let Some(at) = normalize_axis(axis, rank) else {
        return Err(Error::value(format!("axis={axis} out of bounds: expected -{rank}<=axis<{rank}")));
    };
    if let [all] = repeats {
        return repeat_all(x, *all, at);
    }
    let n = x.shape()[at];
    if repeats.len() != n {
        return Err(Error::value(format!("Dimensions {n} and {} are not compatible", repeats.len())));
    }
    ops::gather(x, &places(repeats)?, Some(at as i64), 0)
}

fn repeat_all(x: &Tensor, times: i64, at: usize) -> Result<Tensor> {
    let inner = ops::expand_dims(x, at as i64 + 1)?;
    let mut multiples = vec![1; inner.rank()];
    multiples[at + 1] = times;
    let repeated = tile(&inner, &multiples)?;
    let shape = x.shape().with(at, x.shape()[at] * repeated.shape()[at + 1]);
    ops::reshape_to(&repeated, &shape)
}

/// `0` as often as the first number says, then `1`, and so on.
fn places(repeats: &[i64]) -> Result<Tensor> {
    if let Some(bad) = repeats.iter().find(|&&r| r < 0) {
        return Err(Error::invalid("Tile", format!("repeats must be >= 0, but got {bad}")));
    }
    let total = repeats.iter().fold(0i64, |sum, &r| sum.saturating_add(r));
    let mut places = Array::scratch_of::<i64>(ops::shape_of("Tile", &[total])?)?;
    let mut rest = places.slice_mut::<i64>();
    for (place, &count) in (0..).zip(repeats) {
        let (run, tail) = std::mem::take(&mut rest).split_at_mut(count as usize);
        run.fill(place);
        rest = tail;
    }
    Ok(Tensor::new(places))
}
