// The notes on the tensor of MLVM, from top to bottom, in weft's words. The name of a test case begins with the rows
// that it holds: rows.md.
#include "forms.hpp"

#include <support/grid.hpp>
#include <weft/io/c_tensor.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>

#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

using namespace weft;
using namespace sources;
using oracle::list;

TEST_CASE_TEMPLATE("A01 A02 A03 A10 A12: elements, size, rank, and strides row by row", T, of_shape<double>,
                   of_rank<double>, of_any_rank<double>, of_rank<float>) {
  const T t(shape(2, 3, 4));
  static_assert(std::is_floating_point_v<typename T::value_type>);
  CHECK(t.size() == 24);
  CHECK(t.rank() == 3);
  CHECK(t.shape().size() == 3);
  CHECK(t.shape() == shape(2, 3, 4));
  CHECK(t.strides().size() == t.rank());
  CHECK(strides_of(t) == list{12, 4, 1});
  CHECK(difference(t, {2, 3, 4}, [](list const&) { return typename T::value_type(0); }) == "");
}

TEST_CASE("A01 A02 A03 A10 A12: any_tensor knows its elements at run time") {
  const any_tensor t(dtype::float64, shape(2, 3, 4));
  CHECK(t.dtype() == dtype::float64);
  CHECK(t.size() == 24);
  CHECK(t.rank() == 3);
  CHECK(t.shape() == shape(2, 3, 4));
  CHECK(t.strides() == strides(12, 4, 1));
}

TEST_CASE("A02: extents are not negative; 0 is one") {
  CHECK_THROWS_AS((tensor<double, 2>(shape(2, -1))), shape_error);
  CHECK_THROWS_AS((tensor<double, 2>(2, -1)), shape_error);
  CHECK_THROWS_AS((tensor<double>(shape(2, -1))), shape_error);
  CHECK_THROWS_AS((tensor<double, fixed<dyn, 3>>(-1)), shape_error);
  CHECK_THROWS_AS((any_tensor(dtype::float64, shape(-1))), shape_error);
  CHECK(tensor<double, 2>(2, 0).size() == 0);
  CHECK(tensor<double, fixed<2, 0>>().size() == 0);
  CHECK(tensor<double>(shape(2, 0)).empty());
  CHECK(any_tensor(dtype::float64, shape(2, 0)).size() == 0);
}

TEST_CASE_TEMPLATE("A04 A05: a scalar has rank 0, is one element, and counts as a vector of one does", T,
                   tensor<double, 0>, tensor<double>) {
  T s(shape());
  s() = 3.0;
  CHECK(s.rank() == 0);
  CHECK(s.size() == 1);
  CHECK(s() == 3.0);
  const tensor<double, 1> one{3.0}, x{1, 2};
  CHECK(one.rank() == 1);
  CHECK(one.size() == 1);
  const auto tripled = [](list const& i) { return i[0] == 0 ? 3.0 : 6.0; };
  CHECK(value_difference(s * x, {2}, tripled) == "");
  CHECK(value_difference(one * x, {2}, tripled) == "");
}

TEST_CASE("A04 A05: a scalar as any_tensor") {
  any_tensor s(dtype::float64, shape());
  s.as<double, 0>()() = 3.0;
  CHECK(s.rank() == 0);
  CHECK(s.size() == 1);
  CHECK(double(s()) == 3.0);
}

TEST_CASE_TEMPLATE("A06: to C and back keeps rank, shape, size and values, without a copy", T, of_shape<double>,
                   of_rank<double>, of_any_rank<double>) {
  auto t = cube<T>();
  const weft_tensor_t c = to_c(t);
  CHECK(c.rank == 3);
  CHECK((c.shape[0] == 2 && c.shape[1] == 3 && c.shape[2] == 4));
  CHECK(c.size == 24);
  CHECK(c.values == t.data());
  const auto back = from_c<double>(c);
  static_cast<double*>(c.values)[23] = -1;
  CHECK(difference(back, {2, 3, 4},
                   [](list const& i) { return i == list{1, 2, 3} ? -1.0 : double(cell(i[0], i[1], i[2])); }) == "");
  CHECK(back.data() == t.data());
}

