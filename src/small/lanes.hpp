// Private to src/small/small_*.cpp, each of which includes it once, below its choice of instructions; so no headers in
// here. All has internal linkage: no function compiled for one instruction set can serve another.
namespace weft::detail {
namespace {

/// Which lanes something is true of. No bare vector is returned by value, which would have another form for each
/// instruction set.
template <class T>
struct lane_mask {
  typedef T vector __attribute__((vector_size(machine::bytes)));
  using bits = decltype(vector{} < vector{}); ///< -1 where true
  bits v;

  WEFT_INLINE lane_mask(bits const& x) : v(x) {}
  WEFT_INLINE friend lane_mask operator&(lane_mask const& a, lane_mask const& b) { return a.v & b.v; }
  WEFT_INLINE friend lane_mask operator|(lane_mask const& a, lane_mask const& b) { return a.v | b.v; }
  WEFT_INLINE lane_mask operator~() const { return ~v; }
  WEFT_INLINE bool operator[](int l) const { return v[l] != 0; }
};
/// Numbers side by side, each of a matrix of its own.
template <class T>
struct lane_numbers {
  using lane_value = T;
  using mask = lane_mask<T>;
  using vector = typename mask::vector;
  static constexpr int width = machine::bytes / int(sizeof(T));
  vector v;

  lane_numbers() = default;
  WEFT_INLINE explicit lane_numbers(T x) : v(x - vector{}) {}
  WEFT_INLINE lane_numbers(vector const& x) : v(x) {}
  WEFT_INLINE friend lane_numbers operator+(lane_numbers const& a, lane_numbers const& b) { return a.v + b.v; }
  WEFT_INLINE friend lane_numbers operator-(lane_numbers const& a, lane_numbers const& b) { return a.v - b.v; }
  WEFT_INLINE friend lane_numbers operator*(lane_numbers const& a, lane_numbers const& b) { return a.v * b.v; }
  WEFT_INLINE friend lane_numbers operator/(lane_numbers const& a, lane_numbers const& b) { return a.v / b.v; }
  WEFT_INLINE friend lane_numbers operator-(lane_numbers const& a) { return -a.v; }
  WEFT_INLINE friend mask operator<(lane_numbers const& a, lane_numbers const& b) { return mask(a.v < b.v); }
  WEFT_INLINE friend mask operator>(lane_numbers const& a, lane_numbers const& b) { return mask(a.v > b.v); }
  WEFT_INLINE friend mask operator<=(lane_numbers const& a, lane_numbers const& b) { return mask(a.v <= b.v); }
  WEFT_INLINE friend mask operator>=(lane_numbers const& a, lane_numbers const& b) { return mask(a.v >= b.v); }
};

template <class T>
WEFT_INLINE lane_numbers<T> lane_choose(lane_mask<T> const& mask, lane_numbers<T> const& a, lane_numbers<T> const& b) {
  return mask.v ? a.v : b.v;
}
template <class T>
WEFT_INLINE lane_numbers<T> lane_size(lane_numbers<T> const& x) {
  using bits = typename lane_mask<T>::bits;
  constexpr auto sign = sizeof(T) == 4 ? std::int64_t(1) << 31 : std::numeric_limits<std::int64_t>::min();
  using integer = std::remove_cvref_t<decltype(bits{}[0])>;
  return (typename lane_numbers<T>::vector)((bits)x.v & ~static_cast<integer>(sign));
}
template <class T>
WEFT_INLINE lane_numbers<T> lane_root(lane_numbers<T> const& x) {
  return machine::root(x.v);
}
template <class T>
WEFT_INLINE lane_mask<T> lane_within(lane_numbers<T> const& x, T least, T most) {
  const lane_numbers<T> size = lane_size(x);
  return (size >= lane_numbers<T>(least)) & (size <= lane_numbers<T>(most));
}
template <class T>
WEFT_INLINE bool lane_any(lane_mask<T> const& mask) {
  return machine::any(mask.v);
}
template <class T>
WEFT_INLINE void lane_exchange(lane_mask<T> const& mask, lane_numbers<T>* a, lane_numbers<T>* b, int n) {
  for (int k = 0; k < n; ++k) {
    const lane_numbers<T> x = a[k], y = b[k];
    a[k] = lane_choose(mask, y, x);
    b[k] = lane_choose(mask, x, y);
  }
}

/// Rows I and I + Half of the vectors, interleaved: after as many times as a vector can be halved they are transposed.
template <class V, int... L>
WEFT_INLINE void interleave(V const& a, V const& b, V& low, V& high, std::integer_sequence<int, L...>) {
  constexpr int n = sizeof...(L);
  low = __builtin_shufflevector(a, b, (L % 2 * n + L / 2)...);
  high = __builtin_shufflevector(a, b, (L % 2 * n + n / 2 + L / 2)...);
}
template <class T>
WEFT_INLINE void transpose_block(lane_numbers<T>* rows) {
  constexpr int n = lane_numbers<T>::width;
  for (int done = 1; done < n; done *= 2) {
    lane_numbers<T> next[n];
    WEFT_PRAGMA(GCC unroll 16)
    for (int k = 0; k < n / 2; ++k)
      interleave(rows[k].v, rows[k + n / 2].v, next[2 * k].v, next[2 * k + 1].v, std::make_integer_sequence<int, n>());
    WEFT_PRAGMA(GCC unroll 16)
    for (int k = 0; k < n; ++k)
      rows[k] = next[k];
  }
}

/// Elements of `count` matrices, a vector for each element of a matrix; past the end the last matrix again.
template <int Rows, int Columns, class T>
struct lane_block {
  using S = lane_numbers<T>;
  static constexpr int width = S::width, elements = Rows * Columns;
  /// Elements that whole vectors hold; a few behind them are read one by one, more by another vector.
  static constexpr int whole = elements % width <= width / 4 ? elements - elements % width : elements;

