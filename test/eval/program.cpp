// Programs of random expressions, against index loops. Values are small integers, and products are cut down, so every
// value is exact in every type.
#include <support/grid.hpp>
#include <support/guarded.hpp>
#include <weft/dynamic/any_expr.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

using namespace weft;
using oracle::list;

namespace {

/// An expression, and what its elements are: a function of an index of the whole, of which it may lack the first axes
/// and repeat others.
template <class T>
struct both {
  any_expr<T> e;
  std::function<T(list const& index)> at;
};

template <class T>
bool is_small(T const& x) {
  return std::abs(x) <= 30;
}

template <class T>
class random_program {
public:
  random_program(unsigned seed, list extents) : r_(seed), extents_(std::move(extents)) {}

  both<T> make(int depth) {
    if (depth == 0 || r_.below(8) == 0)
      return made_.empty() || r_.below(3) != 0 ? leaf() : r_.of(made_);
    both<T> x = step(depth);
    made_.push_back(x);
    return x;
  }

private:
  T number() { return T(static_cast<detail::real_t<T>>(r_.below(9) - 4)); }
  both<T> leaf() {
    if (r_.below(6) == 0) {
      const T value = number();
      return {any_expr<T>(value), [value](list const&) { return value; }};
    }
    const list extents = grid::narrower(r_, extents_);
    const auto values = oracle::make(extents, [&](list const&) { return number(); });
    auto const how = r_.of(grid::readable);
    auto memory = std::make_shared<guarded<T>>(grid::make_place(r_, extents, how), T(-77), values);
    memory_.push_back(memory);
    auto const& p = memory->place();
    return {any_expr<T>(borrow(memory->data(), shape(p.extents), strides(p.strides))),
            [memory, extents](list index) {
              index.erase(index.begin(), index.end() - static_cast<std::ptrdiff_t>(extents.size()));
              for (std::size_t k = 0; k < extents.size(); ++k)
                index[k] = extents[k] == 1 ? 0 : index[k];
              return memory->data()[offset(memory->place(), index)];
            }};
  }
  static index_t offset(oracle::place const& p, list const& index) {
    return oracle::offset_of({0, p.extents, p.strides}, index);
  }

  both<T> step(int depth) {
    const both<T> x = make(depth - 1);
    switch (r_.below(8)) {
    case 0:
      return {-x.e, [f = x.at](list const& i) { return -f(i); }};
    case 1: // an expression of which several operations are one kernel
      return {x.e * T(2) - T(1), [f = x.at](list const& i) { return f(i) * T(2) - T(1); }};
    case 2: // a function of the program's own
      return {map([](T const& v) { return is_small(v) ? v : T(1); }, x.e), [f = x.at](list const& i) {
                const T v = f(i);
                return is_small(v) ? v : T(1);
              }};
    default:
      break;
    }
    const both<T> y = make(depth - 1);
    switch (r_.below(4)) {
    case 0:
      return {x.e + y.e, [f = x.at, g = y.at](list const& i) { return f(i) + g(i); }};
    case 1:
      return {x.e - y.e, [f = x.at, g = y.at](list const& i) { return f(i) - g(i); }};
    case 2:
      return {map([](T const& a, T const& b) { return is_small(a) && is_small(b) ? a * b : a; }, x.e, y.e),
              [f = x.at, g = y.at](list const& i) {
                const T a = f(i), b = g(i);
                return is_small(a) && is_small(b) ? a * b : a;
              }};
    default:
      return {where(equal(x.e, y.e), T(3), y.e), [f = x.at, g = y.at](list const& i) {
                const T b = g(i);
                return f(i) == b ? T(3) : b;
              }};
    }
  }

  grid::dice r_;
  list extents_;
  std::vector<both<T>> made_;
  std::vector<std::shared_ptr<guarded<T>>> memory_; ///< expressions borrow it
};

list const shapes[] = {{}, {1}, {7}, {33}, {300}, {1030}, {0}, {3, 5}, {40, 70}, {2, 0, 3}, {3, 1, 33}, {2, 3, 4, 5}};

/// Runs f(program, expression, wanted values, seed) for expressions of all shapes.
template <class T, class F>
void for_each_program(F const& f) {
  unsigned seed = 0;
  for (list const& extents : shapes)
    for (int n = 0; n < 12; ++n) {
      grid::dice r(++seed);
      random_program<T> p(seed, extents);
      const both<T> x = p.make(1 + n);
      const auto wanted = oracle::make(extents, [&](list const& index) { return x.at(index); });
      INFO("seed ", seed);
      f(r, x.e, wanted);
    }
}

template <class T>
view<T> view_of(guarded<T>& g) {
  return borrow(g.data(), shape(g.place().extents), strides(g.place().strides));
}

} // namespace

TEST_CASE_TEMPLATE("program: random expressions, written to targets of all kinds", T, double, std::int32_t,
                   std::complex<float>) {
  for_each_program<T>([](grid::dice& r, any_expr<T> const& e, oracle::array<T> const& wanted) {
    for (int again = 0; again < 2; ++again) { // the second time its program is there
      guarded<T> out(grid::make_place(r, wanted.extents, r.of(grid::writable)), T(-55));
      view_of(out) = e;
      CHECK(out.difference(wanted) == "");
    }
  });
}

TEST_CASE("program: random expressions in folds, in other expressions, and element by element") {
  for_each_program<std::int64_t>([](grid::dice& r, any_expr<std::int64_t> const& e,
                                    oracle::array<std::int64_t> const& wanted) {
    std::int64_t total = 0;
    for (std::int64_t v : wanted.values)
      total += v;
    tensor<std::int64_t> whole(shape(wanted.extents));
    const auto full = e + whole; // of the whole shape
    CHECK(std::int64_t(sum(full)) == total);
    for (int axis = 0; axis < static_cast<int>(wanted.extents.size()); ++axis) {
      list left = wanted.extents;
      left.erase(left.begin() + axis);
      const auto sums = oracle::make(left, [&](list index) {
        index.insert(index.begin() + axis, 0);
        auto& i = index[static_cast<std::size_t>(axis)];
        std::int64_t line = 0;
        for (; i < wanted.extents[static_cast<std::size_t>(axis)]; ++i)
          line += wanted(index);
        return line;
      });
      const tensor<std::int64_t> got = sum(any_expr<std::int64_t>(full), axis);
      CHECK(std::equal(got.begin(), got.end(), sums.values.begin(), sums.values.end()));
    }
    const any_expr<std::int64_t> x = full;
    if (!wanted.values.empty()) {
      list index;
      for (oracle::index_t n : wanted.extents)
        index.push_back(r.below(n));
      CHECK(x[index] == wanted(index));
    }
  });
}
