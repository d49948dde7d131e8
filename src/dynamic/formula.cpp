#include "base/text_reader.hpp"
#include "dynamic/program/operations.hpp"
#include "dynamic/program/part.hpp"

#include <weft/dynamic/formula.hpp>
#include <weft/dynamic/untyped.hpp>
#include <weft/ops/generate.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {

namespace detail {

namespace {

enum class term_kind : unsigned char { value, name, operation, reduction };

/// A step of a formula. Its operands are indices of earlier terms, or -1.
struct term {
  term_kind kind;
  int operand[3] = {-1, -1, -1};
  double value = 0;      ///< the value of a term that is a number
  int number = -1;       ///< the number of a name, operation or reduction; -1: no such function
  unsigned truths = 0;   ///< bit k: operand k must be a condition
  bool is_truth = false; ///< true if the result is a condition
};

/// Returns the term of an operation on elements that are double, or conditions.
term operation_call(int number) {
  operation_row const& row = find_operation(number);
  operation_rule const& of_numbers = row.rule[static_cast<int>(dtype::float64)];
  if (of_numbers.exists)
    return {.kind = term_kind::operation,
            .number = number,
            .truths = number == operation_number<op::choose> ? 1u : 0u,
            .is_truth = of_numbers.result == dtype::boolean};
  bool const accepts_integers = row.rule[static_cast<int>(dtype::int32)].exists;
  return {.kind = term_kind::operation, .number = accepts_integers ? -1 : number, .truths = 3, .is_truth = true};
}
/// Returns the term of a reduction of all elements of one operand.
term reduction_call(int number) {
  reduction_row const& row = find_reduction(number);
  bool const of_masks = row.groups == mask_group;
  operation_rule const& rule = row.rule[static_cast<int>(of_masks ? dtype::boolean : dtype::float64)];
  return {.kind = term_kind::reduction,
          .number = rule.exists ? number : -1,
          .truths = of_masks ? 1u : 0u,
          .is_truth = rule.result == dtype::boolean};
}
/// Returns the term of a function of `count` operands by its name in weft. Its number is -1 if there is no such
/// function.
term function_call(std::string_view name, int count) {
  if (count == 2 && (name == "min" || name == "max"))
    return operation_call(name == "min" ? operation_number<op::minimum> : operation_number<op::maximum>);
  if (name == "clamp") // minimum(maximum(x, low), high); call() adds the maximum
    return count == 3 ? operation_call(operation_number<op::not_above>) : term{.kind = term_kind::operation};
  for (int k = 0; k < all_operations::count; ++k)
    if (operation_row const& row = find_operation(k); count == row.operands && name == row.name)
      return operation_call(k);
  for (int k = 0; k < all_reducers::count && count == 1; ++k)
    if (name == find_reduction(k).name)
      return reduction_call(k);
  return {.kind = term_kind::operation};
}

/// The terms and names of a parsed formula, which does not change.
struct formula_text {
  std::vector<term> terms; ///< the last term is the result of the formula
  plain_vector<std::string> names;

  /// Returns the formula as an expression, with a value for each name.
  any_expr<double> build(std::vector<any_expr<double>> const& values) const {
    std::vector<program_ref> made;
    made.reserve(terms.size());
    for (term const& t : terms)
      made.push_back(part_of(t, values, made));
    return untyped_access::expression_of(cast_program(made.back(), dtype::float64));
  }

private:
  static program_ref part_of(term const& t, std::vector<any_expr<double>> const& values,
                             std::vector<program_ref> const& made) {
    if (t.kind == term_kind::value)
      return constant_part(dtype::float64, &t.value, dynamic_extents(0));
    if (t.kind == term_kind::name)
      return values[static_cast<std::size_t>(t.number)].program;
    untyped_operand x[3];
    int count = 0;
    for (; count < 3 && t.operand[count] >= 0; ++count) {
      program_ref const& part = made[static_cast<std::size_t>(t.operand[count])];
      x[count].program = (t.truths >> count & 1) != 0 ? part : cast_program(part, dtype::float64);
    }
    if (t.kind == term_kind::operation)
      return untyped_call(t.number, x, count);
    int const rank = (*x[0].program).shape.rank();
    program_ref const all = untyped_fold(t.number, x[0].program, {.axes = (1u << rank) - 1u});
    return t.is_truth ? all : cast_program(all, dtype::float64);
  }
};

/// Parses a formula by recursive descent.
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
    int operation;
    int binds;
    bool exchanged; ///< the operation gets its operands in reverse order
    bool is_comparison() const { return binds == equality || binds == equality + 1; }
  };
  static constexpr int equality = 3;
  // Longer operators first, since operator_here() takes the first one that matches.
  static constexpr binary_operator operators[] = {
      {"||", operation_number<op::either>, 1, false},     {"&&", operation_number<op::both>, 2, false},
      {"==", operation_number<op::equal_to>, 3, false},   {"!=", operation_number<op::not_equal_to>, 3, false},
      {"<=", operation_number<op::less_equal>, 4, false}, {">=", operation_number<op::less_equal>, 4, true},
      {"<", operation_number<op::less>, 4, false},        {">", operation_number<op::less>, 4, true},
      {"+", operation_number<op::plus>, 5, false},        {"-", operation_number<op::minus>, 5, false},
      {"*", operation_number<op::times>, 6, false},       {"/", operation_number<op::divide>, 6, false},
      {"%", operation_number<op::fmod>, 6, false}};

