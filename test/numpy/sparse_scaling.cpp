#include "sparse.hpp"

#include <weft/sparse/arithmetic.hpp>

namespace numpy {

namespace {

/// The number of word k, of the type that a program would write beside elements of type T.
template <class T>
auto number_beside(call const& c, std::size_t k) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(c.number(k));
  else
    return c.value(k);
}

void add_numbers(table& t) {
  t["sparse_times_number"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0,
                       [&](auto const& s) { return kept_sparse(s * number_beside<element_of<decltype(s)>>(c, 1)); });
  };
  t["sparse_number_times"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0,
                       [&](auto const& s) { return kept_sparse(number_beside<element_of<decltype(s)>>(c, 1) * s); });
  };
  t["sparse_by_number"] = [](call const& c) {
    return with_sparse(floating_kinds{}, c, 0, [&](auto const& s) { return kept_sparse(s / c.value(1)); });
  };
  t["sparse_times_complex"] = [](call const& c) {
    return with_sparse(all_of<narrow<double>, narrow<complex128>>{}, c, 0,
                       [&](auto const& s) { return kept_sparse(s * complex128(c.value(1), c.value(2))); });
  };
  t["sparse_negate"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [](auto const& s) { return kept_sparse(-s); });
  };
  t["sparse_conj"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [](auto const& s) { return kept_sparse(conj(s)); });
  };
  t["sparse_abs"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [](auto const& s) { return kept_sparse(abs(s)); });
  };
}

/// f of a matrix and a dense operand of the same elements.
template <class... K, class F>
slot with_dense(kinds<K...> some, call const& c, F const& f) {
  return with_object(some, c, 0, [&](auto const& s) { return f(s.shown, c.as<element_of<decltype(s.shown)>>(1)); });
}

void add_dense(table& t) {
  t["sparse_times_dense"] = [](call const& c) {
    return with_dense(few_kinds{}, c, [](auto const& s, auto const& x) { return kept_sparse(s * x); });
  };
  t["sparse_dense_times"] = [](call const& c) {
    return with_dense(few_kinds{}, c, [](auto const& s, auto const& x) { return kept_sparse(x * s); });
  };
  t["sparse_by_dense"] = [](call const& c) {
    return with_dense(floating_kinds{}, c, [](auto const& s, auto const& x) { return kept_sparse(s / x); });
  };
  t["sparse_times_mask"] = [](call const& c) {
    return with_sparse(double_kinds{}, c, 0, [&](auto const& s) { return kept_sparse(s * c.mask(1)); });
  };
  t["sparse_plus_dense"] = [](call const& c) {
    return with_dense(few_kinds{}, c, [](auto const& s, auto const& x) { return kept(s + x); });
  };
  t["sparse_dense_plus"] = [](call const& c) {
    return with_dense(few_kinds{}, c, [](auto const& s, auto const& x) { return kept(x + s); });
  };
  t["sparse_minus_dense"] = [](call const& c) {
    return with_dense(few_kinds{}, c, [](auto const& s, auto const& x) { return kept(s - x); });
  };
  t["sparse_dense_minus"] = [](call const& c) {
    return with_dense(few_kinds{}, c, [](auto const& s, auto const& x) { return kept(x - s); });
  };
}

const commands_of_source added(add_numbers), dense_added(add_dense);

} // namespace
} // namespace numpy
