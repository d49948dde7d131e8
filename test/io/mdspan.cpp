// Empty where the standard library has no std::mdspan; borrow() of one is tested with a stand-in in tensor/memory.cpp.
#include <weft/io/mdspan.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <doctest/doctest.h>

#include <array>
#include <type_traits>

#ifdef __cpp_lib_mdspan
using namespace weft;

namespace {

/// There and back: the same memory, extents and strides.
template <class X>
void check_round_trip(X& x) {
  auto const m = to_mdspan(x);
  auto const back = borrow(m);
  CHECK((back.data() == x.data() && back.shape() == x.shape()));
  for (int k = 0; k < x.rank(); ++k)
    CHECK((m.extent(std::size_t(k)) == x.extent(k) && m.stride(std::size_t(k)) == x.stride(k) &&
           back.stride(k) == x.stride(k)));
}

} // namespace

TEST_CASE("mdspan: there and back") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  tensor<double, fixed<dyn, 3>> mixed = a;
  tensor<double, 2> const constant = a;
  tensor<double, 0> s = 1.5;
  auto turned = transpose(a);
  auto every_second = a(all, range(0, 3, 2));
  check_round_trip(a);
  check_round_trip(mixed);
  check_round_trip(constant);
  check_round_trip(s);
  check_round_trip(turned);
  check_round_trip(every_second);
  using index = index_t;
  static_assert(std::is_same_v<decltype(to_mdspan(mixed)),
                               std::mdspan<double, std::extents<index, std::dynamic_extent, 3>, std::layout_stride>>);
  static_assert(std::is_same_v<decltype(to_mdspan(constant))::element_type, double const>);
  auto const m = to_mdspan(turned);
  CHECK(m[std::array<index, 2>{2, 1}] == 6);
  CHECK_THROWS_AS(to_mdspan(reverse(a, 0)), layout_error);
  CHECK_THROWS_AS(to_mdspan(broadcast_to(s, shape(2, 2))), layout_error);
  double memory[] = {1, 2, 3, 4};
  CHECK(borrow(std::mdspan(memory, 2, 2)) == tensor<double, 2>{{1, 2}, {3, 4}});
  CHECK(borrow(std::mdspan<double, std::extents<int, 2, 2>, std::layout_left>(memory)) ==
        tensor<double, 2>{{1, 3}, {2, 4}});
}
#endif
