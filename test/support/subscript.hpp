#pragma once
#include <support/oracle.hpp>

#include <weft/index/symbol.hpp>

#include <string>
#include <utility>

namespace support {

using oracle::index_t;
using oracle::list;

/// offset + the sum of coefficients and indices.
struct subscript {
  index_t offset = 0;
  list coefficients;
  index_t value(list const& i) const {
    index_t v = offset;
    for (std::size_t k = 0; k < i.size(); ++k)
      v += coefficients[k] * i[k];
    return v;
  }
  std::string text() const {
    std::string out = std::to_string(offset);
    for (std::size_t k = 0; k < coefficients.size(); ++k)
      out += " + " + std::to_string(coefficients[k]) + " * _" + std::to_string(k);
    return out;
  }
  template <int... J>
  auto form(std::integer_sequence<int, J...>) const {
    return (offset + ... + (coefficients[std::size_t(J)] * weft::index_symbol<J>{}));
  }
};

} // namespace support
