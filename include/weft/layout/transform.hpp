#pragma once
#include <weft/layout/loose.hpp>

#include <type_traits>

// Each transformation is a function on layouts; the law in its comment is also its test.
namespace weft::detail {

/// Runs F, whose parameters are all known at compile time, on what is known of Layout.
template <class Layout, class F>
constexpr auto apply_known() {
  const auto full = F{}(loosen_static<Layout, F::rank_change>());
  constexpr int rank = Layout::static_rank + F::rank_change;
  loose<rank> out;
  for (int k = 0; k < rank; ++k)
    out.push(full.extent[k], full.stride[k]);
  return out;
}

/// @post out(i_0, ..., i_r) == in(i_r, ..., i_0)
struct transpose_all {
  static constexpr int rank_change = 0;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    out.offset = in.offset;
    for (int k = in.rank - 1; k >= 0; --k)
      out.push(in.extent[k], in.stride[k]);
    return out;
  }
  template <class Layout>
  static constexpr auto known() {
    return apply_known<Layout, transpose_all>();
  }
};

/// @post out(... i_b at a ... i_a at b ...) == in(... i_a at a ... i_b at b ...)
template <class A, class B>
struct swap_two {
  static constexpr int rank_change = 0;
  [[no_unique_address]] A first{};
  [[no_unique_address]] B second{};
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    const int a = check_axis("swap_axes", first, in.rank), b = check_axis("swap_axes", second, in.rank);
    out.extent[a] = in.extent[b];
    out.extent[b] = in.extent[a];
    out.stride[a] = in.stride[b];
    out.stride[b] = in.stride[a];
    return out;
  }
  template <class Layout>
    requires(is_static_axis<A> && is_static_axis<B>)
  static constexpr auto known() {
    return apply_known<Layout, swap_two>();
  }
};

WEFT_API [[noreturn]] void throw_permutation(index_t const* order, int count, int rank);

/// @post out(j...) == in(i...) where i[order[k]] == j[k]
template <class... A>
struct permuter {
  static constexpr int rank_change = 0;
  static constexpr bool is_static = (is_static_axis<A> && ...);
  index_t order[sizeof...(A) + 1]{static_cast<index_t>(A{})..., 0};
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    out.offset = in.offset;
    unsigned seen = 0;
    for (int k = 0; k < int(sizeof...(A)); ++k) {
      const index_t a = order[k];
      if (a < 0 || a >= in.rank || (seen >> a & 1u) || int(sizeof...(A)) != in.rank)
        throw_permutation(order, int(sizeof...(A)), in.rank);
      seen |= 1u << a;
      out.push(in.extent[a], in.stride[a]);
    }
    if (in.rank != int(sizeof...(A)))
      throw_permutation(order, int(sizeof...(A)), in.rank);
    return out;
  }
  template <class Layout>
    requires is_static
  static constexpr auto known() {
    return apply_known<Layout, permuter>();
  }
};

/// @post out(... without axis ...) == in(... i at axis ...)
template <class A>
struct axis_slicer {
  static constexpr int rank_change = -1;
  [[no_unique_address]] A axis{};
  index_t index = 0;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    const int a = check_axis("slice", axis, in.rank);
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
  static constexpr auto known() {
    const auto in = loosen_static<Layout>();
    loose<Layout::static_rank - 1> out;
    for (int k = 0; k < in.rank; ++k)
      if (k != A::value)
        out.push(in.extent[k], in.stride[k]);
    return out;
  }
};

/// @post out(... j ...) == in(... first + j ...), 0 <= j <= last - first: both ends belong to it
template <class A>
struct windower {
  static constexpr int rank_change = 0;
  [[no_unique_address]] A axis{};
  index_t first = 0, last = 0;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    const int a = check_axis("window", axis, in.rank);
    if (first < 0 || first >= in.extent[a])
      throw_index("window", first, a, in.extent[a]);
    if (last < first || last >= in.extent[a])
      throw_index("window", last, a, in.extent[a]);
    out.offset += first * in.stride[a];
    out.extent[a] = last - first + 1;
    return out;
  }
};

/// @post out(... i ...) == in(... extent - 1 - i ...)
template <class A>
struct reverser {
  static constexpr int rank_change = 0;
  [[no_unique_address]] A axis{};
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    const int a = check_axis("reverse", axis, in.rank);
    if (in.extent[a] > 0)
      out.offset += (in.extent[a] - 1) * in.stride[a];
    out.stride[a] = -in.stride[a];
    return out;
  }
  template <class Layout>
    requires is_static_axis<A>
  static constexpr auto known() {
    return apply_known<Layout, reverser>();
  }
};

/// @post out(i) == in(i, i); the extent is the smaller of the two
struct diagonal_of {
  static constexpr int rank_change = -1;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    if (in.rank != 2)
      throw_axis("diagonal (of a matrix)", 2, in.rank);
    out.offset = in.offset;
    const index_t n = in.extent[0], m = in.extent[1];
    out.push(n == dyn || m == dyn ? dyn : (n < m ? n : m), in.stride[0] + in.stride[1] == 1 ? 0 : in.stride[0] + in.stride[1]);
    return out;
  }
};

/// @post out(... j ...) == in(... 0 at axis, j ...)
template <class A>
struct squeezer {
  static constexpr int rank_change = -1;
  [[no_unique_address]] A axis{};
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    const int a = check_axis("squeeze", axis, in.rank);
    if (in.extent[a] != 1 && in.extent[a] != dyn)
      throw_shapes("squeeze", in.extent, in.rank, nullptr, -1, "the axis does not have extent 1");
    out.offset = in.offset;
    for (int k = 0; k < in.rank; ++k)
      if (k != a)
        out.push(in.extent[k], in.stride[k]);
    return out;
  }
  template <class Layout>
    requires is_static_axis<A>
  static constexpr auto known() {
    return apply_known<Layout, squeezer>();
  }
};

/// @post no axis of the result has extent 1; only for run-time rank
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

/// @post out(... 0 at axis ...) == in(...)
template <class A>
struct expander {
  static constexpr int rank_change = 1;
  [[no_unique_address]] A axis{};
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    const int a = check_axis("expand_dims", axis, in.rank < max_rank ? in.rank + 1 : max_rank);
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
  template <class Layout>
    requires is_static_axis<A>
  static constexpr auto known() {
    return apply_known<Layout, expander>();
  }
};

/// @post out(... j ..., w) == in(... j + w ...), 0 <= w < width; read-only, as elements repeat
template <class A>
struct sliding {
  static constexpr int rank_change = 1;
  [[no_unique_address]] A axis{};
  index_t width = 1;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    const int a = check_axis("sliding_window", axis, in.rank);
    if (width < 1 || width > in.extent[a])
      throw_index("sliding_window: width", width, a, in.extent[a]);
    out.extent[a] = in.extent[a] - width + 1;
    out.push(width, in.stride[a]);
    return out;
  }
};

} // namespace weft::detail
