#pragma once
#include <weft/dynamic/dispatch.hpp>
#include <weft/eval/compiled.hpp>
#include <weft/eval/program.hpp>

#include <cstdint>

// Private to src: the kernels of the operations in all_operations.
namespace weft::detail {

struct untyped_reduction_arguments;

/// How an operation takes operands of one element type: the type in which it computes them, and the type of its result.
struct operation_rule {
  bool exists = false;
  dtype computed{}; ///< the type that operands are converted to, which has a kernel
  dtype result{};   ///< the type to which the result of the kernel is converted
};

/// The number of element types. Tables have an entry for each, in the order of dtype.
inline constexpr int element_types = static_cast<int>(dtype::bfloat16) + 1;

inline bool is_unsigned(dtype t) {
  return dtype::uint8 <= t && t <= dtype::uint64;
}
/// Returns true for integer types except bool.
inline bool is_integer(dtype t) {
  return dtype::int8 <= t && t <= dtype::uint64;
}
/// Returns true for floating and complex types.
inline bool is_inexact(dtype t) {
  return t >= dtype::float32;
}
inline bool is_complex_type(dtype t) {
  return t == dtype::complex64 || t == dtype::complex128;
}
/// Returns the type of the parts of a complex type, and any other type unchanged.
inline dtype real_of_type(dtype t) {
  return t == dtype::complex64 ? dtype::float32 : t == dtype::complex128 ? dtype::float64 : t;
}
/// Returns the type in which elements are added and multiplied; its real numbers have 32 or 64 bits.
inline dtype summed_type(dtype t) {
  return is_half_type(t) ? dtype::float32 : is_inexact(t) ? t : item_size(t) == 4 ? dtype::int32 : dtype::int64;
}

/// Special rules for the types of the operands and the result of an operation.
enum class operation_form : unsigned char {
  plain,
  shift,      ///< the result has the type of the first operand
  choice,     ///< the first operand is a mask
  comparison, ///< compares integers by value, also signed ones with unsigned ones
  extreme     ///< compares integers by value, as `comparison` does
};

/// The kernels of an operation of all_operations, and its rules.
struct operation_row {
  char const* name = nullptr;
  operation_form form{};
  int operands = 0;
  call_kind kernel[element_types]; ///< a kernel for each dtype of the operands
  operation_rule rule[element_types];
  /// Kernels for one real and one complex operand, of float and of double; the name says which operand is the first.
  call_kind real_first[2], complex_first[2];
};

/// A kernel that the library compiles. No program instantiates it with other flags, so its constants need no tag.
template <class Core, class Value = core_value_t<Core>>
struct library_kernel {
  using value = Value;
  static constexpr map_kind kind =
      bytewise_kind<value, Core, false>(std::make_integer_sequence<int, held_variants<Core, -1>>{});
  static constexpr core_word_list<Core> words{};
};
/// Returns the call of a kernel that the library compiles.
template <class Core, class Value = core_value_t<Core>>
constexpr call_kind compiled_core() {
  using kernel = library_kernel<Core, Value>;
  return {&kernel::kind, kernel::words.word, core_words<Core>::count, dtype_of<typename kernel::value>, 1, true, false};
}
/// The core that is passed to kernels that do not read their core.
inline constexpr char no_core = 0;

/// The folds of a reduction of all_reducers, and the types of their operands and results.
struct reduction_row {
  char const* name = nullptr;
  unsigned groups = 0;
  program_ref (*fold[element_types])(program_ref const& operand, untyped_reduction_arguments const& told) = {};
  operation_rule rule[element_types];
};

operation_row const& find_operation(int operation);
reduction_row const& find_reduction(int reducer);
/// Returns the kernel of an operation of all_operations for operands of a type. A choice takes its mask before them.
inline call_kind const& find_kernel(int operation, dtype type) {
  return find_operation(operation).kernel[static_cast<int>(type)];
}
/// Returns the call that converts elements as cast<to>. Its kernel is null if there is no direct conversion.
call_kind const& find_cast(dtype from, dtype to);
/// Returns the kernel that rounds a float to an element of 16 bits. Operations on such elements compute in float; only
/// the result that is stored is rounded, and another operation that reads it takes the float.
call_kind const& find_rounding(dtype to);
/// Returns the type of the sum of operands of two types.
dtype promoted(dtype a, dtype b);
/// Returns the type that a scalar takes as an operand beside elements of another type (scalar_beside).
dtype beside(dtype elements, dtype scalar);
} // namespace weft::detail
