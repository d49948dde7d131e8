// Private to src/linalg/small; included after lanes.hpp, under the same rules.
namespace weft::detail {
namespace {

/// Calls one(matrix, room, lane) for each matrix that has no answer in lanes; `room` has the size of a matrix. one()
/// returns false if the matrix has no answer at all. Returns true if all matrices have one.
template <int N, class T, class F>
WEFT_INLINE bool answer_others(lane_mask<T> const& answered, lane_numbers<T> const* a, int count, F const& one) {
  if (!lane_any(~answered))
    return true;
  bool all = true;
  for (int l = 0; l < count; ++l)
    if (!answered[l]) {
      T of[N * N], to[N * N];
      for (int e = 0; e < N * N; ++e)
        of[e] = a[e].v[l];
      all = one(of, to, l) && all;
    }
  return all;
}

// Each function run_... computes one block of a task, of which `count` lanes hold matrices. Returns false if a matrix
// has no answer.

template <int N, class T>
WEFT_INLINE bool run_det(small_batch const& job, index_t first, int count, lane_numbers<T>* a) {
  lane_numbers<T> value;
  auto const safe = small_det<N>(a, value);
  bool const all = answer_others<N>(safe, a, count, [&](T const* of, T*, int l) {
    T const det = careful_det_of(of, N);
    value.v[l] = det;
    return det == det;
  });
  store_columns<1>(&value, job.x, first, count);
  return all;
}

template <int N, class T>
WEFT_INLINE bool run_check(int count, lane_numbers<T>* a) {
  if constexpr (N > 4) {
    lane_numbers<T> sign;
    return !lane_any(~eliminate<N, N>(a, sign));
  } else {
    return answer_others<N>(is_far_from_singular<N>(a, minors_det<N>(a)), a, count,
                            [](T const* of, T* to, int) { return inverse_of(of, N, to); });
  }
}

template <int N, class T>
WEFT_INLINE bool run_inverse(small_batch const& job, index_t first, int count, lane_numbers<T>* a) {
  lane_numbers<T> inverse[N * N];
  auto const safe = small_inverse<N>(a, inverse);
  bool all = true;
  if constexpr (N <= 4) // answers matrices that minors do not invert; larger N is eliminated
    all = answer_others<N>(safe, a, count, [&](T const* of, T* to, int l) {
      bool const regular = inverse_of(of, N, to);
      for (int e = 0; e < N * N; ++e)
        inverse[e].v[l] = to[e];
      return regular;
    });
  else
    all = !lane_any(~safe);
  store_matrices<N>(inverse, job.x, first, count);
  return all;
}

template <int N, class T>
WEFT_INLINE bool run_solve(small_batch const& job, index_t first, int count, lane_numbers<T>* a) {
  lane_numbers<T> b[N], y[N];
  load_columns<N>(job.x, first, count, b);
  // Roundings may make a pivot 0 here that is not 0 in run_check(). Then the elimination of solution_of() has the
  // answer.
  bool const all = answer_others<N>(small_solution<N, 1>(a, b, y), a, count, [&](T const* of, T* to, int l) {
    T right[N];
    for (int i = 0; i < N; ++i)
      right[i] = b[i].v[l];
    bool const regular = solution_of(of, N, right, to);
    for (int i = 0; i < N; ++i)
      y[i].v[l] = to[i];
    return regular;
  });
  store_columns<N>(y, job.x, first, count);
  return all;
}

template <int N, class T>
WEFT_INLINE bool run_cholesky(small_batch const& job, index_t first, int count, lane_numbers<T>* a) {
  lane_numbers<T> l[N * N];
  auto const answered = small_cholesky<N>(a, l);
  store_matrices<N>(l, job.x, first, count);
  return !lane_any(~answered);
}

template <int N, class T>
WEFT_INLINE bool run_eigen(small_batch const& job, index_t first, int count, lane_numbers<T>* a) {
  lane_numbers<T> values[N], vectors[N * N];
  bool all;
  if (job.vectors.data != nullptr) {
    all = !lane_any(~small_eigen<N, true>(a, values, vectors));
    // Vectors are rows here, and columns in the result.
    small_operand<void> const rows{job.vectors.data, job.vectors.step, job.vectors.column, job.vectors.row};
    store_matrices<N>(vectors, rows, first, count);
  } else {
    all = !lane_any(~small_eigen<N, false>(a, values, vectors));
  }
  store_columns<N>(values, job.x, first, count);
  return all;
}

template <int N, class T>
WEFT_INLINE bool run_svd(small_batch const& job, index_t first, int count, lane_numbers<T>* a) {
  lane_numbers<T> values[N], u[N * N], vt[N * N];
  bool all;
  if (job.vectors.data != nullptr) {
    all = answer_others<N>(small_svd<N, true>(a, u, values, vt), a, count, [&](T const* of, T* to, int l) {
      T s[N], right[N * N];
      bool const finite = singular_values_of(of, N, to, s, right);
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
  store_columns<N>(values, job.x, first, count);
  return all;
}

template <int N, class T>
WEFT_INLINE bool run_qr(small_batch const& job, index_t first, int count, lane_numbers<T>* a) {
  lane_numbers<T> q[N * N];
  auto const answered = small_qr(N, N, N, a, q, a);
  store_matrices<N>(q, job.vectors, first, count);
  store_matrices<N>(a, job.x, first, count);
  return !lane_any(~answered);
}
/// Computes one block of qr, for matrices of any extents.
template <class T>
WEFT_INLINE bool run_qr(small_batch const& job, index_t first, int count) {
  int const m = int(job.rows), n = int(job.n), k = int(job.inner);
  lane_numbers<T> a[lane_matrices<T>::most], q[lane_matrices<T>::most];
  load_matrices(m, n, job.a, first, count, a);
  auto const answered = small_qr(m, n, k, a, q, a);
  store_matrices(m, k, q, job.vectors, first, count);
  store_matrices(k, n, a, job.x, first, count);
  return !lane_any(~answered);
}

template <small_task Task, int N, class T>
WEFT_INLINE bool run_block(small_batch const& job, index_t first, int count) {
  lane_numbers<T> a[N * N];
  load_matrices<N>(job.a, first, count, a);
  if constexpr (Task == small_task::det)
    return run_det<N>(job, first, count, a);
  else if constexpr (Task == small_task::check)
    return run_check<N>(count, a);
  else if constexpr (Task == small_task::inverse)
    return run_inverse<N>(job, first, count, a);
  else if constexpr (Task == small_task::solve)
    return run_solve<N>(job, first, count, a);
  else if constexpr (Task == small_task::cholesky)
    return run_cholesky<N>(job, first, count, a);
  else if constexpr (Task == small_task::eigen)
    return run_eigen<N>(job, first, count, a);
  else if constexpr (Task == small_task::qr)
    return run_qr<N>(job, first, count, a);
  else
    return run_svd<N>(job, first, count, a);
}

template <small_task Task, int N, class T>
bool run_range(small_batch const& job, index_t first, index_t last) {
  constexpr int width = lane_numbers<T>::width;
  bool all = true;
  for (; first < last; first += width) { // the last block uses the same code: code for fewer lanes would double it
    int const count = last - first < width ? int(last - first) : width;
    if constexpr (Task == small_task::qr && N > 4)
      all = run_qr<T>(job, first, count) && all;
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

// The loops of each task, in the order of small_task, for n = 2 ... 8.
#define WEFT_SMALL_TASK(task, T)                                                                                       \
  {loop_of<small_task::task, 2, T>(), loop_of<small_task::task, 3, T>(), loop_of<small_task::task, 4, T>(),            \
   loop_of<small_task::task, 5, T>(), loop_of<small_task::task, 6, T>(), loop_of<small_task::task, 7, T>(),            \
   loop_of<small_task::task, 8, T>()}
#define WEFT_SMALL_TASKS(T)                                                                                            \
  {WEFT_SMALL_TASK(det, T),      WEFT_SMALL_TASK(check, T), WEFT_SMALL_TASK(inverse, T), WEFT_SMALL_TASK(solve, T),    \
   WEFT_SMALL_TASK(cholesky, T), WEFT_SMALL_TASK(eigen, T), WEFT_SMALL_TASK(qr, T),      WEFT_SMALL_TASK(svd, T)}
constexpr small_batch_table all_kernels = {WEFT_SMALL_TASKS(double), WEFT_SMALL_TASKS(float)};
#undef WEFT_SMALL_TASKS
#undef WEFT_SMALL_TASK

} // namespace
} // namespace weft::detail
