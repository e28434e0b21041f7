//! Normalization with the statistics of the data itself, as one operation: over the rows of a matrix (layer
//! normalization) or down its columns (batch normalization).
//!
//! Its gradient is one kernel where nobody records the backward pass, and otherwise the formula that specifies the
//! kernel, in recorded operations.

use super::rows::whole;
use crate::kernels::normalize;
use crate::kernels::normalize::composed::Composed;
use crate::kernels::normalize::fused;
use crate::kernels::normalize::fused::Examples;
use crate::kernels::normalize::{Given, Statistics, Wanted};
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::graph::{has_known_sizes, is_in_graph};
use crate::ops::prelude::*;
use crate::ops::sum_to;
use crate::shape::{AxisSet, Few, normalize_axis};
use crate::tape;

pub(in crate::ops) const OPS: &[OpDef] = &[LAYER_NORMALIZATION, FUSED_BATCH_NORM];

const LAYER_NORMALIZATION: OpDef = OpDef {
    name: "_layer_normalization",
    op_type: "LayerNormalization",
    doc: "`(x - mean) / sqrt(variance + epsilon) * gamma + beta`, with the mean and the (biased) variance of each example \
          over the axes from `axis` on.\n\n\
          `gamma` and `beta` have the lengths of those axes, or are `None` (factors of 1, offsets of 0), and are cast to \
          the dtype of `x`. Half precision is computed in `float32`. Differentiable any number of times; see Ba, Kiros and \
          Hinton, 2016. Second derivatives are the true ones where `exact`, and else those of `moments`. Errors: `InvalidArgumentError` for an axis out of range, shapes that do not fit, and dtypes that \
          are not floating.\n\n\
          >>> y = _layer_normalization(tf.constant([[1., 3.], [0., 8.]]), None, None, epsilon=0.)\n\
          >>> y.numpy().tolist()\n[[-1.0, 1.0], [-1.0, 1.0]]",
    params: &[
        tensor("x"),
        tensor("gamma").or(Literal::None),
        tensor("beta").or(Literal::None),
        int("axis", -1),
        float("epsilon", 1e-3),
        flag("exact", false),
    ],
    call: |a| {
        Ok(layer_normalization(a.tensor(0), a.opt_tensor(1), a.opt_tensor(2), a.int(3), a.float(4), a.bool(5))?.into())
    },
    samples: &[
        on(&[reals(&[3, 4]), Input::Real(&[4], 0.5, 2.0), Input::Real(&[4], -1.0, 1.0)]),
        with(
            &[reals(&[2, 2, 3]), Input::Real(&[2, 3], 0.5, 2.0), Input::Absent],
            &[("axis", Int(1)), ("epsilon", Float(0.1))],
        ),
    ],
};

const FUSED_BATCH_NORM: OpDef = OpDef {
    name: "_fused_batch_norm",
    op_type: "FusedBatchNormV3",
    doc: "`(x - mean) / sqrt(variance + epsilon) * scale + offset`, with the mean and the (biased) variance of each \
          channel, the last axis, over all other axes: `(y, mean, variance)`.\n\n\
          `scale` and `offset` are vectors, or `None` (factors of 1, offsets of 0), and are cast to the dtype of `x`. Half \
          precision is computed in `float32`. Differentiable any number of times, all three results, and as `exact` says in \
          `_layer_normalization`; see Ioffe and Szegedy, 2015. Errors: `InvalidArgumentError` for shapes that do not fit, a scalar, and dtypes that are not floating.\n\n\
          >>> y, mean, variance = _fused_batch_norm(tf.constant([[1.], [3.]]), None, None, epsilon=0.)\n\
          >>> y.numpy().tolist(), mean.numpy().item(), variance.numpy().item()\n([[-1.0], [1.0]], 2.0, 1.0)",
    params: &[
        tensor("x"),
        tensor("scale").or(Literal::None),
        tensor("offset").or(Literal::None),
        float("epsilon", 1e-3),
        flag("exact", false),
    ],
    call: |a| {
        let (scale, offset) = (a.opt_tensor(1), a.opt_tensor(2));
        let [y, mean, variance] = fused_batch_norm(a.tensor(0), scale, offset, a.float(3), a.bool(4))?;
        Ok(Value::Tuple(vec![y, mean, variance]))
    },
    samples: &[
        on(&[reals(&[4, 3]), Input::Real(&[3], 0.5, 2.0), Input::Real(&[3], -1.0, 1.0)]),
        with(&[reals(&[2, 3, 2]), Input::Absent, Input::Absent], &[("epsilon", Float(0.1))]),
    ],
};

