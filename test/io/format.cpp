// The expected texts are NumPy's own: make_golden.py wrote golden/prints.txt.
#include <weft/io/format.hpp>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

using weft::dtype;
using weft::index_t;
using weft::detail::untyped_view;

namespace {

struct golden_print {
  dtype type;
  std::vector<index_t> extents;
  weft::print_options options;
  std::vector<std::string> tokens;
  std::string expected;

  index_t size() const {
    index_t n = 1;
    for (index_t e : extents)
      n *= e;
    return n;
  }
};

dtype named(std::string const& name) {
  for (int k = 0; k <= static_cast<int>(dtype::complex128); ++k)
    if (to_string(static_cast<dtype>(k)) == name)
      return static_cast<dtype>(k);
  throw std::runtime_error("no dtype " + name);
}

template <class E>
E one_of(std::string const& name, std::initializer_list<std::pair<char const*, E>> names) {
  for (auto const& [n, e] : names)
    if (n == name)
      return e;
  throw std::runtime_error("no option " + name);
}

void set_option(weft::print_options& o, std::string const& text) {
  using weft::float_mode, weft::sign_mode;
  static std::set<std::string> kept; // the options only look at names
  std::string const name = text.substr(0, text.find('=')), value = text.substr(std::min(name.size() + 1, text.size()));
  if (name == "suppress")
    o.suppress_small = true;
  else if (name == "floatmode")
    o.floats = one_of<float_mode>(value, {{"fixed", float_mode::fixed},
                                          {"unique", float_mode::unique},
                                          {"maxprec", float_mode::maxprec},
                                          {"maxprec_equal", float_mode::maxprec_equal}});
  else if (name == "sign")
    o.sign =
        one_of<sign_mode>(value, {{"minus", sign_mode::minus}, {"plus", sign_mode::plus}, {"space", sign_mode::space}});
  else
    *one_of<std::string_view*>(name, {{"nanstr", &o.nan}, {"infstr", &o.inf}}) = *kept.insert(value).first;
}

std::vector<golden_print> golden_prints() {
  auto const path = std::filesystem::path(WEFT_GOLDEN) / "prints.txt";
  std::ifstream file(path);
  REQUIRE_MESSAGE(file.is_open(), path);
  std::vector<golden_print> out;
  for (std::string line; std::getline(file, line);) {
    if (line[0] == '>') {
      std::string& expected = out.back().expected;
      expected += (expected.empty() ? "" : "\n") + line.substr(1);
      continue;
    }
    std::istringstream head(line.substr(1));
    std::string type, shape;
    golden_print g{};
    head >> type >> shape >> g.options.precision >> g.options.threshold >> g.options.edge_items >> g.options.line_width;
    for (std::string option; head >> option;)
      set_option(g.options, option);
    g.type = named(type);
    std::istringstream extents(shape == "-" ? "" : shape);
    for (std::string e; std::getline(extents, e, 'x');)
      g.extents.push_back(std::stoll(e));
    std::getline(file, line);
    std::istringstream values(line);
    for (std::string token; values >> token;)
      g.tokens.push_back(token);
    out.push_back(g);
  }
  return out;
}

template <class T>
T parsed(std::string const* token) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(std::strtod(token->c_str(), nullptr));
  else if constexpr (std::is_unsigned_v<T>)
    return static_cast<T>(std::strtoull(token->c_str(), nullptr, 10));
  else if constexpr (std::is_signed_v<T>)
    return static_cast<T>(std::strtoll(token->c_str(), nullptr, 10));
  else
    return T(parsed<typename T::value_type>(token), parsed<typename T::value_type>(token + 1));
}

template <class T>
T value_of(golden_print const& g, index_t k) {
  if (g.tokens[0] == "step") {
    double const x = static_cast<double>(k) * std::stod(g.tokens[1]);
    if constexpr (std::is_arithmetic_v<T>)
      return static_cast<T>(x);
    else
      return T(static_cast<typename T::value_type>(x));
  }
  std::size_t const width = g.type == dtype::complex64 || g.type == dtype::complex128 ? 2 : 1;
  return parsed<T>(&g.tokens[static_cast<std::size_t>(k) * width]);
}

template <class F>
auto with_type(dtype type, F f) {
  switch (type) {
  case dtype::boolean:
    return f(bool{});
  case dtype::int8:
    return f(std::int8_t{});
  case dtype::int16:
    return f(std::int16_t{});
  case dtype::int32:
    return f(std::int32_t{});
  case dtype::int64:
    return f(std::int64_t{});
  case dtype::uint8:
    return f(std::uint8_t{});
  case dtype::uint16:
    return f(std::uint16_t{});
  case dtype::uint32:
    return f(std::uint32_t{});
  case dtype::uint64:
    return f(std::uint64_t{});
  case dtype::float32:
    return f(float{});
  case dtype::float64:
    return f(double{});
  case dtype::complex64:
    return f(std::complex<float>{});
  default:
    return f(std::complex<double>{});
  }
}

