#pragma once
#include <weft/eval/assign.hpp>
#include <weft/linalg/gemm.hpp>
#include <weft/ops/arithmetic.hpp>

namespace weft {

namespace detail {

/// Temporaries of a product, freed when it is done.
class product_scratch final : public scratch {
public:
  WEFT_FN product_scratch() = default;
  WEFT_FN void* take(std::size_t bytes) override {
    block* const b = allocate_block(static_cast<index_t>(bytes), 1, false, nullptr);
    auto* const next = new entry{storage_ref::take(b), blocks_};
    blocks_ = next;
    return block_data(b);
  }
  WEFT_FN ~product_scratch() {
    while (blocks_ != nullptr)
      delete std::exchange(blocks_, blocks_->next);
  }

private:
  struct entry {
    storage_ref keep;
    entry* next;
  };
  entry* blocks_ = nullptr;
};

/// The sum of products of A and B.
template <class A, class B>
using product_t = std::remove_cvref_t<decltype(op::times{}(std::declval<A const&>(), std::declval<B const&>()))>;

/// A matrix or a vector in memory. A vector is a row on the left and a column on the right of a product.
template <class T, class L>
WEFT_FN matrix_operand<T> matrix_of(strided_leaf<T, L> const& e, bool vector_is_row) {
  auto const& l = e.place;
  if (l.rank() == 2)
    return {e.data, {l.extent(0), l.extent(1), l.stride(0), l.stride(1)}};
  if (vector_is_row)
    return {e.data, {1, l.extent(0), l.extent(0), l.stride(0)}};
  return {e.data, {l.extent(0), 1, l.stride(0), 1}};
}

template <class T, class U>
WEFT_FN bool shares_a_byte(matrix_operand<T> const& c, matrix_operand<U> const& a) {
  const auto describe = [](auto const& m, index_t* extents, index_t* strides) {
    const index_t size = sizeof(*m.data);
    extents[0] = m.shape.rows;
    extents[1] = m.shape.cols;
    strides[0] = m.shape.row_stride * size;
    strides[1] = m.shape.col_stride * size;
    return footprint{reinterpret_cast<index_t>(m.data), size, 2, extents, strides};
  };
  index_t n[4], s[4];
  return shares_a_byte(describe(c, n, s), describe(a, n + 2, s + 2));
}

/// An operand of a product brought into memory: a leaf as it is, a factor of it taken out, anything else evaluated.
template <class E>
struct product_operand {
  using value_type = typename E::value_type;
  WEFT_FN static value_type factor(E const&) { return value_type(1); }
  WEFT_FN static auto leaf(E const& e, session& s) {
    if constexpr (E::is_deferred && requires { e.operation; }) {
      return materialise(e, s);
    } else {
      using place = layout<typename E::extents_type, dense<row_major>>;
      const place l(e.extents());
      const index_t bytes = l.size() * index_t(sizeof(value_type));
      note_temporary(s, bytes);
      if (s.dry()) {
        auto* const nowhere = reinterpret_cast<value_type*>(pretended_address(bytes));
        assign(strided_leaf<value_type, place>(nowhere, l, {}), e, s);
        return strided_leaf<const value_type, place>(nowhere, l, {});
      }
      storage_ref memory = storage_ref::take(new_elements<value_type>(l.size(), false));
      auto* const data = static_cast<value_type*>(block_data(memory.get()));
      assign(strided_leaf<value_type, place>(data, l, {}), e, s);
      return strided_leaf<const value_type, place>(data, l, std::move(memory));
    }
  }
};
template <class E>
  requires scaled_leaf<E>::is_leaf
struct product_operand<E> {
  using value_type = typename E::value_type;
  WEFT_FN static value_type factor(E const& e) { return scaled_leaf<E>::factor(e); }
  WEFT_FN static auto leaf(E const& e, session&) {
    auto const& l = scaled_leaf<E>::leaf(e);
    l.keep.check("matmul");
    return strided_leaf<const value_type, typename std::remove_cvref_t<decltype(l)>::layout_type>(l.data, l.place, l.keep);
  }
};

/// The product of two matrices, or of a matrix and a vector. As a deferred operand it runs once for each assignment.
template <class A, class B, class Extents>
struct matmul_operation {
  using value_type = product_t<typename A::value_type, typename B::value_type>;
  using extents_type = Extents;
  static constexpr bool accumulates = true;

