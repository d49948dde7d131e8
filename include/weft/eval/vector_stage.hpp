#pragma once
#include <weft/eval/limits.hpp>
#include <weft/eval/loop.hpp>
#include <weft/eval/repeated.hpp>
#include <weft/eval/vector_math.hpp>

#include <cstring>

// A compiled kernel computes an operation for many elements at once, in float and double, if the operation declares a
// `vector_form`: a math_function, or a source of random numbers. A loop processes its rows in pieces. The values of
// such an operation for one piece are computed into a buffer that stays in the L1 cache, and the other operations read
// the buffer like an operand in memory. exp of 10000 doubles takes 0.2 of the time of one call of libm for each.
WEFT_KERNELS_BEGIN
namespace weft::detail {

template <class T, class V>
WEFT_INLINE void put_element(T& to, V const& x) {
  if constexpr (is_complex<T>) { // part by part, see lift in base/scalar.hpp
    T const value = store_as<T>(x);
    to.real(value.real());
    to.imag(value.imag());
  } else {
    to = store_as<T>(x);
  }
}
template <class... T, class Values, int... K>
WEFT_INLINE void put_elements(pack<T*...> const& to, Values const& values, index_t i,
                              std::integer_sequence<int, K...>) {
  (put_element(get<K>(to)[i], get<K>(values)), ...);
}

/// Stores element i of a core, whose first slot is J, or each of its several values.
template <int J, class T, class Core, class Row>
WEFT_INLINE void store_one(T* out, Core const& core, Row const& row, index_t i) {
  put_element(out[i], core.template at<J>(row, i));
}
/// It is a function of its own: for a pack in the body of a loop GCC would make a pack for each lane, and no vectors.
template <int J, class... T, class Core, class Row>
WEFT_INLINE void store_one(pack<T*...> const& out, Core const& core, Row const& row, index_t i) {
  auto const values = core.template at<J>(row, i);
  put_elements(out, values, i, std::make_integer_sequence<int, int(sizeof...(T))>{});
}
/// Stores element i. An exception must not leave the body of an `omp simd` loop: it is kept in `failure`, and thrown
/// after the row.
template <int J, class To, class Core, class Row>
WEFT_INLINE void try_one(To const& out, Core const& core, Row const& row, index_t i, void*& failure) {
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

/// True for targets in which a value of a total core is stored without a function that may throw.
template <class To>
inline constexpr bool stores_numbers = false;
template <class T>
inline constexpr bool stores_numbers<T*> = is_number<T>;
template <class... T>
inline constexpr bool stores_numbers<pack<T*...>> = (is_number<T> && ...);

/// Stores n elements of a core, or each of their several values, in one loop. If nothing can throw, the compiler
/// removes all that try_one does, and the loop vectorises. But finding that out takes a tenth of the compile time, so
/// try_one is left out for total cores.
template <int J, class To, class Core, class Row>
WEFT_INLINE void store_elements(To const& out, Core const& core, Row const& row, index_t n) {
  if constexpr (Core::total && stores_numbers<To>) {
    WEFT_SIMD_OWN_ROW
    for (index_t i = 0; i < n; ++i)
      store_one<J>(out, core, row, i);
  } else {
    void* failure = nullptr;
    WEFT_SIMD_ROW
    for (index_t i = 0; i < n; ++i)
      try_one<J>(out, core, row, i, failure);
    if (failure != nullptr)
      throw_kept(failure);
  }
}

template <class T, class Core>
inline constexpr bool copies_elements = std::is_same_v<Core, slot<T>> && std::is_trivially_copyable_v<T>;
/// Copies a row by the C library if it is long, and returns whether it did.
template <class T>
WEFT_INLINE bool copied_row(T* out, T const* from, index_t columns) {
  if (columns < long_copy / index_t(sizeof(T)))
    return false;
  std::memmove(out, from, static_cast<std::size_t>(columns) * sizeof(T));
  return true;
}
template <class T>
WEFT_INLINE bool copied_row(T*, held_column<T> const&, index_t) {
  return false; // not copied: one value repeats along the row
}

/// Stores the values of a row. Elements that are only copied are copied by the C library if the row is long.
template <int J, class T, class Core, class Row>
WEFT_INLINE void store_row(T* out, Core const& core, Row const& row, index_t columns) {
  if constexpr (copies_elements<T, Core>)
    if (copied_row(out, get<J>(row), columns))
      return;
  store_elements<J>(out, core, row, columns);
}

/// True if a subexpression of a core is an operation whose values are computed into a buffer.
template <class Part, class Whole = Part>
inline constexpr bool is_staged = has_vector_kernel<Part> || has_complex_kernel<Part> || is_repeated<Part, Whole>();

/// The number of buffers of an operation itself. A compiled kernel has one for each operand, and writes the values to
/// the first of them. A complex operand has one for its real and one for its imaginary parts.
template <class Part, class Whole>
inline constexpr int own_buffers = has_complex_kernel<Part>  ? 2
                                   : has_vector_kernel<Part> ? arity_of<Part>
                                                             : int(is_staged<Part, Whole>);
/// The number of buffers that the staged operations in a subexpression of a core need.
template <class Part, class Whole = Part>
inline constexpr int stage_buffers = 0;
template <class T, class Whole>
inline constexpr int stage_buffers<half_slot<slot<T>>, Whole> = 1; ///< for the widened elements
template <class F, class... C, class Whole>
inline constexpr int stage_buffers<core_node<F, C...>, Whole> =
    own_buffers<core_node<F, C...>, Whole> + (0 + ... + stage_buffers<C, Whole>);

/// The number of elements of a row that are computed at a time: whole vectors.
template <class Core>
inline constexpr index_t stage_columns =
    stage_buffers<Core> * stage_piece <= stage_elements
        ? stage_piece
        : (stage_elements / 16 + stage_buffers<Core> - 1) / stage_buffers<Core> * 16;

/// Returns the length of the next piece if `left` elements of a row are left.
template <class Core>
WEFT_INLINE constexpr index_t piece_length(index_t left) {
  return left < stage_columns<Core> ? left : stage_columns<Core>;
}

/// The buffers of a core, aligned for the widest vectors.
template <class Core>
struct stage_room {
  using whole = Core;
  static constexpr index_t bytes = stage_columns<Core> * index_t(sizeof(double));
  alignas(64) unsigned char memory[std::size_t(stage_buffers<Core> == 0 ? 1 : stage_buffers<Core>)][std::size_t(bytes)];
  [[no_unique_address]] seen_nodes<Core, typename repeated_nodes<Core, type_set<>, Core>::type> seen;
  template <class T>
  WEFT_INLINE T* buffer(int number) {
    return reinterpret_cast<T*>(memory[number]);
  }
  template <class Part>
  WEFT_INLINE seen_values<Part, Core>& seen_as() {
    return seen;
  }
  /// Must be called before each piece: forgets the values of repeated parts.
  WEFT_INLINE void forget() { seen.forget(); }
};
/// Returns buffers in which memory of the target takes the place of the first one, and the others are shared.
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
  WEFT_INLINE seen_values<Part, Core>& seen_as() {
    return room.template seen_as<Part>();
  }
};

/// Values that have been computed, in place of a subexpression of a core that had `Slots` slots.
template <class T, int Slots>
struct staged_values {
  static constexpr int slots = Slots;
  static constexpr index_t operations = 0;
  static constexpr bool total = true;
  using slot_types = slot_list<>; // the slots of the part have been read
  using value_type = T;
  T const* first;
  template <int J, class Row>
  WEFT_INLINE constexpr T const& at(Row const&, index_t i) const {
    return first[i];
  }
};
/// Complex values that have been computed, whose real and imaginary parts lie in two buffers.
template <class R, int Slots>
struct staged_components {
  static constexpr int slots = Slots;
  static constexpr index_t operations = 0;
  static constexpr bool total = true;
  using slot_types = slot_list<>;
  using value_type = std::complex<R>;
  R const *re, *im;
  template <int J, class Row>
  WEFT_INLINE constexpr value_type at(Row const&, index_t i) const {
    return value_type(re[i], im[i]);
  }
};
/// Returns a subexpression of a core for `columns` elements of a row, in which computed values replace its staged
/// operations. J is the number of its first slot, B the number of its first buffer.
template <int J, int B, class Core, class Row, class Room>
WEFT_INLINE auto staged(Core const& core, Row const& row, index_t columns, Room& room);

/// True for leaves whose values lie in memory if the row is read through a pointer.
template <class T, class Core>
inline constexpr bool lies_in_row = std::is_same_v<Core, slot<T>>;
template <class T, class G>
inline constexpr bool lies_in_row<T, generator_slot<G>> = std::is_same_v<typename G::value_type, T>;
/// Returns the address of the values of a subexpression of a core: where they lie in memory, or buffer B.
template <class T, int J, int B, class Core, class Row, class Room>
WEFT_INLINE T const* staged_operand(Core const& core, Row const& row, index_t columns, Room& room) {
  if constexpr (lies_in_row<T, Core>)
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(get<J>(row))>, T const*>)
      return get<J>(row);
  auto const values = staged<J, B + 1>(core, row, columns, room);
  if constexpr (std::is_same_v<std::remove_const_t<decltype(values)>, staged_values<T, Core::slots>>) {
    return values.first;
  } else {
    T* const buffer = room.template buffer<T>(B);
    store_row<J>(buffer, values, row, columns);
    return buffer;
  }
}

