#include "fuzz.hpp"

#include <weft/index/layout_algebra.hpp>

#include <string_view>

using namespace weft;
using fuzz::must;

// A text is a layout or refused; the text of a layout is read as it; it has the places of its flat form.
int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  try {
    const hierarchical_layout l(std::string_view(reinterpret_cast<char const*>(data), size));
    must(hierarchical_layout(to_string(l)) == l);
    const hierarchical_layout fewest = coalesce(l);
    must(fewest.size() == l.size() && fewest.cosize() == l.cosize());
    for (const index_t n : {index_t(0), l.size() / 2, l.size() - 1})
      must(l(n) == fewest(n) && l(n) < l.cosize());
  } catch (parse_error const& e) {
    must(std::string_view(e.what()).starts_with("layout: line "));
  } catch (error const& e) { // an extent of 0, or more than 64 bits
    must(std::string_view(e.what()).starts_with("weft: "));
  }
  return 0;
}
