#pragma once
// The component numerics: roots and integrals of functions, interpolation and resampling, polynomials, integrals and
// derivatives of samples, special functions, random numbers of distributions with parameters, convolutions,
// filters, window functions.
#include <weft/numerics/convolve.hpp>
#include <weft/numerics/filter.hpp>
#include <weft/numerics/find_root.hpp>
#include <weft/numerics/gradient.hpp>
#include <weft/numerics/integrate.hpp>
#include <weft/numerics/interp.hpp>
#include <weft/numerics/polynomial.hpp>
#include <weft/numerics/random_multivariate_normal.hpp>
#include <weft/numerics/resample.hpp>
#include <weft/numerics/sample.hpp>
#include <weft/numerics/special.hpp>
#include <weft/numerics/spline.hpp>
#include <weft/numerics/taper.hpp>
#include <weft/numerics/trapezoid.hpp>
#include <weft/numerics/unwrap.hpp>
#include <weft/ops/random_distributions.hpp>
#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/numerics/dynamic.hpp>
#endif
