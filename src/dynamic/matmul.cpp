#include "dynamic/program/operations.hpp"

#include <weft/dynamic/untyped.hpp>
#include <weft/linalg/matmul.hpp>

#include <cstdint>

// Products of matrices whose elements are decided at run time. Modulo 2^n those of integers are the same in all widths.
namespace weft::detail {

namespace {

template <class T>
program_ref product_of(program_ref const& a, program_ref const& b) {
  using leaf = virtual_leaf<T, dynamic_extents>;
  return to_program(matmul(leaf(a, extents_of_program(*a)), leaf(b, extents_of_program(*b))));
}

} // namespace

program_ref untyped_matmul(untyped_operand const& a, untyped_operand const& b) {
  dtype const x = dtype_of_program(*a.program), y = dtype_of_program(*b.program);
  dtype const type = promoted(x, y);
  dtype const computed = is_inexact(type) ? type : dtype::int64;
  program_ref const left = cast_program(a.program, computed), right = cast_program(b.program, computed);
  switch (computed) {
  case dtype::float32:
    return product_of<float>(left, right);
  case dtype::float64:
    return product_of<double>(left, right);
  case dtype::complex64:
    return product_of<std::complex<float>>(left, right);
  case dtype::complex128:
    return product_of<std::complex<double>>(left, right);
  default:
    return cast_program(product_of<std::int64_t>(left, right), type);
  }
}

} // namespace weft::detail
