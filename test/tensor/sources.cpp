// The rows of FEATURES.md, part 1, that are about tensors, views, slices and iterators, in weft's words. The name of a
// test case begins with the rows it holds.
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <doctest/doctest.h>
#include <numeric>
#include <span>
#include <string>
#include <vector>

using namespace weft;

namespace {
/// {2,3,4} with element (i, j, k) = 100 i + 10 j + k.
int cell(index_t i, index_t j, index_t k) { return int(100 * i + 10 * j + k); }
tensor<int, 3> cube() {
  tensor<int, 3> t(2, 3, 4);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        t(i, j, k) = cell(i, j, k);
  return t;
}
std::vector<int> listed(view<const int> v) { return std::vector<int>(v.begin(), v.end()); }
struct point {
  int x = 0, y = 0;
  bool operator==(point const&) const = default;
};
} // namespace

TEST_CASE("A01 A02 A03 A10 A12: element type, size, rank, row-major strides") {
  tensor<double> t(shape(2, 3, 4));
  static_assert(std::is_same_v<decltype(t)::value_type, double>);
  CHECK(t.size() == 24);
  CHECK(t.rank() == 3);
  CHECK(t.shape().size() == 3);
  CHECK(t.strides().size() == t.rank());
  CHECK(t.strides() == strides(12, 4, 1));
  CHECK_THROWS_AS(tensor<float>(shape(2, -1)), shape_error);
}

TEST_CASE("A07: sizes and strides count in 64 bits") {
  tensor<double, 0> s = 2.0;
  const auto wide = broadcast_to(s, shape(70000, 70000));
  CHECK(wide.size() == 4900000000);
  CHECK(wide(69999, 69999) == 2.0);
}

TEST_CASE("A08 A09: the four value modes are told by ownership(), which nobody sets") {
  tensor<double, 1> t{1, 2};
  CHECK(t.ownership() == owned);
  CHECK(copy(t).data() != t.data());
  CHECK(t().ownership() == borrowed);
  const auto s = t.share();
  CHECK(t.ownership() == shared);
  CHECK(s.ownership() == shared);
  double const* const memory = t.data();
  CHECK(tensor<double, 1>(std::move(t)).data() == memory);
}

TEST_CASE("A11 A13 A14 D10: a stride is the distance of neighbours; transposition moves no data") {
  auto t = cube();
  for (const auto& v : {view<int>(t), view<int>(permute(t, 1, 2, 0)), view<int>(transpose(t, 0, 2))})
    for (int k = 0; k < 3; ++k) {
      std::vector<int> index(3, 0);
      index[std::size_t(k)] = 1;
      CHECK(&v[index] - &v(0, 0, 0) == v.stride(k));
    }
  const auto p = permute(t, 1, 2, 0);
  CHECK(p.shape() == shape(3, 4, 2));
  CHECK(p.strides() == strides(4, 1, 12));
  CHECK(p.data() == t.data());
  p(2, 3, 1) = -1;
  CHECK(t(1, 2, 3) == -1);
  const auto s = transpose(t, 0, 2);
  CHECK(s.shape() == shape(4, 3, 2));
  CHECK(s.strides() == strides(1, 4, 12));
}

TEST_CASE("A15 A16: broadcasting gives stride 0 and reads the same memory") {
  tensor<int, 2> column{{1}, {2}, {3}, {4}}, row{{1, 2, 3, 4, 5}};
  const auto a = broadcast_to(column, shape(4, 5)), b = broadcast_to(row, shape(4, 5));
  CHECK(a.strides() == strides(1, 0));
  CHECK(b.strides() == strides(0, 1));
  CHECK(a.data() == column.data());
  CHECK(a(3, 4) == 4);
  CHECK(b(3, 4) == 5);
  static_assert(std::is_same_v<decltype(a)::element_type, const int>); // X23: read-only
}

TEST_CASE("A17 A18 A19: zeros, ones and full are generators without memory") {
  static_assert(sizeof(zeros<double>(shape(1000, 1000))) <= 4 * sizeof(double));
  CHECK(zeros<double>(shape(1000, 1000))(999, 999) == 0);
  CHECK(ones<int>(shape(3))(2) == 1);
  CHECK(full(shape(3, 4), 7.5)(2, 3) == 7.5);
}

