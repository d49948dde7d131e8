#pragma once
#include <weft/expr/concepts.hpp>

#include <concepts>
#include <initializer_list>

// Spellings of other libraries that programs try are refused with a sentence that names weft's spelling. Where a
// compiler would list every candidate beside a deleted function, the function exists, and its body is the sentence.
namespace weft::detail {

/// The result of a refused call. It converts to any type, so that nothing is reported after the sentence.
struct refused_value {
  template <class X>
  refused_value const& operator=(X const&) const;
  template <class X>
  operator X() const;
};

/// An argument of any type, by a conversion: what takes one is worse than all else of its name that suits a call, and
/// says what the others take. Such functions are templates, so that one of the program that converts as well is better.
/// Arguments behind it go by an ellipsis where they are numbers; of others Clang reports that they cannot.
struct other {
  template <class X>
  other(X const&);
};

/// A container of another library: its elements are no operands, and no source of a tensor, before it is told how.
template <class R>
concept ForeignRange = !Tensorial<R> && !Shape<R> && !Scalar<R> &&
                       (std::is_array_v<std::remove_cvref_t<R>> || requires(std::remove_cvref_t<R> const& r) {
                         r.begin();
                         r.end();
                         r.size();
                       });
template <class A, class B>
concept ForeignPair = (Tensorial<A> && ForeignRange<B>) || (ForeignRange<A> && Tensorial<B>);

/// The argument of a call that a higher layer answers. Such a call is looked up in this namespace, because of its
/// argument, where a program instantiates it; so this layer declares nothing of those above it. Every program that has
/// a tensor has the answers: tensor/view.hpp includes them.
struct answered_above {};

// The namespace of a base is one of those where calls without a prefix look: this one holds nothing else.
namespace base_of_tensor {

/// Members of tensors, views and expressions, refused ones and members that all have in the same form. Each D has a
/// base class of its own, so that all bases stay empty.
template <class D>
struct refused_members {
  template <class... A>
    requires(!(Subscript<A> && ...) && !picks_elements<A...>)
  refused_value operator()(A const&...) const {
    if constexpr (((Tensorial<A> && std::same_as<value_t<A>, bool>) || ...))
      static_assert(always_false<A...>, "weft: a mask is the only subscript, as in a(mask): compress(mask, a, axis) "
                                        "chooses along one axis");
    else
      static_assert(always_false<A...>, "weft: a subscript is an integer, all, range or tensor of integers");
    return {};
  }
  template <class At, class... A>
  refused_value operator()(std::initializer_list<At>, A const&...) const {
    static_assert(always_false<At>, "weft: elements are picked by a tensor of indices: a(tensor<int, 1>{0, 2}, all)");
    return {};
  }
  template <class At>
    requires(std::integral<std::remove_cvref_t<At>> || Tensorial<At>)
  refused_value operator[](At&&) const {
    if constexpr (requires { requires std::same_as<value_t<At>, bool>; })
      static_assert(always_false<At>, "weft: a mask stands in parentheses: a(mask) = x writes, a(mask) reads");
    else
      static_assert(always_false<At>, "weft: a[...] takes a whole index, as in a[{i, j}]; subscripts go in a(i, j)");
    return {};
  }
  /// With affine expressions as text among the places: their values. Throws error where a name of one has none.
  template <class... At>
    requires PlacesAndText<At...>
  WEFT_FN decltype(auto) at(At const&... i) & {
    return static_cast<D&>(*this).at(place_itself(i)...);
  }
  template <class... At>
    requires PlacesAndText<At...>
  WEFT_FN decltype(auto) at(At const&... i) const& {
    return static_cast<D const&>(*this).at(place_itself(i)...);
  }
  template <class... At>
    requires PlacesAndText<At...>
  WEFT_FN decltype(auto) at(At const&... i) && {
    return static_cast<D&&>(*this).at(place_itself(i)...);
  }
  /// For static rank 0: the one element, computed now. It stands beside the refused conversion to a condition, because
  /// a conversion of a class hides the conversions of its bases.
  template <class U>
    requires ElementOf<D, U>
  WEFT_INLINE explicit(!is_element<D, U>) operator U() const {
    D const& self = static_cast<D const&>(*this);
    if constexpr (!Node<D>)
      return store_as<U>(self());
    else if constexpr (D::is_deferred)
      return store_as<U>(evaluated_element(answered_above{}, self));
    else
      return store_as<U>(self.element(nullptr));
  }
  template <std::same_as<bool> B, class Own = D> // a rank of 0 may be one answer
    requires(Own::static_rank != 0)
  explicit operator B() const WEFT_REFUSED("weft: a condition is one bool: all_of(mask), any_of(mask) or a == b");

