#pragma once
#include <support/counting.hpp>
#include <support/oracle.hpp>
#include <weft/dynamic/any_tensor.hpp>

#include <cstdint>
#include <functional>
#include <string>

// What the tests of this folder share. A row that speaks of tensors in general has one body of code, compiled for a
// shape that the compiler knows, for a rank that it knows, and for a rank that only the program's run knows; what is
// expected comes from index loops, not from weft.
namespace sources {

template <class T>
using of_shape = weft::tensor<T, weft::fixed<2, 3, 4>>;
template <class T>
using of_rank = weft::tensor<T, 3>;
template <class T>
using of_any_rank = weft::tensor<T>;

/// Element (i, j, k) of the tensors below, whose extents are 2, 3 and 4: its digits say where it stands.
inline int cell(oracle::index_t i, oracle::index_t j, oracle::index_t k) {
  return static_cast<int>(100 * i + 10 * j + k);
}
template <class X>
X cube() {
  X t(weft::shape(2, 3, 4));
  oracle::for_each({2, 3, 4}, [&](oracle::list const& i) {
    t.data()[12 * i[0] + 4 * i[1] + i[2]] = static_cast<typename X::value_type>(cell(i[0], i[1], i[2]));
  });
  return t;
}

template <class X>
oracle::list extents_of(X const& x) {
  oracle::list out;
  for (int k = 0; k < x.rank(); ++k)
    out.push_back(x.extent(k));
  return out;
}
template <class X>
oracle::list strides_of(X const& x) {
  oracle::list out;
  for (int k = 0; k < x.rank(); ++k)
    out.push_back(x.stride(k));
  return out;
}

/// The element at an index. One type for all functions of one element type, so that what takes it is compiled once.
template <class X>
using element_at = std::function<typename X::value_type(oracle::list const&)>;

/// "" if x has these extents and f(index) at each index, else what differs.
template <class X>
std::string difference(X const& x, oracle::list const& extents, element_at<X> const& f) {
  const element_at<X> read = [&x](oracle::list const& i) { return x[i]; };
  return oracle::difference(oracle::make(extents, f), oracle::make(extents_of(x), read));
}
/// "" if x, evaluated, has these extents and f(index) at each index, else what differs.
template <class X>
std::string value_difference(X const& x, oracle::list const& extents, element_at<X> const& f) {
  return difference(weft::eval(x), extents, f);
}
/// f(index) is written at each index.
template <class X>
void write(X const& x, element_at<X> const& f) {
  oracle::for_each(extents_of(x), [&](oracle::list const& i) { x[i] = f(i); });
}

/// How many blocks of memory f takes from weft's memory resource.
template <class F>
std::int64_t allocations_of(F f) {
  support::counting_resource memory;
  const support::memory_scope scope(memory);
  f();
  return memory.allocations();
}

} // namespace sources
