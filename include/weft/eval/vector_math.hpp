#pragma once
#include <weft/base/half.hpp>
#include <weft/base/index.hpp>

// Functions of whole arrays, compiled in src/ once for each instruction set; chosen_isa selects one. The functions
// listed here err by at most 2 ULP and have the special values of C99. Measured in double: 1.67 by tan, 1.56 by sin and
// cos, 1.5 by atan2, 1.4 by atan and tanh, 1.2 by others; for all floats 1.74 by tan and tanh, 1.57 by sin and cos,
// 1.26 by atan, 1.19 by erf, 1.05 by exp, 0.97 by log, 0.82 by cbrt, 0.75 by others. exp2, exp10, log2 and log10 are
// exact where whole numbers meet powers of 2 and 10. normal_quantile takes probabilities from 2^-64 to 1/2, with a
// relative error of 8e-16. Functions that are not listed are computed one element at a time. So are lanes with unusual
// arguments, such as angles beyond 2^20: the result is right, but takes longer.
namespace weft::detail {

enum class math_function : unsigned char {
  sqrt,
  cbrt,
  exp,
  exp2,
  exp10,
  expm1,
  log,
  log2,
  log10,
  log1p,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  atanh,
  erf,
  normal_quantile, ///< the x that a standard normal number exceeds with the given probability
  // functions of two operands
  pow,
  atan2,
  hypot
};
/// The number of functions, and the first function of two operands.
inline constexpr int math_functions = static_cast<int>(math_function::hypot) + 1;
inline constexpr math_function first_binary_math = math_function::pow;

/// Functions of a complex number. Each part errs by less than 2 ULP. Measured in double: 1.95 by exp, 1.5 by log, sqrt
/// and arg, 1.2 by abs; in float 0.51. Special values are as in C99.
enum class complex_function : unsigned char {
  exp,
  log,
  sqrt,
  // functions with a real value
  abs,
  arg
};
/// The number of functions with a complex value.
inline constexpr int complex_functions = static_cast<int>(complex_function::sqrt) + 1;

/// Sets out[i] = f(x[i]) for n >= 0 elements, where f takes one operand. out may be x, but must not overlap it
/// otherwise; any alignment will do. The result of an element has the same bits at any i, so rows may be cut into
/// pieces. Afterwards errno and the floating-point flags have no meaning. The rounding mode must be to nearest.
WEFT_API void vector_math(math_function f, double const* x, double* out, index_t n) noexcept;
WEFT_API void vector_math(math_function f, float const* x, float* out, index_t n) noexcept;
/// Sets out[i] = f(x[i], y[i]), where f takes two operands. out may be x or y.
WEFT_API void vector_math(math_function f, double const* x, double const* y, double* out, index_t n) noexcept;
WEFT_API void vector_math(math_function f, float const* x, float const* y, float* out, index_t n) noexcept;

/// Replaces the n complex numbers re[i] + im[i] sqrt(-1) by f of them; a real value replaces re[i], and im[i] is left
/// with no meaning. Results do not depend on i.
WEFT_API void vector_math(complex_function f, double* re, double* im, index_t n) noexcept;
WEFT_API void vector_math(complex_function f, float* re, float* im, index_t n) noexcept;

/// Replaces re[i] by the magnitude of re[i] + im[i] sqrt(-1), or by another number on the same side of `limit`. So a
/// comparison with the limit needs no root if the squares tell.
WEFT_API void magnitudes_beside(double limit, double* re, double* im, index_t n) noexcept;
WEFT_API void magnitudes_beside(float limit, float* re, float* im, index_t n) noexcept;

/// Sets to[i] = from[i], rounded to nearest, ties to even. The rows must not overlap.
WEFT_API void convert_row(float16 const* from, float* to, index_t n) noexcept;
WEFT_API void convert_row(float const* from, float16* to, index_t n) noexcept;
WEFT_API void convert_row(bfloat16 const* from, float* to, index_t n) noexcept;
WEFT_API void convert_row(float const* from, bfloat16* to, index_t n) noexcept;

} // namespace weft::detail
