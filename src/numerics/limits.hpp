#pragma once

// Private to src/numerics: limits between ways to compute, with their measurements, on one core with AVX-512.
namespace weft::detail::convolution_limits {

/// The cost of a pass along a further axis, in multiplications for each result, for a kernel that is applied one axis
/// after the other. With 5 x 5 numbers, of which the sums along axes take 10, it took 1.02 of the time of direct sums
/// for 512 x 512 doubles, 0.94 for floats, 0.76 and 0.81 for 64 x 64; with 3 x 3 1.27, 1.64, 0.63 and 1.16; with 9 x 9
/// 0.4 to 0.5. For 64 x 64 x 64 it took 1.15 with 3 x 3 x 3 and 0.64 with 4 x 4 x 4.
inline constexpr double pass = 12;

/// Transforms are taken if direct sums have at least this number of multiplications for each element of the padded
/// operand. Direct sums of doubles took 0.89 of the time of transforms with kernels of 256 for 10^5 numbers, 1.24 for
/// 10^6, 1.12 for 1000; with 512 1.2 to 2.4, with 4096 10; 0.63 with 11 x 11 for 512 x 512, 1.16 with 15 x 15, 1.65
/// with 21 x 21; 0.82 with 7 x 7 x 7 for 64 x 64 x 64. Sums of floats took 0.6 to 0.76 with 256 and 1.05 to 1.4 with
/// 512; 0.85 with 15 x 15, 1.43 with 21 x 21. Sums of complex<double> took 1.74, 0.53 and 1.02 with 128 for 1000, 10^4
/// and 10^5 numbers, 2.8, 0.79 and 1.36 with 192, 3.7, 1.14 and 2.2 with 256; of complex<float> 1.14, 0.54 and 0.87
/// with 128, 2.0, 0.88 and 1.35 with 192, 3.5, 1.7 and 2.1 with 384 (Xeon with AVX-512).
inline constexpr double transforms_of_doubles = 256, transforms_of_floats = 384, transforms_of_complex = 192;

} // namespace weft::detail::convolution_limits