TEST_CASE_TEMPLATE("A07: sizes and strides count in 64 bits", T, tensor<double, 0>, tensor<double>) {
  T s(shape());
  s() = 2.0;
  const auto wide = broadcast_to(s, shape(70000, 70000));
  static_assert(sizeof(wide.size()) == 8 && sizeof(wide.stride(0)) == 8 && sizeof(wide.extent(0)) == 8);
  CHECK(wide.size() == 4900000000);
  CHECK(wide(69999, 69999) == 2.0);
  CHECK(zeros<char>(shape(70000, 70000)).size() == 4900000000);
  CHECK(broadcast_to(any_tensor(s), shape(70000, 70000)).size() == 4900000000);
  const auto far = borrow(&s(), shape(1, 2), strides(6000000000, 0));
  CHECK(far.stride(0) == 6000000000);
}

TEST_CASE_TEMPLATE("A08 A09: who owns the memory: copied, moved, borrowed and shared", T, of_rank<double>,
                   of_any_rank<double>) {
  support::counting_resource memory;
  {
    const support::memory_scope scope(memory);
    auto t = cube<T>();
    CHECK(t.ownership() == owned);
    const auto taken = memory.allocations();
    {
      const auto c = copy(t);
      CHECK(c.data() != t.data());
      CHECK(c.ownership() == owned);
      CHECK(memory.allocations() == taken + 1);
      CHECK(memory.live_blocks() == 2);
    }
    CHECK(memory.live_blocks() == 1);
    const auto alias = t(ellipsis);
    CHECK(alias.ownership() == borrowed);
    CHECK(alias.data() == t.data());
    const auto s = t.share();
    CHECK(t.ownership() == shared);
    CHECK(s.ownership() == shared);
    double const* const values = t.data();
    const T moved(std::move(t));
    CHECK(moved.data() == values);
    CHECK(memory.allocations() == taken + 1);
    // Nobody sets it: it is an answer, not a member.
    static_assert(!std::is_assignable_v<decltype(moved.ownership()), ownership> &&
                  !std::is_assignable_v<decltype(s.ownership()), ownership>);
  }
  CHECK(memory.live_blocks() == 0);
  CHECK(memory.faults() == 0);
}

TEST_CASE(
    "A08: a tensor of static shape is a value without memory of its own; a view of a temporary one owns a block") {
  CHECK(allocations_of([] {
          auto t = cube<of_shape<double>>();
          const auto c = t, moved = std::move(t);
          CHECK(difference(c, {2, 3, 4}, [](list const& i) { return double(cell(i[0], i[1], i[2])); }) == "");
          CHECK(c == moved);
        }) == 0);
  auto t = cube<of_shape<double>>();
  CHECK(t.ownership() == owned);
  CHECK(t(ellipsis).ownership() == borrowed);
  const auto kept = cube<of_shape<double>>()(1, all, all);
  CHECK(kept.ownership() == shared);
  CHECK(difference(kept, {3, 4}, [](list const& i) { return double(cell(1, i[0], i[1])); }) == "");
}

TEST_CASE_TEMPLATE("A11 A13 A14: a stride is the distance of neighbours; transposition moves no data", T, of_shape<int>,
                   of_rank<int>, of_any_rank<int>) {
  auto t = cube<T>();
  CHECK(allocations_of([&] {
          const view<int> forms[] = {t, permute(t, 1, 2, 0), transpose(t), reverse(transpose(t, 0, 1), 1),
                                     t(range(1, -1, -1), all, range(0, 4, 2))};
          for (const auto& v : forms)
            for (int k = 0; k < 3; ++k) {
              list index(3, 0);
              index[std::size_t(k)] = 1;
              CHECK(&v[index] - &v[list(3, 0)] == v.stride(k));
            }
        }) == 0);
  const auto p = permute(t, 1, 2, 0);
  CHECK(strides_of(p) == list{4, 1, 12});
  CHECK(p.data() == t.data());
  CHECK(difference(p, {3, 4, 2}, [](list const& i) { return cell(i[2], i[0], i[1]); }) == "");
  const auto known = permute(t, axis<1>, axis<2>, axis<0>);
  CHECK(known.shape() == shape(3, 4, 2));
  CHECK(known == p);
  write(p, [](list const& i) { return int(-(100 * i[2] + 10 * i[0] + i[1])); });
  CHECK(difference(t, {2, 3, 4}, [](list const& i) { return -cell(i[0], i[1], i[2]); }) == "");
}

