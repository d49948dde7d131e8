#pragma once
#include <weft/linalg/chain.hpp>
#include <weft/linalg/stack.hpp>
#include <weft/tensor/deduce.hpp>

namespace weft {

namespace detail {

/// Computes target = products + beta * target. `products` shares no memory with the target.
template <class T, class L, class Products>
WEFT_FN void add_to_old(strided_leaf<T, L> const& target, Products const& products, T beta, session& s) {
  if (is_zero(beta))
    return assign(target, products, s);
  using scaled = node<op::times, constant_leaf<T>, strided_leaf<T, L>>;
  using sum = node<op::plus, Products, scaled>;
  assign(target, sum(op::plus{}, products, scaled(op::times{}, constant_leaf<T>(beta), target)), s);
}

/// The facts about operands A and B that decide how matmul multiplies them.
template <class A, class B>
struct factor_kinds {
  static constexpr bool no_stack =
      A::static_rank > 0 && A::static_rank <= 2 && B::static_rank > 0 && B::static_rank <= 2;
  static constexpr index_t rows = A::static_rank == 2 ? static_extent<typename A::extents_type>(0) : 1;
  static constexpr index_t columns = B::static_rank == 2 ? static_extent<typename B::extents_type>(1) : 1;
  static constexpr index_t depth = B::static_rank > 0 ? static_extent<typename B::extents_type>(0) : dyn;
  WEFT_FN static constexpr bool is_within(index_t most) {
    constexpr bool are_static = no_stack && A::extents_type::all_static && B::extents_type::all_static;
    constexpr bool numbers = is_number<typename A::value_type> && is_number<typename B::value_type>;
    return are_static && numbers && rows > 0 && columns > 0 && rows <= most && columns <= most && depth <= most &&
           rows * columns <= most && rows * columns * depth <= most;
  }
  static constexpr bool is_inline = is_within(product_limits::inline_product);
};

/// A class in place of a lambda: if two statements share a lambda, GCC calls it, so that the job goes to memory, and 2
/// x 2 takes 5 ns longer.
template <index_t M, index_t N, index_t K, class Job>
struct inlined_run {
  Job const& job;
  WEFT_INLINE constexpr void operator()() const { run_inline<M, N, K>(job.alpha, job.a, job.b, job.beta, job.c); }
};

/// The function object of matmul.
template <class T, class Extents, class Order = row_major>
struct matmul_operation : matrix_product<T, Extents, Order> {
  static constexpr deferred_traits traits{.accumulates = true};
  static constexpr bool comparable = true;

  template <class Target, class A, class B>
  WEFT_FN void evaluate(Target const& target, session& s, A const& left, B const& right) const {
    accumulate(target, T(1), T(0), s, left, right);
  }

  /// Computes target = alpha * product + beta * target; old elements are not read where beta is 0.
  template <class L, class A, class B>
  WEFT_FN void accumulate(strided_leaf<T, L> const& target, T alpha, T beta, session& s, A const& left,
                          B const& right) const {
    target.keep.check("matmul");
    constexpr int factors = chain_of<T, deferred<matmul_operation, whole_layout<matmul_operation>, A, B>>::factors;
    if constexpr (factors > 2 && !factor_kinds<A, B>::is_inline)
      if (left.rank() <= 2 && right.rank() <= 2) {
        product_chain<T, factors> chain(s);
        return chain.add(left, true, [&] {
          chain.add(right, false, [&] {
            chain.run(alpha, beta, {target.data, matrix_of(target.place, left.rank() == 1, right.rank() == 1)});
          });
        });
      }
    auto const x = product_operand<A>::leaf(left, s);
    auto const y = product_operand<B>::leaf(right, s);
    T const factor =
        store_as<T>(multiply(product_operand<A>::factor(left), multiply(product_operand<B>::factor(right), alpha)));
    if constexpr (factor_kinds<A, B>::no_stack)
      multiply_matrices<A, B>(target, x, y, factor, beta, s);
    else
      multiply_stacks<A, B>(target, x, y, factor, beta, s);
  }

  template <class A, class B>
  WEFT_FN static constexpr index_t small_work() {
    using kinds = factor_kinds<A, B>;
    constexpr index_t most = is_complex<T> ? product_limits::inline_product : product_limits::small_product;
    if constexpr (kinds::is_within(most) && small_work_of<A> < not_small && small_work_of<B> < not_small &&
                  calls_nothing<A> && calls_nothing<B>)
      return kinds::rows * kinds::columns * kinds::depth + small_work_of<A> + small_work_of<B>;
    else
      return not_small;
  }
  template <class A, class B>
  WEFT_FN static constexpr small_step small_step_of() {
    using kinds = factor_kinds<A, B>;
    small_step step;
    step.is_product = true;
    step.extents[0] = kinds::rows;
    step.extents[1] = kinds::columns;
    step.extents[2] = kinds::depth;
    step.bytes_read = small_bytes<A> + small_bytes<B>;
    return step;
  }
  template <class How, class X, class Y>
  WEFT_INLINE constexpr void evaluate_small(T* to, X const& x, Y const& y) const {
    multiply_small<How, false>(x, y, to);
  }
  template <class How, class X, class Y>
  WEFT_INLINE constexpr void evaluate_last(T* to, X const& x, Y const& y) const
    requires(small_product_bytes<T, How, X, Y, true>() != 0)
  {
    multiply_small<How, true>(x, y, to);
  }

private:
  template <class E>
  static constexpr index_t small_work_of = detail::small_work<E>;

