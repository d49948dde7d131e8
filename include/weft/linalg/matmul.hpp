#pragma once
#include <weft/linalg/chain.hpp>
#include <weft/linalg/stack.hpp>

namespace weft {

namespace detail {

/// The product of matrices, vectors and stacks. As a deferred operand it runs once for each assignment.
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

  WEFT_FN bool reads(footprint const& bytes, session& s) const {
    const bool reads_left = reads_memory(left, bytes, s);
    return reads_memory(right, bytes, s) || reads_left;
  }
  template <class Target>
  WEFT_FN void evaluate(Target const& target, session& s) const {
    accumulate(target, value_type(1), value_type(0), s);
  }

  /// target = alpha * product + beta * target; old elements are not read where beta is 0.
  template <class L>
  WEFT_FN void accumulate(strided_leaf<value_type, L> const& target, value_type alpha, value_type beta,
                          session& s) const {
    target.keep.check("matmul");
    constexpr int factors = chain_of_operation<value_type, matmul_operation>::factors;
    if constexpr (factors > 2 && !is_inline())
      if (left.rank() <= 2 && right.rank() <= 2) {
        product_chain<value_type, factors> chain(s);
        return chain.add(left, true, [&] {
          chain.add(right, false, [&] {
            chain.run(alpha, beta, {target.data, matrix_of(target.place, left.rank() == 1, right.rank() == 1)});
          });
        });
      }
    const auto x = left_operand::leaf(left, s);
    const auto y = right_operand::leaf(right, s);
    const auto factor =
        value_as<value_type>(multiply(left_operand::factor(left), multiply(right_operand::factor(right), alpha)));
    if constexpr (no_stack) {
      const bool row = x.rank() == 1, column = y.rank() == 1;
      const product_job<value_type, typename A::value_type, typename B::value_type> job{
          factor,
          {x.data, matrix_of(x.place, row, false, left_operand::conj)},
          {y.data, matrix_of(y.place, false, column, right_operand::conj)},
          beta,
          {target.data, matrix_of(target.place, row, column)}};
      if constexpr (is_inline()) {
        if (s.dry() || is_recording()) {
          const auto noted = job; // a copy: what nobody refers to stays in registers
          note_inline(noted, s);
        }
        if (!s.dry())
          run_inline<rows, columns, depth>(job.alpha, job.a, job.b, job.beta, job.c);
      } else {
        job.run(s);
      }
    } else {
      const auto job = stack_of_products(factor, x, y, beta, target);
      if (job.is_single())
        job.single().run(s);
      else if (!job.overlaps())
        job.run(s);
      else
        accumulate_apart(target, x, y, factor, beta, s);
    }
  }

private:
  using left_operand = product_operand<A>;
  using right_operand = product_operand<B>;

  template <class X, class Y, class Target>
  WEFT_FN static auto stack_of_products(value_type alpha, X const& x, Y const& y, value_type beta,
                                        Target const& target) {
    const bool row = x.rank() == 1, column = y.rank() == 1;
    return stack_job<value_type, typename A::value_type, typename B::value_type>(
        alpha, stack_of(x, row, false, left_operand::conj), stack_of(y, false, column, right_operand::conj), beta,
        stack_of(target, row, column));
  }

  /// The target of a stack overlaps an operand: all products go to memory of their own, then into the target.
  template <class L, class X, class Y>
  WEFT_FN void accumulate_apart(strided_leaf<value_type, L> const& target, X const& x, Y const& y, value_type alpha,
                                value_type beta, session& s) const {
    const auto values = new_temporary<value_type>(shape_, s);
    const auto products = values.template borrowed<value_type>();
    stack_of_products(alpha, x, y, value_type(0), products).run(s);
    if (is_zero(beta))
      return assign(target, products, s);
    using scaled = node<op::times, constant_leaf<value_type>, strided_leaf<value_type, L>>;
    using sum = node<op::plus, std::remove_const_t<decltype(products)>, scaled>;
    assign(target, sum(op::plus{}, products, scaled(op::times{}, constant_leaf<value_type>(beta), target)), s);
  }