/// `x` with the mean of each example over the axes from `axis` on taken to 0 and the variance to 1, times `scale`, plus
/// `offset`.
pub fn layer_normalization(
    x: &Tensor,
    scale: Option<&Tensor>,
    offset: Option<&Tensor>,
    axis: i64,
    epsilon: f64,
    exact: bool,
) -> Result<Tensor> {
    let first = normalize_axis(axis, x.rank()).ok_or_else(|| {
        Error::invalid("LayerNormalization", format!("axis {axis} is out of range for a tensor of rank {}", x.rank()))
    })?;
    let [y, ..] = normalized(
        Normalize { groups: Groups::Rows, first, epsilon, exact, eager: !is_in_graph(), knows_counts: is_in_graph() },
        x,
        scale,
        offset,
    )?;
    Ok(y)
}

/// As [`layer_normalization`], for each channel over all other axes; and the means and variances.
pub fn fused_batch_norm(
    x: &Tensor,
    scale: Option<&Tensor>,
    offset: Option<&Tensor>,
    epsilon: f64,
    exact: bool,
) -> Result<[Tensor; 3]> {
    if x.rank() == 0 {
        return Err(Error::invalid(Groups::Columns.op_type(), "input must have at least 1 dimension, got []"));
    }
    normalized(
        Normalize {
            groups: Groups::Columns,
            first: x.rank() - 1,
            epsilon,
            exact,
            eager: !is_in_graph(),
            knows_counts: has_known_sizes(),
        },
        x,
        scale,
        offset,
    )
}

fn normalized(op: Normalize, x: &Tensor, scale: Option<&Tensor>, offset: Option<&Tensor>) -> Result<[Tensor; 3]> {
    DTypes::FLOATING.check(op.op_type(), "T", x.dtype())?;
    let dtype = x.dtype();
    let wide = if dtype == DType::Float64 { dtype } else { DType::Float32 };
    let line: Shape = x.shape()[op.first..].into();
    let vector = |given: Option<&Tensor>, name: &str, default: f64| match given {
        None => Ok(Tensor::new(Array::scalar(default).cast(wide)?.broadcast_to(&line)?)),
        Some(given) if *given.shape() == line => ops::cast(given, wide),
        Some(given) => {
            let text = format!("{name} must have shape {line}, got {}", given.shape());
            Err(Error::invalid(op.op_type(), text))
        }
    };
    let (scale, offset) = (vector(scale, "scale", 1.0)?, vector(offset, "offset", 0.0)?);
    let all = apply_all(op, &[&ops::cast(x, wide)?, &scale, &offset])?;
    let mut all = all.iter().map(|t| ops::cast(t, dtype));
    let mut next = || all.next().expect("three outputs");
    Ok([next()?, next()?, next()?])
}

/// The first axis as examples, the last one as channels.
fn examples(shape: &Shape) -> Examples {
    let (channels, count) = (shape.last().copied().unwrap_or(1), if shape.rank() > 1 { shape[0] } else { 1 });
    Examples { count, rows: shape.elements() / (channels * count).max(1), channels }
}

/// What is normalized together.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Groups {
    Rows,
    Columns,
}

impl Groups {
    fn op_type(self) -> &'static str {
        match self {
            Groups::Rows => "LayerNormalization",
            Groups::Columns => "FusedBatchNormV3",
        }
    }
}

/// Rows run along the axes from `first` on. Inputs: `x`, and a scale and an offset for each column, all of one dtype.
/// Outputs: `y`, means, variances.
#[derive(Clone, Debug)]
struct Normalize {
    groups: Groups,
    first: usize,
    epsilon: f64,
    /// Whether second derivatives are the true ones, also where TensorFlow's are asked for.
    exact: bool,
    /// Whether sums have the order of eager code.
    eager: bool,
    /// Whether TensorFlow knows how many elements a group has when it builds the graph.
    knows_counts: bool,
}

impl Normalize {
    /// The axes that statistics run over.
    fn axes(&self, rank: usize) -> AxisSet {
        let mut axes = AxisSet::default();
        let range = if self.groups == Groups::Rows { self.first..rank } else { 0..self.first };
        range.for_each(|axis| _ = axes.insert(axis));
        axes
    }

    fn composed(&self) -> Composed {
        Composed { epsilon: self.epsilon, eager: self.eager, knows_counts: self.knows_counts }
    }

    /// Whether the operations are those that Keras 3 composes it of.
    fn is_composed<T>(&self, x: &[T]) -> bool {
        !self.exact && !x.is_empty()
    }

    fn run<T: normalize::Real>(&self, x: &[Array], out: &mut [Array; 3]) -> Result<()> {
        let [y, mean, variance] = out;
        let out = [y.slice_mut::<T>(), mean.slice_mut(), variance.slice_mut()];
        let examples = examples(x[0].shape());
        let (x, scale, offset) = (x[0].slice(), x[1].slice(), x[2].slice());
        match self.groups {
            Groups::Rows if self.is_composed(x) => normalize::composed::rows(x, scale, offset, self.composed(), out),
            Groups::Rows => normalize::rows::forward(x, scale, offset, self.epsilon, out),
            Groups::Columns if self.is_composed(x) => normalize::composed::columns(x, scale, offset, self.epsilon, out),
            Groups::Columns if examples.fit() => fused::forward(examples, x, scale, offset, self.epsilon, out),
            Groups::Columns => normalize::columns::forward(x, scale, offset, self.epsilon, out),
        }
    }

