#include "dynamic/program/operations.hpp"

#include <weft/dynamic/generate.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/spaced.hpp>

#include <cstdint>

namespace weft::detail {

any_tensor filled(dtype t, dynamic_extents const& shape, untyped_operand const& value) {
  any_tensor made(uninit, t, shape);
  made(ellipsis) = untyped_access::expression_of(stored_program("full", value.program, t));
  return made;
}

namespace {

template <class T>
T number_of(untyped_operand const& x) {
  return static_cast<T>(untyped_access::expression_of(x.program));
}
template <class T>
any_expr<> counted(untyped_operand const& start, untyped_operand const& stop, untyped_operand const& step) {
  return weft::arange(number_of<T>(start), number_of<T>(stop), number_of<T>(step));
}

} // namespace

any_tensor any_range_of(dtype t, untyped_operand const& start, untyped_operand const& stop,
                        untyped_operand const& step) {
  switch (dtype_of_program(*start.program)) {
  case dtype::int64:
    return cast(counted<std::int64_t>(start, stop, step), t);
  case dtype::uint64:
    return cast(counted<std::uint64_t>(start, stop, step), t);
  default:
    return cast(counted<double>(start, stop, step), t);
  }
}

any_tensor spaced_numbers(dtype t, std::complex<double> start, std::complex<double> stop, index_t n, bool endpoint) {
  if (start.imag() != 0 || stop.imag() != 0) {
    if (!is_complex_type(t))
      throw_dtype("linspace", dtype::complex128, t);
    return cast(any_expr<>(linspace(start, stop, n, endpoint)), t);
  }
  any_expr<> const numbers = linspace(start.real(), stop.real(), n, endpoint);
  return cast(is_inexact(t) ? numbers : any_expr<>(floor(numbers)), t);
}

any_tensor diagonal_of_ones(dtype t, dynamic_extents const& shape, index_t k) {
  return cast(any_expr<>(eye<bool>(shape, k)), t);
}

} // namespace weft::detail
