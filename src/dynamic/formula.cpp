#include <weft/dynamic/formula.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/reducers.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/trigonometry.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <memory>
#include <numbers>

namespace weft {

namespace detail {

namespace {

using number = any_expr<double>;
using truth = any_expr<bool>;

number folded(number const& x, auto const& reducer) {
  virtual_leaf<double, dynamic_extents> const& leaf = x;
  return make_fold(reducer, leaf, extents<>{}, (1u << x.rank()) - 1);
}

struct unary_function {
  char const* name;
  number (*of)(number const& x);
};
constexpr unary_function unary_functions[] = {
    {"abs", [](number const& x) -> number { return abs(x); }},
    {"acos", [](number const& x) -> number { return acos(x); }},
    {"acosh", [](number const& x) -> number { return acosh(x); }},
    {"asin", [](number const& x) -> number { return asin(x); }},
    {"asinh", [](number const& x) -> number { return asinh(x); }},
    {"atan", [](number const& x) -> number { return atan(x); }},
    {"atanh", [](number const& x) -> number { return atanh(x); }},
    {"cbrt", [](number const& x) -> number { return cbrt(x); }},
    {"ceil", [](number const& x) -> number { return ceil(x); }},
    {"cos", [](number const& x) -> number { return cos(x); }},
    {"cosh", [](number const& x) -> number { return cosh(x); }},
    {"cube", [](number const& x) -> number { return cube(x); }},
    {"degrees", [](number const& x) -> number { return degrees(x); }},
    {"erf", [](number const& x) -> number { return erf(x); }},
    {"erfc", [](number const& x) -> number { return erfc(x); }},
    {"exp", [](number const& x) -> number { return exp(x); }},
    {"exp10", [](number const& x) -> number { return exp10(x); }},
    {"exp2", [](number const& x) -> number { return exp2(x); }},
    {"expm1", [](number const& x) -> number { return expm1(x); }},
    {"floor", [](number const& x) -> number { return floor(x); }},
    {"lgamma", [](number const& x) -> number { return lgamma(x); }},
    {"log", [](number const& x) -> number { return log(x); }},
    {"log10", [](number const& x) -> number { return log10(x); }},
    {"log1p", [](number const& x) -> number { return log1p(x); }},
    {"log2", [](number const& x) -> number { return log2(x); }},
    {"logistic", [](number const& x) -> number { return logistic(x); }},
    {"max", [](number const& x) -> number { return folded(x, reducer::max<double>{}); }},
    {"mean", [](number const& x) -> number { return folded(x, reducer::mean<double>{}); }},
    {"min", [](number const& x) -> number { return folded(x, reducer::min<double>{}); }},
    {"prod", [](number const& x) -> number { return folded(x, reducer::prod<double>{}); }},
    {"radians", [](number const& x) -> number { return radians(x); }},
    {"reciprocal", [](number const& x) -> number { return reciprocal(x); }},
    {"relu", [](number const& x) -> number { return relu(x); }},
    {"rint", [](number const& x) -> number { return rint(x); }},
    {"round", [](number const& x) -> number { return round(x); }},
    {"rsqrt", [](number const& x) -> number { return rsqrt(x); }},
    {"sign", [](number const& x) -> number { return sign(x); }},
    {"sin", [](number const& x) -> number { return sin(x); }},
    {"sinc", [](number const& x) -> number { return sinc(x); }},
    {"sinh", [](number const& x) -> number { return sinh(x); }},
    {"sqrt", [](number const& x) -> number { return sqrt(x); }},
    {"square", [](number const& x) -> number { return square(x); }},
    {"sum", [](number const& x) -> number { return folded(x, reducer::sum<double>{}); }},
    {"tan", [](number const& x) -> number { return tan(x); }},
    {"tanh", [](number const& x) -> number { return tanh(x); }},
    {"tgamma", [](number const& x) -> number { return tgamma(x); }},
    {"trunc", [](number const& x) -> number { return trunc(x); }},
};

struct condition {
  char const* name;
  truth (*of)(number const& x);
};
constexpr condition conditions[] = {
    {"isfinite", [](number const& x) -> truth { return isfinite(x); }},
    {"isinf", [](number const& x) -> truth { return isinf(x); }},
    {"isnan", [](number const& x) -> truth { return isnan(x); }},
    {"signbit", [](number const& x) -> truth { return signbit(x); }},
};

struct binary_function {
  char const* name;
  number (*of)(number const& x, number const& y);
};
constexpr binary_function binary_functions[] = {
    {"atan2", [](number const& x, number const& y) -> number { return atan2(x, y); }},
    {"copysign", [](number const& x, number const& y) -> number { return copysign(x, y); }},
    {"fmax", [](number const& x, number const& y) -> number { return fmax(x, y); }},
    {"fmin", [](number const& x, number const& y) -> number { return fmin(x, y); }},
    {"fmod", [](number const& x, number const& y) -> number { return fmod(x, y); }},
    {"heaviside", [](number const& x, number const& y) -> number { return heaviside(x, y); }},
    {"hypot", [](number const& x, number const& y) -> number { return hypot(x, y); }},
    {"max", [](number const& x, number const& y) -> number { return maximum(x, y); }},
    {"maximum", [](number const& x, number const& y) -> number { return maximum(x, y); }},
    {"min", [](number const& x, number const& y) -> number { return minimum(x, y); }},
    {"minimum", [](number const& x, number const& y) -> number { return minimum(x, y); }},
    {"nextafter", [](number const& x, number const& y) -> number { return nextafter(x, y); }},
    {"pow", [](number const& x, number const& y) -> number { return pow(x, y); }},
    {"remainder", [](number const& x, number const& y) -> number { return remainder(x, y); }},
};
struct ternary_function {
  char const* name;
  number (*of)(number const& x, number const& y, number const& z);
};
constexpr ternary_function ternary_functions[] = {
    {"clamp",
     [](number const& x, number const& low, number const& high) -> number {
       return minimum(any_expr<double>(maximum(x, low)), high);
     }},
    {"fma", [](number const& x, number const& y, number const& z) -> number { return fma(x, y, z); }},
};

template <class List>
auto const* find_function(List const& list, std::string_view name) {
  auto const found = std::find_if(std::begin(list), std::end(list), [&](auto const& f) { return name == f.name; });
  return found == std::end(list) ? nullptr : &*found;
}

enum class term_kind : unsigned char {
  value,
  name,
  negate,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  power,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  both,
  either,
  negation,
  choice,
  condition,
  unary,
  binary,
  ternary
};

/// A step of a formula; operands are terms before it.
struct term {
  term_kind kind;
  int operand[3] = {-1, -1, -1};
  double value = 0; ///< of a number
  int number = -1;  ///< of a name
  void const* function = nullptr;
  bool is_truth = false; ///< a comparison
};

/// What a term is: numbers or truths.
struct meaning {
  number value;
  truth holds;
  bool is_truth = false;