TEST_CASE("A22 A23 E41 E42 E43 E44 E45 E46: flatten and reshape are views, or say what to copy first") {
  auto t = cube();
  const auto f = flatten(t, 1);
  static_assert(decltype(f)::static_rank == 2);
  CHECK(f.shape() == shape(2, 12));
  CHECK(f.data() == t.data());
  CHECK(listed(f) == listed(t));
  CHECK_THROWS_AS(flatten(t, 2), index_error);
  CHECK_THROWS_AS(flatten(transpose(t), 0), layout_error);
  const auto w = window(t, 0, 1, 1); // an offset stays
  CHECK(flatten(w, 1)(0, 5) == cell(1, 1, 1));
  CHECK(flatten(transpose(copy(transpose(t))), 0).size() == 24);
  tensor<int> d = tensor<int, 4>(2, 3, 4, 5);
  CHECK(flatten(d, 1, 3).shape() == shape(2, 60));
  static_assert(decltype(flatten(t, 0, 1))::static_rank == -1);
  static_assert(decltype(flatten(t, axis<0>, axis<1>))::static_rank == 2);
  CHECK_THROWS_AS(flatten(d, 1, 4), index_error);
  CHECK_THROWS_AS(flatten(d, 2, 1), index_error);
  CHECK(reshape(t, shape(4, 6)).data() == t.data());
  tensor<int, 1> base{1, 2};
  const auto wide = broadcast_to(base(all, newaxis), shape(2, 3));
  CHECK_THROWS_AS(reshape(wide, shape(6)), layout_error);
  const auto copied = copy(wide);
  CHECK(listed(reshape(copied, shape(6))) == std::vector{1, 1, 1, 2, 2, 2});
}

TEST_CASE("B02 B03 B11 B14 B17 B18: from a repeated value, from nested braces; row-major in one piece; rank 0") {
  tensor<float, 3> image(shape(255, 255, 3), 0.3f);
  CHECK(image.size() == 195075);
  CHECK(std::ranges::all_of(image, [](float x) { return x == 0.3f; }));
  const tensor<float, 2> t{{1, .5f, 1.3f}, {2, 4.2f, 6.7f}};
  const float flat[] = {1, .5f, 1.3f, 2, 4.2f, 6.7f};
  CHECK(std::equal(t.begin(), t.end(), flat));
  CHECK(std::equal(t.data(), t.data() + 6, flat));
  CHECK(t.is_contiguous());
  CHECK_THROWS_AS((tensor<float, 2>{{1, 2}, {3}}), shape_error);
  tensor<float> scalar(shape());
  scalar() = 4;
  CHECK(scalar() == 4);
  CHECK(scalar.rank() == 0);
}

TEST_CASE("B05 B06 B08 B15 B16: shapes are values of their own; == compares them, same_shape_and_type the type too") {
  constexpr auto s = shape(10, 3);
  static_assert(s[0] == 10 && s == shape(10, 3) && s != shape(3, 10) && s != shape(10));
  std::vector<index_t> extents;
  for (index_t n : s)
    extents.push_back(n);
  CHECK(extents == std::vector<index_t>{10, 3});
  const tensor<float, 2> a(10, 3), c(10, 3);
  const tensor<int> b(shape(10, 3));
  CHECK(a.shape() == b.shape());
  CHECK(!same_shape_and_type(a, b));
  CHECK(same_shape_and_type(a, c));
}

TEST_CASE("B13 B24 B25 B26 B27 B28 B34: slices by leading indices share the memory, and can be sliced again") {
  tensor<float, 3> t{{{0.5f, 2.6f}, {1.1f, 9.3f}}, {{1.3f, 5.5f}, {2.7f, 4.1f}}, {{0, 1}, {2, 3}}};
  CHECK(t(0).shape() == shape(2, 2));
  CHECK(t(0).is_contiguous());
  CHECK(t(0).strides() == strides(2, 1));
  CHECK(t(0) == tensor<float, 2>{{0.5f, 2.6f}, {1.1f, 9.3f}});
  CHECK(t(1, 1) == tensor<float, 1>{2.7f, 4.1f});
  CHECK(t(0)(0) == tensor<float, 1>{0.5f, 2.6f});
  t(0)(1, 1) = 42;
  CHECK(t(0, 1, 1) == 42);
  auto whole = t(1, 1, 0, ellipsis); // rank 0, and still a view
  CHECK(whole.rank() == 0);
  whole = 7.0f;
  CHECK(t(1, 1, 0) == 7);
}

