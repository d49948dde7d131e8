#pragma once
#include "trace.hpp"

#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

// Compares what explain() says of a statement with the calls that it makes.
namespace trace {

using weft::index_t, weft::view, weft::tensor;

/// The place behind the bracket that closes the one at `open`.
inline std::size_t behind(std::string const& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '<' ? 1 : text[i] == ')' || text[i] == '>' ? -1 : 0;
    if (depth == 0)
      return i + 1;
  }
  return text.size();
}
/// The name of a function without its namespace, template arguments and parameters; of a lambda nothing.
inline std::string short_name(std::string const& symbol) {
  std::string name;
  for (std::size_t i = 0; i < symbol.size(); ++i) {
    const char c = symbol[i];
    if (c == '[') { // [abi:...]
      i = symbol.find(']', i);
    } else if (c == '<') {
      i = behind(symbol, i) - 1;
    } else if (c == '(' && name.empty()) { // (anonymous namespace)
      i = behind(symbol, i) - 1;
    } else if (c == '(') {
      return symbol.find("{lambda", behind(symbol, i)) == std::string::npos ? name : "";
    } else if (c == ' ' || c == ':') {
      name.clear();
    } else {
      name += c;
    }
  }
  return name;
}
inline std::map<std::string, int> by_name(std::vector<count> const& calls) {
  std::map<std::string, int> sums;
  for (auto const& [name, n] : calls)
    sums[short_name(name)] += n;
  return sums;
}

template <class F>
std::map<std::string, int> calls_of(F const& statement) {
  statement(); // what is found out once is known then
  start();
  statement();
  return by_name(stop());
}

/// A window of a x b elements into a room of 80 x 80, some indices apart, forwards or backwards, sometimes transposed.
struct random_window {
  index_t first[2], step[2];
  bool turned;
  template <class Below>
  random_window(Below const& below, index_t rows, index_t columns) : turned(below(3) == 0) {
    const index_t extents[] = {turned ? columns : rows, turned ? rows : columns};
    for (int k = 0; k < 2; ++k) {
      const index_t apart = 1 + below(2);
      const bool backwards = below(4) == 0;
      first[k] = below(4) + (backwards ? apart * (extents[k] - 1) : 0);
      step[k] = backwards ? -apart : apart;
    }
  }
  view<double, 2> of(tensor<double, 2>& room, index_t rows, index_t columns) const {
    const index_t extents[] = {turned ? columns : rows, turned ? rows : columns};
    const index_t apart[] = {step[0] * room.extent(1), step[1]};
    view<double, 2> v = weft::borrow(room.data() + first[0] * room.extent(1) + first[1],
                                     weft::shape(extents[0], extents[1]), weft::strides(apart[0], apart[1]));
    return turned ? view<double, 2>(weft::transpose(v)) : v;
  }
};

/// Checks what explain() says of a statement against the calls that it makes. Of loops some need no call.
struct explained_statements {
  int temporaries = 0, loops = 0;

  template <class F>
  void check(char const* what, F const& statement) {
    const auto calls = calls_of(statement);
    const weft::plan_report report = weft::explain(statement);
    const auto of = [&](char const* name) { return calls.contains(name) ? calls.at(name) : 0; };
    CAPTURE(what);
    CAPTURE(to_string(report));
    CHECK(of("allocate_block") == report.temporaries);
    CHECK(of("run_map") + of("run_fold") <= report.loops);
    CHECK(report.loops == index_t(report.loop_list.size()));
    temporaries += int(report.temporaries);
    loops += of("run_map") + of("run_fold");
  }
};

} // namespace trace