  number as_number() const { return is_truth ? number(holds) : value; }
};

} // namespace

class formula_text {
public:
  std::vector<term> terms; ///< the last one is the formula
  std::vector<std::string> names;

  number build(std::vector<number> const& values) const {
    std::vector<meaning> made;
    made.reserve(terms.size());
    for (term const& t : terms)
      made.push_back(build(t, values, made));
    return made.back().as_number();
  }

private:
  static meaning build(term const& t, std::vector<number> const& values, std::vector<meaning> const& made) {
    const auto operand = [&](int k) -> meaning const& { return made[static_cast<std::size_t>(t.operand[k])]; };
    const auto x = [&](int k) { return operand(k).as_number(); };
    const auto numbers = [](number const& n) { return meaning{n, {}, false}; };
    const auto truths = [](truth const& h) { return meaning{{}, h, true}; };
    switch (t.kind) {
    case term_kind::value:
      return numbers(t.value);
    case term_kind::name:
      return numbers(values[static_cast<std::size_t>(t.number)]);
    case term_kind::negate:
      return numbers(-x(0));
    case term_kind::add:
      return numbers(x(0) + x(1));
    case term_kind::subtract:
      return numbers(x(0) - x(1));
    case term_kind::multiply:
      return numbers(x(0) * x(1));
    case term_kind::divide:
      return numbers(x(0) / x(1));
    case term_kind::modulo:
      return numbers(fmod(x(0), x(1)));
    case term_kind::power:
      return numbers(pow(x(0), x(1)));
    case term_kind::less:
      return truths(x(0) < x(1));
    case term_kind::less_equal:
      return truths(x(0) <= x(1));
    case term_kind::greater:
      return truths(x(0) > x(1));
    case term_kind::greater_equal:
      return truths(x(0) >= x(1));
    case term_kind::equal:
      return truths(equal(x(0), x(1)));
    case term_kind::not_equal:
      return truths(not_equal(x(0), x(1)));
    case term_kind::both:
      return truths(operand(0).holds && operand(1).holds);
    case term_kind::either:
      return truths(operand(0).holds || operand(1).holds);
    case term_kind::negation:
      return truths(!operand(0).holds);
    case term_kind::choice:
      return operand(1).is_truth && operand(2).is_truth
                 ? truths(where(operand(0).holds, operand(1).holds, operand(2).holds))
                 : numbers(where(operand(0).holds, x(1), x(2)));
    case term_kind::condition:
      return truths(static_cast<condition const*>(t.function)->of(x(0)));
    case term_kind::unary:
      return numbers(static_cast<unary_function const*>(t.function)->of(x(0)));
    case term_kind::binary:
      return numbers(static_cast<binary_function const*>(t.function)->of(x(0), x(1)));
    case term_kind::ternary:
      return numbers(static_cast<ternary_function const*>(t.function)->of(x(0), x(1), x(2)));
    }
    return {};
  }
};

namespace {

constexpr std::size_t longest = 65536;
constexpr int deepest = 200;

/// Reads a formula by recursive descent.
class formula_reader {
public:
  explicit formula_reader(std::string_view text) : text_(text) {}

