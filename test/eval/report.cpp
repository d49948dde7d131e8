#include <support/counting.hpp>

#include <doctest/doctest.h>
#include <weft/eval/report.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

// Golden plans, worked out by hand.
using weft::all;
using weft::explain;
using weft::index_t;
using weft::newaxis;
using weft::operand_access;
using weft::plan_report;
using weft::range;
using weft::tensor;

namespace {

struct operands {
  tensor<double, 2> t{100, 100}, a{100, 100}, b{100, 100};
  tensor<double, 1> row{weft::shape(100)};
  tensor<double, 3> cube{4, 5, 6};
};

/// One loop over `extents`, which began as the axes `order`.
void one_loop(plan_report const& r, std::vector<index_t> const& extents, std::vector<int> const& order,
              std::vector<operand_access> const& reads, operand_access writes = operand_access::direct) {
  REQUIRE(r.loops == 1);
  REQUIRE(r.loop_list.size() == 1);
  CHECK(r.loop_list[0].extents == extents);
  CHECK(r.loop_list[0].order == order);
  CHECK(r.loop_list[0].operands == reads);
  CHECK(r.loop_list[0].target == writes);
  CHECK(!r.loop_list[0].reduces);
}
void traffic(plan_report const& r, index_t read, index_t written, index_t operations) {
  CHECK(r.bytes_read == read);
  CHECK(r.bytes_written == written);
  CHECK(r.flops == operations);
}

constexpr operand_access direct = operand_access::direct, gathered = operand_access::gathered;

/// How a strided target of 8 bytes an element is written by few operations: baseline code goes through buffers.
operand_access strided() {
  return WEFT_HAS_CLONES != 0 && explain(tensor<double, 1>(weft::shape(4))).isa == "baseline" ? gathered
                                                                                              : operand_access::strided;
}

} // namespace

