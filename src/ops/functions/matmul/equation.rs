//! What an `einsum` equation says: which label every axis has.
//!
//! Parsing is done in two steps, since the axes that an ellipsis stands for are known only with the shapes.

use std::collections::BTreeMap;

use crate::memory::try_collect_ok;
use crate::ops::prelude::*;
use crate::shape::Few;

/// The name of an axis: the ASCII code of its letter; or, below 32, its distance from the ellipsis's last axis.
pub(super) type Label = u8;

/// The labels of one tensor's axes.
pub(super) type Labels = Vec<Label>;

/// An equation as it is written.
pub(super) struct Equation<'a> {
    text: &'a str,
    inputs: Vec<Vec<Part>>,
    output: Option<Vec<Part>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Ellipsis,
    Letter(u8),
}

impl<'a> Equation<'a> {
    /// Reads `text` such as `"...ij,jk->...ik"`; spaces mean nothing.
    ///
    /// Errors: `ValueError` for anything else, in TensorFlow's words.
    pub(super) fn parse(text: &'a str) -> Result<Equation<'a>> {
        let wrong = || Error::value(format!("Subscripts have incorrect format: {text}"));
        let plain = text.replace(' ', "");
        let (left, right) = match plain.split_once("->") {
            Some((left, right)) => (left, Some(right)),
            None => (&*plain, None),
        };
        let inputs = try_collect_ok(left.split(',').map(|input| parts(input).ok_or_else(wrong)))?;
        let output = right.map(|right| parts(right).ok_or_else(wrong)).transpose()?;
        let equation = Equation { text, inputs, output };
        equation.check_output()?;
        Ok(equation)
    }

    fn check_output(&self) -> Result<()> {
        let Some(output) = &self.output else {
            return Ok(());
        };
        for (i, part) in output.iter().enumerate() {
            if output[..i].contains(part) {
                let text = format!("Output subscripts contain a label appearing more than once: {}", self.text);
                return Err(Error::value(text));
            }
            if let Part::Letter(letter) = part
                && !self.inputs.iter().flatten().any(|p| p == part)
            {
                let letter = char::from(*letter);
                let text = format!("Output subscripts contain the label {letter} not present in the input subscripts.");
                return Err(Error::value(text));
            }
        }
        Ok(())
    }

    /// The labels of every input's axes and of the output's.
    ///
    /// Errors: `ValueError` for another number of inputs, `InvalidArgumentError` for a rank that does not fit, or for
    /// ellipsis axes that the output leaves out.
    pub(super) fn labels(&self, shapes: &[&Shape]) -> Result<(Vec<Labels>, Labels)> {
        if shapes.len() != self.inputs.len() {
            let (got, expected) = (shapes.len(), self.inputs.len());
            let text = format!("Got {got} inputs for equation \"{}\", expecting {expected}", self.text);
            return Err(Error::value(text));
        }
        let mut inputs = Vec::new();
        let mut widest = 0;
        for (i, (parts, shape)) in self.inputs.iter().zip(shapes).enumerate() {
            let hidden = hidden_axes(parts, i, shape.rank())?;
            widest = widest.max(hidden);
            inputs.push(spelled_out(parts, hidden));
        }
        let output = self.output.clone().unwrap_or_else(|| self.implied_output());
        if widest > 0 && !output.contains(&Part::Ellipsis) {
            let text = format!(
                "Output contains {widest} broadcasting dimension(s) but no ellipsis (...) was found in the output \
                 subscripts."
            );
            return Err(Error::invalid("Einsum", text));
        }
        Ok((inputs, spelled_out(&output, widest)))
    }

    /// Without an arrow: what occurs once, the ellipsis in front, labels in alphabetical order.
    fn implied_output(&self) -> Vec<Part> {
        let mut counts = BTreeMap::new();
        self.inputs.iter().flatten().for_each(|&part| *counts.entry(part).or_insert(0) += 1);
        counts.into_iter().filter(|&(_, count)| count == 1).map(|(part, _)| part).few()
    }
}

/// One tensor's part of an equation; `None` if it is malformed.
fn parts(text: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = text.as_bytes();
    while let Some(&first) = rest.first() {
        let (part, length) = if rest.starts_with(b"...") { (Part::Ellipsis, 3) } else { (Part::Letter(first), 1) };
        let allowed = match part {
            Part::Ellipsis => !parts.contains(&part),
            Part::Letter(letter) => letter.is_ascii_alphabetic(),
        };
        if !allowed {
            return None;
        }
        parts.push(part);
        rest = &rest[length..];
    }
    Some(parts)
}

/// How many axes of input `i` its ellipsis stands for.
fn hidden_axes(parts: &[Part], i: usize, rank: usize) -> Result<usize> {
    let ellipsis = parts.contains(&Part::Ellipsis);
    let letters = parts.len() - usize::from(ellipsis);
    if rank == letters || (ellipsis && rank > letters) {
        return Ok(rank - letters);
    }
    let least = if ellipsis { "at least " } else { "" };
    Err(Error::invalid("Einsum", format!("Expected input {i} to have rank {least}{letters} but got: {rank}")))
}

fn spelled_out(parts: &[Part], hidden: usize) -> Labels {
    let mut labels = Labels::new();
    for part in parts {
        match part {
            Part::Letter(letter) => labels.push(*letter),
            Part::Ellipsis => labels.extend((0..hidden as u8).rev()),
        }
    }
    labels
}
