#pragma once
#include <weft/eval/repeated.hpp>
#include <weft/expr/capture.hpp>
#include <weft/ops/select.hpp>

#include <cstdint>

// The derivative of an element-wise expression by one operand is an operation on its leaves, beside which stand the
// values of its long functions that the derivative reads: those are expressions of their own, which a loop computes on
// vectors and, where they stand in a statement twice, once (eval/repeated.hpp). The chain rule runs over numbers, from
// the root to the leaves, inside the kernel; what the core of the expression says of slots and operations is all that
// it needs. So the loop of a derivative does a small multiple of the work of that of the expression.
//
// An operand may stand in an expression in several places, and which leaves are one operand is not in their types. So
// the derivative is taken by a set of slots that types know. What has arrived at each of them is one of several values,
// for a loop that writes all of them (eval/several.hpp), or their sum, where all are one operand or the program says,
// when it runs, which of them are (see the ends of a sweep below).
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// A set of slots of a core: bit j is the slot with number j.
using slot_set = std::uint64_t;
WEFT_INLINE constexpr slot_set slots_from(int first, int count) {
  return count <= 0 ? 0 : (~slot_set(0) >> (64 - count)) << first;
}

/// The operations of a core have numbers: itself first, then those of its children from left to right.
template <class Part>
inline constexpr int operations_in = 0;
template <class F, class... C>
inline constexpr int operations_in<core_node<F, C...>> = (1 + ... + operations_in<C>);
/// Number of child K of the operation with number N.
template <int N, int K, class... C>
WEFT_FN constexpr int operation_of_child() {
  const int count[] = {operations_in<C>..., 0};
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

/// Whether the derivatives of F read its operands, or its result.
template <class F, class R>
inline constexpr bool slopes_read_operands = !has_constant_slopes<F> && !has_result_slopes<F, R>;
template <class F, class R, class... V>
inline constexpr bool slopes_read_result =
    has_result_slopes<F, R> || (!has_constant_slopes<F> && has_joint_slopes<F, R, V...>);

/// The derivatives of F, whatever its form; `partner` is read where it is wanted.
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
    return make_pack((static_cast<void>(v), op::flat{})...); // it has been said: what follows would only repeat it
  }
}

/// The type of the derivatives of F.
template <class F, class... C>
using slopes_t = decltype(slopes_of<F>(core_value_t<core_node<F, C...>>(), core_value_t<core_node<F, C...>>(),
                                       core_value_t<C>()...));
/// True if a derivative comes through F to its operand K.
template <int K, class F, class... C>
WEFT_FN constexpr bool lets_through() {
  return !std::is_same_v<std::remove_cvref_t<decltype(get<K>(std::declval<slopes_t<F, C...>>()))>, op::flat>;
}

/// g times a derivative, but for a gate.
template <class S, class G>
WEFT_INLINE constexpr auto through_slope([[maybe_unused]] S const& slope, G const& g) {
  if constexpr (std::is_same_v<S, op::unit> || requires { slope.weight; })
    return g;
  else if constexpr (std::is_same_v<S, op::minus_unit>)
    return op::negate{}(g);
  else
    return op::times{}(g, slope);
}
/// What is behind a derivative, as far as a gate lets it through.
template <class S, class G>
WEFT_INLINE constexpr G through_gate([[maybe_unused]] S const& slope, G const& behind) {
  if constexpr (requires { slope.weight; })
    return op::choose{}(slope.weight != 0, static_cast<G>(static_cast<G>(slope.weight) * behind), G(0));
  else
    return behind;
}

/// What a sum of derivatives leaves out.
struct no_term {};
template <class A>
WEFT_INLINE constexpr A total_of(A const& a) {
  return a;
}
template <class A, class B, class... Rest>
WEFT_INLINE constexpr auto total_of(A const& a, B const& b, Rest const&... rest) {
  if constexpr (std::is_same_v<A, no_term>)
    return total_of(b, rest...);
  else if constexpr (std::is_same_v<B, no_term>)
    return total_of(a, rest...);
  else
    return total_of(op::plus{}(a, b), rest...);
}

template <class... A, class... B, int... I, int... J>
WEFT_INLINE constexpr pack<A..., B...> gathered_items(pack<A...>& a, pack<B...>& b, std::integer_sequence<int, I...>,
                                                      std::integer_sequence<int, J...>) {
  return make_pack(get<I>(std::move(a))..., get<J>(std::move(b))...);
}
/// The items of some packs, as one.
template <class... A, class... B>
WEFT_INLINE constexpr pack<A..., B...> gathered(pack<A...> a, pack<B...> b) {
  return gathered_items(a, b, std::make_integer_sequence<int, int(sizeof...(A))>{},
                        std::make_integer_sequence<int, int(sizeof...(B))>{});
}
WEFT_INLINE constexpr pack<> gathered() {
  return {};
}
template <class P>
WEFT_INLINE constexpr P gathered(P p) {
  return p;
}
template <class P, class Q, class R, class... Rest>
WEFT_INLINE constexpr auto gathered(P p, Q q, R r, Rest... rest) {
  return gathered(gathered(std::move(p), std::move(q)), std::move(r), std::move(rest)...);
}

