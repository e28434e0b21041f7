//! `einsum`: any sum of products of tensors, written as an equation.
//!
//! Each operand is first brought to one axis per label (diagonals for repeated labels); then the pair whose contraction
//! grows least is contracted, until one is left.

use super::contract::{Term, contract};
use super::equation::{Equation, Label, Labels};
use crate::memory::{try_collect, try_collect_ok};
use crate::ops::prelude::*;
use crate::ops::primitives::matmul::diagonal::diagonal;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[EINSUM];

const EINSUM: OpDef = OpDef {
    name: "einsum",
    op_type: "",
    doc: "The sum of products of `inputs` that `equation` describes, in Einstein's notation.\n\n\
          Each axis of each input has a label, a letter. Labels that the part after `->` leaves out are summed over; \
          without `->` those are the labels that occur more than once, and the others follow in alphabetical order. A \
          label that one input has twice means its diagonal. `...` stands for any axes, which broadcast. Three and more \
          inputs are contracted in pairs, cheapest first; `optimize` is accepted and means nothing.\n\n\
          Errors: `ValueError` for an equation that cannot be read or another number of inputs, \
          `InvalidArgumentError` for shapes that do not fit it.\n\n\
          >>> tf.einsum('ij,jk->ik', [[1., 2.]], [[3.], [4.]]).numpy().tolist()\n[[11.0]]\n\
          >>> tf.einsum('ii', [[1., 2.], [3., 4.]]).numpy().item()\n5.0",
    params: &[Param::new("equation", Kind::Str), tensors("*inputs"), string("optimize", "greedy")],
    call: |a| Ok(einsum(a.str(0), a.tensors(1))?.into()),
    samples: &[
        with(&[Input::List(&[MATRIX, reals(&[3, 2])])], &[("equation", Str("ij,jk->ik"))]),
        with(&[Input::List(&[MATRIX, reals(&[4, 3])])], &[("equation", Str("ij,kj"))]),
        with(&[Input::List(&[CUBE, reals(&[2, 3, 2])])], &[("equation", Str("bij,bkj->bki"))]),
        with(&[Input::List(&[MATRIX, reals(&[1, 3])])], &[("equation", Str("...i,...i->..."))]),
        with(&[Input::List(&[CUBE])], &[("equation", Str("iij->ji"))]),
        with(&[Input::List(&[reals(&[3, 3]), reals(&[3])])], &[("equation", Str("ii,i->"))]),
        with(&[Input::List(&[reals(&[2]), reals(&[3])])], &[("equation", Str("i,j->ji"))]),
        with(&[Input::List(&[MATRIX, reals(&[2, 2]), MATRIX])], &[("equation", Str("ij,ik,il->jl"))]),
        with(&[Input::List(&[reals(&[2, 2, 3, 2]), reals(&[2, 3, 2])])], &[("equation", Str("aijb,bjc->cia"))]),
    ],
};

const MATRIX: Input = reals(&[2, 3]);
const CUBE: Input = reals(&[2, 2, 2]);

/// The sum of products of `inputs` that `equation` describes.
pub fn einsum(equation: &str, inputs: &[Tensor]) -> Result<Tensor> {
    let shapes = try_collect(inputs.iter().map(Tensor::shape))?;
    let (labels, output) = Equation::parse(equation)?.labels(&shapes)?;
    check_dtypes(inputs)?;
    let lengths = lengths_of_labels(&labels, &shapes)?;
    let term = |(x, labels): (&Tensor, Labels)| one_axis_per_label(x.clone(), labels, &lengths);
    let terms = try_collect_ok(inputs.iter().zip(labels).map(term))?;
    let last = contract_all(terms, &output)?.reduced(|l| output.contains(&l))?;
    let y = last.ordered(&output)?;
    if inputs.iter().any(|x| x.is(&y)) { ops::identity(&y) } else { Ok(y) }
}

