#include <eval/overlap_case.hpp>
#include <support/checked.hpp>

#include <weft/eval/threads.hpp>
#include <weft/weft.hpp>

#include <complex>
#include <stdexcept>

using namespace grid;
using weft::all, weft::end, weft::explain, weft::range, weft::shape, weft::tensor, weft::together;

/// An operation that counts its calls; weft takes it for one of its own, which may be computed once.
struct counted_double {
  static constexpr char const* name = "counted double";
  static constexpr int cost = 10;
  static inline index_t calls = 0;
  double operator()(double a) const {
    ++calls;
    return 2 * a;
  }
};
template <>
inline constexpr bool weft::detail::is_own_function<counted_double> = true;

// Several results of one loop. Expected values are computed by index loops, all right sides before the first one is
// stored.
namespace {

/// Two targets and two operands, windows into one memory.
struct four_views {
  pair_of_views first;
  place other;

  explicit four_views(dice& r) : first(r) {
    do
      other = r.below(3) == 0 ? related(r, first.target, pair_of_views::room)
                              : begin_at(make_place(r, first.target.extents, r.of(writable)), r.below(300));
    while (!lies_within(other, pair_of_views::room) || other.extents != first.target.extents || repeats(other));
  }

private:
  static bool repeats(place const& p) {
    for (std::size_t k = 0; k < p.extents.size(); ++k)
      if (p.extents[k] > 1 && p.strides[k] == 0)
        return true;
    return false;
  }
};

template <class T>
void check_pair(four_views const& v, tally& t) {
  std::vector<T> memory(oracle::at(pair_of_views::room));
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = static_cast<T>(1 + static_cast<int>((i * 37 + 11) % 101));
  auto const a = oracle::read(memory.data(), v.first.first), b = oracle::read(memory.data(), v.first.second),
             old = oracle::read(memory.data(), v.first.target);
  std::vector<T> expected = memory;
  auto const sums = oracle::map_to(v.other.extents, [](T x, T y, T z) { return T(x + 2 * y - z); }, old, a, b);
  auto const differences = oracle::map_to(v.other.extents, [](T x, T y) { return T(x - y); }, a, b);
  oracle::write(expected.data(), v.first.target, sums);
  oracle::write(expected.data(), v.other, differences);
  auto const p = borrowed(memory.data() + v.first.target.offset, v.first.target);
  auto const q = borrowed(memory.data() + v.other.offset, v.other);
  view<T const> const x = borrowed(memory.data() + v.first.first.offset, v.first.first),
                      y = borrowed(memory.data() + v.first.second.offset, v.first.second);
  support::counting_resource counter;
  weft::plan_report plan;
  {
    support::memory_scope const scope(counter);
    plan = explain([&] { together(p, q) = together(p + T(2) * x - y, x - y); });
  }
  INFO(oracle::text(v.first.target), ", ", oracle::text(v.other), " <- ", oracle::text(v.first.first), ", ",
       oracle::text(v.first.second));
  CHECK(oracle::difference(oracle::array<T>{{pair_of_views::room}, expected}, {{pair_of_views::room}, memory}) == "");
  CHECK(plan.loops == 1);
  CHECK(counter.allocations() == plan.temporaries);
  (plan.temporaries == 0 ? t.none : t.some)++;
}

double first_of(index_t i, index_t j) {
  return double((i * 31 + j * 7) % 19 - 9);
}
double second_of(index_t i, index_t j) {
  return double((i * 5 + j * 3) % 13 + 1);
}

template <class P, class Q, class A, class B>
void check_layouts(P&& p, Q&& q, A const& a, B const& b, index_t m, index_t n) {
  auto const u = a / b;
  weft::plan_report const plan = explain([&] { together(p, q) = together(u + b, u + 2 * a); });
  CHECK(plan.loops == (m * n == 0 ? 0 : 1));
  CHECK(plan.temporaries == 0);
  index_t wrong = 0;
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j) {
      double const x = first_of(i, j), y = second_of(i, j), w = x / y;
      wrong += !(p(i, j) == w + y && q(i, j) == float(w + 2 * x)); // a factor of 2 rounds nothing
    }
  CHECK(wrong == 0);
}

