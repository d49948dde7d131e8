#include "untyped.hpp"

#include <weft/dynamic/formula.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>

#include <sstream>
#include <stdexcept>

namespace numpy {
namespace {

int arity(std::string const& name) {
  if (name == "neg" || name == "square" || name == "floor" || name == "transpose")
    return 1;
  return name == "where" ? 3 : 2;
}

/// Tells `to` what a step computes: numbers of one or two operands, a mask of two, or a choice by a mask.
template <class To>
void describe_step(std::string const& name, To& to) {
  if (name == "neg")
    to.one([](auto const& a) { return -a; });
  else if (name == "square")
    to.one([](auto const& a) { return square(a); });
  else if (name == "floor")
    to.one([](auto const& a) { return floor(a); });
  else if (name == "transpose")
    to.one([](auto const& a) { return transpose(a); });
  else if (name == "add")
    to.two([](auto const& a, auto const& b) { return a + b; });
  else if (name == "sub")
    to.two([](auto const& a, auto const& b) { return a - b; });
  else if (name == "mul")
    to.two([](auto const& a, auto const& b) { return a * b; });
  else if (name == "min")
    to.two([](auto const& a, auto const& b) { return minimum(a, b); });
  else if (name == "max")
    to.two([](auto const& a, auto const& b) { return maximum(a, b); });
  else if (name == "lt")
    to.mask([](auto const& a, auto const& b) { return a < b; });
  else if (name == "le")
    to.mask([](auto const& a, auto const& b) { return a <= b; });
  else if (name == "eq")
    to.mask([](auto const& a, auto const& b) { return equal(a, b); });
  else if (name == "where")
    to.choice([](auto const& m, auto const& a, auto const& b) { return where(m, a, b); });
  else
    throw std::invalid_argument("no such step: " + name);
}

/// One entry of the stack: an operand, or a number that has no type yet.
struct entry {
  any_expr<> value;
  bool is_number = false;
  bool is_whole = false;
  double number = 0;
};
struct untyped_step {
  entry const* x;
  any_expr<> made{};

  template <class F>
  void one(F const& f) {
    made = f(x[0].value);
  }
  template <class F>
  void two(F const& f) {
    apart(x[0], x[1], f);
  }
  template <class F>
  void mask(F const& f) {
    apart(x[0], x[1], f);
  }
  template <class F>
  void choice(F const& f) {
    apart(x[1], x[2], [&](auto const& a, auto const& b) { return f(x[0].value, a, b); });
  }

private:
  template <class F>
  void apart(entry const& a, entry const& b, F const& f) {
    made = !b.is_number ? f(a.value, b.value)
           : b.is_whole ? f(a.value, static_cast<int>(b.number))
                        : f(a.value, b.number);
  }
};

/// The tree in the last word, in postfix notation: leaf(k) for operand k, number(text), and step(name, operands).
template <class Entry, class Leaf, class Number, class Step>
Entry walked(call const& c, Leaf const& leaf, Number const& number, Step const& step) {
  std::vector<Entry> stack;
  std::istringstream in(c.words.back());
  for (std::string token; std::getline(in, token, ',');) {
    if (token[0] == '#') {
      stack.push_back(number(token.substr(1)));
    } else if (token[0] >= '0' && token[0] <= '9') {
      stack.push_back(leaf(std::stoul(token)));
    } else {
      const auto n = static_cast<std::size_t>(arity(token));
      Entry made = step(token, &stack[stack.size() - n]);
      stack.resize(stack.size() - n);
      stack.push_back(std::move(made));
    }
  }
  return std::move(stack.back());
}

/// The tree on operands of any type; `made` says what becomes of each step.
template <class Made>
any_expr<> evaluate(call const& c, Made const& made) {
  return walked<entry>(
             c, [&](std::size_t k) { return entry{untyped(c, k)}; },
             [](std::string const& text) {
               return entry{{}, true, text.find('.') == std::string::npos, std::stod(text)};
             },
             [&](std::string const& name, entry const* x) {
               untyped_step step{x};
               describe_step(name, step);
               return entry{made(step.made)};
             })
      .value;
}

struct typed_entry {
  tensor<double> value;
  bool is_number = false;
  double number = 0;
  tensor<bool> mask{};
};
/// One typed statement.
struct typed_step {
  typed_entry const* x;
  typed_entry made{};

