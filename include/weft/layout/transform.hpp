#pragma once
#include <weft/layout/loose.hpp>

#include <type_traits>

// Each transformation maps a layout to a layout. The @post of its comment is a law that its test checks.
namespace weft::detail {

/// Reverses the order of the axes. @post out(i_0, ..., i_r) == in(i_r, ..., i_0)
struct transpose_all {
  static constexpr int rank_change = 0;
  static constexpr bool is_static = true;
  template <class In, class Out>
  WEFT_INLINE constexpr void write(In const& in, Out& out) const {
    for (int k = in.rank - 1; k >= 0; --k)
      out.push(in.extent[k], in.stride[k]);
  }
};

/// Exchanges the axes a and b. @post out(... i_b at a ... i_a at b ...) == in(... i_a at a ... i_b at b ...)
template <class A, class B>
struct swap_two {
  static constexpr int rank_change = 0;
  static constexpr bool is_static = is_static_axis<A> && is_static_axis<B>;
  [[no_unique_address]] A first{};
  [[no_unique_address]] B second{};
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    int const a = check_axis("swap_axes", first, in.rank), b = check_axis("swap_axes", second, in.rank);
    out.extent[a] = in.extent[b];
    out.extent[b] = in.extent[a];
    out.stride[a] = in.stride[b];
    out.stride[b] = in.stride[a];
    return out;
  }
};

WEFT_API [[noreturn]] void throw_permutation(index_t const* order, int count, int rank);

/// Puts the axes in another order: axis order[k] becomes axis k. @post out(j...) == in(i...) where i[order[k]] == j[k]
template <class... A>
struct permuter {
  static constexpr int rank_change = 0;
  static constexpr bool is_static = (is_static_axis<A> && ...);
  index_t order[sizeof...(A) + 1]{static_cast<index_t>(A{})..., 0};
  template <class In, class Out>
  WEFT_INLINE constexpr void write(In const& in, Out& out) const {
    constexpr int count = sizeof...(A);
    if (count != in.rank)
      throw_permutation(order, count, in.rank);
    unsigned seen = 0;
    for (int k = 0; k < count; ++k) {
      index_t const a = order[k];
      if (a < 0 || a >= in.rank || (seen >> a & 1u))
        throw_permutation(order, count, in.rank);
      seen |= 1u << a;
      out.push(in.extent[a], in.stride[a]);
    }
  }
};

/// Takes the elements at one index of an axis, and removes the axis.
/// @post out(... without axis ...) == in(... i at axis ...)
template <class A>
struct axis_slicer {
  static constexpr int rank_change = -1;
  [[no_unique_address]] A axis{};
  index_t index = 0;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    int const a = check_axis("slice", axis, in.rank);
    if (index < 0 || index >= in.extent[a])
      throw_index("slice", index, a, in.extent[a]);
    out.offset = in.offset + index * in.stride[a];
    for (int k = 0; k < in.rank; ++k)
      if (k != a)
        out.push(in.extent[k], in.stride[k]);
    return out;
  }
  template <class Layout>
    requires is_static_axis<A>
  WEFT_FN static constexpr auto static_facts() {
    auto const in = loosen_static<Layout>();
    loose<Layout::static_rank - 1> out;
    for (int k = 0; k < in.rank; ++k)
      if (k != A::value)
        out.push(in.extent[k], in.stride[k]);
    return out;
  }
};

/// Makes an axis the last one.
/// @post out(... without axis ..., i) == in(... i at axis ...)
template <class A>
struct axis_last {
  static constexpr int rank_change = 0;
  static constexpr bool is_static = is_static_axis<A>;
  [[no_unique_address]] A axis{};
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    out.offset = in.offset;
    int const a = check_axis("lines", axis, in.rank);
    for (int k = 0; k < in.rank; ++k)
      if (k != a)
        out.push(in.extent[k], in.stride[k]);
    out.push(in.extent[a], in.stride[a]);
    return out;
  }
};

/// The first elements of all lines along the last axis. If the lines are empty, all strides are 0, so that no pointer
/// is moved beyond memory.
/// @post out(...) == in(..., 0)
struct line_starts {
  static constexpr int rank_change = -1;
  static constexpr bool is_static = true;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    out.offset = in.offset;
    for (int k = 0; k < in.rank - 1; ++k)
      out.push(in.extent[k], in.extent[in.rank - 1] == 0 ? 0 : in.stride[k]);
    return out;
  }
};

