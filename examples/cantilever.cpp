// A beam of plane stress, held at its left end and pulled down at its right one, by linear triangles: the matrix is
// assembled from those of the elements, solved by Cholesky's factors and by conjugate gradients, and the deflection of
// the tip compared with Timoshenko's solution (Timoshenko and Goodier, Theory of elasticity, 1970, article 21).
//   cantilever [folder] [n]      the picture goes into the folder; n rectangles over the depth, 24 unless told otherwise
#include "common.hpp"

#include <weft/io/image.hpp>
#include <weft/sparse.hpp>
#include <weft/weft.hpp>

#include <cstdlib>
#include <algorithm>
#include <cmath>

using namespace weft;

namespace {

constexpr double length = 10, depth = 1, young = 1000, poisson = 0.3, load = 0.1;
constexpr double inertia = depth * depth * depth / 12;

/// Timoshenko's displacements of the point (x, y), y from the middle: across and along the beam.
namespace exact {
double along(double x, double y) {
  return load * y / (6 * young * inertia) *
         ((6 * length - 3 * x) * x + (2 + poisson) * (y * y - depth * depth / 4));
}
double across(double x, double y) {
  return -load / (6 * young * inertia) *
         (3 * poisson * y * y * (length - x) + (4 + 5 * poisson) * depth * depth * x / 4 + (3 * length - x) * x * x);
}
} // namespace exact

/// Points of a grid, and two triangles in each rectangle.
struct mesh {
  index_t across, along;     ///< points
  tensor<double, 2> points;  ///< x, y
  tensor<index_t, 2> cells;  ///< three points each

