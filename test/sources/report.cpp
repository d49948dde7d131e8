// The report on a tensor library for a course, from top to bottom, in weft's words. The name of a test case begins with
// the rows that it holds: rows.md. The report has a class for a static rank, one for rank 1 and one for a rank that is
// known at run time: here one body serves all, and rank 1 comes with each section.
#include "forms.hpp"

#include <support/checked.hpp>
#include <support/message.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/lines.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <iterator>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

using namespace weft;
using namespace sources;
using oracle::list;
using support::message_of;

namespace {

using three = of_shape<int>;
using by_rank = of_rank<int>;
using at_run_time = of_any_rank<int>;

int value(list const& i) {
  return cell(i[0], i[1], i[2]);
}
/// Index n, row by row, of a shape.
list index_at(list const& extents, index_t n) {
  list index(extents.size());
  for (std::size_t k = extents.size(); k-- > 0; n /= extents[k])
    index[k] = n % extents[k];
  return index;
}
list without(list values, int axis) {
  values.erase(values.begin() + axis);
  return values;
}
list with(list index, int axis, index_t n) {
  index.insert(index.begin() + axis, n);
  return index;
}

struct point {
  int x = 0, y = 0;
  bool operator==(point const&) const = default;
};

/// "" if every step and every jump from any place to any other does what is asked of a random-access iterator, and the
/// elements are those of the places; else where that fails first.
template <class It>
std::string walk_difference(It const first, It const last, std::vector<int*> const& places) {
  const auto n = static_cast<index_t>(places.size());
  std::string wrong;
  index_t from = 0, k = 0;
  const auto expect = [&](bool holds, char const* what) {
    if (!holds && wrong.empty())
      wrong = std::string(what) + " from " + std::to_string(from) + " by " + std::to_string(k);
  };
  static_assert(sizeof(last - first) == 8);
  expect(last - first == n, "end - begin");
  for (; from <= n; ++from)
    for (index_t to = 0; to <= n; ++to) {
      k = to - from;
      It it = first + from;
      const It there = it + k;
      expect(there - first == to && there - it == k, "difference");
      expect((k + it) == there, "n + it");
      expect((it - -k) == there && (there - k) == it, "it - n");
      expect((there < it) == (k < 0), "<");
      expect((there <= it) == (k <= 0), "<=");
      expect((there > it) == (k > 0), ">");
      expect((there >= it) == (k >= 0), ">=");
      expect((there == it) == (k == 0), "==");
      expect((there != it) == (k != 0), "!=");
      if (to < n)
        expect(&it[k] == places[std::size_t(to)] && &*there == places[std::size_t(to)], "[] or *");
      expect(it - first == from, "[] moved it"); // it is relative, and leaves the iterator where it was
      expect(&(it += k) == &it && it == there, "+=");
      expect(&(it -= k) == &it && it - first == from, "-=");
      if (to == from + 1) {
        expect(it++ == first + from && it == there, "it++");
        expect(it-- == there && it == first + from, "it--");
        expect(&++it == &it && it == there, "++it");
        expect(&--it == &it && it == first + from, "--it");
      }
    }
  It it = first; // all the way by single steps
  for (from = 0; from < n; ++from, ++it)
    expect(&*it == places[std::size_t(from)], "forwards");
  expect(it == last, "end");
  while (from-- > 0)
    expect(&*--it == places[std::size_t(from)], "backwards");
  return wrong;
}

} // namespace

// 1 Introduction and general structure

TEST_CASE_TEMPLATE("E01: elements of any type", T, tensor<std::complex<float>, fixed<2, 2>>, tensor<point, fixed<2, 2>>,
                   tensor<point, 2>, tensor<std::string, 2>, tensor<std::string>, tensor<size_t>) {
  using E = typename T::value_type;
  E one{};
  if constexpr (std::is_same_v<E, point>)
    one = {3, 4};
  else if constexpr (std::is_same_v<E, std::string>)
    one = "a text that needs memory of its own";
  else
    one = E(7);
  T t(shape(2, 2));
  CHECK(difference(t, {2, 2}, [](list const&) { return E(); }) == "");
  t(1, 0) = one;
  CHECK(difference(transpose(copy(t)), {2, 2}, [&](list const& i) { return i == list{0, 1} ? one : E(); }) == "");
}

TEST_CASE("E02 E10 E14 E51 E65: the rank is part of the type, 1 as any other, or left out and known at run time") {
  static_assert(three::static_rank == 3 && by_rank::static_rank == 3 && tensor<int, 1>::static_rank == 1);
  static_assert(at_run_time::static_rank == -1 && std::is_same_v<tensor<int>, tensor<int, runtime_rank>>);
  static_assert(!std::is_same_v<tensor<int>, tensor<int, 0>> && tensor<int, 0>::static_rank == 0);
  for (std::size_t rank = 0; rank <= 16; ++rank) {
    const std::vector<int> ones(rank, 1);
    const tensor<size_t> t(shape(ones), 9U);
    CHECK(t.rank() == int(rank));
    CHECK(t.size() == 1);
    CHECK(t[std::vector<int>(rank, 0)] == 9);
    CHECK(any_tensor(dtype::int32, shape(ones)).rank() == int(rank));
  }
  CHECK_THROWS_AS(shape(std::vector<int>(17, 1)), shape_error);
}

TEST_CASE("E03 E11: iterators belong to the rank of their tensor, and walk all of it or one axis") {
  static_assert(std::random_access_iterator<three::iterator> && std::random_access_iterator<by_rank::iterator> &&
                std::random_access_iterator<at_run_time::iterator>);
  static_assert(std::is_same_v<view<int, 3>::iterator, element_iterator<int, dims<3>>> &&
                std::is_same_v<view<int>::iterator, element_iterator<int, dynamic_extents>>);
  auto t = cube<by_rank>();
  auto all_of_it = permute(t, 2, 0, 1);
  static_assert(std::random_access_iterator<decltype(all_of_it.begin())> &&
                std::random_access_iterator<decltype(t(1, all, 2).begin())>);
  CHECK(all_of_it.end() - all_of_it.begin() == 24);
  CHECK(t(1, all, 2).end() - t(1, all, 2).begin() == 3);
}

