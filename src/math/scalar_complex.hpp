#pragma once
#include <weft/eval/vector_math.hpp>

namespace weft::detail {

/// Replaces a complex number by the function of it that the C library computes, with the special values of C99.
void scalar_complex(complex_function f, double& re, double& im) noexcept;

} // namespace weft::detail
