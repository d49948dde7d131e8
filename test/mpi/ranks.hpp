#pragma once
#include <weft/mpi/communicator.hpp>

#include <random>

// Shared by the tests of this folder, which every rank runs in the same order.

/// The communicator of all ranks.
weft::mpi::communicator const& ranks();

/// Numbers that are the same on all ranks.
class same_numbers {
public:
  explicit same_numbers(unsigned seed) : engine_(seed) {}
  int operator()(int first, int last) {
    return first + static_cast<int>(engine_() % static_cast<unsigned>(last - first + 1));
  }

private:
  std::mt19937 engine_;
};
