#pragma once

#include "run/isa.hpp"

#include <weft/eval/parallel.hpp>
#include <weft/linalg/gemm.hpp>

#include <algorithm>
#include <atomic>
#include <string>

// Private to src: the one place that chooses the route of a product. Single products, batches, vectors, plans and
// explain all ask route_of(), a function of shapes, types and settings. Its thresholds are in linalg/limits.hpp.
namespace weft::detail {

enum class gemm_mode : char { automatic, own, blas }; // in the order of the values of WEFT_GEMM

/// Sizes, in multiplications, up to which weft's own kernels compute a product.
struct own_bounds {
  double always = 0; ///< the bound of sizes for any number of threads of BLAS
  double alone = 0;  ///< the bound of sizes if BLAS would use no more threads than weft
};

/// Settings that the choice of a route depends on, found once per process. The number of threads of BLAS is read at
/// each choice, because a program may set it.
struct route_settings {
  gemm_mode mode = gemm_mode::automatic; ///< what the environment variable WEFT_GEMM says
  bool blas = false;                     ///< whether BLAS is linked
  int vector_bytes = 0;                  ///< bytes of the widest machine vectors that are used
  index_t side = 0;                      ///< rows of the largest square matrices that weft's kernels multiply; 0: any
  own_bounds matrices, vectors;
  own_bounds complex_vectors; ///< bounds for products with a complex vector, which the kernels for matrices compute
};
route_settings const& the_route_settings();

/// Points to the settings, so that a small product reads them without the guard of a static variable. Before the first
/// call of the_route_settings() it points to settings whose bounds are 0: no product counts as small.
#if !defined(_WIN32) // on Windows only exported symbols are visible
[[gnu::visibility("hidden")]]
#endif
extern std::atomic<route_settings const*> current_route_settings;
WEFT_INLINE route_settings const& current_settings() {
  return *current_route_settings.load(std::memory_order_acquire);
}

/// Returns whether the kernels that OpenBLAS calls by this name use AVX-512.
bool has_avx512_kernels(std::string const& name);
/// Returns the text of build_info(), such as "own kernels, BLAS above 128 x 128 x 128".
std::string settings_text(route_settings const& settings);

using own_family = own_bounds route_settings::*;
WEFT_INLINE bool is_always_own(own_family family, double size) {
  return size <= (current_settings().*family).always;
}
bool is_own_beyond(own_family family, double size, bool divisible);
/// Returns true if a product of `size` multiplications is small enough for weft's own kernels. They also compute a
/// product whose alpha is 0, or for which is_own_by_rows() returns true. `divisible` tells that own kernels divide the
/// product among threads.
WEFT_INLINE bool is_own(own_family family, double size, bool divisible = true) {
  return is_always_own(family, size) || is_own_beyond(family, size, divisible);
}

/// Returns whether weft's own kernels compute a product although its C has, in its storage order, more rows than
/// route_settings::side. They do if BLAS would use no more threads than weft and the bound `alone` holds for `side`
/// such rows, because they compute groups of rows one after the other.
bool is_own_by_rows(matrix_shape const& c, index_t k);

/// Returns the nanoseconds that weft's own kernels take for a product in one thread; a low estimate, as threads_for()
/// needs.
double own_time(element_kind kind, index_t m, index_t n, index_t k);

/// Returns the bytes of the widest vectors, at most `most`, that a row of C fills; 16 if it fills none.
constexpr int vector_bytes_for(index_t row_bytes, int most) {
  while (most > 16 && row_bytes < most)
    most /= 2;
  return most;
}
constexpr bool is_complex_kind(element_kind kind) {
  return kind == element_kind::c64 || kind == element_kind::c128;
}
/// Returns true if a product runs unpacked in one block, provided that the strides allow it.
constexpr bool is_direct(index_t a_bytes, index_t b_bytes, index_t k) {
  return a_bytes <= product_limits::direct_bytes && b_bytes <= product_limits::direct_bytes &&
         k <= product_limits::block_steps;
}

/// Returns the number of rows of C in one group, if the rows of A are not packed. Groups are computed one after the
/// other, because a tile is a piece of several rows, and long rows lie pages apart. For 1000 rows of 8000 bytes, groups
/// of 16 took 0.25 of the time of a single group for k = 10 and 0.7 for k = 32; groups of 64 took 0.88 for k = 10
/// (Cascade Lake).
constexpr index_t rows_at_once(index_t m, index_t row_bytes) {
  index_t const most = row_bytes > 8192 ? 16 : 131072 / row_bytes;
  return m < 2 * most ? m : most;
}

/// Returns true if a product whose C has rows of unit stride is `direct`, and sets its route. bytes: the size of an
/// element. For small products threads_for() is not called.
WEFT_INLINE bool is_direct_by_rows(element_kind kind, index_t bytes, matrix_shape const& b, matrix_shape const& c,
                                   product_route& route) {
  index_t const m = c.rows, n = c.cols, k = b.rows, row_bytes = n * bytes;
  route = {product_way::direct, false, vector_bytes_for(row_bytes, current_settings().vector_bytes), 1};
  if (row_bytes < route.vector_bytes || !is_direct(m * k * bytes, k * row_bytes, k) || m > rows_at_once(m, row_bytes) ||
      (b.col_stride != 1 && k * row_bytes > product_limits::copied_bytes))
    return false;
  index_t const small = is_complex_kind(kind) ? product_limits::undivided_complex_side : product_limits::undivided_side;
  return (m <= small && n <= small && k <= small) || threads_for(own_time(kind, m, n, k)) == 1;
}

/// Returns true if a product is `direct`, for a C in either storage order, and sets its route.
WEFT_INLINE bool is_direct_route(element_kind kind, index_t bytes, matrix_shape const& a, matrix_shape const& b,
                                 matrix_shape const& c, product_route& route) {
  if (c.col_stride == 1)
    return is_direct_by_rows(kind, bytes, b, c, route);
  if (c.row_stride != 1 || !is_direct_by_rows(kind, bytes, transposed(a), transposed(c), route))
    return false;
  route.swapped = true;
  return true;
}

/// Returns true if vectors of n floats or doubles are so short that no route need be sought: weft's own kernel `dot`
/// takes them in one pass, which is not cut into pieces. The caller tests whether they have gaps.
WEFT_INLINE bool is_short_dot(index_t n) {
  return n <= 2 * product_limits::dot_piece && is_always_own(&route_settings::vectors, double(n));
}
/// Returns the route of a product of two vectors of float or double.
product_route route_of_dot(element_kind kind, index_t n, bool alpha_is_zero = false);

/// Returns the route of weft's own kernels that pack operands or divide C among threads. If `triangle`, they compute
/// one half of C and mirror it.
product_route route_of_packed(matrix_shape const& a, matrix_shape const& c, element_kind kind, bool triangle);
product_route route_of_other(matrix_shape const& c, element_info const& info);

/// Returns true if one triangle and its mirror image cost less than the whole product.
WEFT_INLINE bool pays_for_mirror(index_t n, index_t k) {
  return n >= product_limits::triangle_extent && k >= product_limits::triangle_extent &&
         n * k >= product_limits::triangle_product;
}

/// Returns true if BLAS or weft can compute C = A * A^T or A * A^H as one triangle and its mirror image, and if that
/// pays.
WEFT_INLINE bool is_triangle(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c,
                             product_facts const& f) {
  return f.gram && f.old == old_value::ignored && (f.alpha_is_real || a.conj == b.conj) &&
         pays_for_mirror(a.rows, a.cols) && (c.col_stride == 1 || c.row_stride == 1);
}

/// Returns the route of a product whose C is one row or one column. Inline because of small products: a route that GCC
/// 12 returns in registers goes through memory field by field, and is loaded before it is there: 2 to 8 of 50 ns.
WEFT_INLINE product_route route_of_vectors(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c,
                                           element_kind kind, bool alpha_is_zero) {
  index_t const m = c.rows, n = c.cols, k = a.cols, piece = product_limits::vector_rows_of_piece;
  bool const sum = m == 1 && n == 1, complex = is_complex_kind(kind);
  bool const runs = k == 1 || (a.col_stride == 1 && b.row_stride == 1);
  if (sum && !complex && (runs || k <= 2 * product_limits::dot_piece))
    return route_of_dot(kind, k, alpha_is_zero);
  own_family const family = complex ? &route_settings::complex_vectors : &route_settings::vectors;
  double const size = double(m) * double(n) * double(k);
  bool const divisible = std::max(m, n) > piece; // 20 x 20000 took 4 times as long as on two threads of BLAS
  if (!is_own(family, size, divisible) && !alpha_is_zero)
    return {product_way::blas, false, 0, 1};
  if (complex)
    return route_of_packed(a, c, kind, false);
  int threads = 1;
  if (size > product_limits::undivided_vectors)
    threads =
        static_cast<int>(std::min<index_t>(threads_for(own_time(kind, m, n, k)), (std::max(m, n) - 1) / piece + 1));
  return {product_way::vector, n != 1, current_settings().vector_bytes, threads};
}

/// Returns the route of C = alpha * A * B + beta * C, whose shapes fit each other. facts: a function that finds the
/// product_facts. It is called only for the few products that depend on them.
template <class Facts>
WEFT_INLINE product_route route_of(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c,
                                   element_info const& info, bool gram, Facts const& facts) {
  index_t const m = c.rows, n = c.cols, k = a.cols;
  if (m == 0 || n == 0)
    return {product_way::nothing, false, 0, 1};
  if (k == 0)
    return {product_way::scale, false, 0, 1};
  if (info.kind == element_kind::other)
    return route_of_other(c, info);
  if (m == 1 || n == 1)
    return route_of_vectors(a, b, c, info.kind, facts().alpha_is_zero);
  if (!is_own(&route_settings::matrices, double(m) * double(n) * double(k)) && !facts().alpha_is_zero &&
      !is_own_by_rows(c, k))
    return {product_way::blas, false, 0, 1}; // for alpha == 0 BLAS would not read the factors
  if (gram && is_triangle(a, b, c, facts()))
    return route_of_packed(a, c, info.kind, true);
  product_route route;
  return is_direct_route(info.kind, info.a_bytes, a, b, c, route) ? route : route_of_packed(a, c, info.kind, false);
}

/// Returns the number of threads among which `count` products of one route are distributed. It is above 1 only for many
/// products of weft's own kernels. If it is 1, each product is divided as its route says.
int sharing_threads(product_route const& route, element_kind kind, index_t m, index_t n, index_t k, index_t count);

} // namespace weft::detail
