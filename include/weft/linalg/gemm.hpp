#pragma once
#include <weft/base/clones.hpp>
#include <weft/linalg/gemm_tile.hpp>
#include <weft/linalg/vector_loops.hpp>

#include <new>
#include <string>

// C = alpha * A * B + beta * C, for matrices with any strides. route_of() in src/product/route.cpp decides for all
// products how C is computed: its product_route. plan_gemm adds the details that a run needs, and gemm runs the plan. C
// must not overlap A or B, and none of its axes longer than 1 may have stride 0. If beta == 0, C is not read. alpha ==
// 0 multiplies like any other factor, so NaN in A reaches C. If a plan is told that is_gram holds for A and B, it
// computes one triangle of C and mirrors it.

namespace weft::detail {

/// The ways to compute a product. From `dot` to `triangle` they are weft's own kernels for the element types of BLAS.
enum class product_way : char {
  undecided, ///< route_of() has not been called
  nothing,   ///< C has no elements
  scale,     ///< nothing is summed: C = beta * C
  dot,       ///< dot product of vectors without gaps, in pieces if they are long
  vector,    ///< a matrix and a vector, which are read where they lie
  direct,    ///< one block, read where it lies; a small B may be copied to the stack
  packed,    ///< blocks, packed where that pays; each thread computes one block of C
  triangle,  ///< as `packed`, but only half of C is computed, and mirrored
  blas,      ///< calls of BLAS
  blocked    ///< other elements: blocks, packed, compiled in the program
};

struct product_route {
  product_way way;
  bool swapped;     ///< run as transposed(C) = transposed(B) * transposed(A)
  int vector_bytes; ///< own and blocked: bytes of the widest machine vectors that are used
  int threads;      ///< own: the number of threads that share C; BLAS decides for itself

  WEFT_FN constexpr bool own() const { return way >= product_way::dot && way <= product_way::triangle; }
};

/// How a packed product of m x k and k x n is cut into blocks. C has unit stride along its rows, or is stored by way of
/// a buffer. Rows of packed A and all columns are counted in reals: a complex matrix has twice as many.
struct own_blocks {
  int vector_bytes; ///< at most the widest of the processor; short rows of C take narrower vectors
  index_t m, n, k;  ///< extents of one block
  bool pack_a, pack_b, buffer_c;
  index_t a_reals, b_reals; ///< reals that are packed for one block of C; multiples of a cache line
  index_t real_bytes;       ///< bytes of one real
  int down, across;         ///< blocks of C down and across, each for one thread, which packs what it needs

