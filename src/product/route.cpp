#include "product/route.hpp"
#include "product/cblas.hpp"
#include "product/gemm_own.hpp"
#include "run/environment.hpp"
#include "run/threads.hpp"

#include <weft/eval/loop.hpp>

#include <algorithm>
#include <cctype>

namespace weft::detail {

using namespace product_limits;

namespace {

gemm_mode wanted_mode() {
  constexpr char const* modes[] = {"auto", "own", "blas"};
  return static_cast<gemm_mode>(std::max(0, choice_in_environment("WEFT_GEMM", modes)));
}

int threads_of_blas() {
#if defined(WEFT_WITH_BLAS)
  if (openblas_get_num_threads != nullptr)
    return openblas_get_num_threads();
#if !defined(_WIN32)
  if (MKL_Get_Max_Threads != nullptr)
    return MKL_Get_Max_Threads();
#endif
#endif
  return 1;
}

/// Returns the number of threads that BLAS would use for a large product: at most the number that weft was asked to
/// use, if it was.
int threads_for_blas() {
  int const asked = blas_budget(), configured = threads_of_blas();
  return asked == 0 ? configured : std::min(asked, configured);
}

std::string lower(std::string name) {
  for (char& c : name)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

bool is_amd() {
#if WEFT_HAS_CLONES
  return __builtin_cpu_is("amd");
#else
  return false;
#endif
}

/// Returns the side of the largest square product that weft's own kernels compute; 0: they compute all. `core` names
/// the kernels that OpenBLAS has chosen. `foreign`: the processor is AMD's, and the kernels are not its `zen4` ones.
index_t largest_side(int isa, std::string const& core, bool foreign) {
  if (isa == 2)
    return core.empty() ? side_beside_others : has_avx512_kernels(core) && !foreign ? side_beside_avx512 : 0;
  return isa == 1 && !has_avx512_kernels(core) ? side_beside_others : side_beside_newer;
}

double multiplications(index_t m, index_t n, index_t k) {
  return double(m) * double(n) * double(k);
}
double cube(index_t side) {
  return multiplications(side, side, side);
}

/// Returns the storage order of a matrix; the nearer one if no stride is 1.
blas_order named_order(matrix_shape const& s) {
  blas_order const order = order_of(s);
  return order == blas_order::none ? nearest_order(s) : order;
}

route_settings found_settings() {
  constexpr own_bounds any{1e300, 1e300};
  route_settings f;
  int const isa = isa_level();
  f.vector_bytes = instruction_sets[isa].vector_bytes;
  f.mode = wanted_mode();
#if defined(WEFT_WITH_BLAS)
  f.blas = true;
#endif
  if (!f.blas || f.mode == gemm_mode::own)
    f.matrices = f.vectors = f.complex_vectors = any;
  if (!f.blas || f.mode != gemm_mode::automatic)
    return f;
  std::string core;
#if defined(WEFT_WITH_BLAS)
  if (openblas_get_corename != nullptr)
    core = openblas_get_corename();
#endif
  f.side = largest_side(isa, core, is_amd() && lower(core) != "zen4");
  f.matrices.alone = f.side == 0 ? any.alone : cube(f.side);
  f.matrices.always = f.side == 0 || f.side > divided_side ? cube(divided_side) : f.matrices.alone;
  f.vectors = isa == 0 ? own_bounds{baseline_vectors, baseline_vectors} : own_bounds{divided_vectors, any.alone};
  return f;
}

/// Returns whether weft computes a product because its size is within the bound `alone`, and BLAS would use no more
/// threads than weft.
bool is_own_alone(own_bounds const& bounds, double size, bool divisible) {
  return size <= bounds.alone && threads_for_blas() <= (divisible ? num_threads() : 1);
}

constinit route_settings const unknown_settings;

} // namespace

constinit std::atomic<route_settings const*> current_route_settings = &unknown_settings;

bool has_avx512_kernels(std::string const& name) {
  std::string const core = lower(name);
  return core == "skylakex" || core == "cooperlake" || core == "sapphirerapids" || core == "zen4";
}

route_settings const& the_route_settings() {
  static route_settings const settings = found_settings();
  if (current_route_settings.load(std::memory_order_relaxed) != &settings)
    current_route_settings.store(&settings, std::memory_order_release);
  return settings;
}

/// Decides like is_own(); above the bound `always` the choice depends on the threads of BLAS.
bool is_own_beyond(own_family family, double size, bool divisible) {
  own_bounds const& bounds = the_route_settings().*family;
  return size <= bounds.always || is_own_alone(bounds, size, divisible);
}

bool is_own_by_rows(matrix_shape const& c, index_t k) {
  route_settings const& settings = the_route_settings();
  bool const by_rows = c.col_stride == 1;
  index_t const rows = by_rows ? c.rows : c.cols, n = by_rows ? c.cols : c.rows;
  return settings.side > 0 && rows > settings.side &&
         is_own_alone(settings.matrices, multiplications(settings.side, n, k), true);
}

double own_time(element_kind kind, index_t m, index_t n, index_t k) {
  double const size = multiplications(m, n, k);
  bool const complex = is_complex_kind(kind);
  double const bytes = kind == element_kind::f32 ? 4 : kind == element_kind::c128 ? 16 : 8;
  if ((m == 1 || n == 1) && !complex)
    return size * bytes / vector_bytes_in_ns;
  // A complex product is four real ones, of numbers with half the bytes.
  double const real_products = complex ? 2 : 1;
  return size * bytes * real_products / (vectors_in_ns * current_settings().vector_bytes);
}

product_route route_of_dot(element_kind kind, index_t n, bool alpha_is_zero) {
  if (!is_own(&route_settings::vectors, double(n)) && !alpha_is_zero)
    return {product_way::blas, false, 0, 1};
  int const threads = n <= 2 * dot_piece ? 1 : threads_for(own_time(kind, 1, 1, n));
  return {product_way::dot, false, current_settings().vector_bytes, threads};
}

product_route route_of_packed(matrix_shape const& a, matrix_shape const& c, element_kind kind, bool triangle) {
  product_route route{triangle ? product_way::triangle : product_way::packed, false, current_settings().vector_bytes,
                      1};
  route.swapped = named_order(c.cols == 1 ? a : c) == blas_order::column;
  route.threads = threads_for(own_time(kind, c.rows, c.cols, a.cols));
  return route;
}

/// Returns the route of elements that BLAS does not take. Machine vectors run along the rows of C, so A and B are
/// exchanged if C is stored by columns. For real elements and a C of one row they are exchanged to make C a column.
product_route route_of_other(matrix_shape const& c, element_info const& info) {
  product_route route{product_way::blocked, false,
                      info.vectors ? std::min(the_route_settings().vector_bytes, info.widest) : 16, 1};
  if (info.real_vectors() && (c.rows == 1 || c.cols == 1))
    route.swapped = c.cols != 1;
  else
    route.swapped = info.vectors && nearest_order(c) == blas_order::column;
  return route;
}

int sharing_threads(product_route const& route, element_kind kind, index_t m, index_t n, index_t k, index_t count) {
  int const threads = route.own() ? threads_for(own_time(kind, m, n, k) * double(count)) : 1;
  return count < threads * pieces_per_thread ? 1 : threads;
}

} // namespace weft::detail
