#pragma once
#include <weft/base/index.hpp>
#include <weft/base/plain_vector.hpp>

#include <cstdint>
#include <string>

namespace weft {

/// The ways in which a loop reads or writes an operand.
enum class operand_access : unsigned char {
  direct,    ///< in memory, with unit stride
  held,      ///< one value for each row, in a register
  repeated,  ///< one value for each row, repeated in an L1 buffer
  gathered,  ///< strided in memory, copied to an L1 buffer first
  strided,   ///< in memory, one element at a time
  tiled,     ///< transposed in memory, copied to an L1 buffer tile by tile
  generated, ///< computed into an L1 buffer
  streamed   ///< a large target, whose values go through an L1 buffer to memory, past the caches
};

/// One loop of a plan, after its axes were sorted by stride and fused.
struct loop_report {
  detail::plain_vector<index_t> extents; ///< the extents of the axes of the loop, outermost first
  detail::plain_vector<int> order;       ///< for each axis, the axis of the target; of fused ones the first
  index_t tile_rows = 0;                 ///< the rows of a tile; 0: there are no tiles
  index_t tile_columns = 0;
  operand_access target = operand_access::direct;
  detail::plain_vector<operand_access> operands;
  detail::plain_vector<operand_access> more_targets; ///< the second and the following targets of together()
  bool reduces = false;
  bool backwards = false; ///< the loop runs from the last element to the first, because of an overlap

  // Defined in src/, so that the code of the plain_vector members is compiled once, for every processor.
  WEFT_API loop_report();
  WEFT_API loop_report(loop_report const&);
  WEFT_API loop_report(loop_report&&) noexcept;
  WEFT_API loop_report& operator=(loop_report const&);
  WEFT_API loop_report& operator=(loop_report&&) noexcept;
  WEFT_API ~loop_report();
};

/// The plan of an assignment as data. explain() makes it without running the assignment. For several statements the
/// numbers are sums, but `threads` is the maximum, and `isa` and `rows_at_a_time` belong to the last one.
struct plan_report {
  int loops = 0;
  int temporaries = 0; ///< blocks taken from the memory resource, not counting the target
  index_t temporary_bytes = 0;
  detail::plain_vector<std::string> blas; ///< calls of BLAS, such as dgemm(N,T) m=3 n=4 k=5
  std::string isa;                        ///< the instruction set of the loops, as in WEFT_ISA
  int threads = 1;                        ///< the maximum number of threads that a loop is divided among
  index_t rows_at_a_time = 0;             ///< rows that all loops process before the next rows; 0: all at once
  index_t bytes_read = 0;                 ///< the bytes of all operands, each distinct element once
  index_t bytes_written = 0;
  index_t flops = 0; ///< each operation counts 1 for each element, as often as it is written; products 2mnk
  detail::plain_vector<loop_report> loop_list;
  detail::plain_vector<std::string> programs;     ///< the steps of programs of expressions decided at run time
  detail::plain_vector<std::string> repeated;     ///< parts to store first, as they occur under several shifts
  detail::plain_vector<std::string> contractions; ///< the steps of einsum, such as bij,bjk->bik flops=480 copies=1

  WEFT_API plan_report();
  WEFT_API plan_report(plan_report const&);
  WEFT_API plan_report(plan_report&&) noexcept;
  WEFT_API plan_report& operator=(plan_report const&);
  WEFT_API plan_report& operator=(plan_report&&) noexcept;
  WEFT_API ~plan_report();
};

/// Returns the plan as text, with one line each for loops, temporaries, products and traffic.
[[nodiscard]] WEFT_API std::string to_string(plan_report const& report);

namespace detail {

struct block;

/// The address of the result of a deferred operand, and the block that owns it, if any.
struct evaluated_operand {
  block* memory = nullptr;
  index_t position = 0;
};

class row_blocks; // defined in src/loop/row_blocks.hpp
/// Returns memory for a temporary that has room for all rows, with elements that need no destructor; the caller is an
/// owner too. Each block of rows gets the memory of the block before, if it asks in the same order.
WEFT_API block* block_for_rows(row_blocks& rows, index_t count, std::size_t size);

/// Memory of a target that is lent to one deferred operand for its result.
struct lent_memory {
  std::uint64_t id; ///< the id of the operand that is lent; 0: none is
  index_t position;
};

/// An operand of a statement that has the same values as an earlier one, `first`, and uses its result
/// (eval/identity.hpp).
struct equal_operand {
  std::uint64_t id, first;
};
/// The operands of a statement that have the same values as others.
struct equal_list {
  equal_operand const* operand = nullptr;
  int count = 0;
};

/// The state of one evaluation. It remembers the deferred operands that have been evaluated, so that each is evaluated
/// once. With a report it only plans: nothing is allocated, computed or written.
struct session {
  plan_report* report = nullptr;
  struct entry;
  entry* evaluated = nullptr;
  row_blocks* rows = nullptr; ///< the rows that the loops of the statement process; null: all rows
  lent_memory lent{};
  equal_list equal{};
  bool nested = false; ///< the assignment is a part of a larger statement

