#pragma once
#include <weft/layout/extents.hpp>
#include <weft/layout/loose.hpp>

namespace weft::detail {

/// Returns the extent of two axes that broadcast together. An extent of 1 stretches to the other; a known extent wins
/// over dyn.
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

/// Returns the static extent on axis k of a result with `wide` axes, for shape S aligned at the last axis; 1 where S
/// has no such axis.
template <class S>
WEFT_FN constexpr index_t aligned_static(int k, int wide) {
  int const j = k - (wide - S::static_rank);
  return j < 0 ? 1 : S::statics[j];
}

// Rules for two static extents. Before C++26 the text of a static_assert cannot hold numbers. So each rule has its
// static_assert in a class template whose arguments are the axis and both extents; compilers print the name of the
// class with the text. Axes are counted in the result.
template <int K>
struct on_axis {};

/// Rule for the operands of one operation.
struct operands_broadcast {
  WEFT_FN static constexpr bool fits(index_t a, index_t b) { return broadcast_static(a, b) != -2; }
  template <class Axis, index_t First, index_t Second>
  struct static_extents_differ {
    static_assert(always_false<static_extents_differ>, "weft: the static shapes of the operands do not broadcast");
  };
};
/// Rule for the operands of one operation, if their static shapes do not broadcast but fit a matrix product: its text
/// names matmul as well. It cannot name the operation that was called, which is not known here.
struct factors_broadcast {
  WEFT_FN static constexpr bool fits(index_t a, index_t b) { return operands_broadcast::fits(a, b); }
  template <class Axis, index_t First, index_t Second>
  struct static_extents_differ {
    static_assert(always_false<static_extents_differ>,
                  "weft: the static shapes of the operands do not broadcast; the product of matrices is matmul(a, b)");
  };
};
/// Rule for a target that keeps its shape (a view, or the left side of +=) and the values written to it.
struct fits_target {
  WEFT_FN static constexpr bool fits(index_t a, index_t b) { return a == b || a == dyn || b == dyn || b == 1; }
  template <class Axis, index_t Target, index_t Source>
  struct static_extents_differ {
    static_assert(always_false<static_extents_differ>,
                  "weft: the static shape of the expression does not broadcast to its target's");
  };
};
/// Rule for a tensor and the expression that gives it its shape.
struct gives_shape {
  WEFT_FN static constexpr bool fits(index_t a, index_t b) { return a == b || a == dyn || b == dyn; }
  template <class Axis, index_t Tensor, index_t Source>
  struct static_extents_differ {
    static_assert(always_false<static_extents_differ>,
                  "weft: a tensor takes the shape of what it is given: the static extents differ");
  };
};
/// Rule for operands that are joined along an axis: it compares all other axes.
struct joins {
  WEFT_FN static constexpr bool fits(index_t a, index_t b) { return gives_shape::fits(a, b); }
  template <class Axis, index_t First, index_t Second>
  struct static_extents_differ {
    static_assert(always_false<static_extents_differ>,
                  "weft: concatenate, stack: the static shapes differ on another axis than the one they are joined on");
  };
};

/// Rule for the axes that a product sums over: the last axis of the first operand, the first axis of the second.
struct sums_over {
  WEFT_FN static constexpr bool fits(index_t a, index_t b) { return gives_shape::fits(a, b); }
  template <class Axis, index_t First, index_t Second>
  struct static_extents_differ {
    static_assert(always_false<static_extents_differ>, "weft: matmul, tensordot: the inner extents differ");
  };
};

/// Rule for the rows of a matrix and of the right side that it is solved for.
struct solves_for {
  WEFT_FN static constexpr bool fits(index_t a, index_t b) { return gives_shape::fits(a, b); }
  template <class Axis, index_t First, index_t Second>
  struct static_extents_differ {
    static_assert(always_false<static_extents_differ>,
                  "weft: linalg: the right side has not as many rows as the matrix");
  };
};

/// Returns the first axis on which two static shapes break a rule; -1 if none does, or if a rank is known only at run
/// time. Axis But is not compared.
template <class Rule, class A, class B, int But = -1>
WEFT_FN constexpr int unfit_axis() {
  if constexpr (A::static_rank >= 0 && B::static_rank >= 0) {
    constexpr int wide = A::static_rank > B::static_rank ? A::static_rank : B::static_rank;
    for (int k = 0; k < wide; ++k)
      if (k != But && !Rule::fits(aligned_static<A>(k, wide), aligned_static<B>(k, wide)))
        return k;
  }
  return -1;
}
/// Stops compilation if static extents of A and B break the rule.
template <class Rule, class A, class B, int But = -1>
WEFT_FN constexpr void require_static_fit() {
  if constexpr (constexpr int k = unfit_axis<Rule, A, B, But>(); k >= 0) {
    constexpr int wide = A::static_rank > B::static_rank ? A::static_rank : B::static_rank;
    constexpr index_t first = aligned_static<A>(k, wide), second = aligned_static<B>(k, wide);
    (void)sizeof(typename Rule::template static_extents_differ<on_axis<k>, first, second>);
  }
}

template <class A, class B, class Indices>
struct broadcast_of_static;
template <class A, class B, int... K>
struct broadcast_of_static<A, B, std::integer_sequence<int, K...>> {
  static constexpr int wide = sizeof...(K);
  using type = extents<broadcast_static(aligned_static<A>(K, wide), aligned_static<B>(K, wide))...>;
};

/// True if two static shapes fit a matrix product: both inner extents are static and equal.
template <class A, class B>
WEFT_FN constexpr bool are_factors() {
  constexpr int a = A::static_rank, b = B::static_rank;
  return a > 0 && b > 0 && A::statics[a - 1] != dyn && A::statics[a - 1] == B::statics[b > 1 ? b - 2 : 0];
}

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
    require_static_fit<std::conditional_t<are_factors<A, B>(), factors_broadcast, operands_broadcast>, A, B>();
    if constexpr (unfit_axis<operands_broadcast, A, B>() < 0)
      return typename broadcast_of_static<A, B, std::make_integer_sequence<int, wide>>::type{};
    else
      return dims<wide>{}; // returned so that the compiler reports nothing after the sentence
  }
}

