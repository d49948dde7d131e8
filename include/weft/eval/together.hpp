#pragma once
#include <weft/eval/fold.hpp>

WEFT_KERNELS_BEGIN
namespace weft::detail {

/// Returns a value in the form that reducer R takes: with its element number only if R asks for it.
template <class R, class T>
WEFT_INLINE T const& seen_by(T const& x) {
  return x;
}
template <class R, class T>
WEFT_INLINE auto const& seen_by(numbered<T> const& x) {
  if constexpr (requires { R::accepts_numbers; })
    return x;
  else
    return x.value;
}
template <class R, class Values>
WEFT_INLINE auto values_seen_by(Values const& x) {
  if constexpr (requires { x.number(0); } && !requires { R::accepts_numbers; })
    return without_numbers<Values>{x};
  else
    return x;
}

template <bool>
struct accepting_numbers {};
template <>
struct accepting_numbers<true> {
  static constexpr bool accepts_numbers = true;
};

/// Joins several reducers of the same values. They need one pass over memory, and each value is computed once. Each
/// reducer takes a stretch of a row in turn, with partial results of its own, so none runs slower than in a fold of its
/// own.
template <class... R>
struct joint_reducer : accepting_numbers<(requires {
  R::accepts_numbers; } || ...)> {
  static constexpr char const* name = "reduce";
  static constexpr bool has_identity = (R::has_identity && ...);
  using accumulator = pack<typename R::accumulator...>;
  using numbers = std::make_integer_sequence<int, int(sizeof...(R))>;
  [[no_unique_address]] pack<R...> reducers;

  WEFT_INLINE explicit joint_reducer(pack<R...> r) : reducers(r) {}
  WEFT_INLINE accumulator start() const {
    return start(numbers{});
  }
  template <class T>
  WEFT_INLINE void add(accumulator & a, T const& x) const {
    add(a, x, numbers{});
  }
  WEFT_INLINE void merge(accumulator & a, accumulator const& b) const {
    merge(a, b, numbers{});
  }
  WEFT_INLINE auto finish(accumulator const& a, index_t count) const {
    return finish(a, count, numbers{});
  }

  template <class Result>
  WEFT_INLINE bool doubts(accumulator const& a, Result const& result) const {
    return doubts(a, result, numbers{});
  }
  WEFT_INLINE void shrink()
    requires(fold_pass<R>::may_repeat || ...)
  {
    shrink(numbers{});
  }
  template <class Result>
  WEFT_INLINE void mend(Result & result, accumulator const& a, index_t count) const {
    mend(result, a, count, numbers{});
  }

  template <class Values>
    requires(can_be_buffered<Values>())
  WEFT_INLINE void add_stretch(accumulator & a, Values const& x, index_t n) const {
    add_stretch(a, x, n, numbers{});
  }

private:
  template <int... At>
  WEFT_INLINE accumulator start(std::integer_sequence<int, At...>) const {
    return accumulator(get<At>(reducers).start()...);
  }
  template <class T, int... At>
  WEFT_INLINE void add(accumulator & a, T const& x, std::integer_sequence<int, At...>) const {
    (get<At>(reducers).add(get<At>(a), seen_by<R>(x)), ...);
  }
  template <class Values, int... At>
  WEFT_INLINE void add_stretch(accumulator & a, Values const& x, index_t n, std::integer_sequence<int, At...>) const {
    (fold_row(get<At>(reducers), get<At>(a), values_seen_by<R>(x), n), ...);
  }
  template <int... At>
  WEFT_INLINE void merge(accumulator & a, accumulator const& b, std::integer_sequence<int, At...>) const {
    (get<At>(reducers).merge(get<At>(a), get<At>(b)), ...);
  }
  template <int... At>
  WEFT_INLINE auto finish(accumulator const& a, index_t count, std::integer_sequence<int, At...>) const {
    return make_pack(get<At>(reducers).finish(get<At>(a), count)...);
  }
  template <class Result, int... At>
  WEFT_INLINE bool doubts(accumulator const& a, Result const& result, std::integer_sequence<int, At...>) const {
    auto const one = [](auto const& reducer, auto const& joined, auto const& of) {
      if constexpr (fold_pass<std::remove_cvref_t<decltype(reducer)>>::may_repeat)
        return reducer.doubts(joined, of);
      else
        return false;
    };
    return (one(get<At>(reducers), get<At>(a), get<At>(result)) || ...);
  }
  template <int... At>
  WEFT_INLINE void shrink(std::integer_sequence<int, At...>) {
    auto const one = [](auto& reducer) {
      if constexpr (fold_pass<std::remove_cvref_t<decltype(reducer)>>::may_repeat)
        reducer.shrink();
    };
    (one(get<At>(reducers)), ...);
  }
  template <class Result, int... At>
  WEFT_INLINE void mend(Result & result, accumulator const& a, index_t count, std::integer_sequence<int, At...>) const {
    auto const one = [count](auto const& reducer, auto& of, auto const& joined) {
      if constexpr (fold_pass<std::remove_cvref_t<decltype(reducer)>>::may_repeat)
        reducer.mend(of, joined, count);
    };
    (one(get<At>(reducers), get<At>(result), get<At>(a)), ...);
  }
};

} // namespace weft::detail
WEFT_KERNELS_END
