#pragma once
#include <weft/eval/gather.hpp>
#include <weft/linalg/batch.hpp>
#include <weft/linalg/stack.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>

// Matrices with a known structure. Such a matrix is an ordinary node over two operands: the matrix that is read, and
// the number j - i, or i - j, of each element (i, j). Its loop computes the elements of the matrix that it stands for.
// Views change the numbers as they change the matrix, so strides of the numbers show the structure that is left: a
// transposed lower triangle is an upper one, a block on the diagonal has the structure of the whole, and another window
// has none. The type says whether a matrix may be such a window; if not, no code is compiled for a matrix without
// structure.
namespace weft {

namespace detail {

enum class matrix_kind : char { triangle, unit_triangle, symmetric, hermitian, positive_definite, diagonal };

} // namespace detail

namespace op {

/// The function of a node with the same elements as F, whose structure is not used.
template <class F>
struct unstructured : F {};

/// Computes an element of a structured matrix from its number n, which is 0 on the diagonal, and from the element a
/// that is stored at its place. Elements with n <= 0 are read. A diagonal matrix reads only elements with n = 0. The
/// other elements of a symmetric matrix are elements of the matrix transposed, `mirrored`.
template <detail::matrix_kind Kind, bool Sure = true>
struct structured {
  using enum detail::matrix_kind;
  static constexpr char const* name = "structured matrix";
  static constexpr bool total = true;

  template <class A>
  WEFT_INLINE constexpr A operator()(index_t n, A const& a) const {
    if constexpr (Kind == unit_triangle)
      return n < 0 ? a : n == 0 ? A(1) : A(0);
    else
      return (Kind == diagonal ? n == 0 : n <= 0) ? a : A(0);
  }
  template <class A>
  WEFT_INLINE constexpr A operator()(index_t n, A const& a, A const& mirrored) const {
    if constexpr (Kind == symmetric || !is_complex<A>)
      return n <= 0 ? a : mirrored;
    else
      return n < 0 ? a : n == 0 ? A(a.real()) : detail::conjugate_if(true, mirrored);
  }

  /// Returns the slopes of an element. They are 0 for elements that are not read, even if these are NaN or infinite.
  template <class A>
  WEFT_INLINE static constexpr auto slopes(index_t n, A const&) {
    return make_pack(flat{}, gate<A>{A(Kind == unit_triangle ? n < 0 : Kind == diagonal ? n == 0 : n <= 0)});
  }
  template <class A>
  WEFT_INLINE static constexpr auto slopes(index_t n, A const&, A const&) {
    return make_pack(flat{}, gate<A>{A(n <= 0)}, gate<A>{A(n > 0)});
  }
  WEFT_INLINE static constexpr bool slope_reads(int, int k) { return k == 0; }

  /// The transposed matrix surely has the same kind. Whether another window has it is decided when the window is used.
  /// A window of a diagonal matrix counts as diagonal only if its type shows it.
  using unsure = std::conditional_t<Kind == diagonal, unstructured<structured>, structured<Kind, false>>;
  template <class View, int Rank>
  WEFT_INLINE static constexpr auto in_window() {
    return std::conditional_t<Sure && Rank == 2 && std::same_as<View, detail::transpose_all>, structured, unsure>{};
  }
};

} // namespace op

namespace detail {

/// @post out(... i) == in(... i, i)
struct last_diagonal {
  static constexpr int rank_change = -1;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    out.offset = in.offset;
    for (int k = 0; k < in.rank - 2; ++k)
      out.push(in.extent[k], in.stride[k]);
    int const row = in.rank - 2;
    out.push(in.extent[row], in.stride[row] + in.stride[row + 1]);
    return out;
  }
  template <class Layout>
    requires(Layout::static_rank >= 2)
  WEFT_FN static constexpr auto static_facts() {
    constexpr int last = Layout::static_rank - 1;
    auto const in = loosen_static<Layout>();
    loose<last> out;
    for (int k = 0; k < last; ++k)
      out.push(in.extent[k], k + 1 < last ? in.stride[k] : 0);
    return out;
  }
};

/// The structure of a matrix at run time. A window of a structured matrix may have none.
struct matrix_structure {
  matrix_kind kind;
  bool holds;
  bool lower; ///< true if the lower triangle is read, false if the upper one
  bool conj;  ///< the matrix is conjugated

