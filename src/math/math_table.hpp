#pragma once
#include <weft/base/clones.hpp>
#include <weft/base/machine_vector.hpp>
#include <weft/eval/random_source.hpp>
#include <weft/eval/vector_math.hpp>

#include "math/scalar_angle.hpp"
#include "math/scalar_complex.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

// Private to src: the functions as compiled for each instruction set, in the order of math_function and draw.
namespace weft::detail {

template <class T>
struct math_table {
  void (*unary[static_cast<int>(first_binary_math)])(T const* x, T* out, index_t n);
  void (*binary[math_functions - static_cast<int>(first_binary_math)])(T const* x, T const* y, T* out, index_t n);
  void (*of_complex[complex_functions])(T* re, T* im, index_t n);
  void (*beside)(T limit, T* re, T* im, index_t n);
  void (*drawn[vector_draws])(random_source const& source, index_t const* number, T* out, index_t n);
};
struct math_tables {
  math_table<double> doubles;
  math_table<float> singles;
};

extern math_tables const math_baseline;
#if WEFT_HAS_CLONES
extern math_tables const math_avx2, math_avx512;
inline constexpr by_level<math_tables const*> math_levels = {{&math_baseline, &math_avx2, &math_avx512}};
#else
inline constexpr by_level<math_tables const*> math_levels = {{&math_baseline, &math_baseline, &math_baseline}};
#endif

} // namespace weft::detail
