#pragma once
#include <weft/tensor/memory.hpp>

#include <version>
#ifdef __cpp_lib_mdspan
#include <array>
#include <mdspan>

namespace weft {

/// Returns the std::mdspan of a tensor or a view of static rank, if the standard library has it; static extents stay
/// static. It borrows the memory. Throws layout_error if a stride is negative or 0 on an axis of more than one element,
/// which std::layout_stride does not allow. borrow(m) makes a view of an mdspan.
template <Stored X>
[[nodiscard]] WEFT_FN auto to_mdspan(X&& x) {
  static_assert(
      std::is_lvalue_reference_v<X> || requires { x.window_leaf(); },
      "weft: to_mdspan: the tensor is a temporary, whose memory ends before the mdspan is used");
  using extents_type = std::remove_cvref_t<decltype(x.shape())>;
  static_assert(extents_type::static_rank >= 0, "weft: to_mdspan: the rank must be static: as<2>(a)");
  return detail::unpack<extents_type::static_rank>([&]<int... K>() {
    using shape_type =
        std::extents<index_t, (extents_type::statics[K] == dyn ? std::dynamic_extent
                                                               : std::size_t(extents_type::statics[K]))...>;
    std::array<index_t, sizeof...(K)> const strides{x.stride(K)...};
    for (int k = 0; k < int(sizeof...(K)); ++k)
      if (strides[std::size_t(k)] <= 0 && x.extent(k) > 1)
        detail::throw_layout_reason("to_mdspan", "a stride is negative or 0; copy() it first");
    using place = std::layout_stride::mapping<shape_type>;
    using T = std::remove_pointer_t<decltype(x.data())>;
    return std::mdspan<T, shape_type, std::layout_stride>(x.data(), place(shape_type(x.extent(K)...), strides));
  });
}

} // namespace weft
#endif
