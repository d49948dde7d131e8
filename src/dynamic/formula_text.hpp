#pragma once
#include <weft/dynamic/any_expr.hpp>

#include <string>
#include <string_view>
#include <vector>

// Private to src: a formula as steps, and the expression that they make.
namespace weft::detail {

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

/// The call of a function of so many operands, which it does not have yet; its `function` is null where there is none
/// of that name.
term function_call(std::string_view name, int count);

/// What was read. It never changes.
class formula_text {
public:
  std::vector<term> terms; ///< the last one is the formula
  plain_vector<std::string> names;

  /// With a value for each name.
  any_expr<double> build(std::vector<any_expr<double>> const& values) const;
};

} // namespace weft::detail
