//! Transpose: a view.

use crate::ops::prelude::*;
use crate::shape::Few;
use smallvec::SmallVec;

pub(in crate::ops) const OPS: &[OpDef] = &[TRANSPOSE];

const TRANSPOSE: OpDef = OpDef {
    name: "transpose",
    op_type: "Transpose",
    doc: "The axes of `a` in the order `perm` (reversed when `None`), conjugated if `conjugate`; no data is copied.\n\n\
          Errors: `InvalidArgumentError` when `perm` is not a permutation of the axes.\n\n\
          >>> tf.transpose([[1., 2.], [3., 4.]]).numpy().tolist()\n[[1.0, 3.0], [2.0, 4.0]]",
    params: &[free("a"), Param::new("perm", Kind::Ints).or(Literal::None), flag("conjugate", false)],
    call: |a| Ok(transpose(a.tensor(0), a.axes(1), a.bool(2))?.into()),
    samples: &[on(&[reals(&[2, 3])]), with(&[reals(&[2, 3, 4])], &[("perm", Ints(&[1, 2, 0]))])],
};

/// The axes of `x` in the order `perm`; `None` reverses them.
pub fn transpose(x: &Tensor, perm: Option<&[i64]>, conjugate: bool) -> Result<Tensor> {
    let rank = x.rank();
    let perm: Vec<usize> = match perm {
        None => (0..rank).rev().few(),
        Some(perm) => check_perm(perm, rank)?,
    };
    let y = transpose_by(x, &perm)?;
    if conjugate { ops::conj(&y) } else { Ok(y) }
}

fn check_perm(perm: &[i64], rank: usize) -> Result<Vec<usize>> {
    let normal: Option<Vec<usize>> = perm.iter().map(|&p| crate::shape::normalize_axis(p, rank)).few();
    let unique = |p: &Vec<usize>| (0..rank).all(|i| p.contains(&i));
    normal.filter(|p| p.len() == rank && unique(p)).ok_or_else(|| {
        let text = format!("transpose expects a permutation of the {rank} axes, not {perm:?}");
        Error::invalid("Transpose", text)
    })
}

/// As [`transpose`], with a permutation that is known to be right.
pub fn transpose_by(x: &Tensor, perm: &[usize]) -> Result<Tensor> {
    apply(Transpose { perm: perm.into() }, &[x])
}

#[derive(Debug)]
struct Transpose {
    perm: SmallVec<[usize; 6]>,
}

impl Transpose {
    /// The permutation that undoes this one, behind `batch` leading axes.
    fn inverse(&self, batch: usize) -> SmallVec<[usize; 6]> {
        let mut inverse: SmallVec<[usize; 6]> = (0..batch + self.perm.len()).few();
        self.perm.iter().enumerate().for_each(|(i, &p)| inverse[batch + p] = batch + i);
        inverse
    }
}

impl Primitive for Transpose {
    const OP_TYPE: &'static str = "Transpose";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.map(|t| transpose_by(t, &g.op.inverse(g.batch()))))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        Ok(x[0].permute(&self.perm))
    }
}