  WEFT_INLINE static void load(T const* p, index_t step, index_t row, index_t column, int count, S* to) {
    const bool by_rows = column == 1 && row == Columns, by_columns = row == 1 && column == Rows;
    if (step == 1 && count == width) {
      WEFT_PRAGMA(GCC unroll 64)
      for (int e = 0; e < elements; ++e)
        __builtin_memcpy(&to[e].v, p + e / Columns * row + e % Columns * column, sizeof(S));
    } else if (count == width && (by_rows || by_columns) && (elements >= width || step == elements)) {
      WEFT_PRAGMA(GCC unroll 16)
      for (int e = 0; e < whole; e += width) {
        const int at = place(e);
        S block[width];
        WEFT_PRAGMA(GCC unroll 16)
        for (int l = 0; l < width; ++l)
          if (is_inside(l))
            __builtin_memcpy(&block[l].v, p + l * step + at, sizeof(S));
          else
            __builtin_memcpy(&block[l].v, p + l * step, elements * sizeof(T));
        transpose_block<T>(block);
        WEFT_PRAGMA(GCC unroll 16)
        for (int k = 0; k < columns; ++k)
          to[at + k] = block[k];
      }
      WEFT_PRAGMA(GCC unroll 16)
      for (int e = whole; e < elements; ++e) {
        typename S::vector v{};
        WEFT_PRAGMA(GCC unroll 16)
        for (int l = 0; l < width; ++l)
          v[l] = p[l * step + e];
        to[e].v = v;
      }
      if (!by_rows)
        transpose(to);
    } else {
      for (int e = 0; e < elements; ++e) {
        typename S::vector v{};
        for (int l = 0; l < width; ++l)
          v[l] = p[(l < count ? l : count - 1) * step + e / Columns * row + e % Columns * column];
        to[e].v = v;
      }
    }
  }
  /// What is stored may be overwritten.
  WEFT_INLINE static void store(S* from, T* p, index_t step, index_t row, index_t column, int count) {
    const bool by_rows = column == 1 && row == Columns, by_columns = row == 1 && column == Rows;
    if (step == 1 && count == width) {
      WEFT_PRAGMA(GCC unroll 64)
      for (int e = 0; e < elements; ++e)
        __builtin_memcpy(p + e / Columns * row + e % Columns * column, &from[e].v, sizeof(S));
    } else if (count == width && (by_rows || by_columns) && (elements >= width || step == elements)) {
      if (!by_rows)
        transpose(from);
      WEFT_PRAGMA(GCC unroll 16)
      for (int e = 0; e < whole; e += width) {
        const int at = place(e);
        S block[width];
        WEFT_PRAGMA(GCC unroll 16)
        for (int k = 0; k < width; ++k)
          block[k] = from[at + (k < columns ? k : 0)];
        transpose_block<T>(block);
        WEFT_PRAGMA(GCC unroll 16)
        for (int l = 0; l < width; ++l)
          if (is_inside(l))
            __builtin_memcpy(p + l * step + at, &block[l].v, sizeof(S));
          else
            __builtin_memcpy(p + l * step, &block[l].v, elements * sizeof(T));
      }
      for (int e = whole; e < elements; ++e)
        for (int l = 0; l < width; ++l)
          p[l * step + e] = from[e].v[l];
    } else {
      for (int e = 0; e < elements; ++e)
        for (int l = 0; l < count; ++l)
          p[l * step + e / Columns * row + e % Columns * column] = from[e].v[l];
    }
  }

private:
  /// Where the vector begins that holds element e of a matrix; of those that a vector of it holds, `columns` are its own.
  static constexpr int columns = elements < width ? elements : width;
  WEFT_INLINE static constexpr int place(int e) {
    return e + width <= elements || elements < width ? e : elements - width;
  }
  /// A matrix of less than a vector is read and written with what lies behind it, which the next one is: in order, so
  /// that each is written right at last. False for those whose vector would end behind the last one.
  WEFT_INLINE static constexpr bool is_inside(int l) { return l * elements + width <= width * elements; }
  WEFT_INLINE static void transpose(S* a) {
    if constexpr (Rows == Columns)
      for (int i = 1; i < Rows; ++i)
        for (int j = 0; j < i; ++j) {
          const S kept = a[i * Rows + j];
          a[i * Rows + j] = a[j * Rows + i];
          a[j * Rows + i] = kept;
        }
  }
};

/// Matrices of more than 4 x 4 are loaded and stored by functions of their own, which all tasks share: half of the code.
template <int N, class T>
WEFT_SLOW void load_large(T const* p, index_t step, index_t row, index_t column, int count, lane_numbers<T>* to) {
  lane_block<N, N, T>::load(p, step, row, column, count, to);
}
template <int N, class T>
WEFT_SLOW void store_large(lane_numbers<T>* from, T* p, index_t step, index_t row, index_t column, int count) {
  lane_block<N, N, T>::store(from, p, step, row, column, count);
}
template <int N, class T>
WEFT_INLINE void load_matrices(T const* p, index_t step, index_t row, index_t column, int count, lane_numbers<T>* to) {
  if constexpr (N <= 4)
    lane_block<N, N, T>::load(p, step, row, column, count, to);
  else
    load_large<N, T>(p, step, row, column, count, to);
}
template <int N, class T>
WEFT_INLINE void store_matrices(lane_numbers<T>* from, T* p, index_t step, index_t row, index_t column, int count) {
  if constexpr (N <= 4)
    lane_block<N, N, T>::store(from, p, step, row, column, count);
  else
    store_large<N, T>(from, p, step, row, column, count);
}

/// One block of a task; `count` lanes of it count.
template <small_task Task, int N, class T>
WEFT_INLINE bool run_block(small_batch const& job, index_t first, int count) {
  using S = lane_numbers<T>;
  S a[N * N];
  load_matrices<N>(static_cast<T const*>(job.a.data) + first * job.a.step, job.a.step, job.a.row, job.a.column, count,
                   a);
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
    store_matrices<N>(inverse, x, job.x.step, job.x.row, job.x.column, count);
  } else if constexpr (Task == small_task::solve) {
    S b[N], y[N];
    lane_block<N, 1, T>::load(x, job.x.step, job.x.row, 1, count, b);
    (void)small_solution<N, 1>(a, b, y);
    lane_block<N, 1, T>::store(y, x, job.x.step, job.x.row, 1, count);
  } else if constexpr (Task == small_task::cholesky) {
    S l[N * N];
    all = !lane_any(~small_cholesky<N>(a, l));
    store_matrices<N>(l, x, job.x.step, job.x.row, job.x.column, count);
  } else {
    S values[N], vectors[N * N];
    if (job.vectors.data != nullptr) {
      all = !lane_any(~small_eigen<N, true>(a, values, vectors));
      // Vectors are rows here, columns there.
      store_matrices<N>(vectors, static_cast<T*>(job.vectors.data) + first * job.vectors.step, job.vectors.step,
                        job.vectors.column, job.vectors.row, count);
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
  for (; first < last; first += width) // one block in the code: with another for the last it was twice as long
    all = run_block<Task, N, T>(job, first, last - first < width ? int(last - first) : width) && all;
  return all;
}

#define WEFT_SMALL_TASK(task, T)                                                                                       \
  {run_range<small_task::task, 2, T>, run_range<small_task::task, 3, T>, run_range<small_task::task, 4, T>,            \
   run_range<small_task::task, 5, T>, run_range<small_task::task, 6, T>, run_range<small_task::task, 7, T>,            \
   run_range<small_task::task, 8, T>}
#define WEFT_SMALL_TASKS(T)                                                                                            \
  {WEFT_SMALL_TASK(det, T),   WEFT_SMALL_TASK(check, T),    WEFT_SMALL_TASK(inverse, T),                               \
   WEFT_SMALL_TASK(solve, T), WEFT_SMALL_TASK(cholesky, T), WEFT_SMALL_TASK(eigen, T)}
constexpr small_batch_table table_of_lanes = {WEFT_SMALL_TASKS(double), WEFT_SMALL_TASKS(float)};
#undef WEFT_SMALL_TASKS
#undef WEFT_SMALL_TASK

} // namespace
} // namespace weft::detail
