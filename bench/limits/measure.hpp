#pragma once
#include <functional>
#include <string>
#include <vector>

// What the program is made of: rows of the table, and how they are measured.
namespace measured {

/// A statement whose way the limit decides; it gets the value that was chosen.
struct statement {
  std::string name;
  std::function<void(double)> run;
};

/// One limit: values that it might have, the present one among them.
struct limit {
  std::string name;
  double present;
  std::vector<double> values;
  std::function<void(double)> set; ///< none where statements call the ways by name
  std::vector<statement> statements;
  int threads = 1;
};

/// Those of src/loop, of src/fold, of both with several threads, and those that headers ask for.
std::vector<limit> loop_limits();
std::vector<limit> fold_limits();
std::vector<limit> thread_limits();
std::vector<limit> header_limits();

/// A variable of the library; the values are the present one and those given.
template <class T>
limit variable(std::string name, T& place, std::vector<double> values) {
  return {std::move(name),
          static_cast<double>(place),
          std::move(values),
          [&place](double v) { place = static_cast<T>(v); },
          {}};
}

} // namespace measured
