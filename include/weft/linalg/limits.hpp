#pragma once
#include <weft/base/index.hpp>

// The sizes at which products go another way, each with the measurement that it comes from. Machines: a core of
// Sapphire Rapids unless something else is said; compilers at -O2. Sizes of products are numbers of multiplications.
namespace weft::detail::product_limits {

// Own kernels or BLAS.

/// The largest side of a product that weft's own kernels compute beside OpenBLAS 0.3.21. The figures are GFLOP/s of
/// weft's own kernels and of BLAS for n x n doubles on one core. Sapphire Rapids, whose peak was 68:
///   AVX-512 beside the kernels for Haswell: 64 and 22 at 64, 57 and 26 at 256, 54 and 28 at 2048;
///   AVX-512 beside the kernels for SkylakeX: 14.6 and 11.5 at 8, 66 and 50 at 128, 57 and 53 at 256, 49 and 51 at 512,
///     45 and 53 at 1024;
///   AVX2 beside Haswell: 14.6 and 5 at 8, 34 and 28 at 65, 33 and 33 at 256, 33 and 34 at 1024;
///   baseline beside Nehalem: 8.5 and 5 at 8, 10 and 10 at 64, 9.5 and 10 at 512.
/// Zen 5, which OpenBLAS does not know, so that it takes the kernels for Cooper Lake:
///   AVX-512: 118 and 81 at 128, 106 and 90 at 256, 106 and 90 at 512, 103 and 91 at 2048: there is no largest side.
/// If a matrix has more rows than that, the other extents decide: a part of B that fits the cache is multiplied by rows
/// of A one after the other. On Cascade Lake, for 10^4 and 10^5 rows times k x n, AVX-512 took these shares of the time
/// of SkylakeX's kernels: 0.7 and 0.4 for 64 x 64, 0.3 and 0.6 for 64 x 96, 0.7 for 128 x 32, 0.8 and 0.7 for 128 x
/// 128, 0.4 for 256 x 256.
inline constexpr index_t side_beside_avx512 = 256; ///< both have AVX-512
inline constexpr index_t side_beside_others = 128; ///< a BLAS that does not name its kernels, or AVX2 beside its like
inline constexpr index_t side_beside_newer = 32;   ///< the BLAS has a newer instruction set, or weft the oldest
/// Where BLAS has more threads than weft: OpenBLAS divides products from about 32 x 32 x 32 on, and from here on that
/// pays.
inline constexpr index_t divided_side = 128;
/// OpenBLAS divides gemv from 96 x 96 on, and dot from 10^4 elements on.
inline constexpr double divided_vectors = 9216;
/// Products with vectors that are weft's own without AVX.
inline constexpr double baseline_vectors = 1024;
/// The smallest of each level that OpenBLAS was seen to divide: zdotu of 10001, zgemv of 64 x 64, zgemm of
/// 33 x 33 x 33.
inline constexpr double blas_divides_dot = 1e4, blas_divides_gemv = 64 * 64, blas_divides_gemm = 32 * 32 * 32;

// How long own kernels take, for threads: the estimates are low ones.

/// 4 to 7 vectors of a product of matrices were measured in a nanosecond.
inline constexpr double vectors_in_ns = 8;
/// Bytes of a matrix that is multiplied by a vector: 100 from the second cache, 10 from memory.
inline constexpr double vector_bytes_in_ns = 60;

// Threads.

/// Up to these extents, real and complex, threads are not considered: products take up to 30 us, and to decide takes 5
/// ns.
inline constexpr index_t undivided_side = 64, undivided_complex_side = 40;
/// Up to this number of multiplications of a matrix and a vector threads are not considered: 0.2 us.
inline constexpr double undivided_vectors = 4096;
/// Rows of A that a thread takes at least of a product with a vector.
inline constexpr index_t vector_rows_of_piece = 64;
/// Elements of a piece of a long dot, a microsecond; two of them are one sum.
inline constexpr index_t dot_piece = 8192;
/// Elements up to which dot copies a vector with gaps to the stack: 8 ns in place of 50.
inline constexpr index_t gathered_dot = 64;
/// Pieces of a long dot.
inline constexpr index_t dot_pieces = 64;

// Reading operands where they lie, or packing them.

/// Operands are read where they lie while the part of B, and the part of A too, stays in the second-level cache: for
/// 100 x 100 doubles packing B took 1.15 times as long as not packing it, for 256 x 256 not packing took 1.1 times as
/// long.
inline constexpr index_t direct_bytes = 160000;
/// Steps of one block: 384 took 0.94 of the time of 192 for 1024 x 1024 and more, where C is read and written the
/// oftener the shorter the blocks are.
inline constexpr index_t block_steps = 384;
/// Bytes of B that are copied to the stack, 32 x 32 doubles. More is packed by panels.
inline constexpr index_t copied_bytes = 8192;
/// Bytes of the columns of B that are packed at a time.
inline constexpr index_t packed_columns_bytes = 49152;
/// The packed rows of A take this part of the second-level cache, next to what passes through it of B and C.
inline constexpr index_t packed_rows_share = 8;
/// Bytes that a part packs on the stack of its thread.
inline constexpr index_t packed_on_stack = 32768;
/// Elements of a vector, or of a product with one, that are at work at a time: half of a first-level cache.
inline constexpr index_t vector_run = 2048;

/// One triangle and its mirror image against the whole: dsyrk with the mirror took 1.05 of dgemm's time for 32 x 32,
/// 0.86 for 48 x 48, 0.65 from 128 x 128 on, but 1.3 to 2.9 for 4 columns (OpenBLAS 0.3.21, AVX-512, one core).
inline constexpr index_t triangle_extent = 32, triangle_product = 2048;
/// Rows of the tiles in which a triangle is mirrored.
inline constexpr index_t mirror_side = 32;

/// Bytes of a factor in a stack of matrices that is prefetched while the product before it is computed. Shorter ones
/// the processor finds by itself, 8 x 8 doubles would take 1.2 of the time; longer ones do not fit into the second
/// cache. 1000 products of 32 x 32 doubles take 0.6 of the time, of 48 x 48 0.55; of floats of 32 x 32, in the third
/// cache, 0.85.
inline constexpr index_t least_prefetched = 2048, most_prefetched = 128 * 1024;

// Products that programs compile.

/// Static shapes with up to this many multiplications are unrolled: 4 x 4 doubles took 9 ns so, and 84 by way of a plan
/// and BLAS (GCC 12).
inline constexpr index_t inline_product = 216;
/// Multiplications of a product that is a part of a small statement (eval/small.hpp): 8 x 8 x 8. Complex ones are no
/// vectors there, and 8 x 8 took 1.7 times as long as the compiled kernel.
inline constexpr index_t small_product = 512;
/// Vectors of sums that stay in registers there.
inline constexpr index_t inline_sums = 24;
/// A call into a clone costs about 2 ns, more than the vectors of AVX2 save for 2 x 2.
inline constexpr index_t inline_without_clone = 8;
/// Blocks of other elements: a packed part of A, 96 x 256 doubles, stays in a second-level cache, a panel of B, 256 x 4
/// to 16, in the first.
inline constexpr index_t blocked_rows = 96, blocked_columns = 1024, blocked_steps = 256;
/// Elements of a run of such a product with a vector.
inline constexpr index_t blocked_run = 512;

} // namespace weft::detail::product_limits
