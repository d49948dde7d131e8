#pragma once
#include <weft/base/index.hpp>

namespace weft {

namespace detail {
/// Returns the number that these decimal digits spell. Apostrophes between digits are ignored.
template <char... Digit>
WEFT_FN constexpr long long number_of_digits() {
  constexpr bool decimal = ((Digit == '\'' || (Digit >= '0' && Digit <= '9')) && ...);
  static_assert(decimal, "weft: a constant is a decimal number: 0_c, 12_c");
  long long number = 0;
  for (char const digit : {Digit...})
    if (digit != '\'')
      number = 10 * number + (digit - '0');
  return number;
}
} // namespace detail

namespace literals {

/// 0_c, 1_c: constants of Boost.Hana, whose type holds the value. As arguments they keep shapes static: sum(x, 1_c),
/// range(0_c, end, 2_c). They need `using namespace weft::literals`. Hana's own literal gives the same constants;
/// arithmetic with them needs the headers of Hana.
template <char... Digit>
[[nodiscard]] WEFT_FN constexpr boost::hana::integral_constant<long long, detail::number_of_digits<Digit...>()>
operator""_c() {
  return {};
}

} // namespace literals
} // namespace weft
