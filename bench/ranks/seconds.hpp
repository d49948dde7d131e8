#pragma once
#include <weft/mpi.hpp>

#include <algorithm>
#include <chrono>
#include <vector>

/// Returns the seconds of a call that all ranks make, of the slowest rank.
template <class F>
double seconds(weft::mpi::communicator const& world, F const& f) {
  weft::mpi::barrier(world);
  auto const start = std::chrono::steady_clock::now();
  f();
  double const mine = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return weft::mpi::allreduce(world, mine, weft::mpi::max);
}
inline double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + long(values.size() / 2), values.end());
  return values[values.size() / 2];
}