  static constexpr bool no_stack =
      A::static_rank > 0 && A::static_rank <= 2 && B::static_rank > 0 && B::static_rank <= 2;
  static constexpr index_t rows = A::static_rank == 2 ? static_extent<typename A::extents_type>(0) : 1;
  static constexpr index_t columns = B::static_rank == 2 ? static_extent<typename B::extents_type>(1) : 1;
  static constexpr index_t depth = B::static_rank > 0 ? static_extent<typename B::extents_type>(0) : dyn;
  WEFT_FN static constexpr bool is_inline() {
    constexpr index_t most = product_limits::inline_product;
    constexpr bool known = no_stack && A::extents_type::all_static && B::extents_type::all_static;
    constexpr bool numbers = is_number<typename A::value_type> && is_number<typename B::value_type>;
    return known && numbers && rows > 0 && columns > 0 && rows <= most && columns <= most && depth <= most &&
           rows * columns <= most && rows * columns * depth <= most;
  }
  template <class Job>
  WEFT_SLOW static void note_inline(Job const& job, session& s) {
    if (s.dry())
      job.note(s, inline_text());
    else
      record(s, [&](session& t) { job.note(t, inline_text()); });
  }
  WEFT_FN static std::string inline_text() {
    return "inline m=" + std::to_string(rows) + " n=" + std::to_string(columns) + " k=" + std::to_string(depth);
  }
};

/// The shape of a product by NumPy's rule: of a stack the last two axes are the matrix, the others broadcast; a vector
/// is a row on the left and a column on the right, and its missing axis is missing in the result.
WEFT_API dynamic_extents product_shape(index_t const* a, int rank_a, index_t const* b, int rank_b);

/// The same with what types know of it. Throws shape_error where it does not fit.
template <class A, class B>
WEFT_FN auto product_extents(A const& a, B const& b) {
  constexpr int ra = A::static_rank, rb = B::static_rank;
  const auto shape = [&] {
    const auto x = convert_extents<dynamic_extents>(a), y = convert_extents<dynamic_extents>(b);
    return product_shape(x.value, x.rank(), y.value, y.rank());
  };
  if constexpr (ra < 0 || rb < 0) {
    return shape();
  } else {
    constexpr index_t inner_a = static_extent<A>(ra - 1), inner_b = static_extent<B>(rb == 1 ? 0 : rb - 2);
    require_static_fit<sums_over, extents<inner_a>, extents<inner_b>>();
    if constexpr (ra > 2 || rb > 2) {
      return convert_extents<dims<(ra > rb ? ra : rb) - 2 + int(ra > 1) + int(rb > 1)>>(shape());
    } else {
      if (a[ra - 1] != b[0])
        shape(); // throws
      if constexpr (ra == 2 && rb == 2) {
        extents<static_extent<A>(0), static_extent<B>(1)> out{};
        out.set(0, a[0]);
        out.set(1, b[1]);
        return out;
      } else if constexpr (ra == 1 && rb == 1) {
        return extents<>{};
      } else {
        extents<ra == 2 ? static_extent<A>(0) : static_extent<B>(rb - 1)> out{};
        out.set(0, ra == 2 ? a[0] : b[rb - 1]);
        return out;
      }
    }
  }
}

} // namespace detail

/// The product by NumPy's rule: of matrices (i, k) and (k, j); a vector is a row on the left, a column on the right,
/// and two vectors give a tensor of rank 0; of more axes the last two are the matrix and the leading ones broadcast, as
/// in (b, 1, i, k) times (c, k, j). Lazy, and deferred: it is computed once for each assignment it stands in. Throws
/// shape_error where the inner extents differ or the leading axes do not broadcast.
///
/// Operands may have any strides; one that is no memory is evaluated first. float, double and their complex run on
/// weft's own kernels or on BLAS, whichever is faster here (build_info() says which). Both take transposition, conj, a
/// factor and `+ beta * target` along: c = 2.0 * matmul(a, transpose(b)) + 0.5 * c is one gemm. A factor of an operand
/// is applied to the product; where it keeps elements in range, eval() that operand. A matrix by itself transposed is
/// syrk or herk where that is faster (blas_plan.cpp), a column by a row that is added is ger. Other elements, and mixed
/// types, run on a blocked loop and have the type of the product.
///
/// A stack is a call for each matrix, or one for all where its rows go on evenly and the right factor is one matrix.
/// Three and more matrices or vectors, written in one expression, are multiplied in the order with the fewest
/// operations; a product that has a name (auto p = matmul(a, b), not a multiple of it) is computed as it is.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto matmul(A&& a, B&& b) {
  auto x = detail::capture(static_cast<A&&>(a));
  auto y = detail::capture(static_cast<B&&>(b));
  constexpr int ra = detail::rank_of<A>, rb = detail::rank_of<B>;
  static_assert(ra != 0 && rb != 0, "weft: matmul: rank mismatch: a factor has rank 0; operator* multiplies by it");
  const auto shape = detail::product_extents(x.extents(), y.extents());
  using operation = detail::matmul_operation<decltype(x), decltype(y), std::remove_const_t<decltype(shape)>>;
  return detail::make_deferred(operation{std::move(x), std::move(y), shape}, "matmul");
}

} // namespace weft
