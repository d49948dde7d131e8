#pragma once
#include <weft/ops/rearrange.hpp>

namespace weft {

namespace detail {

/// The operation of defer(): a function of the program, called with whole operands, each in memory.
template <class T, Shape Extents, class F>
struct own_operation : result_of<T, Extents> {
  static constexpr deferred_traits traits{.into_target = true, .refuses_late = true};

  F function;

  template <class Target, class... C>
  WEFT_FN void evaluate(Target const& target, session& s, C const&... operands) const {
    auto const run = [&](auto const&... in) {
      if (!described(s, [&](session& t) { note_moved(t, target.place.size() * index_t(sizeof(T)), 0); }))
        function(make_view(Target(target)), make_view(std::remove_cvref_t<decltype(in)>(in))...);
    };
    run(in_memory(operands, s)...);
  }
};

} // namespace detail

/// Returns a lazy operation of your own on whole operands: when an expression with it is assigned, f(target,
/// operands...) is called, once for each assignment. f must write all elements of `target`, a view with elements of
/// type T and the given shape. The operands are read-only views. The target shares no memory with them, and its
/// elements are not set before. One thread calls f.
template <class T, Shape S, class F, Tensorial... X>
  requires(sizeof...(X) > 0)
[[nodiscard]] WEFT_FN auto defer(S const& shape, F f, X&&... operands) {
  using operation = detail::own_operation<T, S, F>;
  return detail::make_deferred("defer", operation{{}, static_cast<F&&>(f)}, shape,
                               detail::capture(static_cast<X&&>(operands))...);
}

} // namespace weft
