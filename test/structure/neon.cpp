// What neon.py looks for machine vectors in: an assignment, and a reduction.
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>

using namespace weft;

void assigned(tensor<double, 1>& r, tensor<double, 1> const& a, tensor<double, 1> const& b);
float summed(tensor<float, 1> const& a);

void assigned(tensor<double, 1>& r, tensor<double, 1> const& a, tensor<double, 1> const& b) {
  r = a * b + 1.0;
}
float summed(tensor<float, 1> const& a) {
  return sum(a * a);
}
