//! A row of the operation table: what Python, the stubs, the docs and the registry-wide tests know of an operation.
//!
//! A row is data. Its parameters say how Python binds arguments, its samples on which inputs its gradient is checked.

use smallvec::SmallVec;

use crate::dtype::DType;
use crate::error::Result;
use crate::shape::Few;
use crate::tensor::Tensor;

/// One function of the public API: a primitive operation, or a formula over other operations (`op_type` is empty).
#[derive(Clone, Copy)]
pub struct OpDef {
    /// The function's name, TensorFlow's: `reduce_sum`.
    pub name: &'static str,
    /// TensorFlow's operation type, `Sum`; empty for a function composed of others.
    pub op_type: &'static str,
    /// The documentation: one sentence, then values at kinks, shapes, errors, and an example.
    pub doc: &'static str,
    /// The parameters in order.
    pub params: &'static [Param],
    /// The function.
    pub call: fn(&Args) -> Result<Value>,
    /// Inputs on which gradients are checked; none for functions without gradient.
    pub samples: &'static [Sample],
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Its value when absent.
    pub default: Literal,
}

/// What a parameter takes, and so how a Python object becomes an [`Arg`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A tensor; Python values take the dtype of the other tensor parameters.
    Tensor,
    /// A tensor of a dtype of its own: conditions, indices, labels.
    Free,
    /// A tensor of indices: Python integers become `int32`.
    Index,
    /// As [`Kind::Index`], but floats and truth values of NumPy are cut down to whole numbers.
    Labels,
    /// A list of tensors of one dtype (or one tensor, which is unstacked).
    Tensors,
    /// As [`Kind::Tensors`], but one tensor counts as a list of one.
    OneOrMore,
    /// As [`Kind::Tensors`], but what has no dtype takes that of all as one list, where the axis that follows is 0.
    Rows,
    /// Axes: `None`, an integer, a list, or an integer tensor.
    Axes,
    /// An integer (or a scalar integer tensor).
    Int,
    /// A list of integers, a shape, or an integer vector; a single integer counts as a list of one.
    Ints,
    /// A number.
    Float,
    /// A number whose dtype is still open, kept as it came: `Arg::Int`, `Arg::Float`, or `Arg::Tensor` for what has a dtype.
    Number,
    /// A truth value.
    Bool,
    /// A shape in which lengths may be open: as [`Kind::Ints`], with `None` as -1; a shape of unknown rank is `Arg::None`.
    Lengths,
    /// A string.
    Str,
    /// A dtype.
    DType,
    /// An integer or a list of integers, kept apart: `Arg::Int` or `Arg::Ints`.
    IntOrInts,
    /// As [`Kind::IntOrInts`], of as many integers as the program likes; the other lists have an entry for each axis.
    Counts,
    /// A string or a number: `Arg::Str` or `Arg::Float`.
    StrOrFloat,
    /// A sequence (not a tensor) of tensors, some of which may be `None`; dtypes need not agree.
    Options,
    /// A tensor; Python values become one of this dtype.
    As(DType),
    /// As [`Kind::Tensor`], and Python values take no dtype from the tensors behind it: theirs comes from it.
    First,
    /// A tensor. Where an argument follows it, Python values become truth values.
    Condition,
    /// A string, or a list of pairs of integers: `Arg::Str`, or `Arg::Ints` with the pairs one after another.
    Padding,
    /// As [`Kind::Free`], but looking at a variable does not count as reading it.
    Peek,
    /// As [`Kind::Free`], but a Python float is a float64: the operation casts it to the dtype that it is asked for.
    Exact,
}

impl Kind {
    /// Whether an argument may be a tensor, or several.
    pub const fn takes_tensors(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Tensor
                | Free
                | Exact
                | Index
                | Labels
                | As(_)
                | First
                | Condition
                | Peek
                | Number
                | Tensors
                | OneOrMore
                | Rows
                | Options
        )
    }
}