  struct constant {
    char const* name;
    double value;
  };
  static constexpr constant constants[] = {{"pi", std::numbers::pi},
                                           {"e", std::numbers::e},
                                           {"inf", std::numeric_limits<double>::infinity()},
                                           {"nan", std::numeric_limits<double>::quiet_NaN()}};

  int choice() {
    level const deeper(*this);
    std::size_t const begin = next();
    int const condition = operation(1);
    if (!accept("?"))
      return condition;
    want_truth(condition, begin);
    int const yes = choice();
    want(":");
    int const no = choice();
    term choose = operation_call(operation_number<op::choose>);
    choose.is_truth = is_truth(yes) && is_truth(no);
    choose.truths = choose.is_truth ? 7u : 1u;
    return add(choose, condition, yes, no);
  }

  /// Reads operators that bind at least as strongly as `least`, from left to right, and returns the index of their
  /// term. Sets is_comparison_ to true if that term is a comparison without brackets.
  int operation(int least) {
    std::size_t begin = next();
    int left = prefix();
    is_comparison_ = false;
    for (;;) {
      std::size_t const place = next();
      binary_operator const* found = operator_here();
      if (found == nullptr || found->binds < least)
        return left;
      bool const left_compares = is_comparison_;
      accept(found->text);
      std::size_t const second = next();
      int const right = operation(found->binds + 1);
      if (found->is_comparison() && (left_compares || is_comparison_) &&
          !(found->binds == equality && is_truth(left) && is_truth(right))) {
        go_back(place);
        fail("a comparison of a comparison: a < b < c is a < b && b < c, or takes brackets");
      }
      is_comparison_ = found->is_comparison();
      term const made = operation_call(found->operation);
      if (made.truths != 0) {
        want_truth(left, begin);
        want_truth(right, second);
      }
      left = found->exchanged ? add(made, right, left) : add(made, left, right);
    }
  }
  binary_operator const* operator_here() {
    for (binary_operator const& o : operators)
      if (comes(o.text))
        return &o;
    return nullptr;
  }

  int prefix() {
    if (accept("-"))
      return add(operation_call(operation_number<op::negate>), deeper_prefix());
    if (accept("+"))
      return deeper_prefix();
    if (!comes("!=") && accept("!")) {
      std::size_t const begin = next();
      int const operand = deeper_prefix();
      want_truth(operand, begin);
      return add(operation_call(operation_number<op::negation>), operand);
    }
    int const base = operand();
    if (!accept("^"))
      return base;
    return power(base, deeper_prefix());
  }
  int deeper_prefix() {
    level const deeper(*this);
    return prefix();
  }
  int power(int base, int exponent) {
    term const& e = out_.terms[static_cast<std::size_t>(exponent)];
    if (e.kind == term_kind::value && (e.value == 2 || e.value == 3))
      return add(operation_call(e.value == 2 ? operation_number<op::square> : operation_number<op::cube>), base);
    return add(operation_call(operation_number<op::pow>), base, exponent);
  }

  int operand() {
    std::size_t const begin = next();
    if (accept("(")) {
      int const inside = choice();
      want(")");
      return inside;
    }
    if (is_digit(here()) || here() == '.')
      return value();
    if (std::string_view const name = parse_name(); !name.empty())
      return accept("(") ? call(name, begin) : named(name);
    fail_at_operand();
  }
  int value() {
    double v = 0;
    std::errc const problem = parse_rounded(v);
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
    std::size_t place[3] = {};
    int count = 0;
    if (!accept(")")) {
      do {
        std::size_t const here = next();
        int const one = choice();
        if (count < 3)
          operand[count] = one, place[count] = here;
        ++count;
      } while (accept(","));
      want(")");
    }
    term const made = function_call(name, count);
    if (made.number < 0) {
      go_back(begin);
      fail("no function '" + std::string(name) + "' of " + std::to_string(count) + " operand(s)");
    }
    for (int k = 0; k < count; ++k)
      if ((made.truths >> k & 1) != 0)
        want_truth(operand[k], place[k]);
    if (made.kind == term_kind::operation && made.number == operation_number<op::not_above>)
      return add(made, add(operation_call(operation_number<op::not_below>), operand[0], operand[1]), operand[2]);
    return add(made, operand[0], operand[1], operand[2]);
  }

  int add(term t, int first = -1, int second = -1, int third = -1) {
    t.operand[0] = first, t.operand[1] = second, t.operand[2] = third;
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
  std::map<std::string_view, int> numbers_; ///< the number of each name of the formula
  bool is_comparison_ = false;
};

/// The function of the value of a name that is not bound: throws error when it is computed.
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
  std::vector<any_expr<double>> values; ///< the value of each name, by the number of the name
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
  std::size_t const k = detail::place_of_name("formula", names(), name);
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