  explicit mesh(index_t n) : across(n + 1), along(10 * n + 1), points(across * along, 2), cells(20 * n * n, 3) {
    for (index_t i = 0; i < along; ++i)
      for (index_t j = 0; j < across; ++j) {
        points(i * across + j, 0) = length * double(i) / double(along - 1);
        points(i * across + j, 1) = depth * double(j) / double(across - 1) - depth / 2;
      }
    index_t e = 0;
    for (index_t i = 0; i + 1 < along; ++i)
      for (index_t j = 0; j + 1 < across; ++j) {
        const index_t p = i * across + j, q = p + across;
        cells(e++, all) = tensor<index_t, 1>{p, q, q + 1};
        cells(e++, all) = tensor<index_t, 1>{p, q + 1, p + 1};
      }
  }
  /// The six unknowns of each triangle: along and across at each of its points.
  tensor<index_t, 2> unknowns() const {
    tensor<index_t, 2> out(cells.extent(0), 6);
    out(all, range(0, end, 2)) = 2 * cells;
    out(all, range(1, end, 2)) = 2 * cells + 1;
    return out;
  }
};

/// The stiffness matrices of all triangles: area * transpose(B) D B.
tensor<double, 3> stiffness(mesh const& m) {
  const index_t count = m.cells.extent(0);
  const tensor<double, 2> x = take(m.points(all, 0), m.cells), y = take(m.points(all, 1), m.cells);
  tensor<double, 3> strain(count, 3, 6); // of unit displacements
  tensor<double, 1> area = 0.5 * ((x(all, 1) - x(all, 0)) * (y(all, 2) - y(all, 0)) -
                                  (x(all, 2) - x(all, 0)) * (y(all, 1) - y(all, 0)));
  for (index_t k = 0; k < 3; ++k) {
    const index_t next = (k + 1) % 3, other = (k + 2) % 3;
    strain(all, 0, 2 * k) = strain(all, 2, 2 * k + 1) = (y(all, next) - y(all, other)) / (2.0 * area);
    strain(all, 1, 2 * k + 1) = strain(all, 2, 2 * k) = (x(all, other) - x(all, next)) / (2.0 * area);
  }
  const double e = young / (1 - poisson * poisson);
  const tensor<double, 2> elastic{{e, e * poisson, 0}, {e * poisson, e, 0}, {0, 0, e * (1 - poisson) / 2}};
  return area(all, newaxis, newaxis) * matmul(swap_axes(strain, 1, 2), matmul(elastic, strain));
}

/// The load on the right end, a parabola over the depth, as forces at its points.
tensor<double, 1> forces(mesh const& m) {
  tensor<double, 1> f(2 * m.points.extent(0));
  const double h = depth / double(m.across - 1), root = std::sqrt(0.6);
  for (index_t j = 0; j + 1 < m.across; ++j) // Gauss's rule of three points on each edge
    for (auto const& [place, weight] : {std::pair(-root, 5.0 / 9), std::pair(0.0, 8.0 / 9), std::pair(root, 5.0 / 9)}) {
      const double t = (1 + place) / 2, y = -depth / 2 + h * (double(j) + t);
      const double pull = -load / (2 * inertia) * (depth * depth / 4 - y * y) * weight * h / 2;
      const index_t below = (m.along - 1) * m.across + j;
      f(2 * below + 1) += pull * (1 - t);
      f(2 * below + 3) += pull * t;
    }
  return f;
}

/// The lines between the points, bent three times as much, 80 pixels to a unit of length.
void draw(mesh const& m, tensor<double, 1> const& u, std::string const& path) {
  tensor<std::uint8_t, 2> picture = full(shape(240, 860), std::uint8_t(255));
  const auto mark = [&](index_t p, index_t q) {
    for (double t = 0; t <= 1; t += 1.0 / 64) {
      const auto at = [&](index_t k) {
        const auto of = [&](index_t point) { return m.points(point, k) + 3 * u(2 * point + k); };
        return (1 - t) * of(p) + t * of(q);
      };
      picture(index_t(70 - 80 * at(1)), index_t(20 + 80 * at(0))) = 0;
    }
  };
  const index_t step = std::max<index_t>(1, m.across / 6); // some of the lines
  for (index_t i = 0; i < m.along; i += step)
    for (index_t j = 0; j < m.across; j += step) {
      const index_t p = i * m.across + j;
      if (i + step < m.along)
        mark(p, p + step * m.across);
      if (j + step < m.across)
        mark(p, p + step);
    }
  save_pnm(path, picture);
}

int bend(std::string const& folder, index_t n) {
  const mesh m(n);
  const tensor<index_t, 2> unknowns = m.unknowns();
  const index_t count = 2 * m.points.extent(0), held = 2 * m.across;
  auto a = element_structure<double>(shape(count, count), unknowns);
  assemble(a, element_positions(a, unknowns), stiffness(m));
  std::printf("%td unknowns, %td entries\n", count, a.nonzeros());

  tensor<double, 1> u(count); // the first unknowns are those of the left end, where u is known
  for (index_t j = 0; j < m.across; ++j) {
    u(2 * j) = exact::along(0, m.points(j, 1));
    u(2 * j + 1) = exact::across(0, m.points(j, 1));
  }
  const tensor<double, 1> right = forces(m) - matmul(a, u);
  const auto free = arange(held, count);
  const sparse<double> inner = take(take(a, free, 0), free, 1);
  const tensor<double, 1> b = right(range(held, end));

  const auto factors = linalg::cholesky_factor(inner);
  const tensor<double, 1> direct = factors.solve(b);
  const auto [iterated, report] = linalg::cg(inner, b, linalg::ic0(inner), {.iterations = 5000, .tolerance = 1e-10});
  u(range(held, end)) = direct;
  check(report.converged(), "conjugate gradients do not converge");
  check(double(norm(iterated - direct)) < 1e-6 * double(norm(direct)), "two ways, two solutions");

  const index_t tip = (m.along - 1) * m.across + m.across / 2;
  const double wanted = exact::across(length, m.points(tip, 1)), found = u(2 * tip + 1);
  std::printf("tip: %.4f, by Timoshenko %.4f: %.2f %% less\n", found, wanted, 100 * (1 - found / wanted));
  check(std::abs(1 - found / wanted) < 0.5 / double(n), "the deflection is not that of a beam");

  draw(m, u, folder + "/cantilever.pgm");
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run("cantilever", [&] {
    const index_t n = argc > 2 ? std::atol(argv[2]) : 24;
    if (n < 2)
      throw shape_error("at least 2 rectangles are needed");
    return bend(argc > 1 ? argv[1] : ".", n);
  });
}