// The ends of a sweep: what becomes of that which arrives at its slots.

/// All are one operand: their sum.
struct ends_of_one {
  template <int J, class G>
  WEFT_INLINE constexpr G at(G const& g) const {
    return g;
  }
  template <class... A>
  WEFT_INLINE static constexpr auto joined(A const&... a) {
    return total_of(a...);
  }
};
/// Bit j of `on` says whether slot j is that operand.
struct ends_selected : ends_of_one {
  slot_set on;
  WEFT_INLINE constexpr explicit ends_selected(slot_set which) : on(which) {}
  template <int J, class G>
  WEFT_INLINE constexpr G at(G const& g) const {
    return op::choose{}((on >> J & 1) != 0, g, G(0));
  }
};
/// Each is an operand: a pack, in the order of the slots.
struct ends_apart {
  template <int J, class G>
  WEFT_INLINE constexpr pack<G> at(G const& g) const {
    return make_pack(g);
  }
  template <class... A>
  WEFT_INLINE static constexpr auto joined(A const&... a) {
    return gathered(listed(a)...);
  }

private:
  template <class A>
  WEFT_INLINE static constexpr A const& listed(A const& a) {
    return a;
  }
  WEFT_INLINE static constexpr pack<> listed(no_term) { return {}; }
};
/// Behind a gate, each.
template <class S, class... G, int... K>
WEFT_INLINE constexpr pack<G...> through_gate_each(S const& slope, pack<G...> const& behind,
                                                   std::integer_sequence<int, K...>) {
  return make_pack(through_gate(slope, get<K>(behind))...);
}
template <class S, class... G>
WEFT_INLINE constexpr pack<G...> through_gate(S const& slope, pack<G...> const& behind) {
  return through_gate_each(slope, behind, std::make_integer_sequence<int, int(sizeof...(G))>{});
}

/// The slots of a part by which it has a derivative: its values are floating, and nothing on the way is flat.
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

/// Which values of long functions a derivative reads, by the number of the operation.
template <int Count>
struct sweep_needs {
  bool value[Count + 1]{}, partner[Count + 1]{};
};

/// Notes what the derivative of a part with number N, whose first slot is J, reads; `Wanted`: the slots it is taken by.
template <slot_set Wanted, int J, int N, class Part>
struct noted_needs {
  template <class Needs>
  WEFT_FN static constexpr void of_value(Needs&) {}
  template <class Needs>
  WEFT_FN static constexpr void of_slopes(Needs&) {}
};
template <slot_set Wanted, int J, int N, class F, class... C>
struct noted_needs<Wanted, J, N, core_node<F, C...>> {
  using part = core_node<F, C...>;
  using value = core_value_t<part>;
  template <int K, class Child>
  using child = noted_needs<Wanted, J + slots_before<K, C...>(), operation_of_child<N, K, C...>(), Child>;
  template <int K, class Child>
  static constexpr bool is_wanted =
      (Wanted & slots_from(J + slots_before<K, C...>(), Child::slots)) != 0 && lets_through<K, F, C...>();