TEST_CASE_TEMPLATE("E04: elements are read and written by index, iterator and slice", T, three, by_rank, at_run_time) {
  auto t = cube<T>();
  t(0, 0, 0) = -1;
  *(t.begin() + 5) = -2;
  t(1, ellipsis)(2, 3) = -3;
  CHECK(difference(t, {2, 3, 4}, [](list const& i) {
          return i == list{0, 0, 0} ? -1 : i == list{0, 1, 1} ? -2 : i == list{1, 2, 3} ? -3 : value(i);
        }) == "");
  T const& reads = t;
  static_assert(std::is_same_v<decltype(reads(0, 0, 0)), int const&> &&
                std::is_same_v<decltype(*reads.begin()), int const&>);
  CHECK(reads(1, 2, 3) == -3);
}

TEST_CASE("E04: of any_tensor, by way of its typed views; it is an operand too") {
  any_tensor t(cube<by_rank>());
  t.as<int, 3>()(0, 0, 0) = -1;
  *(t.as<int>().begin() + 5) = -2;
  const auto expected = [](list const& i) { return i == list{0, 0, 0} ? -1 : i == list{0, 1, 1} ? -2 : value(i); };
  CHECK(difference(t.as<int>(), {2, 3, 4}, expected) == "");
  const any_tensor doubled = t + t;
  CHECK(difference(doubled.as<int>(), {2, 3, 4}, [&](list const& i) { return 2 * expected(i); }) == "");
  const any_tensor rows = sum(t, 2);
  CHECK(difference(rows.as<std::int64_t>(), {2, 3}, [&](list const& i) {
          std::int64_t total = 0;
          for (index_t k = 0; k < 4; ++k)
            total += expected({i[0], i[1], k});
          return total;
        }) == "");
  CHECK_THROWS_AS(t.as<float>(), dtype_error);
}

TEST_CASE_TEMPLATE("E05 E25: what is known of the shape is told, and is no way to change it", T, three, by_rank,
                   at_run_time) {
  auto t = cube<T>();
  auto s = t.shape();
  s.set(0, 99);
  auto d = t.strides();
  d.set(0, 99);
  CHECK(extents_of(t) == list{2, 3, 4});
  CHECK(strides_of(t) == list{12, 4, 1});
  static_assert(!std::is_lvalue_reference_v<decltype(t.shape())> && !std::is_lvalue_reference_v<decltype(t.strides())>);
  static_assert(!std::is_assignable_v<decltype(t.extent(0)), index_t> &&
                !std::is_assignable_v<decltype(t.stride(0)), index_t>);
}

TEST_CASE_TEMPLATE(
    "E06 E07 E08 E09 E13: slices, flattened and windowed tensors: other views, of this rank or a lower one", T, three,
    by_rank, at_run_time) {
  auto t = cube<T>();
  CHECK(allocations_of([&] {
          CHECK(slice(t, 1, 2).rank() == 2);
          CHECK(flatten(t, 1).rank() == 2);
          CHECK(flatten(t, 0, 2).rank() == 1);
          CHECK(window(t, 1, 1, 2).rank() == 3);
        }) == 0);
  CHECK(extents_of(t) == list{2, 3, 4}); // what it was
  CHECK(difference(t, {2, 3, 4}, value) == "");
  if constexpr (T::static_rank >= 0) {
    static_assert(decltype(slice(t, 1, 2))::static_rank == 2 && decltype(flatten(t, 1))::static_rank == 2 &&
                  decltype(window(t, 1, 1, 2))::static_rank == 3);
  }
}

TEST_CASE_TEMPLATE("E12 E63: rank 0 is real: a variable that can be read and written, also as what is left of rank 1",
                   T, tensor<int, fixed<5>>, tensor<int, 1>, tensor<int>) {
  T v(shape(5), 4);
  const auto last = slice(v, 0, 4);
  CHECK(last.rank() == 0);
  last() = 7;
  CHECK(difference(v, {5}, [](list const& i) { return i[0] == 4 ? 7 : 4; }) == "");
  if constexpr (T::static_rank < 0) // of a static rank it does not compile
    CHECK_THROWS_AS(slice(last, 0, 0), index_error);
  CHECK_THROWS_AS(flatten(v, 0), index_error); // there is no axis behind it
}

// 2 Tensor: constructors

TEST_CASE_TEMPLATE("E15 E16 E20 E21 E22 E66 E67: from extents, listed or in a vector: checked, strides computed, zeros",
                   T, three, by_rank, at_run_time) {
  const auto check = [](T const& t) {
    CHECK(extents_of(t) == list{2, 3, 4});
    CHECK(strides_of(t) == list{12, 4, 1});
    CHECK(difference(t, {2, 3, 4}, [](list const&) { return 0; }) == "");
    oracle::for_each({2, 3, 4}, [&](list const& i) { CHECK(&t[i] == t.data() + 12 * i[0] + 4 * i[1] + i[2]); });
  };
  check(T(shape(2, 3, 4)));
  check(T(shape(std::vector<size_t>{2, 3, 4}))); // of a temporary: nothing of it is kept
  std::vector<size_t> made;
  for (size_t n = 2; n <= 4; ++n)
    made.push_back(n);
  check(T(shape(made)));
  if constexpr (T::static_rank >= 0) {
    CHECK_THROWS_AS(T(shape(std::vector{2, 3})), shape_error);
    CHECK_THROWS_AS(T(shape(std::vector{2, 3, 4, 1})), shape_error);
  }
  if constexpr (!std::is_same_v<T, three>) // which lies in the object
    CHECK(allocations_of([] { T(shape(2, 3, 4)); }) == 1);
}

