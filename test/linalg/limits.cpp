#include <weft/linalg/limits.hpp>

#include "gemm_oracle.hpp"

using namespace linalg_test;
using namespace weft::detail::product_limits;

// What the sizes must keep to each other, whatever they are measured to be.

TEST_CASE("limits of products: what is copied or packed on the stack is also small enough to be read directly") {
  CHECK(copied_bytes <= direct_bytes);
  CHECK(packed_on_stack <= direct_bytes);
  CHECK(copied_bytes % 64 == 0);
  CHECK(packed_on_stack % 64 == 0);
}

TEST_CASE("limits of products: blocks are whole tiles, of every vector and element size") {
  for (int const bytes : {16, 32, 64})
    for (index_t const size : {4, 8, 16}) {
      tile_shape const tile = tile_of({element_kind::other, true, false, size, size}, bytes);
      CAPTURE(bytes);
      CAPTURE(size);
      CHECK(blocked_rows % tile.rows == 0);
      CHECK(blocked_columns % tile.cols == 0);
    }
}

TEST_CASE("limits of products: small products are never divided among threads, and unrolled ones are smaller still") {
  CHECK(undivided_complex_side <= undivided_side);
  CHECK(inline_product < double(undivided_complex_side) * undivided_complex_side * undivided_complex_side);
  CHECK(least_prefetched < most_prefetched);
  CHECK(divided_side <= side_beside_avx512);
}
