#include <weft/eval/fold_values.hpp>

#include <type_traits>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("values of a row: where they begin, and with their numbers") {
  const double memory[] = {3, 1, 4, 1, 5};
  const detail::buffered_values<double> whole{memory};
  const detail::values_from<detail::buffered_values<double>> late{whole, 2};
  CHECK(whole(0) == 3);
  CHECK(late(0) == 4);
  CHECK(late(2) == 5);
  struct numbers_by_tens {
    static index_t number(index_t i) { return 10 * i; }
  };
  const detail::buffered_elements<double, numbers_by_tens> numbered{memory, {}, 3};
  CHECK(numbered(1).value == 1);
  CHECK(numbered(1).number == 40);
  CHECK(detail::without_numbers<detail::buffered_elements<double, numbers_by_tens>>{numbered}(4) == 5);
}

TEST_CASE("values of a row: those whose number is known") {
  static constexpr int memory[] = {2, 7, 1};
  constexpr detail::written_values<int, 3> x{memory};
  static_assert(x(1) == 7 && x.count == 3);
  static_assert(detail::stands_written_out<detail::written_values<int, 3>>);
  static_assert(!detail::stands_written_out<detail::buffered_values<int>>);
}