  WEFT_FN int thread_blocks() const { return down * across; }
  WEFT_FN index_t bytes_of_block() const { return (a_reals + b_reals) * real_bytes; }
};

struct operand_plan {
  blas_order order; ///< the order of the memory that the routine gets: packed, if `packed`
  bool packed;      ///< A and B: copied to contiguous memory first; C: computed there and then stored
  bool conj;        ///< true if the routine conjugates the operand
};

/// The calls of BLAS that compute a product.
struct blas_plan {
  enum class routine_kind : char { dot, gemv, ger, syrk, gemm };
  routine_kind routine;
  bool swapped;         ///< gemv, ger: run as transposed(C) = transposed(B) * transposed(A)
  bool conj;            ///< true if the conjugating routine is called: gerc instead of geru, herk instead of syrk
  operand_plan a, b, c; ///< the plans for the caller's A, B and C, whether `swapped` or not
  index_t block;        ///< the longest extent given to BLAS in one call
};

/// A route, and the details that its run needs.
struct gemm_plan {
  product_route route;
  element_kind kind;
  index_t m, n, k;   ///< C is m x n, and each element is a sum of k products
  own_blocks blocks; ///< used if the route is `packed` or `triangle`
  blas_plan call;    ///< used if the route is `blas`
  /// The number of threads among which the products of a stack are shared out; the route is then the route on one
  /// thread. 1: each product is divided as the route says.
  int sharing;
  std::size_t temporary_bytes;
};

/// The text of a plan: its route, or the calls of BLAS:
/// own direct m=3 n=4 k=5; own dot n=5; blocked m=3 n=4 k=5;
/// dgemm(N,T) m=3 n=4 k=5, with N, T, C (transposed and conjugated) or R (conjugated only) of row-major matrices;
/// dgemv(T) m=3 n=4, where m and n are the extents of the row-major matrix, as in BLAS;
/// dsyrk(N) n=64 k=32 for A * A^T of a row-major A, (T) or, for herk, (C) for a column-major one.
WEFT_API std::string route_text(gemm_plan const& plan);

/// The longest extent of one call of BLAS. Longer extents are divided among several calls.
inline constexpr index_t blas_block = index_t(1) << 30;

/// The facts about the factors and about memory that a plan depends on.
struct product_facts {
  bool alpha_is_zero = false, alpha_is_real = true;
  old_value old = old_value::scaled;
  bool gram = false; ///< A is the transposed B, conjugated if complex: see is_gram
};

/// Returns the facts about the factors. `gram`: is_gram holds for the operands, of every product if there is a stack.
template <class S, class Z>
WEFT_FN constexpr product_facts facts_of(S const& alpha, Z const& beta, bool gram) {
  product_facts f{is_zero(alpha), true, old_value_for(beta), gram};
  if constexpr (is_complex<S>)
    f.alpha_is_real = alpha.imag() == 0;
  return f;
}

/// Plans a product, or a stack of `count` products of these shapes. `route`: the route of one such product, if it is
/// decided already.
WEFT_API gemm_plan plan_gemm(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c,
                             element_info const& info, product_facts const& facts = {}, index_t count = 1,
                             index_t block = blas_block, product_route const& route = {});
/// Returns the blocks of a route that packs. a, b and c are the operands as they were before they were swapped.
WEFT_API own_blocks own_blocks_of(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c,
                                  element_kind kind, product_route const& route);

/// Runs `plan`, which must be the plan_of these operands and factors, for the element types of BLAS.
template <class T>
WEFT_API void run_product(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a,
                          matrix_operand<T const> const& b, T beta, matrix_operand<T> const& c, scratch& memory);

/// A strided batch: products of one shape whose matrices lie evenly in memory.
struct product_batch {
  index_t count = 1;
  index_t step[3] = {};       ///< the distances from one A, B and C to the next, in elements
  index_t prefetched[2] = {}; ///< bytes of A and of B, without gaps, prefetched while the product before is computed
};

/// True if it pays to prefetch a factor of `bytes` bytes; the products read and write `all` bytes together.
WEFT_API bool pays_to_prefetch(index_t bytes, double all) noexcept;

/// Writes to `sum` the sum of the products of two vectors of float or double, if its route is `dot`. Otherwise returns
/// false and does nothing.
template <class R>
WEFT_API bool run_direct(index_t n, R const* x, index_t x_stride, R const* y, index_t y_stride, R& sum);

template <class Acc, class S, class Z, class A, class B, class C>
struct blocked_job {
  using pack = packing<Acc, std::remove_const_t<A>, std::remove_const_t<B>>;
  S alpha;
  Z beta;
  matrix_operand<A> a;
  matrix_operand<B> b;
  matrix_operand<C> c;
  typename pack::a_value* a_panels;
  typename pack::b_value* b_panels;

