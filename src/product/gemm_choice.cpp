#include "product/gemm_choice.hpp"
#include "product/cblas.hpp"
#include "run/environment.hpp"
#include "run/threads.hpp"

#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>

#include <algorithm>
#include <cctype>

namespace weft::detail {
namespace {

gemm_mode wanted_mode() {
  constexpr char const* modes[] = {"auto", "own", "blas"};
  return static_cast<gemm_mode>(std::max(0, choice_in_environment("WEFT_GEMM", modes)));
}

int threads_of_blas() {
#if defined(WEFT_WITH_BLAS)
  return openblas_get_num_threads == nullptr ? 1 : openblas_get_num_threads();
#else
  return 1;
#endif
}

/// How many threads BLAS would use for a large product: no more than weft was asked to use, where it was asked.
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

/// The largest side of a product that weft's own kernels compute; 0: any. Measured as n x n doubles on one core, own
/// beside OpenBLAS 0.3.21, both in GFLOP/s. Sapphire Rapids, whose peak was 68:
///   AVX-512 beside the kernels for Haswell: 64 and 22 at 64, 57 and 26 at 256, 54 and 28 at 2048;
///   AVX-512 beside those for SkylakeX: 14.6 and 11.5 at 8, 66 and 50 at 128, 57 and 53 at 256, 49 and 51 at 512,
///     45 and 53 at 1024;
///   AVX2 beside Haswell: 14.6 and 5 at 8, 34 and 28 at 65, 33 and 33 at 256, 33 and 34 at 1024;
///   baseline beside Nehalem: 8.5 and 5 at 8, 10 and 10 at 64, 9.5 and 10 at 512.
/// Zen 5, of which OpenBLAS knows nothing and takes the kernels for Cooper Lake:
///   AVX-512: 118 and 81 at 128, 106 and 90 at 256, 106 and 90 at 512, 103 and 91 at 2048.
index_t largest_side(int isa, std::string const& core, bool foreign) {
  if (isa == 2)
    return core.empty() ? 128 : has_avx512_kernels(core) && !foreign ? 256 : 0;
  return isa == 1 && !has_avx512_kernels(core) ? 128 : 32;
}

/// Where BLAS has threads: it divides products from about 32 x 32 x 32 on, and from here on that pays.
constexpr index_t divided_side = 128;
/// OpenBLAS divides gemv from 96 x 96 on, and dot from 10^4 elements on.
constexpr double divided_vectors = 9216;

double multiplications(index_t m, index_t n, index_t k) {
  return double(m) * double(n) * double(k);
}
double cube(index_t side) {
  return multiplications(side, side, side);
}

gemm_facts found_facts() {
  constexpr double any = 1e300;
  gemm_facts f;
  f.mode = wanted_mode();
#if defined(WEFT_WITH_BLAS)
  f.blas = true;
#endif
  if (!f.blas || f.mode == gemm_mode::own)
    f.always = f.alone = f.vectors = f.vectors_alone = any;
  if (!f.blas || f.mode != gemm_mode::automatic)
    return f;
  std::string core;
#if defined(WEFT_WITH_BLAS)
  if (openblas_get_corename != nullptr)
    core = openblas_get_corename();
#endif
  int const isa = isa_level();
  f.side = largest_side(isa, core, is_amd() && lower(core) != "zen4");
  f.alone = f.side == 0 ? any : cube(f.side);
  f.always = f.side == 0 || f.side > divided_side ? cube(divided_side) : f.alone;
  f.vectors = isa == 0 ? 1024 : divided_vectors;
  f.vectors_alone = isa == 0 ? 1024 : any;
  return f;
}

/// threads: that weft would use.
bool own_vectors_are_chosen(double size, int threads) {
  gemm_facts const& f = the_gemm_facts();
  return size <= f.vectors || (size <= f.vectors_alone && threads >= threads_for_blas());
}

} // namespace

bool has_avx512_kernels(std::string const& name) {
  std::string const core = lower(name);
  return core == "skylakex" || core == "cooperlake" || core == "sapphirerapids" || core == "zen4";
}

gemm_facts const& the_gemm_facts() {
  static gemm_facts const facts = found_facts();
  return facts;
}

bool own_is_chosen(index_t m, index_t n, index_t k) {
  gemm_facts const& f = the_gemm_facts();
  double const size = multiplications(m, n, k);
  return size <= f.always || (size <= f.alone && num_threads() >= threads_for_blas());
}

bool own_dot_is_chosen(index_t n) {
  return own_vectors_are_chosen(double(n), num_threads());
}

/// The complex ones are left to BLAS: weft has no loops of their own for them. One sum alone is not divided here.
bool own_vectors_are_chosen(element_kind kind, index_t m, index_t n, index_t k) {
  gemm_facts const& f = the_gemm_facts();
  bool const real = kind == element_kind::f32 || kind == element_kind::f64;
  return (real || !f.blas || f.mode == gemm_mode::own) &&
         own_vectors_are_chosen(multiplications(m, n, k), m == 1 && n == 1 ? 1 : num_threads());
}

double own_time(element_kind kind, index_t m, index_t n, index_t k) {
  double const size = multiplications(m, n, k);
  bool const complex = kind == element_kind::c64 || kind == element_kind::c128;
  double const bytes = kind == element_kind::f32 ? 4 : kind == element_kind::c128 ? 16 : 8;
  if ((m == 1 || n == 1) && !complex)
    return size * bytes / 60;
  return size * bytes * (complex ? 2 : 1) / (8.0 * (16 << isa_level())); // as four real products of half the size
}

std::string gemm_choice_text(gemm_facts const& f) {
  if (!f.blas || f.mode == gemm_mode::own)
    return "own kernels";
  if (f.mode == gemm_mode::blas)
    return "BLAS";
  auto const product = [](index_t n) {
    std::string const side = std::to_string(n);
    return side + " x " + side + " x " + side;
  };
  return f.side == 0 ? "own kernels, BLAS where it has threads and more than " + product(divided_side)
                     : "own kernels, BLAS above " + product(f.side);
}

} // namespace weft::detail
