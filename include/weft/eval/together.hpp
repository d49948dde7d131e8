#pragma once
#include <weft/eval/fold.hpp>

WEFT_KERNELS_BEGIN
namespace weft::detail {

/// A value and where it stands.
template <class T>
struct numbered {
  T value;
  index_t number;
};

/// A value as a reducer wants it: with its number only where it asks for that.
template <class R, class T>
WEFT_INLINE T const& seen_by(T const& x) {
  return x;
}
template <class R, class T>
WEFT_INLINE auto const& seen_by(numbered<T> const& x) {
  if constexpr (requires { R::takes_numbers; })
    return x;
  else
    return x.value;
}
template <class R, class Values>
struct values_seen_by {
  Values const& x;
  WEFT_INLINE decltype(auto) operator()(index_t i) const { return seen_by<R>(x(i)); }
};
template <class T>
struct buffered_values {
  T const* first;
  WEFT_INLINE T const& operator()(index_t i) const { return first[i]; }
};

template <bool>
struct number_taker {};
template <>
struct number_taker<true> {
  static constexpr bool takes_numbers = true;
};

/// Several reducers of the same values: one pass over memory, and each value is computed once. Each reducer takes a
/// stretch of a row in turn, with partial results of its own, so none runs slower than alone.
template <class... R>
struct together : number_taker<(requires {
  R::takes_numbers; } || ...)> {
  static constexpr char const* name = "reduce";
  static constexpr bool has_identity = (R::has_identity && ...);
  using accumulator = pack<typename R::accumulator...>;
  using numbers = std::make_integer_sequence<int, int(sizeof...(R))>;
  [[no_unique_address]] pack<R...> reducers;

  WEFT_INLINE explicit together(pack<R...> r) : reducers(r) {}
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

  template <class Values>
  WEFT_INLINE void add_row(accumulator & a, Values const& x, index_t n) const {
    using V = typename Values::value_type;
    if constexpr (Values::is_memory || !is_plain<V>) {
      add_row(a, x, n, numbers{});
    } else {
      constexpr index_t room = 512; // in the L1 cache beside the operands
      V buffer[room];
      for (index_t done = 0; done < n; done += room) {
        const index_t m = n - done < room ? n - done : room;
        void* failure = nullptr;
        WEFT_SIMD
        for (index_t i = 0; i < m; ++i)
          keep_value(buffer[i], x, done + i, failure);
        if (failure != nullptr)
          throw_kept(failure);
        add_row(a, buffered_values<V>{buffer}, m, numbers{});
      }
    }
  }

private:
  template <class V, class Values>
  WEFT_INLINE static void keep_value(V & out, Values const& x, index_t i, void*& failure) {
#if defined(__cpp_exceptions)
    if (failure != nullptr)
      return;
    try {
      out = x(i);
    } catch (...) {
      keep_exception(failure);
    }
#else
    out = x(i);
#endif
  }

  template <int... I>
  WEFT_INLINE accumulator start(std::integer_sequence<int, I...>) const {
    return accumulator(get<I>(reducers).start()...);
  }
  template <class T, int... I>
  WEFT_INLINE void add(accumulator & a, T const& x, std::integer_sequence<int, I...>) const {
    (get<I>(reducers).add(get<I>(a), seen_by<R>(x)), ...);
  }
  template <class Values, int... I>
  WEFT_INLINE void add_row(accumulator & a, Values const& x, index_t n, std::integer_sequence<int, I...>) const {
    (fold_row(get<I>(reducers), get<I>(a), values_seen_by<R, Values>{x}, n), ...);
  }
  template <int... I>
  WEFT_INLINE void merge(accumulator & a, accumulator const& b, std::integer_sequence<int, I...>) const {
    (get<I>(reducers).merge(get<I>(a), get<I>(b)), ...);
  }
  template <int... I>
  WEFT_INLINE auto finish(accumulator const& a, index_t count, std::integer_sequence<int, I...>) const {
    return make_pack(get<I>(reducers).finish(get<I>(a), count)...);
  }
};

} // namespace weft::detail
WEFT_KERNELS_END
