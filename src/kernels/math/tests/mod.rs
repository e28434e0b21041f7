//! Tests of the vector formulas and of the loops around them.

mod binary;
mod complex;
mod complex_values;
mod driver;
mod measure;
mod reference;
mod remainder;
mod special;
mod special_values;
mod unary;
