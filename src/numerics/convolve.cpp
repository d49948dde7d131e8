#include "numerics/limits.hpp"

#include <weft/base/check.hpp>
#include <weft/numerics/convolve.hpp>

#include <algorithm>

namespace weft::detail {

convolution_box box_of_convolution(char const* operation, dynamic_extents const& a, dynamic_extents const& k,
                                   numerics::convolution_mode mode) {
  using enum numerics::convolution_mode;
  convolution_box box{a, a};
  bool a_is_shorter = false, k_is_shorter = false;
  for (int i = 0; i < a.rank(); ++i) {
    if (a[i] == 0 || k[i] == 0)
      throw_shape_reason(operation, "an operand has no elements");
    a_is_shorter = a_is_shorter || a[i] < k[i];
    k_is_shorter = k_is_shorter || k[i] < a[i];
    box.first.set(i, mode == full ? 0 : mode == same ? (k[i] - 1) / 2 : std::min(a[i], k[i]) - 1);
    box.count.set(i, mode == full   ? a[i] + k[i] - 1
                     : mode == same ? a[i]
                                    : std::max(a[i], k[i]) - std::min(a[i], k[i]) + 1);
  }
  if (mode == valid && a_is_shorter && k_is_shorter)
    throw_shape_reason(operation, "for valid one operand is at least as long as the other along all axes");
  return box;
}

convolution_way way_of_convolution(dynamic_extents const& a, dynamic_extents const& kernel, convolution_box const& box,
                                   convolution_ways const& open) {
  using namespace convolution_limits;
  double sum = -pass, product = 1, results = 1, padded = 1;
  for (int i = 0; i < kernel.rank(); ++i) {
    sum += kernel[i] > 1 ? pass : 0;
    sum += static_cast<double>(kernel[i]);
    product *= static_cast<double>(kernel[i]);
    results *= static_cast<double>(box.count[i]);
    padded *= static_cast<double>(std::max(a[i], box.first[i] + box.count[i]));
  }
  double const direct = results * product, separable = open.separable ? results * sum : direct;
  double const of_real = open.is_single ? transforms_of_floats : transforms_of_doubles;
  double const of_element = open.is_complex ? transforms_of_complex : of_real;
  if (open.transforms && padded * of_element <= std::min(direct, separable))
    return convolution_way::transforms;
  return separable < direct ? convolution_way::separable : convolution_way::direct;
}

} // namespace weft::detail