TEST_CASE("B29 B30 C01 C05 D03 D04: slices of a sharing view keep the root alive") {
  view<int> last;
  {
    view<int> middle;
    {
      auto t = cube();
      middle.rebind(t.share()(1, all, all));
    }
    last.rebind(middle(2, all));
  }
  CHECK(listed(last) == std::vector{120, 121, 122, 123});
  CHECK(last.ownership() == shared);
}

TEST_CASE("B22 B23 E04: the memory can be read and written through a span") {
  tensor<float, 2> t{{0.2f, 1}, {2, 3}};
  std::span<float> reader(t.begin(), t.end());
  CHECK(reader[0] == 0.2f);
  reader[0] = 1;
  CHECK(t(0, 0) == 1);
}

TEST_CASE("B33 D08 D09: ranges, steps, ellipsis, newaxis and end, half-open, all without a copy") {
  auto a = cube();
  const auto b = a(all, range(1, 3), all);
  CHECK(b.shape() == shape(2, 2, 4));
  CHECK(b.data() == a.data() + 4);
  CHECK(b.strides() == a.strides());
  CHECK(b(1, 1, 3) == cell(1, 2, 3));
  const auto c = a(all, 2, all);
  CHECK(c.shape() == shape(2, 4));
  CHECK(c.strides() == strides(12, 1));
  CHECK(c(1, 3) == cell(1, 2, 3));
  CHECK(listed(a(1, 2, range(3, -1, -2))) == std::vector{123, 121});
  CHECK(listed(a(ellipsis, end - 1)(1, all)) == std::vector{103, 113, 123});
  CHECK(a(newaxis, ellipsis).shape() == shape(1, 2, 3, 4));
  CHECK(listed(a(0, 0, range(1, end - 1))) == std::vector{1, 2});
  CHECK_THROWS_AS(a(0, 0, range(1, end + 1)), index_error);
}

TEST_CASE("C03 C04 C06 D01 D02 D07 E33: the place of an element is offset + sum of index * stride, for any element type") {
  const auto check = [](auto value) {
    using T = decltype(value);
    tensor<T, 3> t(3, 4, 5);
    const auto v = t(range(2, -1, -1), range(1, 4), range(0, 5, 2));
    const auto rebuilt = borrow(t.data() + 2 * 20 + 1 * 5, shape(3, 3, 3), strides(-20, 5, 2));
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k) {
          CHECK(&v(i, j, k) == t.data() + 45 - 20 * i + 5 * j + 2 * k);
          CHECK(&v(i, j, k) == &rebuilt(i, j, k));
        }
  };
  check(static_cast<signed char>(0));
  check(0.0f);
  check(0.0);
  check(std::complex<double>());
}

TEST_CASE("E01 E02 E10 E51 E65 E66 E67: element types, static rank, rank 1, run-time rank, from lists and vectors") {
  tensor<std::complex<float>, 2> z(2, 2);
  CHECK(z(1, 1) == std::complex<float>(0));
  tensor<point, 1> p(3);
  p(2).x = 4;
  CHECK(p.begin()[2].x == 4);
  for (std::size_t rank = 0; rank <= 4; ++rank) {
    const std::vector<int> sizes(rank, 2);
    const tensor<int> t(shape(sizes), 1);
    CHECK(t.rank() == int(rank));
    CHECK(t.size() == index_t(1) << rank);
    CHECK(t[std::vector<int>(rank, 1)] == 1);
  }
}

TEST_CASE("E15 E16 E18 E20 E21 E22 E52 E53 E55 E69: created from extents, filled from a vector of values") {
  const std::vector<int> values{0, 1, 2, 3, 4, 5};
  CHECK((tensor<int, 2>(shape(2, 3), values))(1, 0) == 3);
  CHECK(tensor<int>(shape(std::vector<int>{3, 2}), values)(2, 1) == 5);
  CHECK((tensor<int, 1>(shape(6), values))(5) == 5);
  CHECK_THROWS_AS((tensor<int, 2>(shape(2, 2), values)), shape_error);
  CHECK_THROWS_AS((tensor<int, 3>(shape(std::vector<int>{2, 3}))), shape_error);
  std::vector<int> given = values;
  int const* const memory = given.data();
  CHECK(adopt(std::move(given), shape(2, 3)).data() == memory); // X26
  const tensor<int, 3> t(3, 4, 5);
  CHECK(&t(2, 3, 4) - t.data() == 20 * 2 + 5 * 3 + 4);
}