/// A quotient that counts its calls, in elements, where no loop takes several at a time.
struct counted {
  index_t* calls;
  std::pair<double, int> operator()(double a, double b) const {
    ++*calls;
    return {a - b, int(a) * 2};
  }
};
struct refuses_nines {
  double operator()(double a) const {
    if (a == 9)
      throw std::invalid_argument("nine");
    return a;
  }
};
struct length {
  double metres = 0;
  std::string unit;
  bool operator==(length const&) const = default;
};

} // namespace

TEST_CASE("together: 20 000 sets of views of one memory, run-time rank, as if all right sides were computed first") {
  dice r(11);
  tally ints, doubles;
  for (int n = 0; n < 10000; ++n) {
    four_views const v(r);
    check_pair<int>(v, ints);
    check_pair<double>(v, doubles);
  }
  for (tally const& t : {ints, doubles}) {
    CHECK(t.none > 100);
    CHECK(t.some > 100);
  }
}

TEST_CASE("together: targets and operands in any order, of other element types, with steps of both signs") {
  for (auto const& size : {std::pair<index_t, index_t>{1, 1}, {3, 5}, {0, 4}, {7, 300}, {60, 50}, {1, 3000}}) {
    index_t const m = size.first, n = size.second;
    CAPTURE(m);
    CAPTURE(n);
    tensor<double, 2> const a = weft::from_function(shape(m, n), first_of);
    tensor<double, 2> const b = weft::from_function(shape(m, n), second_of);
    tensor<double, 2> p(m, n);
    tensor<float, 2> q(m, n);
    check_layouts(p, q, a, b, m, n);
    check_layouts(p, q, weft::transpose(tensor<double, 2>(weft::transpose(a))), b, m, n);
    tensor<double, 2> wide(m, 2 * n + 1);
    tensor<float, 2> tall(n, m);
    check_layouts(weft::reverse(wide(all, range(1, 2 * n + 1, 2)), 1), q, a, b, m, n);
    check_layouts(wide(all, range(0, 2 * n, 2)), weft::transpose(tall), a, b, m, n);
    check_layouts(p, weft::reverse(weft::transpose(tall), 0), a, b, m, n);
    tensor<double, 2, weft::column_major> column(m, n);
    check_layouts(column, q, a, b, m, n);
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j)
        CHECK(wide(i, 2 * n) == 0);
  }
}

TEST_CASE("together: several threads") {
  index_t const n = 300000;
  tensor<double, 1> const a = weft::from_function(shape(n), [](index_t i) { return first_of(i, 1); });
  tensor<double, 1> const b = weft::from_function(shape(n), [](index_t i) { return second_of(i, 2); });
  for (int threads : {1, 3}) {
    weft::thread_scope const scope{threads};
    tensor<double, 1> p(n), q(n), r(2 * n);
    weft::plan_report const plan =
        explain([&] { together(p, r(range(0, 2 * n, 2)), q) = together(a + b, a - b, a * b); });
    CHECK(plan.threads == threads);
    CHECK(plan.loops == 1);
    CHECK(plan.bytes_written == 3 * 8 * n);
    REQUIRE(plan.loop_list[0].more_targets.size() == 2);
    CHECK(plan.loop_list[0].more_targets[0] == weft::operand_access::gathered);
    CHECK(plan.loop_list[0].more_targets[1] == weft::operand_access::direct);
    CHECK(to_string(plan).find("writes direct scattered direct, reads direct direct") != std::string::npos);
    index_t wrong = 0;
    for (index_t i = 0; i < n; ++i)
      wrong += !(p(i) == a(i) + b(i) && r(2 * i) == a(i) - b(i) && r(2 * i + 1) == 0 && q(i) == a(i) * b(i));
    CHECK(wrong == 0);
  }
}

