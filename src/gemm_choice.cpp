#include "gemm_choice.hpp"
#include "cblas.hpp"

#include <weft/eval/loop.hpp>

#include <cctype>
#include <cstdlib>
#include <cstring>

namespace weft::detail {
namespace {

gemm_mode wanted_mode() {
  char const* const text = std::getenv("WEFT_GEMM");
  if (text == nullptr)
    return gemm_mode::automatic;
  return std::strcmp(text, "own") == 0    ? gemm_mode::own
         : std::strcmp(text, "blas") == 0 ? gemm_mode::blas
                                          : gemm_mode::automatic;
}

gemm_facts found_facts() {
  gemm_facts f{wanted_mode(), isa_level(), false, {}};
#if defined(WEFT_WITH_BLAS)
  f.blas = true;
  if (openblas_get_corename != nullptr)
    f.core = openblas_get_corename();
#endif
  return f;
}

int threads_of_blas() {
#if defined(WEFT_WITH_BLAS)
  return openblas_get_num_threads == nullptr ? 1 : openblas_get_num_threads();
#else
  return 1;
#endif
}

/// The largest side of a product that weft's own kernels compute; 0: any. Measured as n x n doubles on one core, own
/// beside OpenBLAS 0.3.21, both in GFLOP/s (Sapphire Rapids, whose peak was 68):
///   AVX-512 beside the kernels for Haswell: 64 and 22 at 64, 57 and 26 at 256, 54 and 28 at 2048;
///   AVX-512 beside those for SkylakeX: 14.6 and 11.5 at 8, 66 and 50 at 128, 52 and 52 at 512, 55 and 58 at 1024;
///   AVX2 beside Haswell: 14.6 and 5 at 8, 34 and 28 at 65, 33 and 33 at 256, 33 and 34 at 1024;
///   baseline beside Nehalem: 8.5 and 5 at 8, 10 and 10 at 64, 9.5 and 10 at 512.
index_t largest_side(gemm_facts const& f) {
  if (f.isa == 2)
    return f.core.empty() ? 128 : has_avx512_kernels(f.core) ? 512 : 0;
  return f.isa == 1 && !has_avx512_kernels(f.core) ? 128 : 32;
}

/// Where BLAS has threads: it divides products from about 32 x 32 x 32 on, and from here on that pays.
constexpr index_t divided_side = 128;

} // namespace

bool has_avx512_kernels(std::string core) {
  for (char& c : core)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return core == "skylakex" || core == "cooperlake" || core == "sapphirerapids" || core == "zen4";
}

gemm_facts const& the_gemm_facts() {
  static gemm_facts const facts = found_facts();
  return facts;
}

bool own_is_chosen(gemm_facts const& f, int threads, index_t m, index_t n, index_t k) {
  if (!f.blas || f.mode == gemm_mode::own)
    return true;
  if (f.mode == gemm_mode::blas)
    return false;
  auto const reaches = [&](index_t side) { // the product of three extents may not fit into 64 bits
    return double(m) * double(n) * double(k) > double(side * side * side);
  };
  index_t const most = largest_side(f);
  if (threads > 1 && reaches(divided_side))
    return false;
  return most == 0 || !reaches(most);
}

bool own_is_chosen(index_t m, index_t n, index_t k) {
  return own_is_chosen(the_gemm_facts(), threads_of_blas(), m, n, k);
}

/// OpenBLAS divides dot from 10^4 elements on, and gemv from 96^2; BLAS also has the complex ones.
bool own_vectors_are_chosen(element_kind kind, index_t m, index_t n, index_t k) {
  gemm_facts const& f = the_gemm_facts();
  if (!f.blas)
    return true;
  if (kind == element_kind::c64 || kind == element_kind::c128 || f.mode == gemm_mode::blas)
    return false;
  if (f.mode == gemm_mode::own)
    return true;
  return double(m) * double(n) * double(k) <= (f.isa == 0 ? 1024.0 : 9216.0) || (f.isa > 0 && threads_of_blas() == 1);
}

std::string gemm_choice_text(gemm_facts const& f) {
  if (!f.blas || f.mode == gemm_mode::own)
    return "own kernels";
  if (f.mode == gemm_mode::blas)
    return "BLAS";
  index_t const most = largest_side(f);
  auto const cube = [](index_t n) {
    std::string const side = std::to_string(n);
    return side + " x " + side + " x " + side;
  };
  return most == 0 ? "own kernels, BLAS where it has threads and more than " + cube(divided_side)
                   : "own kernels, BLAS above " + cube(most);
}

} // namespace weft::detail
