#pragma once
#include <weft/layout/layout.hpp>

// Whether a view may have another type: a rank, extents and an order that are known at compile time.
namespace weft::detail {

/// True if extents of type From convert to type To without a check: To only knows less at compile time.
template <class From, class To>
WEFT_FN constexpr bool extents_widen() {
  if constexpr (To::static_rank < 0) {
    return true;
  } else if constexpr (From::static_rank != To::static_rank) {
    return false;
  } else {
    for (int k = 0; k < To::static_rank; ++k)
      if (To::statics[k] != dyn && To::statics[k] != From::statics[k])
        return false;
    return true;
  }
}
template <class From, class To>
inline constexpr bool order_widens = std::same_as<To, strided> || std::same_as<From, To>;

/// Throws shape_error because the extent of an axis differs from the wanted one; for axis -1, because the rank does.
WEFT_API [[noreturn]] void throw_as_shape(int axis, index_t wanted, index_t const* extents, int rank);
WEFT_API [[noreturn]] void throw_as_order(index_t const* extents, index_t const* strides, int rank);

template <class Extents, class Order, class Layout>
WEFT_FN constexpr void check_as(Layout const& l) {
  auto const e = convert_extents<dynamic_extents>(l.extents()), s = convert_extents<dynamic_extents>(l.strides());
  if (Extents::static_rank >= 0 && l.rank() != Extents::static_rank)
    throw_as_shape(-1, Extents::static_rank, e.value, l.rank());
  for (int k = 0; k < l.rank(); ++k)
    if (static_extent<Extents>(k) != dyn && static_extent<Extents>(k) != l.extent(k))
      throw_as_shape(k, static_extent<Extents>(k), e.value, l.rank());
  int const unit = std::same_as<Order, row_major> ? l.rank() - 1 : 0;
  if (!std::same_as<Order, strided> && l.rank() > 0 && l.extent(unit) > 1 && l.stride(unit) != 1)
    throw_as_order(e.value, s.value, l.rank());
}

} // namespace weft::detail
