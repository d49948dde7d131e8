// Private to src/fft: transforms of lines by the plans of PocketFFT, in the instructions that the includer has chosen.
// All of it has internal linkage, so that no function compiled for one instruction set serves another. The includer has
// included transform_table.hpp, because headers of std must not stand in a namespace.
#define POCKETFFT_NO_MULTITHREADING

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

using pocketfft::detail::cmplx;

/// Calls f with a null pointer to the plan type of PocketFFT for a kind of transform.
template <class R, class F>
decltype(auto) with_plan_type(transform_kind kind, F const& f) {
  using pocketfft::detail::pocketfft_c, pocketfft::detail::pocketfft_r, pocketfft::detail::T_dcst23;
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
  static constexpr std::size_t lanes = sizeof(V) / sizeof(R);

  explicit group_of_lines(line_group const& group) : g_(group), n_(std::size_t(group.length)), room_(0) {
    std::size_t const room = g_.kind == transform_kind::complex ? 2 * n_ : n_;
    bool const in_place = is_single && (g_.kind == transform_kind::complex || g_.kind == transform_kind::cosine) &&
                          g_.step == index_t(room / n_ * sizeof(R));
    if (!in_place)
      room_.resize(room);
  }
  /// Transforms the lines from `first` on.
  void run(index_t first) {
    from_ = g_.from + first;
    to_ = g_.to + first;
    R const factor = static_cast<R>(g_.factor);
    switch (g_.kind) {
    case transform_kind::complex:
      return run_complex(factor);
    case transform_kind::restored: {
      V* const line = room_.data();
      read_half(line);
      plan<pocketfft::detail::pocketfft_r<R>>().exec(line, factor, false);
      return write(line);
    }
    case transform_kind::cosine: {
      V* const line = line_in_place<V>();
      read(line);
      plan<pocketfft::detail::T_dcst23<R>>().exec(line, factor, g_.orthogonal, g_.forward ? 2 : 3, true);
      return write(line);
    }
    case transform_kind::halved:
    case transform_kind::whole: {
      V* const line = room_.data();
      read(line);
      plan<pocketfft::detail::pocketfft_r<R>>().exec(line, factor, true);
      return write_half(line);
    }
    }
  }

private:
  line_group const& g_;
  std::size_t n_;
  pocketfft::detail::arr<V> room_;
  char const* const* from_;
  char* const* to_;

  template <class P>
  P const& plan() const {
    return *static_cast<P const*>(g_.plan);
  }
  template <class N>
  N const& from(std::size_t lane, std::size_t k) const {
    return *reinterpret_cast<N const*>(from_[lane] + index_t(k) * g_.from_step);
  }
  template <class N>
  N& to(std::size_t lane, std::size_t k) const {
    return *reinterpret_cast<N*>(to_[lane] + index_t(k) * g_.step);
  }
  static decltype(auto) lane_of(V& v, [[maybe_unused]] std::size_t lane) {
    if constexpr (is_single)
      return (v);
    else
      return v[lane];
  }
  /// Returns the result's memory if it holds a line as the transform does, else room for one.
  template <class N>
  N* line_in_place() {
    if constexpr (is_single)
      if (room_.size() == 0)
        return &to<N>(0, 0);
    return reinterpret_cast<N*>(room_.data());
  }
  /// Calls f(k, lane) for the elements from `first` on. Lines without gaps go by cache lines: the same element of all
  /// lanes may fall into one set of the cache, which holds fewer lines than a vector has lanes.
  template <class F>
  static void each_element(std::size_t first, std::size_t behind, bool packed, F const& f) {
    std::size_t const block = packed && !is_single ? 64 / sizeof(R) : 1;
    std::size_t k = first;
    for (; k + block <= behind; k += block)
      for (std::size_t j = 0; j < lanes; ++j)
        for (std::size_t i = k; i < k + block; ++i)
          f(i, j);
    for (; k < behind; ++k)
      for (std::size_t j = 0; j < lanes; ++j)
        f(k, j);
  }
  template <class N, class F>
  void each_read(std::size_t first, std::size_t behind, F const& f) const {
    each_element(first, behind, g_.from_step == index_t(sizeof(N)),
                 [&](std::size_t k, std::size_t j) { f(k, j, from<N>(j, k)); });
  }
  template <class N, class F>
  void each_write(std::size_t first, std::size_t behind, F const& f) const {
    each_element(first, behind, g_.step == index_t(sizeof(N)),
                 [&](std::size_t k, std::size_t j) { f(k, j, to<N>(j, k)); });
  }

  void run_complex(R factor) {
    auto* const line = line_in_place<cmplx<V>>();
    if (!is_single || static_cast<void const*>(line) != static_cast<void const*>(from_[0]))
      each_read<cmplx<R>>(0, n_, [&](std::size_t k, std::size_t j, cmplx<R> const& x) {
        lane_of(line[k].r, j) = x.r;
        lane_of(line[k].i, j) = x.i;
      });
    plan<pocketfft::detail::pocketfft_c<R>>().exec(line, factor, g_.forward);
    if (!is_single || room_.size() != 0)
      each_write<cmplx<R>>(0, n_, [&](std::size_t k, std::size_t j, cmplx<R>& x) {
        x.Set(lane_of(line[k].r, j), lane_of(line[k].i, j));
      });
  }
  void read(V* line) const {
    if (!is_single || static_cast<void const*>(line) != static_cast<void const*>(from_[0]))
      each_read<R>(0, n_, [&](std::size_t k, std::size_t j, R const& x) { lane_of(line[k], j) = x; });
  }
  void write(V* line) const {
    if (!is_single || room_.size() != 0)
      each_write<R>(0, n_, [&](std::size_t k, std::size_t j, R& x) { x = lane_of(line[k], j); });
  }
  /// Half spectra in PocketFFT's order: the real number at frequency 0, then real and imaginary parts, and for even
  /// lengths the real number in the middle.
  void write_half(V* line) const {
    R const sign = g_.forward ? R(1) : R(-1);
    auto const set_real = [&](std::size_t place) {
      return [line, place](std::size_t, std::size_t j, cmplx<R>& x) { x.Set(lane_of(line[place], j)); };
    };
    each_write<cmplx<R>>(0, 1, set_real(0));
    each_write<cmplx<R>>(1, (n_ + 1) / 2, [&](std::size_t k, std::size_t j, cmplx<R>& x) {
      x.Set(lane_of(line[2 * k - 1], j), sign * lane_of(line[2 * k], j));
    });
    if (n_ % 2 == 0)
      each_write<cmplx<R>>(n_ / 2, n_ / 2 + 1, set_real(n_ - 1));
  }
  void read_half(V* line) const {
    R const sign = g_.forward ? R(-1) : R(1);
    auto const get_real = [&](std::size_t place) {
      return [line, place](std::size_t, std::size_t j, cmplx<R> const& x) { lane_of(line[place], j) = x.r; };
    };
    each_read<cmplx<R>>(0, 1, get_real(0));
    each_read<cmplx<R>>(1, (n_ + 1) / 2, [&](std::size_t k, std::size_t j, cmplx<R> const& x) {
      lane_of(line[2 * k - 1], j) = x.r;
      lane_of(line[2 * k], j) = sign * x.i;
    });
    if (n_ % 2 == 0)
      each_read<cmplx<R>>(n_ / 2, n_ / 2 + 1, get_real(n_ - 1));
  }
};

/// Transforms groups of lines from `first` on, while whole groups are left; returns how many lines are done.
template <class R, class V>
index_t run_groups(line_group const& group, index_t first) {
  constexpr index_t lanes = index_t(group_of_lines<R, V>::lanes);
  if (group.lines - first >= lanes)
    for (group_of_lines<R, V> lines(group); group.lines - first >= lanes; first += lanes)
      lines.run(first);
  return first;
}
template <class R, class V>
void run_lines(line_group const& group) {
  index_t done = 0;
  if constexpr (!std::is_same_v<R, V>)
    done = run_groups<R, V>(group, done);
  run_groups<R, R>(group, done);
}

template <class R, class V>
constexpr transform_kernels kernels_of = {new_plan<R>, delete_plan<R>, run_lines<R, V>, sizeof(V) / sizeof(R)};

} // namespace
} // namespace weft::detail
