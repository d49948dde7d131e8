// The guide to a framework after PyTorch and mshadow, from top to bottom, in weft's words. The name of a test case
// begins with the rows that it holds: rows.md, which says where its upper level, Node, is tested.
#include "forms.hpp"

#include <support/checked.hpp>
#include <weft/dynamic/any_expr.hpp>
#include <weft/expr/expression.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

using namespace weft;
using namespace sources;
using oracle::list;

TEST_CASE_TEMPLATE("D01: address, offset, strides and shape are all there is to a view", T, of_shape<int>, of_rank<int>,
                   of_any_rank<int>) {
  auto t = cube<T>();
  const auto v = t(range(1, -1, -1), range(1, 3), range(0, 4, 2));
  const auto rebuilt = borrow(t.data() + 12 + 4, shape(2, 2, 2), strides(-12, 4, 2));
  const auto expected = [](list const& i) { return cell(1 - i[0], i[1] + 1, 2 * i[2]); };
  CHECK(difference(v, {2, 2, 2}, expected) == "");
  CHECK(difference(rebuilt, {2, 2, 2}, expected) == "");
  oracle::for_each({2, 2, 2}, [&](list const& i) { CHECK(&v[i] == &rebuilt[i]); });
}

TEST_CASE("D02 D06: shape and strides are arrays inside the object, of static and of run-time rank") {
  static_assert(sizeof(view<float, 3>) >= sizeof(float*) + 6 * sizeof(index_t));
  static_assert(std::is_trivially_copyable_v<decltype(tensor<float, 3>().shape())> &&
                std::is_trivially_copyable_v<decltype(tensor<float, 3>().strides())>);
  static_assert(sizeof(tensor<float>().shape()) >= max_rank * sizeof(index_t) &&
                std::is_trivially_destructible_v<decltype(tensor<float>().shape())>);
  constexpr auto s = shape(2, 3, 4);
  static_assert(s.rank() == 3 && s[0] == 2 && s[1] == 3 && s[2] == 4 && sizeof(s) == 3 * sizeof(index_t));
  static_assert(std::is_trivially_copyable_v<decltype(s)>);
  constexpr auto r = [] {
    auto changed = shape(2, 3, 4);
    changed.set(1, 7);
    return changed;
  }();
  static_assert(r == shape(2, 7, 4));
}

TEST_CASE_TEMPLATE("D03 D04 D05: the memory is shared, the views of it are not; nobody deletes it", T, of_rank<double>,
                   of_any_rank<double>) {
  support::counting_resource memory;
  {
    const support::memory_scope scope(memory);
    view<double> last;
    {
      auto t = cube<T>();
      const auto a = t.share();
      const auto b = a(1, ellipsis);
      const auto c = b(2, range(3, -1, -1));
      CHECK(a.data() == t.data());
      CHECK(b.data() - a.data() == 12);
      CHECK(c.data() - a.data() == 12 + 8 + 3);
      CHECK(static_cast<void const*>(&a) != static_cast<void const*>(&t));
      CHECK(memory.live_blocks() == 1);
      last.rebind(c);
    }
    CHECK(memory.live_blocks() == 1); // c's share is enough
    CHECK(difference(last, {4}, [](list const& i) { return double(cell(1, 2, 3 - i[0])); }) == "");
  }
  CHECK(memory.live_blocks() == 0);
  CHECK(memory.allocations() == 1);
  CHECK(memory.faults() == 0);
}

TEST_CASE("D05: memory that somebody else made goes back to him") {
  int freed = 0;
  {
    view<int> kept;
    {
      const auto whole = adopt(new int[6]{0, 1, 2, 3, 4, 5}, shape(2, 3), [&](int* p) {
        delete[] p;
        ++freed;
      });
      kept.rebind(whole(1, all));
    }
    CHECK(freed == 0);
    CHECK(difference(kept, {3}, [](list const& i) { return int(i[0] + 3); }) == "");
  }
  CHECK(freed == 1);
}

