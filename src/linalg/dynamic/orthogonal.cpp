#include "linalg/dynamic/typed.hpp"

#include <weft/linalg/subspace.hpp>

namespace weft::detail {

namespace {

template <class R>
any_qr untyped_qr(R&& of) {
  return {any_tensor(std::move(of.q)), any_tensor(std::move(of.r))};
}
template <class R>
any_pivoted_qr untyped_pivoted_qr(R&& of) {
  return {any_tensor(std::move(of.q)), any_tensor(std::move(of.r)), any_tensor(std::move(of.p))};
}
template <class R>
any_svd untyped_svd(R&& of) {
  return {any_tensor(std::move(of.u)), any_tensor(std::move(of.s)), any_tensor(std::move(of.vh))};
}

} // namespace

any_qr untyped_linalg::qr(x a, bool full) {
  return with_matrices(
      [&](auto const& m) {
        return full ? untyped_qr(linalg::qr(m, linalg::full_matrices)) : untyped_qr(linalg::qr(m));
      },
      a);
}
any_pivoted_qr untyped_linalg::pivoted_qr(x a, bool full) {
  return with_matrices(
      [&](auto const& m) {
        return full ? untyped_pivoted_qr(linalg::qr(m, linalg::full_matrices, linalg::pivoted))
                    : untyped_pivoted_qr(linalg::qr(m, linalg::pivoted));
      },
      a);
}
any_svd untyped_linalg::svd(x a, bool full) {
  return with_matrices(
      [&](auto const& m) {
        return full ? untyped_svd(linalg::svd(m, linalg::full_matrices)) : untyped_svd(linalg::svd(m));
      },
      a);
}
any_tensor untyped_linalg::svdvals(x a) {
  return with_matrices([](auto const& m) { return any_tensor(linalg::svdvals(m)); }, a);
}
any_tensor untyped_linalg::matrix_rank(x a, double rtol) {
  return with_matrices([&](auto const& m) { return any_tensor(linalg::matrix_rank(m, rtol)); }, a);
}
any_tensor untyped_linalg::pinv(x a, double rtol) {
  return with_matrices([&](auto const& m) { return any_tensor(linalg::pinv(m, rtol)); }, a);
}
any_tensor untyped_linalg::null_space(x a, double rtol) {
  return with_matrices([&](auto const& m) { return any_tensor(linalg::null_space(m, rtol)); }, a);
}
any_tensor untyped_linalg::orth(x a, double rtol) {
  return with_matrices([&](auto const& m) { return any_tensor(linalg::orth(m, rtol)); }, a);
}
any_lstsq untyped_linalg::lstsq(x a, x b, double rtol) {
  return with_matrices(
      [&](auto const& m, auto const& y) {
        auto of = linalg::lstsq(m, y, rtol);
        return any_lstsq(any_tensor(std::move(of.x)), any_tensor(std::move(of.residuals)),
                         any_tensor(std::move(of.rank)), any_tensor(std::move(of.s)));
      },
      a, b);
}
any_lstsq_qr untyped_linalg::lstsq_by_qr(x a, x b, double rtol) {
  return with_matrices(
      [&](auto const& m, auto const& y) {
        auto of = linalg::lstsq(m, y, linalg::by_qr, rtol);
        return any_lstsq_qr(any_tensor(std::move(of.x)), any_tensor(std::move(of.residuals)),
                            any_tensor(std::move(of.rank)));
      },
      a, b);
}

} // namespace weft::detail
