#pragma once
#include <weft/eval/in_memory.hpp>
#include <weft/eval/recurrence.hpp>
#include <weft/ops/rearrange.hpp>

#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

// Recurrences along an axis with a function of the program, as for tridiagonal sweeps, recursive filters and vertical
// advection.
namespace weft {

/// The targets of scan(), as into() returns them.
template <int Lags, class First, class... L>
class scan_targets {
public:
  pack<L...> to;
  /// The results before the first ones: Lags of each target, the latest first. It is empty if the targets hold them.
  First first;
  bool is_backward;

  WEFT_FN scan_targets(pack<L...> t, First f, bool b) : to(std::move(t)), first(std::move(f)), is_backward(b) {}

  /// Sets the results before the first ones: scalars, or planes, which broadcast to the shape of a target with extent 1
  /// along the axis. There are Lags for each target in turn, the latest first. Each takes a temporary of one plane.
  template <Operand... V>
  [[nodiscard]] WEFT_FN auto from(V&&... v) const {
    static_assert(First::count == 0, "weft: into(...).from(...) says once what is before the first results");
    static_assert(sizeof...(V) == Lags * sizeof...(L),
                  "weft: into(...).from(...) takes a value for each target, and into<2>(...) two, the latest first");
    using given = pack<detail::captured_t<V>...>;
    return scan_targets<Lags, given, L...>(to, given(detail::capture(static_cast<V&&>(v))...), is_backward);
  }
  /// Runs from the last index to the first: the result before is the one with the next higher index.
  [[nodiscard]] WEFT_FN scan_targets backward() const { return scan_targets(to, first, true); }
};

namespace detail {

/// Calls a function of the program as one step, and returns its results as a pack.
template <class F, int Count>
struct scan_step {
  F function;
  template <class... V>
  WEFT_INLINE auto operator()(V const&... v) const {
    return values(function(v...), std::make_integer_sequence<int, Count>{});
  }

private:
  template <class R, int... K>
  WEFT_INLINE static auto values(R const& r, std::integer_sequence<int, K...>) {
    using std::get;
    if constexpr (Count == 1)
      return make_pack(r);
    else
      return make_pack(get<K>(r)...);
  }
};

/// True if an operand can be computed within the loop: it uses no buffer, no generator and no vector function, and
/// refuses no values.
template <class E>
WEFT_FN constexpr bool is_scanned_in_place() {
  if constexpr (requires(E const& e) { footprint_of(e, nullptr, nullptr); })
    return true;
  else if constexpr (E::is_deferred || holds_virtual<E> || may_refuse<E>)
    return false;
  else
    return stage_buffers<core_t<E>> == 0 && !generates(slots_t<core_t<E>>{});
}
template <class E>
WEFT_FN decltype(auto) scan_operand(E const& e, session& s) {
  if constexpr (is_scanned_in_place<E>()) {
    return (e);
  } else if constexpr (E::is_deferred) {
    if constexpr (is_scanned_in_place<materialised<E>>())
      return materialise(e, s);
    else
      return in_memory(e, s);
  } else {
    return in_memory(e, s);
  }
}
template <class E>
WEFT_FN constexpr bool may_scan() {
  static_assert(!names_indices<E>, "weft: scan takes no operands of index notation: a(range(1, end)) is a window of a");
  return !names_indices<E>;
}

/// Returns the type of a result of the function F, or void if F does not take these arguments: the results before, Lags
/// for each target in turn, in computed_t of its type T; then values of types V.
template <int Lags, class F, class... T, class... V>
WEFT_FN auto scan_result(pack<T...> const& targets, V const&...) {
  return [&]<int... Q>(std::integer_sequence<int, Q...>) {
    using made =
        std::invoke_result<F const&, computed_t<std::remove_cvref_t<decltype(get<Q / Lags>(targets))>> const&...,
                           V const&...>;
    if constexpr (requires { typename made::type; })
      return std::type_identity<std::remove_cvref_t<typename made::type>>{};
    else
      return std::type_identity<void>{};
  }(std::make_integer_sequence<int, Lags* int(sizeof...(T))>{});
}

/// True if the result R of a function is one value for each target.
template <class R, class... T>
WEFT_FN constexpr bool are_results() {
  static_assert(!std::is_void_v<R>,
                "weft: scan: f takes the results before, one of each target (of into<2> two, the latest first), then a "
                "value of each operand, and gives the results: [](auto before, auto x) { return before + x; }");
  if constexpr (std::is_void_v<R>) {
    return false;
  } else if constexpr (sizeof...(T) == 1) {
    return (may_convert<R, T>() && ...);
  } else if constexpr (requires { std::tuple_size<R>::value; }) {
    static_assert(std::tuple_size<R>::value == sizeof...(T), "weft: scan: f gives one value for each target");
    if constexpr (std::tuple_size<R>::value == sizeof...(T))
      return [&]<std::size_t... K>(std::index_sequence<K...>) {
        return (may_convert<std::remove_cvref_t<std::tuple_element_t<K, R>>, T>() && ...);
      }(std::index_sequence_for<T...>{});
    else
      return false;
  } else {
    static_assert(always_false<R>, "weft: scan: for several targets f gives a std::array, a std::pair or a std::tuple");
    return false;
  }
}

/// Describes how the targets and operands of a scan fit together.
struct scan_shapes {
  int axis, lags;
  index_t lead; ///< number of results that a target holds before the first one that is computed
};
/// Returns the extents of the results that are computed. Along the axis the operands give the extent, or the targets if
/// no operand varies along it; the other extents are the extents of the targets. Throws shape_error.
WEFT_API dynamic_extents extents_of_scan(scan_shapes const& way, dynamic_extents const* targets, int count,
                                         dynamic_extents const& operands);

template <class S, int Lags, class First, class... L, class... E>
WEFT_FN S space_of_scan(int axis, scan_targets<Lags, First, L...> const& to, E const&... e) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    dynamic_extents const targets[] = {convert_extents<dynamic_extents>(get<K>(to.to).extents())...};
    return convert_extents<S>(extents_of_scan(
        {axis, Lags, First::count == 0 ? Lags : 0}, targets, int(sizeof...(K)),
        convert_extents<dynamic_extents>(common_extents("scan", extents<>{}, extents<>{}, e.extents()...))));
  }(std::make_integer_sequence<int, int(sizeof...(L))>{});
}

