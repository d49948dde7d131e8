#pragma once
#include <weft/eval/vector_stage.hpp>

#include <limits>

// Rows of small integers are computed at the width of the target. C++ computes with int, but a byte that is stored
// keeps 8 bits: sums and products modulo 2^8 are computed in bytes, so a vector has four times as many lanes. A
// quotient needs all bits of its dividend. If the types of operands and the values of constants say that it has at
// most 16, as in a * 3 / 4 of bytes, it is computed in 16 bits. An integer is compared with a wider constant at the
// integer's width.
WEFT_KERNELS_BEGIN
namespace weft::detail {

template <class F>
struct unsettled {
  using type = F;
};
template <class F>
struct unsettled<settled<F>> {
  using type = F;
};
template <class F, class... G>
inline constexpr bool is_one_of = (std::is_same_v<F, G> || ...);
/// True for operations whose lowest n bits depend on the lowest n bits of their operands alone.
template <class F>
inline constexpr bool is_modular = is_one_of<F, op::plus, op::minus, op::times, op::negate, op::positive, op::square,
                                             op::bit_and, op::bit_or, op::bit_xor>;
template <class T>
inline constexpr bool is_plain_integer = std::is_integral_v<T> && !is_one_of<T, bool, char>;
template <class T>
inline constexpr bool is_small_integer = is_plain_integer<T> && sizeof(T) <= 2;

/// An interval that holds all values of a subexpression of a core, or `unknown` if one of them may not fit into an int.
struct value_range {
  std::int64_t low, high;

