#pragma once
#include "mpi/ranks.hpp"

#include <weft/mpi/distributed.hpp>

#include <vector>

// Shared by the tests of fields: process grids, and the value of an element of the whole.

/// All process grids of two axes for the ranks of the tests.
inline std::vector<weft::mpi::cartesian<2>> process_grids(std::array<bool, 2> periodic) {
  std::vector<weft::mpi::cartesian<2>> out;
  for (int rows = 1; rows <= ranks().size(); ++rows)
    if (ranks().size() % rows == 0)
      out.emplace_back(ranks(), std::array<weft::index_t, 2>{rows, ranks().size() / rows}, periodic);
  return out;
}
/// A value that no other element of the whole has.
inline double value_at(weft::index_t i, weft::index_t j) {
  return double(1000 * i + j + 1);
}
template <class U>
void fill_interior(U& u) {
  for (weft::index_t i = 0; i < u.local().shape().entry(0); ++i)
    for (weft::index_t j = 0; j < u.local().shape().entry(1); ++j)
      u.local()(i, j) = static_cast<typename U::value_type>(value_at(u.offset()[0] + i, u.offset()[1] + j));
}
