#include "dynamic/program/chain.hpp"

#include <cstring>
#include <utility>

// The kernels of chains. The values of an any_expr do not depend on which of its operations form a chain, because the
// result of each operation is rounded (-ffp-contract=off in src/CMakeLists.txt).
namespace weft::detail {

namespace {

template <class T, int Bytes>
struct chain_vector {
#if WEFT_GNU
  typedef T type __attribute__((vector_size(Bytes)));
#else
  using type = T;
#endif
};
/// The number of machine vectors in each of the two registers of a chain. With 16 machine registers some must be left
/// for operands. With 32 machine registers more vectors would need fewer jumps, but the second cache is fastest for
/// loops that read all operands in turn: with 6 vectors, a kept a*b + c*2 - a of 10^4 doubles takes 1.09 times the time
/// of one loop, with 8 vectors 1.18 times, with 12 1.30 times (Zen 5).
inline constexpr int chain_vectors = 6;

/// An operation with the addresses of its operands at the begin of a row.
struct placed_operation {
  int number; ///< the number that code_table gives to the code of the operation
  index_t x, y;
};
enum : int { x_repeats = 4, y_repeats = 8, forms_from = 16, all_codes = forms_from * int(chain_form::count) };

constexpr bool reads_x(chain_form f) {
  return f <= chain_form::to_second || f == chain_form::first_right || f == chain_form::second_right;
}
constexpr bool reads_y(chain_form f) {
  return f <= chain_form::second_left;
}
/// Returns true for a valid code, in which an operand that the form does not read is not marked as repeating.
constexpr bool is_code(int code) {
  auto const form = chain_form(code / forms_from);
  return (reads_x(form) || (code & x_repeats) == 0) && (reads_y(form) || (code & y_repeats) == 0);
}
/// The valid codes, numbered without gaps, so that the compiler makes one jump table of all of them.
struct code_table {
  int count = 0;
  int code_of[all_codes]{}, number_of[all_codes]{};
  constexpr code_table() {
    for (int code = 0; code < all_codes; ++code)
      if (is_code(code)) {
        number_of[code] = count;
        code_of[count++] = code;
      }
  }
};
constexpr code_table codes;

template <int Operation, class V>
WEFT_INLINE void apply(V& to, V const& a, V const& b) {
  if constexpr (Operation == 0)
    to = a + b;
  else if constexpr (Operation == 1)
    to = a - b;
  else if constexpr (Operation == 2)
    to = a * b;
  else
    to = a / b;
}

/// The vectors of an operand: a register, memory that is aligned only as its elements are, or one value in all lanes.
template <class V>
struct register_vectors {
  V const* at;
  WEFT_INLINE void read(int k, V& to) const { to = at[k]; }
};
template <class V>
struct memory_vectors {
  char const* at;
  WEFT_INLINE void read(int k, V& to) const { std::memcpy(&to, at + k * int(sizeof(V)), sizeof(V)); }
};
template <class V>
struct repeated_vector {
  V value;
  WEFT_INLINE void read(int, V& to) const { to = value; }
};
template <bool Reads, bool Repeats, class T, class V>
WEFT_INLINE auto operand_at(V const* in_register, index_t address, index_t offset) {
  if constexpr (!Reads)
    return register_vectors<V>{in_register};
  else if constexpr (Repeats)
    return repeated_vector<V>{*reinterpret_cast<T const*>(address) - V{}}; // x - 0 is x, also for x = -0
  else
    return memory_vectors<V>{reinterpret_cast<char const*>(address + offset)};
}
template <int Operation, class V, class X, class Y>
WEFT_INLINE void apply_at(int k, V& to, X const& x, Y const& y) {
  V a, b;
  x.read(k, a);
  y.read(k, b);
  apply<Operation>(to, a, b);
}

template <int Code, class T, class V, int... K>
WEFT_INLINE void compute(V (*reg)[sizeof...(K)], placed_operation const& p, index_t offset,
                         std::integer_sequence<int, K...>) {
  constexpr auto form = chain_form(Code / forms_from);
  constexpr bool second =
      form == chain_form::to_second || form == chain_form::second_left || form == chain_form::second_right;
  constexpr bool joins = form == chain_form::joined || form == chain_form::joined_turned;
  constexpr bool turned = form == chain_form::joined_turned;
  V* const to = reg[second];
  auto const x = operand_at < reads_x(form), (Code & x_repeats) != 0, T > (joins ? reg[turned] : to, p.x, offset);
  auto const y = operand_at < reads_y(form), (Code & y_repeats) != 0, T > (joins ? reg[!turned] : to, p.y, offset);
  (apply_at<Code % 4>(K, to[K], x, y), ...);
}
template <class V, int... K>
WEFT_INLINE void store(char* to, V const* values, std::integer_sequence<int, K...>) {
  (std::memcpy(to + K * int(sizeof(V)), values + K, sizeof(V)), ...);
}
/// Computes an operation by its number. Returns false for the number that ends a chain. Compilers turn the comparisons
/// into one jump by a table, because they are in one expression and not in a recursive function.
template <class T, class V, int N, int... Number>
WEFT_INLINE bool choose(V (*reg)[N], placed_operation const& p, index_t offset, std::integer_sequence<int, Number...>) {
  return ((p.number == Number &&
           (compute<codes.code_of[Number], T, V>(reg, p, offset, std::make_integer_sequence<int, N>{}), true)) ||
          ...);
}

struct placed_chain {
  placed_operation operation[most_chained + 1];
  index_t target;

