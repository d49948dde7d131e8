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

template <class Core>
inline constexpr int arity_of = 0;
template <class F, class... C>
inline constexpr int arity_of<core_node<F, C...>> = int(sizeof...(C));

/// Buffers that the staged operations in a part of a core need: one for each of their operands.
template <class Core>
inline constexpr int stage_buffers = 0;
/// True if a part of a core is an operation that is staged.
template <class Core>
inline constexpr bool is_staged = false;
template <class F, class... C>
  requires requires { F::vector_form; }
inline constexpr bool is_staged<core_node<F, C...>> =
    (std::is_arithmetic_v<core_value_t<C>> && ...) && has_vector_math<core_value_t<core_node<F, C...>>>;
template <class F, class... C>
inline constexpr int stage_buffers<core_node<F, C...>> =
    (is_staged<core_node<F, C...>> ? int(sizeof...(C)) : 0) + (0 + ... + stage_buffers<C>);

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

/// The buffers of a core, aligned as the widest vectors.
template <class Core>
struct stage_room {
  static constexpr index_t bytes = stage_columns<Core> * index_t(sizeof(double));
  alignas(64) unsigned char memory[stage_buffers<Core>][bytes];
  template <class T>
  WEFT_INLINE T* buffer(int number) {
    return reinterpret_cast<T*>(memory[number]);
  }
};
/// The same with memory of the target in place of the first buffer, which then stays unused.
template <class Core, class First>
struct room_with_target {
  stage_room<Core>& room;
  First* target;
  template <class T>
  WEFT_INLINE T* buffer(int number) {
    if constexpr (std::is_same_v<T, First>)
      if (number == 0)
        return target;
    return room.template buffer<T>(number);
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

/// Number of the first buffer of child K among those of its node.
template <int K, class F, class... C>
WEFT_FN constexpr int buffers_before() {
  const int own = is_staged<core_node<F, C...>> ? 1 : 0, count[] = {stage_buffers<C>..., 0};
  int n = 0;
  for (int k = 0; k < K; ++k)
    n += own + count[k];
  return n;
}

template <int J, int B, class F, class... C, class Row, class Room, int... K>
WEFT_INLINE auto staged_node(core_node<F, C...> const& core, Row const& row, index_t columns, Room& room,
                             std::integer_sequence<int, K...>) {
  using node = core_node<F, C...>;
  if constexpr (is_staged<node>) {
    using T = core_value_t<node>;
    T* const out = room.template buffer<T>(B);
    vector_math(F::vector_form,
                staged_operand<T, J + slots_before<K, C...>(), B + buffers_before<K, F, C...>()>(child<K>(core), row,
                                                                                                 columns, room)...,
                out, columns);
    return staged_values<T, node::slots>{out};
  } else {
    return remade(core.function, staged<J + slots_before<K, C...>(), B + buffers_before<K, F, C...>()>(
                                     child<K>(core), row, columns, room)...);
  }
}

template <int J, int B, class Core, class Row, class Room>
WEFT_INLINE auto staged(Core const& core, Row const& row, index_t columns, Room& room) {
  if constexpr (stage_buffers<Core> == 0)
    return core;
  else
    return staged_node<J, B>(core, row, columns, room, std::make_integer_sequence<int, arity_of<Core>>{});
}

} // namespace weft::detail
WEFT_KERNELS_END
