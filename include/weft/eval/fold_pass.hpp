#pragma once
#include <weft/eval/fold_row.hpp>

WEFT_KERNELS_BEGIN
namespace weft::detail {

template <class R>
using folded_t = decltype(std::declval<R const&>().finish(std::declval<typename R::accumulator>(), index_t(0)));

/// One pass over the values of a fold. `doubtful` becomes true if a result needs a second pass; several threads may
/// finish results.
template <class R>
struct fold_pass {
  R reducer;
  bool second = false;
  mutable bool doubtful = false;

  static constexpr bool may_repeat = requires(R& r) { r.shrink(); };

  /// Writes the results of n accumulators to `out`, `step` bytes apart.
  template <class T>
  WEFT_INLINE void finish(T* out, index_t step, typename R::accumulator const* a, index_t n, index_t count) const {
    if constexpr (may_repeat)
      if (second) {
        for (index_t i = 0; i < n; ++i)
          reducer.mend(*place(out, i * step), a[i], count);
        return;
      }
    bool doubt = false;
    for (index_t i = 0; i < n; ++i) {
      auto const result = reducer.finish(a[i], count);
      *place(out, i * step) = store_as<T>(result);
      if constexpr (may_repeat)
        doubt = doubt || reducer.doubts(a[i], result);
    }
    if (doubt)
      __atomic_store_n(&doubtful, true, __ATOMIC_RELAXED);
  }

private:
  template <class T>
  WEFT_INLINE static T* place(T* p, index_t bytes) {
    return reinterpret_cast<T*>(reinterpret_cast<index_t>(p) + bytes);
  }
};

/// Calls run(pass) once, and again if a result of the first pass is in doubt.
template <class R, class Run>
WEFT_INLINE void fold_in_passes(R const& reducer, Run const& run) {
  fold_pass<R> pass{reducer};
  run(pass);
  if constexpr (fold_pass<R>::may_repeat)
    if (pass.doubtful) {
      pass.reducer.shrink();
      pass.second = true;
      run(pass);
    }
}

} // namespace weft::detail
WEFT_KERNELS_END