fn check_dtypes(inputs: &[Tensor]) -> Result<()> {
    inputs.iter().enumerate().try_for_each(|(i, x)| {
        DTypes::NUMBER.check("Einsum", "T", x.dtype())?;
        ops::check_dtype("Einsum", i, inputs[0].dtype(), x.dtype())
    })
}

/// The length of every label; lengths of 1 under an ellipsis give way to others.
fn lengths_of_labels(labels: &[Labels], shapes: &[&Shape]) -> Result<[usize; 128]> {
    const UNKNOWN: usize = usize::MAX;
    let mut lengths = [UNKNOWN; 128];
    for (labels, shape) in labels.iter().zip(shapes) {
        for (axis, (&label, &length)) in labels.iter().zip(shape.iter()).enumerate() {
            let known = &mut lengths[usize::from(label)];
            let stretches = is_ellipsis(label) && (*known == 1 || length == 1);
            if *known == UNKNOWN || (stretches && *known == 1) {
                *known = length;
            } else if *known != length && !stretches {
                let text = format!(
                    "Expected dimension {known} at axis {axis} of the input shaped {shape} but got dimension {length}"
                );
                return Err(Error::invalid("Einsum", text));
            }
        }
    }
    Ok(lengths)
}

fn is_ellipsis(label: Label) -> bool {
    !label.is_ascii_alphabetic()
}

/// Takes diagonals until no label occurs twice, and drops ellipsis axes of length 1 that others stretch.
fn one_axis_per_label(mut x: Tensor, mut labels: Labels, lengths: &[usize; 128]) -> Result<Term> {
    while let Some((i, j)) = repeated(&labels) {
        let rest = (0..labels.len()).filter(|&k| k != i && k != j);
        let perm: Vec<usize> = rest.chain([i, j]).few();
        x = diagonal(&ops::transpose_by(&x, &perm)?)?;
        labels = perm[..perm.len() - 1].iter().map(|&k| labels[k]).few();
    }
    let stretched = |i: usize| x.shape()[i] == 1 && lengths[usize::from(labels[i])] != 1;
    let kept: Vec<usize> = (0..labels.len()).filter(|&i| !stretched(i)).few();
    let shape = kept.iter().map(|&i| x.shape()[i]).few();
    let labels = kept.iter().map(|&i| labels[i]).few();
    Ok(Term { tensor: ops::reshape_to(&x, &shape)?, labels })
}

fn repeated(labels: &[Label]) -> Option<(usize, usize)> {
    (0..labels.len()).find_map(|j| labels[..j].iter().position(|&l| l == labels[j]).map(|i| (i, j)))
}

/// Contracts pairs, the one whose result outgrows its factors least first, until one term is left.
fn contract_all(mut terms: Vec<Term>, output: &[Label]) -> Result<Term> {
    while terms.len() > 1 {
        let (i, j) = cheapest_pair(&terms, output);
        let (b, a) = (terms.remove(j), terms.remove(i));
        let needed = |l: Label| output.contains(&l) || terms.iter().any(|t| t.labels.contains(&l));
        let y = contract(a, b, needed, output)?;
        terms.insert(i, y);
    }
    terms.pop().ok_or_else(|| Error::value("einsum needs at least one input"))
}

/// The indices `i < j` of the pair to contract next.
fn cheapest_pair(terms: &[Term], output: &[Label]) -> (usize, usize) {
    let size = |t: &Term| t.tensor.shape().elements() as f64;
    let growth = |&(i, j): &(usize, usize)| {
        let others = |l: Label| terms.iter().enumerate().any(|(k, t)| k != i && k != j && t.labels.contains(&l));
        let result = terms[i].elements_with(&terms[j], |l| output.contains(&l) || others(l));
        result - size(&terms[i]) - size(&terms[j])
    };
    let pairs = (1..terms.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    pairs.min_by(|p, q| growth(p).total_cmp(&growth(q))).unwrap_or((0, 1))
}