  /// Computes c = alpha * a * b + beta * c for packed panels of k steps.
  template <int Bytes>
  WEFT_INLINE void multiply_panels(index_t k, matrix_operand<C> const& block_of_c, old_value old) const {
    constexpr tile_shape t = tile_of(pack::info, Bytes);
    alignas(64) Acc tile[std::size_t(t.rows * t.cols)];
    bool const unit = is_one(alpha);
    for (index_t j = 0; j < block_of_c.shape.cols; j += t.cols)
      for (index_t i = 0; i < block_of_c.shape.rows; i += t.rows) {
        auto const* const pa = a_panels + i * k;
        auto const* const pb = b_panels + j * k;
        if constexpr (!pack::vectors)
          scalar_kernel<Acc, typename pack::a_value, typename pack::b_value, t.rows, t.cols>(k, pa, pb, tile);
        else
          packed_tile<real_t<Acc>, Bytes, int(t.rows) * (is_complex<Acc> ? 2 : 1)>::run(k, pa, pb, tile);
        for (index_t e = 0; e < t.rows * t.cols && !unit; ++e)
          tile[e] = static_cast<Acc>(multiply(alpha, tile[e]));
        index_t const height = block_of_c.shape.rows - i, width = block_of_c.shape.cols - j;
        store_matrix<t.cols>(
            tile, t.cols, beta,
            submatrix(block_of_c, i, j, height < t.rows ? height : t.rows, width < t.cols ? width : t.cols), old);
      }
  }

  template <int Bytes>
  WEFT_INLINE void run() const {
    constexpr tile_shape t = tile_of(pack::info, Bytes);
    index_t const m = c.shape.rows, n = c.shape.cols, k = a.shape.cols;
    auto const size = blocks_of(t, m, n, k);
    for (index_t j = 0; j < n; j += size.n)
      for (index_t l = 0; l < k; l += size.k) {
        index_t const width = n - j < size.n ? n - j : size.n, depth = k - l < size.k ? k - l : size.k;
        pack_panels<t.cols>(submatrix(b, l, j, depth, width), b_panels);
        auto const old = l == 0 ? old_value_for(beta) : old_value::added;
        for (index_t i = 0; i < m; i += size.m) {
          index_t const height = m - i < size.m ? m - i : size.m;
          auto const rows = transposed(submatrix(a, i, l, height, depth));
          pack_panels<t.rows>(rows, a_panels);
          multiply_panels<Bytes>(depth, submatrix(c, i, j, height, width), old);
        }
      }
  }
};

/// A product whose C is one column of real numbers. A is read once, where it lies.
template <class R, class S, class Z, class A, class B, class C>
struct vector_job {
  S alpha;
  Z beta;
  matrix_operand<A> a;
  matrix_operand<B> b;
  matrix_operand<C> c;
  R* x_copy;

  static constexpr index_t run_length = product_limits::blocked_run;

  using L = typename lane<R>::type;
  WEFT_INLINE static L const* lanes(R const* from) { return reinterpret_cast<L const*>(from); }

  template <int Bytes>
  WEFT_INLINE void multiply_rows(matrix_operand<A> const& rows, R const* x, R* copy, R* sums) const {
    using loops = vector_loops<L, Bytes>;
    auto const& s = rows.shape;
    bool const by_rows = nearest_order(s) == blas_order::row;
    for (index_t i = 0; i < s.rows; ++i)
      sums[i] = R{};
    for (index_t i = 0; by_rows && i < s.rows; ++i)
      for (index_t l = 0; l < s.cols; l += run_length) {
        index_t const n = s.cols - l < run_length ? s.cols - l : run_length;
        R const* const run = contiguous_run(submatrix(rows, i, l, 1, n).data, n > 1 ? s.col_stride : 1, n, copy);
        sums[i] = add(sums[i], static_cast<R>(loops::dot(n, lanes(run), lanes(x + l))));
      }
    index_t l = by_rows ? s.cols : 0;
    if constexpr (std::is_same_v<R, std::remove_const_t<A>>)
      for (; s.row_stride == 1 && l + 4 <= s.cols; l += 4)
        loops::add_columns(s.rows, lanes(rows.data + l * s.col_stride), s.col_stride, lanes(x + l),
                           reinterpret_cast<L*>(sums), std::make_index_sequence<4>());
    for (; l < s.cols; ++l)
      loops::add_columns(s.rows, lanes(contiguous_run(rows.data + l * s.col_stride, s.row_stride, s.rows, copy)), 0,
                         lanes(x + l), reinterpret_cast<L*>(sums), std::index_sequence<0>());
  }

