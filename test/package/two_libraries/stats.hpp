#pragma once
#include <weft/weft.hpp>

#include <string>

// Another library that speaks weft's types.
namespace stats {

using matrix = weft::tensor<double, 2>;
using relative = decltype(std::declval<matrix const&>() - weft::max(std::declval<matrix const&>(), 0));

[[gnu::visibility("default")]] double total(weft::view<const double, 2> v);
/// v' v, by BLAS where there is one.
[[gnu::visibility("default")]] matrix gram(weft::view<const double, 2> v);
/// Not evaluated; borrows the matrix.
[[gnu::visibility("default")]] relative below_largest(matrix const& m);
/// The text of the weft::error that f throws; empty if it throws none.
[[gnu::visibility("default")]] std::string outcome(void (*f)());

} // namespace stats
