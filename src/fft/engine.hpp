// Private to src/fft: PocketFFT, with internal linkage. It keeps the plans of the last 16 lengths, and threads share
// them. transform.cpp decides which lines a thread transforms.
// The headers of std that it includes come first, because its own text stands in a namespace.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#define POCKETFFT_CACHE_SIZE 16
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

/// Transforms a single complex line. The loops over lines would take some hundred nanoseconds to begin.
template <class R>
void run_line(line_pass const& p) {
  using number = pocketfft::detail::cmplx<R>;
  auto const n = std::size_t(p.extents.entry(p.axis));
  index_t const from = p.from_strides.entry(p.axis), to = p.to_strides.entry(p.axis);
  auto const at = [](auto* first, std::ptrdiff_t step, std::size_t k) { return first + step * std::ptrdiff_t(k); };
  bool const packed = to == std::ptrdiff_t(sizeof(number));
  pocketfft::detail::arr<number> room(packed ? 0 : n);
  number* const line = packed ? static_cast<number*>(p.to) : room.data();
  if (line != p.from)
    for (std::size_t k = 0; k < n; ++k)
      line[k] = *reinterpret_cast<number const*>(at(static_cast<char const*>(p.from), from, k));
  pocketfft::detail::get_plan<pocketfft::detail::pocketfft_c<R>>(n)->exec(line, static_cast<R>(p.factor), p.forward);
  for (std::size_t k = 0; !packed && k < n; ++k)
    *reinterpret_cast<number*>(at(static_cast<char*>(p.to), to, k)) = line[k];
}

template <class R>
void run_pass(line_pass const& p) {
  using complex = std::complex<R>;
  if (p.kind == transform_kind::complex && p.lines == 1)
    return run_line<R>(p);
  R const factor = static_cast<R>(p.factor);
  auto const axis = std::size_t(p.axis);
  auto const copied = [](dynamic_extents const& e) { return std::vector<index_t>(e.value, e.value + e.rank()); };
  pocketfft::shape_t const extents(p.extents.value, p.extents.value + p.extents.rank());
  pocketfft::stride_t const from = copied(p.from_strides), to = copied(p.to_strides);
  switch (p.kind) {
  case transform_kind::halved:
  case transform_kind::whole:
    return pocketfft::r2c(extents, from, to, axis, p.forward, static_cast<R const*>(p.from),
                          static_cast<complex*>(p.to), factor);
  case transform_kind::restored:
    return pocketfft::c2r(extents, from, to, axis, p.forward, static_cast<complex const*>(p.from),
                          static_cast<R*>(p.to), factor);
  case transform_kind::cosine:
    return pocketfft::dct(extents, from, to, {axis}, p.forward ? 2 : 3, static_cast<R const*>(p.from),
                          static_cast<R*>(p.to), factor, p.orthogonal);
  case transform_kind::complex:
    return pocketfft::c2c(extents, from, to, {axis}, p.forward, static_cast<complex const*>(p.from),
                          static_cast<complex*>(p.to), factor);
  }
}

} // namespace
} // namespace weft::detail
