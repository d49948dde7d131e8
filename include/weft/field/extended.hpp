#pragma once
#include <weft/field/policy.hpp>
#include <weft/index/notation.hpp>
#include <weft/ops/pad.hpp>

#include <algorithm>

// An operand that has elements beyond its edges by a boundary policy (field/boundary.hpp), for windows and index
// notation.
namespace weft::detail {

WEFT_API [[noreturn]] void throw_no_element(int axis, bool line);

template <class B, class Shape>
struct extended_access;
template <class To, class From>
WEFT_FN To rebound(From const& from);

/// A subscript as numbers: an offset, and the coefficient of the index of each loop. It also refers to the text of the
/// subscript, for messages.
template <int Loops>
struct extended_subscript {
  index_t offset = 0;
  index_t coefficient[std::size_t(Loops > 0 ? Loops : 1)];
  unsigned symbols = 0;
  void const* subscript = nullptr;
  std::string (*text)(void const*) = nullptr;

  WEFT_INLINE extended_subscript() = default;
  template <int... K, class X>
  WEFT_INLINE extended_subscript(index_list<K...>, X const& x, index_t extent, index_ranges const& ranges)
      : offset(offset_in(x, extent, ranges)), coefficient{coefficient_in<K>(x)...}, subscript(&x), text(&text_of<X>) {
    if constexpr (is_text_subscript<X>)
      for (int k = 0; k < max_indices; ++k)
        if (x.terms.coefficient[k] != 0 && (index_list<K...>::symbols >> k & 1u) == 0)
          throw_unranged(k);
    ((symbols |= coefficient_in<K>(x) != 0 ? 1u << K : 0u), ...);
  }

private:
  template <class X>
  WEFT_FN static std::string text_of(void const* x) {
    return text_of_subscript(*static_cast<X const*>(x));
  }
};

/// An operand E with boundary policies, before it is evaluated: indices of its R axes may lie beyond the edges of E.
/// Axis k begins at element -axes[a].before of axis a = operand_axis[k] of E, and each step moves one element further.
/// If several axes have the same operand_axis[k], their offsets are added. The policies gave `Used` constants one after
/// the other; beyond the edges of several axes the last one applies.
template <class E, int R, int Used, bool Linear>
struct extended : expression<extended<E, R, Used, Linear>> {
  using weft_node = void;
  using value_type = typename E::value_type;
  using extents_type = dims<R>;
  static constexpr int static_rank = R, operand_rank = E::static_rank, constants = Used > 0 ? Used : 1;
  static constexpr bool is_deferred = true;
  using operation = continuation<value_type, dims<operand_rank>, constants, Linear>;
  using order = std::conditional_t<R == operand_rank, dense<row_major>, strided>;
  using captured_type = deferred<operation, layout<dims<R>, order>, E>;

  E operand;
  continued_axis axes[std::size_t(operand_rank > 0 ? operand_rank : 1)];
  value_type value[std::size_t(constants)];
  dims<R> shape_;
  int operand_axis[std::size_t(R > 0 ? R : 1)];

  [[nodiscard]] WEFT_INLINE dims<R> const& extents() const { return shape_; }
  template <class X>
  void operator=(X const&) WEFT_REFUSED("weft: an operand with a boundary policy is read, not written");

  /// Throws unless each element from `least` to `greatest` of axis a of E exists, in E or beyond an edge by a policy.
  template <class Refuse>
  WEFT_INLINE void check_reach(int a, index_t least, index_t greatest, Refuse const& refuse) const {
    index_t const n = operand.extents().entry(a);
    if (least >= 0 && greatest < n)
      return;
    for (edge_rule const& rule : {least < 0 ? axes[a].low : axes[a].high, greatest >= n ? axes[a].high : axes[a].low}) {
      if (rule.how == beyond::nothing)
        refuse();
      if (n < (rule.how == beyond::linear ? 2 : rule.how == beyond::constant ? 0 : 1))
        throw_no_element(a, n > 0);
    }
  }
  /// Returns the box of elements that begins at first[a] along axis a of E, with extents `whole`, as a deferred
  /// operand.
  template <class X, class Order, class Place>
  WEFT_INLINE auto part(dims<operand_rank> const& whole, index_t const* first, Place const& place_of) const {
    operation op = constants_in(std::make_integer_sequence<int, constants>{});
    checked_shape("boundary policy", whole);
    index_t stride[std::size_t(operand_rank > 0 ? operand_rank : 1)], s = 1;
    for (int a = operand_rank - 1; a >= 0; s *= whole[a--]) {
      op.axes[a].before = -first[a];
      stride[a] = s;
    }
    index_t offset = 0;
    auto const place = place_of(stride, offset);
    return deferred<operation, layout<X, Order>, E>(std::move(op), pack<E>(E(operand)), whole, place, offset, 0);
  }
  WEFT_FN operator captured_type() const {
    dims<operand_rank> whole{};
    index_t first[std::size_t(operand_rank > 0 ? operand_rank : 1)];
    for (int a = 0; a < operand_rank; ++a) {
      first[a] = -axes[a].before;
      whole.set(a, 1);
    }
    bool empty = false;
    for (int k = 0; k < R; ++k) {
      empty = empty || shape_[k] == 0;
      whole.set(operand_axis[k], whole[operand_axis[k]] + shape_[k] - 1);
    }
    for (int a = 0; a < operand_rank; ++a)
      whole.set(a, empty && R != operand_rank ? 0 : whole[a]);
    return part<dims<R>, order>(whole, first, [&](index_t const* stride, index_t&) {
      if constexpr (R == operand_rank) {
        return layout<dims<R>, order>(shape_);
      } else {
        dims<R> strides{};
        for (int k = 0; k < R; ++k)
          strides.set(k, stride[operand_axis[k]]);
        return layout<dims<R>, order>(shape_, strides);
      }
    });
  }

