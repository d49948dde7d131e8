// Programs of random expressions, against index loops. Values are small integers, and products are cut down, so every
// value is exact in every type.
#include <support/grid.hpp>
#include <support/guarded.hpp>
#include <weft/dynamic/any_expr.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/dynamic/formula.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
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
    // Values are kept: others read them in each of their elements.
    auto const values = std::make_shared<oracle::array<T>>(oracle::make(extents_, x.at));
    x.at = [values](list const& index) { return (*values)(index); };
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
    return {any_expr<T>(borrow(memory->data(), shape(p.extents), strides(p.strides))), [memory, extents](list index) {
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
  for_each_program<std::int64_t>(
      [](grid::dice& r, any_expr<std::int64_t> const& e, oracle::array<std::int64_t> const& wanted) {
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

namespace {

/// A kernel that counts the addresses that are no multiples of what the types of its elements ask for.
struct address_check {
  index_t alignment[3];
};
int misaligned = 0, checked = 0;
void check_addresses(void const* core, detail::loop_frame const& frame) {
  auto const& wanted = *static_cast<address_check const*>(core);
  for (int k = 0; k < 3 && wanted.alignment[k] != 0; ++k) {
    ++checked;
    misaligned += frame.position[k] % wanted.alignment[k] != 0;
  }
}
constexpr detail::map_kind kind_of_check(int operands) {
  constexpr detail::loop_kernel f = &check_addresses;
  return {operands, 1, 1, true, {{0, {{f, f, f}}}}, {}, 1};
}
constexpr detail::map_kind checks[] = {kind_of_check(2), kind_of_check(3)};
constexpr detail::core_word words[] = {{nullptr, 0}, {nullptr, 0}, {"check", 2}, {nullptr, 0}};
constexpr detail::core_word unary_words[] = {{nullptr, 0}, {"check", 1}, {nullptr, 0}};

template <class To, class... From>
detail::program_ref checked_call(dynamic_extents const& shape, detail::program_ref (&&operand)[sizeof...(From)]) {
  constexpr int count = sizeof...(From);
  static constexpr detail::call_kind kind{
      checks + (count - 1), count == 1 ? unary_words : words, count + 1, dtype_of<To>, 0, false, false};
  return detail::call_part(kind, detail::erase(address_check{{index_t(alignof(To)), index_t(alignof(From))...}}),
                           operand, count, shape);
}

/// Registers of every type below a target of T at each address that it may have.
template <class T, class... R>
void check_registers() {
  constexpr index_t n = 300; // several pieces
  alignas(64) static std::byte room[(n + 64) * sizeof(T)];
  const dynamic_extents row = shape(std::vector<index_t>{n});
  const layout<dynamic_extents, strided> place(row, strides(std::vector<index_t>{1}));
  const auto check = [&]<class U>(std::type_identity<U>) {
    static const U from[n]{};
    const auto leaf = detail::memory_part(dtype_of<U>, reinterpret_cast<index_t>(from), place, {});
    const auto repeated = detail::constant_part(dtype_of<U>, from, row);
    const auto first = checked_call<U, U, U>(row, {leaf, repeated});
    const auto made = checked_call<T, U, U>(row, {first, checked_call<U, U>(row, {first})});
    for (std::size_t begin = 0; begin < 64 / sizeof(T); ++begin) {
      const strided_leaf<T, layout<dynamic_extents, strided>> target(reinterpret_cast<T*>(room) + begin, place, {});
      weft::index_t extents[weft::max_rank], strides[weft::max_rank];
      detail::session s;
      detail::run_program(made, detail::footprint_of(target, extents, strides), s);
    }
  };
  (check(std::type_identity<R>()), ...);
}

/// Comparisons of parts that it takes to make the program of an expression.
template <class Make>
index_t comparisons(Make const& make) {
  const any_expr<double> e = make();
  tensor<double> out(e.shape());
  const index_t before = detail::parts_compared();
  out = e;
  return detail::parts_compared() - before;
}

} // namespace

TEST_CASE_TEMPLATE("program: registers are aligned for their elements, wherever the target begins", T, bool,
                   std::int8_t, std::int16_t, float, double, std::complex<float>) {
  misaligned = checked = 0;
  check_registers<T, bool>();
  check_registers<T, std::int16_t>();
  check_registers<T, float>();
  check_registers<T, double>();
  check_registers<T, std::complex<double>>();
  CHECK(misaligned == 0);
  CHECK(checked > 0);
}

TEST_CASE("program: bools at odd addresses, from doubles") {
  tensor<bool, 2> out(5, 33);
  tensor<bool, 1> line(100);
  tensor<double, 2> x(5, 33);
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 33; ++j)
      x(i, j) = double(i * 33 + j);
  const any_expr<double> e = x;
  for (index_t i = 0; i < 5; ++i)
    out(i, all) = any_expr<bool>(e * 2.0 + e * e > 100.0)(i, all);
  line(range(1, 34)) = any_expr<bool>(e * 2.0 + e * e > 100.0)(0, all);
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 33; ++j) {
      const double v = double(i * 33 + j);
      CHECK(out(i, j) == (2 * v + v * v > 100));
      if (i == 0)
        CHECK(line(j + 1) == (2 * v + v * v > 100));
    }
}

// Were constants, leaves or steps looked for in a list, four times the terms would take sixteen times the comparisons.
TEST_CASE("program: making one takes comparisons in proportion to its parts, but for a logarithm") {
  const auto grows = [](char const* what, auto const& count) {
    const index_t few = count(500), many = count(2000);
    INFO(std::string(what), ": ", few, ", ", many);
    CHECK(few > 0);
    CHECK(many <= 6 * few);
  };
  const tensor<double, 1> x(4000);
  const auto sum_of = [](index_t n, auto const& term) {
    return comparisons([&] {
      any_expr<double> e = term(index_t(0));
      for (index_t k = 1; k < n; ++k)
        e = e + term(k);
      return e;
    });
  };
  grows("constants", [&](index_t n) {
    return sum_of(n, [&](index_t k) { return any_expr<double>(x(range(0, 2)) * double(k + 2)); });
  });
  grows("leaves",
        [&](index_t n) { return sum_of(n, [&](index_t k) { return any_expr<double>(x(range(k, k + 2))); }); });
  grows("pairs", [&](index_t n) {
    index_t side = 1;
    while (side * side < n)
      ++side;
    return sum_of(n, [&](index_t k) {
      return any_expr<double>(any_expr<double>(x(range(k / side, k / side + 2))) / x(range(k % side, k % side + 2)));
    });
  });
  grows("numbers of a formula", [&](index_t n) {
    std::string text = "x";
    for (index_t k = 0; k < n; ++k)
      text += "+x*" + std::to_string(k + 2) + ".5";
    return comparisons([&] {
      formula f(text);
      f.bind("x", x(range(0, 2)));
      return any_expr<double>(f);
    });
  });
}

namespace {

double applied(int operation, double a, double b) {
  return operation == 0 ? a + b : operation == 1 ? a - b : operation == 2 ? a * b : a / b;
}
any_expr<> chained(int operation, any_expr<> const& a, any_expr<> const& b) {
  return operation == 0 ? a + b : operation == 1 ? a - b : operation == 2 ? a * b : a / b;
}

} // namespace

// A thread keeps plans by the structure of expressions: 1024 structures, of which few stay, each with other operands
// and constants when it comes again.
TEST_CASE("program: expressions of one structure have their own operands and constants") {
  index_t wrong = 0;
  for (int round = 0; round < 3; ++round)
    for (int structure = 0; structure < 1024; ++structure) {
      const int inmost = structure % 4, middle = structure / 4 % 4, outer = structure / 16 % 4, choice = structure / 64;
      const double p = 2.0 + round, q = 3.0 + structure % 7, c = 0.5 + round;
      any_tensor const a(tensor<double, 1>{p, -p}), b(tensor<double, 1>{q, q + 1});
      // Which operands are one tensor, and which constants are equal, belongs to the structure.
      any_tensor const& d = (choice & 1) != 0 ? a : b;
      const double k = (choice & 2) != 0 ? c : 8.0 + round;
      any_expr<> e = chained(middle, chained(inmost, a, b), (choice & 4) != 0 ? any_expr<>(c) : any_expr<>(d));
      e = chained(outer, e, (choice & 8) != 0 ? any_expr<>(k) : any_expr<>(a));
      e = abs(e) + k;
      any_tensor const got(e);
      for (index_t i = 0; i < 2; ++i) {
        const double x = i == 0 ? p : -p, y = i == 0 ? q : q + 1, z = (choice & 1) != 0 ? x : y;
        const double inner = applied(middle, applied(inmost, x, y), (choice & 4) != 0 ? c : z);
        const double want = std::abs(applied(outer, inner, (choice & 8) != 0 ? k : x)) + k;
        wrong += got.as<double, 1>()(i) == want || (std::isnan(want) && std::isnan(got.as<double, 1>()(i))) ? 0 : 1;
      }
    }
  CHECK(wrong == 0);
}

TEST_CASE("program: an expression that is evaluated again, and one of constants alone") {
  tensor<double, 1> x{1, 2, 3}, out(3);
  any_expr<double> e = x + 1.0;
  e = e * e - x;
  for (int round = 0; round < 4; ++round) { // the program is kept from the middle time on
    x(0) = round;
    out = e;
    CHECK(out == tensor<double, 1>{(round + 1.0) * (round + 1.0) - round, 7, 13});
  }
  CHECK(any_tensor(any_expr<>(2.0) * any_expr<>(3.0)) == any_tensor(tensor<double, 0>(6.0)));
  CHECK(any_tensor(any_tensor(x) * 0.5 + any_expr<>(2.0) * any_expr<>(3.0)) ==
        any_tensor(tensor<double, 1>{7.5, 7.0, 7.5}));
}
