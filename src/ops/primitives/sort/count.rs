//! How often values occur: counts of integers, histograms. TensorFlow registers no gradient for them.

use crate::ops::prelude::*;
use std::cmp::Ordering;

use crate::interrupt::Pace;
use crate::kernels::elementwise::map;

pub(super) const OPS: &[OpDef] = &[BINCOUNT, HISTOGRAM_FIXED_WIDTH, HISTOGRAM_FIXED_WIDTH_BINS];

const BINCOUNT: OpDef = OpDef {
    name: "bincount",
    op_type: "DenseBincount",
    doc: "How often each of the numbers 0, 1, 2... occurs in the integers `arr`, or the sum of the `weights` where it \
          does.\n\n\
          The result has at least `minlength` and at most `maxlength` entries (larger values are not counted), `dtype` \
          or the dtype of `weights`. With `axis=-1` every row of a matrix is counted on its own, otherwise all elements \
          together. `binary_output` tells occurrence (1 or 0) instead of counting. Errors: `InvalidArgumentError` for \
          negative values and weights of another shape; `ValueError` for another axis, and for `binary_output` with \
          weights; `LookupError` when differentiated with respect to `weights`.\n\n\
          >>> tf.math.bincount([1, 1, 3]).numpy().tolist()\n[0, 2, 0, 1]",
    params: &[
        Param::new("arr", Kind::Index),
        free("weights").or(Literal::None),
        Param::new("minlength", Kind::Int).or(Literal::None),
        Param::new("maxlength", Kind::Int).or(Literal::None),
        Param::new("dtype", Kind::DType).or(Literal::DType(DType::Int32)),
        Param::new("axis", Kind::Int).or(Literal::None),
        flag("binary_output", false),
    ],
    call: |a| {
        let lengths = [a.opt_int(2).unwrap_or(0), a.opt_int(3).unwrap_or(i64::MAX)];
        let how = Counting { dtype: a.dtype(4), axis: a.opt_int(5), binary: a.bool(6) };
        Ok(bincount(a.tensor(0), a.opt_tensor(1), lengths, how)?.into())
    },
    samples: &[],
};

/// What is counted, and what counts are.
const COUNTED: DTypes = DTypes::SINGLE_OR_DOUBLE.or(DTypes::INDEX);

/// What [`bincount`] counts.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// The dtype of counts without weights.
    pub dtype: DType,
    /// -1 for each row on its own, else all elements together.
    pub axis: Option<i64>,
    /// Occurrence instead of counts.
    pub binary: bool,
}

/// How often each number occurs in `x`, for at least `lengths[0]` and at most `lengths[1]` numbers.
pub fn bincount(x: &Tensor, weights: Option<&Tensor>, lengths: [i64; 2], how: Counting) -> Result<Tensor> {
    const OP: &str = "DenseBincount";
    if how.binary && weights.is_some() {
        let text = "Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.";
        return Err(Error::value(text));
    }
    if let Some(axis) = how.axis.filter(|axis| ![0, -1].contains(axis)) {
        let text = format!("Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.");
        return Err(Error::value(text));
    }
    let by_row = how.axis == Some(-1) && x.rank() == 2;
    if how.axis == Some(-1) && x.rank() > 2 {
        return Err(Error::invalid(OP, format!("Shape must be at most rank 2 but is rank {}", x.rank())));
    }
    if x.dtype() == DType::String {
        return Err(DTypes::ALL.without(DTypes::of(&[DType::String])).refuse(OP, "Tidx", x.dtype()));
    }
    // Whatever is no index is cast to one, which NaN cannot be.
    if x.dtype().is_floating() && x.to_vec::<f64>()?.iter().any(|v| v.is_nan()) {
        return Err(Error::invalid(OP, "Input arr must be non-negative!"));
    }
    COUNTED.check(OP, "T", weights.map_or(how.dtype, Tensor::dtype))?;
    let longest = x.to_vec::<i64>()?.into_iter().max().map_or(0, |v| v.saturating_add(1));
    let size = longest.max(lengths[0]).min(lengths[1]).max(0) as usize;
    let op = Bincount { size, by_row, how };
    match weights {
        None => apply(op, &[x]),
        Some(weights) => apply(op, &[x, weights]),
    }
}

#[derive(Debug)]
struct Bincount {
    size: usize,
    by_row: bool,
    how: Counting,
}

impl Bincount {
    /// Adds `weight(i)` to the bin of each value.
    fn count<T: Element>(&self, x: &Array, weight: impl Fn(usize) -> T, add: impl Fn(T, T) -> T) -> Result<Array> {
        let shape = if self.by_row { Shape::new(&x.shape()[..1]) } else { Shape::scalar() };
        let rows = shape.elements();
        let mut out = Array::full(shape.concat(&[self.size]), T::default())?;
        let to = out.slice_mut::<T>();
        let values = x.to_vec::<i64>()?;
        let row_length = (values.len() / rows.max(1)).max(1);
        let mut pace = Pace::default();
        for (i, &v) in values.iter().enumerate().filter(|(_, v)| (**v as usize) < self.size) {
            let bin = &mut to[i / row_length * self.size + v as usize];
            *bin = if self.how.binary { weight(i) } else { add(*bin, weight(i)) };
            pace.after(1)?;
        }
        Ok(out)
    }
}

