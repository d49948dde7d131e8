#include <weft/fft/frequencies.hpp>

namespace weft::detail {

void transform_arguments::accept_axis(index_t axis) {
  int const k = check_axis(name, axis, rank);
  for (int n = 0; n < count; ++n)
    if (axes[n] == k)
      throw_axis_twice(name, axis, rank);
  axes[count++] = static_cast<signed char>(k);
}

void transform_arguments::complete(int default_axes) {
  if (count == 0) {
    int const several = has_lengths ? lengths.counts.rank() : rank, number = default_axes == 0 ? several : default_axes;
    if (number > rank || rank == 0)
      throw_shape_reason(name, "the operand has fewer axes than are transformed");
    for (int k = rank - number; k < rank; ++k)
      accept_axis(k);
  }
  if (!has_lengths)
    return;
  if (lengths.counts.rank() != count)
    throw_shape_reason(name, "fft::length has another number of lengths than there are axes");
  for (int k = 0; k < count; ++k)
    if (lengths.counts[k] < 1)
      throw_shape_reason(name, "a length is below 1");
}

void transform_arguments::require_elements(dynamic_extents const& extents) const {
  for (int k = 0; k < count; ++k)
    if (extents.entry(axes[k]) == 0)
      throw_shape_reason(name, "the axis has no elements, and no transform is defined");
}

frequency_at frequency_of(char const* name, index_t n, double d, bool half) {
  if (n < 1)
    throw_error(name, "the number of samples is below 1");
  if (d == 0)
    throw_error(name, "the distance of samples is 0");
  return {n, 1 / (static_cast<double>(n) * d), half};
}

} // namespace weft::detail
