#pragma once
#include <weft/eval/core.hpp>
#include <weft/eval/limits.hpp>
#include <weft/eval/loop.hpp>
#include <weft/eval/vector_math.hpp>

#include <cstring>

// Operations that a compiled kernel computes for many elements at once: those that declare `vector_form`, a
// math_function, for float and double. A loop goes through its rows in pieces; the values of such an operation for one
// piece are computed into a buffer that stays in the L1 cache, and the rest of the expression fuses around the buffer,
// as around an operand in memory. exp of 10000 doubles takes 0.2 of the time of one call of libm for each.
//
// What stands in an expression more than once, as exp(x) in t / (1.0 + t) with t = exp(x), is computed once for each
// piece: from the types one sees where that may be so, from addresses and constants, when the piece is computed, whether
// it is. Long functions of the program are staged for that, too.
WEFT_KERNELS_BEGIN
namespace weft::detail {

// How a kernel reads one slot along a row: by a pointer, or a value for the whole row.
template <class T>
struct held_column {
  T value;
  WEFT_INLINE T const& operator[](index_t) const { return value; }
};

template <int J, class T, class Core, class Row>
WEFT_INLINE void store_one(T* out, Core const& core, Row const& row, index_t i) {
  if constexpr (is_complex<T>) { // part by part, see lift
    const T x = store_as<T>(core.template at<J>(row, i));
    out[i].real(x.real());
    out[i].imag(x.imag());
  } else {
    out[i] = store_as<T>(core.template at<J>(row, i));
  }
}
/// What an operation throws must not leave the body of an `omp simd` loop: it is kept, and ends the loop after its row.
template <int J, class T, class Core, class Row>
WEFT_INLINE void try_one(T* out, Core const& core, Row const& row, index_t i, void*& failure) {
#if defined(__cpp_exceptions)
  if (failure != nullptr)
    return;
  try {
    store_one<J>(out, core, row, i);
  } catch (...) {
    keep_exception(failure);
  }
#else
  store_one<J>(out, core, row, i);
#endif
}

template <class T, class Core>
inline constexpr bool copies_elements = std::is_same_v<Core, slot<T>> && std::is_trivially_copyable_v<T>;
/// True if the C library has copied the row.
template <class T>
WEFT_INLINE bool copied_row(T* out, T const* from, index_t columns) {
  if (columns < long_copy / index_t(sizeof(T)))
    return false;
  std::memmove(out, from, static_cast<std::size_t>(columns) * sizeof(T));
  return true;
}
template <class T>
WEFT_INLINE bool copied_row(T*, held_column<T> const&, index_t) {
  return false; // one value is repeated
}

/// The values of a row, one by one. Where nothing throws, nothing is left of what try_one does, and the loop
/// vectorises; but a tenth of the time of compiling goes into finding that out, so it is left away where it is known.
template <int J, class T, class Core, class Row>
WEFT_INLINE void store_row(T* out, Core const& core, Row const& row, index_t columns) {
  if constexpr (copies_elements<T, Core>)
    if (copied_row(out, get<J>(row), columns))
      return;
  if constexpr (Core::total && std::is_arithmetic_v<T>) {
    WEFT_SIMD_OWN_ROW
    for (index_t i = 0; i < columns; ++i)
      out[i] = static_cast<T>(core.template at<J>(row, i));
  } else if constexpr (Core::total && is_number<T>) {
    WEFT_SIMD_OWN_ROW
    for (index_t i = 0; i < columns; ++i)
      store_one<J>(out, core, row, i);
  } else {
    void* failure = nullptr;
    WEFT_SIMD_ROW
    for (index_t i = 0; i < columns; ++i)
      try_one<J>(out, core, row, i, failure);
    if (failure != nullptr)
      throw_kept(failure);
  }
}

template <class T>
inline constexpr bool has_vector_math = std::is_same_v<T, float> || std::is_same_v<T, double>;

/// How often parts of one type stand in a core.
template <class Part, class Core>
inline constexpr int times_in = int(std::is_same_v<Part, Core>);
template <class Part, class F, class... C>
inline constexpr int times_in<Part, core_node<F, C...>> =
    std::is_same_v<Part, core_node<F, C...>> ? 1 : (0 + ... + times_in<Part, C>);

/// True if one can see that two parts of this type have the same values: they read numbers in memory, and differ in
/// nothing but addresses and bytes.
template <class Part>
inline constexpr bool is_comparable = false;
template <class T>
inline constexpr bool is_comparable<slot<T>> = std::is_arithmetic_v<T>;
template <class T>
inline constexpr bool is_comparable<held_constant<T>> = std::is_arithmetic_v<T>;
template <class F, class... C>
inline constexpr bool is_comparable<core_node<F, C...>> = std::is_trivially_copyable_v<F> && (is_comparable<C> && ...);

/// True if a compiled kernel computes an operation.
template <class Part>
inline constexpr bool has_vector_kernel = false;
template <class F, class... C>
  requires requires { F::vector_form; }
inline constexpr bool has_vector_kernel<core_node<F, C...>> =
    (std::is_arithmetic_v<core_value_t<C>> && ...) && has_vector_math<core_value_t<core_node<F, C...>>>;
/// True if a part of a core is a function that takes long.
template <class Part>
inline constexpr bool is_long_function = false;
template <class F, class... C>
inline constexpr bool is_long_function<core_node<F, C...>> =
    cost_of_function<F>() >= long_function && std::is_arithmetic_v<core_value_t<core_node<F, C...>>>;

/// True if a part of a core is an operation that stands in it once more, and that is worth looking for.
template <class Part, class Whole>
WEFT_FN constexpr bool is_repeated() {
  if constexpr (has_vector_kernel<Part> || is_long_function<Part>)
    return is_comparable<Part> && times_in<Part, Whole> > 1;
  else
    return false;
}
/// True if a part of a core is an operation that is staged.
template <class Part, class Whole = Part>
inline constexpr bool is_staged = has_vector_kernel<Part> || is_repeated<Part, Whole>();

template <class Part>
inline constexpr int arity_of = 0;
template <class F, class... C>
inline constexpr int arity_of<core_node<F, C...>> = int(sizeof...(C));
/// Buffers of an operation itself: a kernel's operands lie in one each, the first of them takes the values, too.
template <class Part, class Whole>
inline constexpr int own_buffers = has_vector_kernel<Part> ? arity_of<Part> : int(is_staged<Part, Whole>);
/// Buffers that the staged operations in a part of a core need.
template <class Part, class Whole = Part>
inline constexpr int stage_buffers = 0;
template <class F, class... C, class Whole>
inline constexpr int stage_buffers<core_node<F, C...>, Whole> =
    own_buffers<core_node<F, C...>, Whole> + (0 + ... + stage_buffers<C, Whole>);

/// Elements of a row that are computed at a time: whole vectors.
template <class Core>
inline constexpr index_t stage_columns =
    stage_buffers<Core> * stage_piece <= stage_elements
        ? stage_piece
        : (stage_elements / 16 + stage_buffers<Core> - 1) / stage_buffers<Core> * 16;

/// The length of the next piece where `left` elements are left of a row.
template <class Core>
WEFT_INLINE constexpr index_t piece_length(index_t left) {
  return left < stage_columns<Core> ? left : stage_columns<Core>;
}

/// A list of the types of repeated parts, each once.
template <class... Part>
struct part_types {};
template <class List, class Part>
struct with_part;
template <class... P, class Part>
struct with_part<part_types<P...>, Part> {
  using type = std::conditional_t<(std::is_same_v<P, Part> || ...), part_types<P...>, part_types<P..., Part>>;
};
template <class Whole, class List, class... Part>
struct repeated_parts {
  using type = List;
};
template <class Whole, class List, class F, class... C, class... Rest>
struct repeated_parts<Whole, List, core_node<F, C...>, Rest...> {
  using part = core_node<F, C...>;
  using longer =
      typename std::conditional_t<is_repeated<part, Whole>(), with_part<List, part>, repeated_parts<Whole, List>>::type;
  using type = typename repeated_parts<Whole, longer, C..., Rest...>::type;
};
template <class Whole, class List, class Leaf, class... Rest>
struct repeated_parts<Whole, List, Leaf, Rest...> {
  using type = typename repeated_parts<Whole, List, Rest...>::type;
};

/// How a piece is read through a slot: by an address, or a value.
template <class T>
struct seen_column {
  T const* at = nullptr;
  T value{};
  WEFT_INLINE seen_column() = default;
  WEFT_INLINE explicit seen_column(T const* p) : at(p) {}
  WEFT_INLINE explicit seen_column(held_column<T> const& held) : value(held.value) {}
  WEFT_INLINE bool operator==(seen_column const& other) const {
    return at == other.at && std::memcmp(&value, &other.value, sizeof(T)) == 0; // by bytes: -0.0 is not 0.0
  }
};
/// The same bytes in all constants and function objects of two parts.
template <class T>
WEFT_INLINE bool same_bytes(T const& a, T const& b) {
  return std::is_empty_v<T> || std::memcmp(&a, &b, sizeof(T)) == 0; // different padding: computed twice
}
template <class T>
WEFT_INLINE bool same_constants(slot<T> const&, slot<T> const&) {
  return true;
}
template <class T>
WEFT_INLINE bool same_constants(held_constant<T> const& a, held_constant<T> const& b) {
  return same_bytes(a.constant, b.constant);
}
template <int K, class F, class... C>
WEFT_INLINE constexpr auto const& child(core_node<F, C...> const& n);
template <class F, class... C>
WEFT_INLINE bool same_constants(core_node<F, C...> const& a, core_node<F, C...> const& b) {
  return same_bytes(a.function, b.function) && [&]<int... K>(std::integer_sequence<int, K...>) {
    return (same_constants(child<K>(a), child<K>(b)) && ...);
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

/// The values of a part of a core for one piece, to be found again where the part stands once more.
template <class Part, class Slots = typename Part::slot_types>
struct seen_part;
template <class Part, class... S>
struct seen_part<Part, slot_list<S...>> {
  using value_type = core_value_t<Part>;
  value_type const* values = nullptr;
  Part const* part = nullptr;
  pack<seen_column<typename S::value_type>...> columns;

  template <int J, class Row>
  WEFT_INLINE static auto columns_of(Row const& row) {
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return make_pack(seen_column<typename S::value_type>(get<J + K>(row))...);
    }(std::make_integer_sequence<int, int(sizeof...(S))>{});
  }
  template <int J, class Row>
  WEFT_INLINE value_type const* find(Part const& p, Row const& row) const {
    if (values == nullptr || !same_constants(*part, p))
      return nullptr;
    const auto these = columns_of<J>(row);
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return ((get<K>(these) == get<K>(columns)) && ...);
    }(std::make_integer_sequence<int, int(sizeof...(S))>{})
               ? values
               : nullptr;
  }
  template <int J, class Row>
  WEFT_INLINE void keep(Part const& p, Row const& row, value_type const* computed) {
    if (values != nullptr)
      return;
    part = &p;
    columns = columns_of<J>(row);
    values = computed;
  }
};
/// What has been seen of a piece.
template <class List>
struct seen_parts;
template <class... Part>
struct seen_parts<part_types<Part...>> : seen_part<Part>... {};

/// The buffers of a core, aligned as the widest vectors.
template <class Core>
struct stage_room {
  using whole = Core;
  static constexpr index_t bytes = stage_columns<Core> * index_t(sizeof(double));
  alignas(64) unsigned char memory[stage_buffers<Core>][bytes];
  [[no_unique_address]] seen_parts<typename repeated_parts<Core, part_types<>, Core>::type> seen;
  template <class T>
  WEFT_INLINE T* buffer(int number) {
    return reinterpret_cast<T*>(memory[number]);
  }
  template <class Part>
  WEFT_INLINE seen_part<Part>& seen_as() {
    return seen;
  }
  /// Before each piece.
  WEFT_INLINE void forget() { seen = {}; }
};
/// The same with memory of the target in place of the first buffer, which then stays unused.
template <class Core, class First>
struct room_with_target {
  using whole = Core;
  stage_room<Core>& room;
  First* target;
  template <class T>
  WEFT_INLINE T* buffer(int number) {
    if constexpr (std::is_same_v<T, First>)
      if (number == 0)
        return target;
    return room.template buffer<T>(number);
  }
  template <class Part>
  WEFT_INLINE seen_part<Part>& seen_as() {
    return room.template seen_as<Part>();
  }
};

/// Computed values in the place of a part of a core that had `Slots` slots.
template <class T, int Slots>
struct staged_values {
  static constexpr int slots = Slots;
  static constexpr index_t operations = 0;
  static constexpr bool total = true;
  using slot_types = slot_list<>; // the slots have been read
  using value_type = T;
  T const* first;
  template <int J, class Row>
  WEFT_INLINE constexpr T const& at(Row const&, index_t i) const {
    return first[i];
  }
};
/// A part of a core around computed values: its staged operations have been computed for the `columns` elements of a
/// row. J is the number of its first slot, B that of its first buffer.
template <int J, int B, class Core, class Row, class Room>
WEFT_INLINE auto staged(Core const& core, Row const& row, index_t columns, Room& room);

/// The children of a core_node, whatever their number.
template <int K, class F, class... C>
WEFT_INLINE constexpr auto const& child(core_node<F, C...> const& n) {
  if constexpr (sizeof...(C) > 2)
    return get<K>(n.children);
  else if constexpr (K == 0)
    return n.first;
  else
    return n.second;
}

/// The values of a part of a core in memory: where they lie, or in buffer B.
template <class T, int J, int B, class Core, class Row, class Room>
WEFT_INLINE T const* staged_operand(Core const& core, Row const& row, index_t columns, Room& room) {
  if constexpr (std::is_same_v<Core, slot<T>>)
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(get<J>(row))>, T const*>)
      return get<J>(row);
  const auto values = staged<J, B + 1>(core, row, columns, room);
  if constexpr (std::is_same_v<std::remove_const_t<decltype(values)>, staged_values<T, Core::slots>>) {
    return values.first;
  } else {
    T* const buffer = room.template buffer<T>(B);
    store_row<J>(buffer, values, row, columns);
    return buffer;
  }
}

