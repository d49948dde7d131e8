#include "loop/schedule.hpp"
#include "run/isa.hpp"
#include "run/threads.hpp"

#include <weft/eval/small_report.hpp>
#include <weft/expr/deferred.hpp>
#include <weft/memory/storage.hpp>

#include <atomic>
#include <span>
#include <vector>

namespace weft {

loop_report::loop_report() = default;
loop_report::loop_report(loop_report const&) = default;
loop_report::loop_report(loop_report&&) noexcept = default;
loop_report& loop_report::operator=(loop_report const&) = default;
loop_report& loop_report::operator=(loop_report&&) noexcept = default;
loop_report::~loop_report() = default;

plan_report::plan_report() = default;
plan_report::plan_report(plan_report const&) = default;
plan_report::plan_report(plan_report&&) noexcept = default;
plan_report& plan_report::operator=(plan_report const&) = default;
plan_report& plan_report::operator=(plan_report&&) noexcept = default;
plan_report::~plan_report() = default;

namespace {

char const* name_of(operand_access a) {
  switch (a) {
  case operand_access::direct:
    return "direct";
  case operand_access::held:
    return "held";
  case operand_access::repeated:
    return "repeated";
  case operand_access::gathered:
    return "gathered";
  case operand_access::strided:
    return "strided";
  case operand_access::tiled:
    return "tiled";
  case operand_access::generated:
    return "generated";
  case operand_access::streamed:
    return "streamed";
  }
  return "";
}

template <class List>
std::string join(List const& list) {
  std::string text;
  for (auto n : list)
    text += (text.empty() ? "" : ",") + std::to_string(n);
  return "(" + text + ")";
}

std::string line_of(loop_report const& l) {
  std::string text = l.reduces ? "fold " : "loop ";
  text += join(l.extents) + " over axes " + join(l.order);
  if (l.tile_rows != 0)
    text += " in tiles (" + std::to_string(l.tile_rows) + "," + std::to_string(l.tile_columns) + ")";
  if (l.backwards)
    text += " backwards";
  text += l.target == operand_access::direct     ? ", writes direct"
          : l.target == operand_access::streamed ? ", writes past the caches"
          : l.target == operand_access::strided  ? ", writes strided"
                                                 : ", writes scattered";
  if (!l.operands.empty()) {
    text += ", reads";
    for (auto a : l.operands)
      text += std::string(" ") + name_of(a);
  }
  return text + "\n";
}

} // namespace

std::string to_string(plan_report const& r) {
  std::string text =
      "plan: " + std::to_string(r.loops) + " loop(s), " + r.isa + ", " + std::to_string(r.threads) + " thread(s)";
  if (r.rows_at_a_time != 0)
    text += ", " + std::to_string(r.rows_at_a_time) + " row(s) at a time";
  text += "\n";
  for (auto const& l : r.loop_list)
    text += "  " + line_of(l);
  for (auto const& p : r.programs)
    text += "  " + p + "\n";
  for (auto const& c : r.contractions)
    text += "  " + c + "\n";
  for (auto const& b : r.blas)
    text += "  " + b + "\n";
  text += "  temporaries " + std::to_string(r.temporaries) + " (" + std::to_string(r.temporary_bytes) + " bytes)\n";
  text += "  reads " + std::to_string(r.bytes_read) + " bytes, writes " + std::to_string(r.bytes_written) + ", " +
          std::to_string(r.flops) + " operations\n";
  return text;
}

namespace detail {

struct session::entry {
  std::uint64_t id;
  evaluated_operand where;
  storage_ref keep;
  entry* next;
};

void session::forget(entry* first) noexcept {
  while (first != nullptr)
    delete std::exchange(first, first->next);
}

namespace {
/// The number under which the session knows an operand.
std::uint64_t shared_number(session const& s, std::uint64_t id) noexcept {
  for (int k = 0; k < s.equal.count; ++k)
    if (s.equal.operand[k].id == id)
      return s.equal.operand[k].first;
  return id;
}
} // namespace

evaluated_operand find_evaluated(session const& s, std::uint64_t id) noexcept {
  std::uint64_t const number = shared_number(s, id);
  for (auto* e = s.evaluated; e != nullptr; e = e->next)
    if (e->id == number)
      return e->where;
  return {};
}

void remember_evaluated(session& s, std::uint64_t id, block* memory, index_t position) {
  if (id == 0) // nothing finds it again
    return;
  check_memory("an evaluated operand", sizeof(session::entry));
  s.evaluated = new session::entry{shared_number(s, id), {memory, position}, storage_ref::own(memory), s.evaluated};
}

constinit index_t recordings = 0;

plan_report* recorded_report() noexcept {
  return this_thread().record;
}

recording::recording(plan_report* to) noexcept : before_(std::exchange(this_thread().record, to)) {
  __atomic_add_fetch(&recordings, 1, __ATOMIC_RELAXED);
}
recording::~recording() {
  this_thread().record = before_;
  __atomic_sub_fetch(&recordings, 1, __ATOMIC_RELAXED);
}

void note_small(plan_report& to, small_step const* steps, int count) {
  for (small_step const& step : std::span(steps, std::size_t(count))) {
    if (step.is_product) { // "inline m=3 n=3 k=3"
      std::string text = "inline";
      for (int k = 0; k < 3; ++k)
        text += std::string(" ") + "mnk"[k] + "=" + std::to_string(step.extents[k]);
      to.blas.push_back(std::move(text));
      to.flops += 2 * step.extents[0] * step.extents[1] * step.extents[2];
    } else if (step.call != nullptr) { // "inline lu n=3 columns=1"
      std::string text = std::string("inline ") + step.call + " n=" + std::to_string(step.extents[0]);
      if (step.extents[1] != 0)
        text += " columns=" + std::to_string(step.extents[1]);
      to.blas.push_back(std::move(text));
      to.flops += step.flops;
    } else {
      loop_report l;
      for (int k = 0; k < step.rank; ++k) {
        l.extents.push_back(step.extents[k]);
        l.order.push_back(k);
      }
      l.reduces = step.reduces;
      l.operands = std::vector<operand_access>(std::size_t(step.operands), operand_access::direct);
      to.loop_list.push_back(std::move(l));
      ++to.loops;
      to.flops += step.flops;
    }
    to.bytes_read += step.bytes_read;
    to.bytes_written += step.bytes_written;
  }
  to.isa = isa_name(isa_level());
}

void note_temporary(session& s, index_t bytes) {
  if (plan_report* const to = report_of(s)) {
    ++to->temporaries;
    to->temporary_bytes += bytes;
  }
}

void note_blas(session& s, std::string text, index_t flops) {
  if (!s.dry())
    return;
  s.report->blas.push_back(std::move(text));
  s.report->flops += flops;
  s.report->isa = isa_name(isa_level());
}

index_t pretended_address(index_t bytes) noexcept {
  static std::atomic<index_t> next{index_t(1) << 61}; // beyond any user address of a 64-bit system
  return next.fetch_add((bytes + 4096) / 64 * 64, std::memory_order_relaxed);
}

std::uint64_t next_operand_id() noexcept {
  // Shared libraries may each hide a copy of weft. Their counters lie a page apart at least, so the first 2^28 numbers
  // of each copy are its own. A thread takes 1024 at a time: an atomic addition took 7 of the 10 ns of a small product.
  constexpr std::uint64_t share = 1024;
  static std::atomic<std::uint64_t> count{0};
  thread_local std::uint64_t next = 0;
  if (next % share == 0)
    next = count.fetch_add(share, std::memory_order_relaxed);
  return (reinterpret_cast<std::uintptr_t>(&count) << 16) + next++;
}

void describe(nest const& n, schedule const& how, index_t operations, bool reduces, session& s) {
  plan_report& r = *s.report;
  loop_report l;
  for (int k = 0; k < (how.packed ? 1 : n.rank); ++k) {
    l.extents.push_back(how.packed ? n.elements() : n.extents[k]);
    l.order.push_back(n.origin[k]);
  }
  l.reduces = reduces;
  l.backwards = how.backwards;
  l.target = reduces ? operand_access::direct : how.access(n, 0);
  if (how.tiled)
    l.tile_rows = l.tile_columns = how.tile;
  for (int j = 0; j < n.operands; ++j) {
    if (j > 0)
      l.operands.push_back(how.access(n, j));
    if (j == 0)
      r.bytes_written += distinct_bytes(n, j);
    else if (n.is_generated(j))
      n.for_each_read(j, [&r](footprint const& f, std::uint64_t) { r.bytes_read += distinct_bytes(f); });
    else
      r.bytes_read += distinct_bytes(n, j);
  }
  r.loop_list.push_back(std::move(l));
  ++r.loops;
  r.flops += n.elements() * operations;
  r.isa = isa_name(isa_level());
  note_threads(s, how.threads);
}

} // namespace detail
} // namespace weft
