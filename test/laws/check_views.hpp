#pragma once
#include <support/oracle.hpp>

#include <doctest/doctest.h>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

// Views distribute over nodes: a view of an expression has the elements that the view of its value has.
namespace laws {

using oracle::array;
using oracle::index_t;
using oracle::list;
using weft::all;
using weft::range;
using weft::tensor;

inline array<double> elements(tensor<double> const& t) {
  list extents;
  for (int k = 0; k < t.rank(); ++k)
    extents.push_back(t.extent(k));
  return {extents, {t.data(), t.data() + t.size()}};
}

/// view, of the shape given, must have at each index the value at `source` of that index.
template <class V, class F>
void check(char const* name, V const& view, list const& shape, array<double> const& values, F source) {
  INFO(name);
  const tensor<double> t(view);
  CHECK(oracle::difference(oracle::make(shape, [&](list const& i) { return values(source(i)); }), elements(t)) == "");
}

/// All views of e, which has shape (3, 4) and the values given.
template <class E>
void check_views(E const& e, array<double> const& v) {
  check("itself", e, {3, 4}, v, [](list const& i) { return i; });
  check("transpose", transpose(e), {4, 3}, v, [](list const& i) { return list{i[1], i[0]}; });
  check("permute", permute(e, 1, 0), {4, 3}, v, [](list const& i) { return list{i[1], i[0]}; });
  check("swap_axes", swap_axes(e, 0, 1), {4, 3}, v, [](list const& i) { return list{i[1], i[0]}; });
  check("slice", slice(e, 0, 2), {4}, v, [](list const& i) { return list{2, i[0]}; });
  check("subscripts", e(all, 3), {3}, v, [](list const& i) { return list{i[0], 3}; });
  check("ranges", e(range(2, -1, -2), range(1, 4)), {2, 3}, v, [](list const& i) { return list{2 - 2 * i[0], 1 + i[1]}; });
  check("nothing", e(range(1, 1), all), {0, 4}, v, [](list const& i) { return i; });
  check("newaxis", e(all, weft::newaxis), {3, 1, 4}, v, [](list const& i) { return list{i[0], i[2]}; });
  check("window", window(e, 1, 1, 2), {3, 2}, v, [](list const& i) { return list{i[0], 1 + i[1]}; });
  check("reverse", reverse(e, 1), {3, 4}, v, [](list const& i) { return list{i[0], 3 - i[1]}; });
  check("diagonal", diagonal(e), {3}, v, [](list const& i) { return list{i[0], i[0]}; });
  check("expand_dims", expand_dims(e, 2), {3, 4, 1}, v, [](list const& i) { return list{i[0], i[1]}; });
  check("squeeze", squeeze(expand_dims(e, 0), 0), {3, 4}, v, [](list const& i) { return i; });
  check("sliding_window", sliding_window(e, 1, 3), {3, 2, 3}, v, [](list const& i) { return list{i[0], i[1] + i[2]}; });
  check("broadcast_to", broadcast_to(e, weft::shape(2, 3, 4)), {2, 3, 4}, v, [](list const& i) { return list{i[1], i[2]}; });
  check("reshape", reshape(e, weft::shape(2, 6)), {2, 6}, v, [](list const& i) {
    const index_t n = 6 * i[0] + i[1];
    return list{n / 4, n % 4};
  });
  check("flatten", flatten(e, 0), {12}, v, [](list const& i) { return list{i[0] / 4, i[0] % 4}; });
  check("view of a view", reverse(transpose(e), 0)(range(0, 4, 3), 1), {2}, v,
        [](list const& i) { return list{1, 3 - 3 * i[0]}; });
  check("view of a reshape", transpose(reshape(e, weft::shape(2, 6)))(range(4, 6), all), {2, 2}, v, [](list const& i) {
    const index_t n = 6 * i[1] + 4 + i[0];
    return list{n / 4, n % 4};
  });
}

inline double number(list const& i) { return static_cast<double>(10 * i[0] + i[1] + 1); }

struct operands {
  list shape{3, 4};
  tensor<double> a{weft::shape(list{3, 4})}, row{weft::shape(list{4})}, column{weft::shape(list{3, 1})};
  array<double> va = oracle::make(shape, number);
  operands() {
    for (index_t n = 0; n < 12; ++n)
      a.data()[n] = va.values[oracle::at(n)];
    for (index_t n = 0; n < 4; ++n)
      row.data()[n] = static_cast<double>(n * n);
    for (index_t n = 0; n < 3; ++n)
      column.data()[n] = static_cast<double>(100 * n);
  }
};

} // namespace laws
