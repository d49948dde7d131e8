#include "interpreter.hpp"

#include <weft/ops/classify.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/triangle.hpp>

namespace numpy {
namespace {

/// f of two operands of one type among T.
template <class... T, class F>
slot two(call const& c, F const& f) {
  return c.with<T...>(
      0, [&](auto const& a) { return kept(f(a, c.as<typename std::remove_cvref_t<decltype(a)>::value_type>(1))); });
}

} // namespace

void add_elementwise(table& t) {
  t["plus"] = [](call const& c) {
    return two<double, whole, float>(c, [](auto const& a, auto const& b) { return a + b; });
  };
  t["minus"] = [](call const& c) { return two<double, whole>(c, [](auto const& a, auto const& b) { return a - b; }); };
  t["times"] = [](call const& c) {
    return two<double, whole, float>(c, [](auto const& a, auto const& b) { return a * b; });
  };
  t["divide"] = [](call const& c) { return two<double, float>(c, [](auto const& a, auto const& b) { return a / b; }); };
  t["fmod"] = [](call const& c) { return kept(c.real(0) % c.real(1)); };
  t["minimum"] = [](call const& c) {
    return two<double, whole>(c, [](auto const& a, auto const& b) { return minimum(a, b); });
  };
  t["maximum"] = [](call const& c) {
    return two<double, whole>(c, [](auto const& a, auto const& b) { return maximum(a, b); });
  };
  t["fmin"] = [](call const& c) { return kept(fmin(c.real(0), c.real(1))); };
  t["fmax"] = [](call const& c) { return kept(fmax(c.real(0), c.real(1))); };
  t["copysign"] = [](call const& c) { return kept(copysign(c.real(0), c.real(1))); };
  t["heaviside"] = [](call const& c) { return kept(heaviside(c.real(0), c.real(1))); };
  t["plus_whole"] = [](call const& c) { return kept(c.real(0) + c.index(1)); };
  t["plus_number"] = [](call const& c) {
    return c.with<double, float>(0, [&](auto const& a) { return kept(a + c.value(1)); });
  };
  t["number_minus"] = [](call const& c) { return kept(c.value(1) - c.real(0)); };
  t["number_over"] = [](call const& c) { return kept(c.value(1) / c.real(0)); };

  t["less"] = [](call const& c) { return two<double, whole>(c, [](auto const& a, auto const& b) { return a < b; }); };
  t["less_equal"] = [](call const& c) { return two<double>(c, [](auto const& a, auto const& b) { return a <= b; }); };
  t["greater"] = [](call const& c) { return two<double>(c, [](auto const& a, auto const& b) { return a > b; }); };
  t["greater_equal"] = [](call const& c) {
    return two<double>(c, [](auto const& a, auto const& b) { return a >= b; });
  };
  t["equal"] = [](call const& c) {
    return two<double, whole>(c, [](auto const& a, auto const& b) { return equal(a, b); });
  };
  t["not_equal"] = [](call const& c) { return kept(not_equal(c.real(0), c.real(1))); };
  t["greater_number"] = [](call const& c) { return kept(c.real(0) > c.value(1)); };
  t["both"] = [](call const& c) { return kept(c.mask(0) && c.mask(1)); };
  t["either"] = [](call const& c) { return kept(c.mask(0) || c.mask(1)); };
  t["negation"] = [](call const& c) { return kept(!c.mask(0)); };
  t["where"] = [](call const& c) { return kept(where(c.mask(0), c.real(1), c.real(2))); };
  t["where_number"] = [](call const& c) { return kept(where(c.mask(0), c.real(1), c.value(2))); };
  t["all_equal"] = [](call const& c) { return kept(c.real(0) == c.real(1)); };
  t["all_close"] = [](call const& c) { return kept(all_close(c.real(0), c.real(1))); };
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

} // namespace numpy
