#include "loop/walk.hpp"
#include "product/gemm_own.hpp"
#include "product/route.hpp"
#include "product/types.hpp"

#include <weft/eval/loop.hpp>
#include <weft/linalg/vector_loops.hpp>

#include <algorithm>

// Products of two vectors of float or double: of any length if they are contiguous, of up to two pieces if they have
// gaps.
WEFT_KERNELS_BEGIN
namespace weft::detail {
namespace {

struct dot_body {
  template <int Bytes, class R>
  WEFT_INLINE static R run(vector_of<Bytes>, index_t n, R const* x, R const* y) {
    return vector_loops<R, Bytes>::dot(n, x, y);
  }
};
template <class R>
using dot_clones = clones<dot_body, R(index_t n, R const* x, R const* y)>;

template <class R>
using dot_loop = typename dot_clones<R>::function;

/// The dot product of vectors with any strides, in four sums, so that an addition need not wait for the one before. GCC
/// 12 leaves an array of sums in memory: 400 doubles took twice the time. Copied to the stack first, 30 doubles took
/// 1.5 of the time: a vector is loaded from single stores.
struct dot_with_gaps_body {
  template <int Bytes, class R>
  WEFT_INLINE static R run(vector_of<Bytes>, index_t n, R const* x, index_t x_stride, R const* y, index_t y_stride) {
    R sum0 = -R{}, sum1 = -R{}, sum2 = -R{}, sum3 = -R{}; // as in vector_loops::dot
    auto const product = [&](index_t i) { return x[i * x_stride] * y[i * y_stride]; };
    index_t i = 0;
    for (; i + 4 <= n; i += 4) {
      sum0 += product(i);
      sum1 += product(i + 1);
      sum2 += product(i + 2);
      sum3 += product(i + 3);
    }
    for (; i < n; ++i)
      sum0 += product(i);
    return (sum0 + sum1) + (sum2 + sum3);
  }
};
template <class R>
using dot_with_gaps = clones<dot_with_gaps_body, R(index_t, R const*, index_t, R const*, index_t)>;

/// A product of long vectors, in pieces that are distributed among threads. The number of pieces depends on n alone, so
/// the number of threads changes no bit of the result.
template <class R>
class dot_in_pieces {
public:
  dot_in_pieces(dot_loop<R> loop, index_t n, R const* x, R const* y)
      : loop_(loop), n_(n),
        length_(std::max(product_limits::dot_piece, length_of_pieces(n, product_limits::dot_pieces, 64))), x_(x),
        y_(y) {}
  R run(int threads) {
    index_t count = (n_ + length_ - 1) / length_;
    parallel_for(threads, count, &dot_in_pieces::run_piece, this);
    for (; count > 1; count = (count + 1) / 2)
      for (index_t p = 0; p < count / 2; ++p)
        sums_[p] += sums_[p + (count + 1) / 2];
    return sums_[0];
  }

private:
  static void run_piece(void* me, index_t p) {
    auto& [loop, n, length, x, y, sums] = *static_cast<dot_in_pieces*>(me);
    index_t const first = p * length;
    sums[p] = loop(std::min(length, n - first), x + first, y + first);
  }

  dot_loop<R> loop_;
  index_t n_, length_;
  R const *x_, *y_;
  R sums_[product_limits::dot_pieces];
};

/// Returns true if two vectors have no gaps between their elements.
bool are_runs(index_t n, index_t x_stride, index_t y_stride) {
  return n <= 1 || (x_stride == 1 && y_stride == 1);
}
/// Returns the loop for vectors without gaps. It depends on n alone, so all routes give the same bits.
template <class R>
WEFT_INLINE dot_loop<R> loop_for(index_t n, int vector_bytes) {
  return n <= product_limits::baseline_dot ? dot_clones<R>::template at<0>() : dot_clones<R>::of(vector_bytes);
}
template <class R>
R dot_of_runs(product_route const& route, index_t n, R const* x, R const* y) {
  dot_loop<R> const loop = loop_for<R>(n, route.vector_bytes);
  return n <= 2 * product_limits::dot_piece ? loop(n, x, y) : dot_in_pieces<R>(loop, n, x, y).run(route.threads);
}

template <class R>
[[gnu::noinline]] bool run_long(index_t n, R const* x, R const* y, R& sum) {
  product_route const route = route_of_dot(kind_of<R>, n);
  if (route.way != product_way::dot)
    return false;
  sum = dot_of_runs(route, n, x, y);
  return true;
}

} // namespace

/// Computes `sum` and returns true, unless the vectors have gaps and are long, or BLAS takes them. Long vectors are
/// left to run_long(), because its array for the sums of pieces would cost short ones a nanosecond.
template <class R>
bool run_direct(index_t n, R const* x, index_t x_stride, R const* y, index_t y_stride, R& sum) {
  bool const runs = are_runs(n, x_stride, y_stride);
  if (!is_short_dot(n))
    return runs && run_long(n, x, y, sum);
  int const bytes = current_settings().vector_bytes;
  sum = runs ? loop_for<R>(n, bytes)(n, x, y) : dot_with_gaps<R>::of(bytes)(n, x, x_stride, y, y_stride);
  return true;
}

template <class R>
void run_dot(product_route const& route, R alpha, matrix_operand<R const> const& a, matrix_operand<R const> const& b,
             R beta, matrix_operand<R> const& c) {
  index_t const n = a.shape.cols, a_stride = a.shape.col_stride, b_stride = b.shape.row_stride;
  R const sum = are_runs(n, a_stride, b_stride)
                    ? dot_of_runs(route, n, a.data, b.data)
                    : dot_with_gaps<R>::of(route.vector_bytes)(n, a.data, a_stride, b.data, b_stride);
  R const product = alpha * sum;
  *c.data = beta == R{} ? product : product + beta * *c.data;
}

#define WEFT_DOT(R)                                                                                                    \
  template bool run_direct(index_t, R const*, index_t, R const*, index_t, R&);                                         \
  template void run_dot(product_route const&, R, matrix_operand<R const> const&, matrix_operand<R const> const&, R,    \
                        matrix_operand<R> const&);
WEFT_EACH_REAL_PRODUCT(WEFT_DOT)
#undef WEFT_DOT

} // namespace weft::detail
WEFT_KERNELS_END