/// The extents type of an operation on shapes of types A and B.
template <class A, class B>
using broadcast_t = decltype(broadcast_type<A, B>());

/// Throws shape_error for shapes that do not broadcast. It takes them by value: a reference to the shape of an operand
/// would keep the whole operand in memory, even if nothing is thrown.
template <Shape A, Shape B>
WEFT_COLD [[noreturn]] void throw_broadcast(char const* operation, A a, B b) {
  auto const x = convert_extents<dynamic_extents>(a), y = convert_extents<dynamic_extents>(b);
  throw_shapes(operation, x.value, x.rank(), y.value, y.rank(), nullptr);
}

/// Throws shape_error unless two shapes are equal.
template <Shape A, Shape B>
WEFT_FN void require_one_shape(char const* operation, A const& first, B const& other) {
  if (first == other)
    return;
  auto const a = convert_extents<dynamic_extents>(first), b = convert_extents<dynamic_extents>(other);
  throw_shapes(operation, a.value, a.rank(), b.value, b.rank(), "the shapes differ");
}

/// Returns the extents that two shapes broadcast to, where at least one rank is known only at run time. Throws
/// shape_error if they do not broadcast.
WEFT_API dynamic_extents broadcast_extents(char const* operation, dynamic_extents const& a, dynamic_extents const& b);

/// True if the extents of `last` equal the last extents of `all`.
template <Shape A, Shape B>
WEFT_INLINE constexpr bool ends_alike(A const& all, B const& last) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    constexpr int lead = A::static_rank - B::static_rank;
    return (index_t(0) | ... | (all.entry(lead + K) ^ last.entry(K))) == 0;
  }(std::make_integer_sequence<int, B::static_rank>{});
}

/// Returns the shape that two shapes of any extents broadcast to. Throws shape_error if they do not broadcast.
template <Shape A, Shape B>
WEFT_SLOW constexpr broadcast_t<A, B> broadcast_axes(char const* operation, A a, B b) {
  using result = broadcast_t<A, B>;
  int const wide = a.rank() > b.rank() ? a.rank() : b.rank();
  result out{};
  if constexpr (result::static_rank < 0)
    out.count = wide;
  unsigned stretches = 0;
  for (int k = 0; k < wide; ++k) {
    int const i = k - (wide - a.rank()), j = k - (wide - b.rank());
    index_t const n = i < 0 ? 1 : a.entry(i), m = j < 0 ? 1 : b.entry(j);
    if (n != m) {
      if (n != 1 && m != 1)
        throw_broadcast(operation, a, b);
      stretches |= n == 1 ? 1u : 2u;
    }
    out.set(k, n == 1 ? m : n);
  }
  if (stretches == 3) // else the result is the shape of an operand, which was counted before
    checked_shape(operation, out);
  return out;
}

/// Returns the shape of an operation on a and b by NumPy's rule: shapes are aligned at the last axis, and extents are
/// equal or one of them is 1. Equal extents are compared inline; only other shapes need a call. Throws shape_error.
template <Shape A, Shape B>
WEFT_INLINE constexpr broadcast_t<A, B> broadcast(char const* operation, A const& a, B const& b) {
  using result = broadcast_t<A, B>;
  if constexpr (A::static_rank == 0) {
    return b;
  } else if constexpr (B::static_rank == 0) {
    return a;
  } else if constexpr (result::static_rank < 0) {
    if (std::is_constant_evaluated())
      return broadcast_axes(operation, a, b);
    if constexpr (A::static_rank < 0 && B::static_rank < 0) {
      return broadcast_extents(operation, a, b);
    } else {
      auto const x = convert_extents<dynamic_extents>(a), y = convert_extents<dynamic_extents>(b);
      return broadcast_extents(operation, x, y);
    }
  } else if constexpr (A::all_static && B::all_static) {
    return {}; // static shapes are checked at compile time
  } else {
    if constexpr (A::static_rank >= B::static_rank) {
      if (ends_alike(a, b))
        return convert_extents<result>(a);
    } else {
      if (ends_alike(b, a))
        return convert_extents<result>(b);
    }
    return broadcast_axes(operation, a, b);
  }
}

/// Repeats a vector along all axes of the result but `axis`, as meshgrid does.
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
