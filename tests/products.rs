//! Products of tensors against sums written out as loops.

use gradtape::error::ErrorKind;
use gradtape::ops;
use gradtape::tensor::Tensor;

/// Small integers, so that every order of summation gives the same floats.
fn numbers(shape: &[usize], seed: usize) -> Tensor {
    let n: usize = shape.iter().product();
    let values: Vec<f64> = (0..n).map(|i| ((i * 7 + seed * 5 + 3) % 11) as f64 - 5.0).collect();
    Tensor::from_slice(shape, &values)
}

/// The same value with its axes stored in reverse order.
fn stored_backwards(x: &Tensor) -> Tensor {
    let perm: Vec<usize> = (0..x.rank()).rev().collect();
    Tensor::new(x.array().permute(&perm).contiguous().unwrap().permute(&perm))
}

/// An equation without ellipsis, evaluated index by index.
fn naive(equation: &str, inputs: &[Tensor]) -> Vec<f64> {
    let (left, output) = equation.split_once("->").unwrap();
    let terms: Vec<&str> = left.split(',').collect();
    let mut unique: Vec<char> = output.chars().collect();
    for label in left.chars().filter(|c| c.is_alphabetic()) {
        if !unique.contains(&label) {
            unique.push(label);
        }
    }
    let length = |l: char| terms.iter().zip(inputs).find_map(|(t, x)| t.find(l).map(|i| x.shape()[i])).unwrap();
    let sizes: Vec<usize> = unique.iter().map(|&l| length(l)).collect();
    let kept: usize = sizes[..output.len()].iter().product();
    let mut sums = vec![0.0; kept];
    let total: usize = sizes.iter().product();
    for flat in 0..total {
        let mut rest = flat;
        let mut index = vec![0; sizes.len()];
        for (place, size) in index.iter_mut().zip(&sizes).rev() {
            *place = rest % size;
            rest /= size;
        }
        let value = |term: &str, x: &Tensor| {
            let at = term
                .chars()
                .zip(x.shape().iter())
                .fold(0, |at, (l, d)| at * d + index[unique.iter().position(|&u| u == l).unwrap()]);
            x.to_vec::<f64>().unwrap()[at]
        };
        sums[flat / (total / kept)] += terms.iter().zip(inputs).map(|(t, x)| value(t, x)).product::<f64>();
    }
    sums
}

#[test]
fn einsum_is_the_sum_that_its_equation_says() {
    let table: &[(&str, &[&[usize]])] = &[
        ("ij,jk->ik", &[&[2, 3], &[3, 4]]),
        ("ji,kj->ki", &[&[3, 2], &[4, 3]]),
        ("ij->ji", &[&[2, 3]]),
        ("ijk->j", &[&[2, 3, 4]]),
        ("ii->i", &[&[3, 3]]),
        ("iji->j", &[&[3, 2, 3]]),
        ("iijj->ji", &[&[2, 2, 3, 3]]),
        ("i,j->ji", &[&[2], &[3]]),
        ("ij,ij->", &[&[2, 3], &[2, 3]]),
        ("bij,bkj->bki", &[&[2, 3, 4], &[2, 5, 4]]),
        ("qbd,kbd->bqk", &[&[2, 3, 4], &[5, 3, 4]]),
        ("ijkl,lkm->mij", &[&[2, 3, 2, 4], &[4, 2, 3]]),
        ("ij,ik,il->jkl", &[&[2, 3], &[2, 2], &[2, 4]]),
        ("ab,bc,cd,de->ae", &[&[2, 3], &[3, 2], &[2, 4], &[4, 2]]),
        ("i,ij,j->", &[&[2], &[2, 3], &[3]]),
        ("ij,k->j", &[&[2, 3], &[4]]),
    ];
    for (equation, shapes) in table {
        let inputs: Vec<Tensor> = shapes.iter().enumerate().map(|(i, s)| numbers(s, i)).collect();
        let expected = naive(equation, &inputs);
        assert_eq!(ops::einsum(equation, &inputs).unwrap().to_vec::<f64>().unwrap(), expected, "{equation}");
        let views: Vec<Tensor> = inputs.iter().map(stored_backwards).collect();
        assert_eq!(ops::einsum(equation, &views).unwrap().to_vec::<f64>().unwrap(), expected, "{equation} of views");
    }
}

