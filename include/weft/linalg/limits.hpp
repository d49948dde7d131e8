#pragma once
#include <weft/base/index.hpp>

// The sizes of products at which another method becomes faster, each with the measurements that show it. Machines: a
// core of Sapphire Rapids unless the comment names another one; compilers at -O2. The size of a product is the number
// of its multiplications.
namespace weft::detail::product_limits {

// Limits between weft's own kernels and BLAS.

/// Products up to one of these sides are computed by weft's own kernels, and larger ones by BLAS; the side depends on
/// the instruction sets of both. The figures are GFLOP/s for n x n doubles on one core, weft's first: "64 and 22 at 64"
/// means 64 by weft and 22 by OpenBLAS 0.3.21 for n = 64. "AVX-512 beside the kernels for Haswell" says that weft uses
/// AVX-512, and BLAS its kernels for Haswell. Sapphire Rapids, whose peak was 68:
///   AVX-512 beside the kernels for Haswell: 64 and 22 at 64, 57 and 26 at 256, 54 and 28 at 2048;
///   AVX-512 beside the kernels for SkylakeX: 14.6 and 11.5 at 8, 66 and 50 at 128, 57 and 53 at 256, 49 and 51 at 512,
///     45 and 53 at 1024. On a later machine OpenBLAS 0.3.21 and 0.3.34 took 1.1 to 1.3 of weft's time from 256 to 512,
///     and 0.94 to 1.07 above; MKL took 1.0 to 1.1 up to 256, and 0.8 to 1 above (bench/results/routes.md);
///   AVX2 beside Haswell: 14.6 and 5 at 8, 34 and 28 at 65, 33 and 33 at 256, 33 and 34 at 1024;
///   baseline beside Nehalem: 8.5 and 5 at 8, 10 and 10 at 64, 9.5 and 10 at 512.
/// Zen 5, which OpenBLAS does not know, so that it takes the kernels for Cooper Lake:
///   AVX-512: 118 and 81 at 128, 106 and 90 at 256, 106 and 90 at 512, 103 and 91 at 2048: there is no largest side.
/// If a matrix has more rows than this side, the other extents decide: a part of B that fits the cache is multiplied by
/// rows of A one after the other. On Cascade Lake, for 10^4 and 10^5 rows times k x n, AVX-512 took these shares of the
/// time of SkylakeX's kernels: 0.7 and 0.4 for 64 x 64, 0.3 and 0.6 for 64 x 96, 0.7 for 128 x 32, 0.8 and 0.7 for 128
/// x 128, 0.4 for 256 x 256.
inline constexpr index_t side_beside_avx512 = 512; ///< weft uses AVX-512, and OpenBLAS too
inline constexpr index_t side_beside_others = 128; ///< BLAS does not name its kernels, or both use AVX2
inline constexpr index_t side_beside_newer = 32;   ///< BLAS uses a newer instruction set than weft, or weft the oldest
/// The side up to which products are weft's own even if BLAS has more threads than weft. OpenBLAS divides products
/// among threads from about 32 x 32 x 32 on, and above this side that pays.
inline constexpr index_t divided_side = 128;
/// The same limit for products with vectors, in multiplications, with AVX2 or AVX-512. OpenBLAS divides gemv among
/// threads from 96 x 96 on, and dot from 10^4 elements on.
inline constexpr double divided_vectors = 9216;
/// The largest products with vectors, in multiplications, that are weft's own without AVX.
inline constexpr double baseline_vectors = 1024;
/// The smallest products, in multiplications, that OpenBLAS was seen to divide among threads: zdotu of 10001, zgemv of
/// 64 x 64, zgemm of 33 x 33 x 33.
inline constexpr double blas_divides_dot = 1e4, blas_divides_gemv = 64 * 64, blas_divides_gemm = 32 * 32 * 32;

// Low estimates of the time of weft's own kernels, from which the number of threads is decided.

/// Machine vectors of products and sums that a product of matrices computes in a nanosecond; 4 to 7 were measured.
inline constexpr double vectors_in_ns = 8;
/// Bytes of a matrix that are multiplied by a vector in a nanosecond. Measured were 100 for a matrix in the
/// second-level cache, and 10 for one in memory.
inline constexpr double vector_bytes_in_ns = 60;

// Threads.

/// Products up to these extents, of real and of complex numbers, run on one thread without a decision: they take up to
/// 30 us, and to decide would take 5 ns.
inline constexpr index_t undivided_side = 64, undivided_complex_side = 40;
/// Products of a matrix and a vector up to this number of multiplications run on one thread: they take 0.2 us.
inline constexpr double undivided_vectors = 4096;
/// The least number of rows of A for each thread in a product with a vector.
inline constexpr index_t vector_rows_of_piece = 64;
/// The least number of elements in a piece of a long dot, which takes a microsecond. Up to two pieces are one sum.
inline constexpr index_t dot_piece = 8192;
/// The longest dot without gaps that uses the vectors of the baseline: 2 doubles take 5 ns in place of 10, 4 take 6 in
/// place of 9, and from 8 on both take the same time (Sapphire Rapids).
inline constexpr index_t baseline_dot = 8;
/// The largest number of pieces of a long dot.
inline constexpr index_t dot_pieces = 64;

// Reading operands where they lie, or packing them.

/// The most bytes of A, and of B, that are read where they lie and not packed, because they stay in the second-level
/// cache. For 100 x 100 doubles packing B took 1.15 times as long as not packing it, for 256 x 256 not packing took 1.1
/// times as long.
inline constexpr index_t direct_bytes = 160000;
/// Steps of the sum in one block: 384 took 0.94 of the time of 192 for 1024 x 1024 and more, where C is read and
/// written the oftener the shorter the blocks are.
inline constexpr index_t block_steps = 384;
/// The bytes of the largest B that is copied to the stack, 32 x 32 doubles. A larger B is packed in panels.
inline constexpr index_t copied_bytes = 8192;
/// The most bytes of columns of B that are packed at a time.
inline constexpr index_t packed_columns_bytes = 49152;
/// The packed rows of A take an eighth of the second-level cache: parts of B and C pass through the rest.
inline constexpr index_t packed_rows_share = 8;
/// The most bytes that a thread packs on its stack for its part of C. For more, memory is allocated.
inline constexpr index_t packed_on_stack = 32768;
/// Elements of a vector, or of a product with one, that a loop works on at a time: half of a first-level cache.
inline constexpr index_t vector_run = 2048;

/// A product of a matrix and its transposed one is computed as one triangle and a mirror image from this side, and from
/// this product of both sides, on. dsyrk with the mirror took 1.05 of dgemm's time for 32 x 32, 0.86 for 48 x 48, 0.65
/// from 128 x 128 on, but 1.3 to 2.9 for 4 columns (OpenBLAS 0.3.21, AVX-512, one core).
inline constexpr index_t triangle_extent = 32, triangle_product = 2048;
/// Rows of the tiles in which a triangle is mirrored.
inline constexpr index_t mirror_side = 32;

/// The least and the most bytes of a factor in a stack of matrices that is prefetched while the product before it is
/// computed. The processor finds shorter factors by itself: prefetched, 8 x 8 doubles would take 1.2 of the time.
/// Longer factors do not fit into the second-level cache. Prefetched, 1000 products of 32 x 32 doubles take 0.6 of the
/// time, of 48 x 48 doubles 0.55, and of 32 x 32 floats in the third-level cache 0.85.
inline constexpr index_t least_prefetched = 2048, most_prefetched = 128 * 1024;

// Limits of products that are compiled in the program.

/// Static shapes with up to this many multiplications are unrolled: 4 x 4 doubles took 9 ns, and 84 ns by a plan and
/// BLAS (GCC 12).
inline constexpr index_t inline_product = 216;
/// The most multiplications of a product that is a part of a small statement (eval/small.hpp): 8 x 8 x 8. For complex
/// numbers the limit is inline_product: they do not use vectors there, and 8 x 8 took 1.7 times as long as the compiled
/// kernel.
inline constexpr index_t small_product = 512;
/// The most vectors of sums that stay in registers in an unrolled product.
inline constexpr index_t inline_sums = 24;
/// Products up to this number of multiplications do not call a clone, which is a copy of the function for a wider
/// instruction set: the call costs about 2 ns, more than the vectors of AVX2 save for 2 x 2.
inline constexpr index_t inline_without_clone = 8;
/// Extents of the blocks of elements that BLAS does not have: a packed part of A, 96 x 256 doubles, stays in a
/// second-level cache, a panel of B, 256 x 4 to 16, in the first.
inline constexpr index_t blocked_rows = 96, blocked_columns = 1024, blocked_steps = 256;
/// Elements that a product of such elements with a vector works on at a time.
inline constexpr index_t blocked_run = 512;

} // namespace weft::detail::product_limits