impl Primitive for Bincount {
    const OP_TYPE: &'static str = "DenseBincount";
    const GRAD: &'static [Rule<Self>] = &[Rule::Missing, Rule::Missing];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        if x[0].to_vec::<i64>()?.into_iter().any(|v| v < 0) {
            return Err(Error::invalid(Self::OP_TYPE, "Input arr must be non-negative!"));
        }
        let Some(weights) = x.get(1).filter(|w| !w.is_empty() || x[0].is_empty()) else {
            let dtype = x.get(1).map_or(self.how.dtype, |w| w.dtype());
            return self.count(x[0], |_| 1i64, |a, b| a + b)?.cast(dtype);
        };
        if weights.shape() != x[0].shape() {
            let text = format!(
                "`weights` must be the same shape as `arr` or a length-0 `Tensor`, in which case it acts as all weights \
                 equal to 1. Received {}",
                weights.shape()
            );
            return Err(Error::invalid(Self::OP_TYPE, text));
        }
        let weights = weights.contiguous()?;
        crate::with_dtype!(weights.dtype(), T: hot => {
            let all = weights.slice::<T>();
            self.count(x[0], |i| all[i], |a, b| a + b)
        })
    }
}

const HISTOGRAM_PARAMS: &[Param] = &[
    tensor("values"),
    tensor("value_range"),
    int("nbins", 100),
    Param::new("dtype", Kind::DType).or(Literal::DType(DType::Int32)),
];

const HISTOGRAM_FIXED_WIDTH: OpDef = OpDef {
    name: "histogram_fixed_width",
    op_type: "HistogramFixedWidth",
    doc: "How many of the `values` fall into each of `nbins` bins of equal width between the two ends of `value_range`.\n\n\
          Values outside the range count into the first or the last bin. `dtype` is `int32` or `int64`. Errors: \
          `InvalidArgumentError` for a range that is not two ascending numbers, NaN, and fewer than one bin; \
          `LookupError` when differentiated.\n\n\
          >>> tf.histogram_fixed_width([-1., 0., 1.5, 2., 5., 15.], [0., 5.], nbins=5).numpy().tolist()\n[2, 1, 1, 0, 2]",
    params: HISTOGRAM_PARAMS,
    call: |a| Ok(histogram_fixed_width(a.tensor(0), a.tensor(1), a.int(2), a.dtype(3))?.into()),
    samples: &[],
};

const HISTOGRAM_FIXED_WIDTH_BINS: OpDef = OpDef {
    name: "histogram_fixed_width_bins",
    op_type: "",
    doc: "The bin (`int32`) of each of the `values` among `nbins` bins of equal width between the two ends of \
          `value_range`.\n\n\
          Values outside the range go to the first or the last bin. There is no gradient; `dtype` is accepted and means \
          nothing, as in TensorFlow. Errors: `InvalidArgumentError` for fewer than one bin, and a range that is not two \
          numbers.\n\n\
          >>> tf.histogram_fixed_width_bins([-1., 0., 1.5, 2., 5.], [0., 5.], nbins=5).numpy().tolist()\n[0, 0, 1, 2, 4]",
    params: HISTOGRAM_PARAMS,
    call: |a| Ok(histogram_fixed_width_bins(a.tensor(0), a.tensor(1), a.int(2))?.into()),
    samples: &[],
};

/// How many values fall into each bin.
pub fn histogram_fixed_width(values: &Tensor, range: &Tensor, bins: i64, dtype: DType) -> Result<Tensor> {
    const OP: &str = "HistogramFixedWidth";
    DTypes::INDEX.check(OP, "dtype", dtype)?;
    COUNTED.check(OP, "T", values.dtype())?;
    apply(Histogram { bins: check_bins(bins)?, dtype }, &[values, range])
}

fn check_bins(bins: i64) -> Result<usize> {
    usize::try_from(bins).ok().filter(|&n| n > 0).ok_or_else(|| {
        Error::invalid("HistogramFixedWidth", format!("nbins should be a positive number, but got '{bins}'"))
    })
}

fn ends(range: &Array) -> Result<[f64; 2]> {
    let ends = range.to_vec::<f64>()?;
    match (range.shape().rank(), ends.as_slice()) {
        (1, &[low, high]) => Ok([low, high]),
        _ => Err(Error::invalid("HistogramFixedWidth", "value_range should be a vector of 2 elements.")),
    }
}

#[derive(Debug)]
struct Histogram {
    bins: usize,
    dtype: DType,
}

impl Primitive for Histogram {
    const OP_TYPE: &'static str = "HistogramFixedWidth";
    const TAKES: Takes = Takes::native(COUNTED).alike(2);
    const GRAD: &'static [Rule<Self>] = &[Rule::Missing, Rule::Missing];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let [low, high] = ends(x[1])?;
        if low.partial_cmp(&high) != Some(Ordering::Less) {
            let text = format!("value_range should satisfy value_range[0] < value_range[1], but got '[{low}, {high}]'");
            return Err(Error::invalid(Self::OP_TYPE, text));
        }
        let width = (high - low) / self.bins as f64;
        let mut counts = Array::zeros(DType::Int64, Shape::new(&[self.bins]))?;
        let to = counts.slice_mut::<i64>();
        let mut pace = Pace::default();
        for v in x[0].to_vec::<f64>()? {
            pace.after(1)?;
            if v.is_nan() {
                return Err(Error::invalid(Self::OP_TYPE, "Histogram values must not contain NaN"));
            }
            to[((v.max(low) - low) / width).min((self.bins - 1) as f64) as usize] += 1;
        }
        counts.cast(self.dtype)
    }
}

/// The bin of each value.
pub fn histogram_fixed_width_bins(values: &Tensor, range: &Tensor, bins: i64) -> Result<Tensor> {
    DTypes::REAL.check("Sub", "T", values.dtype())?;
    let (bins, [low, high]) = (check_bins(bins)? as f64, ends(range.array())?);
    let bin = |v: f64| (bins * ((v - low) / (high - low))).floor().clamp(0.0, bins - 1.0) as i32;
    Ok(Tensor::new(map::<f64, i32>(&values.array().cast(DType::Float64)?, bin)?))
}
