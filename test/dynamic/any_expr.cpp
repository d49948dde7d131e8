#include <support/message.hpp>
#include <weft/dynamic/any_expr.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/io/print.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>

#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace weft;
using support::message_of;

namespace {

/// An interface without templates.
struct model {
  virtual ~model() = default;
  virtual any_expr<double> field(view<double const> x) const = 0;
};
struct parabola final : model {
  double a;
  explicit parabola(double f) : a(f) {}
  any_expr<double> field(view<double const> x) const override { return a * square(x) + 1.0; }
};
struct wave final : model {
  any_expr<double> field(view<double const> x) const override { return x * x * x - x; }
};

any_expr<double> polynomial(std::vector<double> const& coefficients, any_expr<double> const& x) {
  any_expr<double> e;
  for (std::size_t k = coefficients.size(); k-- > 0;)
    e = e * x + coefficients[k];
  return e;
}

} // namespace

TEST_CASE("any_expr: a regular value") {
  const tensor<double, 1> x{1, 2, 3};
  any_expr<double> a = x * 2.0, b = a;
  b = x - 1.0;
  CHECK(a == tensor<double, 1>{2, 4, 6});
  CHECK(b == tensor<double, 1>{0, 1, 2});
  std::swap(a, b);
  CHECK(b == tensor<double, 1>{2, 4, 6});
  const any_expr<double> moved = std::move(b);
  CHECK(moved == tensor<double, 1>{2, 4, 6});
  CHECK(b == tensor<double, 1>{2, 4, 6}); // a move is a copy
  const any_expr<double> zero;
  CHECK(zero.rank() == 0);
  CHECK(tensor<double, 0>(zero) == tensor<double, 0>(0.0));
  std::map<std::string, any_expr<double>> named;
  named["twice"] = x + x;
  named.emplace("half", x / 2.0);
  CHECK(named["twice"] == tensor<double, 1>{2, 4, 6});
  CHECK(named.at("half") == tensor<double, 1>{0.5, 1, 1.5});
  CHECK(a.shape() == shape(3));
  CHECK(sizeof(any_expr<double, 1>) <= 4 * sizeof(void*));
}

TEST_CASE("any_expr: through interfaces, and built in a loop") {
  const tensor<double, 1> x{0, 1, 2};
  const parabola p(3);
  const wave w;
  any_expr<double> total = 0.0;
  for (model const* m : {static_cast<model const*>(&p), static_cast<model const*>(&w)})
    total = total + m->field(x);
  CHECK(total == tensor<double, 1>{1, 4, 19});
  CHECK(polynomial({1, 0, 2, 1}, x) == tensor<double, 1>{1, 4, 17});
  const tensor<double, 2> m{{1, 2}, {3, 4}};
  CHECK(polynomial({1, 1}, m) == tensor<double, 2>{{2, 3}, {4, 5}});
}

TEST_CASE("any_expr: an operand of everything") {
  const tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  const any_expr<double> e = a + 1.0;
  const any_expr<double, 2> two = e;
  const tensor<double, 2> v = a + 1.0;
  CHECK(double(sum(e)) == 27);
  CHECK(eval(sum(e, 0)) == tensor<double>(tensor<double, 1>{7, 9, 11}));
  CHECK(eval(max(two, 1)) == tensor<double, 1>{4, 7});
  CHECK(eval(argmin(two, 0)) == tensor<index_t, 1>{0, 0, 0});
  CHECK(eval(matmul(two, transpose(two))) == eval(matmul(v, transpose(v))));
  CHECK(eval(where(two > 3.0, two, -two)) == eval(where(v > 3.0, v, -v)));
  CHECK(eval(sqrt(square(two))) == v);
  CHECK(eval(map([](double x) { return x < 4 ? x : 0.0; }, two)) == eval(map([](double x) { return x < 4 ? x : 0.0; }, v)));
  tensor<double, 2> t = a;
  t += e;
  CHECK(t == 2.0 * a + 1.0);
  t(0, weft::all) *= two(1, weft::all);
  CHECK(t(0, weft::all) == tensor<double, 1>{15, 30, 49});
  const tensor<float, 2> narrow = e;
  CHECK(narrow == tensor<float, 2>{{2, 3, 4}, {5, 6, 7}});
  const any_expr<bool> mask = two > 3.0;
  CHECK(eval(where(mask, 1, 0)) == tensor<int>(tensor<int, 2>{{0, 0, 1}, {1, 1, 1}}));
  const any_expr<float> from_double = e; // as an assignment would
  CHECK(from_double == narrow);
  std::ostringstream out;
  out << two;
  CHECK(out.str() == "[[2. 3. 4.]\n [5. 6. 7.]]");
}

