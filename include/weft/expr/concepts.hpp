#pragma once
#include <weft/base/scalar.hpp>
#include <weft/layout/slice.hpp>

namespace weft {

/// A base class that makes calls without a prefix look in this namespace. weft has function objects (see
/// ops/reduce.hpp), which such calls do not find; for each there is a function with its name here.
namespace by_argument {
template <class D>
struct searched {};
} // namespace by_argument

/// A node of an expression: a leaf, an operation on nodes, or a deferred operand.
template <class X>
concept Node = requires { typename std::remove_cvref_t<X>::weft_node; };

/// A type with elements in memory: a tensor or a view.
template <class X>
concept Stored = requires { typename std::remove_cvref_t<X>::weft_stored; };

/// A matrix that stores some of its elements; all others are 0: sparse, sparse_view.
template <class X>
concept Sparse = requires { typename std::remove_cvref_t<X>::weft_sparse; };

/// The operands of weft's functions and operators: tensors, views and unevaluated expressions. A sparse matrix is
/// Tensorial too: functions for such matrices are more constrained, and any other function refuses it, with a sentence,
/// when it captures its operands.
template <class X>
concept Tensorial = Node<X> || Stored<X> || Sparse<X>;

/// Has elements of a type that is known only at run time: any_tensor, and expressions of any_tensors.
template <class X>
concept Untyped = requires { typename std::remove_cvref_t<X>::weft_untyped; };

/// Integer expressions of indices: symbols of indices<N>(), and the results of + - * / % on symbols and integers
/// (index/symbol.hpp). Such an expression is also an operand: at each element of a statement it has an integer value.
template <class E>
concept IndexForm = requires { typename std::remove_cvref_t<E>::weft_index_form; };

/// Has elements: an operand of functions that regroup elements, and of element-wise functions.
template <class X>
concept AnyTensorial = Node<X> || Stored<X> || Sparse<X> || Untyped<X>;

/// A range of integers, one for each axis, that names an element, as in a[idx].
template <class At>
concept IndexRange = !Tensorial<At> && requires(At const& i) {
  { *i.begin() } -> std::convertible_to<index_t>;
  i.end();
};

/// The base of an element type D whose operations are given by operation_on, such as dual numbers. Weft's operators and
/// functions also take single elements of D; calls without a prefix find them because of this base.
template <class D>
struct single_element {};

namespace detail {

/// A single element of a type that weft's operations take (see single_element).
template <class X>
concept SingleElement = std::derived_from<std::remove_cvref_t<X>, single_element<std::remove_cvref_t<X>>>;

/// Tensors. They own their memory, and an expression over a tensor that is an lvalue borrows it. Views share the memory
/// or borrow it.
template <class X>
concept Owning = Stored<X> && requires { std::remove_cvref_t<X>::dynamic_count; };

/// An index of any integer type. So a[{i, j}] may mix integer types; a list of index_t would refuse an unsigned
/// variable, as a narrowing.
struct any_index {
  index_t value;
  template <std::integral At>
  WEFT_INLINE constexpr any_index(At i) : value(static_cast<index_t>(i)) {}
  WEFT_INLINE constexpr operator index_t() const { return value; }
};

/// The tag of a node that a program defines, whose type the kernels do not know.
struct own_node {};
template <class X>
concept OwnNode = std::same_as<typename std::remove_cvref_t<X>::weft_node, own_node>;

/// True if an expression can compute single elements. A deferred expression can only if its operation says so.
template <class D>
inline constexpr bool has_elements = !D::is_deferred || requires { requires D::computes_elements; };

/// The members that a node of a program must have.
template <class E>
concept OffersElements = requires(E const& e, index_t const* index) {
  requires Shape<typename E::extents_type>;
  { e.extents() } -> std::convertible_to<typename E::extents_type>;
  { e.element(index) } -> std::convertible_to<typename E::value_type>;
};
/// Stands for the argument of reads(r) where a concept asks for that member.
struct any_reader {
  template <class X>
  void operator()(X const&) const;
};
/// A callable, or a node that a program defines, with a member reads(r) that lists the memory it reads.
template <class E>
concept ListsMemory = requires(E const& e, any_reader const& r) { e.reads(r); };

template <class E>
WEFT_FN constexpr bool require_elements() {
  static_assert(OffersElements<E>, "weft: an expression of your own needs value_type, extents_type, extents(), and "
                                   "element(index_t const*)");
  return OffersElements<E>;
}
// The facts about a node that a program defines. If it lacks a member, these functions return values that cause no
// second error after the sentence.
template <class E>
WEFT_FN constexpr auto own_value() {
  if constexpr (require_elements<E>())
    return std::type_identity<typename E::value_type>{};
  else
    return std::type_identity<int>{};
}
template <class E>
WEFT_FN constexpr int own_rank() {
  if constexpr (require_elements<E>())
    return E::extents_type::static_rank;
  else
    return -1;
}

template <class X>
struct value_of {
  using type = std::remove_cvref_t<X>;
};
template <Tensorial X>
  requires(!OwnNode<X>)
struct value_of<X> {
  using type = typename std::remove_cvref_t<X>::value_type;
};
template <OwnNode X>
struct value_of<X> {
  using type = typename decltype(own_value<std::remove_cvref_t<X>>())::type;
};
/// The element type of an operand. The element type of a scalar is its own type.
template <class X>
using value_t = typename value_of<X>::type;

/// The static rank of an operand; -1: it is known only at run time.
template <AnyTensorial X>
inline constexpr int rank_of = std::remove_cvref_t<X>::static_rank;

/// True if a(args...) is one element, for a tensor of static rank R. With a run-time rank (R < 0) any integers name an
/// element.
template <int R, class... A>
inline constexpr bool names_element = (Place<std::remove_cvref_t<A>> && ...) && (R < 0 || R == int(sizeof...(A)));

/// True if an element of type T converts to U: if U is T, implicitly; if U is a number type that can store T, by an
/// explicit conversion, as float(s).
template <class T, class U>
concept ElementConverts = std::same_as<T, U> || (is_number<T> && is_number<U> && storable<T, U>());
/// True if D has static rank 0, and its element converts to U.
template <class D, class U>
concept ElementOf = D::static_rank == 0 && ElementConverts<typename D::value_type, U>;
/// True if U is the element type of D. D may be incomplete where this is named.
template <class D, class U>
inline constexpr bool is_element = std::same_as<typename D::value_type, U>;

/// True for an operand of index notation (index/notation.hpp). It stands for one element at symbolic indices, which
/// have no range before a statement gives them one; so its rank is 0.
template <class E>
inline constexpr bool names_indices = requires { typename E::weft_names_indices; };

/// True where an operand lies in a hierarchical layout (index/hierarchical_view.hpp). Loops may take its modes as axes.
template <class E>
inline constexpr bool holds_modes = false;

/// True where an operand continues beyond its ends (ops/continuation.hpp). Such a statement is cut into pieces, in
/// which each operand is a window of memory.
template <class E>
inline constexpr bool goes_beyond = false;

/// A tensor, view or expression of integers, used as indices.
template <class A>
concept IndexTensor = Tensorial<A> && std::integral<value_t<A>> && !std::same_as<value_t<A>, bool>;
/// A tensor, view or expression of bool.
template <class A>
concept MaskTensor = Tensorial<A> && std::same_as<value_t<A>, bool>;
/// True if the subscripts pick elements: a subscript is a tensor of indices or an index of index notation, or the only
/// subscript is a mask.
template <class... A>
inline constexpr bool picks_elements =
    (((Subscript<A> || IndexTensor<A> || SubscriptText<A>) && ...) && !(Subscript<A> && ...)) ||
    (sizeof...(A) == 1 && (MaskTensor<A> && ...));

/// Fills `index` with the subscripts of one element. Throws index_error if their count is not the rank, or if one is
/// out of range.
template <Shape S, class... A>
WEFT_INLINE constexpr void resolve_element(S const& extents, index_t* index, A... a) {
  if (extents.rank() != int(sizeof...(A)))
    throw_subscripts(int(sizeof...(A)), extents.rank());
  int k = 0;
  ((index[k] = resolve(a, extents.entry(k)), ++k), ...);
  for (int j = 0; j < int(sizeof...(A)); ++j)
    if (index[j] < 0 || index[j] >= extents.entry(j))
      throw_index("subscript", index[j], j, extents.entry(j));
}

template <Shape S, IndexRange At>
WEFT_FN constexpr void resolve_element_range(S const& extents, index_t* index, At const& range) {
  int k = 0;
  for (auto i : range) {
    if (k >= extents.rank())
      throw_subscripts(k + 1, extents.rank());
    index[k] = static_cast<index_t>(i);
    if (index[k] < 0 || index[k] >= extents.entry(k))
      throw_index("subscript", index[k], k, extents.entry(k));
    ++k;
  }
  if (k != extents.rank())
    throw_subscripts(k, extents.rank());
}

} // namespace detail
} // namespace weft
