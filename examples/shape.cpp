// The shape of a rod that hangs from its upper end and carries its load along its length: which cross sections make it
// stiffest for a given volume? The stiffness matrix is assembled of the elements, and the displacements are a solution.
// The compliance, the work of the load along the displacements, has a gradient with respect to all cross sections. In
// theory they are proportional to the force that they carry: a straight taper.
//   shape [n]      n elements, 40 unless told otherwise
#include "common.hpp"

#include <weft/grad.hpp>
#include <weft/sparse.hpp>
#include <weft/sparse/gradients.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace weft;

namespace {

int find_shape(index_t n) {
  const double h = 1.0 / double(n); // length, volume, load and Young's modulus are 1
  tensor<index_t, 2> cells(n, 2);
  cells(all, 0) = arange(n);
  cells(all, 1) = arange(n) + 1;
  tensor<double, 1> load = full(shape(n + 1), h); // of each point, half of that at the ends
  load(0) = load(n) = h / 2;

  const auto s = element_structure<double>(shape(n + 1, n + 1), cells);
  const auto positions = element_positions(s, cells);
  const tensor<double, 2> element = tensor<double, 2>{{1, -1}, {-1, 1}} / h; // of cross section 1
  tensor<double, 1> support(s.nonzeros());
  support(0) = 1; // a spring holds the first point: it adds the same to all displacements

  const auto areas = [&](auto const& x) { return exp(x) / (h * sum(exp(x))); }; // positive, of volume 1
  const auto compliance = [&](auto const& x) {
    const auto blocks = areas(x)(all, newaxis, newaxis) * element;
    const auto stiffness = with_values(s, assembled(s, positions, blocks) + support);
    return sum(load * linalg::solve(stiffness, load));
  };
  const auto best = grad::minimise(compliance, zeros<double>(n), {.gradient_tolerance = 1e-9});
  const tensor<double, 1> found = areas(best.x);
  std::printf("%td elements, %td steps\n", n, best.iterations);
  double worst = 0;
  for (index_t e = 0; e < n; ++e) {
    const double carried = 1 - (double(e) + 0.5) * h, wanted = 2 * carried; // of volume 1
    worst = std::max(worst, std::abs(found(e) - wanted));
    if (e % (n / 8) == 0)
      std::printf("at %.3f: %.3f, by theory %.3f\n", (double(e) + 0.5) * h, found(e), wanted);
  }
  check(worst < 1e-3, "the shape is not the straight taper");
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run("shape", [&] {
    const index_t n = argc > 1 ? std::atol(argv[1]) : 40;
    if (n < 8)
      throw shape_error("at least 8 elements are needed");
    return find_shape(n);
  });
}
