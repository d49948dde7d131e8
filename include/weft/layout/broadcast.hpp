#pragma once
#include <weft/layout/extents.hpp>
#include <weft/layout/loose.hpp>

namespace weft::detail {

/// The extent of two axes that broadcast together: 1 stretches, a size known at compile time wins over dyn.
/// @post -2 where they never fit
WEFT_FN constexpr index_t broadcast_static(index_t a, index_t b) {
  if (a == b)
    return a;
  if (a == 1)
    return b;
  if (b == 1)
    return a;
  if (a == dyn)
    return b;
  if (b == dyn)
    return a;
  return -2;
}

/// Axis k of a shape of rank `rank`, aligned at its end with one of rank `wide`.
template <class S>
WEFT_FN constexpr index_t aligned_static(int k, int wide) {
  const int j = k - (wide - S::static_rank);
  return j < 0 ? 1 : S::statics[j];
}

template <class A, class B, class Indices>
struct broadcast_known;
template <class A, class B, int... K>
struct broadcast_known<A, B, std::integer_sequence<int, K...>> {
  static constexpr int wide = sizeof...(K);
  static constexpr bool fits =
      ((broadcast_static(aligned_static<A>(K, wide), aligned_static<B>(K, wide)) != -2) && ...);
  using type = extents<broadcast_static(aligned_static<A>(K, wide), aligned_static<B>(K, wide))...>;
};

template <class A, class B>
WEFT_FN constexpr auto broadcast_type() {
  if constexpr (A::static_rank == 0) {
    return B{};
  } else if constexpr (B::static_rank == 0) {
    return A{};
  } else if constexpr (A::static_rank < 0 || B::static_rank < 0) {
    return dynamic_extents{};
  } else {
    constexpr int wide = A::static_rank > B::static_rank ? A::static_rank : B::static_rank;
    using known = broadcast_known<A, B, std::make_integer_sequence<int, wide>>;
    static_assert(known::fits, "weft: the static shapes of the operands do not broadcast");
    return typename known::type{};
  }
}

/// The shape type of an operation on shapes A and B.
template <class A, class B>
using broadcast_t = decltype(broadcast_type<A, B>());

/// By value: a reference to the shape of an operand would keep the whole operand in memory on the way that does not
/// throw.
template <Shape A, Shape B>
WEFT_COLD [[noreturn]] void throw_broadcast(char const* operation, A a, B b) {
  const auto x = convert_extents<dynamic_extents>(a), y = convert_extents<dynamic_extents>(b);
  throw_shapes(operation, x.value, x.rank(), y.value, y.rank(), nullptr);
}

/// The same for shapes of which one has a rank known at run time.
WEFT_API dynamic_extents broadcast_extents(char const* operation, dynamic_extents const& a, dynamic_extents const& b);

/// The shape of an operation on a and b by NumPy's rule: aligned at the last axis, extents are equal or one of them is
/// 1.
template <Shape A, Shape B>
WEFT_INLINE constexpr broadcast_t<A, B> broadcast(char const* operation, A const& a, B const& b) {
  using result = broadcast_t<A, B>;
  if constexpr (A::static_rank == 0) {
    return b;
  } else if constexpr (B::static_rank == 0) {
    return a;
  } else {
    if constexpr (result::static_rank < 0) {
      if (!std::is_constant_evaluated()) {
        if constexpr (A::static_rank < 0 && B::static_rank < 0) {
          return broadcast_extents(operation, a, b);
        } else {
          const auto x = convert_extents<dynamic_extents>(a), y = convert_extents<dynamic_extents>(b);
          return broadcast_extents(operation, x, y);
        }
      }
    }
    const int wide = a.rank() > b.rank() ? a.rank() : b.rank();
    result out{};
    if constexpr (result::static_rank < 0)
      out.count = wide;
    for (int k = 0; k < wide; ++k) {
      const int i = k - (wide - a.rank()), j = k - (wide - b.rank());
      const index_t n = i < 0 ? 1 : a.entry(i), m = j < 0 ? 1 : b.entry(j);
      if (n != m && n != 1 && m != 1)
        throw_broadcast(operation, a, b);
      out.set(k, n == 1 ? m : n);
    }
    return out;
  }
}

/// @post out(i_0, ..., i_{R-1}) == in(i_axis), of a vector; read-only, as elements repeat
template <int R>
struct repeater {
  static constexpr int rank_change = R - 1;
  dims<R> whole;
  int axis = 0;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    if (in.rank != 1)
      throw_shapes("meshgrid", in.extent, in.rank, nullptr, -1, "it takes vectors");
    out.offset = in.offset;
    for (int k = 0; k < R; ++k)
      out.push(whole.entry(k), k == axis ? in.stride[0] : 0);
    return out;
  }
};

} // namespace weft::detail
