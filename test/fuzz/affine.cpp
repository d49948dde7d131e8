#include "fuzz.hpp"

#include <weft/index/affine.hpp>

#include <string>
#include <string_view>

using namespace weft;
using fuzz::must;

// A text is an expression or refused. The text of one is read as the same one: the same names, and values or errors.
int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const auto value = [](affine& f, std::uint64_t first) {
    for (std::string const& name : f.names())
      f[name] = static_cast<index_t>(first = first * 7 - 3);
    try {
      return std::to_string(f());
    } catch (parse_error const&) {
      throw;
    } catch (error const& e) {
      return std::string(e.what());
    }
  };
  try {
    affine f(std::string_view(reinterpret_cast<char const*>(data), size));
    must(f.unbound() == f.names());
    const std::string text = to_string(f);
    if (text.size() > 65536)
      return 0;
    affine again(text);
    must(to_string(again) == text && again.names() == f.names());
    for (const std::uint64_t first : {std::uint64_t(0), std::uint64_t(5), std::uint64_t(1) << 50})
      must(value(f, first) == value(again, first));
  } catch (parse_error const& e) {
    must(std::string_view(e.what()).starts_with("affine expression: line "));
  }
  return 0;
}
