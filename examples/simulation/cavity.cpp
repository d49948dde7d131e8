// A fluid in a square cavity whose lid moves, at Reynolds number 100, beside the velocities that Ghia, Ghia and Shin
// (High-Re solutions for incompressible flow using the Navier-Stokes equations and a multigrid method, 1982) list.
//   cavity [picture [n]]      n x n cells, 48 unless told otherwise
#include "../common.hpp"
#include "cavity.hpp"
#include "picture.hpp"

#include <cmath>
#include <cstdlib>
#include <tuple>

using namespace weft;

namespace {

/// Tables I and II: on the vertical line through the middle y and u, on the horizontal one x and v; the lid has u = 1.
const tensor<double, 2> vertical{{0.0547, -0.03717}, {0.0625, -0.04192}, {0.0703, -0.04775}, {0.1016, -0.06434},
                                 {0.1719, -0.10150}, {0.2813, -0.15662}, {0.4531, -0.21090}, {0.5000, -0.20581},
                                 {0.6172, -0.13641}, {0.7344, 0.00332},  {0.8516, 0.23151},  {0.9531, 0.68717},
                                 {0.9609, 0.73722},  {0.9688, 0.78871},  {0.9766, 0.84123}};
const tensor<double, 2> horizontal{{0.0625, 0.09233},  {0.0703, 0.10091},  {0.0781, 0.10890},  {0.0938, 0.12317},
                                   {0.1563, 0.16077},  {0.2266, 0.17507},  {0.2344, 0.17527},  {0.5000, 0.05454},
                                   {0.8047, -0.24533}, {0.8594, -0.22445}, {0.9063, -0.16914}, {0.9453, -0.10313},
                                   {0.9531, -0.08864}, {0.9609, -0.07391}, {0.9688, -0.05906}};

/// The value at a place from 0 to 1 of values in the middle of cells, by the line through the two next to it.
double between(tensor<double, 1> const& values, double place) {
  const double at = place * double(values.size()) - 0.5;
  const index_t k = std::clamp<index_t>(index_t(at), 0, values.size() - 2);
  return values(k) + (at - double(k)) * (values(k + 1) - values(k));
}

/// The largest difference to a table, of a velocity on a line, as a part of that of the lid.
double compare(char const* title, tensor<double, 1> const& velocity, tensor<double, 2> const& table, double lid) {
  double worst = 0;
  std::printf("%s\n", title);
  for (index_t row = 0; row < table.extent(0); ++row) {
    const double found = between(velocity, table(row, 0)) / lid;
    worst = std::max(worst, std::abs(found - table(row, 1)));
    if (row % 3 == 1)
      std::printf("  %.4f  %8.5f  %7.3f\n", table(row, 0), table(row, 1), found);
  }
  return worst;
}

int drive(std::string const& path, index_t n) {
  cavity::flow c(n, 0.1, 100);
  auto [u, v] = c.velocity();
  tensor<double, 2> before = u;
  int steps = 0;
  do {
    before = u;
    for (int k = 0; k < 100; ++k, ++steps)
      cavity::step(c);
    std::tie(u, v) = c.velocity();
  } while (max(abs(u - before)) > 1e-6 * c.lid);
  std::printf("steady after %d steps\n", steps);
  const auto middle = range(n / 2 - 1, n / 2 + 1); // the line through the middle lies between two cells
  const double error_u = compare("  y       Ghia u    found", mean(u(all, middle), 1), vertical, c.lid);
  const double error_v = compare("  x       Ghia v    found", mean(v(middle, all), 0), horizontal, c.lid);
  std::printf("all differences are %s one part in a hundred of the lid's speed\n",
              std::max(error_u, error_v) < 0.01 ? "below" : "NOT below");
  const auto speed = reverse(hypot(u, v), 0);
  picture::save(path, picture::colours(speed, 0, 0.5 * c.lid), 8);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run("cavity", [&] { return drive(argc > 1 ? argv[1] : "", argc > 2 ? std::atol(argv[2]) : 48); });
}