TEST_CASE_FIXTURE(operands, "plan: axes that all operands agree on are one axis") {
  const auto r = explain(t, a + 2.0 * b);
  one_loop(r, {10000}, {0}, {direct, direct});
  traffic(r, 160000, 80000, 20000);
  CHECK(r.temporaries == 0);
  CHECK(r.temporary_bytes == 0);
  CHECK(!r.isa.empty());
  one_loop(explain(a + b), {10000}, {0}, {direct, direct});
  one_loop(explain(transpose(t), transpose(a)), {10000}, {1}, {direct});
  one_loop(explain(reverse(t, 0), reverse(a, 0)), {10000}, {0}, {direct});
  one_loop(explain(cube, cube * 2.0), {120}, {0}, {direct});
  one_loop(explain(permute(cube, 2, 0, 1), permute(cube, 2, 0, 1) * 2.0), {120}, {1}, {direct});
}
TEST_CASE_FIXTURE(operands, "plan: a row that repeats keeps the axes apart") {
  const auto r = explain(t, a + row);
  one_loop(r, {100, 100}, {0, 1}, {direct, direct});
  traffic(r, 80800, 80000, 10000);
}
TEST_CASE_FIXTURE(operands, "plan: a column is one value a row") {
  const auto r = explain(t, a * row(all, newaxis));
  REQUIRE(r.loops == 1);
  CHECK(r.loop_list[0].extents == std::vector<index_t>{100, 100});
  const operand_access column = r.loop_list[0].operands.at(1);
  CHECK((column == operand_access::held || column == operand_access::repeated));
  traffic(r, 80800, 80000, 10000);
}
TEST_CASE_FIXTURE(operands, "plan: a transposed operand is read in tiles") {
  const auto r = explain(t, a + transpose(b));
  one_loop(r, {100, 100}, {0, 1}, {direct, operand_access::tiled});
  CHECK(r.loop_list[0].tile_rows > 0);
  CHECK(r.loop_list[0].tile_columns > 0);
  traffic(r, 160000, 80000, 10000);
}
TEST_CASE_FIXTURE(operands, "plan: a transposed target is written in the order of its memory") {
  const auto r = explain(transpose(t), a);
  one_loop(r, {100, 100}, {1, 0}, {operand_access::tiled});
}
TEST_CASE_FIXTURE(operands, "plan: strided operands go through a buffer where the target is contiguous") {
  one_loop(explain(t(all, range(0, 50)), a(all, range(0, 100, 2))), {100, 50}, {0, 1}, {gathered});
  one_loop(explain(t(range(0, 100, 2), all), a(range(0, 50), all)), {50, 100}, {0, 1}, {direct});
  one_loop(explain(t, reverse(a, 1)), {100, 100}, {0, 1}, {gathered});
}
TEST_CASE_FIXTURE(operands, "plan: strided targets of few operations are written in place, others through a buffer") {
  const auto even = range(0, 100, 2), odd = range(1, 100, 2);
  one_loop(explain(t(all, even), a(all, range(0, 50))), {100, 50}, {0, 1}, {direct}, strided());
  one_loop(explain(row(even), a(0, odd) * 2.0 + b(0, range(0, 50))), {50}, {0}, {strided(), direct}, strided());
  one_loop(explain(t(all, even), t(all, odd) - row(all, newaxis)), {100, 50}, {0, 1},
           {strided(), strided() == gathered ? operand_access::repeated : operand_access::held}, strided());
  one_loop(explain(row(even), row(even) * 2.0), {50}, {0}, {strided()}, strided());
  one_loop(explain(row(even), where(row(odd) > 0.0, row(odd), 0.0)), {50}, {0}, {gathered, gathered}, gathered);
  one_loop(explain(t(all, range(0, 14, 2)), a(all, range(0, 7))), {100, 7}, {0, 1}, {direct}, gathered);
  one_loop(explain(t(all, even), transpose(a(range(0, 50), all))), {100, 50}, {0, 1}, {operand_access::tiled},
           gathered);
  tensor<double, 1> v(weft::shape(200)), w(weft::shape(200));
  one_loop(explain(v(range(0, 200, 2)), v(range(1, 200, 2)) / w(range(1, 200, 2))), {100}, {0}, {gathered, gathered},
           gathered);
  CHECK(explain(v(range(2, 200, 2)), v(range(0, 198, 2)) + 1.0).loop_list.at(0).target == gathered); // back to front
  tensor<float, 1> f(weft::shape(200)), g(weft::shape(200));
  one_loop(explain(f(range(0, 200, 2)), g(range(1, 200, 2))), {100}, {0}, {gathered}, gathered);
}
TEST_CASE_FIXTURE(operands, "plan: generators and constants read no memory") {
  const auto r =
      explain(t, weft::from_function(weft::shape(100, 100), [](index_t i, index_t j) { return double(i - j); }) - 1.0);
  one_loop(r, {10000}, {0}, {operand_access::generated});
  traffic(r, 0, 80000, 10000);
  const auto fill = explain(t, 0.0);
  one_loop(fill, {10000}, {0}, {});
  traffic(fill, 0, 80000, 0);
}
TEST_CASE_FIXTURE(operands, "plan: axes of extent 1 go; of a scalar none is left") {
  one_loop(explain(cube(1, range(2, 3), all), row(range(0, 6))), {6}, {1}, {direct});
  one_loop(explain(cube(range(1, 2), 2, range(3, 4)), row(range(0, 1))), {}, {}, {direct});
}
TEST_CASE_FIXTURE(operands, "plan: a shift runs in the direction that is safe") {
  tensor<double, 1> v(weft::shape(2000)); // few elements are all read first
  CHECK(explain(v(range(1, 2000)), v(range(0, 1999))).loop_list.at(0).backwards);
  CHECK(!explain(v(range(0, 1999)), v(range(1, 2000))).loop_list.at(0).backwards);
  CHECK(explain(v(range(1, 2000)), v(range(0, 1999))).temporaries == 0);
}
TEST_CASE_FIXTURE(operands, "plan: an overlap that has no safe direction takes a temporary") {
  const auto r = explain(t, reverse(transpose(t), 0));
  CHECK(r.temporaries == 1);
  CHECK(r.temporary_bytes == 80000);
  CHECK(explain(t, transpose(t)).temporaries == 0); // its tiles are read and written in pairs
  const auto mean = explain(t, t - t(0, all));
  CHECK(mean.temporaries == 1);
  CHECK(mean.temporary_bytes == 800);
}
TEST_CASE_FIXTURE(operands, "plan: a deferred operand is a loop and a temporary of its own") {
  const auto r = explain(t, reshape(transpose(a) * 2.0, weft::shape(100, 100)) + b);
  CHECK(r.loops == 2);
  CHECK(r.temporaries == 1);
  CHECK(r.temporary_bytes == 80000);
  CHECK(r.loop_list.at(0).operands == std::vector<operand_access>{operand_access::tiled});
  CHECK(r.loop_list.at(1).extents == std::vector<index_t>{10000});
  traffic(r, 240000, 160000, 20000);
}
TEST_CASE_FIXTURE(operands, "plan: nothing to do is no loop") {
  CHECK(explain(t(range(3, 3), all), a(range(4, 4), all)).loops == 0);
  CHECK(explain(t(range(3, 3), all), a(range(4, 4), all)).bytes_written == 0);
}
TEST_CASE_FIXTURE(operands, "plan: the same for a static shape and for run-time rank") {
  tensor<double, weft::fixed<3, 3>> s;
  one_loop(explain(s, s * 2.0), {9}, {0}, {direct});
  tensor<double> d(weft::shape(3, 3));
  one_loop(explain(d, d * 2.0 + s), {9}, {0}, {direct, direct});
}

TEST_CASE_FIXTURE(operands, "plan: explaining touches nothing") {
  t.fill(5);
  int calls = 0;
  const auto e = map(
                     [&calls](double x) {
                       ++calls;
                       return x;
                     },
                     reverse(transpose(t), 0)) +
                 weft::from_function(weft::shape(100, 100), [&calls](index_t, index_t) { return double(++calls); });
  support::counting_resource counter;
  {
    const support::memory_scope scope(counter);
    CHECK(explain(t, e).temporaries == 1);
    CHECK(explain(e).temporaries == 0);
    CHECK(explain(t, reshape(e, weft::shape(100, 100))).temporaries == 1);
  }
  CHECK(counter.allocations() == 0);
  CHECK(calls == 0);
  for (double x : t)
    CHECK(x == 5);
}

TEST_CASE_FIXTURE(operands, "plan: as text") {
  plan_report r = explain(t, a + transpose(b));
  r.isa = "baseline";
  r.threads = 1;
  r.loop_list.at(0).tile_rows = 8;
  r.loop_list.at(0).tile_columns = 16;
  CHECK(to_string(r) == "plan: 1 loop(s), baseline, 1 thread(s)\n"
                        "  loop (100,100) over axes (0,1) in tiles (8,16), writes direct, reads direct tiled\n"
                        "  temporaries 0 (0 bytes)\n"
                        "  reads 160000 bytes, writes 80000, 10000 operations\n");
}
