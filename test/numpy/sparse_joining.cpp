#include "sparse.hpp"

#include <weft/sparse/entries.hpp>

namespace numpy {

namespace {

/// f of matrices of the types T and U, each csr or csc.
template <class T, class U, class F>
bool is_mixed(call const& c, slot& out, F const& f) {
  try {
    out = with_object(narrow<T>{}, c, 0, [&](auto const& a) {
      return with_object(narrow<U>{}, c, 1, [&](auto const& b) { return f(a.shown, b.shown); });
    });
    return true;
  } catch (missing_operand const&) {
    return false;
  }
}
template <class F>
slot with_mixed(call const& c, F const& f) {
  slot out;
  if (!is_mixed<double, complex128>(c, out, f) && !is_mixed<float, double>(c, out, f) &&
      !is_mixed<int32_t, double>(c, out, f))
    throw missing_operand{};
  return out;
}

void add_joining(table& t) {
  t["sparse_product"] = [](call const& c) {
    return with_two_sparse(c, [](auto const& a, auto const& b) { return kept_sparse(matmul(a, b)); });
  };
  t["sparse_kron"] = [](call const& c) {
    return with_two_sparse(c, [](auto const& a, auto const& b) { return kept_sparse(kron(a, b)); });
  };
  t["sparse_equal"] = [](call const& c) {
    return with_two_sparse(c, [](auto const& a, auto const& b) { return kept(a == b); });
  };
  t["sparse_mixed_plus"] = [](call const& c) {
    return with_mixed(c, [](auto const& a, auto const& b) { return kept_sparse(a + b); });
  };
  t["sparse_mixed_times"] = [](call const& c) {
    return with_mixed(c, [](auto const& a, auto const& b) { return kept_sparse(a * b); });
  };
  t["sparse_mixed_product"] = [](call const& c) {
    return with_mixed(c, [](auto const& a, auto const& b) { return kept_sparse(matmul(a, b)); });
  };
}

/// A copy in the order and with the indices that words from 1 on name, of elements U among those that T converts to.
template <class T, class... U>
slot converted(sparse_object<T, row_major, int32_t> const& s, call const& c) {
  return with_kind(all_of<narrow<U>...>{}, c, 1, [&]<class V, class Order, class Index>(kind<V, Order, Index>) {
    return kept_sparse(sparse<V, Order, Index>(s.shown));
  });
}

void add_conversions(table& t) {
  t["sparse_convert"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [&]<class S>(S const& s) {
      return with_kind(by_rows_and_columns<element_of_sparse<S>>{}, c, 1,
                       [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
                         return kept_sparse(sparse<T, Order, Index>(s));
                       });
    });
  };
  t["sparse_cast"] = [](call const& c) {
    const auto of = [&]<class T, class... U>(std::type_identity<T>, std::type_identity<U>...) {
      return with_object(kinds<kind<T, row_major, int32_t>>{}, c, 0,
                         [&](auto const& s) { return converted<T, U...>(s, c); });
    };
    const std::type_identity<double> d;
    const std::type_identity<complex128> z;
    const std::string from = c.word(4);
    return from == "d"   ? of(d, std::type_identity<float>(), z)
           : from == "f" ? of(std::type_identity<float>(), d, std::type_identity<complex64>())
                         : of(std::type_identity<int32_t>(), d, std::type_identity<whole>());
  };
}

const commands_of_source added(add_joining), conversions_added(add_conversions);

} // namespace
} // namespace numpy
