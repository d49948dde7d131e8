#include "interpreter.hpp"

#include <weft/ops/classify.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/triangle.hpp>

namespace numpy {
namespace {

template <class... T, class F>
slot two(call const& c, F const& f) {
  return with_two<T...>(c, [&](auto const& a, auto const& b) { return kept(f(a, b)); });
}

/// f of operands of types A and B, where those are what they have.
template <class A, class B, class F>
bool one_pair(call const& c, slot& out, F const& f) {
  const bool fits = c.holds<A>(0) && c.holds<B>(1);
  if (fits)
    out = kept(f(c.as<A>(0), c.as<B>(1)));
  return fits;
}

} // namespace

static void add_elementwise(table& t) {
  t["plus"] = [](call const& c) {
    return two<double, whole, float, complex128, int8_t>(c, [](auto const& a, auto const& b) { return a + b; });
  };
  t["minus"] = [](call const& c) {
    return two<double, whole, complex64, uint8_t>(c, [](auto const& a, auto const& b) { return a - b; });
  };
  t["times"] = [](call const& c) {
    return two<double, whole, float, complex64, uint16_t>(c, [](auto const& a, auto const& b) { return a * b; });
  };
  t["divide"] = [](call const& c) {
    return two<double, float, complex128, complex64>(c, [](auto const& a, auto const& b) { return a / b; });
  };
  t["quotient"] = [](call const& c) {
    return two<whole, int32_t, uint8_t, uint16_t>(c, [](auto const& a, auto const& b) { return a / b; });
  };
  t["remainder"] = [](call const& c) {
    return two<whole, int16_t>(c, [](auto const& a, auto const& b) { return a % b; });
  };
  t["bits"] = [](call const& c) {
    return two<uint8_t, int16_t>(c, [](auto const& a, auto const& b) { return (a & b) ^ (a | ~b); });
  };
  t["product_of_two_types"] = [](call const& c) {
    const auto f = [](auto const& a, auto const& b) { return a * b - a; };
    slot out;
    if (!(one_pair<double, complex64>(c, out, f) || one_pair<complex64, float>(c, out, f) ||
          one_pair<int8_t, uint8_t>(c, out, f) || one_pair<int16_t, whole>(c, out, f) ||
          one_pair<uint16_t, float>(c, out, f)))
      throw missing_operand{};
    return out;
  };
}
static void add_pairs(table& t) {
  t["fmod"] = [](call const& c) { return kept(c.real(0) % c.real(1)); };
  t["floor_divide"] = [](call const& c) {
    return two<double, whole, int16_t>(c, [](auto const& a, auto const& b) { return floor_divide(a, b); });
  };
  t["floor_modulo"] = [](call const& c) {
    return two<double, whole, int16_t>(c, [](auto const& a, auto const& b) { return floor_modulo(a, b); });
  };
  t["minimum"] = [](call const& c) {
    return two<double, whole, int8_t>(c, [](auto const& a, auto const& b) { return minimum(a, b); });
  };
  t["maximum"] = [](call const& c) {
    return two<double, whole, uint16_t>(c, [](auto const& a, auto const& b) { return maximum(a, b); });
  };
  t["fmin"] = [](call const& c) { return kept(fmin(c.real(0), c.real(1))); };
  t["fmax"] = [](call const& c) { return kept(fmax(c.real(0), c.real(1))); };
  t["copysign"] = [](call const& c) { return kept(copysign(c.real(0), c.real(1))); };
  t["heaviside"] = [](call const& c) { return kept(heaviside(c.real(0), c.real(1))); };
  t["plus_whole"] = [](call const& c) { return kept(c.real(0) + c.index(1)); };
  t["plus_number"] = [](call const& c) {
    return c.with<double, float, complex64, uint8_t>(0, [&](auto const& a) { return kept(a + c.value(1)); });
  };
  t["number_minus"] = [](call const& c) { return kept(c.value(1) - c.real(0)); };
  t["number_over"] = [](call const& c) { return kept(c.value(1) / c.real(0)); };
}
static void add_comparisons(table& t) {
  t["less"] = [](call const& c) {
    return two<double, whole, int8_t>(c, [](auto const& a, auto const& b) { return a < b; });
  };
  t["less_equal"] = [](call const& c) { return two<double>(c, [](auto const& a, auto const& b) { return a <= b; }); };
  t["greater"] = [](call const& c) { return two<double>(c, [](auto const& a, auto const& b) { return a > b; }); };
  t["greater_equal"] = [](call const& c) {
    return two<double>(c, [](auto const& a, auto const& b) { return a >= b; });
  };
  t["equal"] = [](call const& c) {
    return two<double, whole, complex128, uint8_t>(c, [](auto const& a, auto const& b) { return equal(a, b); });
  };
  t["not_equal"] = [](call const& c) {
    return two<double, int16_t>(c, [](auto const& a, auto const& b) { return not_equal(a, b); });
  };
  t["greater_number"] = [](call const& c) { return kept(c.real(0) > c.value(1)); };
  t["both"] = [](call const& c) { return kept(c.mask(0) && c.mask(1)); };
  t["either"] = [](call const& c) { return kept(c.mask(0) || c.mask(1)); };
  t["negation"] = [](call const& c) { return kept(!c.mask(0)); };
  t["where"] = [](call const& c) {
    return with_two<double, complex64, uint8_t>(
        c, [&](auto const& a, auto const& b) { return kept(where(c.mask(0), a, b)); }, 1);
  };
  t["where_number"] = [](call const& c) { return kept(where(c.mask(0), c.real(1), c.value(2))); };
  t["all_equal"] = [](call const& c) { return kept(c.real(0) == c.real(1)); };
  t["all_close"] = [](call const& c) {
    return two<double, complex128>(c, [](auto const& a, auto const& b) { return all_close(a, b); });
  };
}
static void add_fused(table& t) {
  t["clamp"] = [](call const& c) { return kept(clamp(c.real(0), c.value(1), c.value(2))); };
  t["tril"] = [](call const& c) { return kept(tril(c.real(0), c.number(1))); };
  t["triu"] = [](call const& c) { return kept(triu(c.real(0), c.number(1))); };

  // Several nodes in one loop, views of expressions, and reductions that broadcast.
  t["times_plus"] = [](call const& c) { return kept(c.real(0) * c.real(1) + c.real(2)); };
  t["smaller"] = [](call const& c) {
    auto const &a = c.real(0), &b = c.real(1);
    return kept(where(a < b, a, b));
  };
  t["minimum_sum"] = [](call const& c) { return kept(minimum(c.real(0), c.real(1) + c.real(2))); };
  t["transposed_sum"] = [](call const& c) { return kept(transpose(c.real(0) + c.real(1))); };
  t["reversed_difference"] = [](call const& c) { return kept(reverse(c.real(0) - c.real(1), c.axis(2))); };
  t["slice_of_product"] = [](call const& c) { return kept(slice(c.real(0) * c.real(1), c.axis(2), c.number(3))); };
  t["reshaped_sum"] = [](call const& c) { return kept(reshape(c.real(0) + c.real(1), c.shape(2))); };
  t["diagonal_of_sum"] = [](call const& c) { return kept(diagonal(c.real(0) + c.real(1))); };
  t["less_maximum"] = [](call const& c) { return kept(c.real(0) - max(c.real(0), c.axis(1), keep_dims)); };
  t["less_broadcast_minimum"] = [](call const& c) { return kept(c.real(0) - min(c.real(1), c.axis(2))); };
}

const commands_of_source added(add_elementwise), pairs_added(add_pairs), comparisons_added(add_comparisons),
    fused_added(add_fused);

} // namespace numpy
