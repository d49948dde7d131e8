#pragma once
#ifdef WEFT_WITHOUT_GRAD
#error "weft: this library was built without the component grad: -DWEFT_COMPONENTS=all, or a list with grad"
#endif
#include <weft/eval/repeated.hpp>
#include <weft/expr/capture.hpp>
#include <weft/ops/select.hpp>

#include <cstdint>

// Finds the intermediate values that the derivative of an element-wise expression reads, and the leaves by which it has
// a derivative. Both follow from types; grad/sweep.hpp computes the derivatives.
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// A set of slots of a core: bit j is the slot with number j.
using slot_set = std::uint64_t;
WEFT_INLINE constexpr slot_set slots_from(int first, int count) {
  return count <= 0 ? 0 : (~slot_set(0) >> (64 - count)) << first;
}

/// The operations of a core are numbered: the outermost first, then the operations of its children from left to right.
template <class Part>
inline constexpr int operations_in = 0;
template <class F, class... C>
inline constexpr int operations_in<core_node<F, C...>> = (1 + ... + operations_in<C>);
/// Returns the number of child K of operation N.
template <int N, int K, class... C>
WEFT_FN constexpr int operation_of_child() {
  int const count[] = {operations_in<C>..., 0};
  int n = N + 1;
  for (int k = 0; k < K; ++k)
    n += count[k];
  return n;
}

template <class F>
inline constexpr int partner_of = 0;
template <class F>
  requires requires { F::partner_of; }
inline constexpr int partner_of<F> = F::partner_of;
template <class F>
concept HasPartner = requires { typename F::partner; };
template <class F>
WEFT_FN constexpr bool slope_reads(int i, int k) {
  if constexpr (requires { F::slope_reads(i, k); })
    return F::slope_reads(i, k);
  else
    return true;
}

template <class F, class R, class... V>
inline constexpr bool has_joint_slopes = requires(R const& r, V const&... v) { F::slopes_by_both(r, v...); };
template <class F, class R, class... V>
  requires HasPartner<F>
inline constexpr bool has_joint_slopes<F, R, V...> =
    requires(R const& r, V const&... v) { F::slopes_by_both(r, v..., r); };
template <class F, class R, class... V>
inline constexpr bool has_operand_slopes = requires(V const&... v) { F::slopes(v...); };
template <class F, class R, class... V>
  requires HasPartner<F>
inline constexpr bool has_operand_slopes<F, R, V...> = requires(R const& r, V const&... v) { F::slopes(v..., r); };
template <class F>
inline constexpr bool has_constant_slopes = requires { F::slopes(); };
template <class F, class R>
inline constexpr bool has_result_slopes = requires(R const& r) { F::slopes_by_result(r); };

/// True if the derivatives of F read the operands of F, or the result of F.
template <class F, class R>
inline constexpr bool slopes_read_operands = !has_constant_slopes<F> && !has_result_slopes<F, R>;
template <class F, class R, class... V>
inline constexpr bool slopes_read_result =
    has_result_slopes<F, R> || (!has_constant_slopes<F> && has_joint_slopes<F, R, V...>);

/// Returns the derivatives of F by its operands, in whichever of the forms of expr/slopes.hpp F declares them.
/// `partner` is the value of F::partner if F has one.
template <class F, class R, class P, class... V>
WEFT_INLINE constexpr auto slopes_of([[maybe_unused]] R const& r, [[maybe_unused]] P const& partner,
                                     [[maybe_unused]] V const&... v) {
  if constexpr (has_constant_slopes<F>)
    return F::slopes();
  else if constexpr (has_result_slopes<F, R>)
    return F::slopes_by_result(r);
  else if constexpr (HasPartner<F> && has_joint_slopes<F, R, V...>)
    return F::slopes_by_both(r, v..., partner);
  else if constexpr (HasPartner<F>)
    return F::slopes(v..., partner);
  else if constexpr (has_joint_slopes<F, R, V...>)
    return F::slopes_by_both(r, v...);
  else if constexpr (has_operand_slopes<F, R, V...>)
    return F::slopes(v...);
  else {
    static_assert(always_false<F>, "weft: no derivative of this operation is known: a class for map() may have slopes "
                                   "(expr/slopes.hpp)");
    return make_pack((static_cast<void>(v), op::flat{})...); // returned to avoid further errors after the static_assert
  }
}

/// The type of the derivatives of F.
template <class F, class... C>
using slopes_t = decltype(slopes_of<F>(core_value_t<core_node<F, C...>>(), core_value_t<core_node<F, C...>>(),
                                       core_value_t<C>()...));
