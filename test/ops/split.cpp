#include "rearranged.hpp"

#include <support/message.hpp>

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/split.hpp>

using namespace rearranged;
using weft::array_split;
using weft::axis;
using weft::fixed;
using weft::shape;
using weft::split;
using weft::unstack;

namespace {

/// Elements first ... last - 1 of axis k.
template <class T>
array<T> part(array<T> const& a, std::size_t k, index_t first, index_t last) {
  list extents = a.extents;
  extents[k] = last - first;
  return oracle::make(extents, [&](list i) {
    i[k] += first;
    return a(i);
  });
}

template <class P, class T>
void check_parts(P const& parts, array<T> const& a, std::size_t k, list const& cuts) {
  CHECK(parts.size() == static_cast<index_t>(cuts.size()) - 1);
  std::size_t j = 0;
  for (auto const& p : parts) {
    CHECK(oracle::difference(part(a, k, cuts[j], cuts[j + 1]), elements(p)) == "");
    CHECK(oracle::difference(elements(p), elements(parts[static_cast<index_t>(j)])) == "");
    ++j;
  }
  CHECK(j + 1 == cuts.size());
}

} // namespace

TEST_CASE("split and array_split: of windows and of expressions, along any axis") {
  grid::dice r(8);
  const list extents{3, 7, 2};
  const auto values = distinct<int>(extents);
  for (grid::order how : grid::writable) {
    guarded<int> memory(grid::make_place(r, extents, how), 111, values);
    const auto v = window(memory.data(), memory.place());
    check_parts(array_split(v, 3, 1), values, 1, {0, 3, 5, 7});
    check_parts(array_split(v, 5, axis<0>), values, 0, {0, 1, 2, 3, 3, 3});
    check_parts(split(v, 2, 2), values, 2, {0, 1, 2});
    check_parts(split(v + 0, 3, 0), values, 0, {0, 1, 2, 3});
    check_parts(split(v, list{0, 2, 2, 7}, 1), values, 1, {0, 0, 2, 2, 7, 7});
    check_parts(split(v, std::vector<unsigned>{}, 1), values, 1, {0, 7});
    check_parts(split(v, shape(1, 6), 1), values, 1, {0, 1, 6, 7});
  }
}

TEST_CASE("split: parts are views that write, and own what was taken over") {
  tensor<int, fixed<2, 4>> a{{1, 2, 3, 4}, {5, 6, 7, 8}};
  auto [left, right] = split<2>(a, axis<1>);
  static_assert(std::same_as<decltype(left), view<int, fixed<2, weft::dyn>, weft::row_major>>);
  left(weft::ellipsis) = right;
  split(a, 2, 0)[1] += 10;
  CHECK(a == tensor<int, fixed<2, 4>>{{3, 4, 3, 4}, {17, 18, 17, 18}});
  const auto kept = array_split(tensor<int, 1>{1, 2, 3}, 2, 0);
  CHECK(kept[0] == tensor<int, 1>{1, 2});
  const auto [x, y, z] = array_split<3>(tensor<int, 1>{1, 2}, 0);
  CHECK(y(0) == 2);
  CHECK(z.empty());
  CHECK(x.size() == 1);
  const tensor<int, 2> nothing(0, 3);
  CHECK(array_split(nothing, 2, 0)[1].shape() == shape(0, 3));
}

TEST_CASE("unstack: the parts at each index, which write, of memory, expressions and what was taken over") {
  tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  const auto columns = unstack(a, 1);
  CHECK(columns.size() == 3);
  CHECK(eval(columns[2]) == tensor<int, 1>{3, 6});
  columns[0] = 7;
  CHECK(a == tensor<int, 2>{{7, 2, 3}, {7, 5, 6}});
  CHECK(eval(unstack(reverse(a, 0), 0)[0]) == tensor<int, 1>{7, 5, 6});
  CHECK(eval(unstack(a * 2, axis<0>)[1]) == tensor<int, 1>{14, 10, 12});
  CHECK(eval(unstack(tensor<int>(a), 1)[1]) == tensor<int>(tensor<int, 1>{2, 5}));
  const auto kept = unstack(tensor<int, 2>(a), 0);
  CHECK(eval(kept[1]) == tensor<int, 1>{7, 5, 6});
  CHECK(unstack(tensor<int, 2>(0, 3), 0).empty());
  CHECK(unstack(tensor<int, 2>(0, 3), 1).size() == 3);
  CHECK_THROWS_AS((void)unstack(a, 2), weft::index_error);
}

TEST_CASE("split: what does not fit") {
  const tensor<int, 2> a(2, 3);
  CHECK_THROWS_AS((void)split(a, 2, 1), weft::shape_error);
  CHECK_THROWS_AS((void)split<2>(a, 1), weft::shape_error);
  CHECK_THROWS_AS((void)split(a, 0, 1), weft::shape_error);
  CHECK_THROWS_AS((void)array_split(a, -1, 1), weft::shape_error);
  CHECK_THROWS_AS((void)split(a, 1, 2), weft::index_error);
  CHECK_THROWS_AS((void)split(a, list{2, 1}, 1), weft::index_error);
  CHECK_THROWS_AS((void)split(a, list{4}, 1), weft::index_error);
  CHECK_THROWS_AS((void)split(a, list{-1}, 1), weft::index_error);
  CHECK_THROWS_AS((void)split(a, 2, 0)[2], weft::index_error);
  CHECK_THROWS_AS((void)split(a, 2, 0)[-1], weft::index_error);
  CHECK(support::message_of([&] { (void)split(a, 2, 1); }) ==
        "weft: split: the extent is no multiple of the parts: array_split takes any");
}
