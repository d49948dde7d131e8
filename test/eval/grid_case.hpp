#pragma once
#include <support/guarded.hpp>

#include <array>
#include <complex>
#include <doctest/doctest.h>
#include <weft/tensor/memory.hpp>

// One assignment to a window, checked against the oracle.
namespace grid {

template <class T>
weft::view<T> borrowed(T* p, place const& l) {
  return weft::borrow(p, weft::shape(l.extents), weft::strides(l.strides));
}
template <class T>
weft::view<T> borrowed(guarded<T>& g) {
  return borrowed(g.data(), g.place());
}

/// Small whole numbers: sums and products of a few are exact in every type, whether or not the compiler fuses them.
template <class T>
oracle::array<T> numbers(dice& r, list const& extents) {
  return oracle::make(extents, [&](list const&) {
    if constexpr (requires(T t) { t.imag(); })
      return T(static_cast<double>(1 + r.below(9)), static_cast<double>(r.below(9) - 4));
    else
      return static_cast<T>(static_cast<int>(1 + r.below(9)));
  });
}

template <class T, std::size_t N>
struct grid_case {
  list extents;
  order target = order::row_major;
  std::array<list, N> shape;
  std::array<order, N> how;

  static grid_case of(dice& r, list const& e, order t) {
    grid_case c{e, t, {}, {}};
    for (std::size_t j = 0; j < N; ++j) {
      c.shape[j] = r.below(3) == 0 ? narrower(r, e) : e;
      c.how[j] = r.of(readable);
    }
    return c;
  }
};

/// assign(target, operands) must give the target value(old target, operands...) at each index and change nothing else.
template <class T, std::size_t N, class Assign, class Value>
void check(dice& r, grid_case<T, N> const& c, Assign assign, Value value) {
  constexpr int sentinel = 111;
  const auto before = numbers<T>(r, c.extents);
  guarded<T> target(make_place(r, c.extents, c.target), T(sentinel), before);
  std::vector<guarded<T>> memory;
  std::array<weft::view<T const>, N> operand;
  std::array<oracle::array<T>, N> values;
  std::string about = oracle::text(target.place());
  for (std::size_t j = 0; j < N; ++j) {
    memory.emplace_back(make_place(r, c.shape[j], c.how[j]), T(sentinel), numbers<T>(r, c.shape[j]));
    values[j] = memory[j].values(); // where elements repeat, the last value written
    operand[j].rebind(borrowed(memory[j]));
    about += " <- " + oracle::text(memory[j].place());
  }
  INFO(about);
  assign(borrowed(target), operand);
  const auto expected = oracle::make(
      c.extents, [&](list const& i) { return static_cast<T>(value(before(i), values, i)); });
  CHECK(target.difference(expected) == "");
  for (std::size_t j = 0; j < N; ++j)
    CHECK(memory[j].difference(values[j]) == "");
}

/// The shapes of a rank: all of them up to rank 2, then as many as `most`, none with too many elements.
inline std::vector<list> shapes(dice& r, int rank, index_t most) {
  std::vector<list> out;
  if (rank == 0)
    return {{}};
  for (index_t a : sizes)
    if (rank == 1)
      out.push_back({a});
    else if (rank == 2)
      for (index_t b : sizes)
        out.push_back({a, b});
  while (rank > 2 && static_cast<index_t>(out.size()) < most) {
    list e;
    for (int k = 0; k < rank; ++k)
      e.push_back(r.of(sizes));
    if (oracle::count(e) <= 1500)
      out.push_back(e);
  }
  return out;
}

/// Sizes beside those at which loops are cut: tiles of 32, buffers of 512 and 1024, rows that do and do not fit.
inline std::vector<list> cut_shapes() {
  return {{31}, {32}, {511}, {512}, {513}, {1023}, {1024}, {1025}, {3, 700}, {700, 3}, {31, 33}, {32, 32}, {65, 64}, {2, 9, 70}};
}

} // namespace grid
