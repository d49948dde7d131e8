#pragma once
#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

#include <memory>
#include <string>

// Operands that live as long as the statements that share them.
namespace measured {

using weft::all;
using weft::end;
using weft::index_t;
using weft::range;

/// A tensor of random numbers from 1 to 2.
template <class T, int R, class... N>
std::shared_ptr<weft::tensor<T, R>> made(N... n) {
  auto t = std::make_shared<weft::tensor<T, R>>(n...);
  *t = weft::cast<T>(1.0 + weft::random_uniform(weft::shape(n...), 1));
  return t;
}

inline std::string sized(std::string const& what, index_t n) {
  return what + ", " + std::to_string(n);
}
inline std::string sized(std::string const& what, index_t n, index_t m) {
  return sized(what, n) + " x " + std::to_string(m);
}

} // namespace measured
