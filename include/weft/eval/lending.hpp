#pragma once
#include <weft/eval/parts.hpp>

// A product inside an expression needs memory until the loop has read it. The target lends its own where the loop reads
// nothing else there: r = relu(matmul(a, b) + c) takes no temporary.
namespace weft::detail {

/// The deferred operand of E that is evaluated last, if it is the whole of a product.
template <class E>
struct last_product {
  static constexpr bool exists = false;
};
template <class F, class L, class... C>
  requires(F::traits.accumulates && deferred<F, L, C...>::is_whole)
struct last_product<deferred<F, L, C...>> {
  static constexpr bool exists = true;
  using type = deferred<F, L, C...>;
  WEFT_INLINE static type const& of(type const& e) { return e; }
};
template <class... C>
inline constexpr int last_deferred_child = [] {
  int last = 0, k = 0;
  ((last = C::is_deferred ? k : last, ++k), ...);
  return last;
}();
template <class F, class... C>
  requires node<F, C...>::is_deferred
struct last_product<node<F, C...>> {
  static constexpr int place = last_deferred_child<C...>;
  using inner = last_product<std::remove_cvref_t<decltype(get<place>(std::declval<pack<C...> const&>()))>>;
  static constexpr bool exists = inner::exists;
  WEFT_INLINE static auto const& of(node<F, C...> const& e) { return inner::of(get<place>(e.children)); }
};

/// True if the loop that computes e reads some of these bytes once all deferred operands are evaluated, the product in
/// these bytes, and elsewhere than it writes. What deferred operands read is their own matter.
template <class E>
WEFT_FN bool loop_reads([[maybe_unused]] E const& e, [[maybe_unused]] footprint const& bytes,
                        [[maybe_unused]] std::uint64_t product) {
  if constexpr (is_deferred_operation<E>) {
    return !E::is_whole && e.id == product;
  } else if constexpr (requires { e.children; }) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return (loop_reads(get<I>(e.children), bytes, product) || ...);
    }(std::make_integer_sequence<int, E::arity>{});
  } else {
    return reads_bytes(e, bytes);
  }
}

/// True if elements of a target lie as those of a dense temporary would.
template <class L, class M>
WEFT_FN bool lies_as_temporary(L const& target, M const& temporary) {
  bool same = target.extents() == temporary.extents();
  for (int k = 0; same && k < temporary.rank(); ++k)
    same = temporary.extent(k) == 1 || target.stride(k) == temporary.stride(k);
  return same;
}

/// Lends a target to the last product of e, where nothing throws after that: what was stored before would be lost. The
/// loop then makes no copies, and has its tables on the stack.
template <class T, class L, class E>
WEFT_FN void lend_target(strided_leaf<T, L> const& target, E const& e, session& s) {
  using product = last_product<E>;
  if constexpr (!is_deferred_operation<E> && product::exists && is_number<T>)
    if constexpr (core_t<materialised<E>>::total && core_t<materialised<E>>::slots < usual_operands) {
      auto const& p = product::of(e);
      if constexpr (std::same_as<T, typename std::remove_cvref_t<decltype(p)>::value_type>)
        if (lies_as_temporary(target.place, p.place) && find_evaluated(s, p.id).position == 0) {
          index_t extents[max_rank], strides[max_rank];
          if (!loop_reads(e, footprint_of(target, extents, strides), p.id))
            s.lent = {p.id, reinterpret_cast<index_t>(target.data)};
        }
    }
}

} // namespace weft::detail
