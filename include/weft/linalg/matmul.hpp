#pragma once
#include <weft/eval/assign.hpp>
#include <weft/linalg/gemm.hpp>
#include <weft/ops/arithmetic.hpp>

#include <string>

namespace weft {

namespace detail {

/// All that a product needs to know of its operands but their elements.
struct product_shapes {
  matrix_shape a, b, c;
  element_info info;
  bool alpha_is_zero;
  WEFT_FN gemm_plan plan() const { return plan_gemm(a, b, c, info, alpha_is_zero); }
};

/// The temporaries of a product, in one block that is taken when the first of them is asked for.
class product_scratch final : public scratch {
public:
  WEFT_FN explicit product_scratch(product_shapes const& p) : product_(p) {}
  WEFT_FN void* take(std::size_t bytes) override {
    constexpr std::size_t line = 64, most_requests = 3;
    if (memory_.get() == nullptr) {
      const std::size_t total = product_.plan().temporary_bytes + most_requests * line;
      memory_ = storage_ref::take(allocate_block(static_cast<index_t>(total), 1, false, nullptr));
    }
    char* const here = static_cast<char*>(block_data(memory_.get())) + used_;
    used_ += (bytes + line - 1) / line * line;
    return here;
  }
  WEFT_FN ~product_scratch() = default;

private:
  product_shapes const& product_;
  storage_ref memory_{};
  std::size_t used_ = 0;
};

/// Bytes of the distinct elements of a matrix.
WEFT_FN constexpr index_t distinct_bytes(matrix_shape const& s, index_t size) {
  return (s.rows > 1 && s.row_stride == 0 ? 1 : s.rows) * (s.cols > 1 && s.col_stride == 0 ? 1 : s.cols) * size;
}

/// The sum of products of A and B.
template <class A, class B>
using product_t = std::remove_cvref_t<decltype(op::times{}(std::declval<A const&>(), std::declval<B const&>()))>;

/// A matrix or a vector in memory. A vector is a row on the left and a column on the right of a product.
template <class T, class L, class K>
WEFT_INLINE matrix_operand<T> matrix_of(strided_leaf<T, L, K> const& e, bool vector_is_row) {
  auto const& l = e.place;
  if (l.rank() == 2)
    return {e.data, {l.extent(0), l.extent(1), l.stride(0), l.stride(1)}};
  if (vector_is_row)
    return {e.data, {1, l.extent(0), l.extent(0), l.stride(0)}};
  return {e.data, {l.extent(0), 1, l.stride(0), 1}};
}

/// An operand of a product brought into memory: a leaf as it is, a factor of it taken out, anything else evaluated.
template <class E>
struct product_operand {
  using value_type = typename E::value_type;
  WEFT_INLINE static known_factor<1> factor(E const&) { return {}; }
  WEFT_FN static auto leaf(E const& e, session& s) {
    if constexpr (E::is_deferred && requires { e.operation; }) {
      return materialise(e, s);
    } else {
      auto values = new_temporary<value_type>(e.extents(), s);
      assign(values.template borrowed<value_type>(), e, s);
      return std::move(values).to_read();
    }
  }
};
template <class E>
  requires scaled_leaf<E>::is_leaf
struct product_operand<E> {
  using value_type = typename E::value_type;
  using leaf_type = std::remove_cvref_t<decltype(scaled_leaf<E>::leaf(std::declval<E const&>()))>;
  using layout_type = typename leaf_type::layout_type;
  WEFT_INLINE static value_type factor(E const& e) { return scaled_leaf<E>::factor(e); }
  WEFT_INLINE static strided_leaf<const value_type, layout_type> leaf(E const& e, session&) {
    auto const& l = scaled_leaf<E>::leaf(e);
    l.keep.check("matmul");
    return l.template borrowed<const value_type>();
  }
};
template <class T, class L, class K>
struct product_operand<strided_leaf<T, L, K>> {
  WEFT_INLINE static known_factor<1> factor(strided_leaf<T, L, K> const&) { return {}; }
  WEFT_INLINE static strided_leaf<const std::remove_const_t<T>, L> leaf(strided_leaf<T, L, K> const& e, session&) {
    e.keep.check("matmul");
    return e.template borrowed<const std::remove_const_t<T>>();
  }
};
/// Its elements lie in the product itself.
template <class T, class L>
struct product_operand<value_leaf<T, L>> {
  WEFT_INLINE static known_factor<1> factor(value_leaf<T, L> const&) { return {}; }
  WEFT_INLINE static strided_leaf<const T, L> leaf(value_leaf<T, L> const& e, session&) {
    return {e.elements, e.place, {}};
  }
};

/// c = alpha * a * b + beta * c in memory, run or described.
template <class T, class A, class B>
struct product_job {
  T alpha;
  matrix_operand<const A> a;
  matrix_operand<const B> b;
  T beta;
  matrix_operand<T> c;

