#pragma once
#include <weft/base/check.hpp>
#include <weft/base/index.hpp>
#include <weft/base/overflow.hpp>
#include <weft/layout/shape_iterator.hpp>

#include <compare>
#include <concepts>
#include <iterator>
#include <utility>

namespace weft {

namespace detail {

/// Stores the N extents that types do not know; values() are these, in the order of their axes.
template <int N>
struct run_time_extents {
  index_t value[std::size_t(N)];
  WEFT_INLINE constexpr index_t const* values() const { return value; }
  WEFT_INLINE constexpr index_t get(index_t k) const { return value[N == 1 ? 0 : k]; } // GCC would warn of value[k]
  WEFT_INLINE constexpr void set(index_t k, index_t n) { value[k] = n; }
};
template <>
struct run_time_extents<0> {
  WEFT_INLINE constexpr index_t const* values() const { return nullptr; }
  WEFT_INLINE constexpr index_t get(index_t) const { return 0; }
  WEFT_INLINE constexpr void set(index_t, index_t) {}
};

WEFT_API [[noreturn]] void throw_axis(char const* operation, index_t axis, int rank);
WEFT_API [[noreturn]] void throw_rank(index_t rank);
/// Returns the axis that a program asks for by number. In checked builds throws index_error outside the rank.
WEFT_INLINE constexpr index_t asked_axis([[maybe_unused]] char const* operation, index_t axis,
                                         [[maybe_unused]] int rank) {
#if WEFT_CHECK_BOUNDS
  if (axis < 0 || axis >= rank)
    throw_axis(operation, axis, rank);
#endif
  return axis;
}
WEFT_INLINE constexpr int check_rank(index_t rank) {
  if (rank < 0 || rank > max_rank)
    throw_rank(rank);
  return static_cast<int>(rank);
}

} // namespace detail

/// The sizes of a tensor of static rank, each one known at compile time or `dyn`. Only the dynamic sizes are stored.
/// auto [r, c] = a.shape() takes them apart. In checked builds an entry outside the rank throws index_error.
template <index_t... E>
struct extents : detail::run_time_extents<(0 + ... + int(E == dyn))> {
  using base = detail::run_time_extents<(0 + ... + int(E == dyn))>;
  static constexpr int static_rank = sizeof...(E);
  static constexpr index_t statics[sizeof...(E) + 1] = {E..., 0};
  static constexpr bool all_static = ((E != dyn) && ...);
  static constexpr bool all_dynamic = ((E == dyn) && ...);

  [[nodiscard]] WEFT_INLINE static constexpr int rank() { return static_rank; }
  /// Returns the number of axes.
  [[nodiscard]] WEFT_INLINE static constexpr index_t size() { return static_rank; }

  /// Returns the index of axis k among the dynamic axes, at which its extent is stored.
  [[nodiscard]] WEFT_INLINE static constexpr index_t slot(index_t k) {
    if constexpr (all_dynamic)
      return k;
    index_t s = 0;
    for (int j = 0; j < static_rank; ++j) // over all axes: with the bound k GCC would warn of an index out of bounds
      s += int(j < k && statics[j] == dyn);
    return s;
  }
  [[nodiscard]] WEFT_INLINE constexpr index_t operator[](index_t k) const {
    return entry(detail::asked_axis("shape or strides", k, static_rank));
  }
  /// Returns extent K; structured bindings need this member.
  template <std::size_t K>
  [[nodiscard]] WEFT_INLINE constexpr index_t get() const {
    return on_axis<static_cast<int>(K)>();
  }
  /// Returns entry k without a check.
  [[nodiscard]] WEFT_INLINE constexpr index_t entry(index_t k) const {
    if constexpr (all_dynamic)
      return base::get(k);
    else if constexpr (all_static)
      return statics[k];
    else
      return statics[k] == dyn ? base::get(slot(k)) : statics[k];
  }
  /// Returns the extent of an axis that is known at compile time, without a loop over `statics` in unoptimised builds.
  template <int K>
  [[nodiscard]] WEFT_INLINE constexpr index_t on_axis() const {
    if constexpr (statics[K] == dyn) {
      constexpr index_t place = slot(K);
      return base::get(place);
    } else {
      return statics[K];
    }
  }
  /// Sets extent k if it is dynamic; a static extent does not change.
  WEFT_INLINE constexpr void set(index_t k, index_t n) {
    if (statics[k] == dyn)
      base::set(slot(k), n);
  }
  [[nodiscard]] WEFT_INLINE constexpr auto begin() const { return detail::shape_iterator<extents>{this, 0}; }
  [[nodiscard]] WEFT_INLINE constexpr auto end() const { return detail::shape_iterator<extents>{this, static_rank}; }
};

namespace detail {
/// By this base auto [r, c] cannot take dynamic_extents apart; compilers print its name in the error.
struct rank_known_at_run_time {
  int count = 0;
};
} // namespace detail

/// The sizes of a tensor whose rank is known only at run time. In checked builds an entry outside the rank throws
/// index_error. auto [r, c] = s does not compile; auto [r, c] = a.as<2>().shape() does.
struct dynamic_extents : detail::rank_known_at_run_time {
  static constexpr int static_rank = -1;
  static constexpr bool all_static = false;
  static constexpr bool all_dynamic = true;

