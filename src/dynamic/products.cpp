#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"

#include <weft/dynamic/products.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/linalg/einsum.hpp>
#include <weft/linalg/tensordot.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/ops/complex.hpp>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

// Products of vectors, matrices and tensors of any type. They are made of views, element-wise products, products of
// matrices, and the contractions that are compiled for typed operands.
namespace weft::detail {

namespace {

using contracted_types = types_t<std::int32_t, std::int64_t, float, double, std::complex<float>, std::complex<double>>;

void fill(contraction_slot& slot, axis_names const& names, moved_target const& memory) {
  slot.data = reinterpret_cast<void const*>(memory.position);
  for (int k = 0; k < names.rank; ++k)
    slot.place.push(names.name[k], memory.place.extent(k), memory.place.stride(k));
}

/// Returns the contraction of n operands, where operand k has the axes names[k], to the axes names[n]. The result has
/// the type of the products.
any_tensor contracted(any_expr<> const* operands, int n, axis_names const* names, dynamic_extents const& shape) {
  dtype type = operands[0].dtype();
  for (int k = n == 1 ? 0 : 1; k < n; ++k)
    type = promoted(type, operands[k].dtype());
  dtype const computed = summed_type(type);
  std::vector<memory_operand> memory;
  memory.reserve(static_cast<std::size_t>(n));
  std::unique_ptr<contraction_slot[]> const slots(new contraction_slot[static_cast<std::size_t>(2 * n)]);
  for (int k = 0; k < n; ++k) {
    memory_operand const& x = memory.emplace_back(cast(operands[k], computed));
    fill(slots[static_cast<std::size_t>(k)], names[k], {x.position(), x.size(), x.place()});
  }
  any_tensor out(uninit, computed, shape);
  contraction_slot& target = slots[static_cast<std::size_t>(2 * n - 1)];
  fill(target, names[n], target_of(out));
  with_dtype(contracted_types{}, computed, [&]<class T>(std::type_identity<T>) {
    session s;
    run_contraction<T>(slots.get(), n, T(1), T(0), target, s);
  });
  if (computed != type)
    return any_tensor(cast(out, type));
  return out;
}

} // namespace

any_expr<> untyped_dot(any_expr<> const& a, any_expr<> const& b) {
  if (a.rank() != 1 || b.rank() != 1 || a.extent(0) != b.extent(0))
    throw_broadcast("dot", a.shape(), b.shape());
  return matmul(a, b);
}
any_expr<> untyped_vdot(any_expr<> const& a, any_expr<> const& b) {
  if (a.size() != b.size())
    throw_broadcast("vdot", a.shape(), b.shape());
  auto const flat = [](any_expr<> const& x) { return reshape(dense_operand(x).expression(), shape(x.size())); };
  return matmul(is_complex_type(a.dtype()) ? conj(flat(a)) : flat(a), flat(b));
}
any_expr<> untyped_outer(any_expr<> const& a, any_expr<> const& b) {
  if (a.rank() != 1 || b.rank() != 1)
    throw_shape_reason("outer", "it takes two vectors");
  return expand_dims(a, 1) * expand_dims(b, 0);
}
any_tensor untyped_kron(any_expr<> const& a, any_expr<> const& b) {
  dynamic_extents const &p = a.shape(), &q = b.shape();
  if (p.rank() != q.rank())
    throw_shapes("kron", p.value, p.rank(), q.value, q.rank(), "the ranks differ");
  dynamic_extents whole(p.rank());
  for (int k = 0; k < p.rank(); ++k) {
    index_t n;
    if (multiply_overflows(p[k], q[k], &n))
      throw_uncounted("kron");
    whole.set(k, n);
  }
  return any_tensor(reshape(
      any_tensor(windowed(a, unit_interleaver<-1, false>{}) * windowed(b, unit_interleaver<-1, true>{})), whole));
}
any_tensor untyped_cross(any_expr<> const& a, any_expr<> const& b) {
  any_expr<> const x = memory_operand(a).expression(), y = memory_operand(b).expression(); // read twice
  if (x.rank() < 1 || y.rank() < 1 || x.extent(x.rank() - 1) != 3 || y.extent(y.rank() - 1) != 3)
    throw_shapes("cross", x.shape().value, x.rank(), y.shape().value, y.rank(),
                 "the last axis of both must have 3 elements");
  auto const component = [&](index_t i, index_t j) -> any_expr<> {
    return x(ellipsis, i) * y(ellipsis, j) - x(ellipsis, j) * y(ellipsis, i);
  };
  any_expr<> const components[] = {component(1, 2), component(2, 0), component(0, 1)};
  return untyped_stack(std::max(x.rank(), y.rank()) - 1, components, 3);
}
any_expr<> untyped_trace(any_expr<> const& a) {
  return sum(diagonal(a));
}

any_tensor untyped_tensordot(any_expr<> const& a, any_expr<> const& b, index_t count) {
  dynamic_extents const &p = a.shape(), &q = b.shape();
  int const n = static_cast<int>(std::clamp<index_t>(count, -1, max_rank + 1));
  dynamic_extents const shape = tensordot_shape(p.value, p.rank(), q.value, q.rank(), n);
  axis_names names[3];
  int const kept = p.rank() - n;
  for (int k = 0; k < p.rank(); ++k)
    names[0].push(static_cast<char>('a' + k));
  for (int k = 0; k < q.rank(); ++k)
    names[1].push(static_cast<char>(k < n ? 'a' + kept + k : 'A' + k));
  for (int k = 0; k < shape.rank(); ++k)
    names[2].push(k < kept ? names[0].name[k] : names[1].name[k - kept + n]);
  any_expr<> const operands[] = {a, b};
  return contracted(operands, 2, names, shape);
}

any_tensor untyped_einsum(std::string_view text, any_expr<> const* operands, index_t count) {
  int const n = static_cast<int>(count);
  std::vector<einsum_term> terms(static_cast<std::size_t>(n) + 1);
  std::vector<axis_names> names(static_cast<std::size_t>(n) + 1);
  std::vector<dynamic_extents> shapes;
  shapes.reserve(static_cast<std::size_t>(n));
  read_einsum_text(text, n, terms.data());
  for (int k = 0; k < n; ++k)
    shapes.push_back(operands[k].shape());
  dynamic_extents const shape = einsum_shape(terms.data(), n, shapes.data(), names.data());
  return contracted(operands, n, names.data(), shape);
}

} // namespace weft::detail
