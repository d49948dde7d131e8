#pragma once
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

/// What f took, in milliseconds.
template <class F>
double milliseconds(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Ends the program with the reason if something is not as it should be.
inline void check(bool right, char const* what) {
  if (!right)
    throw std::runtime_error(std::string("wrong: ") + what);
}

/// The exit code of a program: what f returns, or 1 with the reason on stderr if f throws.
template <class F>
int run(char const* program, F&& f) {
  try {
    return f();
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s: %s\n", program, e.what());
    return 1;
  }
}
