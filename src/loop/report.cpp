#include "loop/schedule.hpp"
#include "run/isa.hpp"

#include <weft/eval/report.hpp>
#include <weft/expr/deferred.hpp>

#include <algorithm>
#include <string>
#include <utility>

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

namespace detail {

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
    if (index_t const size = n.kind[j].stored; size != 0) {
      bool const direct = n.stride(j, n.rank - 1) == size;
      l.more_targets.push_back(direct ? operand_access::direct : operand_access::strided);
      r.bytes_written += size * n.elements();
      continue;
    }
    if (j >= n.targets)
      l.operands.push_back(how.access(n, j));
    else if (j > 0)
      l.more_targets.push_back(how.access(n, j));
    if (j < n.targets)
      r.bytes_written +=
          std::find(n.position, n.position + j, n.position[j]) == n.position + j ? distinct_bytes(n, j) : 0;
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
