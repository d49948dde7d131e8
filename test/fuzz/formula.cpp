#include "fuzz.hpp"

#include <weft/dynamic/formula.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <string_view>

using namespace weft;
using fuzz::must;

// A text is a formula or refused; each formula has a value at every point, and the same in one element.
int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static const tensor<double, 2> points{{0, 1, -2, 0.5, 1e10}, {3, -1, 7, 2, -0.25}};
  try {
    formula f(std::string_view(reinterpret_cast<char const*>(data), size));
    must(f.unbound() == f.names());
    for (std::size_t k = 0; k < f.names().size(); ++k)
      f.bind(f.names()[k], points(static_cast<index_t>(k % 2), all));
    must(f.unbound().empty() && f.rank() <= 1);
    const tensor<double, 1> values = broadcast_to(f, shape(5));
    const double one = f.rank() == 0 ? f() : f(2), whole = values(2);
    must(one == whole || (one != one && whole != whole));
  } catch (parse_error const& e) {
    must(std::string_view(e.what()).starts_with("formula: line "));
  }
  return 0;
}
