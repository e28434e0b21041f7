//! Functions that other families bring; this file goes when they have.
#![allow(missing_docs, unused_variables)]
use crate::{error::*, tensor::Tensor};
macro_rules! p { ($($n:ident),*) => {$(pub fn $n(a:&Tensor,b:&Tensor)->Result<Tensor>{Err(Error::value(stringify!($n)))})*} }
p!(
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    logical_and,
    logical_or,
    logical_xor
);
macro_rules! q { ($($n:ident),*) => {$(pub fn $n(a:&Tensor)->Result<Tensor>{Err(Error::value(stringify!($n)))})*} }
q!(invert, logical_not);
pub fn stack(a: &[Tensor], axis: i64) -> Result<Tensor> {
    Err(Error::value("st"))
}
pub fn boolean_mask(a: &Tensor, b: &Tensor, x: Option<i64>) -> Result<Tensor> {
    Err(Error::value("mm"))
}
pub enum IndexItem {
    Int(i64),
    Slice { start: Option<i64>, stop: Option<i64>, step: Option<i64> },
    Ellipsis,
    NewAxis,
}
pub fn index(a: &Tensor, b: &[IndexItem]) -> Result<Tensor> {
    Err(Error::value("mm"))
}
pub fn has_gradient(n: &str) -> bool {
    false
}
pub fn select(c: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    Err(Error::value("mm"))
}
pub fn cast(c: &Tensor, d: crate::dtype::DType) -> Result<Tensor> {
    Err(Error::value("mm"))
}
pub fn complex_abs(c: &Tensor) -> Result<Tensor> {
    Err(Error::value("mm"))
}