template <class F, class... C>
WEFT_INLINE core_node<F, C...> remade(F const& function, C const&... c) {
  if constexpr (sizeof...(C) > 2)
    return {function, make_pack(c...)};
  else
    return {function, c...};
}

/// Number of the first buffer of child K among those of its node: the buffer of an operand stands in front of those of
/// its parts.
template <class Whole, int K, class F, class... C>
WEFT_FN constexpr int buffers_before() {
  using part = core_node<F, C...>;
  const int own = has_vector_kernel<part> ? 1 : 0, count[] = {stage_buffers<C, Whole>..., 0};
  int n = is_staged<part, Whole> && !has_vector_kernel<part> ? 1 : 0;
  for (int k = 0; k < K; ++k)
    n += own + count[k];
  return n;
}

/// A part of a core around the values of the staged operations within it.
template <int J, int B, class F, class... C, class Row, class Room, int... K>
WEFT_INLINE auto staged_within(core_node<F, C...> const& core, Row const& row, index_t columns, Room& room,
                               std::integer_sequence<int, K...>) {
  using whole = typename Room::whole;
  return remade(core.function, staged<J + slots_before<K, C...>(), B + buffers_before<whole, K, F, C...>()>(
                                   child<K>(core), row, columns, room)...);
}
/// The values of a staged operation, in buffer B.
template <int J, int B, class F, class... C, class Row, class Room, int... K>
WEFT_INLINE auto* computed(core_node<F, C...> const& core, Row const& row, index_t columns, Room& room,
                           std::integer_sequence<int, K...> numbers) {
  using part = core_node<F, C...>;
  using T = core_value_t<part>;
  T* const out = room.template buffer<T>(B);
  if constexpr (has_vector_kernel<part>)
    vector_math(F::vector_form,
                staged_operand<T, J + slots_before<K, C...>(), B + buffers_before<typename Room::whole, K, F, C...>()>(
                    child<K>(core), row, columns, room)...,
                out, columns);
  else
    store_row<J>(out, staged_within<J, B>(core, row, columns, room, numbers), row, columns);
  return out;
}

template <int J, int B, class Core, class Row, class Room>
WEFT_INLINE auto staged(Core const& core, Row const& row, index_t columns, Room& room) {
  using whole = typename Room::whole;
  if constexpr (stage_buffers<Core, whole> == 0) {
    return core;
  } else {
    constexpr auto numbers = std::make_integer_sequence<int, arity_of<Core>>{};
    if constexpr (is_repeated<Core, whole>()) {
      auto& seen = room.template seen_as<Core>();
      auto const* values = seen.template find<J>(core, row);
      if (values == nullptr) {
        values = computed<J, B>(core, row, columns, room, numbers);
        seen.template keep<J>(core, row, values);
      }
      return staged_values<core_value_t<Core>, Core::slots>{values};
    } else if constexpr (is_staged<Core, whole>) {
      return staged_values<core_value_t<Core>, Core::slots>{computed<J, B>(core, row, columns, room, numbers)};
    } else {
      return staged_within<J, B>(core, row, columns, room, numbers);
    }
  }
}

} // namespace weft::detail
WEFT_KERNELS_END