TEST_CASE("together: exchange, shifts, both targets as operands") {
  tensor<double, 1> p = weft::arange(0.0, 2000.0), q = weft::arange(5000.0, 7000.0);
  CHECK(explain([&] { together(p, q) = together(q, p); }).temporaries == 0);
  for (index_t i = 0; i < 2000; ++i) {
    CHECK(p(i) == 5000.0 + double(i));
    CHECK(q(i) == double(i));
  }
  // p is read under a shift in the second right side.
  auto const late = range(1, end), early = range(0, end - 1);
  auto const plan = explain([&] { together(p(late), q(late)) = together(q(late), p(early)); });
  CHECK(plan.temporaries == 1);
  CHECK(plan.loops == 1);
  for (index_t i = 1; i < 2000; ++i) {
    CHECK(p(i) == double(i));
    CHECK(q(i) == 4999.0 + double(i));
  }
  // Targets in one memory: the later one wins.
  tensor<double, 1> r(100);
  together(r, r) = together(1.0, 2.0);
  CHECK(r == weft::full(shape(100), 2.0));
  together(r(range(0, 60)), r(range(40, 100))) = together(weft::full(shape(60), 3.0), weft::full(shape(60), 4.0));
  for (index_t i = 0; i < 100; ++i)
    CHECK(r(i) == (i < 40 ? 3.0 : 4.0));
}

TEST_CASE("together: few elements, which need no plan, of vectors anywhere in one memory") {
  dice r(12);
  for (int round = 0; round < 5000; ++round) {
    std::vector<double> memory(24), expected;
    for (std::size_t k = 0; k < memory.size(); ++k)
      memory[k] = double(k * k % 31);
    index_t const n = r.below(6), steps[] = {1, 1, 1, -1, 2};
    struct vector {
      index_t first, step;
    } at[4];
    for (vector& v : at) {
      v.step = steps[r.below(5)];
      v.first = v.step < 0 ? 5 + r.below(18) : r.below(12);
    }
    auto const part = [&](vector const& v) {
      return weft::borrow(memory.data() + v.first, weft::shape(n), weft::strides(v.step));
    };
    auto const element = [](auto& from, vector const& v, index_t i) -> auto& {
      return from[std::size_t(v.first + i * v.step)];
    };
    expected = memory;
    for (index_t i = 0; i < n; ++i)
      element(expected, at[0], i) = element(memory, at[2], i) + element(memory, at[3], i);
    for (index_t i = 0; i < n; ++i)
      element(expected, at[1], i) = element(memory, at[2], i) - element(memory, at[3], i);
    together(part(at[0]), part(at[1])) = together(part(at[2]) + part(at[3]), part(at[2]) - part(at[3]));
    CHECK(memory == expected);
  }
  tensor<float, 2> p(2, 3), q{{9, 9, 9}};
  tensor<double, 2> const a{{1, 2, 3}, {4, 5, 6}};
  together(p, q) = together(a * 2.0, a / 2.0);
  CHECK(p == tensor<float, 2>{{2, 4, 6}, {8, 10, 12}});
  CHECK(q == tensor<float, 2>{{0.5F, 1, 1.5F}, {2, 2.5F, 3}});
}

