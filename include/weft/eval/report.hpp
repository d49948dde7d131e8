#pragma once
#include <weft/base/index.hpp>
#include <weft/base/plain_vector.hpp>

#include <cstdint>
#include <string>

namespace weft {

/// How a loop reads or writes one operand.
enum class operand_access : unsigned char {
  direct,    ///< where it lies, with unit stride
  held,      ///< one value a row, in a register
  repeated,  ///< one value a row, filled into an L1 buffer
  gathered,  ///< strided, copied into an L1 buffer first
  strided,   ///< where it lies, one element at a time
  tiled,     ///< transposed, copied into an L1 buffer tile by tile
  generated, ///< computed into an L1 buffer
  streamed   ///< a large target, computed into an L1 buffer and stored past the caches
};

/// One loop of a plan, after axes were sorted by stride and fused.
struct loop_report {
  detail::plain_vector<index_t> extents; ///< outermost first
  detail::plain_vector<int> order;       ///< the axis of the target each one began with
  index_t tile_rows = 0;                 ///< 0: no tiles
  index_t tile_columns = 0;
  operand_access target = operand_access::direct;
  detail::plain_vector<operand_access> operands;
  detail::plain_vector<operand_access> more_targets; ///< of together(), the second and the following ones
  bool reduces = false;
  bool backwards = false; ///< the direction that an overlap of target and operand asks for

  // Defined in src/: what plain_vector makes of them is compiled once, for every processor.
  WEFT_API loop_report();
  WEFT_API loop_report(loop_report const&);
  WEFT_API loop_report(loop_report&&) noexcept;
  WEFT_API loop_report& operator=(loop_report const&);
  WEFT_API loop_report& operator=(loop_report&&) noexcept;
  WEFT_API ~loop_report();
};

/// The plan of an assignment as data; explain() makes it, without running the assignment. For several statements the
/// numbers are sums, but `threads` is the maximum, and `isa` and `rows_at_a_time` belong to the last one.
struct plan_report {
  int loops = 0;
  int temporaries = 0; ///< blocks taken from the memory resource, beside the target
  index_t temporary_bytes = 0;
  detail::plain_vector<std::string> blas; ///< such as dgemm(N,T) m=3 n=4 k=5
  std::string isa;                        ///< the instruction set of the loops
  int threads = 1;                        ///< that the loops are divided among, at most
  index_t rows_at_a_time = 0;             ///< that all loops take before the next ones; 0: all at once
  index_t bytes_read = 0;                 ///< each operand's distinct elements once
  index_t bytes_written = 0;
  index_t flops = 0; ///< one for each operation of a node and element, as often as it is written; 2mnk for a product
  detail::plain_vector<loop_report> loop_list;
  detail::plain_vector<std::string> programs;     ///< the steps of loops over expressions that are decided at run time
  detail::plain_vector<std::string> repeated;     ///< what to store first, as it stands under several shifts in a loop
  detail::plain_vector<std::string> contractions; ///< the steps of einsum, such as bij,bjk->bik flops=480 copies=1

  WEFT_API plan_report();
  WEFT_API plan_report(plan_report const&);
  WEFT_API plan_report(plan_report&&) noexcept;
  WEFT_API plan_report& operator=(plan_report const&);
  WEFT_API plan_report& operator=(plan_report&&) noexcept;
  WEFT_API ~plan_report();
};

/// The plan as text, one line each for loops, temporaries, products and traffic.
[[nodiscard]] WEFT_API std::string to_string(plan_report const& report);

namespace detail {

struct block;

/// Where the result of a deferred operand lies.
struct evaluated_operand {
  block* memory = nullptr;
  index_t position = 0;
};

class row_blocks; // of src/loop/row_blocks.hpp
/// Memory of a temporary for all rows, of elements that nothing destroys; owned by the caller too. Each block of rows
/// gets that of the block before, in the order in which it asks.
WEFT_API block* block_for_rows(row_blocks& rows, index_t count, std::size_t size);

/// Memory of a target, in which one deferred operand is evaluated.
struct lent_memory {
  std::uint64_t id; ///< of the operand; 0 is none
  index_t position;
};

/// An operand of a statement that has the values of another one, and is computed as that: see eval/identity.hpp.
struct equal_operand {
  std::uint64_t id, first;
};
/// The operands of a statement that may be equal.
struct equal_list {
  equal_operand const* operand = nullptr;
  int count = 0;
};

/// The state of one evaluation. It remembers which deferred operands have been evaluated, so that each is evaluated
/// once. With a report it only plans: nothing is allocated, computed or written.
struct session {
  plan_report* report = nullptr;
  struct entry;
  entry* evaluated = nullptr;
  row_blocks* rows = nullptr; ///< the rows that its loops take; null: all
  lent_memory lent{};
  equal_list equal{};
  bool nested = false; ///< what is assigned is a part of the statement