template <class Core>
inline constexpr bool is_half_slot = false;
template <class S>
inline constexpr bool is_half_slot<half_slot<S>> = true;
/// Returns the elements of 16 bits of a row as floats, in buffer B. A value that repeats along the row is not copied.
template <int B, class T, class Room>
WEFT_INLINE staged_values<float, 1> widened_row(half_slot<slot<T>>, T const* from, index_t columns, Room& room) {
  float* const out = room.template buffer<float>(B);
  convert_row(from, out, columns);
  return {out};
}
template <int B, class T, class Room>
WEFT_INLINE half_slot<slot<T>> widened_row(half_slot<slot<T>> core, held_column<T> const&, index_t, Room&) {
  return core;
}

template <class F, class... C>
WEFT_INLINE core_node<F, C...> remade(F const& function, C const&... c) {
  if constexpr (sizeof...(C) > 2)
    return {function, make_pack(c...)};
  else
    return {function, c...};
}

/// Returns the number of the first buffer of child K among the buffers of its node. The buffer of an operand is in
/// front of the buffers of its parts.
template <class Whole, int K, class F, class... C>
WEFT_FN constexpr int buffers_before() {
  using node_type = core_node<F, C...>;
  int const own = has_vector_kernel<node_type> ? 1 : 0, count[] = {stage_buffers<C, Whole>..., 0};
  int n = has_vector_kernel<node_type> ? 0 : own_buffers<node_type, Whole>;
  for (int k = 0; k < K; ++k)
    n += own + count[k];
  return n;
}