  A left;
  B right;
  [[no_unique_address]] Extents shape_;

  WEFT_INLINE Extents const& extents() const { return shape_; }

  template <class Target>
  WEFT_FN void evaluate(Target const& target, session& s) const {
    accumulate(target, value_type(1), value_type(0), s);
  }

  /// target = alpha * product + beta * target; old elements are not read where beta is 0.
  template <class L>
  WEFT_FN void accumulate(strided_leaf<value_type, L> const& target, value_type alpha, value_type beta, session& s) const {
    target.keep.check("matmul");
    const auto x = product_operand<A>::leaf(left, s);
    const auto y = product_operand<B>::leaf(right, s);
    const value_type factor = op::times{}(alpha, op::times{}(product_operand<A>::factor(left), product_operand<B>::factor(right)));
    const auto a = matrix_of(x, true), b = matrix_of(y, false);
    auto c = matrix_of(target, A::static_rank == 1);
    if (target.place.rank() == 1 && x.place.rank() == 1)
      c.shape = {1, target.place.extent(0), 1, target.place.stride(0)};
    if (s.dry())
      describe(a, b, c, s);
    if (shares_a_byte(c, a) || shares_a_byte(c, b))
      return accumulate_apart(target, a, b, c, factor, beta, s);
    if (!s.dry()) {
      product_scratch memory;
      gemm<value_type>(factor, a, b, beta, c, memory);
    }
  }

private:
  using matrix = matrix_operand<value_type>;
  using left_matrix = matrix_operand<const typename A::value_type>;
  using right_matrix = matrix_operand<const typename B::value_type>;

  WEFT_FN void describe(left_matrix const& a, right_matrix const& b, matrix const& c, session& s) const {
    const auto plan = plan_gemm(a.shape, b.shape, c.shape, info_of<value_type, typename A::value_type, typename B::value_type, value_type>());
    note_blas(s, plan.text(), 2 * a.shape.rows * a.shape.cols * b.shape.cols);
    if (plan.temporary_bytes != 0)
      note_temporary(s, static_cast<index_t>(plan.temporary_bytes));
  }
  /// The target overlaps an operand: the product goes to memory of its own, then into the target.
  template <class L>
  WEFT_FN void accumulate_apart(strided_leaf<value_type, L> const& target, left_matrix const& a, right_matrix const& b,
                                matrix c, value_type alpha, value_type beta, session& s) const {
    using place = layout<Extents, dense<row_major>>;
    const place l(shape_);
    const index_t bytes = l.size() * index_t(sizeof(value_type));
    note_temporary(s, bytes);
    storage_ref memory;
    auto* data = reinterpret_cast<value_type*>(s.dry() ? pretended_address(bytes) : 0);
    if (!s.dry()) {
      memory = storage_ref::take(new_elements<value_type>(l.size(), false));
      data = static_cast<value_type*>(block_data(memory.get()));
      product_scratch packed;
      c = {data, {c.shape.rows, c.shape.cols, c.shape.cols, 1}};
      gemm<value_type>(alpha, a, b, value_type(0), c, packed);
    }
    const strided_leaf<const value_type, place> product(data, l, {});
    using self = strided_leaf<const value_type, L>;
    const self old(target.data, target.place, target.keep);
    using scaled = node<op::times, constant_leaf<value_type>, self>;
    using sum = node<op::plus, std::remove_const_t<decltype(product)>, scaled>;
    if (beta == value_type(0))
      assign(target, product, s);
    else
      assign(target, sum(op::plus{}, product, scaled(op::times{}, constant_leaf<value_type>(beta), old)), s);
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
  static_assert((detail::rank_of<A> < 0 || detail::rank_of<A> == 1) && (detail::rank_of<B> < 0 || detail::rank_of<B> == 1),
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
  detail::product_scratch memory;
  const T value = detail::dot<T>(
      detail::vector_operand<const typename E::value_type>{p.data, p.place.extent(0), p.place.stride(0)},
      detail::vector_operand<const typename F::value_type>{q.data, q.place.extent(0), q.place.stride(0)}, memory);
  return static_cast<T>(op::times{}(op::times{}(detail::product_operand<E>::factor(x), detail::product_operand<F>::factor(y)), value));
}

} // namespace weft