  template <class Needs>
  WEFT_FN static constexpr void of_value(Needs& needs) {
    if constexpr (has_vector_kernel<part>)
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
        [&]<int... I>(std::integer_sequence<int, I...>) {
          ((slope_reads<F>(K, I) ? child<I, C>::of_value(needs) : void()), ...);
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
/// How many of the values that a derivative reads have a lower number; the value of an operation comes before that of
/// its partner.
template <class Core, slot_set Wanted>
WEFT_FN constexpr int needs_before(int number, bool partner) {
  int n = 0;
  for (int i = 0; i < number; ++i)
    n += int(needs_of<Core, Wanted>.value[i]) + int(needs_of<Core, Wanted>.partner[i]);
  return n + int(partner && needs_of<Core, Wanted>.value[number]);
}

/// g times the derivative of what Core computes by the slots Wanted; from the values of g, all slots, and the functions
/// that it reads.
template <class Core, slot_set Wanted, class Ends>
struct sweep {
  static constexpr char const* name = "derivative";
  static constexpr bool total = Core::total;
  static constexpr int cost = int(2 * cost_of<Core> < long_function ? 2 * cost_of<Core> : long_function - 1);

  [[no_unique_address]] Core core;
  [[no_unique_address]] Ends ends;

  template <class G, class... V>
  WEFT_INLINE constexpr auto operator()(G const& g, V const&... v) const {
    return pulled<0, 0>(core, make_pack(v...), g);
  }

private:
  // What runs for each element is no lambda: GCC leaves those out of line, and then no loop is on vectors.
  template <class... C>
  using children = std::make_integer_sequence<int, int(sizeof...(C))>;

  template <int J, int N, class Leaf, class Values>
  WEFT_INLINE static constexpr auto value(Leaf const& leaf, [[maybe_unused]] Values const& v) {
    if constexpr (Leaf::slots == 0)
      return leaf.constant.get();
    else
      return get<J>(v);
  }
  template <int J, int N, class F, class... C, class Values>
  WEFT_INLINE static constexpr auto value(core_node<F, C...> const& part, Values const& v) {
    if constexpr (needs_of<Core, Wanted>.value[N])
      return get<Core::slots + needs_before<Core, Wanted>(N, false)>(v);
    else
      return value_of_children<J, N>(part, v, children<C...>{});
  }
  template <int J, int N, class F, class... C, class Values, int... I>
  WEFT_INLINE static constexpr auto value_of_children(core_node<F, C...> const& part, Values const& v,
                                                      std::integer_sequence<int, I...>) {
    return part.function(value<J + slots_before<I, C...>(), operation_of_child<N, I, C...>()>(child<I>(part), v)...);
  }
  /// The value of a part that the derivative reads; others are not computed.
  template <bool Reads, int J, int N, class Part, class Values>
  WEFT_INLINE static constexpr core_value_t<Part> if_read(Part const& part, Values const& v) {
    if constexpr (Reads)
      return value<J, N>(part, v);
    else
      return {};
  }

  template <int J, int N, class Leaf, class Values, class G>
  WEFT_INLINE constexpr auto pulled(Leaf const&, Values const&, G const& g) const {
    return ends.template at<J>(g);
  }
  template <int J, int N, class F, class... C, class Values, class G>
  WEFT_INLINE constexpr auto pulled(core_node<F, C...> const& part, Values const& v, G const& g) const {
    return pulled_by_children<J, N>(part, slopes<J, N>(part, v, children<C...>{}), v, g, children<C...>{});
  }
  template <int J, int N, class F, class... C, class S, class Values, class G, int... K>
  WEFT_INLINE constexpr auto pulled_by_children(core_node<F, C...> const& part, S const& slope, Values const& v,
                                                G const& g, std::integer_sequence<int, K...>) const {
    return Ends::joined(pulled_by<K, J, N>(part, get<K>(slope), v, g)...);
  }
  template <int K, int J, int N, class F, class... C, class S, class Values, class G>
  WEFT_INLINE constexpr auto pulled_by(core_node<F, C...> const& part, S const& slope, Values const& v,
                                       G const& g) const {
    if constexpr (noted_needs<Wanted, J, N,
                              core_node<F, C...>>::template is_wanted<K, std::remove_cvref_t<decltype(child<K>(part))>>)
      return through_gate(slope, pulled<J + slots_before<K, C...>(), operation_of_child<N, K, C...>()>(
                                     child<K>(part), v, through_slope(slope, g)));
    else
      return no_term{};
  }

  template <int J, int N, class F, class... C, class Values, int... I>
  WEFT_INLINE static constexpr auto slopes(core_node<F, C...> const& part, Values const& v,
                                           std::integer_sequence<int, I...>) {
    using R = core_value_t<core_node<F, C...>>;
    const R r = if_read<slopes_read_result<F, R, core_value_t<C>...>, J, N>(part, v);
    return slopes_of<F>(
        r, value_of_partner<N>(r, v),
        if_read<reads_operand<I, J, N, F, C...>(), J + slots_before<I, C...>(), operation_of_child<N, I, C...>()>(
            child<I>(part), v)...);
  }
  /// Whether a wanted derivative reads operand I.
  template <int I, int J, int N, class F, class... C>
  WEFT_FN static constexpr bool reads_operand() {
    using needs = noted_needs<Wanted, J, N, core_node<F, C...>>;
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return slopes_read_operands<F, core_value_t<core_node<F, C...>>> &&
             ((needs::template is_wanted<K, C> && slope_reads<F>(K, I)) || ...);
    }(children<C...>{});
  }
  template <int N, class R, class Values>
  WEFT_INLINE static constexpr auto value_of_partner(R const& r, [[maybe_unused]] Values const& v) {
    if constexpr (needs_of<Core, Wanted>.partner[N])
      return get<Core::slots + needs_before<Core, Wanted>(N, true)>(v);
    else
      return r;
  }
};

} // namespace weft::detail
WEFT_KERNELS_END