  WEFT_FN product_shapes shapes() const { return {a.shape, b.shape, c.shape, info_of<T, A, B, T>(), is_zero(alpha)}; }
  WEFT_FN bool overlaps() const { return meets(a) || meets(b); }

  WEFT_FN void run() const {
    const product_shapes p = shapes();
    product_scratch memory(p);
    gemm<T>(alpha, a, b, beta, c, memory);
  }
  WEFT_FN void describe(session& s) const {
    const gemm_plan plan = shapes().plan();
    if (plan.routine == gemm_plan::routine_kind::nothing)
      return;
    note(s, plan.text());
    if (plan.temporary_bytes != 0)
      note_temporary(s, static_cast<index_t>(plan.temporary_bytes));
  }

  /// The target overlaps an operand: the product goes to memory of its own, then into the target.
  WEFT_FN void run_apart(session& s) const {
    const blas_order order = nearest_order(c.shape);
    const index_t size = c.shape.rows * c.shape.cols;
    product_job apart{alpha, a, b, T{}, {nullptr, contiguous(c.shape, order)}};
    if (s.dry()) {
      note_temporary(s, size * index_t(sizeof(T)));
      apart.describe(s);
      return note_traffic(s, size * index_t(sizeof(T)) + old_bytes(), distinct_bytes(c.shape, sizeof(T)));
    }
    const storage_ref memory = storage_ref::take(new_elements<T>(size, false));
    apart.c.data = static_cast<T*>(block_data(memory.get()));
    apart.run();
    const bool by_rows = order == blas_order::row;
    store_matrix<0>(apart.c.data, by_rows ? c.shape.cols : c.shape.rows, beta, by_rows ? c : transposed(c),
                    old_value_for(beta));
  }

  WEFT_FN void note(session& s, std::string text) const {
    note_blas(s, std::move(text), 2 * a.shape.rows * a.shape.cols * b.shape.cols);
    note_traffic(s, distinct_bytes(a.shape, sizeof(A)) + distinct_bytes(b.shape, sizeof(B)) + old_bytes(),
                 distinct_bytes(c.shape, sizeof(T)));
  }

private:
  /// What is read of the target.
  WEFT_FN index_t old_bytes() const { return is_zero(beta) ? 0 : distinct_bytes(c.shape, sizeof(T)); }
  WEFT_FN static void note_traffic(session& s, index_t read, index_t written) {
    s.report->bytes_read += read;
    s.report->bytes_written += written;
  }
  template <class U>
  WEFT_FN bool meets(matrix_operand<U> const& other) const {
    const auto describe = [](auto const& m, index_t* extents, index_t* strides) {
      const index_t size = sizeof(*m.data);
      extents[0] = m.shape.rows;
      extents[1] = m.shape.cols;
      strides[0] = m.shape.row_stride * size;
      strides[1] = m.shape.col_stride * size;
      return footprint{reinterpret_cast<index_t>(m.data), size, 2, extents, strides};
    };
    index_t n[4], t[4];
    return shares_a_byte(describe(c, n, t), describe(other, n + 2, t + 2));
  }
};

/// Static shapes with up to this many multiplications are done in place: 4 x 4 doubles took 24 ns there
/// and 84 ns through BLAS (GCC 12 at -O2, a busy machine).
inline constexpr index_t max_inline_product = 216;

/// A product of M x K and K x N numbers; all sums are made before the first is stored, so overlap does no harm.
template <index_t M, index_t N, index_t K, class T, class A, class B>
WEFT_INLINE void run_inline(product_job<T, A, B> const& j) {
  T sum[M * N] = {};
  for (index_t i = 0; i < M; ++i)
    for (index_t l = 0; l < K; ++l) {
      const T x = value_as<T>(part_of(j.a, i, l, 1, 1).data[0]);
      for (index_t n = 0; n < N; ++n)
        sum[i * N + n] = add(sum[i * N + n], multiply(x, value_as<T>(part_of(j.b, l, n, 1, 1).data[0])));
    }
  for (index_t e = 0; e < M * N && !is_one(j.alpha); ++e)
    sum[e] = multiply(j.alpha, sum[e]);
  store_matrix<N>(sum, N, j.beta, j.c, old_value_for(j.beta));
}

/// The product of two matrices, or of a matrix and a vector. As a deferred operand it runs once for each assignment.
template <class A, class B, class Extents>
struct matmul_operation {
  using value_type = product_t<typename A::value_type, typename B::value_type>;
  using extents_type = Extents;
  static constexpr bool accumulates = true;

