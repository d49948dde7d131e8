#include "math/math_table.hpp"

#include <weft/eval/loop.hpp>

namespace weft::detail {

namespace {

math_tables const& chosen_tables() noexcept {
  return *math_levels[chosen_isa];
}
auto unary(auto const& table, math_function f) noexcept {
  return table.unary[static_cast<int>(f)];
}
auto binary(auto const& table, math_function f) noexcept {
  return table.binary[static_cast<int>(f) - static_cast<int>(first_binary_math)];
}
/// Computes the functions of complex numbers: the magnitude and the angle are functions of two real numbers.
template <class T>
void of_complex(math_table<T> const& table, complex_function f, T* re, T* im, index_t n) noexcept {
  if (f == complex_function::abs)
    binary(table, math_function::hypot)(re, im, re, n);
  else if (f == complex_function::arg)
    binary(table, math_function::atan2)(im, re, re, n);
  else
    table.of_complex[static_cast<int>(f)](re, im, n);
}
auto drawn(auto const& table, draw what) noexcept {
  return table.drawn[static_cast<int>(what)];
}

} // namespace

void vector_math(math_function f, double const* x, double* out, index_t n) noexcept {
  unary(chosen_tables().doubles, f)(x, out, n);
}
void vector_math(math_function f, float const* x, float* out, index_t n) noexcept {
  unary(chosen_tables().singles, f)(x, out, n);
}
void vector_math(math_function f, double const* x, double const* y, double* out, index_t n) noexcept {
  binary(chosen_tables().doubles, f)(x, y, out, n);
}
void vector_math(math_function f, float const* x, float const* y, float* out, index_t n) noexcept {
  binary(chosen_tables().singles, f)(x, y, out, n);
}
void vector_math(complex_function f, double* re, double* im, index_t n) noexcept {
  of_complex(chosen_tables().doubles, f, re, im, n);
}
void vector_math(complex_function f, float* re, float* im, index_t n) noexcept {
  of_complex(chosen_tables().singles, f, re, im, n);
}
void magnitudes_beside(double limit, double* re, double* im, index_t n) noexcept {
  chosen_tables().doubles.beside(limit, re, im, n);
}
void magnitudes_beside(float limit, float* re, float* im, index_t n) noexcept {
  chosen_tables().singles.beside(limit, re, im, n);
}
void vector_random(random_source const& source, draw what, index_t const* number, double* out, index_t n) noexcept {
  drawn(chosen_tables().doubles, what)(source, number, out, n);
}
void vector_random(random_source const& source, draw what, index_t const* number, float* out, index_t n) noexcept {
  drawn(chosen_tables().singles, what)(source, number, out, n);
}

} // namespace weft::detail
