#include <weft/io/formatter.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/tensor/explain.hpp>

#include <doctest/doctest.h>

#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

using namespace weft;

namespace {

struct bad_format : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a formatting library hands to a formatter.
struct parse_context {
  std::string_view rest;
  constexpr auto begin() const { return rest.begin(); }
  constexpr auto end() const { return rest.end(); }
};
struct text_context {
  std::string& text;
  auto out() { return std::back_inserter(text); }
};

/// As between the colon and the brace of a format string.
template <class X>
std::string formatted(std::string_view specification, X const& x) {
  detail::printer<X, bad_format> printer;
  parse_context parsed{specification};
  const auto last = printer.parse(parsed);
  CHECK((last == parsed.end() || *last == '}'));
  std::string text = "<";
  text_context out{text};
  printer.format(x, out);
  return text;
}

} // namespace

TEST_CASE("formatter: what << prints, and a precision") {
  tensor<double, 2> const a{{1, 1.0 / 3.0}, {0.5, 2}};
  CHECK(formatted("", a) == "<" + to_string(a));
  CHECK(formatted("}", a) == "<" + to_string(a));
  CHECK(formatted(".2}", a) == "<[[1.   0.33]\n [0.5  2.  ]]");
  CHECK(formatted(".12", a(0)) == "<[1.             0.333333333333]");
  CHECK(formatted(".0", a) == "<[[1. 0.]\n [0. 2.]]");
  CHECK(formatted(".1", a + a) == "<[[2.  0.7]\n [1.  4. ]]");
  CHECK(formatted(".3", any_tensor(a(0))) == "<[1.    0.333]");
  CHECK(formatted("", a.shape()) == "<(2,2)");
  CHECK(formatted("", explain(a + a)) == "<" + to_string(explain(a + a)));
  CHECK(formatted("", build_info()) == "<" + to_string(build_info()));
  print_options o;
  o.precision = 1;
  print_scope const scope(o);
  CHECK(formatted("", a) == "<" + to_string(a, o));
  CHECK(formatted(".2}", a) == "<[[1.   0.33]\n [0.5  2.  ]]");
}

TEST_CASE("formatter: other specifications are refused") {
  tensor<double, 1> const a{1, 2};
  for (char const* const bad : {".", ".}", "x", "3", ".3f", ".-1", ".99999", " "})
    CHECK_THROWS_AS(formatted(bad, a), bad_format);
  CHECK_THROWS_AS(formatted(".3", a.shape()), bad_format);
}

#ifdef __cpp_lib_format
TEST_CASE("formatter: std::format") {
  tensor<double, 1> const a{1, 1.0 / 3.0};
  CHECK(std::format("{} and {:.2}", a, 2.0 * a) == to_string(a) + " and [2.   0.67]");
  CHECK(std::format("{}", a.shape()) == "(2)");
  CHECK_THROWS_AS(static_cast<void>(std::vformat("{:x}", std::make_format_args(a))), std::format_error);
}
#endif