TEST_CASE("any_expr: pieces of rows, long ones where the caches hold the data") {
  for (index_t n : {127, 128, 129, 511, 512, 513, 1025, 1600}) {
    tensor<double, 1> x(n), y(n), out(n);
    for (index_t i = 0; i < n; ++i)
      x(i) = double(i % 37) - 18, y(i) = double(i % 11) + 1;
    any_expr<double> e = x + y;
    e = sqrt(e * e + y) - x;
    tensor<double, 2> rows(shape(3, n), 1.0);
    rows(1, all) = e;
    rows(2, all) = e + rows(0, all);
    for (index_t i = 0; i < n; ++i) {
      const double both = x(i) + y(i), value = std::sqrt(both * both + y(i)) - x(i);
      REQUIRE(rows(0, i) == 1);
      REQUIRE(rows(1, i) == doctest::Approx(value).epsilon(1e-14));
      REQUIRE(rows(2, i) == doctest::Approx(value + 1).epsilon(1e-14));
    }
  }
  const auto pieces = [](index_t n) {
    const tensor<double, 1> x(uninit, n);
    tensor<double, 1> out(uninit, n);
    any_expr<double> e = x * x;
    e = sqrt(e);
    return explain(out, e).programs[0];
  };
  CHECK(pieces(1000).find("1 register(s) of 1024:") != std::string::npos);
  CHECK(pieces(5'000'000).find("1 register(s) of 128:") != std::string::npos);
}

TEST_CASE("any_expr: steps that are equal are one, constants are folded, and explain() says so") {
  const tensor<double, 1> x{1, 2, 3};
  const any_expr<double> a = x, one = 1.0, two = one + one, s = a * a, t = a * a, u = t * two, e = s + u;
  tensor<double, 1> out;
  out = e;
  CHECK(out == tensor<double, 1>{3, 12, 27});
  const plan_report r = explain(out, e);
  REQUIRE(r.programs.size() == 1);
  CHECK(r.programs[0] == "program of 2 step(s), 1 register(s) of 512: r0 = operator*(x1, x1); "
                         "target = operator+(r0, operator*(r0, c1))");
  CHECK(r.loops == 1);
  CHECK(r.temporaries == 0);
  CHECK(r.loop_list[0].operands.size() == 1);
  CHECK(to_string(r).find(r.programs[0]) != std::string::npos);
  // One static expression runs as it would without.
  const any_expr<double> whole = x * 2.0 + x;
  CHECK(explain(out, whole).programs.empty());
  CHECK(explain(out, whole).flops == 6);
}

TEST_CASE("any_expr: errors come where they would, and leave the target as it was") {
  const tensor<double, 1> x{1, 2, 3}, y{1, 2};
  const any_expr<double> e = x, f = y;
  CHECK_THROWS_AS((void)(e + f), shape_error);
  CHECK_THROWS_AS((any_expr<double, 2>(e)), shape_error);
  tensor<double, 2> small(2, 2);
  CHECK_THROWS_AS(small(ellipsis) = e, shape_error);
#if WEFT_CHECK_BOUNDS
  const tensor<int, 1> n{6, 7, 8}, d{1, 2, 0};
  const any_expr<int> p = n, q = d, quotient = p / q + 1;
  tensor<int, 1> target{-1, -1, -1};
  CHECK_THROWS_AS(target = quotient, error);
  CHECK(target == tensor<int, 1>{-1, -1, -1});
  CHECK(tensor<int, 1>(quotient(range(0, 2))) == tensor<int, 1>{7, 4});
#endif
}

// The nest joins the first two axes, along which `weights` lies evenly; the column inside of the expression does not.
TEST_CASE("any_expr: a fold reads elements with a step that leaves their row") {
  tensor<double, 3> a(4, 3, 2), column(4, 1, 1), weights(2, 4, 3);
  double expected = 0;
  for (index_t i = 0; i < 4; ++i) {
    column(i, 0, 0) = 100.0 * double(i * i);
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 2; ++k) {
        a(i, j, k) = double(i * 6 + j * 2 + k);
        weights(k, i, j) = double(1 + 7 * i + 3 * j + k * k);
        expected += (a(i, j, k) + column(i, 0, 0)) * weights(k, i, j);
      }
  }
  const any_expr<double, 3> e = a + column;
  CHECK(sum(e * permute(weights, 1, 2, 0)) == expected); // whole numbers: exact in any order
}