  formula_text read() {
    if (text_.size() > longest)
      fail("a formula has at most 65536 bytes");
    choice();
    skip();
    if (at_ < text_.size())
      fail("an operator is expected here");
    return std::move(out_);
  }

private:
  struct level {
    formula_reader& reader;
    explicit level(formula_reader& r) : reader(r) {
      if (++r.depth_ > deepest)
        r.fail("a formula has at most 200 levels");
    }
    level(level const&) = delete;
    level& operator=(level const&) = delete;
    ~level() { --reader.depth_; }
  };
  struct binary_operator {
    char const* text;
    term_kind kind;
    int binds;
  };
  // Longer ones first.
  static constexpr binary_operator operators[] = {
      {"||", term_kind::either, 1},    {"&&", term_kind::both, 2},       {"==", term_kind::equal, 3},
      {"!=", term_kind::not_equal, 3}, {"<=", term_kind::less_equal, 4}, {">=", term_kind::greater_equal, 4},
      {"<", term_kind::less, 4},       {">", term_kind::greater, 4},     {"+", term_kind::add, 5},
      {"-", term_kind::subtract, 5},   {"*", term_kind::multiply, 6},    {"/", term_kind::divide, 6},
      {"%", term_kind::modulo, 6}};

  int choice() {
    const level deeper(*this);
    const std::size_t begin = next();
    const int condition = operation(1);
    if (!take("?"))
      return condition;
    want_truth(condition, begin);
    const int yes = choice();
    want(":");
    const int no = choice();
    return add({.kind = term_kind::choice, .operand = {condition, yes, no}, .is_truth = is_truth(yes) && is_truth(no)});
  }