/// A default, or an argument of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// No default: the argument must be given.
    Required,
    /// No default: the argument must be given, and may be Python's `None`.
    OrNone,
    /// Python's `None`.
    None,
    /// Zero; Python's `None` may be given too, and means something else.
    ZeroOrNone,
    /// An integer.
    Int(i64),
    /// Integers.
    Ints(&'static [i64]),
    /// A number.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// A string.
    Str(&'static str),
    /// A dtype.
    DType(DType),
}

/// A bound argument.
#[derive(Clone, Debug)]
pub enum Arg {
    /// Absent, or `None`.
    None,
    /// One tensor.
    Tensor(Tensor),
    /// Several tensors.
    Tensors(Vec<Tensor>),
    /// Several tensors, some of them absent.
    Options(Vec<Option<Tensor>>),
    /// An integer.
    Int(i64),
    /// Integers.
    Ints(Vec<i64>),
    /// A number.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// A string.
    Str(String),
    /// A dtype.
    DType(DType),
}

/// What a function returns.
pub enum Value {
    /// One tensor.
    Tensor(Tensor),
    /// The argument with this value, unchanged: a program gets the tensor or the variable that it gave.
    Given(Tensor),
    /// A list.
    List(Vec<Tensor>),
    /// A tuple.
    Tuple(Vec<Tensor>),
    /// A named tuple: type name, field names, values.
    Named(&'static str, &'static [&'static str], Vec<Tensor>),
    /// A list in which absent tensors are `None`.
    Options(Vec<Option<Tensor>>),
    /// A tuple of values of any kind.
    Several(Vec<Value>),
    /// `None`: a check that passed, or an entry of [`Value::Several`] that is absent.
    Nothing,
}

impl From<Tensor> for Value {
    fn from(t: Tensor) -> Value {
        Value::Tensor(t)
    }
}

impl Value {
    /// The tensors in order.
    pub fn into_tensors(self) -> Vec<Tensor> {
        match self {
            Value::Tensor(t) | Value::Given(t) => vec![t],
            Value::List(ts) | Value::Tuple(ts) | Value::Named(_, _, ts) => ts,
            Value::Options(ts) => ts.into_iter().flatten().few(),
            Value::Several(values) => values.into_iter().flat_map(Value::into_tensors).few(),
            Value::Nothing => Vec::new(),
        }
    }
}

/// Inputs and arguments on which a row is tried: values are drawn between the bounds.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// One entry for each tensor parameter, in order.
    pub inputs: &'static [Input],
    /// Other arguments by name.
    pub args: &'static [(&'static str, Literal)],
}