TEST_CASE("E17 E23 E29 E54 E60 E68 E73: views share, copies are deep, of a window only its elements") {
  auto t = cube();
  const view<int, 3> same = t;
  const view<int, 3> again = same;
  again(0, 0, 0) = 5;
  CHECK(t(0, 0, 0) == 5);
  auto deep = copy(same);
  deep(0, 0, 0) = 6;
  CHECK(t(0, 0, 0) == 5);
  const auto small = copy(window(t, 2, 1, 2));
  CHECK(small.size() == 12);
  CHECK(small(1, 2, 1) == cell(1, 2, 2));
}

TEST_CASE("E05 E25: the shape cannot be changed through what the accessors give") {
  auto t = cube();
  auto s = t.shape();
  s.set(0, 99);
  CHECK(t.extent(0) == 2);
  static_assert(!std::is_lvalue_reference_v<decltype(t.shape())> && !std::is_lvalue_reference_v<decltype(t.strides())>);
}

TEST_CASE("E30 E31 E32 E61 E62 E74 E75: access by a list or a vector of indices is checked, axis by axis") {
  auto t = cube();
  tensor<int> d = t;
  t[{1, 2, 0}] = 9;
  d[{1, 2, 0}] = 9;
  const std::vector<int> v{1, 2, 0};
  CHECK(t[v] == 9);
  CHECK(d[v] == 9);
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<index_t> beyond{0, 0, 0};
    beyond[k] = t.extent(int(k));
    std::string text;
    try {
      t[beyond] = 0;
    } catch (index_error const& e) {
      text = e.what();
    }
    CHECK(text.find("axis " + std::to_string(k)) != std::string::npos);
    CHECK_THROWS_AS(d[beyond], index_error);
  }
  CHECK_THROWS_AS((d[{1, 2}]), index_error);
  CHECK_THROWS_AS((tensor<int, 1>(5)[{5}]), index_error);
}

TEST_CASE("E06 E34 E35 E36 E37 E38 E39 E40 E76: slice fixes one axis; offsets add up") {
  auto t = cube();
  tensor<int> d = t;
  for (int axis = 0; axis < 3; ++axis)
    for (index_t value = 0; value < t.extent(axis); ++value) {
      const auto s = slice(t, axis, value);
      static_assert(decltype(s)::static_rank == 2);
      const auto r = slice(d, axis, value);
      REQUIRE(r.rank() == 2);
      const int p = axis == 0 ? 1 : 0, q = axis == 2 ? 1 : 2;
      CHECK(s.shape() == shape(t.extent(p), t.extent(q)));
      CHECK(s.strides() == strides(t.stride(p), t.stride(q)));
      for (index_t i = 0; i < s.extent(0); ++i)
        for (index_t j = 0; j < s.extent(1); ++j) {
          index_t index[] = {0, 0, 0};
          index[axis] = value;
          index[p] = i;
          index[q] = j;
          CHECK(&s(i, j) == &t(index[0], index[1], index[2]));
          CHECK(r(i, j) == cell(index[0], index[1], index[2]));
        }
    }
  CHECK(slice(t, 0, 1)(0, 0) == cell(1, 0, 0));
  CHECK(slice(slice(t, 0, 1), 0, 2)(3) == cell(1, 2, 3));
  CHECK(slice(window(t, 0, 1, 1), 0, 0)(2, 3) == cell(1, 2, 3));
  CHECK_THROWS_AS(slice(t, 3, 0), index_error);
  CHECK_THROWS_AS(slice(t, 1, 3), index_error);
  const auto moved = std::move(d);
  CHECK_THROWS_AS(slice(d, 1, 0), index_error);
  CHECK(slice(tensor<int, 1>{4, 5}, 0, 1)() == 5); // E12, E63, X01: rank 0 is real
}

