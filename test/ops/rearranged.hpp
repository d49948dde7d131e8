#pragma once
#include <support/counting.hpp>
#include <support/guarded.hpp>

#include <doctest/doctest.h>
#include <weft/ops/equal.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

// A rearrangement of windows with any strides, assigned in all ways, and compared with an index loop.
namespace rearranged {

using oracle::array;
using oracle::index_t;
using oracle::list;
using weft::tensor;
using weft::view;

template <class T>
view<T> window(T* p, oracle::place const& l) {
  return weft::borrow(p, weft::shape(l.extents), weft::strides(l.strides));
}

/// The elements of a tensor, a view or an expression.
template <class X>
auto elements(X const& x) {
  const tensor<typename X::value_type> t(x);
  list extents;
  for (index_t n : t.shape())
    extents.push_back(n);
  return array<typename X::value_type>{extents, {t.begin(), t.end()}};
}

/// Distinct elements: 1, 2, ... in an order of their own.
template <class T>
array<T> distinct(list const& extents, int first = 1) {
  int n = first;
  return oracle::make(extents, [&](list const&) { return static_cast<T>(n++ * 37 % 101); });
}

/// e must have these elements: as a tensor, inside an expression, and in a window, where it needs that many
/// temporaries.
template <class T, class E>
void check(grid::dice& r, E const& e, array<T> const& expected, int temporaries = 0) {
  CHECK(oracle::difference(expected, elements(e)) == "");
  CHECK(oracle::difference(expected, elements(weft::map([](T const& x) { return x; }, e))) == "");
  guarded<T> target(grid::make_place(r, expected.extents, r.of(grid::writable)), T(111));
  CHECK(weft::explain(window(target.data(), target.place()), e).temporaries == temporaries);
  support::counting_resource counter;
  {
    const support::memory_scope scope(counter);
    window(target.data(), target.place()) = e;
  }
  CHECK(target.difference(expected) == "");
  CHECK(counter.allocations() == temporaries);
}

/// target = of(operands) in one memory is what it is with a fresh target. Both happen: overlap and none.
template <class T, std::size_t N, class Of>
void check_overlap(grid::dice& r, std::array<list, N> const& shapes, Of of, list const& result) {
  std::array<oracle::place, N> from;
  for (std::size_t j = 0; j < N; ++j)
    from[j] = grid::make_place(r, shapes[j], r.of(grid::readable));
  oracle::place to = grid::make_place(r, result, r.of(grid::writable));
  index_t room = grid::room(to);
  for (auto const& p : from)
    room = std::max(room, grid::room(p));
  room += room / 2 + 3;
  std::vector<T> memory(oracle::at(room));
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = static_cast<T>(static_cast<int>(i % 113));
  const auto place = [&](oracle::place const& p) {
    return grid::begin_at(p, r.below(room - grid::room(grid::begin_at(p, 0)) + 1));
  };
  std::array<view<T const>, N> operand;
  std::array<array<T>, N> values;
  for (std::size_t j = 0; j < N; ++j) {
    const oracle::place p = place(from[j]);
    operand[j].rebind(window(memory.data() + p.offset, p));
    values[j] = oracle::read(memory.data(), p);
  }
  const oracle::place p = place(to);
  std::vector<T> expected = memory;
  oracle::write(expected.data(), p, of.expected(values));
  window(memory.data() + p.offset, p) = of.made(operand);
  CHECK(oracle::difference(array<T>{{room}, expected}, {{room}, memory}) == "");
}

/// `of` has made(operands) for views, and expected(operands) for arrays; N operands with the shapes given.
template <class T, std::size_t N, class Of>
void check_grid(grid::dice& r, std::array<list, N> const& shapes, Of of, int temporaries = 0) {
  for (grid::order how : grid::readable) {
    std::vector<guarded<T>> memory;
    std::array<view<T const>, N> operand;
    std::array<array<T>, N> values;
    std::string about;
    for (std::size_t j = 0; j < N; ++j) {
      memory.emplace_back(grid::make_place(r, shapes[j], how), T(111), distinct<T>(shapes[j], static_cast<int>(100 * j)));
      values[j] = memory[j].values();
      operand[j].rebind(window(memory[j].data(), memory[j].place()));
      about += " " + oracle::text(memory[j].place());
    }
    INFO(about);
    const auto expected = of.expected(values);
    check<T>(r, of.made(operand), expected, temporaries);
    for (int n = 0; n < 20; ++n)
      check_overlap<T>(r, shapes, of, expected.extents);
  }
}

} // namespace rearranged
