#pragma once
#include <weft/tensor/view.hpp>

/// One implicit step of diffusion along the last axis, in place: solves
///   (1 + 2 r_k) x_k - r_k (x_{k-1} + x_{k+1}) = field_k
/// for all columns at once. The first and the last layer of the field are boundary values and stay; rate has one r_k
/// for each layer between them. No template: callers compile this line only, and pass whatever has three dimensions.
void diffuse_implicitly(weft::view<const double, 1> rate, weft::view<double, 3> field);