TEST_CASE("E15 E20 E21: extents alone, where the rank is static") {
  const tensor<int, 3> t(3, 4, 5);
  CHECK(extents_of(t) == list{3, 4, 5});
  oracle::for_each({3, 4, 5}, [&](list const& i) { CHECK(&t[i] == t.data() + 20 * i[0] + 5 * i[1] + i[2]); });
  static_assert(std::is_constructible_v<tensor<int, 3>, int, int, int>);
  const tensor<int, fixed<dyn, 3>> mixed(2);
  CHECK(extents_of(mixed) == list{2, 3});
  CHECK_THROWS_AS((tensor<int, fixed<dyn, 3>>(shape(2, 4))), shape_error);
}

TEST_CASE_TEMPLATE("E17 E23 E24: a view is the same widths, strides, offset and data, as often as it is copied", T,
                   three, by_rank, at_run_time) {
  auto t = cube<T>();
  const auto part = t(all, range(2, -1, -1), range(1, 3));
  const auto again = part;
  const view<int, 3> fixed_rank = again.template as<3>();
  const view<int> any_rank = fixed_rank;
  CHECK(extents_of(any_rank) == list{2, 3, 2});
  CHECK(strides_of(any_rank) == list{12, -4, 1});
  CHECK(any_rank.data() == t.data() + 8 + 1);
  any_rank(1, 0, 1) = -1;
  CHECK(part(1, 0, 1) == -1);
  CHECK(again(1, 0, 1) == -1);
  CHECK(t(1, 2, 2) == -1);
}

TEST_CASE_TEMPLATE("E17 E23: sharing counts, and copies no element", T, by_rank, at_run_time) {
  support::counting_resource memory;
  const support::memory_scope scope(memory);
  auto t = cube<T>();
  {
    const auto a = t.share();
    const auto b = a, c = b;
    CHECK(t.ownership() == shared);
    CHECK(c.data() == t.data());
  }
  CHECK(t.ownership() == owned);
  CHECK(memory.allocations() == 1);
}

TEST_CASE_TEMPLATE("E18 E69: created and filled, row by row; a vector that is moved in is adopted", T, three, by_rank,
                   at_run_time) {
  std::vector<int> values(24);
  std::iota(values.begin(), values.end(), 0);
  const auto expected = [](list const& i) { return int(12 * i[0] + 4 * i[1] + i[2]); };
  CHECK(difference(T(shape(2, 3, 4), values), {2, 3, 4}, expected) == "");
  CHECK(difference(T(shape(std::vector{2, 3, 4}), values), {2, 3, 4}, expected) == "");
  CHECK_THROWS_AS(T(shape(2, 3, 4), std::vector<int>(23)), shape_error);
  CHECK_THROWS_AS(T(shape(2, 3, 4), std::vector<int>(25)), shape_error);
  int const* const memory = values.data();
  const auto adopted = adopt(std::move(values), shape(std::vector{2, 3, 4}));
  CHECK(adopted.data() == memory);
  CHECK(adopted.ownership() == shared);
  CHECK(difference(adopted, {2, 3, 4}, expected) == "");
}

TEST_CASE("E19: an extent of 0 is legal, a negative one is not") {
  CHECK(tensor<int, 3>(2, 0, 4).empty());
  CHECK(tensor<int>(shape(2, 0, 4)).empty());
  const tensor<int, 3> none(2, 0, 4);
  CHECK(none.begin() == none.end());
  CHECK(extents_of(slice(tensor<int, 3>(2, 0, 4), 0, 1)) == list{0, 4});
  CHECK_THROWS_AS((tensor<int, 3>(2, -1, 4)), shape_error);
  CHECK_THROWS_AS((tensor<int, 1>(shape(-1))), shape_error);
  CHECK_THROWS_AS((tensor<int>(shape(std::vector{2, -1}))), shape_error);
}

TEST_CASE_TEMPLATE("E52 E53 E54 E55 E56 E57: rank 1: the same constructors", T, tensor<int, fixed<5>>, tensor<int, 1>,
                   tensor<int>) {
  T zero(shape(5)), from_vector(shape(std::vector<size_t>{5}));
  CHECK(difference(zero, {5}, [](list const&) { return 0; }) == "");
  CHECK(difference(from_vector, {5}, [](list const&) { return 0; }) == "");
  CHECK(strides_of(zero) == list{1});
  T filled(shape(5), std::vector{5, 4, 3, 2, 1});
  CHECK(difference(filled, {5}, [](list const& i) { return int(5 - i[0]); }) == "");
  CHECK_THROWS_AS(T(shape(5), std::vector{5, 4}), shape_error);
  CHECK_THROWS_AS(T(shape(-5)), shape_error);
  if constexpr (T::static_rank >= 0)
    CHECK_THROWS_AS(T(shape(std::vector{5, 1})), shape_error);
  const auto same = filled(range(4, -1, -1));
  const auto again = same;
  again(0) = 100;
  CHECK(filled(4) == 100);
  CHECK(same.stride(0) == -1);
  CHECK(same.data() == filled.data() + 4);
  CHECK(difference(same, {5}, [](list const& i) { return i[0] == 0 ? 100 : int(i[0] + 1); }) == "");
}

// 2 Tensor: iterators over the whole content, see 3; copies; access

TEST_CASE_TEMPLATE("E26 E28 E71: begin and end, and the for that uses them", T, three, by_rank, at_run_time) {
  auto t = cube<T>();
  CHECK(t.end() - t.begin() == 24);
  CHECK(std::accumulate(t.begin(), t.end(), 0) == 24 * 50 + 24 * 10 + 36); // the digits of cell()
  const auto backwards = reverse(transpose(t), 1);
  CHECK(std::accumulate(backwards.begin(), backwards.end(), 0) == 24 * 50 + 24 * 10 + 36);
  for (int& x : backwards)
    x = 1;
  CHECK(difference(t, {2, 3, 4}, [](list const&) { return 1; }) == "");
  int n = 0;
  for (int x : std::as_const(t))
    n += x;
  CHECK(n == 24);
}