TEST_CASE("together: shapes") {
  tensor<double, 2> const a{{1, 2, 3}, {4, 5, 6}};
  tensor<double, 1> const row{10, 20, 30};
  tensor<double, 2> p, q(1, 1);
  together(p, q) = together(a + row, row); // they take the common shape
  CHECK(p == tensor<double, 2>{{11, 22, 33}, {14, 25, 36}});
  CHECK(q == tensor<double, 2>{{10, 20, 30}, {10, 20, 30}});
  together(p, q) = together(p(range(0, 1), all), q(range(0, 1), all)); // memory that goes is read before
  CHECK(p == tensor<double, 2>{{11, 22, 33}});
  CHECK(q == tensor<double, 2>{{10, 20, 30}});
  tensor<double, 2> fresh, big(2, 3);
  together(fresh, big(all, all)) = together(row, 7.0); // that of the view
  CHECK(fresh == tensor<double, 2>{{10, 20, 30}, {10, 20, 30}});
  CHECK(big == weft::full(shape(2, 3), 7.0));
  tensor<double, 1> x = weft::full(shape(3), 5.0), y = weft::full(shape(4), 6.0);
  CHECK_THROWS_AS(together(x(all), y(all)) = together(1.0, 2.0), weft::shape_error);
  CHECK_THROWS_AS(together(x(all), y(range(0, 3))) = together(row, weft::arange(0.0, 4.0)), weft::shape_error);
  CHECK_THROWS_AS(together(x(all), y(range(0, 3))) = together(weft::arange(0.0, 4.0), 1.0), weft::shape_error);
  CHECK(x == weft::full(shape(3), 5.0));
  CHECK(y == weft::full(shape(4), 6.0));
  tensor<double, 0> s, t;
  together(s, t) = together(tensor<double, 0>(3.0) + 1.0, 2);
  CHECK(s() == 4);
  CHECK(t() == 2);
  tensor<double, weft::fixed<3>> f, g;
  together(f, g) = together(row + 1, row * row);
  CHECK(f == tensor<double, 1>{11, 21, 31});
  CHECK(g == tensor<double, 1>{100, 400, 900});
  tensor<double, weft::runtime_rank> any, other;
  together(any, other) = together(a, a + a);
  CHECK(any == a);
  CHECK(other == tensor<double, 2>{{2, 4, 6}, {8, 10, 12}});
  tensor<double, weft::fixed<600>> large, moved = std::move(large);
  together(large, moved) = together(1.0, 2.0); // one has no memory
  CHECK(large == weft::full(shape(600), 1.0));
  CHECK(moved == weft::full(shape(600), 2.0));
}

TEST_CASE("together: element types") {
  tensor<std::complex<double>, 1> const z{{1, 2}, {3, -4}};
  tensor<int, 1> const n{7, -9};
  tensor<std::complex<float>, 1> w(2);
  tensor<std::uint8_t, 1> u(2);
  tensor<bool, 1> m(2);
  tensor<weft::float16, 1> h(2);
  together(w, u, m, h) = together(z * z, n + 300, n > 0, n / 2.0);
  CHECK(w == tensor<std::complex<float>, 1>{{-3, 4}, {-7, -24}});
  CHECK(u == tensor<std::uint8_t, 1>{51, 35});
  CHECK(m == tensor<bool, 1>{true, false});
  CHECK(float(h(0)) == 3.5F);
  CHECK(float(h(1)) == -4.5F);
  tensor<weft::float16, 1> const k = h;
  tensor<float, 1> f(2);
  together(h, f) = together(k + k, k * k);
  CHECK(float(h(0)) == 7.0F);
  CHECK(f == tensor<float, 1>{12.25F, 20.25F});
  tensor<length, 1> far(2), near_by(2);
  far(0) = {1, "m"};
  together(far, near_by) = together(near_by, far); // objects go by way of temporaries
  CHECK(near_by(0) == length{1, "m"});
  CHECK(far(0) == length{});
}

TEST_CASE("together: what is shared is computed once") {
  index_t const n = 1000;
  tensor<double, 1> const a = weft::from_function(shape(n), [](index_t i) { return first_of(i, 3); });
  tensor<double, 1> const b = weft::from_function(shape(n), [](index_t i) { return second_of(i, 5); });
  tensor<double, 1> p(n);
  tensor<int, 1> q(n);
  index_t calls = 0;
  together(p, q) = weft::map(counted{&calls}, a, b);
  CHECK(calls == n);
  index_t wrong = 0;
  for (index_t i = 0; i < n; ++i)
    wrong += !(p(i) == a(i) - b(i) && q(i) == int(a(i)) * 2);
  CHECK(wrong == 0);
  // Two right sides share the calls, and those of another shift are others.
  auto const doubled = weft::map(counted_double{}, a);
  counted_double::calls = 0;
  tensor<double, 1> sums(n), products(n);
  together(sums, products) = together(doubled + b, doubled * b - doubled);
  CHECK(counted_double::calls == n);
  index_t differ = 0;
  for (index_t i = 0; i < n; ++i)
    differ += !(sums(i) == 2 * a(i) + b(i) && products(i) == 2 * a(i) * b(i) - 2 * a(i));
  CHECK(differ == 0);
  counted_double::calls = 0;
  auto const low = range(0, n - 1), high = range(1, n);
  together(sums(low), products(low)) = together(doubled(low) + doubled(high), doubled(high) * doubled(low) + b(low));
  CHECK(counted_double::calls == 2 * (n - 1));
  differ = 0;
  for (index_t i = 0; i + 1 < n; ++i)
    differ += !(sums(i) == 2 * a(i) + 2 * a(i + 1) && products(i) == 4 * a(i + 1) * a(i) + b(i));
  CHECK(differ == 0);
}

