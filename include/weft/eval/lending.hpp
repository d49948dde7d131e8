#pragma once
#include <weft/eval/identity.hpp>
#include <weft/eval/into_target.hpp>

// A product inside an expression needs memory until the loop has read it. The target lends its own memory if nothing
// else in the statement reads it: r = relu(matmul(a, b) + c) needs no temporary. It lends only in a statement of the
// program, not in one by which a deferred operation evaluates its parts. It lends only to a product that is the only
// deferred operation: another one might read the target, need the product again, or throw.
namespace weft::detail {

/// The deferred operation in E, if there is exactly one and it is the whole result of a product.
template <class E>
struct only_product {
  static constexpr bool exists = false;
};
template <class F, class L, class... C>
  requires(F::traits.accumulates && deferred<F, L, C...>::is_whole)
struct only_product<deferred<F, L, C...>> {
  static constexpr bool exists = true;
  WEFT_INLINE static auto const& of(deferred<F, L, C...> const& e) { return e; }
};
template <class F, class... C>
  requires((0 + ... + int(C::is_deferred)) == 1)
struct only_product<node<F, C...>> {
  static constexpr int place = [] {
    int at = 0, k = 0;
    ((at = C::is_deferred ? k : at, ++k), ...);
    return at;
  }();
  using inner = only_product<std::remove_cvref_t<decltype(get<place>(std::declval<pack<C...> const&>()))>>;
  static constexpr bool exists = inner::exists;
  WEFT_INLINE static auto const& of(node<F, C...> const& e) { return inner::of(get<place>(e.children)); }
};

/// True if the loop that computes e reads some of these bytes, not counting deferred operations.
template <class E>
WEFT_FN bool loop_reads([[maybe_unused]] E const& e, [[maybe_unused]] footprint const& bytes) {
  if constexpr (is_deferred_operation<E>) {
    return false;
  } else if constexpr (requires { e.children; }) {
    return [&]<int... At>(std::integer_sequence<int, At...>) {
      return (loop_reads(get<At>(e.children), bytes) || ...);
    }(std::make_integer_sequence<int, E::arity>{});
  } else {
    return reads_bytes(e, bytes);
  }
}

/// Lends a target to the product in e, if nothing can throw after the product has been stored there. The loop then
/// copies no operands, and has its tables on the stack.
template <class T, class L, class E>
WEFT_FN void lend_target([[maybe_unused]] strided_leaf<T, L> const& target, [[maybe_unused]] E const& e,
                         [[maybe_unused]] session& s) {
  using product = only_product<E>;
  if constexpr (!is_deferred_operation<E> && product::exists && is_number<T>)
    if constexpr (core_t<materialised<E>>::total && core_t<materialised<E>>::slots < usual_operands) {
      auto const& p = product::of(e);
      if constexpr (std::same_as<T, typename std::remove_cvref_t<decltype(p)>::value_type>)
        if (lie_alike(target.place, p.place)) {
          index_t extents[max_rank], strides[max_rank];
          if (!loop_reads(e, footprint_of(target, extents, strides)))
            s.lent = {p.id, reinterpret_cast<index_t>(target.data)};
        }
    }
}

} // namespace weft::detail
