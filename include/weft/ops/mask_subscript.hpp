#pragma once
#include <weft/ops/masked.hpp>
#include <weft/ops/nonzero.hpp>

// a(mask): the elements of a tensor, view or expression where a mask is true, in row-major order. When read, it is the
// vector compress(mask, a), an operand as others. Assignments do what masked(a, mask) does: x in a(mask) = x has the
// shape of a, or broadcasts to it, not that of the vector: a(mask) = b, a(mask) *= 2. The mask broadcasts to the shape
// of a, else shape_error. It is read when the elements are read or written.
namespace weft::detail {

/// Picks elements by the row-major numbers of the elements where a mask was true.
struct mask_picker : number_picker {};

/// Copies the elements of the first operand where the second one, a mask of its shape, is true.
template <class T>
struct choosing : result_of<T, dims<1>> {
  static constexpr deferred_traits traits{.into_target = true};

  template <class Target, class E, class M>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand, M const& mask) const {
    auto const from = in_memory(operand, s);
    auto const chosen = in_memory(mask, s);
    index_t const n = target.place.size();
    if (!described(s, [&](session& t) { note_moved(t, n * index_t(sizeof(T)), chosen.place.size()); }))
      copy_true(chosen, from, target.data, target.place.stride(0), n);
  }
};

/// True if an expression reads elements that a mask chooses.
template <class E>
inline constexpr bool picks_by_mask = false;
template <class F, class... C>
inline constexpr bool picks_by_mask<node<F, C...>> = (picks_by_mask<C> || ...);
template <class F, class L, class... C>
inline constexpr bool picks_by_mask<deferred<F, L, C...>> = (picks_by_mask<C> || ...);
template <class T, class S, class L, class... C>
inline constexpr bool picks_by_mask<deferred<gathering<T, S, mask_picker>, L, C...>> = true;
template <class T, class L, class... C>
inline constexpr bool picks_by_mask<deferred<choosing<T>, L, C...>> = true;

/// Calls f with a mask in memory, repeated to a shape.
template <class M, class S, class F>
WEFT_FN auto with_mask(M const& mask, S const& shape, F const& f) {
  session s;
  auto const& m = in_memory(mask, s);
  return f(window_of_leaf(m, broadcaster<S>{shape}));
}
/// Returns the row-major numbers of the elements where a mask is true.
template <class M, class S>
WEFT_FN tensor<index_t, 1> numbers_where(M const& mask, S const& shape) {
  return with_mask(mask, shape, [&](auto const& chosen) {
    layout<S, dense<row_major>> const rows(shape);
    tensor<index_t, 1> numbers(uninit, count_true(chosen));
    index_t* to = numbers.data();
    for_lists_of_true(chosen, [&](index_t const* row, index_t const* list, index_t n) {
      add_to_list(list, n, offset_at(rows, row), to);
      to += n;
    });
    return numbers;
  });
}
/// Returns the elements of e where a mask is true as an operand that keeps a copy of the mask. A gradient needs the
/// numbers of the elements.
template <class E, class M>
WEFT_FN auto elements_where(E e, M const& mask) {
  if constexpr (is_followed<E>) {
    auto numbers = capture(numbers_where(mask, e.extents()));
    auto const shape = convert_extents<dynamic_extents>(numbers.extents());
    return gathered<dims<1>>("subscript", mask_picker{}, shape, std::move(e), std::move(numbers));
  } else {
    auto chosen = capture(eval(broadcast_to(mask, e.extents())));
    session s;
    auto const n = weft::shape(count_true(in_memory(chosen, s))); // without axes the mask is one value
    return make_deferred("subscript", choosing<typename E::value_type>{}, n, std::move(e), std::move(chosen));
  }
}

/// The type of a(mask) for a tensor or view: an operand, which reads the mask when it is read, and a target of
/// assignments.
template <class T, class Layout, class Keep, class M>
class mask_elements : public expression<mask_elements<T, Layout, Keep, M>> {
  using V = std::remove_const_t<T>;

public:
  using weft_node = void;
  using captured_type =
      decltype(elements_where(std::declval<strided_leaf<V const, Layout, Keep>>(), std::declval<M const&>()));
  using value_type = V;
  using extents_type = dims<1>;
  static constexpr int static_rank = 1;
  static constexpr bool is_deferred = true;

  WEFT_INLINE mask_elements(strided_leaf<T, Layout, Keep> const& leaf, M mask)
      : leaf_(leaf), mask_(static_cast<M&&>(mask)) {}
  WEFT_INLINE mask_elements(mask_elements const&) = default;
  WEFT_INLINE mask_elements(mask_elements&&) = default;
  WEFT_INLINE ~mask_elements() = default;

  WEFT_FN operator captured_type() const { return elements_where(leaf_as<V const>(leaf_), mask_); }
  [[nodiscard]] WEFT_FN extents_type extents() const {
    return with_mask(mask_, leaf_.extents(), [](auto const& chosen) { return weft::shape(count_true(chosen)); });
  }

  void operator=(mask_elements const&) const WEFT_REFUSED("weft: x in a(mask) = x has the shape of a: b, not b(mask)");
  template <Operand X>
  WEFT_INLINE mask_elements const& operator=(X const& x) const {
    if constexpr (accepts<X>())
      target() = x;
    return *this;
  }
  template <Operand X>
  WEFT_INLINE mask_elements const& operator+=(X const& x) const {
    if constexpr (accepts<X>())
      target() += x;
    return *this;
  }
  template <Operand X>
  WEFT_INLINE mask_elements const& operator-=(X const& x) const {
    if constexpr (accepts<X>())
      target() -= x;
    return *this;
  }
  template <Operand X>
  WEFT_INLINE mask_elements const& operator*=(X const& x) const {
    if constexpr (accepts<X>())
      target() *= x;
    return *this;
  }
  template <Operand X>
  WEFT_INLINE mask_elements const& operator/=(X const& x) const {
    if constexpr (accepts<X>())
      target() /= x;
    return *this;
  }

private:
  /// Refuses a vector of elements chosen by a mask: it would broadcast by chance, if it has as many elements as the
  /// last axis, or one.
  template <class X>
  WEFT_FN static constexpr bool accepts() {
    constexpr bool fits = !picks_by_mask<typename captured_node_type<std::remove_cvref_t<captured_t<X const&>>>::type>;
    static_assert(fits, "weft: x in a(mask) = x has the shape of a: b, not b(mask)");
    return fits;
  }
  WEFT_INLINE masked_elements<T, Layout, M, Keep> target() const { return {leaf_, mask_}; }

  strided_leaf<T, Layout, Keep> leaf_;
  M mask_;
};

template <class M>
concept AnsweredMask = OnlyMask<M> && sizeof(M) != 0;
template <class E, AnsweredMask M>
WEFT_FN auto pick(answered_above, E const& e, M&& mask) {
  return elements_where(E(e), capture(static_cast<M&&>(mask)));
}
template <class T, class Layout, class Keep, AnsweredMask M>
  requires(!is_followed<strided_leaf<T, Layout, Keep>>)
WEFT_FN auto pick(answered_above, strided_leaf<T, Layout, Keep> const& e, M&& mask) {
  return mask_elements<T, Layout, Keep, captured_t<M>>(e, capture(static_cast<M&&>(mask)));
}

} // namespace weft::detail
