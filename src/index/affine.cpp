#include "base/text_reader.hpp"

#include <weft/index/affine.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace weft {
namespace detail {

namespace {

enum class step_kind : unsigned char { value, name, add, subtract, multiply, divide, modulo };

/// A number, a name or an operation of an expression. Operands are steps before it.
struct step {
  step_kind kind;
  int left = -1, right = -1;
  index_t value = 0; ///< the number, or the index of a name
};

index_t result_of(step_kind kind, index_t a, index_t b) {
  switch (kind) {
  case step_kind::add:
    return index_sum::of(a, b);
  case step_kind::subtract:
    return index_difference::of(a, b);
  case step_kind::multiply:
    return index_product::of(a, b);
  case step_kind::divide:
    return index_quotient::of(a, b);
  default:
    return index_remainder::of(a, b);
  }
}

/// Returns the result, or nothing if the operation throws an error.
std::optional<index_t> result_if_any(step_kind kind, index_t a, index_t b) {
  try {
    return result_of(kind, a, b);
  } catch (error const&) {
    return std::nullopt;
  }
}

constexpr index_t least = std::numeric_limits<index_t>::min();

std::string number_text(index_t n, int binds) {
  if (n == least) // the positive number does not fit into 64 bits
    return "(" + std::to_string(n + 1) + " - 1)";
  return n < 0 && binds > 0 ? "(" + std::to_string(n) + ")" : std::to_string(n);
}

} // namespace

void throw_index_overflow(char const* operation, index_t a, index_t b) {
  throw error("weft: affine: " + number_text(a, 1) + " " + operation + " " + number_text(b, 1) + " leaves 64 bits");
}
void throw_index_division(index_t a) {
  throw error("weft: affine: " + std::to_string(a) + " is divided by 0");
}
std::string index_constant::text(int binds) const {
  return number_text(number, binds);
}

struct affine_state {
  /// Where a number is stored: in row 0 the values of the names, then constants; in row 1 results of operations.
  struct place {
    int row, at;
  };
  struct operation {
    step_kind kind;
    place left, right;
  };
  std::vector<step> steps; ///< the last one is the expression
  plain_vector<std::string> names;
  std::vector<unsigned char> bound; ///< true if the name with this index has a value
  int missing = 0;                  ///< names without a value
  std::vector<index_t> given;
  std::vector<operation> operations;
  place result{0, 0};

  void compile();
  [[nodiscard]] index_t value_in(index_t* results) const;
  [[nodiscard]] std::string text(int at, int binds) const;
};

void affine_state::compile() {
  bound.resize(names.size());
  missing = static_cast<int>(names.size());
  given.resize(names.size());
  std::vector<char> needed(steps.size(), 0);
  needed.back() = 1; // operands of constants that were computed at once are not needed
  for (std::size_t k = steps.size(); k-- > 0;)
    if (needed[k] != 0 && steps[k].left >= 0)
      needed[static_cast<std::size_t>(steps[k].left)] = needed[static_cast<std::size_t>(steps[k].right)] = 1;
  std::vector<place> places(steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k)
    if (steps[k].kind == step_kind::name) {
      places[k] = {0, static_cast<int>(steps[k].value)};
    } else if (steps[k].left >= 0) {
      places[k] = {1, static_cast<int>(operations.size())};
      operations.push_back({steps[k].kind, places[static_cast<std::size_t>(steps[k].left)],
                            places[static_cast<std::size_t>(steps[k].right)]});
    } else if (needed[k] != 0) {
      places[k] = {0, static_cast<int>(given.size())};
      given.push_back(steps[k].value);
    }
  result = places.back();
}

index_t affine_state::value_in(index_t* results) const {
  index_t const* const rows[] = {given.data(), results};
  auto const value = [&](place p) { return rows[p.row][p.at]; };
  index_t* next = results;
  for (operation const& o : operations)
    *next++ = result_of(o.kind, value(o.left), value(o.right));
  return value(result);
}

std::string affine_state::text(int at, int binds) const {
  step const& s = steps[static_cast<std::size_t>(at)];
  if (s.kind == step_kind::value)
    return number_text(s.value, binds);
  if (s.kind == step_kind::name)
    return names[static_cast<std::size_t>(s.value)];
  static constexpr char const* symbols[] = {" + ", " - ", " * ", " / ", " % "};
  int const own = s.kind == step_kind::add || s.kind == step_kind::subtract ? 1 : 2;
  std::string const out = text(s.left, own) + symbols[int(s.kind) - int(step_kind::add)] + text(s.right, own + 1);
  return own < binds ? "(" + out + ")" : out;
}

namespace {

class affine_reader : text_reader {
public:
  explicit affine_reader(std::string_view text) : text_reader("affine expression", text) {}

  affine_state read() {
    sum();
    want_end();
    out_.compile();
    return std::move(out_);
  }

private:
  int sum() {
    int left = product();
    for (;;)
      if (accept("+"))
        left = join(step_kind::add, left, product());
      else if (accept("-"))
        left = join(step_kind::subtract, left, product());
      else
        return left;
  }
  int product() {
    int left = sign();
    for (;;)
      if (accept("*"))
        left = join(step_kind::multiply, left, sign());
      else if (accept("/"))
        left = join(step_kind::divide, left, sign());
      else if (accept("%"))
        left = join(step_kind::modulo, left, sign());
      else
        return left;
  }
  int sign() {
    bool const minus = accept("-");
    if (!minus && !accept("+"))
      return operand();
    level const deeper(*this);
    int const zero = minus ? add({.kind = step_kind::value}) : -1;
    int const of = sign();
    return minus ? join(step_kind::subtract, zero, of) : of;
  }
  int operand() {
    if (accept("(")) {
      level const deeper(*this);
      int const inside = sum();
      want(")");
      return inside;
    }
    next();
    if (is_digit(here())) {
      index_t n = 0;
      if (parse_number(n) != std::errc())
        fail("this number has more than 64 bits");
      return add({.kind = step_kind::value, .value = n});
    }
    std::string_view const name = parse_name();
    if (name.empty())
      fail_at_operand();
    auto const found = std::find(out_.names.begin(), out_.names.end(), name);
    index_t const number = found - out_.names.begin();
    if (found == out_.names.end())
      out_.names.emplace_back(name);
    return add({.kind = step_kind::name, .value = number});
  }