  WEFT_INLINE static constexpr value_range of(std::int64_t low, std::int64_t high) {
    constexpr std::int64_t most = (std::numeric_limits<std::int32_t>::max)(), far_out = std::int64_t(1) << 31;
    return low < -most || high > most ? value_range{-far_out, far_out} : value_range{low, high};
  }
  WEFT_INLINE static constexpr value_range unknown() { return of(0, (std::numeric_limits<std::int64_t>::max)()); }
  WEFT_INLINE static constexpr value_range joined(value_range a, value_range b) {
    return of(a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
  }
  /// Products of bounds may reach 2^62, so they do not overflow.
  WEFT_INLINE constexpr value_range times(std::int64_t x) const {
    return x < 0 ? of(high * x, low * x) : of(low * x, high * x);
  }
};
template <class Core>
WEFT_INLINE value_range range_of_values(Core const&) {
  return value_range::unknown();
}
template <class T>
  requires is_small_integer<T>
WEFT_INLINE value_range range_of_values(slot<T> const&) {
  return {(std::numeric_limits<T>::min)(), (std::numeric_limits<T>::max)()};
}
template <class T>
  requires std::is_signed_v<T> && std::is_integral_v<T>
WEFT_INLINE value_range range_of_values(held_constant<T> const& c) {
  return value_range::of(c.constant.value, c.constant.value);
}
template <class F, class A, class B>
  requires is_one_of<F, op::plus, op::minus, op::times>
WEFT_INLINE value_range range_of_values(core_node<F, A, B> const& n) {
  value_range const a = range_of_values(n.first), b = range_of_values(n.second);
  if constexpr (std::is_same_v<F, op::plus>)
    return value_range::of(a.low + b.low, a.high + b.high);
  else if constexpr (std::is_same_v<F, op::minus>)
    return value_range::of(a.low - b.high, a.high - b.low);
  else
    return value_range::joined(a.times(b.low), a.times(b.high));
}

/// True if values may be negative although no constant is.
template <class Core>
inline constexpr bool has_negative_values = std::is_signed_v<typename Core::value_type>;
template <class T>
inline constexpr bool has_negative_values<held_constant<T>> = false;
template <class F, class... C>
inline constexpr bool has_negative_values<core_node<F, C...>> =
    std::is_same_v<F, op::minus> || (has_negative_values<C> || ...);
/// The 16-bit integers in which a dividend is computed.
template <class Core>
using short_dividend = std::conditional_t<has_negative_values<Core>, std::int16_t, std::uint16_t>;

/// The operation F of integers modulo 2^n, where U has n bits.
template <class F, class U>
struct modular {
  static constexpr bool total = true;
  template <class... A>
  WEFT_INLINE constexpr U operator()(A const&... a) const {
    if constexpr (is_one_of<F, op::plus, op::minus, op::times>)
      return F::template as<U>(a...);
    else
      return static_cast<U>(F{}(a...));
  }
  template <class A, class D, class T, bool Full>
  WEFT_INLINE constexpr U operator()(A const& a, prepared_divisor<D, T, Full> const& d) const {
    if constexpr (std::is_same_v<F, op::divide>)
      return d.template quotient<U>(a);
    else
      return d.template remainder<U>(a);
  }
};
template <class U>
struct lowest_bits {
  static constexpr bool total = true;
  template <class A>
  WEFT_INLINE constexpr U operator()(A const& a) const {
    return static_cast<U>(a);
  }
};

template <class F>
struct straight_of {
  using type = F;
  static constexpr bool exchanged = false;
};
template <class F>
  requires requires { typename F::straight; }
struct straight_of<F> {
  using type = typename F::straight;
  static constexpr bool exchanged = true;
};
template <class F>
inline constexpr bool is_comparison =
    is_one_of<typename straight_of<F>::type, op::less, op::less_equal, op::equal_to, op::not_equal_to>;

/// Compares integers of type A with a constant by the operation F: finds whether they are in an interval.
template <class F, class A>
class compared_with {
  using straight = typename straight_of<F>::type;
  static constexpr std::int64_t least = (std::numeric_limits<A>::min)(), most = (std::numeric_limits<A>::max)();
  static constexpr bool strict = std::is_same_v<straight, op::less>,
                        equal = !strict && !is_one_of<straight, op::less_equal>;

public:
  static constexpr bool total = true;
  template <class B>
  WEFT_INLINE explicit compared_with(B const& c) {
    std::int64_t const at = clamped(c);
    std::int64_t const low = equal ? at : straight_of<F>::exchanged ? at + int(strict) : least;
    std::int64_t const high = equal ? at : straight_of<F>::exchanged ? most : at - int(strict);
    bool const none = low > most || high < least;
    low_ = static_cast<A>(none ? most : low < least ? least : low);
    high_ = static_cast<A>(none ? least : high > most ? most : high);
  }
  WEFT_INLINE constexpr bool operator()(A a) const {
    if constexpr (std::is_same_v<straight, op::not_equal_to>)
      return (int(a < low_) | int(a > high_)) != 0;
    else
      return (int(a >= low_) & int(a <= high_)) != 0; // no branches
  }

private:
  /// Returns a constant that compares in the same way with all integers of type A.
  template <class B>
  WEFT_INLINE static constexpr std::int64_t clamped(B const& c) {
    if (c > B(0))
      return static_cast<std::uint64_t>(c) > static_cast<std::uint64_t>(most) ? most + 1 : static_cast<std::int64_t>(c);
    return static_cast<std::int64_t>(c) < least ? least - 1 : static_cast<std::int64_t>(c);
  }
  A low_, high_;
};

/// Changes comparisons in a mask to comparisons at the width of their integers.
template <class Core>
struct narrow_mask {
  using type = Core;
  WEFT_INLINE static Core const& of(Core const& core) { return core; }
};
template <class F, class A, class B>
  requires(is_comparison<F> && is_plain_integer<A> && is_plain_integer<B> && sizeof(A) < sizeof(B))
struct narrow_mask<core_node<F, slot<A>, held_constant<B>>> {
  using type = core_node<compared_with<F, A>, slot<A>>;
  WEFT_INLINE static type of(core_node<F, slot<A>, held_constant<B>> const& core) {
    return {compared_with<F, A>(core.second.constant.value), {}};
  }
};
template <class F, class A, class B>
  requires is_one_of<F, op::both, op::either>
struct narrow_mask<core_node<F, A, B>> {
  using type = core_node<F, typename narrow_mask<A>::type, typename narrow_mask<B>::type>;
  WEFT_INLINE static type of(core_node<F, A, B> const& core) {
    return {core.function, narrow_mask<A>::of(core.first), narrow_mask<B>::of(core.second)};
  }
};

/// Changes a core to one that computes its values modulo 2^n, where U has n bits. Short: dividends have 16 bits.
template <class U, bool Short, class Core>
struct narrow_core {
  using type = core_node<lowest_bits<U>, Core>;
  WEFT_INLINE static type of(Core const& core) { return {{}, core}; }
};
template <class U, bool Short, class T>
struct narrow_core<U, Short, held_constant<T>> {
  using type = held_constant<U>;
  WEFT_INLINE static type of(held_constant<T> const& c) { return {{static_cast<U>(c.constant.value)}}; }
};
template <class U, bool Short, class F, class A>
  requires is_modular<F>
struct narrow_core<U, Short, core_node<F, A>> {
  using type = core_node<modular<F, U>, typename narrow_core<U, Short, A>::type>;
  WEFT_INLINE static type of(core_node<F, A> const& core) { return {{}, narrow_core<U, Short, A>::of(core.first)}; }
};
template <class U, bool Short, class F, class A, class B>
  requires is_modular<F>
struct narrow_core<U, Short, core_node<F, A, B>> {
  using type =
      core_node<modular<F, U>, typename narrow_core<U, Short, A>::type, typename narrow_core<U, Short, B>::type>;
  WEFT_INLINE static type of(core_node<F, A, B> const& core) {
    return {{}, narrow_core<U, Short, A>::of(core.first), narrow_core<U, Short, B>::of(core.second)};
  }
};
template <class U, bool Short, class M, class A, class B>
struct narrow_core<U, Short, core_node<op::choose, M, A, B>> {
  using type = core_node<op::choose, typename narrow_mask<M>::type, typename narrow_core<U, Short, A>::type,
                         typename narrow_core<U, Short, B>::type>;
  WEFT_INLINE static type of(core_node<op::choose, M, A, B> const& core) {
    return {{},
            make_pack(narrow_mask<M>::of(child<0>(core)), narrow_core<U, Short, A>::of(child<1>(core)),
                      narrow_core<U, Short, B>::of(child<2>(core)))};
  }
};

/// True for a quotient or remainder by a constant whose zero check is done.
template <class Core>
inline constexpr bool is_division = false;
template <class F, class A, class D, class T>
inline constexpr bool is_division<core_node<F, A, held_constant<prepared_divisor<D, T>>>> =
    !core_refuses<F, A, held_constant<prepared_divisor<D, T>>>;
/// True for such a division whose dividend is computed in more than 16 bits.
template <class Core>
inline constexpr bool is_wide_division = false;
template <class F, class A, class D, class T>
inline constexpr bool is_wide_division<core_node<F, A, held_constant<prepared_divisor<D, T>>>> =
    is_division<core_node<F, A, held_constant<prepared_divisor<D, T>>>> && sizeof(D) > 2;

template <class U, bool Short, class F, class A, class D, class T>
  requires is_division<core_node<F, A, held_constant<prepared_divisor<D, T>>>>
struct narrow_core<U, Short, core_node<F, A, held_constant<prepared_divisor<D, T>>>> {
  using divided = core_node<F, A, held_constant<prepared_divisor<D, T>>>;
  static constexpr bool shortened = Short && is_wide_division<divided>;
  using dividend = short_dividend<A>;
  using divisor = std::conditional_t<shortened, prepared_divisor<dividend, T, false>, prepared_divisor<D, T>>;
  using operand =
      std::conditional_t<shortened,
                         core_node<lowest_bits<dividend>, typename narrow_core<std::uint16_t, Short, A>::type>, A>;
  using type = core_node<modular<typename unsettled<F>::type, U>, operand, held_constant<divisor>>;
  WEFT_INLINE static type of(divided const& core) {
    if constexpr (shortened)
      return {{},
              {{}, narrow_core<std::uint16_t, Short, A>::of(core.first)},
              {core_constant<divisor>{divisor(core.second.constant.value.value)}}};
    else
      return {{}, core.first, core.second};
  }
};

/// True if the dividend of a division has at most 16 bits for the constants of a core.
template <class F, class A, class B>
WEFT_INLINE bool has_short_dividend(core_node<F, A, B> const& core) {
  constexpr value_range limits = has_negative_values<A> ? value_range{-32768, 32767} : value_range{0, 65534};
  value_range const range = range_of_values(core.first);
  return limits.low <= range.low && range.high <= limits.high;
}
/// The number of wide divisions in the operations of a core that narrow_core changes.
template <class Core>
inline constexpr int wide_divisions = int(is_wide_division<Core>);
template <class F, class... C>
  requires is_modular<F>
inline constexpr int wide_divisions<core_node<F, C...>> = (wide_divisions<C> + ...);
template <class M, class A, class B>
inline constexpr int wide_divisions<core_node<op::choose, M, A, B>> = wide_divisions<A> + wide_divisions<B>;
/// True if the dividends of these divisions are short.
template <class Core>
WEFT_INLINE bool divides_short([[maybe_unused]] Core const& core) {
  if constexpr (is_wide_division<Core>)
    return has_short_dividend(core);
  else
    return true;
}
template <class F, class A, class B>
  requires is_modular<F>
WEFT_INLINE bool divides_short(core_node<F, A, B> const& core) {
  return divides_short(core.first) && divides_short(core.second);
}
template <class F, class A>
  requires is_modular<F>
WEFT_INLINE bool divides_short(core_node<F, A> const& core) {
  return divides_short(core.first);
}
template <class M, class A, class B>
WEFT_INLINE bool divides_short(core_node<op::choose, M, A, B> const& core) {
  return divides_short(child<1>(core)) && divides_short(child<2>(core));
}

/// True if a row of elements of type T is computed by a narrow_core.
template <class T, class Core>
inline constexpr bool is_narrowed = false;
template <class T, class F, class... C>
inline constexpr bool is_narrowed<T, core_node<F, C...>> =
    is_small_integer<T> && stage_buffers<core_node<F, C...>> == 0 && is_plain_integer<core_value_t<core_node<F, C...>>>;

} // namespace weft::detail
WEFT_KERNELS_END
