#pragma once
#include <weft/base/scalar.hpp>

#include <type_traits>
#include <utility>

// Operations on elements of 16 bits (base/half.hpp). A statement computes with floats: it widens elements when it reads
// them, all its operations take and give floats, and it rounds each result once, when it stores it.
namespace weft::detail {

/// True if F itself fixes the type of its result, whatever the types of its operands are: for a cast, and for a
/// function of the program.
template <class F>
inline constexpr bool names_result = false;

/// Applies F to operands of types V, some of which are 16-bit types. It takes and gives floats in place of these.
/// `value_type` is the type of a result that is stored or read as an element.
template <class F, class... V>
struct half_operation : F {
private:
  template <class... X>
  WEFT_INLINE static constexpr auto call(F const& f, X const&... x) {
    if constexpr (requires { requires !F::template accepts<computed_t<X>...>; })
      return f(static_cast<V>(x)...); // for a function of the program that takes 16-bit numbers, but no floats
    else
      return f(widened(x)...);
  }
  template <class A, class... B>
  struct all_promoted {
    using type = A;
  };
  template <class A, class B, class... C>
  struct all_promoted<A, B, C...> : all_promoted<promote_t<A, B>, C...> {};
  using result = decltype(call(std::declval<F const&>(), std::declval<V const&>()...));

public:
  using value_type = typename std::conditional_t<std::is_same_v<result, float> && !names_result<F>, all_promoted<V...>,
                                                 std::type_identity<result>>::type;

  WEFT_INLINE constexpr half_operation(F const& f) : F(f) {}
  template <class... X>
  WEFT_INLINE constexpr auto operator()(X const&... x) const {
    auto const made = call(*this, x...);
    return static_cast<computed_t<std::remove_const_t<decltype(made)>>>(made);
  }
};

/// The element type of the result of operation F on elements of types V.
template <class F, class... V>
struct operation_value {
  using type = std::remove_cvref_t<decltype(std::declval<F const&>()(std::declval<V const&>()...))>;
};
template <class F, class... V>
struct operation_value<half_operation<F, V...>, V...> {
  using type = typename half_operation<F, V...>::value_type;
};

} // namespace weft::detail
