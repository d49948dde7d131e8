#include "linalg/dynamic/typed.hpp"

#include <weft/linalg/matrix_function.hpp>

namespace weft::detail {

namespace {

template <class To, class R>
To untyped_pairs(R&& of) {
  return {any_tensor(std::move(of.values)), any_tensor(std::move(of.vectors))};
}

} // namespace

any_eigh untyped_linalg::eigh(x a) {
  return with_matrices([](auto const& m) { return untyped_pairs<any_eigh>(linalg::eigh(m)); }, a);
}
any_eigh untyped_linalg::eigh(x a, x b) {
  return with_matrices([](auto const& m, auto const& n) { return untyped_pairs<any_eigh>(linalg::eigh(m, n)); }, a, b);
}
any_tensor untyped_linalg::eigvalsh(x a) {
  return with_matrices([](auto const& m) { return any_tensor(linalg::eigvalsh(m)); }, a);
}
any_tensor untyped_linalg::eigvalsh(x a, x b) {
  return with_matrices([](auto const& m, auto const& n) { return any_tensor(linalg::eigvalsh(m, n)); }, a, b);
}
any_eig untyped_linalg::eig(x a) {
  return with_matrices([](auto const& m) { return untyped_pairs<any_eig>(linalg::eig(m)); }, a);
}
any_eig untyped_linalg::eig(x a, x b) {
  return with_matrices([](auto const& m, auto const& n) { return untyped_pairs<any_eig>(linalg::eig(m, n)); }, a, b);
}
any_tensor untyped_linalg::eigvals(x a) {
  return with_matrices([](auto const& m) { return any_tensor(linalg::eigvals(m)); }, a);
}
any_tensor untyped_linalg::eigvals(x a, x b) {
  return with_matrices([](auto const& m, auto const& n) { return any_tensor(linalg::eigvals(m, n)); }, a, b);
}

any_tensor untyped_linalg::norm(x a, norm_order order) {
  return with_matrices([&](auto const& m) { return any_tensor(norm_by(m, order)); }, a);
}
any_tensor untyped_linalg::cond(x a, norm_order order) {
  return with_matrices(
      [&](auto const& m) {
        return any_tensor(order.kind == linalg::norm_kind::by_number ? linalg::cond(m, order.p)
                                                                     : linalg::cond(m, order.kind));
      },
      a);
}
any_tensor untyped_linalg::expm(x a) {
  return with_matrices([](auto const& m) { return any_tensor(linalg::expm(m)); }, a);
}
any_tensor untyped_linalg::matrix_power(x a, index_t n) {
  return with_matrices([&](auto const& m) { return any_tensor(linalg::matrix_power(m, n)); }, a);
}
any_schur untyped_linalg::schur(x a) {
  return with_matrices(
      [](auto const& m) {
        auto of = linalg::schur(m);
        return any_schur(any_tensor(std::move(of.t)), any_tensor(std::move(of.z)));
      },
      a);
}
any_hessenberg untyped_linalg::hessenberg(x a) {
  return with_matrices(
      [](auto const& m) {
        auto of = linalg::hessenberg(m);
        return any_hessenberg(any_tensor(std::move(of.h)), any_tensor(std::move(of.q)));
      },
      a);
}

} // namespace weft::detail