TEST_CASE_TEMPLATE("E58: begin and end of rank 1", T, tensor<int, fixed<5>>, tensor<int, 1>, tensor<int>) {
  T v(shape(5));
  int n = 0;
  for (int& x : v)
    x = n++;
  CHECK(difference(v, {5}, [](list const& i) { return int(i[0]); }) == "");
  CHECK(v.end() - v.begin() == 5);
}

TEST_CASE_TEMPLATE("E29 E73: a copy is deep, of a view it has the elements of the view alone", T, three, by_rank,
                   at_run_time) {
  auto t = cube<T>();
  auto deep = copy(t);
  static_assert(std::is_same_v<decltype(deep), T>);
  auto twice = deep; // so is what looks like one
  deep(0, 0, 0) = -1;
  CHECK(difference(t, {2, 3, 4}, value) == "");
  CHECK(difference(twice, {2, 3, 4}, value) == "");
  auto part = copy(window(t, 2, 1, 2));
  CHECK(part.size() == 12);
  CHECK(strides_of(part) == list{6, 2, 1});
  CHECK(difference(part, {2, 3, 2}, [](list const& i) { return cell(i[0], i[1], i[2] + 1); }) == "");
  part(0, 0, 0) = -1;
  CHECK(difference(copy(reverse(transpose(t), 0)), {4, 3, 2},
                   [](list const& i) { return cell(i[2], i[1], 3 - i[0]); }) == "");
  CHECK(difference(t, {2, 3, 4}, value) == "");
}

TEST_CASE_TEMPLATE("E60: copies of rank 1", T, tensor<int, fixed<4>>, tensor<int, 1>, tensor<int>) {
  const T v(shape(4), std::vector{1, 2, 3, 4});
  auto deep = copy(v), backwards = T(copy(reverse(v, 0)));
  deep(0) = backwards(0) = 9;
  CHECK(difference(v, {4}, [](list const& i) { return int(i[0] + 1); }) == "");
  CHECK(difference(backwards, {4}, [](list const& i) { return i[0] == 0 ? 9 : int(4 - i[0]); }) == "");
}

TEST_CASE("E68 E73: a tensor of run-time rank from one is a deep copy, a view of run-time rank is none") {
  auto t = cube<by_rank>();
  at_run_time deep = t;
  view<int> same = t, again = same;
  deep(0, 0, 0) = -1;
  CHECK(difference(t, {2, 3, 4}, value) == "");
  again(0, 0, 0) = -2;
  CHECK(t(0, 0, 0) == -2);
  CHECK(same(0, 0, 0) == -2);
  any_tensor a(t), b = a;
  b.as<int>() = 0;
  CHECK(a.as<int>()(0, 0, 0) == -2);
}

TEST_CASE_TEMPLATE("E30 E31 E32 E74 E75: access by a list or a vector of indices is checked, axis by axis", T, three,
                   by_rank, at_run_time) {
  auto t = cube<T>();
  t[{1, 2, 0}] = 9;
  const std::vector<int> index{1, 2, 0};
  CHECK(t[index] == 9);
  CHECK(&t[index] == &t(1, 2, 0));
  t[index] = 10;
  CHECK(difference(t, {2, 3, 4}, [](list const& i) { return i == list{1, 2, 0} ? 10 : value(i); }) == "");
  for (int k = 0; k < 3; ++k)
    for (const index_t outside : {t.extent(k), index_t(-1)}) {
      list beyond(3, 0);
      beyond[std::size_t(k)] = outside;
      CHECK(message_of([&] { t[beyond] = 0; }).find("axis " + std::to_string(k)) != std::string::npos);
      CHECK_THROWS_AS(t[beyond], index_error);
      CHECK_THROWS_AS(t.at(beyond[0], beyond[1], beyond[2]), index_error);
      if constexpr (support::checked)
        CHECK_THROWS_AS(t(beyond[0], beyond[1], beyond[2]), index_error);
    }
  CHECK_THROWS_AS((t[{1, 2}]), index_error);
  CHECK_THROWS_AS((t[list(4, 0)]), index_error);
  if constexpr (T::static_rank < 0) { // of a static rank it does not compile
    CHECK_THROWS_AS(t.at(1, 2), index_error);
    if constexpr (support::checked)
      CHECK_THROWS_AS(t(1, 2, 3, 0), index_error);
  }
}

TEST_CASE_TEMPLATE("E61 E62: access of rank 1", T, tensor<int, fixed<5>>, tensor<int, 1>, tensor<int>) {
  T v(shape(5));
  v[{3}] = 1;
  CHECK(v[std::vector{3}] == 1);
  CHECK(v(3) == 1);
  CHECK_THROWS_AS((v[{5}]), index_error);
  CHECK_THROWS_AS((v[std::vector{-1}]), index_error);
  CHECK_THROWS_AS((v[{0, 0}]), index_error);
  CHECK_THROWS_AS(v.at(5), index_error);
}

TEST_CASE_TEMPLATE("E33 E34: a cell lies at the sum of strides times indices, and the offsets of slices and windows", T,
                   three, by_rank, at_run_time) {
  auto t = cube<T>();
  const auto a = slice(window(slice(t, 0, 1), 0, 1, 2), 1, 3); // t(1, 1 ... 2, 3)
  CHECK(difference(a, {2}, [](list const& i) { return cell(1, i[0] + 1, 3); }) == "");
  CHECK(&a(1) == t.data() + 12 + 4 + 3 + 4 * 1);
  CHECK(slice(t, 0, 1)(0, 0) == cell(1, 0, 0));
  const auto b = window(reverse(t, 1), 1, 0, 1); // rows 2 and 1, so each step goes back
  CHECK(difference(b, {2, 2, 4}, [](list const& i) { return cell(i[0], 2 - i[1], i[2]); }) == "");
  CHECK(&b(1, 1, 2) == t.data() + 8 + 12 * 1 - 4 * 1 + 2);
}