TEST_CASE_TEMPLATE("D07: the address of an element", T, of_shape<int>, of_rank<int>, of_any_rank<int>) {
  auto t = cube<T>();
  const view<int> views[] = {t, t(range(1, -1, -1), range(1, 3), range(3, -1, -3)), permute(t, 2, 0, 1), t(1, ellipsis),
                             reverse(transpose(t), 0)};
  for (const auto& v : views)
    oracle::for_each(extents_of(v), [&](list const& i) {
      index_t offset = 0;
      for (std::size_t k = 0; k < i.size(); ++k)
        offset += i[k] * v.stride(static_cast<int>(k));
      CHECK(&v[i] == v.data() + offset);
    });
}

TEST_CASE_TEMPLATE("D08 D09 D10 D13: ranges, indices and transposition move pointer, shape and strides, and no data", T,
                   of_shape<int>, of_rank<int>, of_any_rank<int>) {
  auto a = cube<T>();
  {
    const no_alloc_scope nothing;
    const auto some = a(all, range(1, 3), all); // half-open
    CHECK(some.data() == a.data() + 4);
    CHECK(some.shape() == shape(2, 2, 4));
    CHECK(strides_of(some) == strides_of(a));
    const auto one = a(all, 2, all);
    CHECK(one.data() == a.data() + 8);
    CHECK(one.shape() == shape(2, 4));
    CHECK(strides_of(one) == list{12, 1});
    const auto turned = transpose(a, 0, 2);
    CHECK(turned.data() == a.data());
    CHECK(turned.shape() == shape(4, 3, 2));
    CHECK(strides_of(turned) == list{1, 4, 12});
    const auto wide = broadcast_to(one(all, newaxis, all), shape(2, 3, 4));
    CHECK(wide.data() == one.data());
    CHECK(strides_of(wide) == list{12, 0, 1});
    CHECK(difference(some, {2, 2, 4}, [](list const& i) { return cell(i[0], i[1] + 1, i[2]); }) == "");
    CHECK(difference(one, {2, 4}, [](list const& i) { return cell(i[0], 2, i[1]); }) == "");
    CHECK(difference(turned, {4, 3, 2}, [](list const& i) { return cell(i[2], i[1], i[0]); }) == "");
    CHECK(difference(wide, {2, 3, 4}, [](list const& i) { return cell(i[0], 2, i[2]); }) == "");
    one = 0;
    some(all, 0, all) = -1;
    turned(3, 0, 1) = -2;
  }
  CHECK(difference(a, {2, 3, 4}, [](list const& i) {
          return i[1] == 2 ? 0 : i[1] == 1 ? -1 : i == list{1, 0, 3} ? -2 : cell(i[0], i[1], i[2]);
        }) == "");
}

TEST_CASE("D08 D09 D10: views of any_tensor") {
  const any_tensor a(cube<of_rank<int>>());
  const any_tensor some = a(all, range(1, 3), all), one = a(all, 2, all), turned = transpose(a, 0, 2);
  CHECK(difference(some.as<int>(), {2, 2, 4}, [](list const& i) { return cell(i[0], i[1] + 1, i[2]); }) == "");
  CHECK(difference(one.as<int>(), {2, 4}, [](list const& i) { return cell(i[0], 2, i[1]); }) == "");
  CHECK(difference(turned.as<int>(), {4, 3, 2}, [](list const& i) { return cell(i[2], i[1], i[0]); }) == "");
}

TEST_CASE("D11 D12: an axis of extent 1 is repeated: stride 0 inside, the operand stays what it was") {
  const auto expected = [](list const& i) { return double(cell(i[0], i[1], i[2]) + 1000 * (4 * i[0] + i[2])); };
  const auto check = [&](auto const& a, auto const& b) {
    CHECK(value_difference(a + b, {2, 3, 4}, expected) == "");
    CHECK(value_difference(b + a, {2, 3, 4}, expected) == "");
    CHECK(strides_of(b) == list{4, 4, 1}); // natural, also where the extent is 1
    CHECK(strides_of(broadcast_to(b, shape(2, 3, 4))) == list{4, 0, 1});
    CHECK((a + b).shape() == shape(2, 3, 4));
  };
  tensor<double, fixed<2, 1, 4>> b;
  write(b(ellipsis), [](list const& i) { return 1000.0 * double(4 * i[0] + i[2]); });
  check(cube<of_shape<double>>(), b);
  check(cube<of_rank<double>>(), tensor<double, 3>(b));
  check(cube<of_any_rank<double>>(), tensor<double>(b));
  const any_tensor c = any_tensor(cube<of_rank<double>>()) + any_tensor(b);
  CHECK(difference(c.as<double>(), {2, 3, 4}, expected) == "");
  const any_expr<double> e = any_expr<double>(cube<of_rank<double>>()) + any_expr<double>(b);
  CHECK(value_difference(e, {2, 3, 4}, expected) == "");
}

