#include <weft/linalg/decomposition.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <doctest/doctest.h>

using namespace weft;
using namespace weft::detail;

namespace {

template <class M, class V, class N>
struct three_results {
  M turned;
  V sums;
  N count;
};

/// A decomposition of this file alone: the transposed matrix, the sums of its rows, and `more` than it has columns.
template <bool InOrder>
struct toy_parts : decomposition {
  static constexpr char const* name = "linalg::toy";
  static constexpr bool in_order = InOrder;
  static constexpr index_t small_most = 3;
  template <class T>
  using results = result_table<result_form<T, InOrder, result_axis::columns, result_axis::rows>,
                               vector_form<T, result_axis::rows>, scalar_form<index_t>>;
  index_t more = 0;

  template <int M, int N, class T>
  static constexpr bool small_form(T const* a, T* turned, T* sums, index_t* count) {
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        turned[j * M + i] = a[i * N + j];
        sums[i] += a[i * N + j];
      }
    *count = -1;
    return a[0] >= 0;
  }
  void compute(decomposition_job const& job) const {
    CHECK(job.type == dtype::float64);
    CHECK(job.a_by_rows == (InOrder && job.by_rows));
    for (index_t k = 0; k < job.count; ++k)
      for (index_t i = 0; i < job.m; ++i) {
        double* const sum = static_cast<double*>(job.to[1]) + k * job.m + i;
        *sum = 0;
        for (index_t j = 0; j < job.n; ++j) {
          const index_t at = k * job.m * job.n;
          const double x = static_cast<double*>(job.a)[at + (job.a_by_rows ? i * job.n + j : j * job.m + i)];
          static_cast<double*>(job.to[0])[at + (job.a_by_rows ? j * job.m + i : i * job.n + j)] = x;
          *sum += x;
        }
        static_cast<index_t*>(job.to[2])[k] = job.n + more;
      }
  }
  template <class M, class V, class N>
  static constexpr auto make(M&& turned, V&& sums, N&& count) {
    return three_results<std::remove_cvref_t<M>, std::remove_cvref_t<V>, std::remove_cvref_t<N>>{
        static_cast<M&&>(turned), static_cast<V&&>(sums), static_cast<N&&>(count)};
  }
};

template <class Order>
tensor<double, 3, Order> some_batch() {
  tensor<double, 3, Order> a(2, 3, 4);
  for (index_t k = 0; k < 2; ++k)
    for (index_t i = 0; i < 3; ++i)
      for (index_t j = 0; j < 4; ++j)
        a(k, i, j) = double(100 * k + 10 * i + j);
  return a;
}

template <class D, class A>
void check_batch(D const& d, A const& a) {
  const auto of = decompose(d, a);
  REQUIRE(of.turned.shape() == shape(2, 4, 3));
  REQUIRE(of.sums.shape() == shape(2, 3));
  REQUIRE(of.count.shape() == shape(2));
  for (index_t k = 0; k < 2; ++k) {
    CHECK(of.count(k) == 4 + d.more);
    for (index_t i = 0; i < 3; ++i) {
      double sum = 0;
      for (index_t j = 0; j < 4; ++j) {
        CHECK(of.turned(k, j, i) == a(k, i, j));
        sum += a(k, i, j);
      }
      CHECK(of.sums(k, i) == sum);
    }
  }
}

} // namespace

TEST_CASE("a decomposition is its description: batches of both orders, strides of both signs, run-time ranks") {
  const auto rows = some_batch<row_major>();
  const auto columns = some_batch<column_major>();
  const toy_parts<true> in_order{{}, 7};
  const toy_parts<false> by_columns{{}, 0};
  check_batch(in_order, rows);
  check_batch(by_columns, rows);
  check_batch(in_order, columns);
  check_batch(by_columns, columns);
  check_batch(in_order, reverse(rows, 2));
  check_batch(by_columns, reverse(reverse(rows, 1), 0));
  static_assert(std::same_as<decltype(decompose(in_order, columns).turned), tensor<double, 3, column_major>>);
  check_batch(in_order, tensor<double>(rows));
}

TEST_CASE("a decomposition is its description: one matrix gives numbers, and small ones take their own form") {
  const auto of = decompose(toy_parts<false>{{}, 1}, tensor<double, 2>{{1, 2}, {3, 4}});
  static_assert(std::same_as<decltype(of.count), index_t>);
  CHECK(of.turned == tensor<double, 2>{{1, 3}, {2, 4}});
  CHECK(of.sums == tensor<double, 1>{3, 7});
  CHECK(of.count == 3);

  tensor<double, fixed<2, 3>> a{{1, 2, 3}, {4, 5, 6}};
  // Not square, and any_shape is not set: the compiled part.
  CHECK(decompose(toy_parts<true>{}, a).count == 3);
  static_assert(std::same_as<decltype(decompose(toy_parts<true>{}, a).turned), tensor<double, fixed<3, 2>>>);
  tensor<double, fixed<2, 2>> square{{1, 2}, {3, 4}};
  const auto small = decompose(toy_parts<true>{}, square);
  CHECK(small.count == -1);
  CHECK(small.turned == tensor<double, fixed<2, 2>>{{1, 3}, {2, 4}});
  CHECK(small.sums == tensor<double, fixed<2>>{3, 7});
  square(0, 0) = -1; // for which the small form has no answer
  const auto asked = decompose(toy_parts<true>{{}, 5}, square);
  CHECK(asked.count == 7);
  CHECK(asked.turned == tensor<double, fixed<2, 2>>{{-1, 3}, {2, 4}});
  CHECK(asked.sums == tensor<double, fixed<2>>{1, 7});
}

TEST_CASE("a decomposition is its description: no matrices, and matrices without elements") {
  const auto none = decompose(toy_parts<true>{}, tensor<double, 3>(0, 3, 4));
  CHECK(none.turned.shape() == shape(0, 4, 3));
  CHECK(none.sums.shape() == shape(0, 3));
  CHECK(none.count.size() == 0);
  const auto empty = decompose(toy_parts<false>{}, tensor<double, 2>(3, 0));
  CHECK(empty.turned.shape() == shape(0, 3));
  CHECK(empty.sums == tensor<double, 1>{0, 0, 0});
  CHECK(empty.count == 0);
  CHECK_THROWS_AS((void)decompose(toy_parts<true>{}, tensor<double>(shape(3))), shape_error);
}
