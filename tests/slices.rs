//! Gradients by rows: where a backward pass gives them, and that they are those of the dense gradient.

use gradtape::error::Result;
use gradtape::gradient_tape::{GradientTape, Watched};
use gradtape::ops;
use gradtape::slices::Gradient;
use gradtape::tensor::Tensor;
use gradtape::variable::Variable;

type Function = fn(&Tensor) -> Result<Tensor>;

fn rows(x: &Tensor, places: &[i32]) -> Result<Tensor> {
    ops::gather(x, &Tensor::vector(places), None, 0)
}

/// The gradient of the sum of `f`, as it comes and as a tensor.
fn gradients(f: Function) -> (Gradient, Vec<f64>) {
    let x = Variable::new(Tensor::vector(&[1.0f64, 2.0, 3.0]));
    let tape = GradientTape::new(true, true);
    let y = tape.record(|| f(&x.read())).unwrap().unwrap();
    let (target, source) = ([Watched::from(&y)], [Watched::from(&x)]);
    let found = tape.gradient_or_slices(&target, &source, &[]).unwrap().pop().unwrap().unwrap();
    let whole = tape.gradient(&target, &source, &[]).unwrap().pop().unwrap().unwrap();
    (found, whole.to_vec().unwrap())
}

#[test]
fn what_is_gathered_from_a_source_gives_rows() {
    let by_rows: [(Function, &[f64]); 4] = [
        (|x| rows(x, &[2, 0, 2]), &[1.0, 0.0, 2.0]),
        (|x| ops::square(&rows(x, &[1])?), &[0.0, 4.0, 0.0]),
        (|x| ops::add(&rows(x, &[1])?, &rows(x, &[1])?), &[0.0, 2.0, 0.0]),
        (|x| rows(x, &[]), &[0.0, 0.0, 0.0]),
    ];
    for (f, expected) in by_rows {
        let (found, whole) = gradients(f);
        assert!(matches!(found, Gradient::Slices(_)), "{found:?}");
        assert_eq!(found.dense().unwrap().to_vec::<f64>().unwrap(), expected);
        assert_eq!(whole, expected);
    }
}

#[test]
fn what_is_used_otherwise_too_gives_a_tensor() {
    let dense: [(Function, &[f64]); 4] = [
        (|x| ops::add(&rows(x, &[0, 0, 1])?, x), &[3.0, 2.0, 1.0]),
        (|x| ops::add(&ops::square(x)?, &rows(x, &[0, 0, 1])?), &[4.0, 5.0, 6.0]),
        (|x| rows(&ops::square(x)?, &[2]), &[0.0, 0.0, 6.0]),
        (
            |x| ops::gather_nd(x, &Tensor::new(Tensor::vector(&[1i32]).array().reshape([1, 1, 1][..].into())?), 0),
            &[0.0, 1.0, 0.0],
        ),
    ];
    for (f, expected) in dense {
        let (found, whole) = gradients(f);
        assert!(matches!(found, Gradient::Dense(_)), "{found:?}");
        assert_eq!(whole, expected);
    }
}

#[test]
fn rows_of_several_gathers_have_the_wider_index() {
    let (found, _) = gradients(|x| {
        let wide = ops::gather(x, &Tensor::vector(&[2i64]), None, 0)?;
        ops::add(&wide, &rows(x, &[0])?)
    });
    let Gradient::Slices(slices) = found else { panic!("rows") };
    let mut places = slices.indices.to_vec::<i64>().unwrap();
    places.sort_unstable();
    assert_eq!(places, [0, 2]);
    assert_eq!(slices.indices.dtype(), gradtape::dtype::DType::Int64);
    assert_eq!(slices.values.to_vec::<f64>().unwrap(), [1.0, 1.0]);
}
