// Private to src/small/small_*.cpp, as lanes.hpp, behind which it is included.
namespace weft::detail {
namespace {

/// One block of qr of any extents.
template <class T>
WEFT_INLINE bool run_qr_block(small_batch const& job, index_t first, int count) {
  const int m = int(job.rows), n = int(job.n), k = int(job.inner);
  lane_numbers<T> a[lane_matrices<T>::most], q[lane_matrices<T>::most];
  const auto of = [&](auto const& operand, int rows, int columns) {
    return lane_matrices<T>{rows, columns, count, operand.step, operand.row, operand.column};
  };
  of(job.a, m, n).load(static_cast<T const*>(job.a.data) + first * job.a.step, a);
  const auto answered = small_qr(m, n, k, a, q, a);
  of(job.vectors, m, k).store(q, static_cast<T*>(job.vectors.data) + first * job.vectors.step);
  of(job.x, k, n).store(a, static_cast<T*>(job.x.data) + first * job.x.step);
  return !lane_any(~answered);
}

/// One block of a task; `count` lanes of it count.
template <small_task Task, int N, class T>
WEFT_INLINE bool run_block(small_batch const& job, index_t first, int count) {
  using S = lane_numbers<T>;
  S a[N * N];
  load_matrices<N>(job.a, first, count, a);
  T* const x = static_cast<T*>(job.x.data) + first * job.x.step;
  bool all = true;
  /// What has no answer in lanes: matrix by matrix.
  const auto where_not = [&](auto const& mask, auto const& one) {
    if (!lane_any(~mask))
      return;
    for (int l = 0; l < count; ++l)
      if (!mask[l]) {
        T of[N * N], to[N * N];
        for (int e = 0; e < N * N; ++e)
          of[e] = a[e].v[l];
        all = one(of, to, l) && all;
      }
  };
  if constexpr (Task == small_task::det) {
    S value;
    const auto safe = small_det<N>(a, value);
    where_not(safe, [&](T const* of, T*, int l) {
      const T det = careful_det_of(of, N);
      value.v[l] = det;
      return det == det;
    });
    lane_block<1, 1, T>::store(&value, x, job.x.step, 0, 0, count);
  } else if constexpr (Task == small_task::check && N > 4) {
    S sign;
    all = !lane_any(~eliminate<N, N>(a, sign));
  } else if constexpr (Task == small_task::check) {
    where_not(may_divide_minors<N>(a, minors_det<N>(a)),
              [&](T const* of, T* to, int) { return eliminated_inverse<N>(of, to); });
  } else if constexpr (Task == small_task::inverse) {
    S inverse[N * N];
    const auto safe = small_inverse<N>(a, inverse);
    if constexpr (N <= 4) // what minors do not find; larger ones were eliminated
      where_not(safe, [&](T const* of, T* to, int l) {
        const bool regular = eliminated_inverse<N>(of, to);
        for (int e = 0; e < N * N; ++e)
          inverse[e].v[l] = to[e];
        return regular;
      });
    else
      all = !lane_any(~safe);
    store_matrices<N>(inverse, job.x, first, count);
  } else if constexpr (Task == small_task::solve) {
    S b[N], y[N];
    lane_block<N, 1, T>::load(x, job.x.step, job.x.row, 1, count, b);
    (void)small_solution<N, 1>(a, b, y);
    lane_block<N, 1, T>::store(y, x, job.x.step, job.x.row, 1, count);
  } else if constexpr (Task == small_task::cholesky) {
    S l[N * N];
    all = !lane_any(~small_cholesky<N>(a, l));
    store_matrices<N>(l, job.x, first, count);
  } else if constexpr (Task == small_task::qr) {
    S q[N * N];
    all = !lane_any(~small_qr(N, N, N, a, q, a));
    store_matrices<N>(q, job.vectors, first, count);
    store_matrices<N>(a, job.x, first, count);
  } else if constexpr (Task == small_task::svd) {
    S values[N], u[N * N], vt[N * N];
    if (job.vectors.data != nullptr) {
      where_not(small_svd<N, true>(a, u, values, vt), [&](T const* of, T* to, int l) {
        T s[N], right[N * N];
        const bool finite = singular_values_of(of, N, to, s, right);
        for (int e = 0; e < N * N; ++e) {
          u[e].v[l] = to[e];
          vt[e].v[l] = right[e];
        }
        for (int j = 0; j < N; ++j)
          values[j].v[l] = s[j];
        return finite;
      });
      store_matrices<N>(u, job.vectors, first, count);
      store_matrices<N>(vt, job.right, first, count);
    } else {
      all = !lane_any(~small_svd<N, false>(a, u, values, vt));
    }
    lane_block<N, 1, T>::store(values, x, job.x.step, job.x.row, 1, count);
  } else {
    S values[N], vectors[N * N];
    if (job.vectors.data != nullptr) {
      all = !lane_any(~small_eigen<N, true>(a, values, vectors));
      // Vectors are rows here, columns there.
      const small_operand<void> rows{job.vectors.data, job.vectors.step, job.vectors.column, job.vectors.row};
      store_matrices<N>(vectors, rows, first, count);
    } else {
      all = !lane_any(~small_eigen<N, false>(a, values, vectors));
    }
    lane_block<N, 1, T>::store(values, x, job.x.step, job.x.row, 1, count);
  }
  return all;
}

template <small_task Task, int N, class T>
bool run_range(small_batch const& job, index_t first, index_t last) {
  constexpr int width = lane_numbers<T>::width;
  bool all = true;
  for (; first < last; first += width) { // one block in the code: with another for the last it was twice as long
    const int count = last - first < width ? int(last - first) : width;
    if constexpr (Task == small_task::qr && N > 4)
      all = run_qr_block<T>(job, first, count) && all;
    else
      all = run_block<Task, N, T>(job, first, count) && all;
  }
  return all;
}
template <small_task Task, int N, class T>
constexpr small_batch_loop loop_of() {
  if constexpr (Task == small_task::svd && N > small_svd_extent)
    return nullptr;
  else if constexpr (Task == small_task::qr && N > 4)
    return run_range<Task, int(small_batch_most), T>;
  else
    return run_range<Task, N, T>;
}

#define WEFT_SMALL_TASK(task, T)                                                                                       \
  {loop_of<small_task::task, 2, T>(), loop_of<small_task::task, 3, T>(), loop_of<small_task::task, 4, T>(),            \
   loop_of<small_task::task, 5, T>(), loop_of<small_task::task, 6, T>(), loop_of<small_task::task, 7, T>(),            \
   loop_of<small_task::task, 8, T>()}
#define WEFT_SMALL_TASKS(T)                                                                                            \
  {WEFT_SMALL_TASK(det, T),      WEFT_SMALL_TASK(check, T), WEFT_SMALL_TASK(inverse, T), WEFT_SMALL_TASK(solve, T),    \
   WEFT_SMALL_TASK(cholesky, T), WEFT_SMALL_TASK(eigen, T), WEFT_SMALL_TASK(qr, T),      WEFT_SMALL_TASK(svd, T)}
constexpr small_batch_table table_of_lanes = {WEFT_SMALL_TASKS(double), WEFT_SMALL_TASKS(float)};
#undef WEFT_SMALL_TASKS
#undef WEFT_SMALL_TASK

} // namespace
} // namespace weft::detail