// 2 Tensor: slicing

TEST_CASE_TEMPLATE("E35 E37 E38 E39 E40 E76: slice fixes one axis: its width and stride go, its offset is added", T,
                   three, by_rank, at_run_time) {
  auto t = cube<T>();
  for (int axis = 0; axis < 3; ++axis)
    for (index_t n = 0; n < t.extent(axis); ++n) {
      const auto s = slice(t, axis, n);
      static_assert(decltype(s)::static_rank == (T::static_rank < 0 ? -1 : 2));
      CHECK(strides_of(s) == without({12, 4, 1}, axis));
      CHECK(s.data() == t.data() + n * t.stride(axis));
      CHECK(difference(s, without({2, 3, 4}, axis), [&](list const& i) { return value(with(i, axis, n)); }) == "");
    }
  CHECK(difference(slice(slice(t, 0, 1), 0, 2), {4}, [](list const& i) { return cell(1, 2, i[0]); }) == "");
  CHECK(difference(slice(window(t, 0, 1, 1), 0, 0), {3, 4}, [](list const& i) { return cell(1, i[0], i[1]); }) == "");
  const auto backwards = slice(reverse(t, 2), 2, 0);
  CHECK(difference(backwards, {2, 3}, [](list const& i) { return cell(i[0], i[1], 3); }) == "");
  write(backwards, [](list const& i) { return int(-1 - i[0] - i[1]); });
  CHECK(difference(t, {2, 3, 4}, [](list const& i) { return i[2] == 3 ? int(-1 - i[0] - i[1]) : value(i); }) == "");
}

TEST_CASE("E35 E37 E39 E76: slices of any_tensor, and at an axis that the compiler knows") {
  const any_tensor t(cube<by_rank>());
  const any_tensor s = slice(t, 1, 2), twice = slice(slice(t, 0, 1), 0, 2);
  CHECK(difference(s.as<int>(), {2, 4}, [](list const& i) { return cell(i[0], 2, i[1]); }) == "");
  CHECK(difference(twice.as<int>(), {4}, [](list const& i) { return cell(1, 2, i[0]); }) == "");
  CHECK_THROWS_AS(slice(t, 3, 0), index_error);
  auto known = cube<three>();
  const auto middle = slice(known, axis<1>, 2);
  static_assert(std::is_same_v<std::remove_const_t<decltype(middle)>::extents_type, extents<2, 4>>);
  CHECK(difference(middle, {2, 4}, [](list const& i) { return cell(i[0], 2, i[1]); }) == "");
}

TEST_CASE_TEMPLATE("E36: slice looks at the axis, at the index, and at what it is given", T, three, by_rank,
                   at_run_time) {
  auto t = cube<T>();
  CHECK_THROWS_AS(slice(t, 3, 0), index_error);
  CHECK_THROWS_AS(slice(t, -1, 0), index_error);
  CHECK_THROWS_AS(slice(t, 1, 3), index_error);
  CHECK_THROWS_AS(slice(t, 1, -1), index_error);
  const std::string axis_is_wrong = message_of([&] { static_cast<void>(slice(t, 3, 0)); }),
                    index_is_wrong = message_of([&] { static_cast<void>(slice(t, 1, 3)); });
  CHECK(axis_is_wrong != index_is_wrong);
  CHECK(axis_is_wrong.find("slice") != std::string::npos);
  CHECK(index_is_wrong.find("slice") != std::string::npos);
  if constexpr (!std::is_same_v<T, three>) { // which keeps its elements, as an array does
    const T moved = std::move(t);
    CHECK_THROWS_AS(slice(t, 1, 0), index_error); // no element is left
    CHECK(difference(moved, {2, 3, 4}, value) == "");
    auto v = moved(ellipsis);
    const auto other = std::move(v);
    CHECK_THROWS_AS(slice(v, 1, 0), index_error);
    CHECK(other.size() == 24);
  }
}

// 2 Tensor: flattening

TEST_CASE_TEMPLATE("E41 E43 E77: flatten merges an axis with the next one: the same memory", T, three, by_rank,
                   at_run_time) {
  auto t = cube<T>();
  const auto back = flatten(t, 1), front = flatten(t, 0);
  static_assert(decltype(back)::static_rank == (T::static_rank < 0 ? -1 : 2));
  CHECK(difference(back, {2, 12}, [](list const& i) { return cell(i[0], i[1] / 4, i[1] % 4); }) == "");
  CHECK(difference(front, {6, 4}, [](list const& i) { return cell(i[0] / 3, i[0] % 3, i[1]); }) == "");
  CHECK(strides_of(back) == list{12, 1});
  CHECK(strides_of(front) == list{4, 1});
  CHECK(back.data() == t.data());
  // What is cut out stays so, backwards too, where the strides still fit.
  const auto lower = flatten(window(t, 0, 1, 1), 1);
  CHECK(difference(lower, {1, 12}, [](list const& i) { return cell(1, i[1] / 4, i[1] % 4); }) == "");
  const auto reversed = flatten(reverse(reverse(t, 0), 1), 0);
  CHECK(difference(reversed, {6, 4}, [](list const& i) { return cell(1 - i[0] / 3, 2 - i[0] % 3, i[1]); }) == "");
  CHECK(strides_of(reversed) == list{-4, 1});
  // Where they do not, it says so; a copy can be flattened, and an expression is evaluated.
  for (const auto& v : {view<int>(transpose(t)), view<int>(window(t, 2, 0, 2)), view<int>(reverse(t, 1))}) {
    CHECK_THROWS_AS(flatten(v, v.extent(2) == 3 ? 1 : 0), layout_error);
    CHECK(message_of([&] { static_cast<void>(flatten(v, v.extent(2) == 3 ? 1 : 0)); }).find("copy") !=
          std::string::npos);
    const list e = extents_of(v);
    CHECK(difference(flatten(copy(v), 0), {e[0] * e[1], e[2]},
                     [&](list const& i) { return v(i[0] / e[1], i[0] % e[1], i[1]); }) == "");
  }
  CHECK(value_difference(flatten(transpose(t) + 1, 0), {12, 2},
                         [](list const& i) { return cell(i[1], i[0] % 3, i[0] / 3) + 1; }) == "");
  write(reversed, [](list const& i) { return int(4 * i[0] + i[1]); });
  CHECK(difference(t, {2, 3, 4}, [](list const& i) { return int(4 * (3 * (1 - i[0]) + 2 - i[1]) + i[2]); }) == "");
}

