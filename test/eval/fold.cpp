#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <stdexcept>

#include <doctest/doctest.h>

using namespace weft;

// A reducer of this test's own shows what a fold does: which values it sees, and how often.
namespace {

struct seen {
  long values;
  double sum;
};
struct counting {
  [[maybe_unused]] static constexpr char const* name = "counting";
  static constexpr bool has_identity = true;
  using accumulator = seen;
  [[gnu::always_inline]] seen start() const { return {0, 0}; }
  [[gnu::always_inline]] void add(seen& a, double x) const { a = {a.values + 1, a.sum + x}; }
  [[gnu::always_inline]] void merge(seen& a, seen const& b) const { a = {a.values + b.values, a.sum + b.sum}; }
  [[gnu::always_inline]] double finish(seen const& a, index_t count) const {
    return a.values == long(count) ? a.sum : -1e300;
  }
};

template <class X>
double fold_with_counting(X const& x) {
  detail::session s;
  return detail::fold_all<double>(counting{}, detail::capture(x), s);
}

double triangle(index_t n) { return double(n) * double(n - 1) / 2; }

} // namespace

TEST_CASE("a fold sees each element once") {
  for (index_t n : {0, 1, 31, 32, 33, 64, 1000, 1024, 1025, 5000, 70000, 70001, 140000}) {
    CAPTURE(n);
    tensor<double, 1> a(n);
    for (index_t i = 0; i < n; ++i)
      a(i) = double(i);
    CHECK(fold_with_counting(a) == triangle(n));
    CHECK(fold_with_counting(reverse(a, 0)) == triangle(n));
    CHECK(fold_with_counting(a + 1.0) == triangle(n + 1));
  }
  for (index_t n : {1, 2, 3, 33, 65, 513})
    for (index_t m : {1, 2, 31, 65, 1025}) {
      tensor<double, 2> a(n, m);
      index_t i = 0;
      for (auto& v : a)
        v = double(i++);
      CHECK(fold_with_counting(a) == triangle(n * m));
      CHECK(fold_with_counting(transpose(a)) == triangle(n * m));
      CHECK(fold_with_counting(a + transpose(eval(transpose(a)))) == 2 * triangle(n * m));
    }
}

TEST_CASE("deferred operands are evaluated once") {
  tensor<double, 2> a(20, 30);
  int calls = 0;
  const auto counted = map(
      [&calls](double x) {
        ++calls;
        return x + 1;
      },
      a);
  tensor<double, 2> out = a - max(counted, 1, keep_dims);
  CHECK(calls == 600);
  CHECK(out(3, 4) == -1.0);
  const auto top = max(counted, 1, keep_dims);
  calls = 0;
  out = top + top;
  CHECK(calls == 600);
}

TEST_CASE("what a callable throws reaches the caller") {
  tensor<double, 2> a(70, 90);
  for (auto [i, j] : {std::pair<index_t, index_t>{0, 0}, {69, 89}, {33, 64}}) {
    a = 0.0;
    a(i, j) = 1;
    const auto risky = map(
        [](double x) {
          if (x > 0)
            throw std::domain_error("one");
          return x;
        },
        a);
    CHECK_THROWS_AS(sum(risky), std::domain_error);
    CHECK_THROWS_AS(eval(sum(risky, 0)), std::domain_error);
    CHECK_THROWS_AS(eval(sum(risky, 1)), std::domain_error);
  }
}

TEST_CASE("fold: columns of rows that lie apart, which are not to be taken for one long row") {
  for (index_t rows : {1, 5, 40, 130, 600})
    for (index_t columns : {1, 2, 3, 8, 31, 32, 33})
      for (index_t gap : {0, 1, 5}) {
        weft::tensor<double, 2> whole(rows, columns + gap);
        index_t n = 0;
        for (auto& x : whole)
          x = static_cast<double>(n++ * 7919 % 1009);
        const weft::tensor<double, 1> sums = weft::sum(whole(weft::all, weft::range(0, columns)), 0);
        int wrong = 0;
        for (index_t j = 0; j < columns; ++j) {
          double expected = 0; // whole numbers: exact in any order
          for (index_t i = 0; i < rows; ++i)
            expected += whole(i, j);
          wrong += sums(j) != expected;
        }
        CAPTURE(rows);
        CAPTURE(columns);
        CAPTURE(gap);
        CHECK(wrong == 0);
      }
}
