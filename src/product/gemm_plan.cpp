#include "product/blas.hpp"
#include "product/gemm_own.hpp"
#include "product/route.hpp"

#include <weft/base/check.hpp>

#include <algorithm>
#include <string>

// Plans products: finds the route, and the memory and the calls of BLAS that it needs.
namespace weft::detail {
namespace {

std::string text_of(matrix_shape const& s) {
  return "(" + std::to_string(s.rows) + ", " + std::to_string(s.cols) + ")";
}

void check_shapes(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c) {
  if (a.cols != b.rows || a.rows != c.rows || b.cols != c.cols)
    throw shape_error("gemm: a product of " + text_of(a) + " and " + text_of(b) + " does not fit into " + text_of(c));
}

std::size_t bytes_of_blocked(gemm_plan const& p, element_info const& info) {
  bool const swapped = p.route.swapped;
  if (info.real_vectors() && (p.m == 1 || p.n == 1))
    return bytes_of_temporary({p.k, 1, 1, 1}, info.b_bytes);
  tile_shape const tile = tile_of(info, p.route.vector_bytes);
  block_shape const size = blocks_of(tile, swapped ? p.n : p.m, swapped ? p.m : p.n, p.k);
  return std::size_t(size.k * (size.m * info.a_bytes + size.n * info.b_bytes));
}

std::size_t bytes_of_packed(own_blocks const& o) {
  return o.bytes_of_block() <= product_limits::packed_on_stack ? 0
                                                               : std::size_t(o.bytes_of_block() * o.thread_blocks());
}

} // namespace

std::size_t bytes_of_temporary(matrix_shape const& s, index_t element_bytes) {
  index_t bytes = 0;
  if (__builtin_mul_overflow(s.rows, s.cols, &bytes) || __builtin_mul_overflow(bytes, element_bytes, &bytes))
    throw linalg_error("gemm: a temporary of shape " + text_of(s) + " has more than 2^63 bytes");
  return std::size_t(bytes);
}

gemm_plan plan_gemm(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c, element_info const& info,
                    product_facts const& facts, index_t count, index_t block, product_route const& route) {
  check_shapes(a, b, c);
  gemm_plan p{};
  p.kind = info.kind;
  p.m = c.rows;
  p.n = c.cols;
  p.k = a.cols;
  p.route = route;
  if (route.way == product_way::undecided)
    p.route = route_of(a, b, c, info, facts.gram, [&facts] { return facts; });
  p.sharing = sharing_threads(p.route, p.kind, p.m, p.n, p.k, count);
  if (p.sharing > 1) {
    thread_scope const one{1};
    p.route = route_of(a, b, c, info, facts.gram, [&facts] { return facts; });
  }
  switch (p.route.way) {
  case product_way::blocked:
    p.temporary_bytes = bytes_of_blocked(p, info);
    break;
  case product_way::packed:
  case product_way::triangle:
    p.blocks = own_blocks_of(a, b, c, p.kind, p.route);
    p.route.threads = p.blocks.thread_blocks();
    p.temporary_bytes = bytes_of_packed(p.blocks);
    break;
  case product_way::blas:
    p.call = plan_blas(a, b, c, facts, block);
    p.temporary_bytes = packed_bytes(p, info);
    break;
  default:
    break;
  }
  return p;
}

} // namespace weft::detail
