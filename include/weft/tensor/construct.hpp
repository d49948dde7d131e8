#pragma once
#include <weft/base/check.hpp>
#include <weft/base/scalar.hpp>
#include <weft/layout/broadcast.hpp>
#include <weft/layout/loose.hpp>

#include <initializer_list>
#include <iterator>

// Turns the arguments of a tensor's constructors into extents and elements.
namespace weft::detail {

template <class E>
WEFT_FN constexpr int count_dynamic() {
  int n = 0;
  for (int k = 0; k < E::static_rank; ++k)
    n += static_extent<E>(k) == dyn ? 1 : 0;
  return n;
}
/// Returns extents with the numbers n as the dynamic ones, in order.
template <class E, class... At>
WEFT_INLINE constexpr E extents_from_dynamic(At... n) {
  E e{};
  int k = 0;
  [[maybe_unused]] auto const put = [&](index_t size) {
    while (static_extent<E>(k) != dyn)
      ++k;
    e.set(k++, size);
  };
  (put(static_cast<index_t>(n)), ...);
  return e;
}

template <Shape S>
WEFT_COLD [[noreturn]] void throw_unfit(S const& s, char const* reason) {
  auto const x = convert_extents<dynamic_extents>(s);
  throw_shapes("tensor", x.value, x.rank(), nullptr, -1, reason);
}

/// Checks at compile time that a tensor with extents E can take a shape of type S.
template <class E, class S>
WEFT_FN constexpr void require_shape() {
  static_assert(S::static_rank < 0 || E::static_rank < 0 || S::static_rank == E::static_rank,
                "weft: rank mismatch: what is given has another rank than the tensor");
  if constexpr (S::static_rank == E::static_rank)
    require_static_fit<gives_shape, E, S>();
}

/// Returns extents E with the sizes of s. Throws shape_error if s has a different rank, or differs from a static extent
/// of E.
template <class E, Shape S>
WEFT_INLINE constexpr E extents_from_shape(S const& s) {
  require_shape<E, S>();
  if (E::static_rank >= 0 && s.rank() != E::static_rank)
    throw_unfit(s, "the static rank of the tensor is another");
  for (int k = 0; k < E::static_rank; ++k)
    if (static_extent<E>(k) != dyn && static_extent<E>(k) != s.entry(k))
      throw_unfit(s, "a static extent of the tensor is another");
  return convert_extents<E>(s);
}

template <class T, int R>
struct nested {
  using type = std::initializer_list<typename nested<T, R - 1>::type>;
};
template <class T>
struct nested<T, 1> {
  using type = std::initializer_list<T>;
};
struct no_braces {
  no_braces() = delete;
};
template <class T>
struct nested<T, 0> {
  using type = no_braces;
};
template <class T>
struct nested<T, -1> {
  using type = no_braces;
};
/// The type of values in braces that are nested as deep as the rank R. Rank 0 and a run-time rank have no such type.
template <class T, int R>
using nested_t = typename nested<T, R>::type;
template <class U>
using braces = std::initializer_list<U>;
/// The values U in braces of depth D where rank R takes another depth. Elements that are no numbers may have braces of
/// their own.
template <class U, class T, int R, int D>
concept OtherDepth = R > 0 && R != D&& std::is_arithmetic_v<T>&& std::is_arithmetic_v<U>;

/// True if the compiler counts the values in braces: for arithmetic elements, a static shape, and rank R 1 or 2. Values
/// of other types may have braces of their own. A single value, or a single row, is not counted.
template <class T, class E, int R>
inline constexpr bool counts_values = false;
template <class T, index_t N, int R>
inline constexpr bool counts_values<T, extents<N>, R> = R == 1 && std::is_arithmetic_v<T> && N > 1;
template <class T, index_t M, index_t N, int R>
inline constexpr bool counts_values<T, extents<M, N>, R> = R == 2 && std::is_arithmetic_v<T> && M > 1 && N > 0;

template <class T, class... V>
concept Values = sizeof...(V) > 1 && ((std::convertible_to<V, T> && (Scalar<V> || std::is_class_v<V>)) && ...);
/// Returns a value as an element of type T, by the rules of assignments.
template <class T, class V>
WEFT_FN constexpr T value_as(V value) {
  static_assert(!is_number<V> || storable<V, T>(),
                "weft: storing a floating value into integers needs cast<T>(...); of a complex one take real or abs");
  return static_cast<T>(static_cast<V&&>(value));
}
/// Returns the static extents E after a check that N values fill them, or N rows of Row values each.
template <class E, std::size_t N, std::size_t... Row>
WEFT_FN constexpr E counted() {
  static_assert(E::statics[0] == static_cast<index_t>(N) && ((E::statics[1] == static_cast<index_t>(Row)) && ...),
                "weft: a static shape takes as many values as it has elements");
  return E{};
}
template <class Layout, class T, std::size_t N>
WEFT_INLINE constexpr void put_row(Layout const& place, T* to, index_t i, T const (&row)[N]) {
  for (index_t j = 0; j < static_cast<index_t>(N); ++j)
    to[place.offset(i, j)] = row[j];
}

template <class List>
WEFT_FN constexpr index_t items_in(List& list) {
  if constexpr (requires { list.size(); })
    return static_cast<index_t>(list.size());
  else
    return static_cast<index_t>(std::distance(std::begin(list), std::end(list)));
}
/// Reads the extents of nested lists, from the first list of each depth.
template <int R, class List>
WEFT_FN constexpr void read_extents(List& list, index_t* extents) {
  extents[0] = items_in(list);
  if constexpr (R > 1) {
    for (int k = 1; k < R; ++k)
      extents[k] = 0;
    if (extents[0] > 0) {
      auto&& first = *std::begin(list);
      read_extents<R - 1>(first, extents + 1);
    }
  }
}
/// Writes the values of nested lists to memory. Throws shape_error if lists of one depth differ in length.
template <int R, class List, class T>
WEFT_FN constexpr void read_values(char const* operation, List& list, index_t const* extents, index_t const* strides,
                                   T* to) {
  if (items_in(list) != extents[0])
    throw_shape_reason(operation, "ragged: the lists of values differ in length");
  index_t offset = 0; // an offset, as a pointer would step beyond the elements, which no constant expression may do
  for (auto&& item : list) {
    if constexpr (R > 1)
      read_values<R - 1>(operation, item, extents + 1, strides + 1, to + offset);
    else
      to[offset] = store_as<T>(item);
    offset += strides[0];
  }
}

/// Writes the n values of a range in their order. Throws shape_error if the range has more or fewer.
template <class Range, class It>
WEFT_FN constexpr void read_range(Range const& values, It to, index_t n) {
  using T = typename std::iterator_traits<It>::value_type;
  using item = std::remove_cvref_t<decltype(*values.begin())>;
  static_assert(is_number<item> || std::is_constructible_v<T, item const&>,
                "weft: values behind a shape are a flat range of numbers; to_tensor(range) takes nested ranges");
  static_assert(!std::is_constructible_v<T, item const&> || storable<item, T>(),
                "weft: storing a floating value into integers needs cast<T>(...); of a complex one take real or abs");
  auto from = values.begin();
  auto const last = values.end();
  for (; n > 0 && from != last; --n, ++from, ++to)
    *to = static_cast<T>(*from);
  if (n > 0 || from != last)
    throw_shape_reason("tensor", "the number of values is not that of the shape");
}

template <int R, class Layout, class T, class List>
WEFT_FN constexpr void read_nested(char const* operation, Layout const& place, T* to, List& values) {
  index_t extents[max_rank], steps[max_rank];
  place.read(extents, steps);
  read_values<R>(operation, values, extents, steps, to);
}

template <int R, class List>
WEFT_FN constexpr bool has_extents(List& list, index_t const* extents) {
  if (items_in(list) != extents[0])
    return false;
  if constexpr (R > 1)
    for (auto&& item : list)
      if (!has_extents<R - 1>(item, extents + 1))
        return false;
  return true;
}
/// Writes the values of nested lists to the elements of a leaf. Throws shape_error, before anything is written, unless
/// the lists have its shape.
template <class Leaf, class List>
WEFT_FN constexpr void replace_nested(Leaf const& to, List& values) {
  constexpr int rank = Leaf::static_rank;
  index_t extents[max_rank], steps[max_rank];
  to.place.read(extents, steps);
  if (!has_extents<rank>(values, extents))
    throw_shapes("assignment", extents, rank, nullptr, -1, "the lists of values in braces do not have this shape");
  read_values<rank>("assignment", values, extents, steps, to.data);
}

template <class E, class List>
WEFT_FN constexpr E extents_of_nested(List& list) {
  constexpr int rank = E::static_rank;
  index_t extents[std::size_t(rank)];
  read_extents<rank>(list, extents);
  dims<rank> s{};
  for (int k = 0; k < rank; ++k)
    s.set(k, extents[k]);
  return extents_from_shape<E>(s);
}

} // namespace weft::detail