/// Returns a subexpression of a core in which computed values replace the staged operations of its children.
template <int J, int B, class F, class... C, class Row, class Room, int... K>
WEFT_INLINE auto staged_within(core_node<F, C...> const& core, Row const& row, index_t columns, Room& room,
                               std::integer_sequence<int, K...>) {
  using whole = typename Room::whole;
  return remade(core.function, staged<J + slots_before<K, C...>(), B + buffers_before<whole, K, F, C...>()>(
                                   child<K>(core), row, columns, room)...);
}
/// The type of the elements that a compiled kernel reads: the kernel's own numbers, or element numbers.
template <class Form, class T>
using staged_element = std::conditional_t<std::is_same_v<Form const, math_function const>, T, index_t>;
/// Computes the values of a staged operation into buffer B, and returns their address.
template <int J, int B, class F, class... C, class Row, class Room, int... K>
WEFT_INLINE auto* computed(core_node<F, C...> const& core, Row const& row, index_t columns, Room& room,
                           std::integer_sequence<int, K...> numbers) {
  using node_type = core_node<F, C...>;
  using T = core_value_t<node_type>;
  T* const out = room.template buffer<T>(B);
  if constexpr (has_vector_kernel<node_type>)
    vector_math(
        core.function.vector_form,
        staged_operand<staged_element<decltype(F::vector_form), T>, J + slots_before<K, C...>(),
                       B + buffers_before<typename Room::whole, K, F, C...>()>(child<K>(core), row, columns, room)...,
        out, columns);
  else
    store_row<J>(out, staged_within<J, B>(core, row, columns, room, numbers), row, columns);
  return out;
}

/// Computes the values of a function of complex numbers: into buffer B if they are real, else into B and B + 1.
/// `compute` replaces real and imaginary parts by them.
template <int J, int B, class F, class C, class Row, class Room, class Compute>
WEFT_INLINE auto computed_by_components(core_node<F, C> const& core, Row const& row, index_t columns, Room& room,
                                        Compute const& compute) {
  using V = core_value_t<core_node<F, C>>;
  using R = real_t<V>;
  R *const re = room.template buffer<R>(B), *const im = room.template buffer<R>(B + 1);
  auto const values = staged<J, B + 2>(child<0>(core), row, columns, room);
  WEFT_SIMD_OWN_ROW
  for (index_t i = 0; i < columns; ++i) {
    auto const& z = values.template at<J>(row, i); // a copy would be one value to GCC, which vectorises parts
    re[i] = z.real();
    im[i] = z.imag();
  }
  compute(re, im);
  if constexpr (is_complex<V>)
    return staged_components<R, C::slots>{re, im};
  else
    return staged_values<R, C::slots>{re};
}
template <int J, int B, class F, class C, class Row, class Room>
WEFT_INLINE auto computed_function(core_node<F, C> const& core, Row const& row, index_t columns, Room& room) {
  return computed_by_components<J, B>(core, row, columns, room,
                                      [&](auto* re, auto* im) { vector_math(F::complex_form, re, im, columns); });
}
/// Computes the magnitudes in a comparison with a constant.
template <int J, int B, class F, class A, class T, class Row, class Room>
WEFT_INLINE auto compared_magnitudes(core_node<F, A, held_constant<T>> const& core, Row const& row, index_t columns,
                                     Room& room) {
  return remade(core.function,
                computed_by_components<J, B>(
                    core.first, row, columns, room,
                    [&](T* re, T* im) { magnitudes_beside(core.second.constant.value, re, im, columns); }),
                core.second);
}

template <int J, int B, class Core, class Row, class Room>
WEFT_INLINE auto staged(Core const& core, Row const& row, index_t columns, Room& room) {
  using whole = typename Room::whole;
  if constexpr (stage_buffers<Core, whole> == 0) {
    return core;
  } else if constexpr (is_half_slot<Core>) {
    return widened_row<B>(core, get<J>(row), columns, room);
  } else if constexpr (has_complex_kernel<Core>) {
    return computed_function<J, B>(core, row, columns, room);
  } else if constexpr (compares_magnitudes<Core>) {
    return compared_magnitudes<J, B>(core, row, columns, room);
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