TEST_CASE_TEMPLATE("E42 E45: flatten looks at the axes", T, three, by_rank, at_run_time) {
  auto t = cube<T>();
  CHECK_THROWS_AS(flatten(t, 2), index_error);
  CHECK_THROWS_AS(flatten(t, -1), index_error);
  CHECK_THROWS_AS(flatten(t, 1, 3), index_error);
  CHECK_THROWS_AS(flatten(t, 2, 1), index_error);
  CHECK_THROWS_AS(flatten(t, -1, 1), index_error);
  if constexpr (T::static_rank < 0) {
    const T moved = std::move(t);
    CHECK_THROWS_AS(flatten(t, 1), index_error); // its rank is 1
  }
}

TEST_CASE_TEMPLATE("E44 E46 E78: flatten(first, last) merges all axes from one to another, both included", T,
                   tensor<int, fixed<2, 3, 4, 5>>, tensor<int, 4>, tensor<int>) {
  T t(shape(2, 3, 4, 5));
  write(t(ellipsis), [](list const& i) { return int(1000 * i[0] + 100 * i[1] + 10 * i[2] + i[3]); });
  const auto at = [](index_t i, index_t j, index_t k, index_t l) { return int(1000 * i + 100 * j + 10 * k + l); };
  const auto back = flatten(t, 1, 3), middle = flatten(t, 1, 2), everything = flatten(t, 0, 3), one = flatten(t, 2, 2);
  static_assert(decltype(back)::static_rank == -1); // of which rank it is, the axes say at run time
  CHECK(difference(back, {2, 60}, [&](list const& i) { return at(i[0], i[1] / 20, i[1] / 5 % 4, i[1] % 5); }) == "");
  CHECK(difference(middle, {2, 12, 5}, [&](list const& i) { return at(i[0], i[1] / 4, i[1] % 4, i[2]); }) == "");
  CHECK(difference(everything, {120},
                   [&](list const& i) { return at(i[0] / 60, i[0] / 20 % 3, i[0] / 5 % 4, i[0] % 5); }) == "");
  CHECK(difference(one, {2, 3, 4, 5}, [&](list const& i) { return at(i[0], i[1], i[2], i[3]); }) == "");
  CHECK(everything.data() == t.data());
  const auto known = flatten(t, axis<1>, axis<3>);
  static_assert(decltype(known)::static_rank == (T::static_rank < 0 ? -1 : 2));
  CHECK(known == back);
  CHECK_THROWS_AS(flatten(transpose(t), 0, 2), layout_error);
  back(1, 59) = -1;
  CHECK(t(1, 2, 3, 4) == -1);
}

TEST_CASE("E41 E44 E77 E78: any_tensor, flattened") {
  const any_tensor t(cube<by_rank>());
  const any_tensor back = flatten(t, 1), everything = flatten(t, 0, 2), turned = flatten(eval(transpose(t)), 0);
  CHECK(difference(back.as<int>(), {2, 12}, [](list const& i) { return cell(i[0], i[1] / 4, i[1] % 4); }) == "");
  CHECK(difference(everything.as<int>(), {24}, [](list const& i) { return cell(i[0] / 12, i[0] / 4 % 3, i[0] % 4); }) ==
        "");
  CHECK(difference(turned.as<int>(), {12, 2}, [](list const& i) { return cell(i[1], i[0] % 3, i[0] / 3); }) == "");
  CHECK_THROWS_AS(flatten(transpose(t), 0), layout_error);
}

// 2 Tensor: windows

TEST_CASE_TEMPLATE("E47 E48 E49 E50 E79: a window narrows one axis, both ends included; windows of windows compose", T,
                   three, by_rank, at_run_time) {
  auto t = cube<T>();
  for (int axis = 0; axis < 3; ++axis)
    for (index_t first = 0; first < t.extent(axis); ++first)
      for (index_t last = first; last < t.extent(axis); ++last) {
        const auto w = window(t, axis, first, last);
        static_assert(decltype(w)::static_rank == T::static_rank);
        list extents{2, 3, 4};
        extents[std::size_t(axis)] = last - first + 1;
        CHECK(strides_of(w) == list{12, 4, 1});
        CHECK(w.data() == t.data() + first * t.stride(axis));
        CHECK(difference(w, extents, [&](list i) {
                i[std::size_t(axis)] += first;
                return value(i);
              }) == "");
      }
  const auto inner = window(window(t, 2, 1, 3), 2, 1, 2);
  const auto turned = window(reverse(t, 2), 2, 0, 1);
  CHECK(difference(inner, {2, 3, 2}, [](list const& i) { return cell(i[0], i[1], i[2] + 2); }) == "");
  CHECK(difference(turned, {2, 3, 2}, [](list const& i) { return cell(i[0], i[1], 3 - i[2]); }) == "");
  turned = -1;
  CHECK(difference(t, {2, 3, 4}, [](list const& i) { return i[2] > 1 ? -1 : value(i); }) == "");
  CHECK_THROWS_AS(window(t, 1, 2, 1), index_error);
  CHECK_THROWS_AS(window(t, 1, 0, 3), index_error);
  CHECK_THROWS_AS(window(t, 1, -1, 1), index_error);
  CHECK_THROWS_AS(window(t, 3, 0, 0), index_error);
}