  // own_window(f) returns a window of this operand; window_of calls it.

  /// Returns the indices first ... last of an axis. They may lie beyond the edges.
  template <class A>
  [[nodiscard]] WEFT_FN extended own_window(windower<A> const& f) const {
    extended out = *this;
    int const k = check_axis("window", f.axis, R), a = operand_axis[k];
    if (f.last < f.first)
      throw_index("window", f.last, k, shape_[k]);
    out.shape_.set(k, f.last - f.first + 1);
    out.axes[a].before -= f.first;
    index_t greatest = -out.axes[a].before;
    for (int j = 0; j < R; ++j)
      greatest += out.operand_axis[j] == a ? out.shape_[j] - 1 : 0;
    out.check_reach(a, -out.axes[a].before, greatest,
                    [&] { throw_index("window", f.first < 0 ? f.first : f.last, k, shape_[k]); });
    return out;
  }
  /// Returns a window around each element, which begins width / 2 elements before it.
  template <class A>
  [[nodiscard]] WEFT_FN extended<E, R + 1, Used, Linear> own_window(sliding<A> const& f) const {
    int const k = check_axis("sliding_window", f.axis, R);
    if (f.width < 1)
      throw_index("sliding_window: width", f.width, k, shape_[k]);
    check_rank(R + 1);
    index_t const n = shape_[k];
    auto out = rebound<extended<E, R + 1, Used, Linear>>(
        n == 0 ? *this : own_window(windower<int>{k, -(f.width / 2), n - 1 + f.width - 1 - f.width / 2}));
    out.shape_.set(k, n);
    out.shape_.set(R, f.width);
    out.operand_axis[R] = operand_axis[k];
    return out;
  }
  /// Returns an access of index notation as an operand whose axes are the loops. It covers all elements that the
  /// subscripts reach.
  template <int... K, index_t... N, class... S>
  [[nodiscard]] WEFT_FN auto
  own_window(affine_slicer<index_loops<index_list<K...>, weft::extents<N...>>, S...> const& f) const {
    using slicer = affine_slicer<index_loops<index_list<K...>, weft::extents<N...>>, S...>;
    using shape_type = weft::extents<(slicer::template is_present<K> ? N : 1)...>;
    index_range const ranges[] = {(slicer::template is_present<K> ? f.ranges.of[K] : index_range{0, 1})..., {}};
    return [&]<int... A>(std::integer_sequence<int, A...>) {
      extended_subscript<int(sizeof...(K))> const terms[] = {
          extended_subscript<int(sizeof...(K))>(index_list<K...>{}, get<A>(f.subscripts), shape_[A], f.ranges)..., {}};
      return extended_access<extended, shape_type>(*this, ranges, terms, f.ranges).made();
    }(std::make_integer_sequence<int, R>{});
  }
  template <class F>
  [[nodiscard]] WEFT_INLINE auto own_window(F const& f) const {
    return window_of(static_cast<captured_type>(*this), f);
  }

private:
  template <int... K>
  WEFT_INLINE operation constants_in(std::integer_sequence<int, K...>) const {
    return operation(axes, operand_rank, value[K]...);
  }
};
template <class E>
inline constexpr bool is_extended = false;
template <class E, int R, int Used, bool Linear>
inline constexpr bool is_extended<extended<E, R, Used, Linear>> = true;
template <class E, int R, int Used, bool Linear>
inline constexpr bool is_followed<extended<E, R, Used, Linear>> = is_followed<E>;

/// Returns the same operand as the type To, which may have more axes or constants.
template <class To, class From>
WEFT_FN To rebound(From const& from) {
  To out{{}, from.operand, {}, {}, {}, {}};
  std::copy_n(from.axes, From::operand_rank, out.axes);
  std::copy_n(from.value, From::constants, out.value);
  std::copy_n(from.operand_axis, From::static_rank, out.operand_axis);
  for (int k = 0; k < From::static_rank; ++k)
    out.shape_.set(k, from.shape_[k]);
  return out;
}

/// The elements that an access of index notation reaches along each axis a of the operand. The lowest index is
/// least[a]. The access begins at index least[a] + first[a], and one step of loop j moves it by step[a][j].
template <class B, class Shape>
struct extended_access {
  static constexpr int rank = B::operand_rank, loops = Shape::static_rank;
  static constexpr std::size_t room = std::size_t(rank > 0 ? rank : 1);

