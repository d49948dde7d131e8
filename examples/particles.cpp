// Particles in a table: sorted by the cells of a grid, so that the neighbours of one stand in a few runs of rows, and
// written as CSV and as a structured array of NumPy. The first argument is the folder for files.
#include "common.hpp"

#include <weft/ops/random.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/records.hpp>
#include <weft/weft.hpp>

#include <iostream>

using namespace weft;

template <template <class> class C>
struct point {
  C<double> x, y;
};
template <template <class> class C>
struct particle {
  C<int> cell;
  point<C> at;
  C<double> charge;
  C<std::string> kind;
};

constexpr int cells = 4; // along each axis of the unit square

columns<particle> scattered(index_t n) {
  columns<particle> p(n);
  p.at.x = random_uniform(shape(n), 1);
  p.at.y = random_uniform(shape(n), 2);
  p.charge = where(p.at.x < p.at.y, -1.0, 1.0);
  for (index_t i = 0; i < n; ++i)
    p.kind(i) = p.charge(i) > 0 ? "ion" : "electron";
  return p;
}

/// The pairs within a distance of at most one cell: each particle looks at the rows of the nine cells around its own.
index_t count_neighbours(columns<particle> const& p, double distance) {
  const tensor<index_t, 1> first = searchsorted(p.cell, arange(0, cells * cells + 1)); // rows of a cell begin here
  index_t count = 0;
  for (index_t i = 0; i < p.size(); ++i) {
    const int row = p.cell(i) / cells, column = p.cell(i) % cells;
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, cells - 1); ++r) {
      const int from = r * cells + std::max(column - 1, 0), to = r * cells + std::min(column + 1, cells - 1);
      const auto rows = range(first(from), first(to + 1)); // three cells beside each other are one run
      count += weft::count(hypot(p.at.x(rows) - p.at.x(i), p.at.y(rows) - p.at.y(i)) < distance) - (r == row ? 1 : 0);
    }
  }
  return count / 2;
}

int main(int count, char** argument) {
  return run("particles", [&] {
    const std::string folder = count > 1 ? std::string(argument[1]) + '/' : "";
    columns<particle> p = scattered(1000);
    p.cell = cast<int>(floor(p.at.y * cells)) * cells + cast<int>(floor(p.at.x * cells));
    p = sort_by(p, p.cell, p.at.x);

    const columns<particle>::value_type leftmost = p[0];
    std::cout << p.size() << " particles, first of cell " << leftmost.cell << ": " << leftmost.kind << " at "
              << leftmost.at.x << ", " << leftmost.at.y << '\n';
    const auto ions = compress(p.charge > 0.0, p);
    std::cout << ions.size() << " ions, mean x " << mean(ions.at.x) << '\n';

    const double distance = 0.05;
    index_t pairs = 0; // one by one, to compare
    for (index_t i = 0; i < p.size(); ++i)
      pairs += weft::count(hypot(p.at.x - p.at.x(i), p.at.y - p.at.y(i)) < distance) - 1;
    std::cout << "pairs closer than " << distance << ": " << count_neighbours(p, distance) << " by cells, " << pairs / 2
              << " of all\n";

    save_csv_columns(folder + "particles.csv", take(p, arange(0, 3)));
    for (std::string const& name : column_names<particle>())
      std::cout << name << ' ';
    const auto few = load_csv_columns<particle>(folder + "particles.csv");
    std::cout << "\nread back from CSV: " << (few == take(p, arange(0, 3)) ? "the same" : "others") << '\n';
    save_npy_columns(folder + "particles.npy", p);
    std::cout << "read back from .npy: "
              << (load_npy_columns<particle>(folder + "particles.npy") == p ? "the same" : "others") << '\n';
    return 0;
  });
}
