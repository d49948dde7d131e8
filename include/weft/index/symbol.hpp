#pragma once
#ifdef WEFT_WITHOUT_INDEX
#error "weft: this library was built without the component index: -DWEFT_COMPONENTS=all, or a list with index"
#endif
#include <weft/base/overflow.hpp>
#include <weft/expr/concepts.hpp>

#include <concepts>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

// Integer expressions of indices as types, as i * 128 + 64. affine (index/affine.hpp) reads such expressions from text.
namespace weft {

namespace detail {

template <class N>
concept IndexNumber = std::integral<N> && !std::same_as<N, bool>;
template <class N>
concept IndexOperand = IndexForm<N> || IndexNumber<std::remove_cvref_t<N>>;

WEFT_API [[noreturn]] void throw_index_overflow(char const* operation, index_t a, index_t b);
WEFT_API [[noreturn]] void throw_index_division(index_t a);

// Operations are exact: a result that needs more than 64 bits throws error, and does not compile in a constant
// expression. Division rounds down, and the remainder has the sign of the divisor, so that a == a / b * b + a % b, and
// i / 32 makes tiles of equal size for negative i too.
struct index_sum {
  static constexpr char const* name = "+";
  static constexpr int binds = 1;
  template <class A, class B>
  static constexpr bool is_affine = A::is_affine && B::is_affine;
  /// K if a + b is index _K plus a number, else -1.
  template <class A, class B>
  static constexpr int shifted = B::symbols == 0   ? A::shifted
                                 : A::symbols == 0 ? B::shifted
                                                   : -1;
  WEFT_INLINE static constexpr index_t of(index_t a, index_t b) {
    index_t r = 0;
    if (add_overflows(a, b, &r))
      throw_index_overflow(name, a, b);
    return r;
  }
};
struct index_difference {
  static constexpr char const* name = "-";
  static constexpr int binds = 1;
  template <class A, class B>
  static constexpr bool is_affine = A::is_affine && B::is_affine;
  template <class A, class B>
  static constexpr int shifted = B::symbols == 0 ? A::shifted : -1;
  WEFT_INLINE static constexpr index_t of(index_t a, index_t b) {
    index_t r = 0;
    if (subtract_overflows(a, b, &r))
      throw_index_overflow(name, a, b);
    return r;
  }
};
struct index_product {
  static constexpr char const* name = "*";
  static constexpr int binds = 2;
  template <class A, class B>
  static constexpr bool is_affine = A::is_affine && B::is_affine && (A::symbols == 0 || B::symbols == 0);
  template <class A, class B>
  static constexpr int shifted = -1;
  WEFT_INLINE static constexpr index_t of(index_t a, index_t b) {
    index_t r = 0;
    if (multiply_overflows(a, b, &r))
      throw_index_overflow(name, a, b);
    return r;
  }
};
/// A division is affine only if both operands are numbers.
struct index_divides {
  static constexpr int binds = 2;
  template <class A, class B>
  static constexpr bool is_affine = A::symbols == 0 && B::symbols == 0;
  template <class A, class B>
  static constexpr int shifted = -1;
};
struct index_quotient : index_divides {
  static constexpr char const* name = "/";
  WEFT_INLINE static constexpr index_t of(index_t a, index_t b) {
    if (b == 0)
      throw_index_division(a);
    if (b == -1)
      return index_difference::of(0, a);
    return a / b - index_t(a % b != 0 && (a < 0) != (b < 0));
  }
};
struct index_remainder : index_divides {
  static constexpr char const* name = "%";
  WEFT_INLINE static constexpr index_t of(index_t a, index_t b) {
    if (b == 0)
      throw_index_division(a);
    if (b == -1)
      return 0;
    index_t const r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
  }
};

/// Returns a number as index_t. Throws error for an unsigned 64-bit number that is too large.
template <IndexNumber N>
WEFT_INLINE constexpr index_t exact_index(N n) {
  constexpr index_t largest = (std::numeric_limits<index_t>::max)();
  if (!std::in_range<index_t>(n))
    throw_index_overflow("+", largest, static_cast<index_t>(n - static_cast<N>(largest)));
  return static_cast<index_t>(n);
}

/// The value that i = 3 gives to one index.
template <int K>
struct index_binding {
  static constexpr int symbol = K;
  index_t value;
};

/// The base of all index forms. Besides its members, forms have:
///   symbols           a bit for each index in it
///   is_affine         true for a sum of multiples of indices, offset() + the sum of coefficient<K>() * _K
/// K if the form is _K, or _K plus or minus a number; else -1
template <class E>
struct index_form {
  using weft_index_form = void;
  // Members that make it an operand of index notation.
  using weft_node = void;
  using weft_names_indices = void;
  using value_type = index_t;
  using extents_type = weft::extents<>;
  static constexpr int static_rank = 0;
  static constexpr bool is_deferred = false;
  [[nodiscard]] WEFT_INLINE constexpr weft::extents<> extents() const { return {}; }
  [[nodiscard]] WEFT_FN index_t element(index_t const*) const {
    static_assert(always_false<E>, "weft: an index has no value here: out(i, j) = e gives it those of its target");
    return 0;
  }

