#include <weft/index/affine.hpp>

#include <support/message.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace weft;
using support::message_of;

namespace {

__extension__ typedef __int128 wide;
constexpr index_t greatest = std::numeric_limits<index_t>::max(), least = std::numeric_limits<index_t>::min();

/// A text, and what it is worth: nothing where a part leaves 64 bits or is divided by 0.
struct worth {
  std::string text;
  std::optional<index_t> value;
};

std::optional<index_t> within(wide x) {
  return x < least || x > greatest ? std::nullopt : std::optional<index_t>(static_cast<index_t>(x));
}
/// In 128 bits, with quotients by counting from below.
std::optional<index_t> joined(char operation, std::optional<index_t> left, std::optional<index_t> right) {
  if (!left || !right)
    return std::nullopt;
  const wide a = *left, b = *right;
  switch (operation) {
  case '+':
    return within(a + b);
  case '-':
    return within(a - b);
  case '*':
    return within(a * b);
  default:
    break;
  }
  if (b == 0)
    return std::nullopt;
  wide q = a / b; // the largest whole number not above the quotient
  if (q * b != a && (a < 0) != (b < 0))
    --q;
  return operation == '/' ? within(q) : within(a - q * b);
}

class maker {
public:
  explicit maker(unsigned seed) : engine_(seed) {}
  std::vector<std::string> const names{"i", "H", "x_1"};
  std::vector<index_t> values{0, 0, 0};

  void new_values(bool large) {
    for (index_t& v : values)
      v = large ? static_cast<index_t>(static_cast<std::uint64_t>(engine_()) << 31 ^ engine_())
                : static_cast<index_t>(engine_() % 41) - 20;
  }
  worth make(int depth) {
    const unsigned kind = depth == 0 ? engine_() % 2 : engine_() % 8;
    if (kind == 0) {
      const std::size_t k = engine_() % names.size();
      return {names[k], values[k]};
    }
    if (kind == 1) {
      const index_t n = engine_() % 9 == 0 ? greatest - index_t(engine_() % 3) : index_t(engine_() % 12);
      return {std::to_string(n), n};
    }
    if (kind == 2) {
      const worth of = make(depth - 1);
      return {"-(" + of.text + ")", joined('-', 0, of.value)};
    }
    const char operation = "+-*/%"[engine_() % 5];
    const worth left = make(depth - 1), right = make(depth - 1);
    const std::string blank = engine_() % 2 == 0 ? " " : "";
    return {"(" + left.text + ")" + blank + operation + blank + "(" + right.text + ")",
            joined(operation, left.value, right.value)};
  }

private:
  std::mt19937 engine_;
};

void bind(affine& f, maker const& m) {
  for (std::string const& name : f.names())
    f[name] = m.values[std::size_t(std::find(m.names.begin(), m.names.end(), name) - m.names.begin())];
}
void check_value(affine const& f, std::optional<index_t> expected) {
  if (expected)
    CHECK(f() == *expected);
  else
    CHECK_THROWS_AS(static_cast<void>(f()), error);
}

} // namespace

TEST_CASE("affine: random expressions against 128 bits; the text of one is read as the same one") {
  maker m(22);
  int errors = 0;
  for (int n = 0; n < 4000; ++n) {
    m.new_values(n % 3 == 0);
    const worth w = m.make(n % 6);
    CAPTURE(w.text);
    affine f(w.text);
    bind(f, m);
    check_value(f, w.value);
    errors += !w.value;
    affine again(to_string(f));
    CHECK(to_string(again) == to_string(f));
    CHECK(again.names() == f.names());
    bind(again, m);
    check_value(again, w.value);
  }
  CHECK(errors > 100);
}

TEST_CASE("affine: what the documents say") {
  affine f("i * 128 + 64");
  for (index_t i = 0; i < 128; ++i) {
    f["i"] = i;
    CHECK(f() == i * 128 + 64);
  }
  f["i"] = index_t(1) << 40;
  CHECK(f() == 140737488355392);
  affine place("b*H*W + y*W + x");
  CHECK(place.names() == std::vector<std::string>{"b", "H", "W", "y", "x"});
  place["b"] = 2, place["y"] = 3, place["x"] = 4;
  const auto height = place["H"], width = place["W"];
  height = 480, width = 640;
  CHECK(place() == 616324);
  width = 10; // an extent that is bound anew
  CHECK(place() == 2 * 480 * 10 + 3 * 10 + 4);
}