#[test]
fn an_ellipsis_broadcasts() {
    let (a, b) = (numbers(&[4, 1, 2, 3], 0), numbers(&[5, 3, 2], 1));
    let y = ops::einsum("...ij,...jk->...ik", &[a.clone(), b.clone()]).unwrap();
    assert_eq!(y.shape()[..], [4, 5, 2, 2]);
    assert_eq!(y.to_vec::<f64>().unwrap(), ops::matmul(&a, &b, false, false).unwrap().to_vec::<f64>().unwrap());
}

#[test]
fn transposing_a_factor_is_the_same_as_transposing_it_first() {
    for (left, right) in [(&[2, 3][..], &[3, 4][..]), (&[5, 2, 3], &[3, 4]), (&[2, 3], &[5, 3, 1]), (&[0, 3], &[3, 2])]
    {
        let (a, b) = (numbers(left, 0), numbers(right, 1));
        let flip = |x: &Tensor| Tensor::new(x.array().transpose_last().contiguous().unwrap());
        let expected = ops::matmul(&a, &b, false, false).unwrap();
        for flags in [[false, true], [true, false], [true, true]] {
            let (a, b) = (if flags[0] { flip(&a) } else { a.clone() }, if flags[1] { flip(&b) } else { b.clone() });
            let y = ops::matmul(&a, &b, flags[0], flags[1]).unwrap();
            assert_eq!(y.shape(), expected.shape());
            assert_eq!(y.to_vec::<f64>().unwrap(), expected.to_vec::<f64>().unwrap(), "{left:?} {right:?} {flags:?}");
        }
    }
}

#[test]
fn every_numeric_dtype_multiplies() {
    use gradtape::dtype::DType;
    for dtype in DType::ALL.into_iter().filter(|d| !d.is_stored() && !matches!(d, DType::Bool | DType::String)) {
        let cast = |x: Tensor| Tensor::new(x.array().cast(DType::Int64).unwrap().cast(dtype).unwrap());
        let y = ops::matmul(&cast(numbers(&[2, 3], 0)), &cast(numbers(&[3, 2], 1)), false, false).unwrap();
        let exact = ops::matmul(&numbers(&[2, 3], 0), &numbers(&[3, 2], 1), false, false).unwrap();
        assert_eq!(y.to_vec::<i64>().unwrap(), cast(exact).to_vec::<i64>().unwrap(), "{dtype}");
    }
}

#[test]
fn bad_products_are_refused_with_both_shapes() {
    let z = |shape: &[usize]| numbers(shape, 0);
    let text = |a: &[usize], b: &[usize]| ops::matmul(&z(a), &z(b), false, false).unwrap_err().to_string();
    assert_eq!(text(&[2, 3], &[2, 3]), "Matrix size-incompatible: In[0]: [2,3], In[1]: [2,3] [Op:MatMul]");
    assert_eq!(text(&[3], &[3]), "In[0] and In[1] ndims must be == 2: 1 [Op:MatMul]");
    assert_eq!(text(&[3], &[3, 1]), "In[0] and In[1] has different ndims: [3] vs. [3,1] [Op:MatMul]");
    assert_eq!(text(&[2, 2, 3], &[3]), "In[1] ndims must be >= 2: 1 [Op:BatchMatMulV2]");
    let batches = "In[0] and In[1] must have compatible batch dimensions: [2,2,3] vs. [3,3,2] [Op:BatchMatMulV2]";
    assert_eq!(text(&[2, 2, 3], &[3, 3, 2]), batches);
    for equation in ["i1->i", "ij->i->j", "i.j->ij", "......", "i->ii", "i->j", "i,i->i"] {
        let error = ops::einsum(equation, &[z(&[2])]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Value, "{equation}: {error}");
    }
    for (equation, shape) in [("ij->i", &[2][..]), ("ii->i", &[2, 3]), ("...i->i", &[2, 3]), ("...ij->...", &[2])] {
        let error = ops::einsum(equation, &[z(shape)]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{equation}: {error}");
    }
}
