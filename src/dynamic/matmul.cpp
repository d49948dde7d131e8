#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"

#include <weft/dynamic/untyped.hpp>
#include <weft/linalg/matmul.hpp>

#include <cstdint>

// Products of matrices whose element type is known at run time. Integers are multiplied as int32 or int64: modulo 2^n,
// products of unsigned integers of that size are the same.
namespace weft::detail {

namespace {

/// Returns the program of a product. Tensors and views are multiplied in place. If an operand is computed, both are
/// copied first.
template <class T>
program_ref product_of(program_ref const& a, program_ref const& b) {
  any_expr<> const x = untyped_access::expression_of(a), y = untyped_access::expression_of(b);
  if (is_in_memory(x) && is_in_memory(y))
    return to_program(matmul(memory_operand(x).kept_leaf<T>(), memory_operand(y).kept_leaf<T>()));
  using leaf = virtual_leaf<T, dynamic_extents>;
  return to_program(matmul(leaf(a, extents_of_program(*a)), leaf(b, extents_of_program(*b))));
}

} // namespace

program_ref untyped_matmul(untyped_operand const& a, untyped_operand const& b) {
  dtype const x = dtype_of_program(*a.program), y = dtype_of_program(*b.program);
  dtype const type = promoted(x, y);
  dtype const computed = summed_type(type);
  program_ref const left = cast_program(a.program, computed), right = cast_program(b.program, computed);
  switch (computed) {
  case dtype::float32:
    return cast_program(product_of<float>(left, right), type);
  case dtype::float64:
    return product_of<double>(left, right);
  case dtype::complex64:
    return product_of<std::complex<float>>(left, right);
  case dtype::complex128:
    return product_of<std::complex<double>>(left, right);
  case dtype::int32:
    return cast_program(product_of<std::int32_t>(left, right), type);
  default:
    return cast_program(product_of<std::int64_t>(left, right), type);
  }
}

} // namespace weft::detail