/// Returns true if F has a derivative by its operand K.
template <int K, class F, class... C>
WEFT_FN constexpr bool lets_through() {
  return !std::is_same_v<std::remove_cvref_t<decltype(get<K>(std::declval<slopes_t<F, C...>>()))>, op::flat>;
}

/// The slots of a subexpression by which it has a derivative: the values of all operations on the way are floating or
/// duals, and no derivative on the way is always 0 (op::flat). J is the first slot of the subexpression.
template <int J, class Part>
struct reached {
  static constexpr slot_set slots = is_differentiable<core_value_t<Part>> ? slots_from(J, Part::slots) : slot_set(0);
};
template <int J, class F, class... C>
  requires is_differentiable<core_value_t<core_node<F, C...>>>
struct reached<J, core_node<F, C...>> {
  static constexpr slot_set slots = []<int... K>(std::integer_sequence<int, K...>) {
    return (slot_set(0) | ... | (lets_through<K, F, C...>() ? reached<J + slots_before<K, C...>(), C>::slots : 0));
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
};

/// Marks by the number of an operation whether a derivative reads its value, or the value of its partner. Only
/// operations with long functions are marked; other values are computed again.
template <int Count>
struct sweep_needs {
  bool value[std::size_t(Count + 1)]{}, partner[std::size_t(Count + 1)]{};
};

/// Marks the values that the derivative of a subexpression by the slots `Wanted` reads. N is the number of the
/// subexpression, and J its first slot.
template <slot_set Wanted, int J, int N, class Part>
struct noted_needs {
  template <class Needs>
  WEFT_FN static constexpr void of_value(Needs&) {}
  template <class Needs>
  WEFT_FN static constexpr void of_slopes(Needs&) {}
};
template <slot_set Wanted, int J, int N, class F, class... C>
struct noted_needs<Wanted, J, N, core_node<F, C...>> {
  using node_type = core_node<F, C...>;
  using value = core_value_t<node_type>;
  template <int K, class Child>
  using child = noted_needs<Wanted, J + slots_before<K, C...>(), operation_of_child<N, K, C...>(), Child>;
  template <int K, class Child>
  static constexpr bool is_wanted =
      (Wanted & slots_from(J + slots_before<K, C...>(), Child::slots)) != 0 && lets_through<K, F, C...>();

  template <class Needs>
  WEFT_FN static constexpr void of_value(Needs& needs) {
    if constexpr (has_vector_kernel<node_type>)
      needs.value[N] = true;
    else
      [&]<int... K>(std::integer_sequence<int, K...>) {
        (child<K, C>::of_value(needs), ...);
      }(std::make_integer_sequence<int, int(sizeof...(C))>{});
  }
  template <class Needs>
  WEFT_FN static constexpr void of_slopes(Needs& needs) {
    if (slopes_read_result<F, value, core_value_t<C>...>)
      of_value(needs);
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (of_child<K, C>(needs), ...);
    }(std::make_integer_sequence<int, int(sizeof...(C))>{});
  }

private:
  template <int K, class Child, class Needs>
  WEFT_FN static constexpr void of_child(Needs& needs) {
    if constexpr (is_wanted<K, Child>) {
      if (HasPartner<F> && partner_of<F> == K)
        needs.partner[N] = true;
      child<K, Child>::of_slopes(needs);
      if (slopes_read_operands<F, value>)
        [&]<int... At>(std::integer_sequence<int, At...>) {
          ((slope_reads<F>(K, At) ? child<At, C>::of_value(needs) : void()), ...);
        }(std::make_integer_sequence<int, int(sizeof...(C))>{});
    }
  }
};
template <class Core, slot_set Wanted>
inline constexpr auto needs_of = [] {
  sweep_needs<operations_in<Core>> needs;
  noted_needs<Wanted, 0, 0, Core>::of_slopes(needs);
  return needs;
}();
/// Returns the index of a value among the values that a derivative reads. They are in the order of the numbers of
/// operations; the value of an operation precedes the value of its partner.
template <class Core, slot_set Wanted>
WEFT_FN constexpr int needs_before(int number, bool partner) {
  int n = 0;
  for (int i = 0; i < number; ++i)
    n += int(needs_of<Core, Wanted>.value[i]) + int(needs_of<Core, Wanted>.partner[i]);
  return n + int(partner && needs_of<Core, Wanted>.value[number]);
}

} // namespace weft::detail
WEFT_KERNELS_END
