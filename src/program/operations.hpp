#pragma once
#include <weft/eval/compiled.hpp>
#include <weft/eval/program.hpp>

#include <cstdint>

// Private to src: the kernels of the operations in compiled_operations.
namespace weft::detail {

/// A kernel for elements of one type, all that a call of it needs to say.
struct compiled_kernel {
  map_kind const* kernel = nullptr; ///< null: there is none
  core_word const* words = nullptr;
  int count = 0; ///< of words
  dtype result{};
};

/// Element types for which operations are compiled, in the order of the columns of the table.
template <class... T>
struct element_list {};
using compiled_elements = element_list<bool, std::int32_t, std::int64_t, std::uint32_t, std::uint64_t, float, double,
                                       std::complex<float>, std::complex<double>>;
inline constexpr int compiled_types = 9;

/// The column of a type; -1: operations are compiled for none of that type.
constexpr int column_of(dtype t) {
  switch (t) {
  case dtype::boolean:
    return 0;
  case dtype::int32:
    return 1;
  case dtype::int64:
    return 2;
  case dtype::uint32:
    return 3;
  case dtype::uint64:
    return 4;
  case dtype::float32:
    return 5;
  case dtype::float64:
    return 6;
  case dtype::complex64:
    return 7;
  case dtype::complex128:
    return 8;
  default:
    return -1;
  }
}

template <class Core>
compiled_kernel compiled_core() {
  using value = core_value_t<Core>;
  static constexpr core_word_list<Core> words{};
  return {&bytewise_kind<value, Core, false>(std::make_integer_sequence<int, held_variants<Core, -1>>{}), words.word,
          core_words<Core>::count, dtype_of<value>};
}

/// The kernel of an operation of the list, for operands of a type; of a choice the mask comes before them.
compiled_kernel const& find_kernel(int operation, dtype type);
/// The first operations of the list, which are joined: + - * /.
inline constexpr int joined_operations = 4;
/// One kernel for outer(inner(x, y), z), outer(x, inner(y, z)), or outer(inner(x, y), other(z, w)): the operations are
/// of those that are joined; -1 is an operand. Without a kernel where there is none.
compiled_kernel const& find_joined(int outer, int first, int second, dtype type);

} // namespace weft::detail
