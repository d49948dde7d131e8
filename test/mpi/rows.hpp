#pragma once
#include "mpi/ranks.hpp"

#include <weft/mpi/rows.hpp>

#include <vector>

// Shared by the tests of vectors and matrices by rows.

/// Ways to divide n rows: evenly, by random numbers with empty ranks, and all to one rank.
inline std::vector<weft::mpi::row_division> row_divisions(weft::index_t n) {
  using weft::index_t;
  using weft::mpi::row_division;
  int const size = ranks().size(), rank = ranks().rank();
  std::vector<row_division> out{row_division(ranks(), n)};
  same_numbers draw(7);
  for (int k = 0; k < 2; ++k) {
    std::vector<index_t> counts(std::size_t(size), 0);
    for (index_t left = n; left > 0;) {
      index_t const more = std::min<index_t>(left, draw(1, int(n)));
      counts[std::size_t(draw(0, size - 1))] += more;
      left -= more;
    }
    out.push_back(row_division::of_counts(ranks(), counts[std::size_t(rank)]));
  }
  out.push_back(row_division::of_counts(ranks(), rank == size - 1 ? n : 0));
  return out;
}