enum class placement { row_major, column_major, reversed, padded };

std::vector<index_t> strides_for(golden_print const& g, placement where) {
  int const rank = static_cast<int>(g.extents.size());
  std::vector<index_t> strides(g.extents.size());
  index_t step = where == placement::padded ? 2 : 1;
  for (int k = 0; k < rank; ++k) {
    auto const axis = static_cast<std::size_t>(where == placement::column_major ? k : rank - 1 - k);
    strides[axis] = where == placement::reversed ? -step : step;
    step *= g.extents[axis] + (where == placement::padded ? 1 : 0);
  }
  return strides;
}

std::string printed(golden_print const& g, placement where) {
  auto const strides = strides_for(g, where);
  return with_type(g.type, [&]<class T>(T) {
    index_t lowest = 0, highest = 0;
    for (std::size_t axis = 0; axis < strides.size(); ++axis)
      (strides[axis] < 0 ? lowest : highest) += strides[axis] * std::max<index_t>(g.extents[axis] - 1, 0);
    auto const count = static_cast<std::size_t>(highest - lowest + 1);
    std::unique_ptr<T[]> memory(new T[count]{});
    T* const origin = memory.get() - lowest;
    for (index_t k = 0; k < g.size(); ++k) {
      index_t rest = k, offset = 0;
      for (std::size_t axis = strides.size(); axis-- > 0; rest /= g.extents[axis])
        offset += rest % g.extents[axis] * strides[axis];
      origin[offset] = value_of<T>(g, k);
    }
    int const rank = static_cast<int>(strides.size());
    return format_array(untyped_view{g.type, origin, rank, g.extents.data(), strides.data()}, g.options);
  });
}

} // namespace

TEST_CASE("arrays print as NumPy prints them, whatever their strides") {
  auto const all = golden_prints();
  CHECK(all.size() > 800);
  for (golden_print const& g : all)
    for (auto where : {placement::row_major, placement::column_major, placement::reversed, placement::padded})
      CHECK(printed(g, where) == g.expected);
}

TEST_CASE("a broadcast view prints its repeated elements") {
  double const x[] = {1.5, -2};
  index_t const extents[] = {3, 2}, strides[] = {0, 1};
  CHECK(format_array(untyped_view{dtype::float64, x, 2, extents, strides}) ==
        "[[ 1.5 -2. ]\n [ 1.5 -2. ]\n [ 1.5 -2. ]]");
}

TEST_CASE("a broadcast view of more elements than 64 bits count is summarised") {
  int const x = 7;
  index_t const huge = index_t{1} << 40;
  index_t const extents[] = {huge, huge}, strides[] = {0, 0};
  std::string const row = "[7 7 7 ... 7 7 7]";
  CHECK(format_array(untyped_view{dtype::int32, &x, 2, extents, strides}) ==
        "[" + row + "\n " + row + "\n " + row + "\n ...\n " + row + "\n " + row + "\n " + row + "]");
}

namespace {
struct money {
  int cents;
};
std::string money_text(void const* element, std::ios_base const*) {
  auto const* m = static_cast<money const*>(element);
  return std::to_string(m->cents / 100) + "." + std::to_string(m->cents % 100 + 100).substr(1) + "€";
}
} // namespace

TEST_CASE("elements without a dtype print through a callback, aligned to the right by code points") {
  money const x[] = {{5}, {1234}, {100}, {99999}, {0}, {250}};
  index_t const extents[] = {2, 3}, strides[] = {3, 1}, transposed[] = {3, 2}, flipped[] = {1, 3};
  using weft::detail::printable_view;
  CHECK(format_array(printable_view{x, sizeof(money), money_text, nullptr, 2, extents, strides}) ==
        "[[  0.05€  12.34€   1.00€]\n [999.99€   0.00€   2.50€]]");
  CHECK(format_array(printable_view{x, sizeof(money), money_text, nullptr, 2, transposed, flipped}) ==
        "[[  0.05€ 999.99€]\n [ 12.34€   0.00€]\n [  1.00€   2.50€]]");
  CHECK(format_array(printable_view{x, sizeof(money), money_text, nullptr, 0, nullptr, nullptr}) == "0.05€");
  index_t const none[] = {0}, one[] = {1};
  CHECK(format_array(printable_view{x, sizeof(money), money_text, nullptr, 1, none, one}) == "[]");
}

TEST_CASE("lines break by code points, not bytes") {
  std::vector<money> const x(20);
  index_t const extents[] = {20}, strides[] = {1};
  std::string const text =
      format_array(weft::detail::printable_view{x.data(), sizeof(money), money_text, nullptr, 1, extents, strides});
  CHECK(text.find('\n') == 1 + 12 * 8 - 1); // 12 × "0.00€ " are 72 columns and 96 bytes, the last blank is dropped
}