namespace {

double number_at(index_t i, double seed) {
  return std::sin(seed + 0.37 * double(i)) * 3.1;
}
tensor<double, 1> numbers_of(index_t n, double seed) {
  tensor<double, 1> made(n);
  for (index_t i = 0; i < n; ++i)
    made(i) = number_at(i, seed);
  return made;
}
bool same_bytes(tensor<double, 1> const& a, tensor<double, 1> const& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), sizeof(double) * std::size_t(a.size())) == 0;
}

} // namespace

// Few elements that lie side by side are one row, which is run without a plan; a statement that is recorded has one.
TEST_CASE("any_expr: a short row has the bits of its plan") {
  for (index_t const n : {1, 2, 3, 4, 5, 8, 13, 31, 64, 127, 128, 129, 511, 513, 1000, 1023, 1024, 1025, 3000}) {
    CAPTURE(n);
    tensor<double, 1> const a = numbers_of(n, 0.1), b = numbers_of(n, 1.7), one = numbers_of(1, 0.9);
    tensor<double, 0> const scalar(0.3);
    any_expr<double> const x = a, y = b, o = one, s = scalar;
    any_expr<double> const forms[] = {x + y,
                                      x / y * s - o,
                                      sqrt(abs(x)) * 0.7 + y / o,
                                      (x - y) * (x + y) / 3.0,
                                      exp(x) * 2.0,
                                      x * 3.0 - x / 1.7,
                                      (s + o) * x - pow(abs(y), 1.5),
                                      any_expr<double>(x)};
    for (any_expr<double> const& e : forms) {
      tensor<double, 1> quick(n), planned(n);
      quick = e;
      plan_report const plan = explain([&] { planned = e; });
      CHECK(plan.loops == 1);
      CHECK(same_bytes(quick, planned));
    }
    tensor<double, 1> got(n);
    got = any_expr<double>((x + o) * s - y);
    bool right = true;
    for (index_t i = 0; i < n; ++i) {
      const double both = number_at(i, 0.1) + number_at(0, 0.9);
      right = right && std::abs(got(i) - (both * 0.3 - number_at(i, 1.7))) <= 1e-13;
    }
    CHECK(right);
  }
}

TEST_CASE("any_expr: a short target that the expression reads, in place, shifted, and as one element") {
  for (index_t const n : {1, 4, 30, 400})
    for (index_t const shift : {-2, -1, 0, 1, 2}) {
      CAPTURE(n);
      CAPTURE(shift);
      tensor<double, 1> room = numbers_of(n + 4, 0.2), other = numbers_of(n, 0.8);
      std::vector<double> const before(room.begin(), room.end());
      const auto old = [&](index_t i) { return before[std::size_t(i)]; };
      view<double, 1> const target = room(range(2, n + 2)), read = room(range(2 + shift, n + 2 + shift));
      any_expr<double> e = read + other;
      e = e * 2.0 - read;
      target(ellipsis) = e;
      bool right = true;
      for (index_t i = 0; i < n; ++i)
        right = right && std::abs(room(2 + i) - ((old(2 + i + shift) + other(i)) * 2 - old(2 + i + shift))) <= 1e-13;
      CHECK(right);
      CHECK((room(0) == old(0) && room(1) == old(1) && room(n + 2) == old(n + 2) && room(n + 3) == old(n + 3)));
      // One element of the target, which repeats.
      std::vector<double> const then(room.begin(), room.end());
      any_expr<double> one = room(range(2, 3)) + other;
      one = one + room(range(2, 3));
      target(ellipsis) = one;
      right = true;
      for (index_t i = 0; i < n; ++i)
        right = right && std::abs(room(2 + i) - (then[2] + other(i) + then[2])) <= 1e-13;
      CHECK(right);
    }
}