TEST_CASE(
    "A13 A14: the extents that the compiler knows stay known; of any_tensor it is an expression over its memory") {
  auto t = cube<of_shape<int>>();
  static_assert(std::is_same_v<decltype(permute(t, axis<1>, axis<2>, axis<0>))::extents_type, extents<3, 4, 2>>);
  const any_tensor a(t);
  const any_tensor p = permute(a, 1, 2, 0);
  CHECK(p.dtype() == dtype::int32);
  CHECK(difference(p.as<int>(), {3, 4, 2}, [](list const& i) { return cell(i[2], i[0], i[1]); }) == "");
}

TEST_CASE_TEMPLATE("A15 A16: broadcasting gives stride 0, reads the same memory and costs none", T, tensor<int, 2>,
                   tensor<int>) {
  const T column(tensor<int, 2>{{1}, {2}, {3}, {4}}), row(tensor<int, 2>{{1, 2, 3, 4, 5}});
  CHECK(strides_of(column) == list{1, 1});
  const auto check = [&](auto const& down, auto const& along) {
    CHECK(strides_of(down) == list{1, 0});
    CHECK(strides_of(along) == list{0, 1});
    CHECK(difference(down, {4, 5}, [](list const& i) { return int(i[0] + 1); }) == "");
    CHECK(difference(along, {4, 5}, [](list const& i) { return int(i[1] + 1); }) == "");
    static_assert(std::is_const_v<std::remove_pointer_t<decltype(down.data())>>); // several elements are one: read-only
  };
  CHECK(allocations_of([&] {
          const auto down = broadcast_to(column, shape(4, 5)), along = broadcast_to(row, shape(4, 5));
          CHECK(down.data() == column.data());
          CHECK(along.data() == row.data());
          check(down, along);
        }) == 0);
  const tensor<int, fixed<4, 1>> static_column{{1}, {2}, {3}, {4}};
  const tensor<int, fixed<1, 5>> static_row{{1, 2, 3, 4, 5}};
  check(broadcast_to(static_column, shape(4, 5)), broadcast_to(static_row, shape(4, 5)));
}

TEST_CASE("A15 A16: any_tensor, broadcast") {
  const any_tensor column(tensor<int, 2>{{1}, {2}, {3}, {4}}), row(tensor<int, 2>{{1, 2, 3, 4, 5}});
  const any_tensor a = broadcast_to(column, shape(4, 5)), b = broadcast_to(row, shape(4, 5)), both = column + row;
  CHECK(difference(a.as<int>(), {4, 5}, [](list const& i) { return int(i[0] + 1); }) == "");
  CHECK(difference(b.as<int>(), {4, 5}, [](list const& i) { return int(i[1] + 1); }) == "");
  CHECK(difference(both.as<int>(), {4, 5}, [](list const& i) { return int(i[0] + i[1] + 2); }) == "");
}

TEST_CASE("A17 A18 A19: zeros, ones and full are lazy, without memory") {
  const auto check = [](auto const& whole) {
    int wrong = 0;
    CHECK(allocations_of([&] {
            const auto z = zeros<double>(whole), o = ones<double>(whole);
            const auto f = full(whole, 7.5);
            static_assert(sizeof(z) <= sizeof(whole) + 2 * sizeof(double));
            CHECK(z.size() == 1000000);
            for (index_t i = 0; i < 1000; ++i)
              for (index_t j = 0; j < 1000; ++j)
                wrong += z(i, j) == 0 && o(i, j) == 1 && f(i, j) == 7.5 ? 0 : 1;
          }) == 0);
    CHECK(wrong == 0);
    const tensor<double, 2> x(shape(1000, 1000), 1.5);
    CHECK(allocations_of([&] {
            const tensor<double, 2> total = ones<double>(whole) + x;
            for (double value : total)
              wrong += value == 2.5 ? 0 : 1;
          }) == 1); // the result
    CHECK(wrong == 0);
  };
  check(shape(1000, 1000));
  check(shape(std::vector{1000, 1000}));
  check(extents<1000, 1000>{});
}

