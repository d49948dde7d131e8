// Private to src/fft: lines in memory and the lanes of machine vectors, in the instructions that the includer has
// chosen, with internal linkage.
#include "machine/transpose.hpp"

namespace weft::detail {
namespace {

/// The number of lanes of a machine vector V of numbers R, or 1 where V is R.
template <class V, class R>
constexpr std::size_t lanes_of = sizeof(V) / sizeof(R);
template <class R>
constexpr std::size_t lanes_of<R, R> = 1;

/// One side of a group of lines, one in each lane of a machine vector V of numbers R, or a single line where V is R. An
/// element has `Width` numbers: 1, or 2 if it is complex. Byte is char const where lines are read, char where they are
/// written.
template <class R, class V, class Byte>
struct lines_in_memory {
  static constexpr std::size_t count = lanes_of<V, R>;
  static constexpr bool reads = std::is_const_v<Byte>;
  using lane_numbers = std::make_integer_sequence<int, int(count)>;

  Byte* const* from;
  index_t step; ///< between elements of a line, in bytes

  /// Moves elements from `first` on into numbers, or out of them.
  template <std::size_t Width>
  void move(V* numbers, std::size_t first, std::size_t elements) const {
    std::size_t done = 0;
    bool const is_packed = step == index_t(Width * sizeof(R));
    if constexpr (count == 1) {
      if (is_packed)
        return copy(numbers, from[0] + index_t(first) * step, elements * Width * sizeof(R));
    } else {
      if (is_packed) {
        for (; (done + 1) * count <= elements * Width; ++done)
          move_square(numbers + done * count, first * Width + done * count);
        done = done * count / Width;
      } else if (are_adjacent(Width)) {
        for (; done < elements; ++done)
          move_row<Width>(numbers + Width * done, from[0] + index_t(first + done) * step);
      }
    }
    for (; done < elements; ++done)
      for (std::size_t j = 0; j < count; ++j)
        for (std::size_t w = 0; w < Width; ++w)
          copy(reinterpret_cast<R*>(numbers + Width * done + w) + j,
               from[j] + index_t(first + done) * step + index_t(w * sizeof(R)));
  }

private:
  /// Copies a number, a vector or more of them to `numbers`, or from there.
  template <class N>
  WEFT_INLINE static void copy(N* numbers, Byte* memory, std::size_t bytes = sizeof(N)) {
    if constexpr (reads)
      std::memcpy(numbers, memory, bytes);
    else
      std::memcpy(memory, numbers, bytes);
  }
  bool are_adjacent(std::size_t width) const {
    bool adjacent = true;
    for (std::size_t j = 1; j < count; ++j)
      adjacent = adjacent && from[j] - from[0] == index_t(j * width * sizeof(R));
    return adjacent;
  }
  void move_square(V* numbers, std::size_t first) const {
    V rows[count];
    WEFT_PRAGMA(GCC unroll 16)
    for (std::size_t j = 0; j < count; ++j)
      if constexpr (reads)
        copy(rows + j, from[j] + first * sizeof(R));
      else
        rows[j] = numbers[j];
    transpose_square(rows);
    WEFT_PRAGMA(GCC unroll 16)
    for (std::size_t j = 0; j < count; ++j)
      if constexpr (reads)
        numbers[j] = rows[j];
      else
        copy(rows + j, from[j] + first * sizeof(R));
  }
  template <std::size_t Width>
  static void move_row(V* numbers, Byte* at) {
    if constexpr (Width == 1) {
      copy(numbers, at);
    } else {
      V low, high;
      if constexpr (!reads)
        interleave(numbers[0], numbers[1], low, high, lane_numbers());
      copy(&low, at);
      copy(&high, at + sizeof(V));
      if constexpr (reads)
        separate(low, high, numbers[0], numbers[1], lane_numbers());
    }
  }
};

} // namespace
} // namespace weft::detail
