#pragma once
#include <weft/weft.hpp>

namespace samples {

/// Whether both have one shape, and elements that differ by at most `error`, or that part of them. NaN is not near.
template <class A, class B>
bool all_near(A const& a, B const& b, double error = 1e-14) {
  return a.shape() == b.shape() && weft::all_close(a, b, error, error);
}

/// A matrix in memory with other elements between its own, of which the view x has negative steps along both axes.
struct turned_matrix {
  weft::tensor<double, 2> memory;
  weft::view<double, 2> x;
  explicit turned_matrix(weft::tensor<double, 2> const& from)
      : memory(weft::shape(2 * from.extent(0) + 1, 3 * from.extent(1) + 1), 1e30),
        x(memory(weft::range(2 * from.extent(0) - 1, -1, -2), weft::range(3 * from.extent(1) - 1, -1, -3))) {
    x(weft::ellipsis) = from;
  }
};

} // namespace samples
