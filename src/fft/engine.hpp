// Private to src/fft: transforms of lines by the plans of PocketFFT, in the instructions that the includer has chosen.
// All of it has internal linkage, so that no function compiled for one instruction set serves another. The includer has
// included transform_table.hpp, because headers of std must not stand in a namespace.
#include "fft/lanes.hpp"

#define POCKETFFT_NO_MULTITHREADING
#define POCKETFFT_ALLOCATE allocate_transform_memory
#define POCKETFFT_DEALLOCATE free_transform_memory

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#else
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
namespace weft::detail {
namespace {
#include <fft/pocketfft/pocketfft_hdronly.h>
} // namespace
} // namespace weft::detail
#if defined(__clang__)
#pragma clang diagnostic pop
#else
#pragma GCC diagnostic pop
#endif

namespace weft::detail {
namespace {

using pocketfft::detail::cmplx, pocketfft::detail::pocketfft_c, pocketfft::detail::pocketfft_r,
    pocketfft::detail::T_dcst23;

/// Calls f with a null pointer to the plan type of PocketFFT for a kind of transform.
template <class R, class F>
decltype(auto) with_plan_type(transform_kind kind, F const& f) {
  switch (kind) {
  case transform_kind::complex:
    return f(static_cast<pocketfft_c<R>*>(nullptr));
  case transform_kind::cosine:
    return f(static_cast<T_dcst23<R>*>(nullptr));
  default:
    return f(static_cast<pocketfft_r<R>*>(nullptr));
  }
}
template <class R>
void const* new_plan(transform_kind kind, std::size_t length) {
  return with_plan_type<R>(kind, [&]<class P>(P*) -> void const* { return new P(length); });
}
template <class R>
void delete_plan(transform_kind kind, void const* plan) noexcept {
  with_plan_type<R>(kind, [&]<class P>(P*) { delete static_cast<P const*>(plan); });
}

/// Transforms of one line if V is R, else of lines side by side, one in each lane of V.
template <class R, class V>
class group_of_lines {
  static constexpr bool is_single = std::is_same_v<V, R>;

public:
  explicit group_of_lines(line_group const& group)
      : g_(group), n_(std::size_t(group.length)), width_(group.kind == transform_kind::complex ? 2 : 1),
        in_place_(is_single && is_alike() && group.step == index_t(width_ * sizeof(R))),
        room_(in_place_ ? 0 : width_ * n_) {}
  /// Transforms the lines from `first` on.
  void run(index_t first) {
    from_ = {g_.from + first, g_.from_step};
    to_ = {g_.to + first, g_.step};
    V* const line = in_place_ ? reinterpret_cast<V*>(to_.from[0]) : room_.data();
    R const factor = static_cast<R>(g_.factor);
    switch (g_.kind) {
    case transform_kind::complex:
      move<2>(from_, line);
      plan<pocketfft_c>().exec(reinterpret_cast<cmplx<V>*>(line), factor, g_.forward);
      return move<2>(to_, line);
    case transform_kind::cosine:
      move<1>(from_, line);
      plan<T_dcst23>().exec(line, factor, g_.orthogonal, g_.forward ? 2 : 3, true);
      return move<1>(to_, line);
    case transform_kind::restored:
      move_half(from_, line);
      conjugate(line, g_.forward);
      plan<pocketfft_r>().exec(line, factor, false);
      return move<1>(to_, line);
    case transform_kind::halved:
    case transform_kind::whole:
      move<1>(from_, line);
      plan<pocketfft_r>().exec(line, factor, true);
      conjugate(line, !g_.forward);
      return move_half(to_, line);
    }
  }

private:
  line_group const& g_;
  std::size_t n_, width_; ///< width_: numbers of an element, on both sides if is_alike()
  bool in_place_;         ///< the transform computes in the result's memory
  pocketfft::detail::arr<V> room_;
  lines_in_memory<R, V, char const> from_{};
  lines_in_memory<R, V, char> to_{};

  bool is_alike() const { return g_.kind == transform_kind::complex || g_.kind == transform_kind::cosine; }
  template <template <class> class P>
  P<R> const& plan() const {
    return *static_cast<P<R> const*>(g_.plan);
  }
  template <std::size_t Width, class Side>
  void move(Side const& side, V* line) const {
    if (!in_place_ || (Side::reads && from_.from[0] != to_.from[0]))
      side.template move<Width>(line, 0, n_);
  }
  /// Moves a half spectrum in PocketFFT's order: the real number at frequency 0, then real and imaginary parts, and for
  /// even lengths the real number in the middle.
  template <class Side>
  void move_half(Side const& side, V* line) const {
    move_real(side, line[0], 0);
    side.template move<2>(line + 1, 1, (n_ - 1) / 2);
    if (n_ % 2 == 0)
      move_real(side, line[n_ - 1], n_ / 2);
  }
  /// Moves a complex element whose imaginary part is written as 0, and is not read.
  template <class Side>
  static void move_real(Side const& side, V& number, std::size_t at) {
    V parts[2]{};
    if constexpr (!Side::reads)
      parts[0] = number;
    side.template move<2>(parts, at, 1);
    number = parts[0];
  }
  void conjugate(V* line, bool asked) const {
    for (std::size_t k = 2; asked && k < n_; k += 2)
      line[k] = -line[k];
  }
};

/// Transforms groups of lines from `first` on, while whole groups are left; returns how many lines are done.
template <class R, class V>
index_t run_groups(line_group const& group, index_t first) {
  constexpr index_t count = index_t(lanes_of<V, R>);
  if (group.lines - first >= count)
    for (group_of_lines<R, V> lines(group); group.lines - first >= count; first += count)
      lines.run(first);
  return first;
}
/// Transforms lines in groups as wide as V, or as the first of the narrower vectors whose lines and the buffer beside
/// them stay in a core's caches.
template <class R, class V, class... Narrower>
void run_lines(line_group const& group) {
  std::size_t const width = group.kind == transform_kind::complex ? 2 : 1;
  if constexpr (sizeof...(Narrower) > 0)
    if (2 * width * std::size_t(group.length) * sizeof(V) > bytes_of_group)
      return run_lines<R, Narrower...>(group);
  index_t done = 0;
  if constexpr (!std::is_same_v<R, V>)
    done = run_groups<R, V>(group, done);
  run_groups<R, R>(group, done);
}

template <class R, class V, class... Narrower>
constexpr transform_kernels kernels_of = {new_plan<R>, delete_plan<R>, run_lines<R, V, Narrower...>,
                                          int(lanes_of<V, R>)};

} // namespace
} // namespace weft::detail