  WEFT_FN explicit session(plan_report* r = nullptr) : report(r) {}
  session(session const&) = delete;
  session& operator=(session const&) = delete;
  WEFT_INLINE ~session() {
    if (evaluated != nullptr)
      forget(evaluated);
  }
  WEFT_INLINE bool dry() const { return report != nullptr; }

private:
  // Without `this`: a session that nothing refers to stays in registers. In memory it took a third of the time of a
  // product of 2 x 2.
  WEFT_API static void forget(entry* first) noexcept;
};

/// Reports that are being recorded, in all threads. Statements that take a short way look here, so that they take the
/// planned one where it is not 0.
WEFT_API extern index_t recordings;
WEFT_INLINE index_t recordings_now() {
  return __atomic_load_n(&recordings, __ATOMIC_RELAXED);
}
WEFT_INLINE bool is_recording() {
  return recordings_now() != 0;
}
/// The report that statements of this thread are added to, or null.
WEFT_API plan_report* recorded_report() noexcept;

/// While one lives, what this thread evaluates is added to a report, or to none.
class recording {
public:
  WEFT_API explicit recording(plan_report* to) noexcept;
  recording(recording const&) = delete;
  recording& operator=(recording const&) = delete;
  WEFT_API ~recording();

private:
  plan_report* before_;
};

/// If a report is being recorded, runs f once on a session that adds to it and once, unrecorded, on s, and returns
/// true. Else does nothing and returns false. Functions that run or describe a statement begin with it.
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

/// record(s, f): where a report is recorded, f with a session that adds to it. For what is only described.
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

/// If the session only plans, calls f(s) and returns true. Else returns false, as the caller has to run; if a report is
/// being recorded, f is called with a session that adds to it. Functions that run no other statement begin with it.
template <class F>
WEFT_INLINE bool described(session& s, F const& f) {
  if (s.dry()) {
    f(s);
    return true;
  }
  record(s, f);
  return false;
}

/// The report that what runs in s adds to, or null.
WEFT_INLINE plan_report* report_of(session const& s) {
  return s.dry() ? s.report : is_recording() ? recorded_report() : nullptr;
}

/// Calls f, unless the session only plans. A deferred operation puts all that it does beside its statements into such
/// an f.
template <class F>
WEFT_INLINE void compute(session const& s, F const& f) {
  if (!s.dry())
    f();
}

WEFT_API evaluated_operand find_evaluated(session const& s, std::uint64_t id) noexcept;
/// Shares the ownership of the memory until the session ends.
WEFT_API void remember_evaluated(session& s, std::uint64_t id, block* memory, index_t position);

/// True if only one place of the statement reads an operand, as far as is known, so that it may be computed where that
/// wants it: others would compute it once more.
WEFT_INLINE bool stands_alone(session const& s, std::uint64_t id) {
  for (int k = 0; k < s.equal.count; ++k)
    if (s.equal.operand[k].id == id || s.equal.operand[k].first == id)
      return false;
  return s.evaluated == nullptr || find_evaluated(s, id).position == 0;
}

WEFT_API void note_temporary(session& s, index_t bytes);
WEFT_API void note_blas(session& s, std::string text, index_t flops);
/// An address that no memory has, for the temporaries of a plan.
WEFT_API index_t pretended_address(index_t bytes) noexcept;

} // namespace detail
} // namespace weft
