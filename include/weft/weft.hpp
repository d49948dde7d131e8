#pragma once
// All that programs write often, as far as the library was built with it (WEFT_COMPONENTS). The other umbrellas are
// core.hpp, dynamic.hpp, linalg.hpp, sparse.hpp, io.hpp, numerics.hpp, fft.hpp, records.hpp, index.hpp, field.hpp,
// geometry.hpp, grad.hpp, nn.hpp and hdf5.hpp.
#include <weft/core.hpp>

#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/dynamic/any_expr.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/dynamic/any_view.hpp>
#include <weft/dynamic/elementwise.hpp>
#include <weft/dynamic/formula.hpp>
#include <weft/dynamic/generate.hpp>
#include <weft/dynamic/lines.hpp>
#include <weft/dynamic/masked.hpp>
#include <weft/dynamic/pick.hpp>
#include <weft/dynamic/products.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/dynamic/result_type.hpp>
#include <weft/dynamic/scan.hpp>
#include <weft/dynamic/scatter.hpp>
#include <weft/dynamic/sort.hpp>
#include <weft/dynamic/statistics.hpp>
#include <weft/dynamic/untyped.hpp>
#include <weft/io/npy.hpp>
#include <weft/io/print.hpp>
#endif
#ifndef WEFT_WITHOUT_LINALG
#include <weft/linalg/banded.hpp>
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/factor.hpp>
#include <weft/linalg/in_place.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/linalg/matrix_function.hpp>
#include <weft/linalg/norm.hpp>
#include <weft/linalg/qr_factor.hpp>
#include <weft/linalg/schur.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/special_matrices.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/linalg/subspace.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/linalg/sylvester.hpp>
#endif
#if !defined(WEFT_WITHOUT_DYNAMIC) && !defined(WEFT_WITHOUT_LINALG)
#include <weft/dynamic/linalg.hpp>
#endif