  WEFT_INLINE placed_chain(chain_core const& core, index_t const* position, index_t const* column)
      : target(position[0]) {
    operation[core.count].number = codes.count;
    for (int k = 0; k < core.count; ++k) {
      chain_operation const& o = core.operation[k];
      auto const repeats = [&](int j) { return j != 0 && column != nullptr && column[j] == 0; };
      int const code =
          forms_from * int(o.form) + o.operation + (repeats(o.x) ? x_repeats : 0) + (repeats(o.y) ? y_repeats : 0);
      operation[k] = {codes.number_of[code], position[o.x], position[o.y]};
    }
  }
};

/// Runs a chain on N vectors at a time, from byte `done` of the row on. Returns the offset of the first byte that it
/// has not computed.
template <class T, class V, int N>
WEFT_INLINE index_t run_vectors(placed_chain const& chain, index_t done, index_t bytes) {
  constexpr index_t step = N * index_t(sizeof(V));
  V reg[chain_registers][N]{};
  for (placed_operation const* p = chain.operation; done + step <= bytes;) {
    if (choose<T, V, N>(reg, *p++, done, std::make_integer_sequence<int, codes.count>{}))
      continue;
    store(reinterpret_cast<char*>(chain.target + done), reg[0], std::make_integer_sequence<int, N>{});
    done += step;
    p = chain.operation;
  }
  return done;
}

/// Computes the last elements of a row, which are fewer than a vector has. They are copied to vectors whose other lanes
/// have their first element, so that no operation gets a value that is not in the operands.
template <class T, class V>
WEFT_INLINE void run_last(chain_core const& core, index_t const* position, index_t const* column, index_t done,
                          index_t bytes) {
  V room[usual_operands];
  index_t at[usual_operands];
  at[0] = reinterpret_cast<index_t>(room);
  for (int j = 1; j <= core.operands; ++j) {
    at[j] = position[j];
    if (column != nullptr && column[j] == 0)
      continue;
    room[j] = *reinterpret_cast<T const*>(position[j] + done) - V{};
    std::memcpy(&room[j], reinterpret_cast<void const*>(position[j] + done), static_cast<std::size_t>(bytes - done));
    at[j] = reinterpret_cast<index_t>(&room[j]);
  }
  run_vectors<T, V, 1>(placed_chain(core, at, column), 0, sizeof(V));
  std::memcpy(reinterpret_cast<void*>(position[0] + done), room, static_cast<std::size_t>(bytes - done));
}

/// Returns true if no operand that moves along a row overlaps the target's row.
inline bool is_apart(chain_core const& core, index_t const* position, index_t const* column, index_t bytes) {
  for (int j = 1; j <= core.operands; ++j)
    if ((column == nullptr || column[j] != 0) && position[j] < position[0] + bytes && position[0] < position[j] + bytes)
      return false;
  return true;
}

template <class T>
struct chain_body {
  template <int Bytes>
  WEFT_INLINE static void run(vector_of<Bytes>, void const* from, loop_frame const& frame) {
    using V = typename chain_vector<T, Bytes>::type;
    auto const& core = *static_cast<chain_core const*>(from);
    index_t const bytes = frame.columns * index_t(sizeof(T));
    index_t position[usual_operands];
    for (int j = 0; j <= core.operands; ++j)
      position[j] = frame.position[j];
    for (index_t left = frame.rows;;) {
      index_t done = 0;
      if (bytes >= index_t(sizeof(V))) {
        placed_chain const chain(core, position, frame.column);
        // The remaining elements are computed together with some before them, if their operands can be read again.
        for (index_t first = 0;; first = bytes - chain_vectors * index_t(sizeof(V))) {
          done = run_vectors<T, V, chain_vectors>(chain, first, bytes);
          if (done == 0 || done == bytes || !is_apart(core, position, frame.column, bytes))
            break;
        }
        done = run_vectors<T, V, 1>(chain, done, bytes);
      }
      if (done != bytes)
        run_last<T, V>(core, position, frame.column, done, bytes);
      if (--left <= 0)
        return;
      for (int j = 0; j <= core.operands; ++j)
        position[j] += frame.row[j];
    }
  }
};

template <class T>
by_level<loop_kernel> kernels_of() {
  return clones<chain_body<T>, void(void const* core, loop_frame const& frame)>::all();
}

} // namespace

by_level<loop_kernel> chain_kernels(dtype type) {
  return type == dtype::float64   ? kernels_of<double>()
         : type == dtype::float32 ? kernels_of<float>()
                                  : by_level<loop_kernel>{};
}

} // namespace weft::detail
