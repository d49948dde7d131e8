#pragma once
#include <weft/eval/fold.hpp>
#include <weft/ops/math.hpp>

#include <limits>

// The reducers: see eval/fold.hpp for what they have in common.
namespace weft::reducer {

/// What a sum of T is accumulated in: 64 bits for integers, the type itself otherwise.
template <class T>
using wide_t = std::conditional_t<std::is_integral_v<T>,
                                  std::conditional_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>, std::uint64_t, std::int64_t>, T>;

template <class T>
struct sum {
  static constexpr char const* name = "sum";
  static constexpr bool has_identity = true;
  using accumulator = wide_t<T>;
  WEFT_INLINE accumulator start() const { return accumulator(0); }
  WEFT_INLINE void add(accumulator& a, T const& x) const { a = static_cast<accumulator>(a + static_cast<accumulator>(x)); }
  WEFT_INLINE void merge(accumulator& a, accumulator const& b) const { a = static_cast<accumulator>(a + b); }
  WEFT_INLINE accumulator finish(accumulator const& a, index_t) const { return a; }
};

template <class T>
struct mean {
  static constexpr char const* name = "mean";
  static constexpr bool has_identity = false;
  using accumulator = wide_t<T>;
  WEFT_INLINE accumulator start() const { return accumulator(0); }
  WEFT_INLINE void add(accumulator& a, T const& x) const { a = static_cast<accumulator>(a + static_cast<accumulator>(x)); }
  WEFT_INLINE void merge(accumulator& a, accumulator const& b) const { a = static_cast<accumulator>(a + b); }
  WEFT_INLINE auto finish(accumulator const& a, index_t count) const {
    if constexpr (std::is_integral_v<T>)
      return static_cast<double>(a) / static_cast<double>(count);
    else if constexpr (is_number<T>)
      return static_cast<T>(a / static_cast<detail::real_t<T>>(count));
    else
      return a / static_cast<double>(count);
  }
};

/// The first value of a fold that has no identity. Numbers begin with the worst value instead, which saves a flag.
template <class T, bool Smallest>
struct extreme {
  static constexpr char const* name = Smallest ? "min" : "max";
  static constexpr bool has_identity = false;
  using accumulator = T;
  static_assert(std::numeric_limits<T>::is_specialized && !is_complex<T>, "weft: min and max take ordered numbers");
  WEFT_INLINE T start() const {
    using limits = std::numeric_limits<T>;
    if constexpr (Smallest)
      return limits::has_infinity ? limits::infinity() : limits::max();
    else
      return limits::has_infinity ? static_cast<T>(-limits::infinity()) : limits::lowest();
  }
  WEFT_INLINE void add(T& a, T const& x) const {
    if constexpr (Smallest)
      a = op::minimum{}(a, x);
    else
      a = op::maximum{}(a, x);
  }
  WEFT_INLINE void merge(T& a, T const& b) const { add(a, b); }
  WEFT_INLINE T finish(T const& a, index_t) const { return a; }
};

struct all_of {
  static constexpr char const* name = "all_of";
  static constexpr bool has_identity = true;
  using accumulator = bool;
  WEFT_INLINE bool start() const { return true; }
  WEFT_INLINE void add(bool& a, bool x) const { a = a & x; }
  WEFT_INLINE void merge(bool& a, bool b) const { a = a & b; }
  WEFT_INLINE bool finish(bool a, index_t) const { return a; }
};
struct any_of {
  static constexpr char const* name = "any_of";
  static constexpr bool has_identity = true;
  using accumulator = bool;
  WEFT_INLINE bool start() const { return false; }
  WEFT_INLINE void add(bool& a, bool x) const { a = a | x; }
  WEFT_INLINE void merge(bool& a, bool b) const { a = a | b; }
  WEFT_INLINE bool finish(bool a, index_t) const { return a; }
};
struct count {
  static constexpr char const* name = "count";
  static constexpr bool has_identity = true;
  using accumulator = index_t;
  WEFT_INLINE index_t start() const { return 0; }
  WEFT_INLINE void add(index_t& a, bool x) const { a += x ? 1 : 0; }
  WEFT_INLINE void merge(index_t& a, index_t b) const { a += b; }
  WEFT_INLINE index_t finish(index_t a, index_t) const { return a; }
};

/// A value and where it stands.
template <class T>
struct numbered {
  T value;
  index_t number;
};

/// Where the smallest (largest) value stands: the first one of equals, and the first NaN before all else. The number
/// travels with the value, so that loops may run in any order.
template <class T, bool Smallest>
struct extreme_place {
  static constexpr char const* name = Smallest ? "argmin" : "argmax";
  static constexpr bool has_identity = false;
  using accumulator = numbered<T>;
  WEFT_INLINE accumulator start() const { return {extreme<T, Smallest>{}.start(), std::numeric_limits<index_t>::max()}; }
  WEFT_INLINE void add(accumulator& a, accumulator const& x) const {
    const bool a_nan = op::is_nan(a.value), x_nan = op::is_nan(x.value);
    const bool better = Smallest ? x.value < a.value : a.value < x.value;
    const bool tie = a_nan || x_nan ? a_nan && x_nan : x.value == a.value;
    if ((x_nan && !a_nan) || (!a_nan && better) || (tie && x.number < a.number))
      a = x;
  }
  WEFT_INLINE void merge(accumulator& a, accumulator const& b) const { add(a, b); }
  WEFT_INLINE index_t finish(accumulator const& a, index_t) const { return a.number; }
};

} // namespace weft::reducer
