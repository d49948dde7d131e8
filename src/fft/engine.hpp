// Private to src/fft: PocketFFT in the instructions that the includer has chosen. All of it has internal linkage, so
// that no function compiled for one instruction set serves another. It keeps the plans of the last 16 lengths, and
// threads share them. transform.cpp decides which lines a thread transforms.
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

template <class R>
void run_pass(line_pass const& p) {
  using complex = std::complex<R>;
  R const factor = static_cast<R>(p.factor);
  switch (p.kind) {
  case transform_kind::halved:
  case transform_kind::whole:
    return pocketfft::r2c(p.extents, p.from_strides, p.to_strides, p.axis, p.forward, static_cast<R const*>(p.from),
                          static_cast<complex*>(p.to), factor);
  case transform_kind::restored:
    return pocketfft::c2r(p.extents, p.from_strides, p.to_strides, p.axis, p.forward,
                          static_cast<complex const*>(p.from), static_cast<R*>(p.to), factor);
  case transform_kind::cosine:
    return pocketfft::dct(p.extents, p.from_strides, p.to_strides, {p.axis}, p.forward ? 2 : 3,
                          static_cast<R const*>(p.from), static_cast<R*>(p.to), factor, p.orthogonal);
  case transform_kind::complex:
    return pocketfft::c2c(p.extents, p.from_strides, p.to_strides, {p.axis}, p.forward,
                          static_cast<complex const*>(p.from), static_cast<complex*>(p.to), factor);
  }
}

} // namespace
} // namespace weft::detail
