#include "small_matrices.hpp"

#include <support/isa.hpp>
#include <weft/linalg/small_batch.hpp>
#include <weft/linalg/small_job.hpp>

using namespace weft;
using namespace small_test;

namespace {

/// Where matrices m x n lie: the batch in front, by rows or by columns, or as the last axis; between them there is room
/// that stays as it is.
template <class T>
struct places {
  index_t count, m, n, step, row, column;
  std::vector<T> values;

  places(index_t of, index_t rows, index_t columns, int order, T fill) : count(of), m(rows), n(columns) {
    constexpr index_t pad = 3;
    step = order == 2 ? 1 : m * n + pad;
    row = order == 0 ? n : order == 1 ? 1 : n * (count + pad);
    column = order == 0 ? 1 : order == 1 ? m : count + pad;
    values.assign(static_cast<std::size_t>((m * n + pad) * (count + pad)), fill);
  }
  T& at(index_t k, index_t i, index_t j) {
    return values[static_cast<std::size_t>(k * step + i * row + j * column)];
  }
  template <class P>
  detail::small_operand<P> operand() {
    return {values.data(), step, row, column};
  }
  /// Matrix k, whose places are filled as the room then.
  tensor<T, 2> taken(index_t k, T fill) {
    tensor<T, 2> a(m, n);
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j) {
        a(i, j) = at(k, i, j);
        at(k, i, j) = fill;
      }
    return a;
  }
  bool is_filled(T fill) const {
    return std::all_of(values.begin(), values.end(), [&](T x) { return x == fill; });
  }
};
template <class T>
places<T> random_places(index_t count, index_t m, index_t n, int order) {
  places<T> a(count, m, n, order, std::numeric_limits<T>::quiet_NaN()); // what lies between is not read
  random_numbers random(7);
  for (index_t k = 0; k < count; ++k)
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j)
        a.at(k, i, j) = static_cast<T>(random());
  return a;
}

} // namespace

TEST_CASE("every instruction set: batches of small matrices write their results and nothing else") {
  support::for_each_isa([] {
    for (const index_t n : {2, 3, 4})
      for (const index_t count : {1, 7, 16, 21}) {
        // The batch in front, and as the last axis; between matrices there is room that stays as it is.
        for (const bool last : {false, true}) {
          const index_t size = n * n, pad = 3, step = last ? 1 : size + pad;
          const index_t row = last ? n * (count + pad) : n, column = last ? count + pad : 1;
          std::vector<double> a(static_cast<std::size_t>((size + pad) * (count + pad)), 5.0), x(a.size(), -7.0);
          random_numbers random(7);
          for (index_t k = 0; k < count; ++k)
            for (index_t i = 0; i < n; ++i)
              for (index_t j = 0; j < n; ++j)
                a[static_cast<std::size_t>(k * step + i * row + j * column)] = random() + (i == j ? 2.0 : 0.0);
          detail::small_batch job{
              detail::small_task::check, dtype::float64, count, n, {a.data(), step, row, column}, {}};
          CHECK(detail::run_small_batch(job));
          job.task = detail::small_task::inverse;
          job.x = {x.data(), step, row, column};
          CHECK(detail::run_small_batch(job));
          std::vector<bool> written(x.size(), false);
          for (index_t k = 0; k < count; ++k)
            for (index_t i = 0; i < n; ++i)
              for (index_t j = 0; j < n; ++j) {
                double total = i == j ? -1.0 : 0.0;
                for (index_t l = 0; l < n; ++l)
                  total += a[static_cast<std::size_t>(k * step + i * row + l * column)] *
                           x[static_cast<std::size_t>(k * step + l * row + j * column)];
                CHECK(std::abs(total) < 1e-12);
                written[static_cast<std::size_t>(k * step + i * row + j * column)] = true;
              }
          for (std::size_t k = 0; k < x.size(); ++k)
            CHECK((written[k] || x[k] == -7.0));
        }
      }
  });
}

namespace {

template <class T>
void check_qr_batch(places<T> a, index_t count, index_t m, index_t n, int order) {
  constexpr T fill(-7);
  for (const index_t inner : {std::min(m, n), m}) {
    places<T> q(count, m, inner, order, fill), r(count, inner, n, order, fill);
    detail::small_batch job{detail::small_task::qr, dtype_of<T>, count, n, a.template operand<void const>(), {}};
    job.x = r.template operand<void>();
    job.vectors = q.template operand<void>();
    job.rows = m;
    job.inner = inner;
    CHECK(detail::run_small_batch(job));
    auto b = a;
    for (index_t k = 0; k < count; ++k)
      check_qr<T>(b.taken(k, fill), 0, q.taken(k, fill), r.taken(k, fill), inner);
    CHECK(q.is_filled(fill));
    CHECK(r.is_filled(fill));
  }
}

/// Of matrices among which one has a singular value 0, and one is 0.
template <class T>
void check_svd_batch(places<T> a, index_t count, index_t n, int order) {
  constexpr T fill(-7);
  for (index_t i = 0; i < n; ++i)
    a.at(count / 2, i, 0) = a.at(count / 3, i, 0) = a.at(count / 3, i, 1) = a.at(count / 3, i, n - 1) = 0;
  places<T> u(count, n, n, order, fill), s(count, n, 1, order, fill), vh(count, n, n, order, fill), only = s;
  detail::small_batch job{detail::small_task::svd, dtype_of<T>, count, n, a.template operand<void const>(), {}};
  job.x = only.template operand<void>();
  CHECK(detail::run_small_batch(job));
  job.x = s.template operand<void>();
  job.vectors = u.template operand<void>();
  job.right = vh.template operand<void>();
  CHECK(detail::run_small_batch(job));
  auto b = a;
  for (index_t k = 0; k < count; ++k)
    check_svd<T>(b.taken(k, fill), 0, u.taken(k, fill), tensor<T, 1>(s.taken(k, fill)(all, 0)), vh.taken(k, fill),
                 tensor<T, 1>(only.taken(k, fill)(all, 0)));
  for (auto const* x : {&u, &s, &vh, &only})
    CHECK(x->is_filled(fill));
  a.at(count - 1, 0, 0) = std::numeric_limits<T>::infinity();
  CHECK(!detail::run_small_batch(job));
}

} // namespace

TEST_CASE_TEMPLATE("every instruction set: batches of small factors write their results and nothing else", T, double,
                   float) {
  support::for_each_isa([&] {
    for (const auto& extents : std::vector<std::pair<index_t, index_t>>{
             {2, 2}, {3, 3}, {4, 4}, {5, 5}, {8, 8}, {6, 3}, {3, 7}, {7, 8}, {4, 1}, {1, 4}})
      for (const index_t count : {1, 7, 16, 35})
        for (const int order : {0, 1, 2}) {
          const index_t m = extents.first, n = extents.second;
          CAPTURE(m);
          CAPTURE(n);
          const auto a = random_places<T>(count, m, n, order);
          check_qr_batch(a, count, m, n, order);
          if (m == n && n <= detail::small_svd_extent)
            check_svd_batch(a, count, n, order);
        }
  });
}