TEST_CASE_TEMPLATE("D14: an expression costs nothing until it is assigned; then one pass, and no temporary", T,
                   of_shape<double>, of_rank<double>, of_any_rank<double>) {
  const T a = cube<T>(), b(shape(2, 3, 4), 2.0), c(shape(2, 3, 4), 3.0), e(shape(2, 3, 4), 1.0);
  T d(shape(2, 3, 4));
  int calls = 0;
  CHECK(allocations_of([&] {
          const auto counted = [&calls](double x) {
            ++calls;
            return x;
          };
          const auto lazy = map(counted, a) * b + c * 2.0 - e;
          CHECK(calls == 0);
          d = lazy;
          CHECK(calls == 24);
          const plan_report plan = explain(d, a * b + c * 2.0 - e);
          CHECK(plan.loops == 1);
          CHECK(plan.temporaries == 0);
        }) == 0);
  CHECK(difference(d, {2, 3, 4}, [](list const& i) { return double(2 * cell(i[0], i[1], i[2]) + 5); }) == "");
}

namespace {

/// A node of the user's own, with an operand: each element beside the one that mirrors it along the first axis.
template <class E>
struct mirrored : expression<mirrored<E>> {
  using value_type = typename E::value_type;
  using extents_type = typename E::extents_type;
  view<const value_type> of;
  explicit mirrored(E const& e) : of(e) {}
  extents_type extents() const {
    if constexpr (extents_type::static_rank < 0)
      return of.shape();
    else
      return extents_of_type(std::make_integer_sequence<int, extents_type::static_rank>{});
  }
  value_type element(index_t const* i) const {
    list other(i, i + of.rank());
    const value_type here = of[other];
    other[0] = of.extent(0) - 1 - i[0];
    return here - of[other];
  }
  template <class R>
  void reads(R const& r) const {
    r(of);
  }

private:
  template <int... K>
  extents_type extents_of_type(std::integer_sequence<int, K...>) const {
    extents_type out{};
    (out.set(K, of.extent(K)), ...);
    return out;
  }
};
/// Without operands: the elements of a formula.
struct hilbert : expression<hilbert> {
  using value_type = double;
  using extents_type = dims<2>;
  index_t n;
  explicit hilbert(index_t size) : n(size) {}
  extents_type extents() const { return weft::shape(n, n); }
  double element(index_t const* i) const { return 1.0 / double(i[0] + i[1] + 1); }
};

} // namespace

TEST_CASE_TEMPLATE("D15: a node of one's own joins expressions, with operands or without", T, of_shape<double>,
                   of_rank<double>, of_any_rank<double>) {
  auto t = cube<T>();
  const mirrored<T> m(t);
  CHECK(m.shape() == shape(2, 3, 4));
  const auto value = [](list const& i) { return i[0] == 0 ? -100.0 : 100.0; };
  CHECK(value_difference(m, {2, 3, 4}, value) == "");
  CHECK(value_difference(2.0 * m + t, {2, 3, 4},
                         [&](list const& i) { return 2 * value(i) + cell(i[0], i[1], i[2]); }) == "");
  CHECK(value_difference(transpose(m), {4, 3, 2}, [](list const& i) { return i[2] == 0 ? -100.0 : 100.0; }) == "");
  CHECK(sum(m(0, ellipsis)) == -1200);
  t = m;
  CHECK(difference(t, {2, 3, 4}, value) == "");
}

TEST_CASE("D15: one that reads its target says so, and gets what was there before") {
  const index_t n = 10007;
  tensor<double, 1> t(n);
  write(t(ellipsis), [](list const& i) { return double(i[0]); });
  t = 2.0 * mirrored(t);
  CHECK(difference(t, {n}, [](list const& i) { return 2.0 * double(2 * i[0] - n + 1); }) == "");
}

