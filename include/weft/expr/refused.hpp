#pragma once
#include <weft/expr/concepts.hpp>

#include <concepts>
#include <initializer_list>

// Members and calls that other libraries have and weft spells differently are refused with a sentence that names weft's
// spelling. A deleted function is not enough where the compiler would list every other candidate: there a function
// exists, and a static_assert in its body is the sentence.
namespace weft::detail {

/// The result of a refused call. It converts to any type, so that the compiler reports nothing after the sentence.
struct refused_value {
  template <class X>
  refused_value const& operator=(X const&) const;
  template <class X>
  operator X() const;
};

/// A grid of field/grid.hpp, which has views that are operands.
template <class X>
concept AnyGrid = requires { typename std::remove_cvref_t<X>::weft_grid; };
template <class... X>
WEFT_FN constexpr refused_value refused_grid() {
  static_assert(always_false<X...>, "weft: a grid is not an operand: say g.interior() or g.with_ghosts()");
  return {};
}

/// A parameter that any argument converts to. A function with it is a worse match than all others of its name, so it is
/// called only where no other fits; its sentence says what the others take. Such functions are templates, so that a
/// function of the program that converts as well is preferred. The arguments after it are an ellipsis, which takes
/// numbers; for an argument of a class type Clang reports that it cannot be passed.
struct other {
  template <class X>
  other(X const&);
};

/// A container of another library. Its elements are no operands and do not fill a tensor unless the program converts
/// them.
template <class R>
concept ForeignRange = !Tensorial<R> && !Shape<R> && !Scalar<R> &&
                       (std::is_array_v<std::remove_cvref_t<R>> || requires(std::remove_cvref_t<R> const& r) {
                         r.begin();
                         r.end();
                         r.size();
                       });
template <class A, class B>
concept ForeignPair = (Tensorial<A> && ForeignRange<B>) || (ForeignRange<A> && Tensorial<B>);

/// The first argument of a call that a higher layer answers. The call is looked up in this namespace because of its
/// argument, when a program instantiates it; so this layer declares nothing of the layers above it. Every program with
/// a tensor has those functions: tensor/view.hpp includes them.
struct answered_above {};

// Calls without a prefix also look in the namespaces of base classes. So this namespace holds nothing but base classes.
namespace base_of_tensor {

/// Members of tensors, views and expressions: refused ones, and ones with the same form in all three. Each D
/// has a base class of its own, so that all these bases stay empty.
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
  /// Returns the element at places of which at least one is an affine expression as text; its value is used. Throws
  /// error where a name in the text has no value.
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
  /// Converts a tensor, view or expression of static rank 0 to its one element, computed now. It stands beside the
  /// refused conversion to bool, because a conversion operator of a class hides the operators of its bases.
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
  template <std::same_as<bool> B, class Own = D> // a static rank of 0 is excluded: its one element may be a condition
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
