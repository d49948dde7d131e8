// Private to src/linalg/small: a unit for each instruction set includes its machine, this file and tasks.hpp, each
// once. So this file includes no headers. All names have internal linkage: no function compiled for one instruction set
// can serve another.
namespace weft::detail {
namespace {

/// The lanes for which a condition is true. Functions return no bare vector by value, because each instruction set
/// returns it in another way.
template <class T>
struct lane_mask {
  using vector = typename machine_vector<T, machine::bytes>::type;
  using bits = decltype(vector{} < vector{}); ///< -1 in lanes where the condition is true
  bits v;

  WEFT_INLINE lane_mask(bits const& x) : v(x) {}
  WEFT_INLINE friend lane_mask operator&(lane_mask const& a, lane_mask const& b) { return a.v & b.v; }
  WEFT_INLINE friend lane_mask operator|(lane_mask const& a, lane_mask const& b) { return a.v | b.v; }
  WEFT_INLINE lane_mask operator~() const { return ~v; }
  WEFT_INLINE bool operator[](int l) const { return v[l] != 0; }
};
/// Numbers side by side, one from each of several matrices.
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
  lane_numbers<T> const size = lane_size(x);
  return (size >= lane_numbers<T>(least)) & (size <= lane_numbers<T>(most));
}
template <class T>
WEFT_INLINE lane_mask<T> lane_not(lane_mask<T> const& mask) {
  return ~mask.v;
}
template <class T>
WEFT_INLINE bool lane_any(lane_mask<T> const& mask) {
  return machine::any(mask.v);
}
template <class T>
WEFT_INLINE void lane_exchange(lane_mask<T> const& mask, lane_numbers<T>* a, lane_numbers<T>* b, int n) {
  for (int k = 0; k < n; ++k) {
    lane_numbers<T> const x = a[k], y = b[k];
    a[k] = lane_choose(mask, y, x);
    b[k] = lane_choose(mask, x, y);
  }
}

/// Fills a vector with one number of each of `lanes` matrices, `step` apart; further lanes repeat the number of the
/// last.
template <class T>
WEFT_INLINE void gather_lanes(T const* from, index_t step, int lanes, lane_numbers<T>& to) {
  typename lane_numbers<T>::vector v{};
  WEFT_PRAGMA(GCC unroll 16)
  for (int l = 0; l < lane_numbers<T>::width; ++l)
    v[l] = from[(l < lanes ? l : lanes - 1) * step];
  to.v = v;
}
template <class T>
WEFT_INLINE void scatter_lanes(lane_numbers<T> const& from, T* to, index_t step, int lanes) {
  for (int l = 0; l < lanes; ++l)
    to[l * step] = from.v[l];
}

/// A matrix smaller than a vector is read and written as a whole vector, which reaches into the matrices behind it.
/// They are written in order, so that each has its own elements in the end. Returns false if the vector of matrix l
/// would reach behind the last matrix.
WEFT_INLINE constexpr bool is_inside(int l, int elements, int width) {
  return l * elements + width <= width * elements;
}
/// Loads `Elements` consecutive elements of each matrix, at most a vector. The matrices are `step` apart, and lie
/// without gaps if that is less than a vector.
template <int Elements, class T>
WEFT_INLINE void load_vectors(T const* p, index_t step, lane_numbers<T>* to) {
  constexpr int width = lane_numbers<T>::width;
  typename lane_numbers<T>::vector block[width];
  WEFT_PRAGMA(GCC unroll 16)
  for (int l = 0; l < width; ++l)
    __builtin_memcpy(&block[l], p + l * step, is_inside(l, Elements, width) ? sizeof(block[l]) : Elements * sizeof(T));
  transpose_square(block);
  WEFT_PRAGMA(GCC unroll 16)
  for (int k = 0; k < Elements; ++k)
    to[k] = block[k];
}
template <int Elements, class T>
WEFT_INLINE void store_vectors(lane_numbers<T> const* from, T* p, index_t step) {
  constexpr int width = lane_numbers<T>::width;
  typename lane_numbers<T>::vector block[width];
  WEFT_PRAGMA(GCC unroll 16)
  for (int k = 0; k < width; ++k)
    block[k] = from[k < Elements ? k : 0].v;
  transpose_square(block);
  WEFT_PRAGMA(GCC unroll 16)
  for (int l = 0; l < width; ++l)
    __builtin_memcpy(p + l * step, &block[l], is_inside(l, Elements, width) ? sizeof(block[l]) : Elements * sizeof(T));
}

/// Returns how many elements of a matrix whole vectors read. The elements after the last whole vector are read one by
/// one if they are at most a quarter of a vector, otherwise by another vector.
WEFT_INLINE constexpr int whole_vectors(int elements, int width) {
  return elements % width <= width / 4 ? elements - elements % width : elements;
}
/// Returns the element of a matrix at which the vector that holds element e begins. The last vector ends with the
/// matrix.
WEFT_INLINE constexpr int vector_place(int e, int elements, int width) {
  return e + width <= elements ? e : elements < width ? 0 : elements - width;
}
/// Returns true if matrices lie without gaps, row by row or column by column.
WEFT_INLINE constexpr bool is_packed(int rows, int columns, index_t row, index_t column) {
  return (column == 1 && row == columns) || (row == 1 && column == rows);
}

/// Loads and stores `count` matrices, with a vector for each element of a matrix. When loading, lanes from `count` on
/// repeat the last matrix.
template <int Rows, int Columns, class T>
struct lane_block {
  static_assert(Rows == Columns || Columns == 1, "others are lane_matrices: transpose() exchanges in place");
  using S = lane_numbers<T>;
  static constexpr int width = S::width, elements = Rows * Columns;
  static constexpr int whole = whole_vectors(elements, width), columns = elements < width ? elements : width;