/// Returns the results before the first ones, copied to memory of their own in the memory order of the target.
template <class Target, class S, class E>
WEFT_FN auto plane_before(S const& plane, E const& e, session& s) {
  using T = typename Target::value_type;
  constexpr bool columns = rule_of<typename Target::layout_type::order> == stride_rule::first_is_one ||
                           rule_of<typename Target::layout_type::order> == stride_rule::by_columns;
  auto values = new_temporary<T, std::conditional_t<columns, column_major, row_major>>(plane, s);
  assign(values.template borrowed<T>(), e, s);
  return std::move(values).to_read();
}
template <class... L>
WEFT_FN constexpr int least_rank() {
  int least = max_rank;
  ((least = L::static_rank < least ? L::static_rank : least), ...);
  return least;
}
template <class... L>
using scan_space = dims<least_rank<L...>()>;

/// Runs scan() with captured operands.
template <class F, int Lags, class First, class... T, class... P, class... K, class... E>
WEFT_FN void scan_captured(int axis, F const& f, scan_targets<Lags, First, strided_leaf<T, P, K>...> const& to,
                           E const&... e) {
  using S = scan_space<strided_leaf<T, P, K>...>;
  S const space = space_of_scan<S>(axis, to, e...);
  session s;
  recurrence_way way{.axis = axis, .backward = to.is_backward};
  scan_step<F, int(sizeof...(T))> const step{f};
  [&]<int... N, int... Q>(std::integer_sequence<int, N...>, std::integer_sequence<int, Q...>) {
    auto const targets = make_pack(get<N>(to.to).template borrowed<T>()...);
    if constexpr (First::count == 0) {
      way.lead = Lags;
      run_steps<Lags>(step, space, targets, pack<>(), way, s, scan_operand(e, s)...);
    } else {
      way.given = true;
      S plane = space;
      plane.set(axis, 1);
      auto const first =
          make_pack(plane_before<std::remove_cvref_t<decltype(get<Q / Lags>(targets))>>(plane, get<Q>(to.first), s)...);
      run_steps<Lags>(step, space, targets, first, way, s, scan_operand(e, s)...);
    }
  }(std::make_integer_sequence<int, int(sizeof...(T))>{}, std::make_integer_sequence<int, First::count>{});
}

} // namespace detail

