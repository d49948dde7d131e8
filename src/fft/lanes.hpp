// Private to src/fft: lines in memory and the lanes of machine vectors, in the instructions that the includer has
// chosen, with internal linkage.
#include "machine/transpose.hpp"

namespace weft::detail {
namespace {

/// A machine vector V of numbers R, or a single number, which is a vector of one lane.
template <class R, class V>
struct lanes {
  static constexpr std::size_t bytes = sizeof(V), count = bytes / sizeof(R);

  WEFT_INLINE static R get(V const& v, [[maybe_unused]] std::size_t lane) {
    if constexpr (count == 1)
      return v;
    else
      return v[lane];
  }
  WEFT_INLINE static void set(V& v, [[maybe_unused]] std::size_t lane, R x) {
    if constexpr (count == 1)
      v = x;
    else
      v[lane] = x;
  }
  WEFT_INLINE static void load(V& v, char const* from) { std::memcpy(&v, from, sizeof v); }
  WEFT_INLINE static void store(V const& v, char* to) { std::memcpy(to, &v, sizeof v); }
};

/// One side of a group of lines, one in each lane of V: elements of `Width` numbers R (1, or 2 if they are complex).
/// Byte is char, or char const where lines are read.
template <class R, class V, class Byte>
struct lines_in_memory {
  using lane = lanes<R, V>;
  using lane_numbers = std::make_integer_sequence<int, int(lane::count)>;
  static constexpr std::size_t count = lane::count;

  Byte* const* from;
  index_t step; ///< between elements of a line, in bytes

  /// Reads elements from `first` on.
  template <std::size_t Width>
  void read(V* numbers, std::size_t first, std::size_t elements) const {
    std::size_t done = 0;
    if constexpr (count > 1) {
      if (step == index_t(Width * sizeof(R))) {
        for (; (done + 1) * count <= elements * Width; ++done)
          read_square(numbers + done * count, first * Width + done * count);
        done = done * count / Width;
      } else if (are_adjacent(Width)) {
        for (; done < elements; ++done)
          read_row<Width>(numbers + Width * done, from[0] + index_t(first + done) * step);
      }
    }
    for (; done < elements; ++done)
      for (std::size_t j = 0; j < count; ++j)
        for (std::size_t w = 0; w < Width; ++w)
          lane::set(numbers[Width * done + w], j, number(j, first + done, w));
  }
  template <std::size_t Width>
  void write(V* numbers, std::size_t first, std::size_t elements) const {
    std::size_t done = 0;
    if constexpr (count > 1) {
      if (step == index_t(Width * sizeof(R))) {
        for (; (done + 1) * count <= elements * Width; ++done)
          write_square(numbers + done * count, first * Width + done * count);
        done = done * count / Width;
      } else if (are_adjacent(Width)) {
        for (; done < elements; ++done)
          write_row<Width>(numbers + Width * done, from[0] + index_t(first + done) * step);
      }
    }
    for (; done < elements; ++done)
      for (std::size_t j = 0; j < count; ++j)
        for (std::size_t w = 0; w < Width; ++w)
          number(j, first + done, w) = lane::get(numbers[Width * done + w], j);
  }

private:
  auto& number(std::size_t j, std::size_t k, std::size_t w) const {
    using number_type = std::conditional_t<std::is_const_v<Byte>, R const, R>;
    return reinterpret_cast<number_type*>(from[j] + index_t(k) * step)[w];
  }
  bool are_adjacent(std::size_t width) const {
    bool adjacent = true;
    for (std::size_t j = 1; j < count; ++j)
      adjacent = adjacent && from[j] - from[0] == index_t(j * width * sizeof(R));
    return adjacent;
  }
  void read_square(V* numbers, std::size_t first) const {
    V rows[count];
    WEFT_PRAGMA(GCC unroll 16)
    for (std::size_t j = 0; j < count; ++j)
      lane::load(rows[j], from[j] + first * sizeof(R));
    transpose_square(rows);
    WEFT_PRAGMA(GCC unroll 16)
    for (std::size_t k = 0; k < count; ++k)
      numbers[k] = rows[k];
  }
  void write_square(V const* numbers, std::size_t first) const {
    V rows[count];
    WEFT_PRAGMA(GCC unroll 16)
    for (std::size_t k = 0; k < count; ++k)
      rows[k] = numbers[k];
    transpose_square(rows);
    WEFT_PRAGMA(GCC unroll 16)
    for (std::size_t j = 0; j < count; ++j)
      lane::store(rows[j], from[j] + first * sizeof(R));
  }
  template <std::size_t Width>
  static void read_row(V* numbers, char const* at) {
    if constexpr (Width == 1) {
      lane::load(numbers[0], at);
    } else {
      V low, high;
      lane::load(low, at);
      lane::load(high, at + sizeof(V));
      separate(low, high, numbers[0], numbers[1], lane_numbers());
    }
  }
  template <std::size_t Width>
  static void write_row(V const* numbers, char* to) {
    if constexpr (Width == 1) {
      lane::store(numbers[0], to);
    } else {
      V low, high;
      interleave(numbers[0], numbers[1], low, high, lane_numbers());
      lane::store(low, to);
      lane::store(high, to + sizeof(V));
    }
  }
};

} // namespace
} // namespace weft::detail
