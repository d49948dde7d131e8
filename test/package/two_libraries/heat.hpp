#pragma once
#include <weft/weft.hpp>

// A library that speaks weft's types: a plate that cools.
namespace heat {

using plate = weft::tensor<double, 2>;
using relative = decltype(std::declval<plate const&>() - weft::mean(std::declval<plate const&>(), 0));

/// The plate one step later. Throws shape_error unless the source has its shape.
[[gnu::visibility("default")]] plate step(weft::view<const double, 2> before, plate const& source);
/// All but the edge, as a view that keeps the plate alive.
[[gnu::visibility("default")]] weft::view<double, 2> inside(plate whole);
/// Not evaluated; borrows the plate.
[[gnu::visibility("default")]] relative above_mean(plate const& p);

} // namespace heat