  index_t value[max_rank];

  // Entries beyond the rank are never read. So entries after the fourth are not set, and are copied only up to the
  // rank, except in constants. The first four always are: a loop to `count` would become a call of memcpy in each node.
  WEFT_INLINE constexpr dynamic_extents() : dynamic_extents(0) {}
  WEFT_INLINE explicit constexpr dynamic_extents(int rank) : rank_known_at_run_time{rank} {
    for (int k = 0; k < (std::is_constant_evaluated() ? max_rank : usual); ++k)
      value[k] = 0;
  }
  WEFT_INLINE constexpr dynamic_extents(dynamic_extents const& other) : dynamic_extents(other.count) { copy(other); }
  WEFT_INLINE constexpr dynamic_extents& operator=(dynamic_extents const& other) {
    count = other.count;
    copy(other);
    return *this;
  }

  [[nodiscard]] WEFT_INLINE constexpr index_t const* values() const { return value; }
  [[nodiscard]] WEFT_INLINE constexpr int rank() const { return count; }
  [[nodiscard]] WEFT_INLINE constexpr index_t size() const { return count; }
  [[nodiscard]] WEFT_INLINE constexpr index_t operator[](index_t k) const {
    return entry(detail::asked_axis("shape or strides", k, count));
  }
  /// Returns entry k without a check.
  [[nodiscard]] WEFT_INLINE constexpr index_t entry(index_t k) const { return value[k]; }
  template <int K>
  [[nodiscard]] WEFT_INLINE constexpr index_t on_axis() const {
    return value[K];
  }
  WEFT_INLINE constexpr void set(index_t k, index_t n) { value[k] = n; }
  [[nodiscard]] WEFT_INLINE constexpr auto begin() const { return detail::shape_iterator<dynamic_extents>{this, 0}; }
  [[nodiscard]] WEFT_INLINE constexpr auto end() const { return detail::shape_iterator<dynamic_extents>{this, count}; }

private:
  static constexpr int usual = 4;
  WEFT_INLINE constexpr void copy(dynamic_extents const& other) {
    for (int k = 0; k < usual; ++k)
      value[k] = other.value[k];
    for (int k = usual; k < count; ++k)
      value[k] = other.value[k];
  }
};

/// True for extents<...> and dynamic_extents.
template <class S>
inline constexpr bool is_extents = false;
template <index_t... E>
inline constexpr bool is_extents<extents<E...>> = true;
template <>
inline constexpr bool is_extents<dynamic_extents> = true;

/// Strides in elements, one for each axis. It is a type of its own, so that a shape is not taken for strides.
template <class Numbers>
struct stride_list : Numbers {
  WEFT_INLINE constexpr stride_list() = default;
  WEFT_INLINE constexpr stride_list(Numbers const& numbers) : Numbers(numbers) {}
};
template <class Numbers>
inline constexpr bool is_extents<stride_list<Numbers>> = true;

/// A shape, or strides: anything that lists one number for each axis.
template <class S>
concept Shape = is_extents<std::remove_cvref_t<S>>;

/// Shapes are equal when they list the same numbers, whichever of them are static.
template <Shape A, Shape B>
[[nodiscard]] WEFT_INLINE constexpr bool operator==(A const& a, B const& b) {
  if (a.rank() != b.rank())
    return false;
  for (int k = 0; k < a.rank(); ++k)
    if (a.entry(k) != b.entry(k))
      return false;
  return true;
}

namespace detail {

template <int R, class Indices = std::make_integer_sequence<int, (R < 0 ? 0 : R)>>
struct dims_of;
template <int R, int... At>
struct dims_of<R, std::integer_sequence<int, At...>> {
  using type = extents<(At * 0 + dyn)...>;
};
template <>
struct dims_of<-1> {
  using type = dynamic_extents;
};

/// Returns the number of elements.
template <Shape S>
WEFT_INLINE constexpr index_t count_of(S const& s) {
  index_t n = 1;
  for (int k = 0; k < s.rank(); ++k)
    n *= s.entry(k);
  return n;
}

WEFT_API [[noreturn]] void throw_uncounted(char const* operation);
/// Returns the number of elements of a new shape: of the user's, or larger than the shapes it was made of. Throws
/// shape_error if it does not fit into index_t. Each such shape is counted here, even without memory for it, so sizes,
/// strides and parts of all others are known to fit. Even beside an extent 0 the other extents count: their product is
/// a stride.
template <Shape E>
WEFT_INLINE constexpr index_t checked_count(E const& e, char const* operation = "tensor") {
  index_t n = 1;
  bool bad = e.rank() > max_rank, none = false;
  for (int k = 0; k < e.rank() && !bad; ++k) {
    index_t const extent = e.entry(k);
    none = none || extent == 0;
    bad = extent < 0 || (extent > 0 && multiply_overflows(n, extent, &n));
  }
  if (bad)
    throw_uncounted(operation); // inline, and without the shape: passed to a function, it would have to lie in memory
  return none ? 0 : n;
}
/// Returns the shape after checked_count(); the compiler counts a static shape.
template <Shape E>
WEFT_INLINE constexpr E const& checked_shape(char const* operation, E const& e) {
  if constexpr (E::all_static) {
    constexpr index_t n = checked_count(E{}, "a static shape");
    static_cast<void>(n);
  } else {
    checked_count(e, operation);
  }
  return e;
}

/// Returns the static extent of axis k of an extents type; dyn if it is known only at run time.
template <class S>
WEFT_INLINE constexpr index_t static_extent(int k) {
  if constexpr (S::static_rank >= 0)
    return S::statics[k];
  else
    return dyn;
}

/// Returns an S with the numbers of `from`. Sizes that are static in S are not compared.
template <Shape S, class From>
WEFT_INLINE constexpr S convert_extents(From const& from) {
  if constexpr (std::same_as<S, From>) {
    return from;
  } else if constexpr (S::static_rank < 0) {
    S s(from.rank());
    for (int k = 0; k < from.rank(); ++k)
      s.set(k, from.entry(k));
    return s;
  } else {
    S s{};
    for (int k = 0; k < S::static_rank; ++k)
      s.set(k, from.entry(k));
    return s;
  }
}

} // namespace detail

/// The type of extents or strides of rank R that are all known at run time; R = -1: the rank is too.
template <int R>
using dims = typename detail::dims_of<R>::type;

namespace detail {
template <class N>
WEFT_FN constexpr index_t extent_of_constant() {
  if constexpr (PlaceConstant<N>) {
    static_assert(N::value >= 0, "weft: an extent is 0 or more");
    return N::value;
  } else {
    return dyn;
  }
}
} // namespace detail

/// Returns the shape of a tensor, as in tensor<double> t(shape(2, 3)). Constants of Hana or std become static extents:
/// shape(2_c, n).
template <class... At>
  requires((std::integral<At> || detail::PlaceConstant<At>) && ...)
[[nodiscard]] WEFT_INLINE constexpr extents<detail::extent_of_constant<At>()...> shape(At... n) {
  static_assert(sizeof...(At) <= max_rank, "weft: a rank is 0 to 16");
  extents<detail::extent_of_constant<At>()...> s{};
  int k = 0;
  (s.set(k++, static_cast<index_t>(n)), ...);
  return s;
}
/// Returns the shape that a range of integers lists, of run-time rank. Throws shape_error for more than 16 integers.
template <class Range>
  requires requires(Range const& r) {
    requires std::integral<std::remove_cvref_t<decltype(*r.begin())>>;
    r.size();
  }
[[nodiscard]] WEFT_FN constexpr dynamic_extents shape(Range const& r) {
  dynamic_extents s(detail::check_rank(static_cast<index_t>(r.size())));
  int k = 0;
  for (auto n : r)
    s.set(k++, static_cast<index_t>(n));
  return s;
}

/// Returns strides in elements, as in borrow(p, shape(2, 3), strides(1, 2)).
template <class... At>
  requires(std::integral<At> && ...)
[[nodiscard]] WEFT_INLINE constexpr stride_list<dims<int(sizeof...(At))>> strides(At... n) {
  return shape(n...);
}
template <class Range>
  requires(!std::integral<Range>)
[[nodiscard]] WEFT_FN constexpr stride_list<dynamic_extents> strides(Range const& r) {
  return shape(r);
}

namespace detail {
template <index_t... E>
WEFT_FN constexpr auto make_fixed() {
  static_assert(((E >= 0 || E == dyn) && ...), "weft: fixed: an extent is 0 or more, or dyn");
  if constexpr (((E == dyn) && ...))
    return static_cast<int>(sizeof...(E));
  else
    return extents<E...>{};
}
} // namespace detail

/// The Shape argument for static extents: tensor<double, fixed<3, 3>>, view<float, fixed<dyn, 3>>. fixed<dyn, dyn> is
/// the rank 2: a type has one name.
template <index_t... E>
inline constexpr auto fixed = detail::make_fixed<E...>();

namespace detail {

/// Returns the extents of the type that a Shape argument (a rank, fixed<...> or runtime_rank) stands for.
template <auto S>
WEFT_FN constexpr auto extents_for() {
  using kind = std::remove_cvref_t<decltype(S)>;
  if constexpr (std::same_as<kind, runtime_rank_t>) {
    return dynamic_extents{};
  } else if constexpr (is_extents<kind>) {
    static_assert(kind::static_rank <= max_rank, "weft: a rank is 0 to 16");
    return kind{};
  } else {
    static_assert(std::same_as<kind, int>,
                  "weft: the shape of a tensor is an int (its rank), fixed<...> or runtime_rank");
    if constexpr (std::same_as<kind, int>) {
      static_assert(S >= 0 && S <= max_rank, "weft: a rank is 0 to 16");
      return dims<S>{};
    } else {
      return dims<0>{}; // returned so that the compiler reports nothing after the sentence
    }
  }
}
template <auto S>
using extents_for_t = decltype(extents_for<S>());

/// The Shape argument (see extents_for) that stands for an extents type.
template <class S>
inline constexpr auto shape_argument = 0;
template <index_t... E>
inline constexpr auto shape_argument<extents<E...>> = fixed<E...>;
template <>
inline constexpr auto shape_argument<dynamic_extents> = runtime_rank;

} // namespace detail
} // namespace weft

// Structured bindings of shapes and strides need these specialisations.
template <weft::index_t... E>
struct std::tuple_size<weft::extents<E...>> : std::integral_constant<std::size_t, sizeof...(E)> {};
template <std::size_t K, weft::index_t... E>
struct std::tuple_element<K, weft::extents<E...>> {
  using type = weft::index_t;
};
template <weft::index_t... E>
struct std::tuple_size<weft::stride_list<weft::extents<E...>>> : std::tuple_size<weft::extents<E...>> {};
template <std::size_t K, weft::index_t... E>
struct std::tuple_element<K, weft::stride_list<weft::extents<E...>>> {
  using type = weft::index_t;
};
