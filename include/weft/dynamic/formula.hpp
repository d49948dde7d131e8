#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/dynamic/any_expr.hpp>

#include <string>
#include <string_view>

namespace weft {

namespace detail {
struct formula_state;
}

/// An expression that is read from text, as simulation codes do from their input files: an any_expr<double>, so an
/// operand of everything.
///
///   formula f("exp(-((x - x0)^2 + y^2) / s)");
///   f.bind("x", x).bind("y", y).bind("x0", 0.5).bind("s", 2.0);
///   r = f;
///
/// It has numbers; names, which are bound to tensors, views, numbers and expressions, and broadcast; `+ - * / %`, where
/// % is fmod; `^`, a power, which binds to the right and above a sign on its left, so -x^2 is -(x^2); `< <= > >= ==
/// !=`, which compare element by element; `&& || !` of comparisons; `condition ? a : b`, of which both are computed;
/// the numbers pi, e, inf and nan; functions of elements by the names that they have in weft, and reductions of all
/// elements of one operand, as sum(x) and count(x > 0). A comparison counts as 0 or 1 where a number is wanted. All is
/// computed in double, so 1/2 is 0.5; a number that is too small for a double is 0. a < b < c is refused. Copies are
/// cheap, and share nothing that bind() changes; a move is a copy.
class formula : public any_expr<double> {
public:
  /// Throws parse_error, which gives line and column, and a caret under the place, for text that is no formula; also
  /// for more than 65536 bytes, and for more than 200 levels of brackets, signs and powers.
  WEFT_API explicit formula(std::string_view text);
  WEFT_API formula(formula const&);
  WEFT_API formula& operator=(formula const&);
  WEFT_API ~formula();

  /// Gives a name its value, in a time that is proportional to the length of the formula; a named tensor is borrowed,
  /// as by any expression. Throws error, which says the names there are, for one that the formula does not have;
  /// shape_error where the operands no longer broadcast. Then nothing has changed.
  template <AnyOperand X>
  WEFT_FN formula& bind(std::string_view name, X&& x) {
    bind_name(name, any_expr<double>(static_cast<X&&>(x)));
    return *this;
  }
  /// The names in it, in the order in which they come. A name without a value throws error where elements are computed.
  [[nodiscard]] WEFT_API detail::plain_vector<std::string> const& names() const;
  /// The names that have no value yet.
  [[nodiscard]] WEFT_API detail::plain_vector<std::string> unbound() const;

private:
  explicit formula(detail::formula_state* state);
  WEFT_API void bind_name(std::string_view name, any_expr<double> value);
  detail::formula_state* state_; ///< its own; std::unique_ptr would bring <memory>, a tenth of the umbrella
};

} // namespace weft