/// Returns the targets of scan(), tensors or views: into(p, q). Along the axis each target has one index more than is
/// computed: its first element stays as it is, and is the result before the first one. into<2>(y) uses the last two
/// results, so its first two elements stay. into(y).from(0.0) gives the result before as a scalar or a plane; then all
/// elements are computed. With .backward() the order is from the last index to the first, and the last element is the
/// result before. A target of extent 1 along the axis is a carry: it holds the result before at first, and the last
/// result at the end. Nothing is copied.
template <int Lags = 1, Stored... X>
  requires(sizeof...(X) > 0)
[[nodiscard]] WEFT_FN auto into(X&&... x) {
  static_assert(Lags >= 1 && Lags <= 8, "weft: into<n>(...) looks back to 1 to 8 results");
  static_assert((!(detail::is_tensor<std::remove_cvref_t<X>> && !std::is_lvalue_reference_v<X>) && ...),
                "weft: into(...): a target without a name would be lost");
  constexpr bool writes =
      (!std::is_const_v<typename std::remove_cvref_t<decltype(static_cast<X&&>(x).window())>::element_type> && ...);
  static_assert(writes, "weft: into(...): this view only reads: its elements are const");
  if constexpr (writes) {
    using made =
        scan_targets<Lags, pack<>, std::remove_cvref_t<decltype(static_cast<X&&>(x).window().window_leaf())>...>;
    return made(make_pack(static_cast<X&&>(x).window().window_leaf()...), pack<>(), false);
  } else {
    return detail::refused_value{};
  }
}
template <int = 1, Untyped... X>
  requires(sizeof...(X) > 0)
void into(X const&...) WEFT_REFUSED("weft: scan calls a function of known types: into(y.as<double>()), or visit");

/// Computes results that depend on the results before along an axis: for each index k of the axis, in order,
///   p(k), q(k) = f(p(k - 1), q(k - 1), a(k), b(k), ...)
/// element by element over all other axes. f takes the results before, one of each target (two for into<2>, the latest
/// first), then a value of each operand. It returns one value, or for several targets a std::array, std::pair or
/// std::tuple. Operands broadcast to the shape that is computed. Expressions of memory are computed within the loop. An
/// operand is evaluated into a temporary first if it is deferred or generated, calls a vector function, or holds a
/// value that weft may refuse. It is copied if results would overwrite it before it is read. In place, into(x) with the
/// operand x, nothing is copied.
///   scan(0, [](auto before, auto v) { return 0.9 * before + 0.1 * v; }, into(y).from(0.0), x);
///
/// If lines are adjacent in memory, the loop takes vectors across them; along an axis of unit stride it takes four
/// lines at a time. Threads divide the other axes, and results have the same bits for any number of threads. Lines are
/// computed in no particular order. An exception of f reaches the caller, and results that were stored stay. Throws
/// shape_error for targets and operands that do not fit, index_error for a wrong axis, layout_error for targets that
/// share memory. Tridiagonal sweeps of 1000 x 1000 doubles in both directions take 0.5 of the time of loops by hand, a
/// recursive filter 0.6 (Zen 5).
template <detail::Axis A, class F, int Lags, class First, class... L, AnyOperand... X>
WEFT_FN void scan(A axis, F f, scan_targets<Lags, First, L...> const& to, X&&... x) {
  static_assert(!(Untyped<X> || ...), "weft: scan calls a function of known types: x.as<double>(), or visit");
  if constexpr (!(Untyped<X> || ...)) {
    using beside = typename std::tuple_element_t<0, std::tuple<L...>>::value_type;
    detail::refuse_followed<X...>();
    if constexpr ((detail::may_scan<detail::captured_t<X>>() && ...)) {
      int const k = detail::check_axis("scan", static_cast<index_t>(axis), get<0>(to.to).extents().rank());
      [&]<class... E>(E const&... e) {
        using result = typename decltype(detail::scan_result<Lags, F>(
            std::declval<pack<typename L::value_type...> const&>(),
            std::declval<detail::computed_t<typename E::value_type> const&>()...))::type;
        if constexpr (detail::are_results<result, typename L::value_type...>())
          detail::scan_captured(k, f, to, e...);
      }(detail::capture<beside>(static_cast<X&&>(x))...);
    }
  }
}

} // namespace weft