  /// Operators that bind at least so much, from the left to the right.
  int operation(int least) {
    std::size_t begin = next();
    int left = prefix();
    for (;;) {
      binary_operator const* found = operator_here();
      if (found == nullptr || found->binds < least)
        return left;
      at_ += std::string_view(found->text).size();
      const std::size_t second = next();
      const int right = operation(found->binds + 1);
      const bool joins = found->kind == term_kind::both || found->kind == term_kind::either;
      if (joins) {
        want_truth(left, begin);
        want_truth(right, second);
      }
      left = add({.kind = found->kind, .operand = {left, right, -1}, .is_truth = found->binds <= 4});
    }
  }
  binary_operator const* operator_here() {
    next();
    for (binary_operator const& o : operators)
      if (text_.substr(at_).starts_with(o.text))
        return &o;
    return nullptr;
  }

  int prefix() {
    if (take("-"))
      return add({.kind = term_kind::negate, .operand = {deeper_prefix(), -1, -1}});
    if (take("+"))
      return deeper_prefix();
    next();
    if (!text_.substr(at_).starts_with("!=") && take("!")) {
      const std::size_t begin = next();
      const int operand = deeper_prefix();
      want_truth(operand, begin);
      return add({.kind = term_kind::negation, .operand = {operand, -1, -1}, .is_truth = true});
    }
    const int base = operand();
    if (!take("^"))
      return base;
    return power(base, deeper_prefix());
  }
  int deeper_prefix() {
    const level deeper(*this);
    return prefix();
  }
  int power(int base, int exponent) {
    term const& e = out_.terms[static_cast<std::size_t>(exponent)];
    if (e.kind == term_kind::value && (e.value == 2 || e.value == 3)) {
      auto const* f = find_function(unary_functions, e.value == 2 ? "square" : "cube");
      return add({.kind = term_kind::unary, .operand = {base, -1, -1}, .function = f});
    }
    return add({.kind = term_kind::power, .operand = {base, exponent, -1}});
  }

  int operand() {
    const std::size_t begin = next();
    if (take("(")) {
      const int inside = choice();
      want(")");
      return inside;
    }
    const char c = here();
    if (is_digit(c) || c == '.')
      return value();
    if (is_letter(c)) {
      while (is_letter(here()) || is_digit(here()))
        ++at_;
      const std::string_view name = text_.substr(begin, at_ - begin);
      return take("(") ? call(name, begin) : named(name);
    }
    fail(at_ < text_.size() ? "a number, a name or ( is expected here" : "the formula ends too early");
  }
  int value() {
    double v = 0;
    auto const [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), v);
    if (problem != std::errc())
      fail(problem == std::errc::result_out_of_range ? "this number is none of double" : "a number is expected here");
    at_ = static_cast<std::size_t>(end - text_.data());
    return add({.kind = term_kind::value, .value = v});
  }
  int named(std::string_view name) {
    if (name == "pi")
      return add({.kind = term_kind::value, .value = std::numbers::pi});
    auto const found = std::find(out_.names.begin(), out_.names.end(), name);
    const int n = static_cast<int>(found - out_.names.begin());
    if (found == out_.names.end())
      out_.names.emplace_back(name);
    return add({.kind = term_kind::name, .number = n});
  }
  int call(std::string_view name, std::size_t begin) {
    int operand[3] = {-1, -1, -1};
    int count = 0;
    if (!take(")")) {
      do {
        const int one = choice();
        if (count < 3)
          operand[count] = one;
        ++count;
      } while (take(","));
      want(")");
    }
    term made{.kind = term_kind::unary, .operand = {operand[0], operand[1], operand[2]}};
    if (count == 1)
      made.function = find_function(unary_functions, name);
    if (made.function == nullptr && count == 1)
      made.kind = term_kind::condition, made.is_truth = true, made.function = find_function(conditions, name);
    else if (count == 2)
      made.kind = term_kind::binary, made.function = find_function(binary_functions, name);
    else if (count == 3)
      made.kind = term_kind::ternary, made.function = find_function(ternary_functions, name);
    if (made.function == nullptr) {
      at_ = begin;
      fail("no function '" + std::string(name) + "' of " + std::to_string(count) + " operand(s)");
    }
    return add(made);
  }