    /// The gradients in one call; `kept` are `x`, the scale, the means and the variances.
    fn gradients<T: normalize::Real>(&self, g: &[Array], kept: &[Array]) -> Result<[Array; 3]> {
        let [x, scale, mean, variance] = [0, 1, 2, 3].map(|i| kept[i].slice::<T>());
        let mut out = [
            Array::scratch_of::<T>(kept[0].shape().clone())?,
            Array::scratch_of::<T>(kept[1].shape().clone())?,
            Array::scratch_of::<T>(kept[1].shape().clone())?,
        ];
        let given = Given { y: g[0].slice::<T>(), mean: g[1].slice::<T>(), variance: g[2].slice::<T>() };
        let statistics = Statistics { mean, variance, epsilon: self.epsilon };
        let [dx, dscale, doffset] = &mut out;
        let mut wanted = Wanted { x: dx.slice_mut(), scale: dscale.slice_mut(), offset: doffset.slice_mut() };
        let examples = examples(kept[0].shape());
        let alone = given.mean.iter().chain(given.variance).all(|g| *g == T::ZERO);
        let (moments, epsilon) = ([mean, variance], self.epsilon);
        match self.groups {
            Groups::Rows if self.is_composed(x) => {
                normalize::composed::rows_backward(given, x, moments, self.composed(), scale, wanted)?;
            }
            Groups::Columns if self.is_composed(x) => {
                normalize::composed::columns_backward(given, x, moments, self.composed(), scale, wanted)?;
            }
            Groups::Columns if examples.fit() && alone => {
                fused::backward(examples, &given, x, moments, epsilon, scale, &mut wanted)?;
            }
            Groups::Rows => normalize::rows::backward(given, x, statistics, scale, wanted)?,
            Groups::Columns => normalize::columns::backward(given, x, statistics, scale, wanted)?,
        }
        Ok(out)
    }

    fn at_once(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let g = whole(&[g[0].array(), g[1].array(), g[2].array()])?;
        let kept = whole(&[s.x(0), s.x(1), s.y(1), s.y(2)].map(Tensor::array))?;
        let found = crate::with_dtype!(kept[0].dtype(), T: float => self.gradients::<T>(&g, &kept)?);
        Ok(found.into_iter().map(|d| Some(Tensor::new(d))).few())
    }

    /// The formula of [`normalize`], in operations that are recorded.
    fn by_formula(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let (x, scale) = (s.x(0), s.x(1));
        let axes = self.axes(x.rank());
        let kept = x.shape().reduced(&axes, true);
        let [mean, variance, dmean, dvariance] = [s.y(1), s.y(2), &g[1], &g[2]].map(|t| t.reshape_to(&kept));
        let centred = x - &mean;
        let deviation = if self.exact { centred.clone() } else { x - ops::inside_variance(mean) };
        let rate = (variance + self.epsilon).rsqrt();
        let weighted = &g[0] * scale;
        let spread = (&weighted * &centred).sum(axes);
        let dvariance = dvariance - &rate * rate.square() * spread * 0.5;
        let dmean = dmean - &rate * weighted.sum(axes);
        let share = 1.0 / ops::count_behind(x.shape(), axes);
        s.each(|i| match i {
            0 => (&weighted * &rate + (&deviation * (dvariance.clone() * (2.0 * share)) + dmean.clone() * share))
                .tensor(),
            1 => sum_to((&g[0] * (&centred * &rate)).tensor()?, scale.shape(), 0),
            _ => sum_to(g[0].clone(), scale.shape(), 0),
        })
    }
}

impl Op for Normalize {
    fn op_type(&self) -> &'static str {
        self.groups.op_type()
    }
    fn outputs(&self) -> usize {
        3
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let statistics = x[0].shape().reduced(&self.axes(x[0].shape().rank()), false);
        let dtype = x[0].dtype();
        let x = whole(x)?;
        crate::with_dtype!(dtype, T: float => {
            let mut out = [
                Array::scratch_of::<T>(x[0].shape().clone())?,
                Array::scratch_of::<T>(statistics.clone())?,
                Array::scratch_of::<T>(statistics)?,
            ];
            self.run::<T>(&x, &mut out)?;
            Ok(out.into())
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep { inputs: Mask::one(0).or(Mask::one(1)), outputs: Mask::one(1).or(Mask::one(2)) }
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        if tape::recording() { self.by_formula(s, g) } else { self.at_once(s, g) }
    }
}