TEST_CASE("E09 E47 E48 E49 E50 E64 E79: a window includes both ends, and windows compose") {
  auto t = cube();
  const auto w = window(t, 1, 1, 2);
  static_assert(decltype(w)::static_rank == 3);
  CHECK(w.shape() == shape(2, 2, 4));
  CHECK(w.strides() == t.strides());
  CHECK(window(t, 1, 2, 2).extent(1) == 1);
  CHECK(window(window(t, 2, 1, 3), 2, 1, 2)(1, 2, 0) == cell(1, 2, 2));
  w(0, 0, 0) = -5;
  CHECK(t(0, 1, 0) == -5);
  CHECK_THROWS_AS(window(t, 1, 2, 1), index_error);
  CHECK_THROWS_AS(window(t, 1, 0, 3), index_error);
  CHECK(listed(window(t(1, all, 2), 0, 1, 2)) == std::vector{112, 122});
  tensor<int> d = t;
  CHECK(window(d, 0, 1, 1)(0, 2, 3) == cell(1, 2, 3));
}

TEST_CASE("E70: a tensor of static rank converts to a view of run-time rank; back by a checked copy or as<3>()") {
  auto t = cube();
  view<int> d = t;
  CHECK(d.rank() == 3);
  CHECK(d.data() == t.data());
  const tensor<int, 3> back(d);
  CHECK(back == t);
  CHECK(d.as<3>().data() == t.data());
  CHECK_THROWS_AS((tensor<int, 2>(d)), shape_error);
  CHECK_THROWS_AS(d.as<2>(), layout_error);
}

TEST_CASE("E03 E26 E28 E58 E71 E80 E81 E82 E83 E84 E85: the iterator over the whole content") {
  auto t = cube();
  CHECK(t.end() - t.begin() == t.size());
  CHECK(std::accumulate(t.begin(), t.end(), 0) == 24 * 50 + 24 * 10 + 36);
  for (auto& x : t)
    x = 1;
  CHECK(std::accumulate(t.begin(), t.end(), 0) == 24);
  tensor<point, 2> p(2, 2);
  auto it = transpose(p).begin();
  auto independent = it;
  ++it;
  it->x = 3;
  CHECK(p(1, 0).x == 3);
  CHECK(independent->x == 0);
  CHECK((transpose(p).begin() + 1)->x == 3); // from any cell: its row-major number
}

TEST_CASE("E86 E87 E88 E89 E90 E91 E92 E93 E94 E95 E96 E97 E98 E99 E100 E101 E102: it is random access, by div and mod") {
  auto t = cube();
  const auto v = t(all, range(2, -1, -1), all);
  const auto first = v.begin();
  for (int from = 0; from <= 24; ++from)
    for (int k = -24; k <= 24; ++k) {
      const int to = from + k;
      if (to < 0 || to > 24)
        continue;
      auto it = first + from;
      CHECK((it + k) - first == to);
      CHECK((k + it) - first == to);
      CHECK((it - -k) - first == to);
      CHECK(((it + k) < it) == (k < 0));
      CHECK(((it + k) <= it) == (k <= 0));
      CHECK(((it + k) > it) == (k > 0));
      CHECK(((it + k) >= it) == (k >= 0));
      CHECK(((it + k) == it) == (k == 0));
      CHECK(((it + k) != it) == (k != 0));
      if (to < 24)
        CHECK(it[k] == cell(to / 12, 2 - to / 4 % 3, to % 4));
      CHECK(it - first == from); // X14: where it was
    }
  auto it = v.begin();
  const auto old = it++;
  CHECK(*old == cell(0, 2, 0));
  CHECK(&++it == &it);
  CHECK(*it-- == cell(0, 2, 2));
  CHECK(*--v.end() == cell(1, 0, 3));
  CHECK(v.begin() != cube()(all, range(2, -1, -1), all).begin());
}

TEST_CASE("E27 E59 E72 E103 E104 E105 E106 E107 E108 E109 E110 E111 E114 E115 E116 E117 E118 E123: lines along one axis") {
  auto t = cube();
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 4; ++k) {
      auto line = t(i, all, k);
      REQUIRE(line.end() - line.begin() == 3);
      auto it = line.begin();
      for (int j = 0; j < 3; ++j, ++it) {
        CHECK(*it == cell(i, j, k));
        CHECK(&*it == &t(i, j, k));
        CHECK(line.begin()[j] == cell(i, j, k));
      }
      CHECK(it == line.end());
      CHECK(*--it == cell(i, 2, k));
      it -= 2;
      CHECK(*it == cell(i, 0, k));
      CHECK(*(it + 2) == cell(i, 2, k));
    }
  auto line = t(1, range(2, -1, -1), 3);
  std::ranges::sort(line);
  CHECK(listed(t(1, all, 3)) == std::vector{123, 113, 103});
  CHECK_THROWS_AS(t(1, 3, all), index_error);
}
