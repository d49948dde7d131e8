#pragma once
#include <weft/grad/needs.hpp>

// The derivative of an element-wise expression by one operand is an operation on the leaves of the expression, and on
// the values of its long functions, such as exp, that the derivative reads. These values are separate expressions: a
// loop computes them with vector instructions, and once if they occur in a statement twice (eval/repeated.hpp). Inside
// the kernel the chain rule is applied to the numbers of one element, from the root of the expression to its leaves; it
// needs only the slots and operations of the expression's core. So the loop of a derivative does a small multiple of
// the work of the expression's loop.
//
// An operand may occur in several leaves of an expression, and the types of leaves do not show which of them are the
// same operand. So the derivative is computed by a set of slots, which is a constant. A sweep can end in two ways (see
// the ends of a sweep below). Either the gradients by the slots are separate values, for a loop that writes all of them
// (eval/several.hpp). Or they are summed: all slots are one operand, or a number at run time selects the slots that
// are.
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// Returns the gradient (or tangent) g times a slope. By multiplies g by a slope that is a number.
template <class By = op::handed, class S, class G>
WEFT_INLINE constexpr auto through_slope([[maybe_unused]] S const& slope, G const& g) {
  if constexpr (std::is_same_v<S, op::unit>)
    return g;
  else if constexpr (std::is_same_v<S, op::minus_unit>)
    return op::negate{}(g);
  else if constexpr (std::is_same_v<S, op::flat>)
    return G(0);
  else if constexpr (requires { slope.weight; })
    return op::choose{}(slope.weight != 0, static_cast<G>(static_cast<G>(slope.weight) * g), G(0));
  else
    return By{}(g, slope);
}

/// A term that total_of, the sum of derivatives, leaves out.
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

template <class... A, class... B, int... At, int... J>
WEFT_INLINE constexpr pack<A..., B...> gathered_items(pack<A...>& a, pack<B...>& b, std::integer_sequence<int, At...>,
                                                      std::integer_sequence<int, J...>) {
  return make_pack(get<At>(std::move(a))..., get<J>(std::move(b))...);
}
/// Returns the items of all packs as one pack.
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

// The ends of a sweep: function objects that join the gradients that arrive at its slots.

/// For slots that are all one operand: returns the sum of the gradients by the slots.
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
/// For slots of which some are one operand: returns the sum of the gradients by these slots. Bit j of `on` is 1 if slot
/// j is one of them.
struct ends_selected : ends_of_one {
  slot_set on;
  WEFT_INLINE constexpr explicit ends_selected(slot_set which) : on(which) {}
  template <int J, class G>
  WEFT_INLINE constexpr G at(G const& g) const {
    return op::choose{}((on >> J & 1) != 0, g, G(0));
  }
};
/// For slots that are separate operands: returns the gradients as a pack, in the order of the slots.
struct listed_ends {
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

/// The operation that computes g times the derivative of Core by the slots Wanted. Its operands are the values of g, of
/// all slots, and of the functions that the derivative reads.
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
  // The functions that run for each element are no lambdas: GCC does not inline lambdas here, and then the loop is not
  // vectorised.
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
  WEFT_INLINE static constexpr auto value(core_node<F, C...> const& sub, Values const& v) {
    if constexpr (needs_of<Core, Wanted>.value[N])
      return get<Core::slots + needs_before<Core, Wanted>(N, false)>(v);
    else
      return value_of_children<J, N>(sub, v, children<C...>{});
  }
  template <int J, int N, class F, class... C, class Values, int... At>
  WEFT_INLINE static constexpr auto value_of_children(core_node<F, C...> const& sub, Values const& v,
                                                      std::integer_sequence<int, At...>) {
    return sub.function(value<J + slots_before<At, C...>(), operation_of_child<N, At, C...>()>(child<At>(sub), v)...);
  }
  /// Returns the value of a part if the derivative reads it, else a default value, which costs nothing.
  template <bool Reads, int J, int N, class Part, class Values>
  WEFT_INLINE static constexpr core_value_t<Part> if_read(Part const& sub, Values const& v) {
    if constexpr (Reads)
      return value<J, N>(sub, v);
    else
      return {};
  }

  template <int J, int N, class Leaf, class Values, class G>
  WEFT_INLINE constexpr auto pulled(Leaf const&, Values const&, G const& g) const {
    return ends.template at<J>(g);
  }
  template <int J, int N, class F, class... C, class Values, class G>
  WEFT_INLINE constexpr auto pulled(core_node<F, C...> const& sub, Values const& v, G const& g) const {
    return pulled_by_children<J, N>(sub, slopes<J, N>(sub, v, children<C...>{}), v, g, children<C...>{});
  }
  template <int J, int N, class F, class... C, class S, class Values, class G, int... K>
  WEFT_INLINE constexpr auto pulled_by_children(core_node<F, C...> const& sub, S const& slope, Values const& v,
                                                G const& g, std::integer_sequence<int, K...>) const {
    return Ends::joined(pulled_by<K, J, N>(sub, get<K>(slope), v, g)...);
  }
  template <int K, int J, int N, class F, class... C, class S, class Values, class G>
  WEFT_INLINE constexpr auto pulled_by(core_node<F, C...> const& sub, S const& slope, Values const& v,
                                       G const& g) const {
    if constexpr (noted_needs<Wanted, J, N,
                              core_node<F, C...>>::template is_wanted<K, std::remove_cvref_t<decltype(child<K>(sub))>>)
      return pulled<J + slots_before<K, C...>(), operation_of_child<N, K, C...>()>(child<K>(sub), v,
                                                                                   through_slope(slope, g));
    else
      return no_term{};
  }

  template <int J, int N, class F, class... C, class Values, int... At>
  WEFT_INLINE static constexpr auto slopes(core_node<F, C...> const& sub, Values const& v,
                                           std::integer_sequence<int, At...>) {
    using R = core_value_t<core_node<F, C...>>;
    R const r = if_read<slopes_read_result<F, R, core_value_t<C>...>, J, N>(sub, v);
    return slopes_of<F>(
        r, value_of_partner<N>(r, v),
        if_read<reads_operand<At, J, N, F, C...>(), J + slots_before<At, C...>(), operation_of_child<N, At, C...>()>(
            child<At>(sub), v)...);
  }
  /// Returns whether a wanted derivative reads operand At.
  template <int At, int J, int N, class F, class... C>
  WEFT_FN static constexpr bool reads_operand() {
    using needs = noted_needs<Wanted, J, N, core_node<F, C...>>;
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return slopes_read_operands<F, core_value_t<core_node<F, C...>>> &&
             ((needs::template is_wanted<K, C> && slope_reads<F>(K, At)) || ...);
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
