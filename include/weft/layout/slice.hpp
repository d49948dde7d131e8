#pragma once
#include <weft/base/pack.hpp>
#include <weft/layout/loose.hpp>

namespace weft {

/// An index counted from the end of an axis: `end - 1` is the last element.
struct end_index {
  index_t from_end = 0;
  [[nodiscard]] WEFT_INLINE friend constexpr end_index operator-(end_index e, index_t n) { return {e.from_end - n}; }
  [[nodiscard]] WEFT_INLINE friend constexpr end_index operator+(end_index e, index_t n) { return {e.from_end + n}; }
};
/// An index counted from the end of an axis by a number that its type knows. Adding or subtracting a constant of Hana
/// or std gives another such index.
template <index_t N>
struct end_constant : end_index {
  WEFT_INLINE constexpr end_constant() : end_index{N} {}
  template <class C>
    requires detail::is_static_axis<C>
  [[nodiscard]] WEFT_INLINE friend constexpr end_constant<N - index_t(C::value)> operator-(end_constant, C) {
    return {};
  }
  template <class C>
    requires detail::is_static_axis<C>
  [[nodiscard]] WEFT_INLINE friend constexpr end_constant<N + index_t(C::value)> operator+(end_constant, C) {
    return {};
  }
};
/// An index counted from the end of an axis: `end` is the extent, `end - 1` the last element. With constants of Hana or
/// std the type knows the index: `end - 1_c`.
inline constexpr end_constant<0> end{};
/// `end` by a name that std lacks, for programs with `using namespace std`: a(range(1, axis_end - 1)).
inline constexpr end_constant<0> axis_end{};

/// A subscript that takes a whole axis.
struct all_t {
  template <class X>
  void operator()(X const&) const WEFT_REFUSED("weft: all is a subscript, as in a(all, 0); of a mask: all_of(mask)");
};
inline constexpr all_t all{};
/// A subscript that adds an axis of extent 1, which broadcasts.
struct newaxis_t {};
inline constexpr newaxis_t newaxis{};
/// Stands for all axes that the other subscripts leave, as whole axes.
struct ellipsis_t {};
inline constexpr ellipsis_t ellipsis{};

namespace detail {
template <class B>
concept Place = std::integral<B> || std::derived_from<B, end_index> || PlaceConstant<B>;

/// An affine expression as text (index/affine.hpp). If all its names have values, it is an integer. As a subscript, its
/// names may be indices of a statement.
template <class B>
concept SubscriptText = requires { typename std::remove_cvref_t<B>::weft_subscript_text; };
template <class... B>
concept PlacesAndText = ((Place<B> || SubscriptText<B>) && ...) && (SubscriptText<B> || ...);
template <Place B>
WEFT_INLINE constexpr B place_itself(B b) {
  return b;
}
template <SubscriptText B>
WEFT_FN index_t place_itself(B const& b) {
  return b();
}

template <Place B>
WEFT_INLINE constexpr index_t resolve(B b, index_t extent) {
  if constexpr (std::derived_from<B, end_index>)
    return extent + b.from_end;
  else
    return static_cast<index_t>(b);
}

/// An index of either kind: counted from the first element or from `end`.
struct any_place {
  index_t number = 0;
  bool from_end = false;
  WEFT_INLINE constexpr any_place() = default;
  template <Place B>
  WEFT_INLINE constexpr any_place(B b) : number(resolve(b, 0)), from_end(std::derived_from<B, end_index>) {}
};
WEFT_INLINE constexpr index_t resolve(any_place b, index_t extent) {
  return b.from_end ? extent + b.number : b.number;
}
/// An index that is part of its type: N, or with FromEnd the extent of the axis + N.
template <index_t N, bool FromEnd>
struct static_place {
  WEFT_INLINE constexpr static_place() = default;
  template <Place B>
  WEFT_INLINE constexpr static_place(B) {}
};
template <index_t N, bool FromEnd>
WEFT_INLINE constexpr index_t resolve(static_place<N, FromEnd>, index_t extent) {
  return FromEnd ? extent + N : N;
}
template <class B>
struct static_place_of {
  using type = any_place;
};
template <PlaceConstant B>
struct static_place_of<B> {
  using type = static_place<index_t(B::value), false>;
};
template <index_t N>
struct static_place_of<end_constant<N>> {
  using type = static_place<N, true>;
};
template <class B>
using static_place_t = typename static_place_of<B>::type;
/// True if an end of a range is a constant. `end` without a constant is none, so range(0, end) is an any_range.
template <class B>
inline constexpr bool names_constant = PlaceConstant<B>;
template <index_t N>
inline constexpr bool names_constant<end_constant<N>> = N != 0;

/// Returns the extent of a range from b to e, on an axis of extent `extent` (dyn: unknown); dyn if types do not tell
/// it.
template <class B, class E>
WEFT_FN constexpr index_t static_count(B, E, index_t, index_t) {
  return dyn;
}
template <index_t N, bool FromEnd, index_t M, bool ToEnd>
WEFT_FN constexpr index_t static_count(static_place<N, FromEnd> b, static_place<M, ToEnd> e, index_t step,
                                       index_t extent) {
  if (FromEnd != ToEnd && extent == dyn)
    return dyn;
  index_t const sign = step < 0 ? -1 : 1, length = (resolve(e, extent) - resolve(b, extent)) * sign;
  return length > 0 && step != 0 ? (length - 1) / (step * sign) + 1 : 0;
}
} // namespace detail

/// A range along one axis, with any step: const auto inner = range(1, end - 1), even = range(0, n, 2) have this type.
/// So the stride of a view by such ranges is known only at run time.
struct any_range {
  detail::any_place first, last;
  index_t step = 1;
};
/// A range whose step is part of its type. Its ends are part of the type too if B and E are static_place.
template <index_t Step, class B = detail::any_place, class E = detail::any_place>
struct static_range {
  [[no_unique_address]] B first;
  [[no_unique_address]] E last;
  static constexpr index_t step = Step;
};

/// Returns the range of the elements b, b + 1, ... e - 1 of an axis; b and e may be counted from `end`. Its use throws
/// index_error if an end is outside 0 ... extent. If e is before b, the range is empty.
template <detail::Place B, detail::Place E>
[[nodiscard]] WEFT_INLINE constexpr auto range(B b, E e) {
  if constexpr (detail::names_constant<B> || detail::names_constant<E>)
    return static_range<1, detail::static_place_t<B>, detail::static_place_t<E>>{b, e};
  else
    return any_range{b, e, 1};
}
/// Returns the range of the elements b, b + step, ... before e. With a negative step they run downwards, and an e of -1
/// means that index 0 is the last one.
template <detail::Place B, detail::Place E>
[[nodiscard]] WEFT_INLINE constexpr any_range range(B b, E e, index_t step) {
  return {b, e, step};
}
/// Returns a range whose type holds its step, or its ends, because these are constants of Hana (weft::literals) or std.
/// With range(b, e, 1_c) the type of a view keeps the unit stride of an axis, so its iterators are contiguous
/// iterators, as std::span needs. If both ends are constants, or `end` plus or minus constants, the extent is in the
/// type too: range(0_c, end, 2_c) of a static shape gives a static shape. With plain integers both are known only at
/// run time, and a statement of few elements costs some tens of nanoseconds more.
template <detail::Place B, detail::Place E, class S>
  requires detail::is_static_axis<S>
[[nodiscard]] WEFT_INLINE constexpr auto range(B b, E e, S) {
  return static_range<index_t(S::value), detail::static_place_t<B>, detail::static_place_t<E>>{b, e};
}

namespace detail {

template <class A>
inline constexpr bool is_range = false;
template <>
inline constexpr bool is_range<any_range> = true;
template <index_t Step, class B, class E>
inline constexpr bool is_range<static_range<Step, B, E>> = true;
/// True if the type of a range says that its step is 1.
template <class A>
inline constexpr bool is_unit_range = false;
template <class B, class E>
inline constexpr bool is_unit_range<static_range<1, B, E>> = true;
/// Returns the extent of a range along an axis of extent `extent`, as far as types know it; else dyn.
template <class A>
WEFT_FN constexpr index_t range_extent(index_t extent) {
  if constexpr (std::same_as<A, any_range>)
    return dyn;
  else
    return static_count(decltype(A::first){}, decltype(A::last){}, A::step, extent);
}

} // namespace detail

/// The types of arguments that a(...) takes as subscripts.
template <class A>
concept Subscript = detail::Place<std::remove_cvref_t<A>> || std::same_as<std::remove_cvref_t<A>, all_t> ||
                    std::same_as<std::remove_cvref_t<A>, newaxis_t> ||
                    std::same_as<std::remove_cvref_t<A>, ellipsis_t> || detail::is_range<std::remove_cvref_t<A>>;

namespace detail {

WEFT_API [[noreturn]] void throw_subscripts(int given, int rank);
WEFT_API [[noreturn]] void throw_range(index_t first, index_t last, index_t step, int axis, index_t extent);

template <class A>
inline constexpr int consumed = std::same_as<A, newaxis_t> || std::same_as<A, ellipsis_t> ? 0 : 1;
template <class A>
inline constexpr int produced = Place<A> || std::same_as<A, ellipsis_t> ? 0 : 1;

struct range_numbers {
  index_t first, count, step;
};

/// @post the elements are first + i * step for i in [0, count), all inside [0, extent); with a count below 2 the step
/// is 1 or -1, as its product with a stride might overflow
template <class R>
WEFT_INLINE constexpr range_numbers resolve_range(R const& r, int axis, index_t extent) {
  index_t const b = resolve(r.first, extent), e = resolve(r.last, extent);
  index_t const low = r.step < 0 ? -1 : 0, high = r.step < 0 ? extent - 1 : extent;
  if (r.step == 0 || b < low || b > high || e < low || e > high)
    throw_range(b, e, r.step, axis, extent);
  index_t const sign = r.step < 0 ? -1 : 1, count = (e - b) * sign > 0 ? (e - b - sign) / r.step + 1 : 0;
  return {b, count, count > 1 ? r.step : sign};
}

/// Applies one subscript of a(subscripts...): reads axes of `in` from `axis` on, and adds axes of the result to `out`.
/// All subscripts together use `taken` axes of `in`.
template <class S, class In, class Out>
WEFT_INLINE constexpr void slice_axes(S const& s, In const& in, Out& out, int& axis, [[maybe_unused]] int taken) {
  if constexpr (Place<S> || std::same_as<S, any_place>) {
    index_t const n = in.extent[axis], i = resolve(s, n);
    if (i < 0 || i >= n)
      throw_index("subscript", i, axis, n);
    out.offset += i * in.stride[axis++];
  } else if constexpr (std::same_as<S, all_t>) {
    out.push(in.extent[axis], in.stride[axis]);
    ++axis;
  } else if constexpr (std::same_as<S, newaxis_t>) {
    out.push(1, 0);
  } else if constexpr (std::same_as<S, ellipsis_t>) {
    for (int const last = axis + in.rank - taken; axis < last; ++axis)
      out.push(in.extent[axis], in.stride[axis]);
  } else {
    auto const r = resolve_range(s, axis, in.extent[axis]);
    // An empty range does not move the offset, because its first element may lie outside.
    out.offset += r.count == 0 ? 0 : r.first * in.stride[axis];
    out.push(r.count, r.step * in.stride[axis++]);
  }
}
/// Throws index_error if the subscripts use more axes (`taken`) than there are, or if the result would have more than
/// 16 axes.
WEFT_INLINE constexpr void check_sliced(int taken, int rank, int rank_change) {
  if (taken > rank)
    throw_subscripts(taken, rank);
  if (rank + rank_change > max_rank)
    throw_index_reason("newaxis", "the result would have more than 16 axes");
}

/// Makes the layout of a(subscripts...).
/// @post out(j...) == in(i...), where i_k is the integer given for axis k, or first + j * step of its range
template <class... A>
struct slicer {
  static constexpr int taken = (0 + ... + consumed<A>);
  static constexpr int rank_change = (0 + ... + (produced<A> - consumed<A>));
  static_assert((0 + ... + int(std::same_as<A, ellipsis_t>)) <= 1, "weft: more than one ellipsis");
  pack<A...> subscripts;

