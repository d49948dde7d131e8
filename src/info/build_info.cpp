#include "base/version.hpp"
#include "fft/built_with.hpp"
#include "hdf5/built_with.hpp"
#include "io/deflate.hpp"
#include "io/samples.hpp"
#include "linalg/lapack/call.hpp"
#include "ops/highway.hpp"
#include "product/cblas.hpp"
#include "product/route.hpp"
#include "run/environment.hpp"
#include "run/isa.hpp"
#include "run/threads.hpp"
#include "sparse/built_with.hpp"

#include <weft/eval/loop.hpp>
#include <weft/linalg/build_info.hpp>

#include <utility>

namespace weft {

build_report::build_report() = default;
build_report::build_report(build_report const&) = default;
build_report::build_report(build_report&&) noexcept = default;
build_report& build_report::operator=(build_report const&) = default;
build_report& build_report::operator=(build_report&&) noexcept = default;
build_report::~build_report() = default;

std::string to_string(build_report const& r) {
  std::string text = "weft " + r.version + ", loops for " + r.isa + "\n  BLAS: " + r.blas;
  if (!r.blas_core.empty())
    text += ", kernels for " + r.blas_core;
  if (r.blas_threads != 0)
    text += ", " + std::to_string(r.blas_threads) + " thread(s)";
  text += r.lapack ? "; LAPACK\n" : "; no LAPACK (WEFT_WITH_BLAS)\n";
  if (!r.products.empty())
    text += "  products: " + r.products + "\n";
  text += std::string("  files: ") + (r.zlib ? "deflated .npz" : "no deflated .npz (WEFT_WITH_ZLIB)") +
          (r.png ? ", PNG" : ", no PNG (WEFT_WITH_PNG)") +
          (r.hdf5.empty() ? ", no HDF5 (WEFT_WITH_HDF5)\n" : ", HDF5 " + r.hdf5 + "\n") +
          (r.superlu ? "  sparse: SuperLU" : "  sparse: no SuperLU (WEFT_WITH_SUPERLU)") +
          (r.cholmod ? ", CHOLMOD\n" : ", no CHOLMOD (WEFT_WITH_CHOLMOD)\n") +
          (r.highway ? "  sorts: by Highway\n" : "  sorts: by digits (WEFT_WITH_HIGHWAY, from AVX2 on)\n");
  if (!r.pocketfft.empty())
    text += "  transforms: PocketFFT of " + r.pocketfft + "\n";
  for (auto const& sentence : r.advice)
    text += "  " + sentence + "\n";
  return text;
}

namespace detail {

#if defined(WEFT_WITH_BLAS) && !defined(_WIN32)
// Declared weak here: with --as-needed, a linker's default on Debian, a program without products is not linked to BLAS,
// and the address is null. NOLINTNEXTLINE(readability-redundant-declaration)
extern "C" [[gnu::weak]] decltype(cblas_dgemm) cblas_dgemm;
#endif

namespace {

#if defined(WEFT_WITH_BLAS)
bool has_blas() {
#if defined(_WIN32)
  return true;
#else
  auto* volatile address = &cblas_dgemm; // volatile, so that it is read at run time
  return address != nullptr;
#endif
}
#endif

void ask_blas([[maybe_unused]] build_report& r) {
#if defined(WEFT_WITH_BLAS)
  r.blas = has_blas() ? "not OpenBLAS" : "not linked, because nothing in the program calls it";
  if (openblas_get_config != nullptr) {
    // The text is "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ...". Its first two words are the name and the version.
    std::string const config = openblas_get_config();
    r.blas = config.substr(0, config.find(' ', config.find(' ') + 1));
  }
  if (openblas_get_corename != nullptr)
    r.blas_core = openblas_get_corename();
  if (openblas_get_num_threads != nullptr)
    r.blas_threads = openblas_get_num_threads();
#if !defined(_WIN32)
  if (openblas_get_config == nullptr && MKL_Get_Version_String != nullptr) {
    // The text is "Intel(R) oneAPI Math Kernel Library Version 2026.2-Product Build ...".
    char text[200] = {};
    MKL_Get_Version_String(text, int(sizeof text) - 1);
    std::string const label = "Version ", whole = text;
    std::size_t const found = whole.find(label),
                      first = found == std::string::npos ? whole.size() : found + label.size();
    r.blas = "MKL " + whole.substr(first, whole.find_first_of("- ", first) - first);
    r.blas_threads = MKL_Get_Max_Threads();
  }
#endif
#endif
}

} // namespace

plain_vector<std::string> advice_for(build_facts const& f) {
  plain_vector<std::string> advice;
  if (!f.optimised)
    advice.push_back("Compiled without optimisation: views and single elements are many times slower than at -O2.");
  if (!f.hears_simd)
    advice.push_back("Compiled without -fopenmp-simd: GCC at -O2 leaves loops as they are, which take up to 3 times as "
                     "long.");
  if (f.checked)
    advice.push_back("WEFT_CHECK_BOUNDS is on: each access is checked; define NDEBUG or WEFT_CHECK_BOUNDS=0.");
  if (f.limited)
    advice.push_back("WEFT_ISA keeps the loops to an older instruction set than the processor has.");
  if (f.above)
    advice.push_back(
        "Compiled for a newer instruction set than WEFT_ISA names: loops that stand in the program use it.");
  if (f.blas == "none")
    advice.push_back("Built without BLAS: products run on weft's own kernels.");
  else if (f.blas == "not OpenBLAS")
    advice.push_back("The BLAS is not OpenBLAS: the reference BLAS is ten and more times slower.");
  else if (f.avx512 && !f.blas_core.empty() && !has_avx512_kernels(f.blas_core))
    advice.push_back("OpenBLAS runs " + f.blas_core +
                     " kernels on a processor with AVX-512: OPENBLAS_CORETYPE=SkylakeX may be faster.");
  return advice;
}

build_report report_build(bool optimised, bool checked, bool hears_simd, int of_file) {
  build_report r;
  r.version = version_text();
  int const level = isa_level(), has = processor_level();
  r.isa = isa_name(level);
  r.blas = "none";
  ask_blas(r);
  r.lapack = lapack_is_there();
  r.products = settings_text(the_route_settings());
  r.zlib = has_zlib();
  r.png = has_png();
  r.hdf5 = hdf5_version();
  r.pocketfft = pocketfft_release();
  r.superlu = has_superlu();
  r.cholmod = has_cholmod();
  r.highway = sorts_by_highway();
  r.advice = advice_for(
      {optimised, checked, has == isa_count - 1, level < has, level < of_file, hears_simd, r.blas, r.blas_core});
  threads_of_environment(); // reads the last variable, so that the list below is complete
  for (std::string& sentence : ignored_environment())
    r.advice.push_back(std::move(sentence));
  return r;
}

} // namespace detail
} // namespace weft
