#include "grid_case.hpp"

#include <support/counting.hpp>

#include <weft/eval/loop.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <array>

using namespace grid;
using weft::all;
using weft::range;
using weft::tensor;

namespace {

/// The temporaries of target = e, by plan and by count, which must agree.
template <class Target, class E>
int temporaries(Target&& target, E const& e) {
  const int planned = weft::explain(target, e).temporaries;
  support::counting_resource counter;
  {
    const support::memory_scope scope(counter);
    static_cast<Target&&>(target) = e;
  }
  CHECK(counter.allocations() == planned);
  return planned;
}

} // namespace

TEST_CASE("overlap: no temporary where each element is read where it is written") {
  tensor<double, 2> t(6, 6);
  tensor<double> d(weft::shape(6, 6));
  tensor<double, weft::fixed<3, 3>> s;
  CHECK(temporaries(t, 2.0 * t + 1.0) == 0);
  CHECK(temporaries(d, d * d - d) == 0);
  CHECK(temporaries(s, s + s * s) == 0);
  CHECK(temporaries(transpose(t), 2.0 * transpose(t)) == 0);
  CHECK(temporaries(t(range(1, 5), range(0, 6, 2)), t(range(1, 5), range(0, 6, 2)) + 1.0) == 0);
  CHECK(temporaries(reverse(t, 0), reverse(t, 0) * 3.0) == 0);
}

TEST_CASE("overlap: no temporary where memory is apart") {
  tensor<double, 1> v(40);
  CHECK(temporaries(v(range(0, 20)), v(range(20, 40))) == 0);
  CHECK(temporaries(v(range(0, 40, 2)), v(range(1, 40, 2)) + 1.0) == 0);
  CHECK(temporaries(v(range(0, 40, 4)), v(range(1, 40, 4)) + v(range(39, 0, -4)) - v(range(2, 40, 4))) == 0);
  tensor<double, 2> t(8, 12);
  CHECK(temporaries(t(all, range(0, 6)), t(all, range(6, 12))) == 0);
  CHECK(temporaries(t(all, range(0, 6)), transpose(t(range(0, 6), range(6, 12)))(range(0, 1), all)) == 0);
  CHECK(temporaries(t(range(0, 8, 2), all), t(range(1, 8, 2), all)) == 0);
  CHECK(temporaries(t(all, range(0, 12, 2)), t(all, range(1, 12, 2))) == 0);
  CHECK(temporaries(t(range(0, 4), range(0, 4)), transpose(t(range(4, 8), range(4, 8)))) == 0);
  CHECK(temporaries(t(0, all), t(1, all) + t(7, all)) == 0);
  CHECK(temporaries(t(all, 0), t(all, 1) * t(all, 11)) == 0);
}

TEST_CASE("overlap: no temporary where all shifts go one way") {
  tensor<double, 1> v(2000);
  CHECK(temporaries(v(range(0, 1999)), v(range(1, 2000))) == 0);
  CHECK(temporaries(v(range(1, 2000)), v(range(0, 1999))) == 0);
  CHECK(temporaries(v(range(0, 1998)), v(range(1, 1999)) + v(range(2, 2000))) == 0);
  CHECK(temporaries(v(range(2, 2000)), v(range(1, 1999)) + v(range(0, 1998)) - v(range(2, 2000))) == 0);
  CHECK(temporaries(v(range(1998, -1, -1)), v(range(1999, 0, -1))) == 0);
  tensor<double, 2> t(40, 50);
  CHECK(temporaries(t(range(0, 39), all), t(range(1, 40), all)) == 0);
  CHECK(temporaries(t(range(1, 40), all), t(range(0, 39), all)) == 0);
  CHECK(temporaries(t(all, range(1, 50)), t(all, range(0, 49))) == 0);
  CHECK(temporaries(t(range(1, 40), range(1, 50)), t(range(0, 39), range(0, 49))) == 0);
  CHECK(temporaries(transpose(t(range(0, 39), all)), transpose(t(range(1, 40), all))) == 0);
}