  template <class In, class Out>
  WEFT_INLINE constexpr void write(In const& in, Out& out) const {
    check_sliced(taken, in.rank, rank_change);
    int axis = 0;
    steps(in, out, axis, std::make_integer_sequence<int, int(sizeof...(A))>{});
    for (; axis < in.rank; ++axis)
      out.push(in.extent[axis], in.stride[axis]);
  }

  /// Returns true if the subscripts suit rank R. Otherwise compilation stops here with a sentence.
  template <int R>
  WEFT_FN static constexpr bool fits() {
    constexpr bool enough = R < 0 || taken <= R, in_range = R + rank_change <= max_rank;
    static_assert(enough, "weft: more subscripts than the rank");
    static_assert(in_range, "weft: a rank is 0 to 16");
    return enough && in_range;
  }

  template <class Layout>
  WEFT_FN static constexpr auto static_facts() {
    constexpr int rank = Layout::static_rank + rank_change;
    auto const in = loosen_static<Layout>();
    loose<rank> out;
    int axis = 0;
    (push_static<A>(in, out, axis), ...);
    for (; axis < in.rank; ++axis)
      out.push(in.extent[axis], in.stride[axis]);
    return out;
  }

private:
  template <class In, class Out, int... At>
  WEFT_INLINE constexpr void steps(In const& in, Out& out, int& axis, std::integer_sequence<int, At...>) const {
    (slice_axes(get<At>(subscripts), in, out, axis, taken), ...);
  }
  template <class S, int C, int D>
  WEFT_FN static constexpr void push_static(loose<C> const& in, loose<D>& out, int& axis) {
    if constexpr (Place<S>) {
      ++axis;
    } else if constexpr (std::same_as<S, all_t> || std::same_as<S, newaxis_t> || std::same_as<S, ellipsis_t>) {
      slice_axes(S{}, in, out, axis, taken);
    } else {
      out.push(range_extent<S>(in.extent[axis]), is_unit_range<S> ? in.stride[axis] : 0);
      ++axis;
    }
  }
};

} // namespace detail
} // namespace weft