  int add(step const& s) {
    out_.steps.push_back(s);
    return static_cast<int>(out_.steps.size()) - 1;
  }
  /// Adds an operation. If both operands are constants, it is computed at once; an error is left to the call.
  int join(step_kind kind, int left, int right) {
    step const &a = out_.steps[static_cast<std::size_t>(left)], &b = out_.steps[static_cast<std::size_t>(right)];
    if (a.kind == step_kind::value && b.kind == step_kind::value)
      if (std::optional<index_t> const constant = result_if_any(kind, a.value, b.value))
        return add({.kind = step_kind::value, .value = *constant});
    return add({.kind = kind, .left = left, .right = right});
  }

  affine_state out_;
};

} // namespace
} // namespace detail

affine::affine(std::string_view text) : state_(new detail::affine_state(detail::affine_reader(text).read())) {}
affine::affine(affine const& other) : state_(new detail::affine_state(*other.state_)) {}
affine& affine::operator=(affine const& other) {
  affine copy(other);
  std::swap(state_, copy.state_);
  return *this;
}
affine::~affine() {
  delete state_;
}

affine::symbol affine::operator[](std::string_view name) {
  std::size_t const k = detail::place_of_name("weft: affine", names(), name);
  return {&state_->given[k], &state_->bound[k], &state_->missing};
}

index_t affine::operator()() const {
  detail::affine_state const& s = *state_;
  if (s.missing != 0) {
    std::string const name = unbound().front();
    throw error("weft: affine: '" + name + "' has no value: f[\"" + name + "\"] = ... gives it one");
  }
  if (index_t values[64]; s.operations.size() <= 64)
    return s.value_in(values);
  std::vector<index_t> many(s.operations.size());
  return s.value_in(many.data());
}

detail::plain_vector<std::string> const& affine::names() const {
  return state_->names;
}
detail::plain_vector<std::string> affine::unbound() const {
  return detail::names_without(names(), state_->bound);
}

namespace detail {
namespace {

/// Returns the number k of the loop index with the name _k; -1 for any other name.
int loop_of(std::string const& name, int loops) {
  int k = -1;
  char const* const last = name.data() + name.size();
  auto const [end, problem] = std::from_chars(name.data() + 1, last, k);
  bool const is_one = name[0] == '_' && problem == std::errc() && end == last && name == "_" + std::to_string(k);
  return is_one && k < loops ? k : -1;
}

class term_finder {
public:
  term_finder(affine_state const& s, int loops) : s_(s), loops_(loops) {}

  affine_terms of(int at) const {
    step const& one = s_.steps[static_cast<std::size_t>(at)];
    if (one.kind == step_kind::value)
      return number(one.value);
    if (one.kind == step_kind::name)
      return named(static_cast<std::size_t>(one.value));
    affine_terms const a = of(one.left), b = of(one.right);
    bool const first = is_number(a), second = is_number(b);
    if (one.kind == step_kind::add || one.kind == step_kind::subtract)
      return combined(a, [&](index_t x, index_t y) { return result_of(one.kind, x, y); }, b);
    if (one.kind == step_kind::multiply && (first || second)) {
      index_t const factor = first ? a.offset : b.offset;
      return combined(first ? b : a, [&](index_t x, index_t) { return index_product::of(x, factor); }, {});
    }
    if (first && second)
      return number(result_of(one.kind, a.offset, b.offset));
    throw error("weft: affine: " + s_.text(at, 0) + " is no sum of multiples of the loop indices");
  }

private:
  static affine_terms number(index_t n) {
    affine_terms t;
    t.offset = n;
    return t;
  }
  affine_terms named(std::size_t k) const {
    if (int const loop = loop_of(s_.names[k], loops_); loop >= 0) {
      affine_terms t;
      t.coefficient[loop] = 1;
      return t;
    }
    if (s_.bound[k] == 0)
      throw error("weft: affine: '" + s_.names[k] + "' is no loop index of " + std::to_string(loops_) +
                  " loops, and has no value");
    return number(s_.given[k]);
  }
  static bool is_number(affine_terms const& t) {
    return std::all_of(std::begin(t.coefficient), std::end(t.coefficient), [](index_t c) { return c == 0; });
  }
  template <class F>
  static affine_terms combined(affine_terms a, F const& f, affine_terms const& b) {
    a.offset = f(a.offset, b.offset);
    for (int k = 0; k < max_rank; ++k)
      a.coefficient[k] = f(a.coefficient[k], b.coefficient[k]);
    return a;
  }

  affine_state const& s_;
  int loops_;
};

} // namespace

affine_terms terms_of(affine const& f, int loops) {
  return term_finder(*f.state_, loops).of(static_cast<int>(f.state_->steps.size()) - 1);
}
} // namespace detail

std::string to_string(affine const& f) {
  return f.state_->text(static_cast<int>(f.state_->steps.size()) - 1, 0);
}

} // namespace weft