TEST_CASE("D15: it is an operand of products, of any_expr, and evaluated as others are") {
  const hilbert h(3);
  const auto entry = [](index_t i, index_t j) { return 1.0 / double(i + j + 1); };
  CHECK(value_difference(h, {3, 3}, [&](list const& i) { return entry(i[0], i[1]); }) == "");
  const any_expr<double> e = h;
  CHECK(value_difference(e - 1.0, {3, 3}, [&](list const& i) { return entry(i[0], i[1]) - 1; }) == "");
  tensor<double, 2> swap(3, 3);
  swap(0, 1) = swap(1, 0) = swap(2, 2) = 1;
  CHECK(value_difference(matmul(swap, h), {3, 3},
                         [&](list const& i) { return entry(i[0] == 2 ? 2 : 1 - i[0], i[1]); }) == "");
  static_assert(std::is_same_v<decltype(eval(h)), tensor<double, 2>>);
}

namespace {

/// The user's operation of the tutorial.
struct maxi {
  float operator()(float a, float b) const { return a > b ? a : b; }
};

} // namespace

TEST_CASE_TEMPLATE("D16: an operation of one's own", T, of_shape<float>, of_rank<float>, of_any_rank<float>) {
  const T a = cube<T>(), b(shape(2, 3, 4), 10.0F);
  T c(shape(2, 3, 4));
  c = map(maxi{}, a, b * b);
  CHECK(difference(c, {2, 3, 4}, [](list const& i) { return float(std::max(cell(i[0], i[1], i[2]), 100)); }) == "");
  CHECK(explain(c, map(maxi{}, a, b * b)).loops == 1);
  CHECK(explain(c, map(maxi{}, a, b * b)).temporaries == 0);
}

TEST_CASE_TEMPLATE("D17: a product with a transposed operand is lazy, one call, and copies nothing", T,
                   tensor<double, 2>, tensor<double>) {
  const index_t n = 60, m = 50, l = 40;
  T a(shape(n, m)), b(shape(l, n)), c(shape(l, m));
  write(b(ellipsis), [](list const& i) { return double(i[0] - i[1] % 7); });
  write(c(ellipsis), [](list const& i) { return double(i[0] % 5 + i[1]); });
  const auto lazy = matmul(transpose(b), c);
  CHECK(lazy.shape() == shape(n, m));
  const plan_report plan = explain(a, lazy);
  CHECK(plan.blas.size() == 1);
  CHECK(plan.temporaries == 0);
  a = lazy;
  CHECK(difference(a, {n, m}, [&](list const& i) {
          double total = 0;
          for (index_t k = 0; k < l; ++k)
            total += double(k - i[0] % 7) * double(k % 5 + i[1]);
          return total;
        }) == "");
}

TEST_CASE(
    "D18: a shape that does not fit is refused where the expression is built, at run time if the types cannot tell") {
  const tensor<double, 2> a(2, 3), b(2, 4);
  CHECK_THROWS_AS(a + b, shape_error);
  CHECK_THROWS_AS(tensor<double>(a) + b, shape_error);
  CHECK_THROWS_AS(any_tensor(a) + any_tensor(b), shape_error);
  CHECK_THROWS_AS(any_expr<double>(a) + any_expr<double>(b), shape_error);
  view<double, 2> const v = tensor<double, 2>(shape(2, 3), 1.0)(ellipsis);
  CHECK_THROWS_AS(v = b, shape_error);
  CHECK(difference(v, {2, 3}, [](list const&) { return 1.0; }) == ""); // nothing has changed
}

TEST_CASE_TEMPLATE("D19: one expression, bound by its type and bound at run time", T, of_shape<double>, of_rank<double>,
                   of_any_rank<double>) {
  const T x = cube<T>(), y(shape(2, 3, 4), 3.0);
  const auto by_type = (x * y + 2.0 * x - y / (x + 1.0))(all, range(2, -1, -1), all);
  const any_expr<double> first = x, second = y, product = first * second, twice = 2.0 * first, below = first + 1.0,
                         quotient = second / below, all_of = product + twice - quotient;
  const any_expr<double> at_run_time = all_of(all, range(2, -1, -1), all), whole = by_type;
  const auto near = [](auto const& e) {
    const tensor<double, 3> got = e;
    CHECK(got.shape() == shape(2, 3, 4));
    oracle::for_each({2, 3, 4}, [&](list const& i) {
      const double value = cell(i[0], 2 - i[1], i[2]), wanted = value * 3 + 2 * value - 3 / (value + 1);
      CHECK(std::abs(got[i] - wanted) <= 1e-15 * (5 * value + 3)); // four roundings of what is added up
    });
  };
  near(by_type);
  near(at_run_time);
  near(whole);
  const any_tensor a(x), b(y);
  const any_tensor by_table = (a * b + 2.0 * a - b / (a + 1.0))(all, range(2, -1, -1), all);
  near(by_table.as<double>());
}

