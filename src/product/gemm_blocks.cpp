#include "loop/stream.hpp"
#include "product/gemm_own.hpp"
#include "product/route.hpp"
#include "product/types.hpp"

#include <algorithm>
#include <cmath>

// Divides weft's own product into blocks, and chooses the operands that are packed.
namespace weft::detail {

namespace {

index_t line_of_reals(index_t reals, index_t size) {
  return round_up(reals, 64 / size);
}

index_t most_rows_of_block(index_t row_bytes, index_t rows) {
  return round_up(std::max(second_level_cache() / product_limits::packed_rows_share / row_bytes, rows), rows);
}

/// Returns an upper bound of the length of the blocks that block_begin() makes.
index_t longest_block(index_t n, int components, index_t unit) {
  return components == 1 ? n : std::min(n, round_up(n / components + unit, unit));
}

/// Divides C into a grid of o.down x o.across blocks, one for each thread and none smaller than a tile, or into fewer
/// blocks if C is too small for that. Each block packs its rows of A and its columns of B, so the grid that packs least
/// is taken. A triangle is cut into rows alone, so that blocks have about equally many elements; the last of P blocks
/// has the fewest rows, more than m / (2 P).
void divide(own_blocks& o, index_t m, index_t n, index_t rows, index_t panel, int threads, bool triangle) {
  o.down = o.across = 1;
  for (; threads > 1 && o.thread_blocks() == 1; --threads) {
    index_t least = m + n;
    for (int down = 1; down <= threads; ++down) {
      int const across = threads / down;
      bool const fits = (down == 1 || (triangle ? 2 : 1) * down * rows <= m) && (across == 1 || across * panel <= n);
      if (down * across != threads || !fits || (triangle && across > 1) || m / down + n / across >= least)
        continue;
      least = m / down + n / across;
      o.down = down, o.across = across;
    }
  }
}

template <class T>
own_blocks blocks_for(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c, product_route const& route) {
  constexpr index_t size = sizeof(real_t<T>), components = is_complex<T> ? 2 : 1;
  index_t const m = c.rows, n = c.cols * components, k = a.cols;
  own_blocks o{};
  o.vector_bytes = vector_bytes_for(n * size, route.vector_bytes);
  o.real_bytes = size;
  bool const narrow = n * size < o.vector_bytes;
  o.buffer_c = narrow || (c.cols > 1 && c.col_stride != 1);
  o.m = m, o.n = n, o.k = k;
  index_t const width = o.vector_bytes / size, rows = most_rows(o.vector_bytes) / components;
  index_t const panel = width * most_vectors(o.vector_bytes);
  bool const triangle = route.way == product_way::triangle;
  divide(o, m, n, rows, panel, route.threads, triangle);
  bool const b_direct = !narrow && (b.cols <= 1 || b.col_stride == 1);
  index_t const whole_b = k * n * size, whole_a = m * k * components * size;
  index_t const rows_in_all = triangle ? m : rows_at_once(m, n * size);
  if (b_direct && is_direct(whole_a, whole_b, k)) {
    o.m = rows_in_all;
    return o;
  }
  o.k = std::min(k, product_limits::block_steps);
  o.m = std::min(triangle ? m : longest_block(m, o.down, rows), most_rows_of_block(o.k * components * size, rows));
  o.n = std::min(longest_block(n, o.across, panel), round_up(product_limits::packed_columns_bytes / size, panel));
  o.pack_b = !b_direct || (whole_b > product_limits::direct_bytes && m > 2 * rows);
  // Rows of A with unit stride need no packing while B stays in the cache. Without packing, 1000 x 1000 took 0.7 of the
  // time for k = 128; 500 x 500 took 0.97 for k = 96 and 0.86 for k = 128, but 1.3 and 1.2 with A stored by columns. Up
  // to 64 steps the order of A makes no difference.
  bool const b_stays = whole_b <= second_level_cache() / 2, a_direct = a.cols <= 1 || a.col_stride == 1 || k <= 64;
  o.pack_a = whole_a > product_limits::direct_bytes && n > 4 * panel && !(b_stays && a_direct);
  if (!o.pack_a && b_stays) // B stays in the cache while groups of rows read it one after the other
    o.m = std::min(o.m, rows_in_all);
  if (!o.pack_a && !o.pack_b && !o.buffer_c) // with whole sums, as in run_direct, whatever the number of threads is
    o.k = k;
  o.a_reals = o.pack_a ? line_of_reals((o.m + rows) * o.k * components, size) : 0;
  o.b_reals = o.pack_b ? line_of_reals(std::max(o.n + panel, width) * o.k, size) : 0;
  return o;
}

} // namespace

bool pays_to_prefetch(index_t bytes, double all) noexcept {
  return bytes >= product_limits::least_prefetched && bytes <= product_limits::most_prefetched &&
         all > double(second_level_cache());
}

index_t block_begin(index_t n, int block, int count, index_t unit, bool triangle) {
  if (block == count)
    return n;
  double const share = double(block) / count;
  return std::lround(double(n) * (triangle ? std::sqrt(share) : share) / double(unit)) * unit;
}

own_blocks own_blocks_of(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c, element_kind kind,
                         product_route const& route) {
  own_blocks blocks{};
  with_element(kind, [&]<class T>(T) {
    blocks = route.swapped ? blocks_for<T>(transposed(b), transposed(a), transposed(c), route)
                           : blocks_for<T>(a, b, c, route);
  });
  return blocks;
}

} // namespace weft::detail
