#pragma once
#include <weft/dynamic/dispatch.hpp>
#include <weft/eval/compiled.hpp>
#include <weft/eval/program.hpp>

#include <cstdint>

// Private to src: the kernels of the operations in all_operations.
namespace weft::detail {

struct untyped_reduction_arguments;

/// The type in which an operation computes operands of one type, and the type of its result.
struct operation_rule {
  bool exists = false;
  dtype computed{}; ///< the type that operands are converted to, which has a kernel
  dtype result{};   ///< which the result of that kernel is converted to
};

/// Tables have a column for each element type, in the order of dtypes.
inline constexpr int element_types = static_cast<int>(dtype::bfloat16) + 1;

inline bool is_unsigned(dtype t) {
  return dtype::uint8 <= t && t <= dtype::uint64;
}
/// Without bool.
inline bool is_integer(dtype t) {
  return dtype::int8 <= t && t <= dtype::uint64;
}
/// Floating or complex.
inline bool is_inexact(dtype t) {
  return t >= dtype::float32;
}
inline bool is_complex_type(dtype t) {
  return t == dtype::complex64 || t == dtype::complex128;
}
/// The type of the parts of complex elements; other ones as they are.
inline dtype real_of_type(dtype t) {
  return t == dtype::complex64 ? dtype::float32 : t == dtype::complex128 ? dtype::float64 : t;
}
/// The type in which elements are added and multiplied: of 32 or 64 bits.
inline dtype summed_type(dtype t) {
  return is_half_type(t) ? dtype::float32 : is_inexact(t) ? t : item_size(t) == 4 ? dtype::int32 : dtype::int64;
}

/// Facts that the types of operands decide, beside the type that they are computed in.
enum class operation_form : unsigned char {
  plain,
  shift,      ///< the result has the type of the first operand
  choice,     ///< the first operand is a mask
  comparison, ///< of integers by value, also where one has a sign and the other has none
  extreme     ///< likewise
};

/// The compiled parts of an operation of the list.
struct operation_row {
  char const* name = nullptr;
  operation_form form{};
  int operands = 0;
  call_kind kernel[element_types]; ///< by dtype
  operation_rule rule[element_types];
  /// For a real number and a complex one of its precision: float, double.
  call_kind real_first[2], complex_first[2];
};

/// A kernel of the library. It belongs to no program's build, so its constants need no tag.
template <class Core, class Value = core_value_t<Core>>
struct library_kernel {
  using value = Value;
  static constexpr map_kind kind =
      bytewise_kind<value, Core, false>(std::make_integer_sequence<int, held_variants<Core, -1>>{});
  static constexpr core_word_list<Core> words{};
};
/// A call of it; of a kernel without one, the address is null.
template <class Core, class Value = core_value_t<Core>>
constexpr call_kind compiled_core() {
  using kernel = library_kernel<Core, Value>;
  return {&kernel::kind, kernel::words.word, core_words<Core>::count, dtype_of<typename kernel::value>, 1, true, false};
}
/// The core that is passed to such kernels; they do not read it.
inline constexpr char no_core = 0;

/// The folds of a reduction of the list, and the types that they take and give.
struct reduction_row {
  char const* name = nullptr;
  unsigned groups = 0;
  program_ref (*fold[element_types])(program_ref const& operand, untyped_reduction_arguments const& told) = {};
  operation_rule rule[element_types];
};

operation_row const& find_operation(int operation);
reduction_row const& find_reduction(int reducer);
/// The kernel of an operation of the list, for operands of a type; a choice takes its mask before them.
inline call_kind const& find_kernel(int operation, dtype type) {
  return find_operation(operation).kernel[static_cast<int>(type)];
}
/// The call of cast<to>; its kernel is null for a pair of types that is not converted.
call_kind const& find_cast(dtype from, dtype to);
/// The kernel that stores the result of an operation on elements of 16 bits, computed as float, into such an element.
/// Where another operation reads that result, it takes the float.
call_kind const& find_rounding(dtype to);
/// The type of the sum of operands of two types.
dtype promoted(dtype a, dtype b);
/// The type that a scalar takes beside elements of another type, see scalar_beside.
dtype beside(dtype elements, dtype scalar);
} // namespace weft::detail
