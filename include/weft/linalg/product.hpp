#pragma once
#include <weft/eval/in_memory.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/linalg/gemm.hpp>
#include <weft/linalg/inline_product.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/select.hpp>

#include <string>

// A product of two matrices in memory, planned and run.
namespace weft::detail {

/// The temporaries of a product, in one block that is taken at the first request.
class product_scratch final : public scratch {
public:
  WEFT_FN explicit product_scratch(gemm_plan const& plan) : scratch(&allocate_from), bytes_(bytes_for(plan)) {}
  /// The temporaries lie in memory of the caller: bytes_for(plan) bytes, aligned to a cache line.
  WEFT_FN product_scratch(gemm_plan const& plan, char* memory)
      : scratch(&allocate_from), bytes_(bytes_for(plan)), first_(memory) {}
  /// Returns the bytes for a plan, a multiple of a cache line.
  WEFT_FN static index_t bytes_for(gemm_plan const& plan) {
    constexpr index_t most_requests = 3;
    return lines_of(plan.temporary_bytes) + most_requests * line;
  }
  WEFT_FN ~product_scratch() = default;
  /// Makes all memory that was taken free again: the next product of a stack has the same shapes.
  WEFT_FN void rewind() { used_ = 0; }

private:
  WEFT_FN static void* allocate_from(scratch& from, std::size_t bytes) {
    auto& me = static_cast<product_scratch&>(from);
    if (me.first_ == nullptr) {
      me.memory_ = storage_ref::adopt(allocate_block(me.bytes_, 1, false, nullptr));
      me.first_ = static_cast<char*>(block_data(me.memory_.get()));
    }
    char* const here = me.first_ + me.used_;
    me.used_ += lines_of(bytes);
    return here;
  }
  static constexpr index_t line = 64;
  WEFT_FN static index_t lines_of(std::size_t bytes) { return (index_t(bytes) + line - 1) / line * line; }
  storage_ref memory_{};
  index_t bytes_, used_ = 0;
  char* first_ = nullptr;
};

/// The type of products of A and B.
template <class A, class B>
using product_t = std::remove_cvref_t<decltype(op::times{}(std::declval<A const&>(), std::declval<B const&>()))>;

/// True if some operands have elements of 16 bits; they are multiplied as floats.
template <class... E>
inline constexpr bool has_halves = (is_half<typename E::value_type> || ...);
/// Returns an operand with floats in place of elements of 16 bits.
template <class E>
WEFT_FN constexpr auto as_floats(E const& e) {
  if constexpr (is_half<typename E::value_type>)
    return cast<float>(e);
  else
    return e;
}
/// Returns p, a product of floats, with the element type of a product of A and B: elements of 16 bits are rounded once.
template <class A, class B, class P>
WEFT_FN constexpr auto rounded_product(P const& p) {
  using T = product_t<typename A::value_type, typename B::value_type>;
  if constexpr (is_half<T>)
    return cast<T>(p);
  else
    return p;
}

/// An operand of a product as factor * leaf, the leaf conjugated or not. Memory is used as it is, and factors and conj
/// that a product takes along are peeled off. Anything else is evaluated.
template <class E>
struct product_operand {
  static constexpr bool is_memory = false, conj = false;
  WEFT_INLINE static unit_or_zero<1> factor(E const&) { return {}; }
  WEFT_FN static auto leaf(E const& e, session& s) {
    if constexpr (is_deferred_operation<E>)
      return materialise(e, s);
    else
      return evaluated(e, s);
  }
};
template <class T, class L, class K>
struct product_operand<strided_leaf<T, L, K>> {
  static constexpr bool is_memory = true, conj = false;
  WEFT_INLINE static unit_or_zero<1> factor(strided_leaf<T, L, K> const&) { return {}; }
  WEFT_INLINE static strided_leaf<std::remove_const_t<T> const, L> leaf(strided_leaf<T, L, K> const& e, session&) {
    e.keep.check("matmul");
    return e.template borrowed<std::remove_const_t<T> const>();
  }
};
/// The elements of a value_leaf lie in the expression itself.
template <class T, class L>
struct product_operand<value_leaf<T, L>> {
  static constexpr bool is_memory = true, conj = false;
  WEFT_INLINE static unit_or_zero<1> factor(value_leaf<T, L> const&) { return {}; }
  WEFT_INLINE static strided_leaf<T const, L> leaf(value_leaf<T, L> const& e, session&) {
    return {e.elements, e.place, {}};
  }
};

template <class E, int Child>
using child_t = std::remove_cvref_t<decltype(get<Child>(std::declval<E const&>().children))>;

/// An operand that is a node around memory: the product takes the node's factor, sign or conj along.
template <class E, int Child>
struct peeled_operand {
  using inner = product_operand<child_t<E, Child>>;
  static constexpr bool is_memory = true, conj = inner::conj;
  WEFT_INLINE static auto factor(E const& e) { return inner::factor(get<Child>(e.children)); }
  WEFT_INLINE static auto leaf(E const& e, session& s) { return inner::leaf(get<Child>(e.children), s); }
};
/// True if a product can take the factor S off the operand E. Not for integers: they wrap in their own type, and the
/// product may have a wider one.
template <class S, class E>
inline constexpr bool is_peeled_factor =
    product_operand<E>::is_memory && is_plain_factor<S, typename E::value_type>() &&
    std::is_floating_point_v<real_t<typename E::value_type>>;

template <class S, class E>
  requires is_peeled_factor<S, E>
struct product_operand<node<op::times, constant_leaf<S>, E>> : peeled_operand<node<op::times, constant_leaf<S>, E>, 1> {
  WEFT_INLINE static auto factor(node<op::times, constant_leaf<S>, E> const& e) {
    return multiply(product_operand<E>::factor(get<1>(e.children)),
                    store_as<typename E::value_type>(get<0>(e.children).value));
  }
};
template <class S, class E>
  requires is_peeled_factor<S, E>
struct product_operand<node<op::times, E, constant_leaf<S>>> : peeled_operand<node<op::times, E, constant_leaf<S>>, 0> {
  WEFT_INLINE static auto factor(node<op::times, E, constant_leaf<S>> const& e) {
    return multiply(product_operand<E>::factor(get<0>(e.children)),
                    store_as<typename E::value_type>(get<1>(e.children).value));
  }
};
template <class E>
  requires is_peeled_factor<typename E::value_type, E>
struct product_operand<node<op::negate, E>> : peeled_operand<node<op::negate, E>, 0> {
  WEFT_INLINE static auto factor(node<op::negate, E> const& e) {
    using T = typename E::value_type;
    return multiply(product_operand<E>::factor(get<0>(e.children)), static_cast<T>(-T(1)));
  }
};
template <class E>
  requires(product_operand<E>::is_memory && is_number<typename E::value_type>)
struct product_operand<node<op::conj, E>> : peeled_operand<node<op::conj, E>, 0> {
  static constexpr bool conj = is_complex<typename E::value_type> && !product_operand<E>::conj;
  WEFT_INLINE static auto factor(node<op::conj, E> const& e) {
    return conjugate_if(true, product_operand<E>::factor(get<0>(e.children)));
  }
};

/// Returns the footprint of a matrix, in bytes. `extents` and `strides` have room for two numbers.
template <class T>
WEFT_INLINE footprint footprint_of(matrix_operand<T> const& m, index_t* extents, index_t* strides) {
  index_t const size = sizeof(T);
  extents[0] = m.shape.rows;
  extents[1] = m.shape.cols;
  strides[0] = m.shape.rows > 1 ? m.shape.row_stride * size : 0;
  strides[1] = m.shape.cols > 1 ? m.shape.col_stride * size : 0;
  return {reinterpret_cast<index_t>(m.data), size, 2, extents, strides};
}

/// Returns the bytes of the elements of a matrix or of a stack; elements that share memory count once.
template <class M>
WEFT_FN index_t distinct_bytes(M const& m) {
  index_t extents[max_rank + 2], strides[max_rank + 2];
  return distinct_bytes(footprint_of(m, extents, strides));
}

/// Returns the same as range_of(footprint_of(m)) of a matrix that has elements, straight from the shape and without a
/// branch.
template <class T>
WEFT_INLINE byte_range range_of(matrix_operand<T> const& m) {
  index_t const size = sizeof(T), first = reinterpret_cast<index_t>(m.data);
  index_t const down = (m.shape.rows - 1) * m.shape.row_stride * size;
  index_t const across = (m.shape.cols - 1) * m.shape.col_stride * size;
  return {first + (down < 0 ? down : 0) + (across < 0 ? across : 0),
          first + size + (down > 0 ? down : 0) + (across > 0 ? across : 0)};
}

template <class T, class A, class B>
struct product_job;
/// Runs a product whose route is `dot`, `vector` or `direct`, which takes no memory. T is a type that BLAS multiplies.
/// Returns false, and does nothing, if the route is another one, which it writes to `route`, or if the target may
/// overlap a factor.
template <class T>
WEFT_API bool run_direct(product_job<T, T, T> const& job, product_route& route);
/// Runs a batch of matrices whose route is `direct`; `job` is the first product. The targets are known to be apart from
/// the factors.
template <class T>
WEFT_API void run_batch(product_route const& route, product_job<T, T, T> const& job, product_batch const& batch);

/// A product that was compiled into the program, for a report.
struct inlined_product {
  index_t m, n, k, bytes_read, bytes_written;
};
WEFT_API void note_inline(plan_report& to, inlined_product const& p);

/// The product c = alpha * a * b + beta * c in memory. run(s) runs it, or describes it to the report of the session.
template <class T, class A, class B>
struct product_job {
  T alpha;
  matrix_operand<A const> a;
  matrix_operand<B const> b;
  T beta;
  matrix_operand<T> c;
  bool gram = is_gram(a, b); ///< half of the products suffice; a stack sets it for all of its products or for none