  template <class A, class B, class L, class X, class Y>
  WEFT_INLINE static void multiply_matrices(strided_leaf<T, L> const& target, X const& x, Y const& y, T factor, T beta,
                                            session& s) {
    using kinds = factor_kinds<A, B>;
    bool const row = x.rank() == 1, column = y.rank() == 1;
    product_job<T, typename A::value_type, typename B::value_type> const job{
        factor,
        {x.data, matrix_of(x.place, row, false, product_operand<A>::conj)},
        {y.data, matrix_of(y.place, false, column, product_operand<B>::conj)},
        beta,
        {target.data, matrix_of(target.place, row, column)}};
    if constexpr (kinds::is_inline) {
      compute(s, inlined_run<kinds::rows, kinds::columns, kinds::depth, decltype(job)>{job});
      if (plan_report* const to = report_of(s)) // asked last, when nothing is in registers that a call would spill
        note_inline(*to, {kinds::rows, kinds::columns, kinds::depth, job.read_bytes(), job.written_bytes()});
    } else {
      job.run(s);
    }
  }

  template <class A, class B, class Target, class X, class Y>
  WEFT_FN static auto stack_of_products(Target const& target, X const& x, Y const& y, T alpha, T beta) {
    bool const row = x.rank() == 1, column = y.rank() == 1;
    return stack_job<T, typename A::value_type, typename B::value_type>(
        alpha, stack_of(x, row, false, product_operand<A>::conj), stack_of(y, false, column, product_operand<B>::conj),
        beta, stack_of(target, row, column));
  }
  template <class A, class B, class L, class X, class Y>
  WEFT_INLINE static void multiply_stacks(strided_leaf<T, L> const& target, X const& x, Y const& y, T alpha, T beta,
                                          session& s) {
    auto const job = stack_of_products<A, B>(target, x, y, alpha, beta);
    if (job.is_single())
      return job.single().run(s);
    if (!job.overlaps())
      return job.run(s);
    auto const values = new_temporary<T>(convert_extents<Extents>(target.extents()), s);
    auto const products = values.template borrowed<T>();
    stack_of_products<A, B>(products, x, y, alpha, T(0)).run(s);
    add_to_old(target, products, beta, s);
  }
};

/// Returns the shape of a product by NumPy's rule, or throws shape_error. The last two axes of an operand are a matrix,
/// and the others broadcast. A vector is a row on the left and a column on the right, and its missing axis is missing
/// in the result.
WEFT_API dynamic_extents product_shape(index_t const* a, int rank_a, index_t const* b, int rank_b);

/// The axes of an operand in front of its matrices, or in front of its vector.
template <class E, class Indices = std::make_integer_sequence<int, (E::static_rank > 2 ? E::static_rank - 2 : 0)>>
struct axes_of_stack;
template <class E, int... K>
struct axes_of_stack<E, std::integer_sequence<int, K...>> {
  using type = extents<E::statics[K]...>;
};
template <class Leading, index_t... Rest>
struct with_axes;
template <index_t... E, index_t... Rest>
struct with_axes<extents<E...>, Rest...> {
  using type = extents<E..., Rest...>;
};
/// Returns the shape type of a stack of products, with static extents if the types of the operands give them.
template <class A, class B>
WEFT_FN constexpr auto stack_extents() {
  constexpr int ra = A::static_rank, rb = B::static_rank;
  using leading = decltype(broadcast_type<typename axes_of_stack<A>::type, typename axes_of_stack<B>::type>());
  if constexpr (ra == 1)
    return typename with_axes<leading, static_extent<B>(rb - 1)>::type{};
  else if constexpr (rb == 1)
    return typename with_axes<leading, static_extent<A>(ra - 2)>::type{};
  else
    return typename with_axes<leading, static_extent<A>(ra - 2), static_extent<B>(rb - 1)>::type{};
}

/// Returns the shape of a product, with static extents if the types give them. Throws shape_error if the operands do
/// not fit.
template <class A, class B>
WEFT_FN constexpr auto product_extents(A const& a, B const& b) {
  constexpr int ra = A::static_rank, rb = B::static_rank;
  auto const shape = [&] {
    auto const x = convert_extents<dynamic_extents>(a), y = convert_extents<dynamic_extents>(b);
    return product_shape(x.value, x.rank(), y.value, y.rank());
  };
  if constexpr (ra < 0 || rb < 0) {
    return shape();
  } else {
    constexpr index_t inner_a = static_extent<A>(ra - 1), inner_b = static_extent<B>(rb == 1 ? 0 : rb - 2);
    require_static_fit<sums_over, extents<inner_a>, extents<inner_b>>();
    if constexpr (ra > 2 || rb > 2) {
      return convert_extents<decltype(stack_extents<A, B>())>(shape());
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

/// The order of a product that needs memory of its own: column_major if both factors are, because the target of such
/// operands is too, and its memory can then be lent to the product. matmul(a, b) + c of 1299 x 49 by columns takes 0.55
/// of the time that it took with a product by rows. Stacks of matrices, and static shapes, which are values of a type,
/// lie by rows.
template <class A, class B, class S>
using order_of_product =
    std::conditional_t<S::static_rank == 2 && !S::all_static && (orders_of<A> & orders_of<B>) == leaf_orders::column,
                       column_major, row_major>;

/// How matmul multiplies arguments of the types A and B, whose leaves are x and y. Types with a known structure have
/// specialisations: an inverse in linalg/solve.hpp, a triangle and its like in linalg/structured_product.hpp.
template <class A, class B>
struct multiplied {
  template <class X, class Y, Shape S>
  WEFT_FN static constexpr auto of(X&& x, Y&& y, S const& shape) {
    using T = product_t<typename X::value_type, typename Y::value_type>;
    using operation = matmul_operation<T, S, order_of_product<X, Y, S>>;
    return make_deferred("matmul", operation{}, shape, static_cast<X&&>(x), static_cast<Y&&>(y));
  }
};

} // namespace detail

/// The product by NumPy's rule. Matrices (i, k) and (k, j) give a matrix (i, j). A vector is a row on the left, a
/// column on the right, and two vectors give a tensor of rank 0. If an operand has more axes, its last two are the
/// matrix, and the leading ones broadcast, as in (b, 1, i, k) times (c, k, j). Lazy, and deferred: it is computed once
/// for each assignment it stands in. Throws shape_error if the inner extents differ or the leading axes do not
/// broadcast.
///
/// Operands may have any strides; an operand that is not in memory is evaluated first. float, double and their complex
/// run on weft's own kernels or on BLAS, whichever is faster here (build_info() says which). Both take transposition,
/// conj, a factor and `+ beta * target` along: c = 2.0 * matmul(a, transpose(b)) + 0.5 * c is one gemm. A factor of an
/// operand is applied to the product; if the factor keeps elements in range, eval() that operand. A matrix by itself
/// transposed is syrk or herk if that is faster (blas_plan.cpp), and a column by a row that is added is ger. Other
/// elements, and mixed types, run on a blocked loop, and the result has the type of the product.
///
/// A stack is one call for each matrix, or one call for all matrices if the right factor is one matrix, and the rows of
/// all left factors are one stride apart. Three and more matrices or vectors, written in one expression, are multiplied
/// in the order with the fewest operations; a product that has a name (auto p = matmul(a, b), not a multiple of it) is
/// computed as it is.
///
/// If the type of a factor says more than its elements do, the product does less work. An inverse that has no name, as
/// in matmul(linalg::inv(a), b) or matmul(b, linalg::inv(a)), is not computed: the product is a solution, and throws
/// what linalg::solve throws. The structured factors are lower(a), symmetric(a), diagonal_matrix(v) and their like
/// (linalg/structured.hpp). On weft's own products a triangle takes half of the multiplications and additions, and a
/// symmetric matrix half of the memory to read; c = 2.0 * matmul(lower(a), b) + c takes no temporary. A diagonal matrix
/// multiplies rows or columns, element by element, in the loop of the expression around the product. If both factors
/// are structured, one structure is used: the structure of a diagonal factor, else of the left one. Elements other than
/// float, double and their complex, and structured factors of two types, are multiplied like any others.
///
/// Elements of 16 bits are copied to floats, and multiplied as floats; of two of a kind the result is rounded once.
template <AnyTensorial A, AnyTensorial B>
[[nodiscard]] WEFT_FN constexpr auto matmul(A&& a, B&& b) {
  if constexpr (detail::UntypedOperands<A, B>) {
    return untyped_product(detail::answered_above{}, static_cast<A&&>(a), static_cast<B&&>(b));
  } else {
    auto x = detail::capture(static_cast<A&&>(a));
    auto y = detail::capture(static_cast<B&&>(b));
    constexpr int ra = detail::rank_of<A>, rb = detail::rank_of<B>;
    static_assert(ra != 0 && rb != 0, "weft: matmul: rank mismatch: a factor has rank 0; operator* multiplies by it");
    auto const shape = detail::product_extents(x.extents(), y.extents());
    if constexpr (detail::has_halves<decltype(x), decltype(y)>)
      return detail::rounded_product<decltype(x), decltype(y)>(matmul(detail::as_floats(x), detail::as_floats(y)));
    else
      return detail::multiplied<A, B>::of(std::move(x), std::move(y), shape);
  }
}
template <int = 0>
void matmul(detail::other, detail::other) WEFT_REFUSED("weft: matmul takes tensors; by a number: a * x");

} // namespace weft
