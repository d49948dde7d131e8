#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/dynamic/any_expr.hpp>

#include <string>
#include <string_view>

namespace weft {

namespace detail {
struct formula_state;
}

/// An expression that is read from text, such as the input file of a simulation. It is an any_expr<double>, so every
/// operation takes it as an operand.
///
///   formula f("exp(-((x - x0)^2 + y^2) / s)");
///   f.bind("x", x).bind("y", y).bind("x0", 0.5).bind("s", 2.0);
///   r = f;
///
/// The text may contain numbers; names, which are bound to tensors, views, numbers and expressions, and broadcast; the
/// operators `+ - * / %`, where % is fmod; `^`, a power, which is right-associative and binds more tightly than a sign
/// on its left, so -x^2 is -(x^2); `< <= > >= == !=`, which compare element by element; `&& || !` of comparisons;
/// `condition ? a : b`, which computes both a and b; the numbers pi, e, inf and nan; functions of elements, with their
/// names in weft; and reductions of all elements of one operand, as in sum(x) and count(x > 0). A comparison counts as
/// 0 or 1 where a number is wanted. All computations are in double, so 1/2 is 0.5; a number that is too small for a
/// double is 0. a < b < c is refused. Copies are cheap, and bind() of one does not change the others; a move is a copy.
class formula : public any_expr<double> {
public:
  /// Parses the text. Throws parse_error, which states line and column and prints a caret under the error, for text
  /// that is no formula, has more than 65536 bytes, or nests brackets, signs and powers to more than 200 levels.
  WEFT_API explicit formula(std::string_view text);
  WEFT_API formula(formula const&);
  WEFT_API formula& operator=(formula const&);
  WEFT_API ~formula();

  /// Gives a name its value, in a time that is proportional to the length of the formula. A named tensor is borrowed,
  /// as by any expression. Throws error, which lists the names of the formula, for a name that it does not have, and
  /// shape_error where the operands no longer broadcast. Then nothing has changed.
  template <AnyOperand X>
  WEFT_FN formula& bind(std::string_view name, X&& x) {
    bind_name(name, any_expr<double>(static_cast<X&&>(x)));
    return *this;
  }
  /// Returns the names in the formula, in the order of their first use. Computing elements throws error while a name
  /// has no value.
  [[nodiscard]] WEFT_API detail::plain_vector<std::string> const& names() const;
  /// Returns the names that have no value yet.
  [[nodiscard]] WEFT_API detail::plain_vector<std::string> unbound() const;

private:
  explicit formula(detail::formula_state* state);
  WEFT_API void bind_name(std::string_view name, any_expr<double> value);
  detail::formula_state* state_; ///< owned; std::unique_ptr would need <memory>, a tenth of the umbrella header
};

} // namespace weft
