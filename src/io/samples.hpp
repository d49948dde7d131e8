#pragma once
#include <weft/base/check.hpp>
#include <weft/base/dtype.hpp>

#include <cstdint>

// Checks and reads tensors that are images: (rows, columns), or (rows, columns, channels), of uint8 or uint16.
namespace weft::detail {

/// Returns true if weft is built with libspng.
bool has_png() noexcept;

inline index_t channels_of(untyped_view const& a) {
  return a.rank == 3 ? a.extents[2] : 1;
}

/// Throws dtype_error or shape_error if a tensor is no image; `shapes` says which shapes it may have.
inline void check_image(char const* operation, untyped_view const& a, bool has_channels, char const* shapes) {
  if (a.type != dtype::uint8 && a.type != dtype::uint16)
    throw dtype_error(std::string("weft: ") + operation + ": samples are uint8 or uint16, not " + to_string(a.type));
  if (a.rank != 2 && !(a.rank == 3 && has_channels))
    throw_shape_reason(operation, shapes);
}

/// Calls f(value) for each sample of a row.
template <class F>
void for_samples(untyped_view const& a, index_t row, F const& f) {
  for (index_t j = 0; j < a.extents[1]; ++j)
    for (index_t c = 0; c < channels_of(a); ++c) {
      index_t const at = row * a.strides[0] + j * a.strides[1] + (a.rank == 3 ? c * a.strides[2] : 0);
      f(a.type == dtype::uint16 ? static_cast<std::uint16_t const*>(a.data)[at]
                                : std::uint16_t{static_cast<std::uint8_t const*>(a.data)[at]});
    }
}

} // namespace weft::detail