  WEFT_INLINE static void load(T const* p, index_t step, index_t row, index_t column, int count, S* to) {
    if (step == 1 && count == width) {
      WEFT_PRAGMA(GCC unroll 64)
      for (int e = 0; e < elements; ++e)
        __builtin_memcpy(&to[e].v, p + e / Columns * row + e % Columns * column, sizeof(S));
    } else if (count == width && is_packed(Rows, Columns, row, column) && (elements >= width || step == elements)) {
      WEFT_PRAGMA(GCC unroll 16)
      for (int e = 0; e < whole; e += width)
        load_vectors<columns>(p + place(e), step, to + place(e));
      WEFT_PRAGMA(GCC unroll 16)
      for (int e = whole; e < elements; ++e)
        gather_lanes(p + e, step, width, to[e]);
      if (column != 1)
        transpose(to);
    } else {
      for (int e = 0; e < elements; ++e)
        gather_lanes(p + e / Columns * row + e % Columns * column, step, count, to[e]);
    }
  }
  /// Stores matrices. May overwrite `from`.
  WEFT_INLINE static void store(S* from, T* p, index_t step, index_t row, index_t column, int count) {
    if (step == 1 && count == width) {
      WEFT_PRAGMA(GCC unroll 64)
      for (int e = 0; e < elements; ++e)
        __builtin_memcpy(p + e / Columns * row + e % Columns * column, &from[e].v, sizeof(S));
    } else if (count == width && is_packed(Rows, Columns, row, column) && (elements >= width || step == elements)) {
      if (column != 1)
        transpose(from);
      WEFT_PRAGMA(GCC unroll 16)
      for (int e = 0; e < whole; e += width)
        store_vectors<columns>(from + place(e), p + place(e), step);
      for (int e = whole; e < elements; ++e)
        scatter_lanes(from[e], p + e, step, width);
    } else {
      for (int e = 0; e < elements; ++e)
        scatter_lanes(from[e], p + e / Columns * row + e % Columns * column, step, count);
    }
  }

private:
  WEFT_INLINE static constexpr int place(int e) { return vector_place(e, elements, width); }
  WEFT_INLINE static void transpose(S* a) {
    if constexpr (Rows == Columns)
      for (int i = 1; i < Rows; ++i)
        for (int j = 0; j < i; ++j) {
          S const kept = a[i * Rows + j];
          a[i * Rows + j] = a[j * Rows + i];
          a[j * Rows + i] = kept;
        }
  }
};

/// Loads and stores matrices m x n whose extents are known at run time.
template <class T>
struct lane_matrices {
  using S = lane_numbers<T>;
  static constexpr int width = S::width, most = int(small_batch_most * small_batch_most);
  int m, n, count;
  index_t step, row, column;