  int add(term const& t) {
    out_.terms.push_back(t);
    return static_cast<int>(out_.terms.size()) - 1;
  }
  bool is_truth(int t) const { return out_.terms[static_cast<std::size_t>(t)].is_truth; }
  void want_truth(int t, std::size_t begin) {
    if (is_truth(t))
      return;
    at_ = begin;
    fail("a condition is expected here: a comparison, as in x > 0");
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  std::size_t next() {
    skip();
    return at_;
  }
  bool take(std::string_view symbol) {
    skip();
    if (!text_.substr(at_).starts_with(symbol))
      return false;
    at_ += symbol.size();
    return true;
  }
  void want(std::string_view symbol) {
    if (!take(symbol))
      fail("'" + std::string(symbol) + "' is expected here");
  }

  [[noreturn]] void fail(std::string const& what) const {
    const std::string_view before = text_.substr(0, at_);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const std::size_t column = at_ - begin;
    std::string_view shown = text_.substr(begin, text_.find('\n', begin) - begin);
    std::size_t caret = column;
    constexpr std::size_t around = 60; // bytes shown of a long line, on each side
    if (caret > around) {
      shown.remove_prefix(caret - around);
      caret = around;
    }
    shown = shown.substr(0, 2 * around);
    std::string text =
        "formula: line " + std::to_string(line) + ", column " + std::to_string(column + 1) + ": " + what + "\n  ";
    for (char c : shown) // a byte is a column
      text += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e ? '?' : c;
    throw parse_error(text + "\n  " + std::string(caret, ' ') + "^");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  formula_text out_;
};

/// Stands for a name that has no value yet.
struct unbound_value {
  std::string name;
  double operator()(dynamic_extents const&) const {
    throw error("formula: '" + name + "' has no value: bind(\"" + name + "\", ...) gives it one");
  }
};
number placeholder(std::string const& name) {
  return from_function(dynamic_extents(0), unbound_value{name});
}

} // namespace

struct formula_state {
  std::shared_ptr<formula_text const> text;
  std::vector<number> values; ///< by number of the name
  std::vector<bool> bound;

  explicit formula_state(std::string_view formula)
      : text(std::make_shared<formula_text const>(formula_reader(formula).read())), bound(text->names.size(), false) {
    for (std::string const& name : text->names)
      values.push_back(placeholder(name));
  }
};

} // namespace detail

formula::formula(detail::formula_state* state) : state_(state) {}
formula::formula(std::string_view text) : formula(new detail::formula_state(text)) {
  static_cast<any_expr<double>&>(*this) = state_->text->build(state_->values);
}
formula::formula(formula const& other) : any_expr<double>(other), state_(new detail::formula_state(*other.state_)) {}
formula& formula::operator=(formula const& other) {
  formula copy(other);
  std::swap(static_cast<any_expr<double>&>(*this), static_cast<any_expr<double>&>(copy));
  std::swap(state_, copy.state_);
  return *this;
}
formula::~formula() {
  delete state_;
}

std::vector<std::string> const& formula::names() const {
  return state_->text->names;
}
std::vector<std::string> formula::unbound() const {
  std::vector<std::string> missing;
  for (std::size_t k = 0; k < state_->bound.size(); ++k)
    if (!state_->bound[k])
      missing.push_back(names()[k]);
  return missing;
}

void formula::bind_name(std::string_view name, any_expr<double> value) {
  auto const found = std::find(names().begin(), names().end(), name);
  if (found == names().end()) {
    std::string text = "formula: no name '" + std::string(name) + "' in it; it has";
    for (std::string const& other : names())
      text += " '" + other + "'";
    throw error(text + (names().empty() ? " none" : ""));
  }
  auto const k = static_cast<std::size_t>(found - names().begin());
  std::swap(state_->values[k], value);
  try {
    static_cast<any_expr<double>&>(*this) = state_->text->build(state_->values);
  } catch (...) {
    std::swap(state_->values[k], value);
    throw;
  }
  state_->bound[k] = true;
}

} // namespace weft
