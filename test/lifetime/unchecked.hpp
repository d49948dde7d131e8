#pragma once
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/tensor.hpp>

/// Sizes of types as one translation unit sees them.
struct type_sizes {
  static constexpr int count = 8;
  unsigned long size[count];
};

namespace {
template <class T>
constexpr unsigned long size_of_sum = sizeof(decltype(std::declval<T&>() + 1.0));

inline type_sizes sizes_here() {
  using namespace weft;
  return {{sizeof(tensor<double, 2>), sizeof(tensor<double>), sizeof(tensor<double, fixed<3, 3>>), sizeof(view<double, 2>),
           sizeof(view<const double>), size_of_sum<tensor<double, 2>>, size_of_sum<view<double>>,
           sizeof(view<double, 2>::iterator)}};
}
} // namespace

type_sizes sizes_unchecked();
weft::tensor<double, 1> make_unchecked(double first);
void regrow_unchecked(weft::tensor<double, 1>& t);
double sum_unchecked(weft::view<const double, 1> v);