/// How to make an input of a sample.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    /// Random reals of this shape between two bounds.
    Real(&'static [usize], f64, f64),
    /// These reals: points at which a formula is singular and the function is not.
    At(&'static [usize], &'static [f64]),
    /// These integers.
    Ints(&'static [usize], &'static [i64]),
    /// These truth values.
    Bools(&'static [usize], &'static [bool]),
    /// A random symmetric positive definite matrix (batch) of this shape.
    Spd(&'static [usize]),
    /// A list, for a parameter of kind [`Kind::Tensors`].
    List(&'static [Input]),
    /// `None`.
    Absent,
}

/// The bound arguments of a call, one for each parameter of the row.
///
/// The accessors panic when a row asks for a kind that its parameter list does not promise: the registry tests call
/// every row, so such a mistake cannot land.
pub struct Args(pub SmallVec<[Arg; 8]>);

macro_rules! accessors {
    ($($(#[$doc:meta])* $name:ident, $optional:ident -> $t:ty: $pattern:pat => $value:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name(&self, i: usize) -> $t {
            self.$optional(i).unwrap_or_else(|| panic!("argument {i} is {:?}", self.0[i]))
        }
        $(#[$doc])* /// `None` where absent.
        pub fn $optional(&self, i: usize) -> Option<$t> {
            match &self.0[i] {
                $pattern => Some($value),
                Arg::None => None,
                other => panic!("argument {i} is {other:?}"),
            }
        }
    )*};
}

impl Args {
    accessors! {
        /// A tensor.
        tensor, opt_tensor -> &Tensor: Arg::Tensor(t) => t;
        /// A list of tensors.
        tensors, opt_tensors -> &[Tensor]: Arg::Tensors(t) => t;
        /// A list of tensors, some of them absent.
        options, opt_options -> &[Option<Tensor>]: Arg::Options(t) => t;
        /// An integer.
        int, opt_int -> i64: Arg::Int(i) => *i;
        /// Integers.
        ints, axes -> &[i64]: Arg::Ints(i) => i;
        /// A number.
        float, opt_float -> f64: Arg::Float(x) => *x;
        /// A truth value.
        bool, opt_bool -> bool: Arg::Bool(b) => *b;
        /// A string.
        str, opt_str -> &str: Arg::Str(s) => s;
        /// A dtype.
        dtype, opt_dtype -> DType: Arg::DType(d) => *d;
    }

    /// The argument as it is.
    pub fn get(&self, i: usize) -> &Arg {
        &self.0[i]
    }
}

impl Literal {
    /// Whether a program may give `None`.
    pub fn is_or_takes_none(self) -> bool {
        matches!(self, Literal::None | Literal::OrNone | Literal::ZeroOrNone)
    }

    /// The argument that this literal stands for, where the parameter is of kind `kind`.
    pub fn arg(self, kind: Kind) -> Arg {
        match (self, kind) {
            (Literal::Required | Literal::OrNone | Literal::None, _) => Arg::None,
            (Literal::Int(i), Kind::Float | Kind::StrOrFloat) => Arg::Float(i as f64),
            (Literal::Int(i), Kind::Axes | Kind::Ints) => Arg::Ints(vec![i]),
            (Literal::ZeroOrNone, _) => Arg::Tensor(Tensor::scalar(0i32)),
            (Literal::Int(i), Kind::Tensor | Kind::Free | Kind::Exact | Kind::Index) => {
                Arg::Tensor(Tensor::scalar(i as i32))
            }
            (Literal::Float(x), Kind::Tensor | Kind::Free | Kind::Exact) => Arg::Tensor(Tensor::scalar(x as f32)),
            (Literal::Int(i), _) => Arg::Int(i),
            (Literal::Ints(i), _) => Arg::Ints(i.iter().copied().few()),
            (Literal::Float(x), _) => Arg::Float(x),
            (Literal::Bool(b), _) => Arg::Bool(b),
            (Literal::Str(s), _) => Arg::Str(s.into()),
            (Literal::DType(d), _) => Arg::DType(d),
        }
    }
}

// --- short names for tables -----------------------------------------------------------------------------------------

impl Param {
    /// A parameter without default.
    pub const fn new(name: &'static str, kind: Kind) -> Param {
        Param { name, kind, default: Literal::Required }
    }

    /// The same parameter with a default.
    pub const fn or(self, default: Literal) -> Param {
        Param { default, ..self }
    }
}

/// A tensor parameter that shares its dtype with the others.
pub const fn tensor(name: &'static str) -> Param {
    Param::new(name, Kind::Tensor)
}

/// A tensor parameter with a dtype of its own.
pub const fn free(name: &'static str) -> Param {
    Param::new(name, Kind::Free)
}

/// A tensor parameter with a dtype of its own, where a Python float keeps all its digits.
pub const fn exact(name: &'static str) -> Param {
    Param::new(name, Kind::Exact)
}

/// A list of tensors.
pub const fn tensors(name: &'static str) -> Param {
    Param::new(name, Kind::Tensors)
}

/// `axis=None`.
pub const fn axes(name: &'static str) -> Param {
    Param::new(name, Kind::Axes).or(Literal::None)
}

/// An integer with a default.
pub const fn int(name: &'static str, default: i64) -> Param {
    Param::new(name, Kind::Int).or(Literal::Int(default))
}

/// A flag.
pub const fn flag(name: &'static str, default: bool) -> Param {
    Param::new(name, Kind::Bool).or(Literal::Bool(default))
}

/// A number with a default.
pub const fn float(name: &'static str, default: f64) -> Param {
    Param::new(name, Kind::Float).or(Literal::Float(default))
}

/// A string with a default.
pub const fn string(name: &'static str, default: &'static str) -> Param {
    Param::new(name, Kind::Str).or(Literal::Str(default))
}

/// A dtype, `None` when absent.
pub const fn dtype(name: &'static str) -> Param {
    Param::new(name, Kind::DType).or(Literal::None)
}

/// Random reals of this shape between -2 and 2.
pub const fn reals(shape: &'static [usize]) -> Input {
    Input::Real(shape, -2.0, 2.0)
}

/// A sample with inputs alone.
pub const fn on(inputs: &'static [Input]) -> Sample {
    Sample { inputs, args: &[] }
}

/// A sample with arguments.
pub const fn with(inputs: &'static [Input], args: &'static [(&'static str, Literal)]) -> Sample {
    Sample { inputs, args }
}