  template <int Bytes>
  WEFT_INLINE void run() const {
    index_t const m = c.shape.rows, k = a.shape.cols;
    alignas(64) R copy[run_length], sums[run_length];
    R const* const x = contiguous_run(b.data, k > 1 ? b.shape.row_stride : 1, k, x_copy);
    for (index_t i = 0; i < m; i += run_length) {
      index_t const n = m - i < run_length ? m - i : run_length;
      multiply_rows<Bytes>(submatrix(a, i, 0, n, k), x, copy, sums);
      for (index_t e = 0; e < n && !is_one(alpha); ++e)
        sums[e] = static_cast<R>(multiply(alpha, sums[e]));
      store_matrix<run_length>(sums, n, beta, transposed(submatrix(c, i, 0, n, 1)), old_value_for(beta));
    }
  }
};

/// The function that is cloned for each vector width. It runs a copy of the job, so that the job stays in registers.
template <class Job>
struct job_body {
  template <int Bytes>
  WEFT_INLINE static void run(vector_of<Bytes>, Job const& job) {
    Job const local = job;
    local.template run<Bytes>();
  }
};

/// An array of objects in memory of a scratch. Their destructors run when the array ends.
template <class T>
class scratch_array {
public:
  WEFT_FN scratch_array(scratch& memory, index_t size)
      : data_(static_cast<T*>(memory.allocate(sizeof(T) * std::size_t(size)))) {
    if constexpr (!std::is_trivially_copyable_v<T>)
      for (; size_ < size; ++size_)
        ::new (static_cast<void*>(data_ + size_)) T{};
  }
  scratch_array(scratch_array const&) = delete;
  scratch_array& operator=(scratch_array const&) = delete;
  WEFT_FN ~scratch_array() {
    while (size_ > 0)
      data_[--size_].~T();
  }
  WEFT_FN T* data() const { return data_; }

private:
  T* data_;
  index_t size_ = 0;
};

template <bool Clones, class Job>
WEFT_FN void run_clone(product_route const& route, Job const& todo) {
  using all = clones<job_body<Job>, void(Job const&)>;
  if constexpr (Clones)
    all::of(route.vector_bytes)(todo);
  else
    all::baseline(todo);
}

template <class Acc, class S, class Z, class A, class B, class C>
WEFT_FN void run_oriented(product_route const& route, S const& alpha, matrix_operand<A> const& a,
                          matrix_operand<B> const& b, Z const& beta, matrix_operand<C> const& c, scratch& memory) {
  using job = blocked_job<Acc, S, Z, A, B, C>;
  using pack = typename job::pack;
  index_t const m = c.shape.rows, n = c.shape.cols, k = a.shape.cols;
  if constexpr (pack::info.real_vectors()) {
    if (n == 1) {
      scratch_array<Acc> const x_copy(memory, k);
      return run_clone<true>(route, vector_job<Acc, S, Z, A, B, C>{alpha, beta, a, b, c, x_copy.data()});
    }
  }
  auto const size = blocks_of(tile_of(pack::info, route.vector_bytes), m, n, k);
  scratch_array<typename pack::a_value> const a_panels(memory, size.m * size.k);
  scratch_array<typename pack::b_value> const b_panels(memory, size.n * size.k);
  run_clone<pack::vectors>(route, job{alpha, beta, a, b, c, a_panels.data(), b_panels.data()});
}

template <class Acc, class S, class Z, class A, class B, class C>
WEFT_FN void run_blocked(product_route const& route, S const& alpha, matrix_operand<A> const& a,
                         matrix_operand<B> const& b, Z const& beta, matrix_operand<C> const& c, scratch& memory) {
  if constexpr (packing<Acc, std::remove_const_t<A>, std::remove_const_t<B>>::vectors)
    if (route.swapped)
      return run_oriented<Acc>(route, alpha, transposed(b), transposed(a), beta, transposed(c), memory);
  run_oriented<Acc>(route, alpha, a, b, beta, c, memory);
}

/// True if gemm<Acc> hands a product to the compiled part, and so to BLAS.
template <class Acc, class A, class B, class C>
inline constexpr bool is_blas_product =
    kind_of<Acc> != element_kind::other && std::is_same_v<A, Acc> && std::is_same_v<B, Acc> && std::is_same_v<C, Acc>;

/// Returns the facts about the element types of C = A * B, summed in Acc, that plan_gemm depends on.
template <class Acc, class A, class B, class C>
WEFT_FN constexpr element_info info_of() {
  element_info info = packing<Acc, A, B>::info;
  info.kind = is_blas_product<Acc, A, B, C> ? kind_of<Acc> : element_kind::other;
  if (!WEFT_HAS_CLONES)
    info.widest = 16;
  return info;
}

template <class S, class T>
inline constexpr bool is_factor = std::is_convertible_v<S, T>;
template <int N, class T>
inline constexpr bool is_factor<unit_or_zero<N>, T> = true;

/// Returns the plan of gemm<Acc>(alpha, a, b, beta, c), or of `count` such products.
template <class Acc, class S, class Z, class A, class B, class C>
WEFT_FN gemm_plan plan_of(S const& alpha, matrix_operand<A> const& a, matrix_operand<B> const& b, Z const& beta,
                          matrix_operand<C> const& c, bool gram = false, index_t count = 1,
                          product_route const& route = {}) {
  return plan_gemm(a.shape, b.shape, c.shape, info_of<Acc, std::remove_const_t<A>, std::remove_const_t<B>, C>(),
                   facts_of(alpha, beta, gram), count, blas_block, route);
}

/// Computes c = alpha a b + beta c by `plan`, for any element types. Acc is the type of a product and of the sum of up
/// to 256 of them; these sums are added in C. The types of BLAS go to run_product.
template <class Acc, class S, class Z, class A, class B, class C>
WEFT_FN void gemm(gemm_plan const& plan, S const& alpha, matrix_operand<A> const& a, matrix_operand<B> const& b,
                  Z const& beta, matrix_operand<C> const& c, scratch& memory) {
  using A1 = std::remove_const_t<A>;
  using B1 = std::remove_const_t<B>;
  if constexpr (is_blas_product<Acc, A1, B1, C> && is_factor<S, Acc> && is_factor<Z, Acc>) {
    run_product<Acc>(plan, store_as<Acc>(alpha), a, b, store_as<Acc>(beta), c, memory);
  } else {
    if (plan.route.way == product_way::scale)
      scale_matrix(beta, c);
    else if (plan.route.way == product_way::blocked)
      run_blocked<Acc>(plan.route, alpha, a, b, beta, c, memory);
  }
}
/// Plans c = alpha a b + beta c and runs the plan.
template <class Acc, class S, class Z, class A, class B, class C>
WEFT_FN void gemm(S const& alpha, matrix_operand<A> const& a, matrix_operand<B> const& b, Z const& beta,
                  matrix_operand<C> const& c, scratch& memory) {
  gemm<Acc>(plan_of<Acc>(alpha, a, b, beta, c), alpha, a, b, beta, c, memory);
}

/// Computes y = alpha * a * x + beta * y.
template <class Acc, class S, class Z, class A, class X, class Y>
WEFT_FN void gemv(S const& alpha, matrix_operand<A> const& a, vector_operand<X> const& x, Z const& beta,
                  vector_operand<Y> const& y, scratch& memory) {
  gemm<Acc>(alpha, a, as_column(x), beta, as_column(y), memory);
}

/// Returns the sum of x[i] * y[i]; Acc{} if the vectors are empty.
template <class Acc, class X, class Y>
WEFT_FN Acc dot_of(vector_operand<X> const& x, vector_operand<Y> const& y, scratch& memory) {
  Acc result{};
  gemm<Acc>(unit_or_zero<1>(), as_row(x), as_column(y), unit_or_zero<0>(), matrix_operand<Acc>{&result, {1, 1, 1, 1}},
            memory);
  return result;
}

} // namespace weft::detail