  /// True if the library has compiled kernels for these elements.
  static constexpr bool compiled = is_blas_product<T, A, B, T>;

  /// Returns the plan of `count` such products.
  WEFT_FN gemm_plan plan(index_t count = 1, product_route const& route = {}) const {
    return plan_of<T>(alpha, a, b, beta, c, gram, count, route);
  }

  WEFT_FN void run() const {
    product_route route{};
    if (!is_run_direct(route))
      run_planned(route);
  }
  WEFT_FN void run_planned(product_route const& route) const {
    gemm_plan const how = plan(1, route);
    product_scratch memory(how);
    run(how, memory);
  }
  WEFT_FN void run(gemm_plan const& how, product_scratch& memory) const { gemm<T>(how, alpha, a, b, beta, c, memory); }
  /// Adds `count` such products, which read and write the given numbers of bytes, to the report of the session.
  WEFT_FN void describe(session& s, index_t count, index_t read, index_t written) const {
    gemm_plan const how = plan(count);
    if (how.route.way == product_way::nothing || count == 0)
      return;
    std::string text = route_text(how);
    if (count != 1)
      text += " batch=" + std::to_string(count);
    note_blas(s, std::move(text), 2 * count * a.shape.rows * a.shape.cols * b.shape.cols);
    note_traffic(s, read, written);
    for (int const threads : {how.route.threads, how.sharing})
      s.report->threads = threads > s.report->threads ? threads : s.report->threads;
    if (how.temporary_bytes != 0)
      note_temporary(s, product_scratch::bytes_for(how) * how.sharing);
  }
  WEFT_FN void describe(session& s) const { describe(s, 1, read_bytes(), written_bytes()); }
  /// Runs or describes the product, by way of a temporary if the target overlaps an operand.
  WEFT_FN void run(session& s) const {
    product_route route{};
    if (described(s, [&](session& t) { overlaps() ? describe_by_temporary(t) : describe(t); }) || is_run_direct(route))
      return;
    if (overlaps())
      run_by_temporary();
    else
      run_planned(route);
  }