TEST_CASE_TEMPLATE("E64: a window of a vector, also of a column", T, tensor<int, fixed<3, 4>>, tensor<int, 2>,
                   tensor<int>) {
  T m(shape(3, 4));
  write(m(ellipsis), [](list const& i) { return int(10 * i[0] + i[1]); });
  const auto row = window(m(2, all), 0, 1, 3);
  const auto column = window(m(all, 2), 0, 1, 2);
  CHECK(difference(row, {3}, [](list const& i) { return int(21 + i[0]); }) == "");
  CHECK(difference(column, {2}, [](list const& i) { return int(10 * i[0] + 12); }) == "");
  CHECK(strides_of(column) == list{4});
  column = 0;
  CHECK(difference(m, {3, 4}, [](list const& i) { return i[0] > 0 && i[1] == 2 ? 0 : int(10 * i[0] + i[1]); }) == "");
}

TEST_CASE("E47 E49 E79: windows of any_tensor") {
  const any_tensor t(cube<by_rank>());
  const any_tensor w = window(window(t, 2, 1, 3), 2, 1, 2);
  CHECK(difference(w.as<int>(), {2, 3, 2}, [](list const& i) { return cell(i[0], i[1], i[2] + 2); }) == "");
}

// 2 Tensor: from static to run-time rank

TEST_CASE_TEMPLATE("E70: every tensor and view converts to a view of run-time rank; back by a checked copy or as<3>()",
                   T, three, by_rank, at_run_time) {
  auto t = cube<T>();
  view<int> d = t;
  CHECK(d.rank() == 3);
  CHECK(d.data() == t.data());
  CHECK(difference(d, {2, 3, 4}, value) == "");
  const tensor<int, 3> back(d);
  CHECK(difference(back, {2, 3, 4}, value) == "");
  CHECK(back.data() != t.data());
  const auto three_axes = d.as<3>();
  static_assert(decltype(three_axes)::static_rank == 3);
  CHECK(three_axes.data() == t.data());
  const auto known = as<fixed<2, 3, 4>, row_major>(d);
  known(1, 2, 3) = -1;
  CHECK(t(1, 2, 3) == -1);
  CHECK_THROWS_AS((tensor<int, 2>(d)), shape_error);
  CHECK_THROWS_AS(d.as<2>(), shape_error);
  CHECK_THROWS_AS((as<fixed<2, 3, 5>>(d)), error);
  CHECK_THROWS_AS((as<3, column_major>(d)), layout_error);
  view<int> turned = reverse(transpose(t), 0);
  CHECK(strides_of(turned.as<3>()) == list{-1, 4, 12});
}

TEST_CASE("E70: any_tensor as a typed view") {
  any_tensor a(cube<by_rank>());
  const auto v = a.as<int, 3>();
  CHECK(v.data() == static_cast<int*>(a.data()));
  CHECK(difference(v, {2, 3, 4}, value) == "");
  CHECK_THROWS_AS((a.as<int, 2>()), shape_error);
  CHECK_THROWS_AS((a.as<double, 3>()), dtype_error);
}

// 3 Tensor Iterators: the whole content

TEST_CASE_TEMPLATE(
    "E80 E81 E82 E83 E84 E85: iterators begin at the first cell or any other, are copied, read and write", T,
    tensor<point, fixed<2, 3>>, tensor<point, 2>, tensor<point>) {
  T t(shape(2, 3));
  const auto check = [](auto const& v) {
    auto it = v.begin();
    static_assert(std::random_access_iterator<decltype(it)> &&
                  std::sized_sentinel_for<decltype(v.end()), decltype(it)>);
    CHECK(&*it == &v(0, 0));
    auto independent = it;
    ++it;
    *it = {5, 6};
    it->x = 3;
    CHECK(&*independent == &v(0, 0));
    CHECK(v(0, 1) == point{3, 6});
    // It may begin at any cell: that of number n, row by row.
    CHECK((v.begin() + (1 * v.extent(1) + 1))->y == 0);
    CHECK(&*(v.begin() + (1 * v.extent(1) + 1)) == &v(1, 1));
    v(0, 1) = {};
  };
  check(t(ellipsis));
  check(transpose(t));
  check(reverse(t, 1));
  auto it = t.begin();
  *it = {1, 2};
  CHECK((std::as_const(t).begin()->y == 2 && t(0, 0) == point{1, 2}));
}

TEST_CASE_TEMPLATE("E80: algorithms of the standard library take it", T, three, by_rank, at_run_time) {
  auto t = cube<T>();
  const auto v = transpose(t);
  std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
  std::vector<int> falling; // the third digit counts least
  for (index_t n = 24; n-- > 0;)
    falling.push_back(value(index_at({2, 3, 4}, n)));
  CHECK(std::equal(v.begin(), v.end(), falling.begin()));
  CHECK(*std::lower_bound(v.begin(), v.end(), 100, std::greater<int>()) == 100);
  CHECK(difference(t, {2, 3, 4}, [&](list const& i) { return falling[std::size_t(6 * i[2] + 2 * i[1] + i[0])]; }) ==
        "");
}

