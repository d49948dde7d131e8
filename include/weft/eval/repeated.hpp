#pragma once
#include <weft/eval/compiled.hpp>
#include <weft/eval/core.hpp>
#include <weft/eval/limits.hpp>

#include <cstring>

// If a subexpression occurs more than once in an expression, as exp(x) in t / (1.0 + t) with t = exp(x), it is computed
// once for each piece of a row. Types tell which subexpressions may be equal; addresses and constants tell, when a
// piece is computed, whether they are. Only long functions of weft are searched for, and in an expression of several
// values (eval/several.hpp) also operations that cost a division or more. Functions of the program are called as often
// as they are written.
WEFT_KERNELS_BEGIN
namespace weft::detail {

// The ways in which a kernel reads one slot along a row: through a pointer, or as a value for the whole row.
template <class T>
struct held_column {
  T value;
  WEFT_INLINE T const& operator[](index_t) const { return value; }
};

template <class T>
inline constexpr bool has_vector_math = std::is_same_v<T, float> || std::is_same_v<T, double>;

template <class Part>
inline constexpr int arity_of = 0;
template <class F, class... C>
inline constexpr int arity_of<core_node<F, C...>> = int(sizeof...(C));
/// Returns child K of a core_node, for any number of children.
template <int K, class F, class... C>
WEFT_INLINE constexpr auto const& child(core_node<F, C...> const& n) {
  if constexpr (sizeof...(C) > 2)
    return get<K>(n.children);
  else if constexpr (K == 0)
    return n.first;
  else
    return n.second;
}

/// The number of subexpressions of type Part in a core, not counting subexpressions inside such a subexpression.
template <class Part, class Core>
inline constexpr int times_in = int(std::is_same_v<Part, Core>);
template <class Part, class F, class... C>
inline constexpr int times_in<Part, core_node<F, C...>> =
    std::is_same_v<Part, core_node<F, C...>> ? 1 : (0 + ... + times_in<Part, C>);

/// True if weft can tell that two subexpressions of this type have the same values: they are operations of weft on
/// numbers in memory, and differ only in addresses and in the bytes of constants.
template <class Part>
inline constexpr bool is_comparable = false;
template <class T>
inline constexpr bool is_comparable<slot<T>> = std::is_arithmetic_v<T>;
template <class T>
inline constexpr bool is_comparable<held_constant<T>> = std::is_arithmetic_v<T> || is_prepared_divisor<T>;
template <class F, class... C>
inline constexpr bool is_comparable<core_node<F, C...>> =
    is_own_function<F> && std::is_trivially_copyable_v<F> && (is_comparable<C> && ...);

/// True if a compiled kernel of vector_math computes the operation.
template <class Part>
inline constexpr bool has_vector_kernel = false;
template <class F, class... C>
  requires requires { F::vector_form; }
inline constexpr bool has_vector_kernel<core_node<F, C...>> =
    (std::is_arithmetic_v<core_value_t<C>> && ...) && has_vector_math<core_value_t<core_node<F, C...>>>;
/// True if a compiled kernel of vector_math computes the operation on the real and imaginary parts of its operand.
template <class Part>
inline constexpr bool has_complex_kernel = false;
template <class F, class C>
  requires requires { F::complex_form; }
inline constexpr bool has_complex_kernel<core_node<F, C>> =
    C::total && is_complex<core_value_t<C>> && has_vector_math<real_t<core_value_t<C>>>;
/// True for a comparison of the magnitudes of complex numbers with a constant, as abs(z) < 2.0.
template <class Part>
inline constexpr bool compares_magnitudes = false;
template <class F, class C, class T>
inline constexpr bool compares_magnitudes<core_node<F, core_node<op::abs, C>, held_constant<T>>> =
    has_complex_kernel<core_node<op::abs, C>> && std::is_same_v<core_value_t<core_node<op::abs, C>>, T> &&
    std::is_same_v<core_value_t<core_node<F, core_node<op::abs, C>, held_constant<T>>>, bool> && is_own_function<F>;
/// True if a subexpression of a core is a function of numbers that costs `long_function` or more.
template <class Part>
inline constexpr bool is_long_function = false;
template <class F, class... C>
inline constexpr bool is_long_function<core_node<F, C...>> =
    cost_of_function<F>() >= long_function && std::is_arithmetic_v<core_value_t<core_node<F, C...>>>;

/// The operation that joins the values of together() to a pack.
struct joined_values;
template <class Core>
inline constexpr bool is_joined = false;
template <class... C>
inline constexpr bool is_joined<core_node<joined_values, C...>> = true;
/// The operation of a fold that stores joined values (eval/storing_fold.hpp).
struct stored_values;
template <class... C>
inline constexpr bool is_joined<core_node<stored_values, C...>> = true;
/// True for an operation that takes longer than storing its values in a buffer.
template <class Part>
inline constexpr bool is_costly = false;
template <class F, class... C>
inline constexpr bool is_costly<core_node<F, C...>> = cost_of_function<F>() >= shared_cost;

/// True if a subexpression of a core is an operation that occurs again in the core, and that is worth looking for.
template <class Part, class Whole>
WEFT_FN constexpr bool is_repeated() {
  if constexpr (has_vector_kernel<Part> || is_long_function<Part> ||
                (is_joined<Whole> && is_costly<Part> && std::is_arithmetic_v<core_value_t<Part>>))
    return is_comparable<Part> && times_in<Part, Whole> > 1;
  else
    return false;
}
/// A list of types of repeated subexpressions, each once.
template <class... Part>
struct type_set {};
template <class List, class Part>
struct type_set_with;
template <class... P, class Part>
struct type_set_with<type_set<P...>, Part> {
  using type = std::conditional_t<(std::is_same_v<P, Part> || ...), type_set<P...>, type_set<P..., Part>>;
};
template <class Whole, class List, class... Part>
struct repeated_nodes {
  using type = List;
};
template <class Whole, class List, class F, class... C, class... Rest>
struct repeated_nodes<Whole, List, core_node<F, C...>, Rest...> {
  using node_type = core_node<F, C...>;
  using longer = typename std::conditional_t<is_repeated<node_type, Whole>(), type_set_with<List, node_type>,
                                             repeated_nodes<Whole, List>>::type;
  using type = typename repeated_nodes<Whole, longer, C..., Rest...>::type;
};
template <class Whole, class List, class Leaf, class... Rest>
struct repeated_nodes<Whole, List, Leaf, Rest...> {
  using type = typename repeated_nodes<Whole, List, Rest...>::type;
};

/// How a piece was read through a slot: from an address, or as a value for the whole piece.
template <class T>
struct seen_column {
  T const* at = nullptr;
  T value{};
  WEFT_INLINE seen_column() = default;
  WEFT_INLINE explicit seen_column(T const* p) : at(p) {}
  WEFT_INLINE explicit seen_column(held_column<T> const& held) : value(held.value) {}
  WEFT_INLINE bool operator==(seen_column const& other) const {
    return at == other.at && std::memcmp(&value, &other.value, sizeof(T)) == 0; // by bytes, as -0.0 and 0.0 differ
  }
};
/// True if all constants and function objects of two subexpressions have the same bytes.
template <class T>
WEFT_INLINE bool same_bytes(T const& a, T const& b) {
  return std::is_empty_v<T> || std::memcmp(&a, &b, sizeof(T)) == 0; // if only padding differs, it is computed twice
}
template <class T>
WEFT_INLINE bool same_constants(slot<T> const&, slot<T> const&) {
  return true;
}
template <class T>
WEFT_INLINE bool same_constants(held_constant<T> const& a, held_constant<T> const& b) {
  return same_bytes(a.constant, b.constant);
}
template <class F, class... C>
WEFT_INLINE bool same_constants(core_node<F, C...> const& a, core_node<F, C...> const& b) {
  return same_bytes(a.function, b.function) && [&]<int... K>(std::integer_sequence<int, K...>) {
    return (same_constants(child<K>(a), child<K>(b)) && ...);
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

/// The values of a subexpression of a core for one piece, and the way it was read. An equal subexpression finds them
/// here.
template <class Part, class Slots = typename Part::slot_types>
struct seen_node;
template <class Part, class... S>
struct seen_node<Part, slot_list<S...>> {
  using value_type = core_value_t<Part>;
  value_type const* values = nullptr;
  Part const* node_type = nullptr;
  pack<seen_column<typename S::value_type>...> columns;

  template <int J, class Row>
  WEFT_INLINE static auto columns_of(Row const& row) {
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return make_pack(seen_column<typename S::value_type>(get<J + K>(row))...);
    }(std::make_integer_sequence<int, int(sizeof...(S))>{});
  }
  template <int J, class Row>
  WEFT_INLINE bool is_of(Part const& p, Row const& row) const {
    if (!same_constants(*node_type, p))
      return false;
    auto const these = columns_of<J>(row);
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return ((get<K>(these) == get<K>(columns)) && ...);
    }(std::make_integer_sequence<int, int(sizeof...(S))>{});
  }
};
/// The different values of subexpressions of one type. The last such subexpression of a core is not kept, because no
/// subexpression after it needs it.
template <class Part, class Whole>
struct seen_values {
  static constexpr int most = times_in<Part, Whole> - 1;
  seen_node<Part> seen[std::size_t(most)];
  int count = 0;

  template <int J, class Row>
  WEFT_INLINE typename seen_node<Part>::value_type const* find(Part const& p, Row const& row) const {
    for (int k = 0; k < count; ++k)
      if (seen[k].template is_of<J>(p, row))
        return seen[k].values;
    return nullptr;
  }
  template <int J, class Row>
  WEFT_INLINE void keep(Part const& p, Row const& row, typename seen_node<Part>::value_type const* computed) {
    if (count == most)
      return;
    seen[count].node_type = &p;
    seen[count].columns = seen_node<Part>::template columns_of<J>(row);
    seen[count++].values = computed;
  }
};
/// The values of repeated subexpressions that have been computed for the current piece.
template <class Whole, class List>
struct seen_nodes;
template <class Whole, class... Part>
struct seen_nodes<Whole, type_set<Part...>> : seen_values<Part, Whole>... {
  WEFT_INLINE void forget() { ((static_cast<seen_values<Part, Whole>&>(*this).count = 0), ...); }
};

} // namespace weft::detail
WEFT_KERNELS_END