  WEFT_FN constexpr bool is_triangle() const {
    return kind == matrix_kind::triangle || kind == matrix_kind::unit_triangle;
  }
};

/// Describes an expression that is a structured matrix, or the conjugate of one.
template <class E>
struct structured_form {
  static constexpr bool exists = false;
};
template <matrix_kind Kind, bool Sure, class Numbers, class A, class... Mirrored>
struct structured_form<node<op::structured<Kind, Sure>, Numbers, A, Mirrored...>> {
  using node_type = node<op::structured<Kind, Sure>, Numbers, A, Mirrored...>;
  using read_type = A;
  static constexpr bool exists = node_type::static_rank < 0 || node_type::static_rank >= 2;
  static constexpr bool conj = false;
  static constexpr bool sure = Sure; ///< true if it cannot be a window without a structure
  static constexpr matrix_kind kind = Kind;
  WEFT_INLINE static node_type const& matrix(node_type const& e) { return e; }
};
template <class E>
  requires structured_form<E>::exists
struct structured_form<node<op::conj, E>> : structured_form<E> {
  static constexpr bool conj = is_complex<typename E::value_type> && !structured_form<E>::conj;
  WEFT_INLINE static auto const& matrix(node<op::conj, E> const& e) {
    return structured_form<E>::matrix(get<0>(e.children));
  }
};
template <class X>
concept Structured = structured_form<std::remove_cvref_t<X>>::exists;
template <class X>
concept StructuredTriangle =
    Structured<X> && (structured_form<std::remove_cvref_t<X>>::kind == matrix_kind::triangle ||
                      structured_form<std::remove_cvref_t<X>>::kind == matrix_kind::unit_triangle);
template <class X>
concept StructuredDiagonal = Structured<X> && structured_form<std::remove_cvref_t<X>>::kind == matrix_kind::diagonal;
/// Symmetric and Hermitian matrices, of which one triangle is read.
template <class X>
concept StructuredHalf = Structured<X> && !StructuredTriangle<X> && !StructuredDiagonal<X>;

template <class E>
WEFT_FN matrix_structure structure_of(E const& e) {
  using form = structured_form<E>;
  auto const& numbers = get<0>(form::matrix(e).children);
  auto const& place = numbers.place;
  int const rank = place.rank();
  if (rank < 2)
    return {form::kind, false, true, form::conj};
  index_t const n = place.extent(rank - 2), down = place.stride(rank - 2), across = place.stride(rank - 1);
  bool holds = true;
  if constexpr (!form::sure) {
    holds = n == place.extent(rank - 1) && (n <= 1 || (down + across == 0 && down * down == 1));
    holds = holds && (n == 0 || numbers.offset == 0);
    for (int k = 0; k < rank - 2; ++k)
      holds = holds && (place.extent(k) <= 1 || place.stride(k) == 0);
  }
  return {form::kind, holds, n <= 1 || down < 0, form::conj};
}

/// Returns the matrix whose elements are read, conjugated as the structured one is.
template <class E>
WEFT_FN auto read_matrix(E const& e) {
  using form = structured_form<E>;
  auto const& read = get<1>(form::matrix(e).children);
  if constexpr (form::conj)
    return node<op::conj, typename form::read_type>(op::conj{}, read);
  else
    return read;
}
/// Returns the diagonal of a diagonal matrix, in the last axis.
template <class E>
WEFT_FN auto read_diagonal(E const& e) {
  return window_of(window_of(read_matrix(e), broadcaster<typename E::extents_type>{e.extents()}), last_diagonal{});
}

/// Elements of type T in memory. They are read where they lie, perhaps to be conjugated; else they are evaluated first.
template <class T, class E>
struct memory_of {
  using operand = product_operand<E>;
  static constexpr bool is_memory =
      operand::is_memory && std::same_as<T, typename E::value_type> &&
      std::same_as<std::remove_cvref_t<decltype(operand::factor(std::declval<E const&>()))>, unit_or_zero<1>>;
  static constexpr bool conj = is_memory && operand::conj;

  WEFT_FN static auto leaf(E const& e, session& s) {
    if constexpr (is_memory) {
      return operand::leaf(e, s);
    } else if constexpr (is_deferred_operation<E> && std::same_as<T, typename E::value_type>) {
      return materialise(e, s);
    } else {
      auto values = new_temporary<T>(e.extents(), s);
      assign(values.template borrowed<T>(), e, s);
      return std::move(values).to_read();
    }
  }
};

} // namespace detail
} // namespace weft