TEST_CASE("any_expr: short matrices in rows, transposed, with steps of both signs, and of two element types") {
  tensor<double, 2> a(3, 4), b(4, 3), got(3, 4);
  tensor<double, 3> slab(3, 1, 4);
  tensor<std::int32_t, 2> whole(3, 4);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 4; ++j)
      a(i, j) = double(i * 4 + j), b(j, i) = 100.0 * double(i + 1) + double(j), whole(i, j) = std::int32_t(i - j);
  any_expr<double> e = a + transpose(b);
  e = e * cast<double>(any_expr<std::int32_t>(whole)) - reverse(a, 1);
  got(ellipsis) = e;
  slab(all, 0, all) = e;
  tensor<bool, 2> mask(3, 4);
  mask(ellipsis) = any_expr<bool>(e > a);
  tensor<double, 2> turned(4, 3);
  transpose(turned)(ellipsis) = e;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 4; ++j) {
      const double at = double(i * 4 + j), mine = (at + 100.0 * double(i + 1) + double(j)) * double(i - j),
                   want = mine - double(i * 4 + 3 - j);
      CHECK(got(i, j) == want);
      CHECK(slab(i, 0, j) == want);
      CHECK(turned(j, i) == want);
      CHECK(mask(i, j) == (want > at));
    }
}

TEST_CASE("any_expr: one that is moved, copied and used again keeps what it is") {
  tensor<double, 1> x{1, 2, 3}, y{10, 20, 30}, out(3);
  any_expr<double> first = x + y, copied = first;
  any_expr<double> taken = std::move(first), longer = taken * 2.0;
  longer = std::move(longer) - copied;
  out = taken;
  CHECK(out == tensor<double, 1>{11, 22, 33});
  out = longer;
  CHECK(out == tensor<double, 1>{11, 22, 33});
  x(0) = 5; // borrowed
  for (int round = 0; round < 3; ++round) {
    out = copied;
    CHECK(out == tensor<double, 1>{15, 22, 33});
    out = copied * longer;
    CHECK(out == tensor<double, 1>{225, 484, 1089});
  }
  any_expr<> both = any_tensor(x) + y, more = std::move(both) * 3.0, again = more + more;
  both = more - more;
  CHECK(any_tensor(again) == any_tensor(tensor<double, 1>{90, 132, 198}));
  CHECK(any_tensor(both) == any_tensor(tensor<double, 1>{0, 0, 0}));
  any_tensor c(x);
  for (int k = 0; k < 40; ++k) // more parts than a thread keeps memory of
    c = ((c + 1.0) * 2.0 - c) * 1.0 + any_tensor(y) * 0.0;
  CHECK(c == any_tensor(tensor<double, 1>{85, 82, 83})); // each round adds 2
}

namespace {

std::atomic<int> right_at_end{0};
/// Evaluates an expression when its thread ends, after what the library keeps for the thread is gone.
struct evaluates_at_end {
  any_expr<double> e;
  explicit evaluates_at_end(any_expr<double> const& x) : e(x) {}
  evaluates_at_end(evaluates_at_end const&) = delete;
  evaluates_at_end& operator=(evaluates_at_end const&) = delete;
  ~evaluates_at_end() {
    tensor<double, 1> out(2);
    out = any_expr<double>(e * 2.0 - e + 1.0);
    right_at_end += out == tensor<double, 1>{4, 5} ? 1 : 0;
  }
};

} // namespace

TEST_CASE("any_expr: threads share expressions, end those that others have made, and evaluate some at their end") {
  const tensor<double, 1> x{3, 4}, y{1, 2};
  for (int round = 0; round < 20; ++round) {
    any_expr<double> product = x * y;
    product = product + x;
    std::vector<any_expr<double>> handed;
    for (int k = 0; k < 50; ++k)
      handed.push_back(any_expr<double>(x + double(k)) * product);
    std::vector<std::vector<any_expr<double>>> back(3);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 3; ++t)
      threads.emplace_back([&, mine = handed, t]() mutable {
        thread_local std::unique_ptr<evaluates_at_end> last;
        last = std::make_unique<evaluates_at_end>(x);
        tensor<double, 1> out(2);
        for (int k = 0; k < 50; ++k) {
          out = mine[std::size_t(k)];
          wrong += out(0) == (3.0 + k) * 6 && out(1) == (4.0 + k) * 12 ? 0 : 1;
          mine[std::size_t(k)] = mine[std::size_t(k)] - product; // the last owner of what this thread has not made
          back[t].push_back(any_expr<double>(y * 2.0) + product);
        }
      });
    handed.clear();
    for (std::thread& t : threads)
      t.join();
    for (auto const& made : back)
      for (any_expr<double> const& e : made) {
        tensor<double, 1> out(2);
        out = e;
        wrong += out == tensor<double, 1>{8, 16} ? 0 : 1;
      }
    CHECK(wrong == 0);
  }
  CHECK(right_at_end == 60);
}
