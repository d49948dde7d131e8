#include "sparse.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/sparse/product.hpp>

namespace numpy {

namespace {

/// A target written by one of several statements with a product.
template <class S, class Y, class X>
slot write_product(S const& s, Y const& y, X const& x, std::string const& how) {
  using R = decltype(std::real(element_of_sparse<S>()));
  if (how == "=")
    y = matmul(s, x);
  else if (how == "-=")
    y -= R(2) * matmul(s, x);
  else
    y = y - R(0.5) * matmul(s, x);
  return {};
}

void add_assignments(table& t) {
  t["sparse_assign_product"] = [](call const& c) {
    return with_object(floating_kinds{}, c, 1, [&](auto const& s) {
      using T = element_of<decltype(s.shown)>;
      auto const& y = c.as<T>(0);
      return with_rank(c.as<T>(2), [&](auto const& x) {
        return write_product(s.shown, as<std::remove_cvref_t<decltype(x)>::static_rank>(y), x, c.word(3));
      });
    });
  };
}

const commands_of_source added(add_assignments);

} // namespace
} // namespace numpy