  WEFT_SLOW void load(T const* p, S* to) const {
    if (is_by_vectors()) {
      S turned[most];
      S* const packed = column == 1 ? to : turned;
      int const end = whole();
      for (int e = 0; e < end; e += width)
        load_vectors<width>(p + place(e), step, packed + place(e));
      for (int e = end; e < m * n; ++e)
        gather_lanes(p + e, step, width, packed[e]);
      if (column != 1)
        for (int i = 0; i < m; ++i)
          for (int j = 0; j < n; ++j)
            to[i * n + j] = turned[j * m + i];
      return;
    }
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        if (T const* const from = p + i * row + j * column; step == 1 && count == width)
          __builtin_memcpy(&to[i * n + j].v, from, sizeof(S));
        else
          gather_lanes(from, step, count, to[i * n + j]);
  }
  WEFT_SLOW void store(S const* from, T* p) const {
    if (is_by_vectors()) {
      S turned[most];
      if (column != 1)
        for (int i = 0; i < m; ++i)
          for (int j = 0; j < n; ++j)
            turned[j * m + i] = from[i * n + j];
      S const* const packed = column == 1 ? from : turned;
      int const end = whole();
      for (int e = 0; e < end; e += width)
        store_vectors<width>(packed + place(e), p + place(e), step);
      for (int e = end; e < m * n; ++e)
        scatter_lanes(packed[e], p + e, step, width);
      return;
    }
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        if (T* const to = p + i * row + j * column; step == 1 && count == width)
          __builtin_memcpy(to, &from[i * n + j].v, sizeof(S));
        else
          scatter_lanes(from[i * n + j], to, step, count);
  }

private:
  WEFT_INLINE bool is_by_vectors() const { return count == width && m * n >= width && is_packed(m, n, row, column); }
  WEFT_INLINE int whole() const { return whole_vectors(m * n, width); }
  WEFT_INLINE int place(int e) const { return vector_place(e, m * n, width); }
};
/// Loads matrices m x n, or N x N, from number `first` of an operand on. Functions for all extents, which all tasks
/// share, load and store matrices above 4 x 4: functions for each size were at most a tenth faster, and added an eighth
/// of all code.
template <class T>
WEFT_INLINE void load_matrices(int m, int n, small_operand<void const> const& from, index_t first, int count,
                               lane_numbers<T>* to) {
  T const* const p = static_cast<T const*>(from.data) + first * from.step;
  lane_matrices<T>{m, n, count, from.step, from.row, from.column}.load(p, to);
}
template <class T>
WEFT_INLINE void store_matrices(int m, int n, lane_numbers<T> const* from, small_operand<void> const& to, index_t first,
                                int count) {
  T* const p = static_cast<T*>(to.data) + first * to.step;
  lane_matrices<T>{m, n, count, to.step, to.row, to.column}.store(from, p);
}
template <int N, class T>
WEFT_INLINE void load_matrices(small_operand<void const> const& from, index_t first, int count, lane_numbers<T>* to) {
  if constexpr (N <= 4)
    lane_block<N, N, T>::load(static_cast<T const*>(from.data) + first * from.step, from.step, from.row, from.column,
                              count, to);
  else
    load_matrices(N, N, from, first, count, to);
}
template <int N, class T>
WEFT_INLINE void store_matrices(lane_numbers<T>* from, small_operand<void> const& to, index_t first, int count) {
  if constexpr (N <= 4)
    lane_block<N, N, T>::store(from, static_cast<T*>(to.data) + first * to.step, to.step, to.row, to.column, count);
  else
    store_matrices(N, N, from, to, first, count);
}
/// Loads a vector of N elements of each matrix, in the same way.
template <int N, class T>
WEFT_INLINE void load_columns(small_operand<void> const& from, index_t first, int count, lane_numbers<T>* to) {
  lane_block<N, 1, T>::load(static_cast<T const*>(from.data) + first * from.step, from.step, from.row, 1, count, to);
}
template <int N, class T>
WEFT_INLINE void store_columns(lane_numbers<T>* from, small_operand<void> const& to, index_t first, int count) {
  lane_block<N, 1, T>::store(from, static_cast<T*>(to.data) + first * to.step, to.step, to.row, 1, count);
}

} // namespace
} // namespace weft::detail
