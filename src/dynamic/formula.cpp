#include "base/text_reader.hpp"
#include "dynamic/formula_text.hpp"

#include <weft/dynamic/formula.hpp>
#include <weft/ops/generate.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <utility>

namespace weft {

namespace detail {

namespace {

/// Reads a formula by recursive descent.
class formula_reader : text_reader {
public:
  explicit formula_reader(std::string_view text) : text_reader("formula", text) {}

  formula_text read() {
    choice();
    want_end();
    return std::move(out_);
  }

private:
  struct binary_operator {
    char const* text;
    term_kind kind;
    int binds;
    bool is_comparison() const { return binds == equality || binds == equality + 1; }
  };
  static constexpr int equality = 3;
  // Longer ones first.
  static constexpr binary_operator operators[] = {
      {"||", term_kind::either, 1},    {"&&", term_kind::both, 2},       {"==", term_kind::equal, 3},
      {"!=", term_kind::not_equal, 3}, {"<=", term_kind::less_equal, 4}, {">=", term_kind::greater_equal, 4},
      {"<", term_kind::less, 4},       {">", term_kind::greater, 4},     {"+", term_kind::add, 5},
      {"-", term_kind::subtract, 5},   {"*", term_kind::multiply, 6},    {"/", term_kind::divide, 6},
      {"%", term_kind::modulo, 6}};

  struct constant {
    char const* name;
    double value;
  };
  static constexpr constant constants[] = {{"pi", std::numbers::pi},
                                           {"e", std::numbers::e},
                                           {"inf", std::numeric_limits<double>::infinity()},
                                           {"nan", std::numeric_limits<double>::quiet_NaN()}};

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

  /// Operators that bind at least so much, from the left to the right. `is_comparison_` says of what is returned
  /// whether it is a comparison without brackets.
  int operation(int least) {
    std::size_t begin = next();
    int left = prefix();
    is_comparison_ = false;
    for (;;) {
      const std::size_t place = next();
      binary_operator const* found = operator_here();
      if (found == nullptr || found->binds < least)
        return left;
      const bool left_compares = is_comparison_;
      take(found->text);
      const std::size_t second = next();
      const int right = operation(found->binds + 1);
      if (found->is_comparison() && (left_compares || is_comparison_) &&
          !(found->binds == equality && is_truth(left) && is_truth(right))) {
        go_back(place);
        fail("a comparison of a comparison: a < b < c is a < b && b < c, or takes brackets");
      }
      is_comparison_ = found->is_comparison();
      const bool joins = found->kind == term_kind::both || found->kind == term_kind::either;
      if (joins) {
        want_truth(left, begin);
        want_truth(right, second);
      }
      left = add({.kind = found->kind, .operand = {left, right, -1}, .is_truth = found->binds <= 4});
    }
  }
  binary_operator const* operator_here() {
    for (binary_operator const& o : operators)
      if (comes(o.text))
        return &o;
    return nullptr;
  }

  int prefix() {
    if (take("-"))
      return add({.kind = term_kind::negate, .operand = {deeper_prefix(), -1, -1}});
    if (take("+"))
      return deeper_prefix();
    if (!comes("!=") && take("!")) {
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
      term call = function_call(e.value == 2 ? "square" : "cube", 1);
      call.operand[0] = base;
      return add(call);
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
    if (is_digit(here()) || here() == '.')
      return value();
    if (const std::string_view name = take_name(); !name.empty())
      return take("(") ? call(name, begin) : named(name);
    fail_at_operand();
  }
  int value() {
    double v = 0;
    const std::errc problem = take_rounded(v);
    if (problem != std::errc())
      fail(problem == std::errc::result_out_of_range ? "this number is none of double" : "a number is expected here");
    return add({.kind = term_kind::value, .value = v});
  }
  int named(std::string_view name) {
    for (constant const& c : constants)
      if (name == c.name)
        return add({.kind = term_kind::value, .value = c.value});
    auto const [found, is_new] = numbers_.try_emplace(name, static_cast<int>(out_.names.size()));
    if (is_new)
      out_.names.emplace_back(name);
    return add({.kind = term_kind::name, .number = found->second});
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
    term made = function_call(name, count);
    std::copy_n(operand, 3, made.operand);
    if (made.function == nullptr) {
      go_back(begin);
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
    go_back(begin);
    fail("a condition is expected here: a comparison, as in x > 0");
  }

  formula_text out_;
  std::map<std::string_view, int> numbers_; ///< of names
  bool is_comparison_ = false;
};

/// Stands for a name that has no value yet.
struct unbound_value {
  std::string name;
  double operator()(dynamic_extents const&) const {
    throw error("formula: '" + name + "' has no value: bind(\"" + name + "\", ...) gives it one");
  }
};
any_expr<double> placeholder(std::string const& name) {
  return from_function(dynamic_extents(0), unbound_value{name});
}

} // namespace

struct formula_state {
  std::shared_ptr<formula_text const> text;
  std::vector<any_expr<double>> values; ///< by number of the name
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

detail::plain_vector<std::string> const& formula::names() const {
  return state_->text->names;
}
detail::plain_vector<std::string> formula::unbound() const {
  return detail::names_without(names(), state_->bound);
}

void formula::bind_name(std::string_view name, any_expr<double> value) {
  const std::size_t k = detail::place_of_name("formula", names(), name);
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
