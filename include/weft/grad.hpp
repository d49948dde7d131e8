#pragma once
// Derivatives of expressions and gradients of programs; the other headers of weft/grad have the gradients of what they
// are named by. grad::find_root and the gradients of numerics need the component numerics.
#include <weft/grad/banded.hpp>
#include <weft/grad/checkpoint.hpp>
#include <weft/grad/cholesky.hpp>
#include <weft/grad/complex_components.hpp>
#include <weft/grad/cov.hpp>
#include <weft/grad/derivative.hpp>
#include <weft/grad/determinants.hpp>
#include <weft/grad/dual_solve.hpp>
#include <weft/grad/eigen.hpp>
#include <weft/grad/einsum.hpp>
#include <weft/grad/forward.hpp>
#include <weft/grad/gradient_of.hpp>
#include <weft/grad/hessian.hpp>
#include <weft/grad/histogram.hpp>
#include <weft/grad/least_squares.hpp>
#include <weft/grad/lstsq.hpp>
#include <weft/grad/lu.hpp>
#include <weft/grad/matrix_function.hpp>
#include <weft/grad/minimise.hpp>
#include <weft/grad/norm.hpp>
#include <weft/grad/own_node.hpp>
#include <weft/grad/picked.hpp>
#include <weft/grad/qr.hpp>
#include <weft/grad/quantile.hpp>
#include <weft/grad/rearranged.hpp>
#include <weft/grad/records.hpp>
#include <weft/grad/scans.hpp>
#include <weft/grad/solutions.hpp>
#include <weft/grad/structured.hpp>
#include <weft/grad/svd.hpp>
#include <weft/grad/sylvester.hpp>
#include <weft/grad/tensordot.hpp>
#include <weft/grad/variable.hpp>
#ifndef WEFT_WITHOUT_FFT
#include <weft/grad/transforms.hpp>
#endif
#ifndef WEFT_WITHOUT_NUMERICS
#include <weft/grad/convolve.hpp>
#include <weft/grad/find_root.hpp>
#include <weft/grad/interp.hpp>
#include <weft/grad/polynomial.hpp>
#include <weft/grad/sample.hpp>
#include <weft/grad/spline.hpp>
#endif
