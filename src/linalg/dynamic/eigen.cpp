#include "linalg/dynamic/typed.hpp"

#include <weft/linalg/matrix_function.hpp>

namespace weft::detail {

any_eigh untyped_linalg::eigh(x a) {
  return with_matrices([](auto const& m) { return linalg::eigh(m); }, a);
}
any_eigh untyped_linalg::eigh(x a, x b) {
  return with_matrices([](auto const& m, auto const& n) { return linalg::eigh(m, n); }, a, b);
}
any_tensor untyped_linalg::eigvalsh(x a) {
  return with_matrices([](auto const& m) { return linalg::eigvalsh(m); }, a);
}
any_tensor untyped_linalg::eigvalsh(x a, x b) {
  return with_matrices([](auto const& m, auto const& n) { return linalg::eigvalsh(m, n); }, a, b);
}
any_eig untyped_linalg::eig(x a) {
  return with_matrices([](auto const& m) { return linalg::eig(m); }, a);
}
any_eig untyped_linalg::eig(x a, x b) {
  return with_matrices([](auto const& m, auto const& n) { return linalg::eig(m, n); }, a, b);
}
any_tensor untyped_linalg::eigvals(x a) {
  return with_matrices([](auto const& m) { return linalg::eigvals(m); }, a);
}
any_tensor untyped_linalg::eigvals(x a, x b) {
  return with_matrices([](auto const& m, auto const& n) { return linalg::eigvals(m, n); }, a, b);
}

any_tensor untyped_linalg::norm(x a, norm_order order) {
  return with_matrices([&](auto const& m) { return norm_by(m, order); }, a);
}
any_tensor untyped_linalg::cond(x a, norm_order order) {
  return with_matrices([&](auto const& m) { return conditions_by(m, order); }, a);
}
any_tensor untyped_linalg::expm(x a) {
  return with_matrices([](auto const& m) { return linalg::expm(m); }, a);
}
any_tensor untyped_linalg::matrix_power(x a, index_t n) {
  return with_matrices([&](auto const& m) { return linalg::matrix_power(m, n); }, a);
}
any_schur untyped_linalg::schur(x a) {
  return with_matrices([](auto const& m) { return linalg::schur(m); }, a);
}
any_hessenberg untyped_linalg::hessenberg(x a) {
  return with_matrices([](auto const& m) { return linalg::hessenberg(m); }, a);
}

} // namespace weft::detail