  WEFT_FN explicit session(plan_report* r = nullptr) : report(r) {}
  session(session const&) = delete;
  session& operator=(session const&) = delete;
  WEFT_INLINE ~session() {
    if (evaluated != nullptr)
      forget(evaluated);
  }
  WEFT_INLINE bool dry() const { return report != nullptr; }

private:
  // A static function without `this`, so that a session without pointers to it stays in registers. In memory it took a
  // third of the time of a product of 2 x 2.
  WEFT_API static void forget(entry* first) noexcept;
};

/// The number of reports that are being recorded, in all threads. If it is not 0, statements that could run without a
/// plan use a plan, which reports them.
WEFT_API extern index_t recordings;
WEFT_INLINE index_t recordings_now() {
  return __atomic_load_n(&recordings, __ATOMIC_RELAXED);
}
WEFT_INLINE bool is_recording() {
  return recordings_now() != 0;
}
/// Returns the report that statements of this thread are added to, or null.
WEFT_API plan_report* recorded_report() noexcept;

/// While an object of this class lives, the statements of this thread are added to a report; with null to none.
class recording {
public:
  WEFT_API explicit recording(plan_report* to) noexcept;
  recording(recording const&) = delete;
  recording& operator=(recording const&) = delete;
  WEFT_API ~recording();

private:
  plan_report* before_;
};

/// If a report is being recorded, calls f twice and returns true: first with a session that adds to the report, then,
/// unrecorded, with s. Otherwise returns false. Functions that run or describe a statement begin with it.
template <class F>
WEFT_SLOW bool recorded_first(session& s, F const& f) {
  plan_report* const to = recorded_report();
  if (to == nullptr)
    return false;
  recording const nothing(nullptr);
  session plan(to);
  f(plan);
  f(s);
  return true;
}
template <class F>
WEFT_INLINE bool recorded(session& s, F const& f) {
  return is_recording() && !s.dry() && recorded_first(s, f);
}

/// record(s, f) calls f, if a report is being recorded, with a session that adds to it. It is for actions that are only
/// described.
template <class F>
WEFT_SLOW void record_plan(F const& f) {
  if (plan_report* const to = recorded_report()) {
    session plan(to);
    f(plan);
  }
}
template <class F>
WEFT_INLINE void record(session const& s, F const& f) {
  if (is_recording() && !s.dry())
    record_plan(f);
}

/// If the session only plans, calls f(s) and returns true. Otherwise returns false, because the caller has to run; if a
/// report is being recorded, it first calls f with a session that adds to it. Functions that run no other statement
/// begin with it.
template <class F>
WEFT_INLINE bool described(session& s, F const& f) {
  if (s.dry()) {
    f(s);
    return true;
  }
  record(s, f);
  return false;
}

/// Returns the report that the work of session s is added to, or null.
WEFT_INLINE plan_report* report_of(session const& s) {
  return s.dry() ? s.report : is_recording() ? recorded_report() : nullptr;
}

/// Calls f, unless the session only plans. A deferred operation puts all work that is not a statement into such an f.
template <class F>
WEFT_INLINE void compute(session const& s, F const& f) {
  if (!s.dry())
    f();
}

WEFT_API evaluated_operand find_evaluated(session const& s, std::uint64_t id) noexcept;
/// Remembers the result of a deferred operand, and shares the ownership of its memory until the session ends.
WEFT_API void remember_evaluated(session& s, std::uint64_t id, block* memory, index_t position);

/// Returns true if only one part of the statement reads an operand, as far as is known. Then it may be computed where
/// that part needs it; otherwise other parts would compute it again.
WEFT_INLINE bool stands_alone(session const& s, std::uint64_t id) {
  for (int k = 0; k < s.equal.count; ++k)
    if (s.equal.operand[k].id == id || s.equal.operand[k].first == id)
      return false;
  return s.evaluated == nullptr || find_evaluated(s, id).position == 0;
}

WEFT_API void note_temporary(session& s, index_t bytes);
WEFT_API void note_blas(session& s, std::string text, index_t flops);
/// Returns an address at which there is no memory, for a temporary of a plan.
WEFT_API index_t pretended_address(index_t bytes) noexcept;

} // namespace detail
} // namespace weft
