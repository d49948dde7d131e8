// Chains of arithmetic (src/dynamic/program/chain.hpp): each operation is rounded by itself, whatever is chained.
#include <weft/dynamic/any_expr.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using namespace weft;

namespace {

/// A matrix of values with all bits, and their product or sum, one operation at a time.
template <class T>
struct value {
  any_expr<T> expression;
  std::vector<T> elements;
};
template <class T>
T apply(int operation, T a, T b) {
  volatile T result = operation == 0 ? a + b : operation == 1 ? a - b : operation == 2 ? a * b : a / b;
  return result;
}
template <class T>
value<T> combined(int operation, value<T> const& a, value<T> const& b) {
  value<T> made = a;
  made.expression = operation == 0   ? any_expr<T>(a.expression + b.expression)
                    : operation == 1 ? any_expr<T>(a.expression - b.expression)
                    : operation == 2 ? any_expr<T>(a.expression * b.expression)
                                     : any_expr<T>(a.expression / b.expression);
  for (std::size_t k = 0; k < made.elements.size(); ++k)
    made.elements[k] = apply(operation, a.elements[k], b.elements[k]);
  return made;
}

/// Operands of a matrix of some rows and columns: contiguous, along other axes, with gaps, reversed, repeated, numbers.
template <class T>
class operands {
public:
  operands(index_t rows, index_t columns, unsigned seed) : rows_(rows), columns_(columns), draw_(seed) {
    fill(plain_ = tensor<T, 2>(rows, columns)), fill(turned_ = tensor<T, 2>(columns, rows));
    fill(wide_ = tensor<T, 2>(rows, 2 * columns)), fill(row_ = tensor<T, 2>(1, columns));
    fill(column_ = tensor<T, 2>(rows, 1));
  }
  value<T> random() {
    switch (draw_() % 6) {
    case 0:
      return of(transpose(turned_));
    case 1:
      return of(wide_(all, range(0, 2 * columns_, 2)));
    case 2:
      return of(reverse(wide_, 1)(all, range(columns_, 2 * columns_)));
    case 3:
      return of(broadcast_to(draw_() % 2 == 0 ? row_ : column_, shape(rows_, columns_)));
    case 4: {
      const T x = draw_() % 4 == 0 ? T(-0.0) : next();
      return {any_expr<T>(x), std::vector<T>(std::size_t(rows_ * columns_), x)};
    }
    default:
      return of(plain_);
    }
  }
  value<T> tree(int operations) {
    if (operations == 0)
      return random();
    const int left = int(draw_() % unsigned(operations));
    const auto a = tree(left), b = tree(operations - 1 - left);
    return combined(int(draw_() % 4), a, b);
  }
  T next() { return T(double(draw_()) / 4294967296.0 * (draw_() % 2 == 0 ? 3 : -3) + 0.0001); }

private:
  void fill(tensor<T, 2>& a) {
    for (index_t k = 0; k < a.size(); ++k)
      a.data()[k] = next();
  }
  template <class V>
  value<T> of(V const& view) {
    value<T> made{any_expr<T>(view), {}};
    for (index_t i = 0; i < rows_; ++i)
      for (index_t j = 0; j < columns_; ++j)
        made.elements.push_back(view(i, j));
    return made;
  }

  index_t rows_, columns_;
  std::mt19937 draw_;
  tensor<T, 2> plain_, turned_, wide_, row_, column_;
};

template <class T>
void check_trees() {
  const index_t columns[] = {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 48, 63, 64, 65, 100, 127, 128, 129, 200, 600, 1100};
  unsigned seed = 1;
  for (const index_t n : columns)
    for (int operations = 1; operations <= 20; ++operations) {
      const index_t rows = 1 + index_t(seed % 3);
      operands<T> all_operands(rows, n, seed++);
      const value<T> made = all_operands.tree(operations);
      tensor<T, 2> target(shape(rows + 2, n + 2), T(7));
      target(range(1, rows + 1), range(1, n + 1)) = made.expression;
      tensor<T, 2> whole(rows, n);
      whole(all, all) = made.expression;
      bool same = std::memcmp(whole.data(), made.elements.data(), sizeof(T) * made.elements.size()) == 0;
      for (index_t i = 0; i < rows + 2; ++i)
        for (index_t j = 0; j < n + 2; ++j) {
          const bool inside = i > 0 && i <= rows && j > 0 && j <= n;
          const T expected = inside ? made.elements[std::size_t((i - 1) * n + j - 1)] : T(7);
          same = same && std::memcmp(&target(i, j), &expected, sizeof(T)) == 0;
        }
      CAPTURE(n);
      CAPTURE(operations);
      REQUIRE(same);
    }
}

} // namespace

