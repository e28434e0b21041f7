//! Sum, difference, product, and what is made of them.

use super::{binary, call};
use crate::array::Text;
use crate::memory::{try_collect, try_collect_short};
use crate::op::{Along, Grads, Keep, Mask, Op, Saved};
use crate::ops::graph;
use crate::ops::prelude::*;

pub(super) const OPS: &[OpDef] = &[ADD_N];

binary! {
    /// `x + y`, element by element, with broadcasting; strings are joined.
    ///
    /// >>> tf.add([1., 2.], 3.).numpy().tolist()
    /// [4.0, 5.0]
    add: Add |a, b| a + b,
        da: Rule::G(|g| g.into()),
        db: Rule::G(|g| g.into()),
        op_type: "AddV2",
        integer: Some(|a, b| Ok(a + b)),
        wrapping: Some((i32::wrapping_add, i64::wrapping_add)),
        entry: Some(add_noted),
        complex: Some(|a, b| a + b),
        strings: Some(|a, b| try_collect([a, b].into_iter().flatten().copied()).map(Text::from));

    /// `x - y`, element by element, with broadcasting.
    ///
    /// >>> tf.subtract([1., 2.], 3.).numpy().tolist()
    /// [-2.0, -1.0]
    subtract: Subtract |a, b| a - b,
        da: Rule::G(|g| g.into()),
        db: Rule::G(|g| -g),
        op_type: "Sub",
        integer: Some(|a, b| Ok(a - b)),
        wrapping: Some((i32::wrapping_sub, i64::wrapping_sub)),
        complex: Some(|a, b| a - b);

    /// `x * y`, element by element, with broadcasting.
    ///
    /// >>> tf.multiply([1., 2.], 3.).numpy().tolist()
    /// [3.0, 6.0]
    multiply: Multiply |a, b| a * b,
        da: Rule::B(|g, b| g * b.conj()),
        db: Rule::A(|g, a| g * a.conj()),
        op_type: "Mul",
        integer: Some(|a, b| Ok(a.wrapping_mul(b))),
        wrapping: Some((i32::wrapping_mul, i64::wrapping_mul)),
        complex: Some(|a, b| a * b);

    /// `x * y`, element by element, and 0 where `y` is 0 even if `x` is infinite or NaN.
    ///
    /// >>> tf.math.multiply_no_nan(float("inf"), 0.).numpy().item()
    /// 0.0
    multiply_no_nan: MultiplyNoNan |a, b| R::select(b == R::of(0.0), R::of(0.0), a * b),
        da: Rule::B(|g, b| g.multiply_no_nan(b.conj())),
        db: Rule::A(|g, a| g * a.conj()),
        op_type: "MulNoNan",
        complex: Some(|a, b| if b.norm_sqr() == 0.0 { b } else { a * b });

    /// `(x - y) ** 2`, element by element, with broadcasting (`x - y` times its conjugate for complex numbers).
    ///
    /// >>> tf.math.squared_difference([1., 2.], 3.).numpy().tolist()
    /// [4.0, 1.0]
    squared_difference: SquaredDifference |a, b| (a - b) * (a - b),
        da: Rule::AB(|g, a, b| g * (2.0 * (a - b))),
        db: Rule::AB(|g, a, b| g * (2.0 * (b - a))),
        integer: Some(|a, b| Ok((a - b).wrapping_mul(a - b))),
        complex: Some(|a, b| (a - b) * (a - b).conj()),
        steps: true;
}

/// The sum, which may be of a product and its bias.
fn add_noted(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let y = call::<Add>(a, b)?;
    graph::added(a, b, &y);
    Ok(y)
}

const ADD_N: OpDef = OpDef {
    name: "add_n",
    op_type: "AddN",
    doc: "The sum of tensors of one shape and dtype.\n\n\
          Errors: `ValueError` for an empty list, `InvalidArgumentError` for shapes that differ.\n\n\
          >>> tf.add_n([[1., 2.], [3., 4.]]).numpy().tolist()\n[4.0, 6.0]",
    params: &[tensors("inputs")],
    call: |a| Ok(add_n(a.tensors(0))?.into()),
    samples: &[on(&[Input::List(&[reals(&[3]), reals(&[3]), reals(&[3])])])],
};

/// The sum of tensors of one shape and dtype.
pub fn add_n(inputs: &[Tensor]) -> Result<Tensor> {
    let Some((first, rest)) = inputs.split_first() else {
        return Err(Error::value(
            "Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape.",
        ));
    };
    for (i, x) in rest.iter().enumerate() {
        ops::check_dtype("AddN", i + 1, first.dtype(), x.dtype())?;
        if x.shape() != first.shape() {
            let text = format!(
                "Inputs to operation AddN must have the same size and shape.  Input 0: {} != input {}: {}",
                first.shape(),
                i + 1,
                x.shape()
            );
            return Err(Error::invalid("AddN", text));
        }
    }
    if !rest.is_empty() {
        DTypes::NUMBER.check("AddN", "T", first.dtype())?;
    }
    match rest {
        [] => ops::identity(first),
        _ => apply(AddN, &try_collect(inputs.iter())?),
    }
}

#[derive(Debug)]
struct AddN;

impl Op for AddN {
    fn op_type(&self) -> &'static str {
        "AddN"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        sum_by_eights(x.iter().map(|&x| x.clone()), |mut a, b| {
            let done = a.is_unique() && ops::add_in_place(&mut a, &b)?;
            if done { Ok(a) } else { super::sum(&a, &b) }
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        try_collect_short((0..s.len()).map(|i| s.wants(i).then(|| g[0].clone())))
    }
    fn along(&self) -> Along {
        Along::Linear
    }
    fn batched(&self) -> bool {
        true
    }
}

/// The sum in TensorFlow's order: one after the other until eights are left (the first nine at most), and then eight at a
/// time, which are added up first.
pub(crate) fn sum_by_eights<T>(
    mut list: impl ExactSizeIterator<Item = T>,
    mut add: impl FnMut(T, T) -> Result<T>,
) -> Result<T> {
    let mut run = |list: &mut dyn Iterator<Item = T>, n: usize| {
        let first = list.next().expect("one at least");
        list.take(n - 1).try_fold(first, &mut add)
    };
    let first = (2..10).find(|r| list.len() % 8 == r % 8).unwrap_or(1).min(list.len());
    let mut sum = run(&mut list, first)?;
    while list.len() > 0 {
        let eight = run(&mut list, 8)?;
        sum = run(&mut [sum, eight].into_iter(), 2)?;
    }
    Ok(sum)
}