/// Returns a copy of l in which the extent of axis A is dyn. If A is known only at run time, all extents are dyn. The
/// strides stay as they are.
template <class A, int C>
WEFT_FN constexpr loose<C> forget_extent(loose<C> l) {
  for (int k = 0; k < l.rank; ++k)
    if (!is_static_axis<A> || k == static_axis<A>)
      l.extent[k] = dyn;
  return l;
}

/// Takes the indices first ... last of an axis, with both ends.
/// @post out(... j ...) == in(... first + j ...), 0 <= j <= last - first
template <class A>
struct windower {
  static constexpr int rank_change = 0;
  [[no_unique_address]] A axis{};
  index_t first = 0, last = 0;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    int const a = check_axis("window", axis, in.rank);
    if (first < 0 || first >= in.extent[a])
      throw_index("window", first, a, in.extent[a]);
    if (last < first || last >= in.extent[a])
      throw_index("window", last, a, in.extent[a]);
    out.offset += first * in.stride[a];
    out.extent[a] = last - first + 1;
    return out;
  }
  template <class Layout>
  WEFT_FN static constexpr auto static_facts() {
    return forget_extent<A>(loosen_static<Layout>());
  }
};

/// Takes `count` indices of an axis, which the caller knows to be in range.
/// @post out(... j ...) == in(... first + j ...), 0 <= j < count
template <class A>
struct range_selector {
  static constexpr int rank_change = 0;
  [[no_unique_address]] A axis{};
  index_t first = 0, count = 0;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    int const a = static_cast<int>(axis);
    out.offset += count == 0 ? 0 : first * in.stride[a];
    out.extent[a] = count;
    return out;
  }
  template <class Layout>
  WEFT_FN static constexpr auto static_facts() {
    return forget_extent<A>(loosen_static<Layout>());
  }
};

/// Takes `count` indices of an axis, `step` apart, which the caller knows to be in range.
/// @post out(... j ...) == in(... first + j * step ...), 0 <= j < count
struct step_selector {
  static constexpr int rank_change = 0;
  int axis;
  index_t first, count, step;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = range_selector<int>{axis, first, count}(in);
    out.stride[axis] *= step;
    return out;
  }
};

/// Takes all indices of an axis but the first one (front = 1), or but the last one (front = 0). An axis of extent 0 or
/// 1 becomes empty.
/// @post out(... j ...) == in(... j + front ...), 0 <= j < extent - 1
template <class A>
struct trimmer {
  static constexpr int rank_change = 0;
  [[no_unique_address]] A axis{};
  index_t front = 0;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    int const a = check_axis("diff", axis, in.rank);
    out.offset += in.extent[a] > 1 ? front * in.stride[a] : 0;
    out.extent[a] = in.extent[a] > 1 ? in.extent[a] - 1 : 0;
    return out;
  }
  template <class Layout>
  WEFT_FN static constexpr auto static_facts() {
    auto l = forget_extent<A>(loosen_static<Layout>());
    if constexpr (is_static_axis<A>) {
      index_t const n = static_extent<typename Layout::extents_type>(A::value);
      l.extent[A::value] = n > 1 ? n - 1 : n == dyn ? dyn : 0;
    }
    return l;
  }
};

/// Reverses the indices of an axis. @post out(... i ...) == in(... extent - 1 - i ...)
template <class A>
struct reverser {
  static constexpr int rank_change = 0;
  static constexpr bool is_static = is_static_axis<A>;
  [[no_unique_address]] A axis{};
  template <class In, class Out>
  WEFT_INLINE constexpr void write(In const& in, Out& out) const {
    int const a = check_axis("reverse", axis, in.rank);
    out.offset += in.extent[a] > 0 ? (in.extent[a] - 1) * in.stride[a] : 0;
    for (int k = 0; k < in.rank; ++k)
      out.push(in.extent[k], in.stride[k]);
    out.turn(a);
  }
};

/// Reverses the indices of all axes. @post out(i_0, ..., i_r) == in(extent_0 - 1 - i_0, ..., extent_r - 1 - i_r)
struct reverse_all {
  static constexpr int rank_change = 0;
  static constexpr bool is_static = true;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    for (int k = 0; k < in.rank; ++k)
      out = written_loose(reverser<int>{k}, out);
    return out;
  }
};

/// Turns the plane of two axes by quarters of a circle.
/// @post with one turn, and extent n of axis b: out(... i at a ... j at b ...) == in(... j at a ... n - 1 - i at b ...)
struct quarter_turner {
  static constexpr int rank_change = 0;
  index_t turns, from, to;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    int const a = check_axis("rot90", from, in.rank), b = check_axis("rot90", to, in.rank);
    if (a == b)
      throw_axis("rot90: the second of two different axes is", b, in.rank);
    for (index_t k = (turns % 4 + 4) % 4; k > 0; --k)
      out = swap_two<int, int>{a, b}(written_loose(reverser<int>{b}, out));
    return out;
  }
};

