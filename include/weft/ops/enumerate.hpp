#pragma once
#include <weft/layout/walk.hpp>
#include <weft/tensor/memory.hpp>

namespace weft {

namespace detail {

/// Calls f for each index, by one loop for each axis, nested as a program would write them.
template <Shape S, class F, class... At>
WEFT_INLINE void loop_over(S const& shape, F& f, At... i) {
  constexpr int axis = sizeof...(At);
  if constexpr (axis == S::static_rank)
    f(i...);
  else
    for (index_t k = 0, n = shape.template on_axis<axis>(); k < n; ++k)
      loop_over(shape, f, i..., k);
}

template <class F, class Indices>
inline constexpr bool accepts_numbers = false;
template <class F, int... K>
inline constexpr bool accepts_numbers<F, std::integer_sequence<int, K...>> =
    std::invocable<F&, decltype(index_t(K))...>;

} // namespace detail

/// Calls f for each index of a shape, in row-major order: the last entry varies fastest. If the rank is static and f
/// takes one number for each axis, it gets these: for_each_index(a.shape(), [&](index_t i, index_t j) { ... }). Else f
/// takes one index, a list with a number for each axis; a[index] is the element.
template <Shape S, class F>
WEFT_FN void for_each_index(S const& shape, F&& f) {
  constexpr int rank = S::static_rank;
  if constexpr (rank >= 0 && detail::accepts_numbers<F, std::make_integer_sequence<int, (rank < 0 ? 0 : rank)>>) {
    detail::loop_over(shape, f);
  } else {
    static_assert(std::invocable<F&, dims<rank> const&>,
                  "weft: for_each_index: f takes a number for each axis, or one index");
    if (detail::count_of(shape) == 0)
      return;
    index_t at[max_rank]{};
    auto index = detail::convert_extents<dims<rank>>(shape);
    do {
      for (int k = 0; k < shape.rank(); ++k)
        index.set(k, at[k]);
      f(std::as_const(index));
    } while (detail::next_index(shape, shape.rank(), at, [](int, index_t) {}));
  }
}

/// An element and its index, a list with a number for each axis: auto [i, j] = index, or a[index].
template <class T, int Rank>
struct indexed_element {
  dims<Rank> index;
  T& value;
};

/// The elements of a tensor or view with their indices: a random-access range. See enumerate().
template <class T, class Layout>
class enumerated {
  using walker = element_iterator<T, typename Layout::extents_type>;
  struct with_index {
    [[nodiscard]] WEFT_INLINE indexed_element<T, Layout::static_rank> operator()(walker const& at) const {
      return {at.index(), *at};
    }
  };

public:
  using value_type = indexed_element<T, Layout::static_rank>;

  /// An iterator may outlive the range, but not the memory. A step adds strides and carries; only jumps divide.
  using iterator = detail::item_iterator<walker, with_index>;

  WEFT_FN explicit enumerated(strided_leaf<T, Layout, detail::storage_ref> leaf) : leaf_(std::move(leaf)) {}
  [[nodiscard]] WEFT_INLINE index_t size() const { return leaf_.place.size(); }
  [[nodiscard]] WEFT_INLINE bool empty() const { return size() == 0; }
  [[nodiscard]] WEFT_INLINE iterator begin() const { return at(0); }
  [[nodiscard]] WEFT_INLINE iterator end() const { return at(size()); }
  [[nodiscard]] WEFT_INLINE value_type operator[](index_t n) const { return begin()[n]; }

private:
  WEFT_INLINE iterator at(index_t n) const {
    leaf_.keep.check("enumerate");
    return {walker(leaf_.data, leaf_.place.extents(), leaf_.place.strides(), n), {}};
  }
  strided_leaf<T, Layout, detail::storage_ref> leaf_;
};

/// Returns the elements of a tensor or view with their indices, in row-major order, without a copy. The range keeps the
/// memory of an rvalue tensor:
///   for (auto [index, x] : enumerate(a)) { auto [i, j] = index; x = double(i) / double(j + 1); }
template <Stored X>
[[nodiscard]] WEFT_FN auto enumerate(X&& x) {
  return enumerated(static_cast<X&&>(x).window().window_leaf());
}
template <Operand X>
  requires(!Stored<X> && !Scalar<X>)
void enumerate(X const&) WEFT_REFUSED("weft: enumerate: the elements are not in memory yet: eval(x) is a tensor");

} // namespace weft
