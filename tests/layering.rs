//! The shape of the source tree: who may import whom, how files are named, opened and how long they get, and that every
//! operation that is defined can be called.

use std::collections::BTreeSet;
use std::path::Path;

use gradtape::ops;
use source::{File, files, none};

mod source;

/// The modules of the crate; one may import those of its own layer and of the layers above it in this list.
const LAYERS: &[&[&str]] = &[
    &["pooled_arc", "error", "interrupt", "waiting", "warning", "dtype", "shape", "memory"],
    &["array"],
    &["kernels"],
    &["tensor"],
    &["op", "slices"],
    &["registry"],
    &["tape"],
    &["variable"],
    &["ops"],
    &["backward", "optimizer"],
    &["gradient_tape", "forward"],
    &["python"],
];

/// A file has one subject; what does not fit into this many lines has two.
const MOST_LINES: usize = 400;

/// Names that say nothing about what a file holds.
const ATTICS: &[&str] = &["base", "common", "helper", "helpers", "misc", "shared", "tools", "util", "utils"];

/// The modules that code names as `crate::module::...` or in `crate::{module::..., other}`, with the place of each.
fn imports(code: &str) -> Vec<(usize, &str)> {
    let paths = code.match_indices("crate::").flat_map(|(at, start)| {
        let rest = &code[at + start.len()..];
        let items = match rest.strip_prefix('{') {
            Some(group) => outermost(group),
            None => vec![rest],
        };
        items.into_iter().map(move |item| (at, item))
    });
    let modules = paths.filter_map(|(at, path)| {
        let end = path.find(|c: char| !(c.is_ascii_lowercase() || c == '_')).unwrap_or(path.len());
        // `crate::with_dtype!` is a macro: it belongs to the crate, not to a module.
        (end > 0 && !path[end..].starts_with('!')).then_some((at, &path[..end]))
    });
    modules.collect()
}

/// The members of a brace that has just been opened, each from its first letter; what is nested in them stays theirs.
fn outermost(group: &str) -> Vec<&str> {
    let (mut depth, mut from, mut members) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                members.push(group[from..at].trim_start());
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                members.push(group[from..at].trim_start());
                from = at + 1;
            }
            _ => {}
        }
    }
    members
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

#[test]
fn every_module_has_a_layer() {
    let modules: BTreeSet<String> = files("src").iter().map(|f| f.module().to_string()).collect();
    none("modules without a layer", modules.into_iter().filter(|m| m != "lib" && layer(m).is_none()).collect());
}

#[test]
fn modules_import_only_from_the_layers_above_them() {
    let mut found = Vec::new();
    for file in files("src").iter().filter(|f| f.module() != "lib") {
        let own = layer(file.module()).unwrap_or(0);
        // Comments become empty lines, so that places stay what they are.
        let mut lines = vec![""; file.text.lines().count()];
        file.code().for_each(|(number, line)| lines[number - 1] = line);
        let code = lines.join("\n");
        let wrong = imports(&code).into_iter().filter(|(_, module)| layer(module).is_none_or(|l| l > own));
        let number = |at: usize| code[..at].matches('\n').count() + 1;
        found.extend(wrong.map(|(at, module)| format!("{}:{} imports {module}", file.name, number(at))));
    }
    none("imports from below", found);
}

#[test]
fn imports_are_seen_where_they_are() {
    let seen = |code| imports(code).into_iter().map(|(_, module)| module).collect::<Vec<_>>();
    assert_eq!(seen("use crate::array::Array;"), ["array"]);
    assert_eq!(seen("use crate::{ops, tape::{self, Tape},\n    dtype::DType};"), ["ops", "tape", "dtype"]);
    assert_eq!(seen("pub(in crate::ops) fn f(x: &crate::tape::Tape) {}"), ["ops", "tape"]);
    assert_eq!(seen("crate::with_dtype!(d, T: any => f::<T>(), else {})"), [""; 0]);
}

#[test]
fn only_the_python_layer_knows_python() {
    let names = |line: &str| line.contains("pyo3") || line.contains("numpy::");
    let mut found = Vec::new();
    for file in files("src").iter().filter(|f| f.module() != "python") {
        found.extend(file.code().filter(|(_, line)| names(line)).map(|(n, line)| format!("{}:{n} {line}", file.name)));
    }
    none("Python outside src/python", found);
}

#[test]
fn every_file_opens_with_what_lives_in_it() {
    let all = ["src", "tests", "benches"].into_iter().flat_map(files);
    none("files without a header", all.filter(|f| !f.text.starts_with("//! ")).map(|f| f.name).collect());
}

#[test]
fn no_file_is_long() {
    let lines = |f: &File| f.text.lines().count();
    let long = files("src").into_iter().filter(|f| lines(f) > MOST_LINES);
    none("files to split", long.map(|f| format!("{} has {} lines", f.name, lines(&f))).collect());
}

#[test]
fn no_file_is_an_attic() {
    let stem = |f: &File| Path::new(&f.name).file_stem().unwrap().to_str().unwrap().to_string();
    let all = ["src", "tests", "benches"].into_iter().flat_map(files);
    let folders = |f: &File| f.name.split('/').any(|part| ATTICS.contains(&part));
    none("attics", all.filter(|f| ATTICS.contains(&&*stem(f)) || folders(f)).map(|f| f.name).collect());
}

/// The first string literal behind each line that `starts` a definition: its name.
fn defined(starts: impl Fn(&str) -> bool, names: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for file in files("src/ops") {
        let code: Vec<&str> = file.code().map(|(_, line)| line).collect();
        for (i, _) in code.iter().enumerate().filter(|(_, line)| starts(line)) {
            let name = code[i..].iter().find(|line| names(line)).and_then(|line| line.split('"').nth(1));
            found.extend(name.map(|name| (file.name.clone(), name.to_string())));
        }
    }
    found
}

/// Rows that are written out; the members of `unary!` and its like are in their tables by themselves.
#[test]
fn every_operation_that_is_defined_is_in_the_registry() {
    let starts = |line: &str| line.contains("const ") && line.contains(": OpDef = OpDef {");
    let rows = defined(starts, |line| line.trim_start().starts_with("name: \""));
    assert!(rows.len() > 50, "{} rows: the search is broken", rows.len());
    let known: BTreeSet<&str> = ops::registry().map(|row| row.name).collect();
    let missing = rows.iter().filter(|(_, name)| !known.contains(&**name));
    none("operations that no table lists", missing.map(|(file, name)| format!("{name} in {file}")).collect());
}

#[test]
fn every_row_has_a_name_of_its_own_and_a_documented_example() {
    let mut seen = BTreeSet::new();
    let twice = ops::registry().filter(|row| !seen.insert(row.name)).map(|row| row.name.to_string());
    none("names with two rows", twice.collect());
    // An underscore marks what gradients are made of.
    let bare = ops::registry().filter(|row| !row.name.starts_with('_') && !row.doc.contains("\n\n>>> "));
    none("rows without an example", bare.map(|row| row.name.to_string()).collect());
}