TEST_CASE("D19: built in a loop, through an interface without templates") {
  const tensor<double, 1> x{1, 2, 3};
  const auto power = [](any_expr<double> const& of, int n) {
    any_expr<double> e = of;
    for (int k = 1; k < n; ++k)
      e = e * of;
    return e;
  };
  CHECK(value_difference(power(x, 3) + power(x, 1), {3},
                         [](list const& i) { return double((i[0] + 1) * (i[0] + 1) * (i[0] + 1) + i[0] + 1); }) == "");
}

namespace {

/// A number that counts how often two of them are multiplied.
struct counted {
  static inline int products = 0;
  double value = 0;
  counted() = default;
  counted(double v) : value(v) {}
  friend counted operator+(counted a, counted b) { return a.value + b.value; }
  friend counted operator*(counted a, counted b) {
    ++products;
    return a.value * b.value;
  }
  counted& operator+=(counted b) { return *this = *this + b; }
  friend bool operator==(counted, counted) = default;
};

} // namespace

TEST_CASE_TEMPLATE("D20: a product inside an expression is computed once, not for each element that reads it", T,
                   tensor<counted, 2>, tensor<counted>) {
  const index_t rows = 16, columns = 32, inner = 5; // whole tiles of the kernel, which multiplies zeros at its margins
  T a(shape(rows, inner)), b(shape(inner, columns)), r(shape(rows, columns));
  const T c(shape(rows, columns), counted(-3));
  write(a(ellipsis), [](list const& i) { return counted(double(i[0] - i[1])); });
  write(b(ellipsis), [](list const& i) { return counted(double(i[0] + 2 * i[1])); });
  const auto positive = [](counted x) { return x.value > 0 ? x : counted(0); };
  const auto product = matmul(a, b);
  counted::products = 0;
  r = map(positive, product + c) + product;
  CHECK(counted::products == rows * columns * inner);
  CHECK(difference(r, {rows, columns}, [&](list const& i) {
          double total = 0;
          for (index_t k = 0; k < inner; ++k)
            total += double(i[0] - k) * double(k + 2 * i[1]);
          return counted(std::max(total - 3, 0.0) + total);
        }) == "");
}

TEST_CASE_TEMPLATE("D20: relu of a product and a bias is one product", T, tensor<double, 2>, tensor<double>) {
  T a(shape(3, 4)), b(shape(4, 5)), c(shape(1, 5), -3.0), r(shape(3, 5));
  write(a(ellipsis), [](list const& i) { return double(i[0] - i[1]); });
  write(b(ellipsis), [](list const& i) { return double(i[0] + 2 * i[1]); });
  CHECK(explain(r, relu(matmul(a, b) + c)).blas.size() == 1);
  r = relu(matmul(a, b) + c);
  const auto expected = [](list const& i) {
    double total = 0;
    for (index_t k = 0; k < 4; ++k)
      total += double(i[0] - k) * double(k + 2 * i[1]);
    return std::max(total - 3, 0.0);
  };
  CHECK(difference(r, {3, 5}, expected) == "");
  const any_tensor by_table = relu(matmul(any_tensor(a), any_tensor(b)) + any_tensor(c));
  CHECK(difference(by_table.as<double>(), {3, 5}, expected) == "");
}

TEST_CASE("D23: a tensor knows no graph") {
  const auto knows = [](auto const& x) {
    return requires { x.backward(); } || requires { x.grad(); } || requires { x.gradient(); };
  };
  const tensor<double, 2> t(2, 2);
  CHECK(!knows(t));
  CHECK(!knows(tensor<double>(t)));
  CHECK(!knows(tensor<double, fixed<2, 2>>(t)));
  CHECK(!knows(any_tensor(t)));
  CHECK(!knows(t + t));
  CHECK(!knows(matmul(t, t)));
}
