#pragma once
#include <string>
#include <vector>

// Counts calls of functions, in a build with -finstrument-functions.
namespace trace {

struct count {
  std::string name; ///< qualified, with its parameters
  int calls;
};

/// Forgets all calls, and counts those that follow, of this thread.
void start();
/// Counts no more. The functions that were called since start(); those without a symbol are left out.
std::vector<count> stop();

} // namespace trace