  /// Returns the value for given indices: e(i = 3, j = 4). Throws error where a result needs more than 64 bits, and for
  /// a division by 0.
  template <class... B>
    requires(requires { B::symbol; } && ...)
  [[nodiscard]] WEFT_INLINE constexpr index_t operator()(B... bound) const {
    constexpr bool all_bound = E::template has_values<B::symbol...>();
    static_assert(all_bound, "weft: an index has no value: e(i = 3) gives it one");
    if constexpr (all_bound)
      return static_cast<E const&>(*this).value(bound...);
    else
      return 0;
  }
};

} // namespace detail

/// One of the indices that indices<N>() gives. Two with the same number K are the same index.
template <int K>
struct index_symbol : detail::index_form<index_symbol<K>> {
  static constexpr unsigned symbols = 1u << K;
  static constexpr bool is_affine = true;
  static constexpr int shifted = K;
  template <int J>
  [[nodiscard]] WEFT_INLINE static constexpr index_t coefficient() {
    return J == K;
  }
  [[nodiscard]] WEFT_INLINE static constexpr index_t offset() { return 0; }
  /// Gives the index a value in a call: e(i = 3).
  template <detail::IndexNumber N>
  [[nodiscard]] WEFT_INLINE constexpr detail::index_binding<K> operator=(N n) const {
    return {detail::exact_index(n)};
  }