/// Takes diagonal k of a matrix, which may be empty. @post out(i) == in(i, i + k), for k < 0 in(i - k, i)
template <class K>
struct diagonal_at {
  static constexpr int rank_change = -1;
  [[no_unique_address]] K place{};
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    if (in.rank != 2)
      throw_shapes("diagonal", in.extent, in.rank, nullptr, -1, "it takes a matrix");
    index_t const k = place, n = length(in.extent[0], in.extent[1], k);
    out.offset = in.offset + (n == 0 ? 0 : k < 0 ? -k * in.stride[0] : k * in.stride[1]);
    out.push(n, in.stride[0] + in.stride[1]);
    return out;
  }
  template <class Layout>
    requires is_static_axis<K>
  WEFT_FN static constexpr auto static_facts() {
    auto const in = loosen_static<Layout>();
    index_t const n = in.extent[0], m = in.extent[1];
    loose<1> out;
    out.push(n == dyn || m == dyn ? dyn : length(n, m, K::value), 0);
    return out;
  }

private:
  WEFT_INLINE static constexpr index_t length(index_t n, index_t m, index_t k) {
    if (k <= -n || k >= m) // before any sum, which could overflow: k may be any number
      return 0;
    index_t const rows = k < 0 ? n + k : n, columns = k < 0 ? m : m - k;
    return rows < columns ? rows : columns;
  }
};
using diagonal_of = diagonal_at<boost::hana::int_<0>>;

/// Removes an axis of extent 1. @post out(... j ...) == in(... 0 at axis, j ...)
template <class A>
struct squeezer {
  static constexpr int rank_change = -1;
  static constexpr bool is_static = is_static_axis<A>;
  [[no_unique_address]] A axis{};
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    int const a = check_axis("squeeze", axis, in.rank);
    if (in.extent[a] != 1 && in.extent[a] != dyn)
      throw_shapes("squeeze", in.extent, in.rank, nullptr, -1, "the axis does not have extent 1");
    out.offset = in.offset;
    for (int k = 0; k < in.rank; ++k)
      if (k != a)
        out.push(in.extent[k], in.stride[k]);
    return out;
  }
};

/// Removes all axes of extent 1; only for run-time rank.
/// @post no axis of the result has extent 1
struct squeeze_all {
  static constexpr int rank_change = 0;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    out.offset = in.offset;
    for (int k = 0; k < in.rank; ++k)
      if (in.extent[k] != 1)
        out.push(in.extent[k], in.stride[k]);
    return out;
  }
};

/// Adds an axis of extent 1. @post out(... 0 at axis ...) == in(...)
template <class A>
struct expander {
  static constexpr int rank_change = 1;
  static constexpr bool is_static = is_static_axis<A>;
  [[no_unique_address]] A axis{};
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    int const a = check_axis("expand_dims", axis, check_rank(in.rank + 1));
    out.offset = in.offset;
    for (int k = 0; k < in.rank; ++k) {
      if (k == a)
        out.push(1, 0);
      out.push(in.extent[k], in.stride[k]);
    }
    if (a == in.rank)
      out.push(1, 0);
    return out;
  }
};

/// Adds a last axis over windows along an axis; read-only, as elements repeat.
/// @post out(... j ..., w) == in(... j + w ...), 0 <= w < width
template <class A>
struct sliding {
  static constexpr int rank_change = 1;
  [[no_unique_address]] A axis{};
  index_t width = 1;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    int const a = check_axis("sliding_window", axis, in.rank);
    if (width < 1 || width > in.extent[a])
      throw_index("sliding_window: width", width, a, in.extent[a]);
    check_rank(in.rank + 1);
    out.extent[a] = in.extent[a] - width + 1;
    out.push(width, in.stride[a]);
    dynamic_extents whole(out.rank);
    for (int k = 0; k < out.rank; ++k)
      whole.set(k, out.extent[k]);
    checked_count(whole, "sliding_window");
    return out;
  }
  template <class Layout>
  WEFT_FN static constexpr auto static_facts() {
    auto out = forget_extent<A>(loosen_static<Layout, 1>());
    static_assert(!is_static_axis<A> || (static_axis<A> >= 0 && static_axis<A> < Layout::static_rank),
                  "weft: sliding_window: no such axis");
    out.push(dyn, is_static_axis<A> ? out.stride[static_axis<A>] : 0);
    return out;
  }
};

} // namespace weft::detail