TEST_CASE("chain: values are those of one operation after the other, to the bit") {
  check_trees<double>();
  check_trees<float>();
}

TEST_CASE("chain: the target among the operands") {
  for (const index_t n : {3, 64, 200}) {
    tensor<double, 1> a(n), b(n), d(n);
    for (index_t i = 0; i < n; ++i)
      a(i) = 1 + double(i % 7), b(i) = 2 - double(i % 5), d(i) = double(i);
    const any_tensor x(a), y(b);
    any_tensor z(d);
    z = x * y - z / (x + 1.0) + z;
    for (index_t i = 0; i < n; ++i)
      REQUIRE(z.as<double, 1>()(i) == apply(0, a(i) * b(i) - double(i) / (a(i) + 1.0), double(i)));
  }
}

// The last elements of a row may be computed together with some before them, but not where those are written already.
TEST_CASE("chain: the target shares memory with operands, shifted") {
  for (const index_t n : {50, 97, 200, 5000, 20000})
    for (const index_t by : {-100, -49, -48, -7, -1, 1, 7, 48, 49, 100}) {
      const index_t room = by < 0 ? -by : by, from = by < 0 ? room : 0;
      tensor<double, 1> a(n), z(n + room);
      for (index_t i = 0; i < n + room; ++i)
        z(i) = 1 + double(i % 11) / 8;
      for (index_t i = 0; i < n; ++i)
        a(i) = 2 - double(i % 5) / 4;
      const tensor<double, 1> before = z;
      const any_tensor x(a);
      any_tensor target(z);
      target(range(from, from + n)) = target(range(from + by, from + by + n)) * x + x - 0.5;
      bool same = true;
      for (index_t i = 0; i < n + room; ++i) {
        const bool inside = i >= from && i < from + n;
        const double wanted = inside ? before(i + by) * a(i - from) + a(i - from) - 0.5 : before(i); // exact
        same = same && target.as<double, 1>()(i) == wanted;
      }
      CAPTURE(n);
      CAPTURE(by);
      CHECK(same);
    }
}

TEST_CASE("chain: rows that take no plan, and longer ones") {
  for (const index_t n : {1023, 1024, 1025, 4097, 16383, 16384, 16385}) {
    tensor<float, 1> a(n), b(n);
    for (index_t i = 0; i < n; ++i)
      a(i) = 1 + float(i % 7) / 8, b(i) = 2 - float(i % 5) / 4;
    const any_tensor x(a), y(b);
    any_tensor z = x * y + x - y, w = sqrt(z * z) + y * 3.0;
    bool same = true;
    for (index_t i = 0; i < n; ++i) {
      const float value = a(i) * b(i) + a(i) - b(i); // exact
      same = same && z.as<float, 1>()(i) == value && w.as<float, 1>()(i) == std::fabs(value) + b(i) * 3;
    }
    CAPTURE(n);
    CHECK(same);
  }
}

TEST_CASE("chain: explain says what is one pass") {
  const tensor<double, 1> a(100), b(100), c(100);
  tensor<double, 1> d(100);
  const any_expr<double> x = a, y = b, z = c, product = x * y, twice = z * 2.0, total = product + twice;
  // Alone it is the kernel of the loop, which reads an operand once, though the expression has it twice.
  const any_expr<double> alone = total - x;
  const plan_report one = explain(d, alone);
  CHECK(one.programs.empty());
  CHECK(one.loops == 1);
  CHECK(one.flops == 400);
  CHECK(one.loop_list[0].operands.size() == 4); // a, b, c and the constant
  const any_expr<double> root = sqrt(alone), more = root + x, e = more * more;
  CHECK(explain(d, e).programs[0] ==
        "program of 4 step(s), 2 register(s) of 512: r0 = operator-(operator+(operator*(x1, x2), operator*(x3, c0)), x1); "
        "r1 = sqrt(r0); r0 = operator+(r1, x1); target = operator*(r0, r0)");
  // A value more than there are registers is a step of its own.
  const any_expr<double> xy = x * y, zx = z * x, yy = y * y, xx = x * x, p = xy + zx, q = yy + xx, difference = p - q;
  CHECK(explain(d, difference).programs[0] ==
        "program of 2 step(s), 1 register(s) of 1024: r0 = operator+(operator*(x2, x2), operator*(x1, x1)); "
        "target = operator-(operator+(operator*(x1, x2), operator*(x3, x1)), r0)");
}
