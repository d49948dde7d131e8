#include "untyped.hpp"

#include <stdexcept>

namespace numpy {

any_expr<> untyped(call const& c, std::size_t k) {
  return std::visit(
      []<class V>(V const& v) -> any_expr<> {
        if constexpr (!Tensorial<V>)
          throw missing_operand{};
        else
          return v;
      },
      c.operand(k));
}

slot kept_untyped(any_tensor x) {
  return visit(
      []<class V>(V const& v) -> slot {
        if constexpr (std::is_constructible_v<slot, V const&>)
          return slot(v);
        else
          throw missing_operand{}; // registers hold no elements of 16 bits
      },
      x);
}

dtype dtype_named(std::string const& name) {
  for (int k = 0; k <= static_cast<int>(dtype::complex128); ++k)
    if (to_string(static_cast<dtype>(k)) == name)
      return static_cast<dtype>(k);
  throw std::invalid_argument("no such type: " + name);
}

/// Every nth element along each axis, backwards from the last one where n < 0: a view made by hand.
static void add_operands(table& t) {
  t["stepped"] = [](call const& c) -> slot {
    const auto steps = c.list(1);
    return std::visit(
        [&]<class V>(V const& v) -> slot {
          if constexpr (!Tensorial<V>) {
            throw missing_operand{};
          } else {
            std::vector<whole> extents, strides;
            auto* first = v.data();
            for (int k = 0; k < v.rank(); ++k) {
              const whole n = v.extent(k), step = steps.at(static_cast<std::size_t>(k));
              first += step < 0 && n > 0 ? (n - 1) * v.stride(k) : 0;
              extents.push_back((n + std::abs(step) - 1) / std::abs(step));
              strides.push_back(step * v.stride(k));
            }
            return V(borrow(first, shape(extents), weft::strides(strides)));
          }
        },
        static_cast<views const&>(c.operand(0)));
  };
}

const commands_of_source added(add_operands);

} // namespace numpy
