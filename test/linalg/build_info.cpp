#include "matmul_values.hpp"

#include <support/blas_name.hpp>
#include <weft/linalg/build_info.hpp>

#if !defined(_WIN32)
#include <dlfcn.h>
#elif WEFT_WITH_BLAS
extern "C" {
char* openblas_get_corename();
char* openblas_get_config();
int openblas_get_num_threads();
}
#endif

// What it says is compared with what the plan, the macros and the BLAS in the program say.
using weft::build_info;
using weft::detail::advice_for;
using weft::detail::build_facts;

namespace {

/// What the OpenBLAS of the program says of itself; null: there is none.
struct openblas {
  char* (*core)() = nullptr;
  char* (*config)() = nullptr;
  int (*threads)() = nullptr;
};
openblas of_the_program() {
#if !defined(_WIN32) // whatever the process has loaded
  const auto loaded = [](char const* name) { return dlsym(RTLD_DEFAULT, name); };
  return {reinterpret_cast<char* (*)()>(loaded(WEFT_BLAS_NAME(openblas_get_corename))),
          reinterpret_cast<char* (*)()>(loaded(WEFT_BLAS_NAME(openblas_get_config))),
          reinterpret_cast<int (*)()>(loaded(WEFT_BLAS_NAME(openblas_get_num_threads)))};
#elif WEFT_WITH_BLAS
  return {openblas_get_corename, openblas_get_config, openblas_get_num_threads};
#else
  return {};
#endif
}

bool mentions(std::vector<std::string> const& advice, char const* word) {
  for (auto const& sentence : advice)
    if (sentence.find(word) != std::string::npos)
      return true;
  return false;
}

} // namespace

TEST_CASE("build_info: version, instruction set, BLAS") {
  weft::build_report const r = build_info();
  CHECK(r.version == std::to_string(WEFT_VERSION_MAJOR) + "." + std::to_string(WEFT_VERSION_MINOR) + "." +
                         std::to_string(WEFT_VERSION_PATCH));
  weft::tensor<double, 1> const a(3);
  CHECK(r.isa == weft::explain(a + 1.0).isa);
  openblas const blas = of_the_program();
  if (blas.config == nullptr) {
    CHECK(!matmul_test::with_blas());
    CHECK(r.products == "own kernels");
    CHECK(r.blas == "none");
    CHECK(r.blas_core == "");
    CHECK(r.blas_threads == 0);
    CHECK(!r.lapack);
    CHECK(mentions(r.advice, "without BLAS"));
    return;
  }
  REQUIRE((blas.core != nullptr && blas.threads != nullptr));
  CHECK(r.blas_core == blas.core());
  CHECK(r.blas_threads == blas.threads());
  CHECK(r.blas.rfind("OpenBLAS 0.", 0) == 0);
  CHECK(r.lapack); // Debian's has it
  CHECK(std::string(blas.config()).rfind(r.blas + " ", 0) == 0);
}

TEST_CASE("build_info: checks and missing optimisation are those of the file that asks") {
  weft::build_report const r = build_info();
  CHECK(mentions(r.advice, "WEFT_CHECK_BOUNDS") == (WEFT_CHECK_BOUNDS != 0));
#if defined(__OPTIMIZE__)
  CHECK(!mentions(r.advice, "without optimisation"));
#else
  CHECK(mentions(r.advice, "without optimisation"));
#endif
}

bool unheard_is_said(); // build_info_unheard.cpp

TEST_CASE("build_info: a file that the compiler was not told to listen in is told so") {
  CHECK(!mentions(build_info().advice, "-fopenmp-simd"));
  CHECK(unheard_is_said());
}

TEST_CASE("build_info: what slows a program down, and nothing else, is said") {
  build_facts const good{true, false, true, false, false, true, "OpenBLAS 0.3.26", "SkylakeX"};
  CHECK(advice_for(good).empty());
  auto const with = [&](auto change) {
    build_facts f = good;
    change(f);
    auto const advice = advice_for(f);
    REQUIRE(advice.size() == 1);
    return advice[0];
  };
  CHECK(with([](build_facts& f) { f.optimised = false; }).find("optimisation") != std::string::npos);
  CHECK(with([](build_facts& f) { f.checked = true; }).find("NDEBUG") != std::string::npos);
  CHECK(with([](build_facts& f) { f.limited = true; }).find("WEFT_ISA") != std::string::npos);
  CHECK(with([](build_facts& f) { f.above = true; }).find("newer instruction set than WEFT_ISA") != std::string::npos);
  CHECK(with([](build_facts& f) { f.blas = "none", f.blas_core = ""; }).find("without BLAS") != std::string::npos);
  CHECK(with([](build_facts& f) { f.blas = "not OpenBLAS", f.blas_core = ""; }).find("reference") != std::string::npos);
  CHECK(advice_for({true, false, true, false, false, true, "MKL 2026.2", ""}).empty());
  build_facts unlinked = good; // a program without products, whose linker left BLAS out
  unlinked.blas = "not linked, because nothing in the program calls it";
  unlinked.blas_core = "";
  CHECK(advice_for(unlinked).empty());
  CHECK(with([](build_facts& f) { f.blas_core = "Haswell"; }).find("OPENBLAS_CORETYPE") != std::string::npos);
  for (char const* core : {"SkylakeX", "SKYLAKEX", "Cooperlake", "SapphireRapids"})
    CHECK(advice_for({true, false, true, false, false, true, "OpenBLAS 0.3.26", core}).empty());
  CHECK(advice_for({true, false, false, false, false, true, "OpenBLAS 0.3.26", "Haswell"}).empty());
}

TEST_CASE("build_info: as text") {
  weft::build_report r;
  r.version = "1.2.3";
  r.isa = "avx2";
  r.blas = "OpenBLAS 0.3.21";
  r.blas_core = "Zen";
  r.blas_threads = 2;
  r.zlib = true;
  r.advice = {"Something is slow."};
  CHECK(to_string(r) == "weft 1.2.3, loops for avx2\n"
                        "  BLAS: OpenBLAS 0.3.21, kernels for Zen, 2 thread(s); no LAPACK (WEFT_WITH_BLAS)\n"
                        "  files: deflated .npz, no PNG (WEFT_WITH_PNG), no HDF5 (WEFT_WITH_HDF5)\n"
                        "  sparse: no SuperLU (WEFT_WITH_SUPERLU), no CHOLMOD (WEFT_WITH_CHOLMOD)\n"
                        "  sorts: by digits (WEFT_WITH_HIGHWAY, from AVX2 on)\n  Something is slow.\n");
  r.zlib = false;
  r.png = true;
  r.superlu = true;
  r.cholmod = true;
  r.highway = true;
  r.lapack = true;
  r.hdf5 = "1.2.3";
  r.pocketfft = "NumPy 4.5";
  CHECK(to_string(r).find("2 thread(s); LAPACK\n") != std::string::npos);
  CHECK(to_string(r).find("  files: no deflated .npz (WEFT_WITH_ZLIB), PNG, HDF5 1.2.3\n  sparse: SuperLU, "
                          "CHOLMOD\n  sorts: by Highway\n  transforms: PocketFFT of NumPy 4.5\n") != std::string::npos);
}