TEST_CASE_TEMPLATE("A17 A19: a constant as a view of one element: strides 0, read-only", T, tensor<double, 0>,
                   tensor<double>) {
  T s(shape());
  s() = 7.5;
  const auto wide = broadcast_to(s, shape(3, 4));
  CHECK(strides_of(wide) == list{0, 0});
  CHECK(difference(wide, {3, 4}, [](list const&) { return 7.5; }) == "");
  static_assert(std::is_same_v<decltype(wide.data()), double const*>);
  s() = 1; // it is that element, not a copy
  CHECK(difference(wide, {3, 4}, [](list const&) { return 1.0; }) == "");
}

TEST_CASE("A20: iteration is in row-major order whatever the strides: 500 layouts, read and written") {
  grid::dice d(20);
  for (int round = 0; round < 500; ++round) {
    list extents(std::size_t(1 + d.below(4)));
    for (index_t& e : extents)
      e = d.below(5);
    const oracle::place p = grid::make_place(d, extents, d.of(grid::readable));
    std::vector<int> memory(oracle::at(grid::room(p)));
    for (std::size_t i = 0; i < memory.size(); ++i)
      memory[i] = static_cast<int>(7 * i + 1);
    const auto v = borrow(memory.data() + p.offset, shape(p.extents), strides(p.strides));
    CAPTURE(oracle::text(p));
    CHECK(oracle::difference(oracle::read(memory.data(), p), {extents_of(v), {v.begin(), v.end()}}) == "");
    if (v.rank() == 2) {
      const auto of_two = v.as<2>();
      CHECK(oracle::difference(oracle::read(memory.data(), p), {extents, {of_two.begin(), of_two.end()}}) == "");
    }
    int n = 0;
    for (int& x : v)
      x = n++;
    std::vector<int> written(memory.size(), -1); // where strides are 0 the last one stays
    n = 0;
    oracle::for_each(p.extents, [&](list const& i) { written[oracle::at(oracle::offset_of(p, i))] = n++; });
    for (std::size_t i = 0; i < memory.size(); ++i)
      CHECK(memory[i] == (written[i] < 0 ? static_cast<int>(7 * i + 1) : written[i]));
  }
}

TEST_CASE_TEMPLATE("A22: reshaping what is repeated needs a copy, and says so", T, tensor<int, 2>, tensor<int>) {
  const T column(tensor<int, 2>{{1}, {2}});
  const auto wide = broadcast_to(column, shape(2, 3));
  CHECK(strides_of(wide) == list{1, 0});
  CHECK_THROWS_AS(reshape(wide, shape(6)), layout_error);
  CHECK_THROWS_AS(flatten(wide, 0), layout_error);
  CHECK(allocations_of([&] {
          const auto copied = copy(wide);
          const auto flat = reshape(copied, shape(6));
          CHECK(flat.data() == copied.data());
          CHECK(flat.data() != column.data());
          CHECK(difference(flat, {6}, [](list const& i) { return i[0] < 3 ? 1 : 2; }) == "");
        }) == 1);
}

TEST_CASE_TEMPLATE("A23: reshaping what lies row by row is free", T, of_shape<int>, of_rank<int>, of_any_rank<int>) {
  auto t = cube<T>();
  CHECK(allocations_of([&] {
          const auto flat = reshape(t, shape(4, 6));
          CHECK(flat.data() == t.data());
          CHECK(difference(flat, {4, 6}, [](list const& i) {
                  const index_t n = 6 * i[0] + i[1];
                  return cell(n / 12, n / 4 % 3, n % 4);
                }) == "");
          const auto rest = reshape(t, shape(-1, 3)); // 24 / 3
          CHECK(extents_of(rest) == list{8, 3});
          write(flat, [](list const& i) { return int(6 * i[0] + i[1]); });
        }) == 0);
  CHECK(difference(t, {2, 3, 4}, [](list const& i) { return int(12 * i[0] + 4 * i[1] + i[2]); }) == "");
  CHECK_THROWS_AS(reshape(t, shape(5, 5)), shape_error);
}
