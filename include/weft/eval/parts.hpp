#pragma once
#include <weft/eval/materialise.hpp>
#include <weft/eval/reads.hpp>

// Deferred operations that write to their target, part by part: joined, padded, repeated operands, folds. They declare
// `in_parts`, which is true, and reads(bytes, s), which is reads_memory of their operands. Where those are not in the
// memory of the target, and none of their values may be refused, they need no temporary. Those that find errors only
// when they are evaluated declare `refuses_late`: as parts of others they are evaluated before anything is written.
namespace weft::detail {

template <class E>
concept InParts = requires { requires decltype(E::operation)::in_parts; };

/// True if two indices of a layout lie at one place.
template <class L>
WEFT_INLINE bool repeats_elements(L const& place) {
  bool repeats = false;
  for (int k = 0; k < place.rank(); ++k)
    repeats = repeats || (place.extent(k) > 1 && place.stride(k) == 0);
  return repeats;
}

/// True if e reads some of these bytes while it is assigned, or may be refused then, when other parts are written. What
/// must be evaluated before is evaluated now, and the session remembers it, so that it reads them before anything is
/// written.
template <class E>
WEFT_FN bool reads_memory([[maybe_unused]] E const& e, [[maybe_unused]] footprint const& bytes,
                          [[maybe_unused]] session& s) {
  if constexpr (E::is_deferred && requires { e.operation; }) {
    if constexpr (requires { e.operation.reads(bytes, s); } && !requires { e.operation.refuses_late; })
      if (!e.named || InParts<E>)
        return e.operation.reads(bytes, s);
    materialise(e, s); // a product from a variable too: another part may be the same one
    return false;
  } else if constexpr (requires { e.children; }) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      bool reads = may_refuse<E>;
      ((reads = reads_memory(get<I>(e.children), bytes, s) || reads), ...);
      return reads;
    }(std::make_integer_sequence<int, E::arity>{});
  } else {
    return reads_bytes(e, bytes);
  }
}

/// target = e part by part, where e is such an operation and the target is apart from what it reads; else false, for a
/// target that repeats elements too.
template <class T, class L, class E>
WEFT_FN bool assign_in_parts(strided_leaf<T, L> const& target, E const& e, session& s) {
  if constexpr (InParts<E>)
    if constexpr (E::is_whole && std::same_as<T, typename E::value_type>)
      if (target.extents() == e.extents() && !repeats_elements(target.place)) {
        index_t extents[max_rank], strides[max_rank];
        if (!e.operation.reads(footprint_of(target, extents, strides), s)) {
          e.operation.evaluate(target, s);
          return true;
        }
      }
  return false;
}

} // namespace weft::detail
