#include "sparse.hpp"

#include <weft/sparse/arithmetic.hpp>

namespace numpy {

namespace {

void add_pairs(table& t) {
  t["sparse_plus"] = [](call const& c) {
    return with_two_sparse(c, [](auto const& a, auto const& b) { return kept_sparse(a + b); });
  };
  t["sparse_minus"] = [](call const& c) {
    return with_two_sparse(c, [](auto const& a, auto const& b) { return kept_sparse(a - b); });
  };
  t["sparse_times"] = [](call const& c) {
    return with_two_sparse(c, [](auto const& a, auto const& b) { return kept_sparse(a * b); });
  };
}

const commands_of_source added(add_pairs);

} // namespace
} // namespace numpy