TEST_CASE("affine: precedence, signs, division that rounds down") {
  const auto value = [](char const* text) { return affine(text)(); };
  CHECK(value("2 + 3 * 4") == 14);
  CHECK(value("(2 + 3) * 4") == 20);
  CHECK(value("20 - 5 - 3") == 12);
  CHECK(value("100 / 7 / 2") == 7);
  CHECK(value("7 - -3") == 10);
  CHECK(value("- - 5") == 5);
  CHECK(value("+5 * +2") == 10);
  CHECK(value("-7 / 2") == -4);
  CHECK(value("7 / -2") == -4);
  CHECK(value("-7 / -2") == 3);
  CHECK(value("-7 % 2") == 1);
  CHECK(value("7 % -2") == -1);
  CHECK(value("-7 % -2") == -1);
  CHECK(value("6 % -3") == 0);
  CHECK(value("-9223372036854775807 - 1") == least);
  CHECK(value("(-9223372036854775807 - 1) % -1") == 0);
  CHECK(to_string(affine("a - (b - c) * ((d)) + (e / f) / g - h / (k * l)")) ==
        "a - (b - c) * d + e / f / g - h / (k * l)");
  CHECK(to_string(affine("2*3 + a + (0 - 4) * b")) == "6 + a + (-4) * b");
  CHECK(to_string(affine("a + (-9223372036854775807 - 1)")) == "a + (-9223372036854775807 - 1)");
}

TEST_CASE("affine: errors say what, and where") {
  CHECK(message_of([] { affine f("1 + * 2"); }) ==
        "affine expression: line 1, column 5: a number, a name or ( is expected here\n  1 + * 2\n      ^");
  CHECK_THROWS_AS(affine(""), parse_error);
  CHECK_THROWS_AS(affine("(a"), parse_error);
  CHECK_THROWS_AS(affine("a b"), parse_error);
  CHECK_THROWS_AS(affine("a)"), parse_error);
  CHECK_THROWS_AS(affine("1.5"), parse_error);
  CHECK_THROWS_AS(affine("9223372036854775808"), parse_error);
  CHECK_THROWS_AS(affine(std::string(300, '(')), parse_error);
  CHECK_THROWS_AS(affine(std::string(300, '-') + "1"), parse_error);
  CHECK_THROWS_AS(affine(std::string(70000, ' ') + "1"), parse_error);
  affine f("i + 2 * j");
  CHECK(f.unbound() == std::vector<std::string>{"i", "j"});
  CHECK(message_of([&] { static_cast<void>(f()); }) == "weft: affine: 'i' has no value: f[\"i\"] = ... gives it one");
  f["i"] = 1;
  CHECK(message_of([&] { static_cast<void>(f()); }) == "weft: affine: 'j' has no value: f[\"j\"] = ... gives it one");
  CHECK(message_of([&] { static_cast<void>(f["k"]); }) == "weft: affine: no name 'k' in it; it has 'i' 'j'");
  f["j"] = greatest;
  CHECK(message_of([&] { static_cast<void>(f()); }) == "weft: affine: 2 * 9223372036854775807 leaves 64 bits");
  CHECK(message_of([] { static_cast<void>(affine("5 / (2 - 2)")()); }) == "weft: affine: 5 is divided by 0");
  CHECK_THROWS_AS(static_cast<void>(affine("5 % 0")()), error);
  CHECK_THROWS_AS(static_cast<void>(affine("9223372036854775807 + 1")()), error);
  CHECK_THROWS_AS(static_cast<void>(affine("(-9223372036854775807 - 1) / -1")()), error);
}

TEST_CASE("affine: copies have values of their own") {
  affine f("i * i - 1");
  f["i"] = 5;
  affine g(f);
  g["i"] = 7;
  CHECK(f() == 24);
  CHECK(g() == 48);
  g = f;
  CHECK(g() == 24);
  g["i"] = 3;
  CHECK(f() == 24);
  g = affine("k");
  CHECK(g.unbound() == std::vector<std::string>{"k"});
  std::string many = "x";
  for (int n = 0; n < 300; ++n)
    many += " + " + std::to_string(n) + " * x";
  affine h(many); // more steps than lie on the stack
  h["x"] = 2;
  CHECK(h() == 2 + 2 * 299 * 300 / 2);
}