TEST_CASE("together: a product that two right sides name runs once") {
  tensor<double, 2> const k = weft::from_function(shape(40, 40), first_of);
  tensor<double, 1> const x = weft::from_function(shape(40), [](index_t i) { return second_of(i, 0); });
  auto const y = weft::matmul(k, x);
  tensor<double, 1> s, t;
  weft::plan_report const plan = explain([&] { together(s, t) = together(y + x, y - x); });
  CHECK(plan.blas.size() == 1);
  CHECK(plan.loops == 1);
  for (index_t i = 0; i < 40; ++i) {
    double sum = 0;
    for (index_t j = 0; j < 40; ++j)
      sum += first_of(i, j) * x(j);
    CHECK(s(i) == sum + x(i));
    CHECK(t(i) == sum - x(i));
  }
}

TEST_CASE("together: shared quotients under shifts, of the same type and other operands") {
  index_t const n = 700;
  tensor<double, 1> const a = weft::from_function(shape(n), [](index_t i) { return first_of(i, 3); });
  tensor<double, 1> const b = weft::from_function(shape(n), [](index_t i) { return second_of(i, 5); });
  auto const u = a / b, v = b / a;
  auto const left = range(0, end - 2), right = range(2, end), in = range(1, end - 1);
  tensor<double, 1> p(n), q(n);
  together(p(in), q(in)) = together(u(right) + u(left) + v(right), u(left) + v(right) + u(in));
  index_t wrong = 0;
  for (index_t i = 1; i < n - 1; ++i) {
    double const l = a(i - 1) / b(i - 1), r = a(i + 1) / b(i + 1), w = b(i + 1) / a(i + 1), m = a(i) / b(i);
    wrong += !((p(i) == r + l + w || p(i) != p(i)) && (q(i) == l + w + m || q(i) != q(i)));
    wrong += (p(i) != p(i)) != (r + l + w != r + l + w);
  }
  CHECK(wrong == 0);
}

TEST_CASE("together: refusals come before the first write, and what is thrown arrives") {
  tensor<int, 1> p = weft::full(shape(5), 1), q = weft::full(shape(5), 2), d{1, 2, 0, 4, 5};
  if (support::checked) {
    CHECK_THROWS_AS(together(p, q) = together(p + 1, q / d), weft::error);
    CHECK(p == weft::full(shape(5), 1));
    CHECK(q == weft::full(shape(5), 2));
  }
  d(2) = 3;
  together(p, q) = together(p + 1, q * 12 / d);
  CHECK(p == weft::full(shape(5), 2));
  CHECK(q == tensor<int, 1>{24, 12, 8, 6, 4});
  tensor<double, 1> const a = weft::arange(0.0, 20.0);
  tensor<double, 1> x(20), y(20);
  CHECK_THROWS_AS(together(x, y) = together(a, weft::map(refuses_nines{}, a)), std::invalid_argument);
}
TEST_CASE("together: of one tensor twice the last result stays, whatever its shape was") {
  tensor<double, 1> const a{1, 2, 3}, b{4, 5, 6};
  tensor<double, 1> p(3), other;
  together(p, p) = together(a, b);
  CHECK(p == b);
  together(other, other) = together(a, b);
  CHECK(other == b);
}
