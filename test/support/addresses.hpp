#pragma once
#include <support/oracle.hpp>

// Where elements are by pointer and strides alone, for what compares places.
namespace oracle {

/// All indices of a shape, the last axis fastest.
inline std::vector<list> indices(list const& extents) {
  std::vector<list> out;
  for_each(extents, [&](list const& index) { out.push_back(index); });
  return out;
}

template <class V>
auto* address(V const& v, list const& index) {
  index_t offset = 0;
  for (int k = 0; k < v.rank(); ++k)
    offset += index[at(k)] * v.stride(k);
  return v.data() + offset;
}

} // namespace oracle