  void begin() const WEFT_REFUSED("weft: an expression has no elements in memory to walk over: eval(e)");
  void end() const WEFT_REFUSED("weft: an expression has no elements in memory to walk over: eval(e)");
  template <std::integral At>
  void size(At) const WEFT_REFUSED("weft: a.extent(k) is the size of axis k, a.size() the number of elements");
  template <std::integral At>
  void shape(At) const WEFT_REFUSED("weft: a.extent(k) is the size of axis k");
  void rows() const WEFT_REFUSED("weft: a.extent(0) is the number of rows");
  void cols() const WEFT_REFUSED("weft: a.extent(1) is the number of columns");
  void ndim() const WEFT_REFUSED("weft: a.rank() is the number of axes");
  void dim() const WEFT_REFUSED("weft: a.rank() is the number of axes");
  template <class... A>
  void row(A const&...) const WEFT_REFUSED("weft: row i is a(i, all)");
  template <class... A>
  void col(A const&...) const WEFT_REFUSED("weft: column j is a(all, j)");
  template <class... A>
  void reshape(A const&...) const WEFT_REFUSED("weft: it is a function: reshape(a, shape(4, 3))");
  template <class... A>
  void resize(A const&...) const WEFT_REFUSED("weft: a tensor takes the shape of what is assigned: a = zeros<T>(4, 3)");
  template <class... A>
  void transpose(A const&...) const WEFT_REFUSED("weft: it is a function: transpose(a)");
  void T() const WEFT_REFUSED("weft: it is a function: transpose(a)");
  void t() const WEFT_REFUSED("weft: it is a function: transpose(a)");
  template <class... A>
  void sum(A const&...) const WEFT_REFUSED("weft: it is a function: sum(a), sum(a, axis)");
  template <class... A>
  void prod(A const&...) const WEFT_REFUSED("weft: it is a function: prod(a), prod(a, axis)");
  template <class... A>
  void mean(A const&...) const WEFT_REFUSED("weft: it is a function: mean(a), mean(a, axis)");
  template <class... A>
  void(min)(A const&...) const WEFT_REFUSED("weft: it is a function: min(a), min(a, axis)");
  template <class... A>
  void(max)(A const&...) const WEFT_REFUSED("weft: it is a function: max(a), max(a, axis)");
  template <class... A>
  void norm(A const&...) const WEFT_REFUSED("weft: it is a function: norm(a), norm(a, axis)");
  template <class... A>
  void dot(A const&...) const WEFT_REFUSED("weft: it is a function: dot(a, b), of matrices matmul(a, b)");
  template <class... A>
  void flatten(A const&...) const WEFT_REFUSED("weft: it is a function: flatten(a, first, last)");
  template <class... A>
  void var(A const&...) const WEFT_REFUSED("weft: it is a function: var(a), var(a, axis)");
  template <class... A>
  void argmin(A const&...) const WEFT_REFUSED("weft: it is a function: argmin(a), argmin(a, axis)");
  template <class... A>
  void argmax(A const&...) const WEFT_REFUSED("weft: it is a function: argmax(a), argmax(a, axis)");
  template <class... A>
  void cumsum(A const&...) const WEFT_REFUSED("weft: it is a function: cumsum(a), cumsum(a, axis)");
  template <class... A>
  void sort(A const&...) const WEFT_REFUSED("weft: it is a function: sort(a, axis) gives another tensor");
  template <class... A>
  void abs(A const&...) const WEFT_REFUSED("weft: it is a function: abs(a)");
  template <class... A>
  void sqrt(A const&...) const WEFT_REFUSED("weft: it is a function: sqrt(a)");
  template <class... A>
  void permute(A const&...) const WEFT_REFUSED("weft: it is a function: permute(a, 2, 0, 1)");
  template <class... A>
  void squeeze(A const&...) const WEFT_REFUSED("weft: it is a function: squeeze(a)");
  template <class... A>
  void ravel(A const&...) const WEFT_REFUSED("weft: it is a function: flatten(a)");
  template <class... A>
  void astype(A const&...) const WEFT_REFUSED("weft: it is a function: cast<float>(a)");
  template <class... A>
  void cast(A const&...) const WEFT_REFUSED("weft: it is a function: cast<float>(a)");
  template <class... A>
  void clone(A const&...) const WEFT_REFUSED("weft: it is a function: copy(a)");
  template <class... A>
  void item(A const&...) const WEFT_REFUSED("weft: of one element a(i, j), of rank 0 a conversion: double x = a");
  template <class... A>
  void fill(A const&...) const WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");
  template <class... A>
  void setZero(A const&...) const WEFT_REFUSED("weft: a = 0.0");
  template <class... A>
  void setOnes(A const&...) const WEFT_REFUSED("weft: a = 1.0");
  void numel() const WEFT_REFUSED("weft: a.size() is the number of elements");
  void eval() const WEFT_REFUSED("weft: it is a function: eval(a)");
  void copy() const WEFT_REFUSED("weft: it is a function: copy(a)");
  void array() const WEFT_REFUSED("weft: operators and functions work element by element as they are");
  void noalias() const WEFT_REFUSED("weft: overlaps are found when they matter: a = matmul(b, c)");
};

} // namespace base_of_tensor
using base_of_tensor::refused_members;

} // namespace weft::detail