  template <class F>
  void one(F const& f) {
    made.value = f(x[0].value);
  }
  template <class F>
  void two(F const& f) {
    store(made.value, x[0], x[1], f);
  }
  template <class F>
  void mask(F const& f) {
    store(made.mask, x[0], x[1], f);
  }
  template <class F>
  void choice(F const& f) {
    store(made.value, x[1], x[2], [&](auto const& a, auto const& b) { return f(x[0].mask, a, b); });
  }

private:
  template <class T, class F>
  static void store(T& to, typed_entry const& a, typed_entry const& b, F const& f) {
    if (b.is_number)
      to = f(a.value, b.number);
    else
      to = f(a.value, b.value);
  }
};
/// The tree in typed statements of one step each.
tensor<double> evaluate_typed(call const& c) {
  return walked<typed_entry>(
             c, [&](std::size_t k) { return typed_entry{tensor<double>(c.real(k))}; },
             [](std::string const& text) { return typed_entry{{}, true, std::stod(text)}; },
             [](std::string const& name, typed_entry const* x) {
               typed_step step{x};
               describe_step(name, step);
               return step.made;
             })
      .value;
}

/// The tree as the text of a formula, in which operands are called r0, r1, ...
std::string formula_text(call const& c) {
  static const std::map<std::string, std::string> signs{{"add", " + "}, {"sub", " - "}, {"mul", " * "},
                                                        {"lt", " < "},  {"le", " <= "}, {"eq", " == "}};
  return walked<std::string>(
      c, [](std::size_t k) { return "r" + std::to_string(k); },
      [](std::string const& text) { return "(" + text + ")"; },
      [](std::string const& name, std::string const* x) {
        if (const auto sign = signs.find(name); sign != signs.end())
          return "(" + x[0] + sign->second + x[1] + ")";
        if (name == "neg")
          return "(-" + x[0] + ")";
        if (name == "where")
          return "(" + x[0] + " ? " + x[1] + " : " + x[2] + ")";
        return name + "(" + x[0] + (arity(name) == 2 ? ", " + x[1] : "") + ")";
      });
}

slot run_tree(call const& c) {
  any_tensor const whole_program = evaluate(c, [](any_expr<> const& e) { return e; });
  any_tensor const by_steps = evaluate(c, [](any_expr<> const& e) { return any_expr<>(any_tensor(e)); });
  // Values are equal, of zeros and NaN too, whose signs may differ where a step was joined with another one.
  const auto differs = [&](any_tensor const& other) {
    if (other.dtype() != whole_program.dtype() || !(other.shape() == whole_program.shape()))
      return true;
    return bool(any_of(not_equal(whole_program, other) &&
                       !(not_equal(whole_program, whole_program) && not_equal(other, other))));
  };
  if (differs(by_steps))
    throw std::runtime_error("the program differs from its steps");
  bool doubles = true;
  for (std::size_t k = 0; k + 1 < c.words.size(); ++k)
    doubles = doubles && c.holds<double>(k);
  if (!doubles)
    return kept_untyped(whole_program);
  if (differs(any_tensor(evaluate_typed(c))))
    throw std::runtime_error("the program differs from typed statements");
  std::string const text = formula_text(c);
  if (text.find("transpose") == std::string::npos) {
    formula f(text);
    for (std::string const& name : f.names())
      f.bind(name, c.real(std::stoul(name.substr(1))));
    if (differs(any_tensor(f)))
      throw std::runtime_error("the program differs from the formula " + text);
  }
  return kept_untyped(whole_program);
}

/// f of the axes that a command names.
template <class F>
slot reduced(call const& c, F const& f) {
  std::vector<whole> const axes = c.list(1);
  any_expr<> const x = untyped(c, 0);
  const auto axis = [&](std::size_t k) { return static_cast<int>(axes[k]); };
  bool const keep = c.number(2) != 0;
  switch (axes.size()) {
  case 0:
    return kept_untyped(any_tensor(f(x)));
  case 1:
    return kept_untyped(any_tensor(keep ? f(x, axis(0), keep_dims) : f(x, axis(0))));
  case 2:
    return kept_untyped(any_tensor(keep ? f(x, axis(0), axis(1), keep_dims) : f(x, axis(0), axis(1))));
  default:
    return kept_untyped(any_tensor(f(x, axis(0), axis(1), axis(2))));
  }
}

} // namespace

// Operands whose types are not looked at before the program runs.
static void add_untyped(table& t) {
  for (char const* name : {"tree", "tree_of_doubles", "tree_of_integers"})
    t[name] = run_tree;
  t["untyped_sum"] = [](call const& c) { return reduced(c, [](auto const&... a) { return sum(a...); }); };
  t["untyped_max"] = [](call const& c) { return reduced(c, [](auto const&... a) { return max(a...); }); };
  t["untyped_min"] = [](call const& c) { return reduced(c, [](auto const&... a) { return min(a...); }); };
  t["untyped_matmul"] = [](call const& c) { return kept_untyped(any_tensor(matmul(untyped(c, 0), untyped(c, 1)))); };
  t["untyped_cast"] = [](call const& c) {
    return kept_untyped(any_tensor(cast(untyped(c, 0), dtype_named(c.word(1)))));
  };
}

const commands_of_source added(add_untyped);

} // namespace numpy
