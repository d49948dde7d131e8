#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"

#include <weft/dynamic/scan.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/scan.hpp>
#include <weft/ops/select.hpp>

#include <complex>
#include <cstdint>

// Running results. Integers are scanned as signed integers of 64 bits. Sums and products of unsigned integers are the
// same modulo 2^64. For comparisons the sign bit of elements of uint64 is flipped first, so that they keep their order.
namespace weft::detail {

namespace {

using sum_types = types_t<std::int64_t, float, double, std::complex<float>, std::complex<double>>;
using ordered_types = types_t<std::int64_t, float, double>;

/// Writes the running results of F over x along an axis to the target. If axis is -1, all elements are one line. The
/// elements are first copied to the target, unless the kernel can read them in place.
template <class F, class T>
void run_along(moved_target const& target, any_expr<> const& x, int axis) {
  strided_leaf<T, moved_layout> const to(reinterpret_cast<T*>(target.position), target.place, {});
  session s;
  if (is_in_memory(x)) {
    memory_operand const from(x);
    if (scan_memory<F>(to, from.leaf<T>(), axis, s))
      return;
  }
  assign(target, moved_operand{untyped_access::program(x)}, s);
  scan_memory<F>(to, to, axis, s);
}

template <class F, class Types>
void run_for(Types list, dtype computed, moved_target const& target, any_expr<> const& x, int axis) {
  with_dtype(list, computed, [&]<class T>(std::type_identity<T>) { run_along<F, T>(target, x, axis); });
}
void run_scan_of(untyped_scan_kind const& kind, dtype computed, moved_target const& target, any_expr<> const& x,
                 int axis) {
  switch (kind.function) {
  case untyped_scan_kind::sum:
    return run_for<op::plus>(sum_types{}, computed, target, x, axis);
  case untyped_scan_kind::product:
    return run_for<op::times>(sum_types{}, computed, target, x, axis);
  case untyped_scan_kind::least:
    return run_for<op::minimum>(ordered_types{}, computed, target, x, axis);
  default:
    return run_for<op::maximum>(ordered_types{}, computed, target, x, axis);
  }
}

any_expr<> without_nan(any_expr<> const& x, int value) {
  dtype const type = x.dtype();
  return is_inexact(type) ? where(isnan(x), cast(any_expr<>(value), type), x) : x;
}

/// Returns the running results in a tensor of the given shape: that of x, or a vector of all elements.
any_tensor scan_into(dynamic_extents const& shape, untyped_scan_kind const& kind, any_expr<> const& x, int axis) {
  bool const sums = kind.function == untyped_scan_kind::sum || kind.function == untyped_scan_kind::product;
  dtype const type = x.dtype();
  if (!sums && is_complex_type(type))
    throw_elements(kind.operation, type);
  dtype const computed = is_half_type(type) ? dtype::float32 : is_inexact(type) ? type : dtype::int64;
  dtype const result = is_half_type(type) && sums  ? computed
                       : is_inexact(type) || !sums ? type
                       : is_unsigned(type)         ? dtype::uint64
                                                   : dtype::int64;
  any_expr<> const from = kind.skips_nan ? without_nan(x, kind.function == untyped_scan_kind::product ? 1 : 0) : x;
  program_ref const elements = untyped_access::program(from);
  any_tensor out(uninit, sums ? result : computed, shape);
  moved_target target = target_of(out);
  if (shape.rank() != x.rank())
    target.place = {x.shape(), layout<dynamic_extents, dense<row_major>>(x.shape()).strides()};
  if (!out.empty())
    run_scan_of(kind, computed, target,
                untyped_access::expression_of(sums ? cast_program(elements, result) : in_order_of_int64(elements)),
                axis);
  if (out.dtype() == result)
    return out;
  return any_tensor(untyped_access::expression_of(from_order_of_int64(untyped_access::program(any_expr<>(out)), type)));
}

} // namespace

any_tensor untyped_scan(untyped_scan_kind const& kind, any_expr<> const& x, index_t axis) {
  return scan_into(x.shape(), kind, x, check_axis(kind.operation, axis, x.rank()));
}
any_tensor untyped_scan(untyped_scan_kind const& kind, any_expr<> const& x) {
  return scan_into(convert_extents<dynamic_extents>(shape(x.size())), kind, x, x.rank() == 1 ? 0 : -1);
}

any_expr<> untyped_diff(any_expr<> const& x, index_t times, index_t axis) {
  int const k = check_axis("diff", axis, x.rank());
  if (times < 0)
    throw_error("diff", "the number of times is negative");
  any_expr<> out = cast(x, promoted(x.dtype(), x.dtype()));
  for (index_t n = 0; n < times && out.extent(k) > 0; ++n) {
    moved_operand const whole{untyped_access::program(n == 0 ? x : any_expr<>(any_tensor(out)))};
    auto const trimmed = [&](index_t front) {
      return untyped_access::expression_of(window_of(whole, trimmer<int>{k, front}).program);
    };
    out = trimmed(1) - trimmed(0);
  }
  return out;
}

} // namespace weft::detail