  /// Runs or describes the product if the target is known to be apart from the factors.
  WEFT_FN void run_apart_unchecked(session& s) const {
    if (!described(s, [&](session& t) { describe(t); }))
      run();
  }

  WEFT_FN index_t read_bytes() const { return distinct_bytes(a) + distinct_bytes(b) + old_bytes(); }
  WEFT_FN index_t written_bytes() const { return distinct_bytes(c); }

private:
  WEFT_FN bool overlaps() const {
    byte_range const written = range_of(c);
    return meets_target(a, written) || meets_target(b, written);
  }
  // Where the target overlaps an operand, the product goes to memory of its own, then into the target.
  WEFT_FN index_t size() const { return c.shape.rows * c.shape.cols; }
  WEFT_FN product_job into(T* memory, blas_order order) const {
    return {alpha, a, b, T{}, {memory, contiguous(c.shape, order)}};
  }
  WEFT_FN void run_by_temporary() const {
    blas_order const order = nearest_order(c.shape);
    storage_ref const memory = storage_ref::adopt(new_elements<T>(size(), false));
    T* const values = static_cast<T*>(block_data(memory.get()));
    into(values, order).run();
    bool const by_rows = order == blas_order::row;
    store_matrix<0>(values, by_rows ? c.shape.cols : c.shape.rows, beta, by_rows ? c : transposed(c),
                    old_value_for(beta));
  }
  WEFT_FN void describe_by_temporary(session& s) const {
    index_t const bytes = size() * index_t(sizeof(T));
    note_temporary(s, bytes);
    into(nullptr, nearest_order(c.shape)).describe(s);
    note_traffic(s, bytes + old_bytes(), written_bytes());
  }

  WEFT_INLINE bool is_run_direct([[maybe_unused]] product_route& route) const {
    if constexpr (compiled)
      return run_direct(*this, route);
    else
      return false;
  }
  /// True if m shares bytes with the target. Most operands lie wholly before or after it; the others are compared
  /// exactly.
  template <class U>
  WEFT_INLINE bool meets_target(matrix_operand<U> const& m, byte_range const& written) const {
    return !are_apart(range_of(m), written) && shares_bytes_of(m);
  }
  template <class U>
  WEFT_SLOW bool shares_bytes_of(matrix_operand<U> const& m) const {
    index_t extents[2][2], strides[2][2];
    return shares_a_byte(footprint_of(m, extents[0], strides[0]), footprint_of(c, extents[1], strides[1]));
  }
  /// Returns the bytes of the target that are read: none if beta is 0.
  WEFT_FN index_t old_bytes() const { return is_zero(beta) ? 0 : distinct_bytes(c); }
  WEFT_FN static void note_traffic(session& s, index_t read, index_t written) {
    s.report->bytes_read += read;
    s.report->bytes_written += written;
  }
};

} // namespace weft::detail