  template <int... Bound>
  [[nodiscard]] WEFT_FN static constexpr bool has_values() {
    return ((Bound == K) || ...);
  }
  template <class... B>
  [[nodiscard]] WEFT_INLINE constexpr index_t value(B... bound) const {
    index_t v = 0;
    ((v = B::symbol == K ? bound.value : v), ...);
    return v;
  }
  [[nodiscard]] WEFT_FN std::string text(int) const { return "_" + std::to_string(K); }
};

namespace detail {

struct index_constant : index_form<index_constant> {
  static constexpr unsigned symbols = 0;
  static constexpr bool is_affine = true;
  static constexpr int shifted = -1;
  template <int J>
  [[nodiscard]] WEFT_INLINE static constexpr index_t coefficient() {
    return 0;
  }
  [[nodiscard]] WEFT_INLINE constexpr index_t offset() const { return number; }
  index_t number;
  WEFT_INLINE constexpr explicit index_constant(index_t n) : number(n) {}
  template <int... Bound>
  WEFT_FN static constexpr bool has_values() {
    return true;
  }
  template <class... B>
  WEFT_INLINE constexpr index_t value(B...) const {
    return number;
  }
  [[nodiscard]] WEFT_API std::string text(int binds) const;
};

template <class Operation, class A, class B>
struct index_operation : index_form<index_operation<Operation, A, B>> {
  using operation = Operation;
  static constexpr unsigned symbols = A::symbols | B::symbols;
  static constexpr bool is_affine = Operation::template is_affine<A, B>;
  static constexpr int shifted = Operation::template shifted<A, B>;
  template <int J>
  [[nodiscard]] WEFT_INLINE constexpr index_t coefficient() const {
    if constexpr (symbols == 0)
      return 0;
    else if constexpr (!std::same_as<Operation, index_product>)
      return Operation::of(left.template coefficient<J>(), right.template coefficient<J>());
    else if constexpr (A::symbols == 0)
      return index_product::of(left.offset(), right.template coefficient<J>());
    else
      return index_product::of(left.template coefficient<J>(), right.offset());
  }
  [[nodiscard]] WEFT_INLINE constexpr index_t offset() const { return Operation::of(left.offset(), right.offset()); }
  [[no_unique_address]] A left;
  [[no_unique_address]] B right;
  WEFT_INLINE constexpr index_operation(A a, B b) : left(a), right(b) {}
  template <int... Bound>
  WEFT_FN static constexpr bool has_values() {
    return A::template has_values<Bound...>() && B::template has_values<Bound...>();
  }
  template <class... V>
  WEFT_INLINE constexpr index_t value(V... bound) const {
    return Operation::of(left.value(bound...), right.value(bound...));
  }
  /// Returns the text, in brackets if the operator around it binds more tightly than this one.
  [[nodiscard]] WEFT_FN std::string text(int binds) const {
    std::string out = left.text(Operation::binds);
    out += " ";
    out += Operation::name;
    out += " ";
    out += right.text(Operation::binds + 1);
    return Operation::binds < binds ? "(" + out + ")" : out;
  }
};

template <class N>
WEFT_INLINE constexpr auto index_operand(N const& n) {
  if constexpr (IndexForm<N>)
    return n;
  else
    return index_constant(exact_index(n));
}
template <class Operation, class A, class B>
WEFT_INLINE constexpr auto joined_forms(A const& a, B const& b) {
  auto const left = index_operand(a);
  auto const right = index_operand(b);
  return index_operation<Operation, std::remove_const_t<decltype(left)>, std::remove_const_t<decltype(right)>>(left,
                                                                                                               right);
}
template <class A, class B>
concept IndexOperands = (IndexForm<A> && IndexOperand<B>) || (IndexForm<B> && IndexOperand<A>);

template <int N>
struct index_symbols {
  static_assert(N >= 1 && N <= 8, "weft: indices<N>(): 1 to 8");
};
// The indices are members of one class, not of a pack: structured bindings to members may stand in constant
// expressions.
template <>
struct index_symbols<1> {
  index_symbol<0> i;
};
template <>
struct index_symbols<2> {
  index_symbol<0> i;
  index_symbol<1> j;
};
template <>
struct index_symbols<3> {
  index_symbol<0> i;
  index_symbol<1> j;
  index_symbol<2> k;
};
template <>
struct index_symbols<4> {
  index_symbol<0> i;
  index_symbol<1> j;
  index_symbol<2> k;
  index_symbol<3> l;
};
template <>
struct index_symbols<5> {
  index_symbol<0> i;
  index_symbol<1> j;
  index_symbol<2> k;
  index_symbol<3> l;
  index_symbol<4> m;
};
template <>
struct index_symbols<6> {
  index_symbol<0> i;
  index_symbol<1> j;
  index_symbol<2> k;
  index_symbol<3> l;
  index_symbol<4> m;
  index_symbol<5> n;
};
template <>
struct index_symbols<7> {
  index_symbol<0> i;
  index_symbol<1> j;
  index_symbol<2> k;
  index_symbol<3> l;
  index_symbol<4> m;
  index_symbol<5> n;
  index_symbol<6> o;
};
template <>
struct index_symbols<8> {
  index_symbol<0> i;
  index_symbol<1> j;
  index_symbol<2> k;
  index_symbol<3> l;
  index_symbol<4> m;
  index_symbol<5> n;
  index_symbol<6> o;
  index_symbol<7> p;
};

} // namespace detail

/// Returns N different indices: auto [i, j, k] = indices<3>(). A lambda cannot capture these names before Clang 16;
/// there declare constexpr index_symbol<0> i; instead.
template <int N>
[[nodiscard]] WEFT_FN constexpr detail::index_symbols<N> indices() {
  return {};
}

/// Returns the expression a + b of indices and integers, exact in 64 bits: constexpr auto e = i * 128 + 64;
/// static_assert(e(i = 3) == 448). Nothing is computed before e(i = 3).
template <class A, class B>
  requires detail::IndexOperands<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator+(A const& a, B const& b) {
  return detail::joined_forms<detail::index_sum>(a, b);
}
/// Returns the expression a - b, as operator+ returns a + b.
template <class A, class B>
  requires detail::IndexOperands<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A const& a, B const& b) {
  return detail::joined_forms<detail::index_difference>(a, b);
}
/// Returns the expression a * b, as operator+ returns a + b.
template <class A, class B>
  requires detail::IndexOperands<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator*(A const& a, B const& b) {
  return detail::joined_forms<detail::index_product>(a, b);
}
/// Returns the quotient, rounded down: -7 / 2 is -4.
template <class A, class B>
  requires detail::IndexOperands<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator/(A const& a, B const& b) {
  return detail::joined_forms<detail::index_quotient>(a, b);
}
/// Returns the remainder of that division, with the sign of b: -7 % 2 is 1.
template <class A, class B>
  requires detail::IndexOperands<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator%(A const& a, B const& b) {
  return detail::joined_forms<detail::index_remainder>(a, b);
}
/// Returns the expression 0 - a.
template <IndexForm A>
[[nodiscard]] WEFT_INLINE constexpr auto operator-(A const& a) {
  return detail::joined_forms<detail::index_difference>(index_t(0), a);
}

/// Returns the text that affine reads, with _0, _1 for the indices: "_0 * 128 + 64".
template <IndexForm E>
[[nodiscard]] WEFT_FN std::string to_string(E const& e) {
  return e.text(0);
}

} // namespace weft
