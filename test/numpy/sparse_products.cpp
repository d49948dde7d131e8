#include "sparse.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/sparse/product.hpp>

namespace numpy {

namespace {

void add_products(table& t) {
  t["sparse_matmul"] = [](call const& c) {
    return with_object(every_kind{}, c, 0, [&](auto const& s) {
      return with_rank(c.as<element_of_sparse<decltype(s.shown)>>(1),
                       [&](auto const& x) { return kept(matmul(s.shown, x)); });
    });
  };
  t["sparse_matmul_left"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 1, [&](auto const& s) {
      return with_rank(c.as<element_of<decltype(s)>>(0), [&](auto const& x) { return kept(matmul(x, s)); });
    });
  };
  t["sparse_matmul_own"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [&]<class S>(S const& s) {
      const auto product = matmul(sparse<element_of_sparse<S>, order_of_sparse<S>, index_of_sparse<S>>(s),
                                  as<1>(c.as<element_of_sparse<S>>(1)));
      return kept(product);
    });
  };
}

void add_mixed(table& t) {
  t["sparse_mixed_matmul"] = [](call const& c) {
    slot out;
    const auto is_of = [&]<class T, class U>(std::type_identity<T>, std::type_identity<U>) {
      if (c.word(2)[0] != text_of(kept(T()))[1] || !c.holds<U>(1))
        return false;
      out = with_object(narrow<T>{}, c, 0, [&](auto const& s) {
        return with_rank(c.as<U>(1), [&](auto const& x) { return kept(matmul(s.shown, x)); });
      });
      return true;
    };
    if (!is_of(std::type_identity<double>(), std::type_identity<complex128>()) &&
        !is_of(std::type_identity<float>(), std::type_identity<double>()) &&
        !is_of(std::type_identity<complex128>(), std::type_identity<double>()) &&
        !is_of(std::type_identity<int32_t>(), std::type_identity<double>()))
      throw missing_operand{};
    return out;
  };
}

const commands_of_source added(add_products), mixed_added(add_mixed);

} // namespace
} // namespace numpy
