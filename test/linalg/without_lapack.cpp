#include <support/message.hpp>
#include <weft/linalg/banded.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/factor.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/norm.hpp>
#include <weft/linalg/qr.hpp>
#include <weft/linalg/qr_factor.hpp>
#include <weft/linalg/schur.hpp>
#include <weft/linalg/subspace.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/linalg/sylvester.hpp>
#include <weft/tensor/tensor.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace weft;

TEST_CASE("without LAPACK, what needs it names itself and the option") {
  REQUIRE(!build_info().lapack);
  const tensor<double, 2> a{{2, 1}, {1, 3}};
  const auto says = [](std::string const& name, auto const& f) {
    CHECK(support::message_of(f) == "weft: linalg::" + name +
                                        ": this build of weft has no LAPACK: configure it with -DWEFT_WITH_BLAS=ON and "
                                        "a BLAS that has LAPACK, as OpenBLAS (libopenblas-dev)");
  };
  says("svd", [&] { (void)linalg::svd(a); });
  says("svdvals", [&] { (void)linalg::svdvals(a); });
  says("pinv", [&] { (void)linalg::pinv(a); });
  says("matrix_rank", [&] { (void)linalg::matrix_rank(a); });
  says("norm", [&] { (void)linalg::norm(a, 2); });
  says("cond", [&] { (void)linalg::cond(a); });
  says("null_space", [&] { (void)linalg::null_space(a); });
  says("orth", [&] { (void)linalg::orth(a); });
  says("eigh", [&] { (void)linalg::eigh(a); });
  says("eigvalsh", [&] { (void)linalg::eigvalsh(a); });
  says("eig", [&] { (void)linalg::eig(a); });
  says("eigvals", [&] { (void)linalg::eigvals(a); });
  says("schur", [&] { (void)linalg::schur(a); });
  says("hessenberg", [&] { (void)linalg::hessenberg(a); });
  says("solve_sylvester", [&] { (void)linalg::solve_sylvester(a, a, a); });
  says("qr", [&] { (void)linalg::qr(a); });
  says("qr_factor", [&] { (void)linalg::qr_factor(a); });
  says("ldlt_factor", [&] { (void)linalg::ldlt_factor(a); });
  says("lstsq", [&] { (void)linalg::lstsq(a, a); });
  says("solve_banded",
       [] { const tensor<double, 1> x = linalg::solve_banded(2, 1, tensor<double, 2>(4, 3), tensor<double, 1>(3)); });
}