TEST_CASE_TEMPLATE("E86 E87 E88 E89 E90 E91 E92 E93 E94 E95 E96 E97 E98 E99 E100 E101 E102: every step and jump", T,
                   three, by_rank, at_run_time) {
  auto t = cube<T>();
  const auto walk = [&t](auto const& v, list const& extents, auto const& offset) {
    std::vector<int*> places; // row by row
    oracle::for_each(extents, [&](list const& i) { places.push_back(t.data() + offset(i)); });
    return walk_difference(v.begin(), v.end(), places);
  };
  CHECK(walk(t, {2, 3, 4}, [](list const& i) { return 12 * i[0] + 4 * i[1] + i[2]; }) == "");
  CHECK(walk(t(all, range(2, -1, -1), all), {2, 3, 4},
             [](list const& i) { return 12 * i[0] + 4 * (2 - i[1]) + i[2]; }) == "");
  CHECK(walk(reverse(transpose(t), 2), {4, 3, 2}, [](list const& i) { return 12 * (1 - i[2]) + 4 * i[1] + i[0]; }) ==
        "");
  auto other = cube<T>();
  CHECK(t.begin() == t.begin());
  CHECK(t.begin() != other.begin());
  CHECK(transpose(t).begin() != transpose(other).begin());
}

// 3 Tensor Iterators: along one axis. A line is a view of rank 1, t(i, all, k), and its iterator that of this view, which
// line_begin(t, axis, index) gives at once.

TEST_CASE_TEMPLATE("E27 E72 E103 E105: each line along each axis, with the other indices fixed", T, three, by_rank,
                   at_run_time) {
  auto t = cube<T>();
  const auto check = [&](auto const& line, index_t n, auto const& index) {
    REQUIRE(line.end() - line.begin() == n);
    auto it = line.begin();
    for (index_t k = 0; k < n; ++k, ++it) {
      CHECK(&*it == &t[index(k)]);
      CHECK(&line.begin()[k] == &t[index(k)]);
    }
    CHECK(it == line.end());
  };
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      check(t(i, j, all), 4, [&](index_t k) { return list{i, j, k}; });
  for (index_t i = 0; i < 2; ++i)
    for (index_t k = 0; k < 4; ++k)
      check(t(i, all, k), 3, [&](index_t j) { return list{i, j, k}; });
  for (index_t j = 0; j < 3; ++j)
    for (index_t k = 0; k < 4; ++k)
      check(t(all, j, k), 2, [&](index_t i) { return list{i, j, k}; });
  for (list const& from : {list{0, 0, 0}, list{1, 2, 3}, list{1, 1, 2}})
    for (int axis = 0; axis < 3; ++axis) {
      const auto sliding = static_cast<std::size_t>(axis);
      std::vector<int*> places;
      for (list index = from; index[sliding] < t.extent(axis); ++index[sliding])
        places.push_back(&t[index]);
      CHECK(walk_difference(line_begin(t, axis, from), line_end(t, axis, from), places) == "");
    }
  CHECK_THROWS_AS(static_cast<void>(line_begin(t, 1, {0, 0})), index_error); // as many as dimensions
  CHECK_THROWS_AS(static_cast<void>(line_begin(t, 3, {0, 0, 0})), index_error);
  CHECK_THROWS_AS(static_cast<void>(line_end(t, 1, {0, 0, 4})), index_error);
  CHECK_THROWS_AS(t(1, 3, all), index_error);
  CHECK_THROWS_AS(t(1, all, 4), index_error);
  for (int& x : t(1, range(2, -1, -1), 3))
    x = -1;
  CHECK(difference(t, {2, 3, 4}, [](list const& i) { return i[0] == 1 && i[2] == 3 ? -1 : value(i); }) == "");
}

TEST_CASE_TEMPLATE("E59: of rank 1 the line is the whole vector", T, tensor<int, fixed<5>>, tensor<int, 1>,
                   tensor<int>) {
  T v(shape(5), std::vector{3, 1, 4, 1, 5});
  const auto line = v(all);
  CHECK(line.end() - line.begin() == 5);
  CHECK(std::equal(line.begin(), line.end(), v.data()));
  CHECK(std::equal(line_begin(v, 0, {0}), line_end(v, 0, {0}), v.data(), v.data() + 5));
  CHECK_THROWS_AS(slice(v, 1, 0), index_error); // there is no other axis
  CHECK_THROWS_AS(static_cast<void>(line_begin(v, 1, {0})), index_error);
}

TEST_CASE_TEMPLATE("E104 E106 E107: iterators along a line are copied, read and write", T, tensor<point, fixed<2, 3>>,
                   tensor<point, 2>, tensor<point>) {
  T t(shape(2, 3));
  const auto line = t(all, 1);
  auto it = line.begin();
  auto independent = it;
  ++it;
  *it = {5, 6};
  it->x = 3;
  CHECK(t(1, 1) == point{3, 6});
  CHECK(&*independent == &t(0, 1));
}

TEST_CASE_TEMPLATE(
    "E108 E109 E110 E111 E112 E113 E114 E115 E116 E117 E118 E119 E120 E121 E122 E123: steps along a line", T, three,
    by_rank, at_run_time) {
  auto t = cube<T>();
  const auto line = t(1, all, 2);
  CHECK(walk_difference(line.begin(), line.end(), {&t(1, 0, 2), &t(1, 1, 2), &t(1, 2, 2)}) == "");
  const auto backwards = t(1, range(2, -1, -1), 2);
  CHECK(walk_difference(backwards.begin(), backwards.end(), {&t(1, 2, 2), &t(1, 1, 2), &t(1, 0, 2)}) == "");
  CHECK(t(0, all, 1).begin() != t(0, all, 2).begin());
  std::sort(t(1, range(2, -1, -1), 3).begin(), t(1, range(2, -1, -1), 3).end());
  CHECK(difference(t, {2, 3, 4},
                   [](list const& i) { return i[0] == 1 && i[2] == 3 ? cell(1, 2 - i[1], 3) : value(i); }) == "");
}
