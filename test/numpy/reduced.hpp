#pragma once
#include "interpreter.hpp"

#include <weft/ops/reduce.hpp>

namespace numpy {

/// Of these types elements are reduced over any axes; of others over all or one, which saves compiling the rest of it
/// once more.
template <class T>
inline constexpr bool over_any_axes =
    std::is_same_v<T, double> || std::is_same_v<T, float> || std::is_same_v<T, whole> || std::is_same_v<T, bool>;

/// r of everything, or over the axes that operand 1 lists; operand 2 is 1 to keep them.
template <class X, class R>
slot reduced(call const& c, X const& x, R const& r) {
  const auto axes = c.list(1);
  const auto axis = [&](std::size_t k) { return static_cast<int>(axes.at(k)); };
  if (axes.empty())
    return kept(r(x));
  if constexpr (!over_any_axes<typename X::value_type>) {
    return kept(r(x, axis(0)));
  } else {
    const bool keeps = c.number(2) != 0;
    if (axes.size() == 1)
      return keeps ? kept(r(x, axis(0), keep_dims)) : kept(r(x, axis(0)));
    if (axes.size() == 2)
      return keeps ? kept(r(x, axis(0), axis(1), keep_dims)) : kept(r(x, axis(0), axis(1)));
    return kept(r(x, axis(0), axis(1), axis(2)));
  }
}

template <class... T, class R>
slot reduced(call const& c, R const& r) {
  return c.with<T...>(0, [&](auto const& x) { return reduced(c, x, r); });
}

} // namespace numpy
