#include "dynamic/formula_text.hpp"

#include <weft/dynamic/untyped.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/trigonometry.hpp>

#include <algorithm>
#include <iterator>

namespace weft::detail {

namespace {

using number = any_expr<double>;
using truth = any_expr<bool>;

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
    {"cube", [](number const& x) -> number { return detail::make_unary<op::cube>(x); }},
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
    {"max", [](number const& x) -> number { return max(any_expr<>(x)); }},
    {"mean", [](number const& x) -> number { return mean(any_expr<>(x)); }},
    {"min", [](number const& x) -> number { return min(any_expr<>(x)); }},
    {"prod", [](number const& x) -> number { return prod(any_expr<>(x)); }},
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
    {"sum", [](number const& x) -> number { return sum(any_expr<>(x)); }},
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
    {"floor_divide", [](number const& x, number const& y) -> number { return floor_divide(x, y); }},
    {"floor_modulo", [](number const& x, number const& y) -> number { return floor_modulo(x, y); }},
    {"fmax", [](number const& x, number const& y) -> number { return fmax(x, y); }},
    {"fmin", [](number const& x, number const& y) -> number { return fmin(x, y); }},
    {"fmod", [](number const& x, number const& y) -> number { return fmod(x, y); }},
    {"heaviside", [](number const& x, number const& y) -> number { return heaviside(x, y); }},
    {"hypot", [](number const& x, number const& y) -> number { return hypot(x, y); }},
    {"logaddexp", [](number const& x, number const& y) -> number { return logaddexp(x, y); }},
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

/// What a term is: numbers or truths.
struct meaning {
  number value;
  truth holds;
  bool is_truth = false;

  number as_number() const { return is_truth ? number(holds) : value; }
};

meaning build_term(term const& t, std::vector<number> const& values, std::vector<meaning> const& made) {
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

} // namespace

term function_call(std::string_view name, int count) {
  term made{.kind = term_kind::unary};
  if (count == 1)
    made.function = find_function(unary_functions, name);
  if (made.function == nullptr && count == 1)
    made.kind = term_kind::condition, made.is_truth = true, made.function = find_function(conditions, name);
  else if (count == 2)
    made.kind = term_kind::binary, made.function = find_function(binary_functions, name);
  else if (count == 3)
    made.kind = term_kind::ternary, made.function = find_function(ternary_functions, name);
  return made;
}

any_expr<double> formula_text::build(std::vector<any_expr<double>> const& values) const {
  std::vector<meaning> made;
  made.reserve(terms.size());
  for (term const& t : terms)
    made.push_back(build_term(t, values, made));
  return made.back().as_number();
}

} // namespace weft::detail