  A left;
  B right;
  [[no_unique_address]] Extents shape_;

  WEFT_INLINE matmul_operation(A a, B b, Extents const& e)
      : left(static_cast<A&&>(a)), right(static_cast<B&&>(b)), shape_(e) {}
  WEFT_INLINE matmul_operation(matmul_operation const&) = default;
  WEFT_INLINE matmul_operation(matmul_operation&&) = default;
  WEFT_INLINE matmul_operation& operator=(matmul_operation const&) = default;
  WEFT_INLINE matmul_operation& operator=(matmul_operation&&) = default;
  WEFT_INLINE ~matmul_operation() = default;

  WEFT_INLINE Extents const& extents() const { return shape_; }

  template <class Target>
  WEFT_FN void evaluate(Target const& target, session& s) const {
    accumulate(target, value_type(1), value_type(0), s);
  }

  /// target = alpha * product + beta * target; old elements are not read where beta is 0.
  template <class L>
  WEFT_FN void accumulate(strided_leaf<value_type, L> const& target, value_type alpha, value_type beta,
                          session& s) const {
    target.keep.check("matmul");
    const auto x = product_operand<A>::leaf(left, s);
    const auto y = product_operand<B>::leaf(right, s);
    const auto factor = multiply(product_operand<A>::factor(left), multiply(product_operand<B>::factor(right), alpha));
    const product_job<value_type, typename A::value_type, typename B::value_type> job{
        value_as<value_type>(factor), matrix_of(x, true), matrix_of(y, false), beta, matrix_of(target, x.rank() == 1)};
    if constexpr (is_inline())
      s.dry() ? job.note(s, inline_text()) : run_inline<rows, columns, depth>(job);
    else if (job.overlaps())
      job.run_apart(s);
    else if (s.dry())
      job.describe(s);
    else
      job.run();
  }

private:
  static constexpr index_t rows = A::static_rank == 2 ? static_extent<typename A::extents_type>(0) : 1;
  static constexpr index_t columns = B::static_rank == 2 ? static_extent<typename B::extents_type>(1) : 1;
  static constexpr index_t depth = static_extent<typename B::extents_type>(0);
  WEFT_FN static constexpr bool is_inline() {
    constexpr index_t most = max_inline_product;
    constexpr bool known = A::extents_type::all_static && B::extents_type::all_static;
    constexpr bool numbers = is_number<typename A::value_type> && is_number<typename B::value_type>;
    return known && numbers && rows > 0 && columns > 0 && rows <= most && columns <= most && depth <= most &&
           rows * columns <= most && rows * columns * depth <= most;
  }
  WEFT_FN static std::string inline_text() {
    return "inline m=" + std::to_string(rows) + " n=" + std::to_string(columns) + " k=" + std::to_string(depth);
  }
};

WEFT_API [[noreturn]] void throw_product(index_t const* a, int rank_a, index_t const* b, int rank_b);

/// The shape of a product; shape_error where the inner extents differ or the ranks are not 1 or 2.
template <class A, class B>
WEFT_FN auto product_extents(A const& a, B const& b) {
  constexpr int ra = A::static_rank, rb = B::static_rank;
  const bool ranks = (a.rank() == 1 || a.rank() == 2) && (b.rank() == 1 || b.rank() == 2) && a.rank() + b.rank() > 2;
  if (!ranks || a[a.rank() - 1] != b[0]) {
    const auto x = convert_extents<dynamic_extents>(a), y = convert_extents<dynamic_extents>(b);
    throw_product(x.value, x.rank(), y.value, y.rank());
  }
  if constexpr (ra < 0 || rb < 0) {
    dynamic_extents out(a.rank() + b.rank() - 2);
    int k = 0;
    if (a.rank() == 2)
      out.set(k++, a[0]);
    if (b.rank() == 2)
      out.set(k++, b[1]);
    return out;
  } else {
    constexpr bool known = static_extent<A>(ra - 1) != dyn && static_extent<B>(0) != dyn;
    static_assert(!known || static_extent<A>(ra - 1) == static_extent<B>(0), "weft: matmul: the inner extents differ");
    if constexpr (ra == 2 && rb == 2) {
      extents<static_extent<A>(0), static_extent<B>(1)> out{};
      out.set(0, a[0]);
      out.set(1, b[1]);
      return out;
    } else {
      constexpr index_t n = ra == 2 ? static_extent<A>(0) : static_extent<B>(1);
      extents<n> out{};
      out.set(0, ra == 2 ? a[0] : b[1]);
      return out;
    }
  }
}

} // namespace detail

/// The product of two matrices, of a matrix and a vector, or of a vector and a matrix; lazy, and deferred: it is
/// computed once for each assignment it stands in. Operands may have any strides; one that is no memory is evaluated
/// first. float, double and their complex run on BLAS (gemm, gemv), which takes transposition, a factor and
/// `+ beta * target` along: c = 2.0 * matmul(a, transpose(b)) + 0.5 * c is one call. Other elements, and mixed types,
/// run on a blocked loop and have the type of the product. Throws shape_error where the inner extents differ.
template <Tensorial A, Tensorial B>
WEFT_FN auto matmul(A&& a, B&& b) {
  auto x = detail::capture(static_cast<A&&>(a));
  auto y = detail::capture(static_cast<B&&>(b));
  constexpr int ra = detail::rank_of<A>, rb = detail::rank_of<B>;
  static_assert((ra < 0 || ra == 1 || ra == 2) && (rb < 0 || rb == 1 || rb == 2),
                "weft: matmul: rank mismatch: it takes matrices and vectors");
  static_assert(ra != 1 || rb != 1, "weft: matmul: the product of two vectors is a number: dot(a, b)");
  const auto shape = detail::product_extents(x.extents(), y.extents());
  using operation = detail::matmul_operation<decltype(x), decltype(y), std::remove_const_t<decltype(shape)>>;
  return detail::make_deferred(operation{std::move(x), std::move(y), shape});
}

/// The sum of the products of two vectors (no conjugation); a value. BLAS's dot for its types. Throws shape_error where
/// the extents differ.
template <Tensorial A, Tensorial B>
WEFT_FN auto dot(A&& a, B&& b) {
  static_assert((detail::rank_of<A> < 0 || detail::rank_of<A> == 1) &&
                    (detail::rank_of<B> < 0 || detail::rank_of<B> == 1),
                "weft: dot: rank mismatch: it takes two vectors");
  const auto x = detail::capture(static_cast<A&&>(a));
  const auto y = detail::capture(static_cast<B&&>(b));
  if (x.rank() != 1 || y.rank() != 1 || x.extent(0) != y.extent(0))
    detail::throw_broadcast("dot", x.extents(), y.extents());
  using E = std::remove_const_t<decltype(x)>;
  using F = std::remove_const_t<decltype(y)>;
  using T = detail::product_t<typename E::value_type, typename F::value_type>;
  detail::session s;
  const auto p = detail::product_operand<E>::leaf(x, s);
  const auto q = detail::product_operand<F>::leaf(y, s);
  T value{};
  const detail::product_job<T, typename E::value_type, typename F::value_type> job{
      T(1), detail::matrix_of(p, true), detail::matrix_of(q, false), T(0), {&value, {1, 1, 1, 1}}};
  job.run();
  const auto scaled = detail::multiply(detail::product_operand<F>::factor(y), value);
  return detail::value_as<T>(detail::multiply(detail::product_operand<E>::factor(x), scaled));
}

} // namespace weft
