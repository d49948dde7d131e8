#include "loop/walk.hpp"
#include "product/gemm_choice.hpp"
#include "product/vector_loops.hpp"

#include <weft/eval/parallel.hpp>

#include <algorithm>

// The product of two vectors of float or double, without gaps.
WEFT_KERNELS_BEGIN
namespace weft::detail {
namespace {

template <class R>
WEFT_LOOP R dot_baseline(index_t n, R const* x, R const* y) {
  return vector_loops<R, 16>::dot(n, x, y);
}
#if WEFT_HAS_CLONES
template <class R>
WEFT_LOOP WEFT_TARGET_AVX2 R dot_avx2(index_t n, R const* x, R const* y) {
  return vector_loops<R, 32>::dot(n, x, y);
}
template <class R>
WEFT_LOOP WEFT_TARGET_AVX512 R dot_avx512(index_t n, R const* x, R const* y) {
  return vector_loops<R, 64>::dot(n, x, y);
}
#endif

template <class R>
auto dot_for(int vector_bytes) {
#if WEFT_HAS_CLONES
  if (vector_bytes == 64)
    return dot_avx512<R>;
  if (vector_bytes == 32)
    return dot_avx2<R>;
#endif
  static_cast<void>(vector_bytes);
  return dot_baseline<R>;
}

template <class R>
using dot_loop = R (*)(index_t n, R const* x, R const* y);

/// A long sum in pieces, of which each thread takes some. Their number depends on n alone, so that threads change no
/// bit.
template <class R>
class dot_in_pieces {
public:
  static constexpr index_t shortest = 8192; ///< a microsecond

  dot_in_pieces(dot_loop<R> loop, index_t n, R const* x, R const* y)
      : loop_(loop), n_(n), length_(std::max(shortest, length_of_pieces(n, most_pieces, 64))), x_(x), y_(y) {}
  R run(int threads) {
    index_t count = (n_ + length_ - 1) / length_;
    parallel_for(threads, count, &dot_in_pieces::run_piece, this);
    for (; count > 1; count = (count + 1) / 2)
      for (index_t p = 0; p < count / 2; ++p)
        sums_[p] += sums_[p + (count + 1) / 2];
    return sums_[0];
  }

private:
  static constexpr index_t most_pieces = 64;

  static void run_piece(void* me, index_t p) {
    auto& [loop, n, length, x, y, sums] = *static_cast<dot_in_pieces*>(me);
    index_t const first = p * length;
    sums[p] = loop(std::min(length, n - first), x + first, y + first);
  }

  dot_loop<R> loop_;
  index_t n_, length_;
  R const *x_, *y_;
  R sums_[most_pieces];
};

/// Apart, as room for the sums of pieces costs a short one a nanosecond.
template <class R>
[[gnu::noinline]] R long_dot(dot_loop<R> loop, index_t n, R const* x, R const* y) {
  return dot_in_pieces<R>(loop, n, x, y).run(threads_for(own_time(kind_of<R>, 1, 1, n)));
}

template <class R>
bool dot_of_runs(index_t n, R const* x, R const* y, R& sum) {
  static struct {
    dot_loop<R> loop;
    double always;
  } const own{dot_for<R>(16 << isa_level()), the_gemm_facts().vectors};
  if (double(n) > own.always && !own_dot_is_chosen(n))
    return false;
  sum = n <= 2 * dot_in_pieces<R>::shortest ? own.loop(n, x, y) : long_dot(own.loop, n, x, y);
  return true;
}

} // namespace

bool dot_at_once(index_t n, float const* x, float const* y, float& sum) {
  return dot_of_runs(n, x, y, sum);
}
bool dot_at_once(index_t n, double const* x, double const* y, double& sum) {
  return dot_of_runs(n, x, y, sum);
}

} // namespace weft::detail
WEFT_KERNELS_END