  B const& e;
  index_range const* ranges; ///< the range of the index of each loop
  index_t step[room][std::size_t(loops + 1)]{}, first[room]{}, least[room]{};
  dims<rank> whole{};

  WEFT_FN extended_access(B const& operand, index_range const* r, extended_subscript<loops> const* terms,
                          index_ranges const& all)
      : e(operand), ranges(r) {
    bool empty = false;
    for (int j = 0; j < loops; ++j)
      empty = empty || ranges[j].count == 0;
    for (int a = 0; a < rank && !empty; ++a)
      find(a, terms, all);
  }
  WEFT_FN auto made() const {
    return e.template part<Shape, strided>(whole, least, [&](index_t const* stride, index_t& offset) {
      Shape shape{};
      dims<loops> strides{};
      for (int j = 0; j < loops; ++j) {
        shape.set(j, ranges[j].count);
        strides.set(j, 0);
      }
      for (int a = 0; a < rank; ++a) {
        offset += first[a] * stride[a];
        for (int j = 0; j < loops; ++j)
          strides.set(j, strides.entry(j) + step[a][j] * stride[a]);
      }
      return layout<Shape, strided>(shape, strides);
    });
  }

private:
  WEFT_FN void find(int a, extended_subscript<loops> const* terms, index_ranges const& all) {
    reach_of_subscript r(-e.axes[a].before);
    extended_subscript<loops> const* last = nullptr; // the last subscript that moves along axis a
    for (int k = 0; k < B::static_rank; ++k) {
      if (e.operand_axis[k] != a)
        continue;
      last = terms + k;
      for (index_t* to : {&r.first, &r.least, &r.greatest})
        r.leaves_64_bits |= add_overflows(*to, last->offset, to);
      for (int j = 0; j < loops; ++j)
        r.add(last->coefficient[j], ranges[j], 1, step[a][j]);
    }
    auto const refuse = [&] {
      throw_outside(a, last->text(last->subscript), r, e.operand.extents().entry(a), last->symbols, all);
    };
    if (r.leaves_64_bits)
      refuse();
    e.check_reach(a, r.least, r.greatest, refuse);
    first[a] = r.first - r.least;
    least[a] = r.least;
    whole.set(a, r.greatest - r.least + 1);
  }
};

/// Narrows the box of indices for inside(out(i, j)) = e. An edge of an operand that has a policy does not narrow it.
template <unsigned Free, class E, int R, int Used, bool Linear, class... S>
WEFT_FN void narrow_in(index_access<extended<E, R, Used, Linear>, S...> const& e, index_ranges const& fixed,
                       index_box& box) {
  constexpr index_t distant = index_t(1) << 60; // a number larger than all subscripts
  [&]<int... A>(std::integer_sequence<int, A...>) {
    auto const narrow = [&](auto const& s, int k) {
      continued_axis const& axis = e.operand.axes[e.operand.operand_axis[k]];
      bool const low = axis.low.how != beyond::nothing, high = axis.high.how != beyond::nothing;
      index_t const extent = e.operand.extents().entry(k), offset = offset_in(s, extent, fixed) + (low ? distant : 0);
      subscript_bounds<Free> bounds{fixed, offset, offset};
      bounds.add_each(s, std::make_integer_sequence<int, max_indices>{});
      if (bounds.free == 1 && !bounds.empty && !(low && high))
        box.narrow(bounds.symbol, bounds.factor, bounds.least, bounds.greatest,
                   high ? 2 * distant : extent + (low ? distant : 0));
    };
    (narrow(get<A>(e.subscripts), A), ...);
  }(std::make_integer_sequence<int, int(sizeof...(S))>{});
}

} // namespace weft::detail
