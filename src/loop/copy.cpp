#include "loop/walk.hpp"

#include <weft/base/machine_vector.hpp>
#include <weft/eval/kernel.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <type_traits>

// Copies blocks between strided memory, by one function for each size of elements.
WEFT_KERNELS_BEGIN
namespace weft::detail {

namespace {

struct two_words {
  std::uint64_t word[2];
};

template <class U>
U read(index_t from) {
  U u;
  std::memcpy(&u, reinterpret_cast<void const*>(from), sizeof u);
  return u;
}
template <class U>
void write(index_t to, U const& u) {
  std::memcpy(reinterpret_cast<void*>(to), &u, sizeof u);
}

/// A copy of a block, to(r, c) = from(r, c): addresses, and strides in bytes.
struct block_copy {
  index_t to, to_row, to_column, from, from_row, from_column, rows, columns;

  block_copy exchanged() const { return {to, to_column, to_row, from, from_column, from_row, columns, rows}; }
  block_copy subblock(index_t row, index_t row_count, index_t column, index_t column_count) const {
    return {to + row * to_row + column * to_column,
            to_row,
            to_column,
            from + row * from_row + column * from_column,
            from_row,
            from_column,
            row_count,
            column_count};
  }
};

/// Copies four elements at a time, because a loop over single elements takes a cycle for each, and three cycles if it
/// reads the strides from memory.
template <class U>
void copy_elements(block_copy const& shared) {
  block_copy const b = shared; // in registers: the compiler cannot prove that the stores leave `shared` unchanged
  for (index_t r = 0; r < b.rows; ++r) {
    index_t to = b.to + r * b.to_row, from = b.from + r * b.from_row, left = b.columns;
    for (; left >= 4; left -= 4, to += 4 * b.to_column, from += 4 * b.from_column) {
      U const w = read<U>(from), x = read<U>(from + b.from_column), y = read<U>(from + 2 * b.from_column),
              z = read<U>(from + 3 * b.from_column);
      write(to, w);
      write(to + b.to_column, x);
      write(to + 2 * b.to_column, y);
      write(to + 3 * b.to_column, z);
    }
    for (; left > 0; --left, to += b.to_column, from += b.from_column)
      write(to, read<U>(from));
  }
}

/// A kernel that reads elements Step apart and writes them side by side; with Step 0 it repeats one element. The
/// compiler loads whole vectors and shuffles them: 0.02 to 0.15 ns an element, where copies of four elements at a time
/// take 0.16.
template <class U, index_t Step>
struct pick_body {
  WEFT_INLINE static void run(any_vector, void const*, loop_frame const& shared) {
    typedef U loose [[gnu::may_alias, gnu::aligned(1)]];
    loop_frame const frame = shared;
    for (index_t r = 0; r < frame.rows; ++r) {
      auto* const to = reinterpret_cast<loose*>(frame.position[0] + r * frame.row[0]);
      auto const* const from = reinterpret_cast<loose const*>(frame.position[1] + r * frame.row[1]);
      U const first = *from; // once: the compiler cannot prove that the stores leave it unchanged
      WEFT_SIMD_OWN
      for (index_t c = 0; c < frame.columns; ++c)
        to[c] = Step == 0 ? first : from[c * Step];
    }
  }
};
template <class U, index_t Step>
loop_kernel picker() {
  using kernels = cloned<pick_body<U, Step>>;
  return (Step == 0 ? kernels::variant() : kernels::wide_variant(0)).run[chosen_isa];
}
/// Returns a kernel that reads elements `step` apart and writes them side by side. Returns null if copies of four
/// elements at a time are as fast.
template <class U>
loop_kernel picker_for(index_t step) {
  if (step == 0)
    return picker<U, 0>();
  if (chosen_isa == 0) // with SSE2 some of these kernels take seven times as long as a loop over single elements
    return nullptr;
  switch (step) {
  case -1:
    return picker<U, -1>();
  case 2:
    return picker<U, 2>();
  case 3:
    return picker<U, 3>();
  case 4:
    return picker<U, 4>();
  default:
    return nullptr;
  }
}

/// A kernel that deals elements that lie side by side to Step rows in turn. Each vector is loaded once; picking row by
/// row would load it Step times, and not at the begin of a cache line.
template <class U, index_t Step>
struct deal_body {
  WEFT_INLINE static void run(any_vector, void const*, loop_frame const& shared) {
    typedef U loose [[gnu::may_alias, gnu::aligned(1)]];
    loop_frame const frame = shared;
    auto* const to = reinterpret_cast<loose*>(frame.position[0]);
    auto const* const from = reinterpret_cast<loose const*>(frame.position[1]);
    index_t const pitch = frame.row[0] / index_t(sizeof(U));
    WEFT_SIMD_OWN
    for (index_t c = 0; c < frame.columns; ++c) {
      WEFT_PRAGMA(GCC unroll 4)
      for (index_t r = 0; r < Step; ++r)
        to[r * pitch + c] = from[c * Step + r];
    }
  }
};
/// Returns a kernel that deals elements to a number of rows, or null if there is none.
template <class U>
loop_kernel dealer_for(index_t rows) {
  return chosen_isa == 0 || rows != 2 ? nullptr : cloned<deal_body<U, 2>>::wide_variant(0).run[chosen_isa];
}

template <class U>
void copy_rows(block_copy const& b) {
  constexpr index_t size = sizeof(U);
  if constexpr (size <= 8) {
    if (b.to_column == size && b.from_row == size && b.from_column == b.rows * size && b.to_row % size == 0) {
      if (loop_kernel const deal = dealer_for<U>(b.rows)) {
        index_t const position[] = {b.to, b.from}, row[] = {b.to_row, 0};
        return deal(nullptr, {b.rows, b.columns, position, row, nullptr, nullptr});
      }
    }
    if (b.to_column == size && b.from_column % size == 0) {
      if (loop_kernel const pick = picker_for<U>(b.from_column / size)) {
        index_t const position[] = {b.to, b.from}, row[] = {b.to_row, b.from_row};
        return pick(nullptr, {b.rows, b.columns, position, row, nullptr, nullptr});
      }
    }
  }
  copy_elements<U>(b);
}

// Transposes blocks in which rows of `to` and columns of `from` are contiguous, 4 x 4 elements in registers at a time.

/// Transposes 4 x 4 elements by four shuffles within 128-bit lanes, then four across lanes. Loads of half columns would
/// save the shuffles across lanes but double the loads: 48 x 48 elements took 1.2 of the time.
WEFT_INLINE void transpose_four(double const* from, index_t from_step, double* to, index_t to_step) {
  using lanes = machine_vector<double, 32>;
  lanes::type w, x, y, z;
  lanes::load(w, from), lanes::load(x, from + from_step);
  lanes::load(y, from + 2 * from_step), lanes::load(z, from + 3 * from_step);
  auto const even = __builtin_shufflevector(w, x, 0, 4, 2, 6), even_2 = __builtin_shufflevector(y, z, 0, 4, 2, 6);
  auto const odd = __builtin_shufflevector(w, x, 1, 5, 3, 7), odd_2 = __builtin_shufflevector(y, z, 1, 5, 3, 7);
  lanes::store(__builtin_shufflevector(even, even_2, 0, 1, 4, 5), to);
  lanes::store(__builtin_shufflevector(odd, odd_2, 0, 1, 4, 5), to + to_step);
  lanes::store(__builtin_shufflevector(even, even_2, 2, 3, 6, 7), to + 2 * to_step);
  lanes::store(__builtin_shufflevector(odd, odd_2, 2, 3, 6, 7), to + 3 * to_step);
}
WEFT_INLINE void transpose_four(float const* from, index_t from_step, float* to, index_t to_step) {
  using lanes = machine_vector<float, 16>;
  lanes::type w, x, y, z;
  lanes::load(w, from), lanes::load(x, from + from_step);
  lanes::load(y, from + 2 * from_step), lanes::load(z, from + 3 * from_step);
  auto const low = __builtin_shufflevector(w, x, 0, 4, 1, 5), low_2 = __builtin_shufflevector(y, z, 0, 4, 1, 5);
  auto const high = __builtin_shufflevector(w, x, 2, 6, 3, 7), high_2 = __builtin_shufflevector(y, z, 2, 6, 3, 7);
  lanes::store(__builtin_shufflevector(low, low_2, 0, 1, 4, 5), to);
  lanes::store(__builtin_shufflevector(low, low_2, 2, 3, 6, 7), to + to_step);
  lanes::store(__builtin_shufflevector(high, high_2, 0, 1, 4, 5), to + 2 * to_step);
  lanes::store(__builtin_shufflevector(high, high_2, 2, 3, 6, 7), to + 3 * to_step);
}

/// Transposes `rows` x `columns` elements, both multiples of 4. F has the size of an element; its bits are unchanged.
template <class F>
struct transpose_body {
  WEFT_INLINE static void run(any_vector, block_copy const& shared, index_t rows, index_t columns) {
    constexpr index_t size = sizeof(F);
    block_copy const b = shared; // the stores below cannot change a local copy
    for (index_t c = 0; c < columns; c += 4)
      for (index_t r = 0; r < rows; r += 4)
        transpose_four(reinterpret_cast<F const*>(b.from + r * size + c * b.from_column), b.from_column / size,
                       reinterpret_cast<F*>(b.to + r * b.to_row + c * size), b.to_row / size);
  }
};
template <class U>
void transpose_rows(block_copy const& b) {
  using transposes = clones<transpose_body<std::conditional_t<sizeof(U) == 8, double, float>>,
                            void(block_copy const&, index_t, index_t)>;
  index_t rows = 0, columns = 0;
  constexpr index_t size = sizeof(U);
  if (chosen_isa > 0 && b.from_column % size == 0 && b.to_row % size == 0) {
    rows = b.rows / 4 * 4;
    columns = b.columns / 4 * 4;
    transposes::template at<1>()(b, rows, columns);
  }
  if (columns < b.columns)
    copy_elements<U>(b.subblock(0, rows, columns, b.columns - columns));
  if (rows < b.rows)
    copy_elements<U>(b.subblock(rows, b.rows - rows, 0, b.columns));
}

template <class U>
[[gnu::always_inline]] inline void copy_as(block_copy const& b) {
  constexpr index_t size = sizeof(U);
  if (b.from_column == size && b.to_column == size) {
    for (index_t r = 0; r < b.rows; ++r)
      std::memcpy(reinterpret_cast<void*>(b.to + r * b.to_row), reinterpret_cast<void const*>(b.from + r * b.from_row),
                  static_cast<std::size_t>(b.columns * size));
    return;
  }
  constexpr index_t side = 4; // the number of rows, and of columns, of a block that is transposed in registers
  if constexpr (size == 4 || size == 8) {
    if (b.rows >= side && b.columns >= side) {
      if (b.from_row == size && b.to_column == size)
        return transpose_rows<U>(b);
      if (b.from_column == size && b.to_row == size)
        return transpose_rows<U>(b.exchanged());
    }
  }
  // The inner loop runs along the axis on which `from` has the smaller step. In a block of few rows or few columns it
  // runs along the longer axis.
  bool const crossed = std::abs(b.from_row) < std::abs(b.from_column) && b.from_row != 0;
  bool const thin = b.rows <= limits::thin_block || b.columns <= limits::thin_block;
  copy_rows<U>((thin ? b.columns < b.rows : crossed) ? b.exchanged() : b);
}

} // namespace

bool copies_by_shuffles(index_t size, index_t step) {
  bool const is_whole = size <= 8 && step % size == 0;
  return is_whole && step != size && picker_for<std::uint8_t>(step / size) != nullptr; // the same steps for all sizes
}

void copy_block(index_t size, index_t to, index_t to_row, index_t to_column, index_t from, index_t from_row,
                index_t from_column, index_t rows, index_t columns) {
  block_copy const b{to, to_row, to_column, from, from_row, from_column, rows, columns};
  switch (size) {
  case 1:
    return copy_as<std::uint8_t>(b);
  case 2:
    return copy_as<std::uint16_t>(b);
  case 4:
    return copy_as<std::uint32_t>(b);
  case 8:
    return copy_as<std::uint64_t>(b);
  case 16:
    return copy_as<two_words>(b);
  default:
    break;
  }
  for (index_t r = 0; r < rows; ++r)
    for (index_t c = 0; c < columns; ++c)
      std::memcpy(reinterpret_cast<void*>(to + r * to_row + c * to_column),
                  reinterpret_cast<void const*>(from + r * from_row + c * from_column), static_cast<std::size_t>(size));
}

namespace {

/// A kernel that copies operand 1 to operand 0, with any steps; `core` points to the size of an element.
void copy_frame(void const* core, loop_frame const& f) {
  index_t const tile = limits::tile;
  index_t const size = *static_cast<index_t const*>(core);
  bool const crossed = f.rows > 1 && f.column[1] != size && f.row[1] == size;
  index_t const high = crossed ? tile : f.rows, wide = crossed ? tile : f.columns;
  for (index_t r = 0; r < f.rows; r += high)
    for (index_t c = 0; c < f.columns; c += wide)
      copy_block(size, f.position[0] + r * f.row[0] + c * f.column[0], f.row[0], f.column[0],
                 f.position[1] + r * f.row[1] + c * f.column[1], f.row[1], f.column[1], std::min(high, f.rows - r),
                 std::min(wide, f.columns - c));
}

constexpr kernel_variant copying{0, {{&copy_frame, &copy_frame, &copy_frame}}};

} // namespace

void copy_strided(int rank, index_t const* extents, index_t size, index_t to, index_t const* to_strides, index_t from,
                  index_t const* from_strides) {
  operand_kind const kinds[] = {memory_kind(size, true), memory_kind(size, true)};
  nest n(2);
  n.rank = rank;
  for (int k = 0; k < rank; ++k) {
    if (extents[k] == 0)
      return;
    n.extents[k] = extents[k];
    n.origin[k] = k;
    n.steps(k)[0] = to_strides[k];
    n.steps(k)[1] = from_strides[k];
  }
  n.kind = kinds;
  n.context = nullptr;
  n.position[0] = to;
  n.position[1] = from;
  normalise(n, 0);
  schedule s(2);
  s.variant = &copying;
  walk(n, s, &size);
}

namespace {

constexpr map_kind copies{
    .operands = 2, .variants = 1, .operations = 0, .bytewise = true, .variant = {copying}, .strided = {}};

/// A row of elements without gaps and another memory that it is copied to, for one run.
struct dense_copy {
  index_t count, position[2], steps[2];
  operand_kind kinds[2];

  dense_copy(void const* to, void const* from, index_t n, index_t size)
      : count(n), position{reinterpret_cast<index_t>(to), reinterpret_cast<index_t>(from)}, steps{size, size},
        kinds{memory_kind(size, true), memory_kind(size, true)} {}
  loop_table table() { return {2, 1, kinds, position, steps, &count, nullptr}; }
};

} // namespace

void note_copy(void const* to, void const* from, index_t count, index_t size) {
  record_plan([&](session& plan) {
    dense_copy copy(to, from, count, size);
    run_map(copies, copy.table(), nullptr, plan);
  });
}

void copy_long(void* to, void const* from, index_t bytes) {
  dense_copy copy(to, from, bytes, 1);
  nest n(copy.table());
  if (!enter_map(n, nullptr))
    return;
  schedule how(copies.operands);
  decide_map(how, n, copies, {});
  walk(n, how, &copy.steps[0]);
}

} // namespace weft::detail
WEFT_KERNELS_END