TEST_CASE("overlap: one temporary, no larger than needed, elsewhere") {
  tensor<double, 1> v(2000), w(4000);
  CHECK(temporaries(v(range(1, 1999)), v(range(0, 1998)) + v(range(2, 2000))) == 1);
  CHECK(temporaries(v, reverse(v, 0)) == 1);
  CHECK(temporaries(w(range(0, 2000)), w(range(0, 4000, 2))) == 1);
  tensor<double, 2> t(40, 40);
  CHECK(temporaries(t, transpose(t)) == 0); // in pairs of tiles
  CHECK(temporaries(t, 2.0 * transpose(t)) == 0);
  CHECK(temporaries(t, reverse(transpose(t), 0)) == 1);
  CHECK(temporaries(t, t + transpose(t) + reverse(t, 0)) == 1);
  CHECK(temporaries(t, t - t(0, all)) == 1);
  CHECK(weft::explain(t, t - t(0, all)).temporary_bytes == 40 * 8);
  CHECK(weft::explain(t, reverse(transpose(t), 0)).temporary_bytes == 40 * 40 * 8);
  CHECK(weft::explain(t, t(all, range(0, 1)) + transpose(t)).temporary_bytes == 40 * 40 * 8);
}

TEST_CASE("overlap: elements of another size in the same memory") {
  dice r(5);
  for (int n = 0; n < 2000; ++n) {
    std::vector<double> memory(40);
    for (std::size_t i = 0; i < memory.size(); ++i)
      memory[i] = static_cast<double>(i * i % 23);
    const index_t size = 1 + r.below(12);
    const index_t to = r.below(16), from = r.below(60), step = 1 + r.below(2);
    if (from + step * (size - 1) >= 80 || to + step * (size - 1) >= 40)
      continue;
    auto* const bytes = reinterpret_cast<unsigned char*>(memory.data());
    std::vector<unsigned char> old(bytes, bytes + 320);
    const auto source = weft::borrow(bytes + 4 * from, weft::shape(size), weft::strides(4 * step));
    const auto target = weft::borrow(memory.data() + to, weft::shape(size), weft::strides(step));
    std::vector<double> expected = memory;
    for (index_t i = 0; i < size; ++i)
      expected[oracle::at(to + step * i)] = old[oracle::at(4 * (from + step * i))];
    target = source;
    CHECK(memory == expected);
  }
}

TEST_CASE("shares_a_byte: exact against counting bytes") {
  dice r(6);
  int yes = 0, no = 0;
  for (int n = 0; n < 20000; ++n) {
    index_t extents[3], strides[2][3], position[2], size[2];
    const int rank = 1 + static_cast<int>(r.below(3));
    for (int k = 0; k < rank; ++k)
      extents[k] = r.below(12) == 0 ? 0 : 1 + r.below(5);
    std::vector<char> touched(12000, 0);
    bool expected = false;
    for (int j = 0; j < 2; ++j) {
      size[j] = r.of(std::array<index_t, 4>{1, 4, 8, 24});
      position[j] = 6000 + r.below(60);
      list const e(extents, extents + rank);
      for (int k = 0; k < rank; ++k)
        strides[j][k] = (r.below(41) - 20) * (r.below(2) == 0 ? 1 : size[j]);
      oracle::for_each(e, [&](list const& i) {
        index_t at = position[j];
        for (std::size_t k = 0; k < i.size(); ++k)
          at += i[k] * strides[j][k];
        for (index_t b = at; b < at + size[j]; ++b) {
          expected = expected || (j == 1 && touched[oracle::at(b)] == 1);
          touched[oracle::at(b)] = static_cast<char>(touched[oracle::at(b)] | (j + 1));
        }
      });
    }
    const weft::detail::footprint a{position[0], size[0], rank, extents, strides[0]},
        b{position[1], size[1], rank, extents, strides[1]};
    CHECK(weft::detail::shares_a_byte(a, b) == expected);
    CHECK(weft::detail::shares_a_byte(b, a) == expected);
    (expected ? yes : no)++;
  }
  CHECK(yes > 1000);
  CHECK(no > 1000);
}

TEST_CASE("range_of: the bytes between the first element and the last one, whichever way the steps go") {
  using weft::index_t;
  constexpr index_t size = 8, position = 1000;
  for (index_t rows : {1, 2, 5})
    for (index_t columns : {1, 3})
      for (index_t down : {-80, -8, 0, 8, 72})
        for (index_t across : {-24, 0, 16}) {
          index_t low = position, high = position;
          for (index_t i = 0; i < rows; ++i)
            for (index_t j = 0; j < columns; ++j) {
              low = std::min(low, position + i * down + j * across);
              high = std::max(high, position + i * down + j * across);
            }
          const index_t extents[] = {rows, columns}, strides[] = {down, across};
          const weft::detail::byte_range r = weft::detail::range_of({position, size, 2, extents, strides});
          CHECK(r.low == low);
          CHECK(r.high == high + size);
        }
}
