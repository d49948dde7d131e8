#pragma once
#include <weft/eval/materialise.hpp>
#include <weft/eval/reads.hpp>

// Deferred operations that write straight into the target of a statement: joined, padded, repeated operands, folds;
// their traits say `into_target`. They need no temporary if their operands are not in the memory of the target, and if
// no value can make them throw. An operation that finds errors only when it is evaluated says `refuses_late`: as an
// operand of another operation it is evaluated before anything is written.
namespace weft::detail {

/// True if two indices of a layout have the same offset, because a stride is 0.
template <class L>
WEFT_INLINE bool repeats_elements(L const& place) {
  bool repeats = false;
  for (int k = 0; k < place.rank(); ++k)
    repeats = repeats || (place.extent(k) > 1 && place.stride(k) == 0);
  return repeats;
}

/// Returns true if e reads some of these bytes while it is assigned, or may be refused then, when other elements of the
/// target have been written. Deferred operations that must be evaluated earlier are evaluated in this call. So they
/// read the bytes before anything is written; the session remembers their results.
template <class E>
WEFT_FN bool reads_memory(E const& e, footprint const& bytes, session& s);

/// Returns true if a deferred operation reads some of these bytes. It checks all operands, as each may be evaluated
/// now.
template <class F, class L, class... C>
WEFT_FN bool operands_read(deferred<F, L, C...> const& e, footprint const& bytes, session& s) {
  return [&]<int... At>(std::integer_sequence<int, At...>) {
    bool reads = false;
    ((reads = reads_memory(get<At>(e.operands), bytes, s) || reads), ...);
    return reads;
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <class E>
WEFT_FN bool reads_memory(expression_list<E> const& e, footprint const& bytes, session& s) {
  bool reads = false;
  for (E const& entry : e.entries)
    reads = reads_memory(entry, bytes, s) || reads;
  return reads;
}
template <class E>
WEFT_FN bool reads_memory([[maybe_unused]] E const& e, [[maybe_unused]] footprint const& bytes,
                          [[maybe_unused]] session& s) {
  if constexpr (is_deferred_operation<E>) {
    constexpr deferred_traits can = E::traits;
    if constexpr ((can.into_target || can.accumulates) && !can.refuses_late)
      if (!e.named || can.into_target)
        return operands_read(e, bytes, s);
    materialise(e, s); // a product from a variable too, because another operand may be the same product
    return false;
  } else if constexpr (requires { e.children; }) {
    return [&]<int... At>(std::integer_sequence<int, At...>) {
      bool reads = may_refuse<E>;
      ((reads = reads_memory(get<At>(e.children), bytes, s) || reads), ...);
      return reads;
    }(std::make_integer_sequence<int, E::arity>{});
  } else {
    return reads_bytes(e, bytes);
  }
}

/// True for operations that may write to a target that overlaps their operands, and give the same result as without
/// overlap, because they first assign the operand to the target, or have the same effect.
template <class E>
inline constexpr bool resolves_overlap = requires { requires decltype(E::operation)::resolves_overlap; };
template <class E>
inline constexpr bool writes_into_target = E::traits.into_target || resolves_overlap<E>;

/// Evaluates e into the target and returns true, if e writes straight into targets and the target does not overlap the
/// memory that e reads, or if e resolves_overlap. Otherwise, also for a target that repeats elements, returns false.
template <class T, class L, class E>
WEFT_FN bool assign_into_target(strided_leaf<T, L> const& target, E const& e, session& s) {
  if constexpr (is_deferred_operation<E>)
    if constexpr (writes_into_target<E> && E::is_whole && std::same_as<T, typename E::value_type>)
      if (target.extents() == e.extents() && !repeats_elements(target.place) && stands_alone(s, e.id)) {
        bool is_apart = resolves_overlap<E>;
        if (!is_apart) {
          index_t extents[max_rank], strides[max_rank];
          is_apart = !operands_read(e, footprint_of(target, extents, strides), s);
        }
        if (is_apart) {
          e.evaluate(target, s);
          return true;
        }
      }
  return false;
}

} // namespace weft::detail
