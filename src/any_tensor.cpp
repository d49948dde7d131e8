#include <weft/dynamic/any_tensor.hpp>

#include <algorithm>
#include <cstring>

namespace weft::detail {

bool equal_elements(dtype type, index_t count, void const* a, void const* b) {
  if (count == 0)
    return true;
  return with_dtype(type, [&]<class T>(std::type_identity<T>) {
    T const* const first = static_cast<T const*>(a);
    if constexpr (std::is_integral_v<T>)
      return std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(T)) == 0;
    else
      return std::equal(first, first + count, static_cast<T const*>(b));
  });
}

} // namespace weft::detail
