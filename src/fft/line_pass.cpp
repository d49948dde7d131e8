#include "fft/line_pass.hpp"
#include "fft/plans.hpp"

#include <weft/layout/walk.hpp>

namespace weft::detail {

namespace {

/// Lines that one call transforms: whole machine vectors of any instruction set.
constexpr index_t lines_of_call = 64;

/// Gathers the addresses of lines, and transforms them in calls of many.
class gathered_lines {
public:
  explicit gathered_lines(line_pass const& p)
      : length_(p.extents.entry(p.axis)), plan_(plan_for(p.kind, p.job.real, std::size_t(length_))),
        run_(kernels_for(p.job.real).run), group_{p.kind,
                                                  p.job.forward,
                                                  p.job.norm == fft::norm_mode::ortho,
                                                  p.factor,
                                                  plan_.get(),
                                                  length_,
                                                  p.from_strides.entry(p.axis),
                                                  p.to_strides.entry(p.axis),
                                                  0,
                                                  from_,
                                                  to_} {}
  void add(char const* from, char* to) {
    from_[group_.lines] = from;
    to_[group_.lines] = to;
    if (++group_.lines == lines_of_call)
      finish();
  }
  void finish() {
    run_(group_);
    group_.lines = 0;
  }

private:
  char const* from_[std::size_t(lines_of_call)];
  char* to_[std::size_t(lines_of_call)];
  index_t length_;
  std::shared_ptr<void const> plan_;
  void (*run_)(line_group const& group);
  line_group group_;
};

} // namespace

void run_pass(line_pass const& p) {
  gathered_lines lines(p);
  auto const* const from = static_cast<char const*>(p.from);
  auto* const to = static_cast<char*>(p.to);
  dynamic_extents first = p.extents;
  first.set(p.axis, 1);
  if (count_of(first) == 1) {
    lines.add(from, to);
    return lines.finish();
  }
  index_t const step = row_step(p.from_strides), to_step = row_step(p.to_strides);
  walk_rows<2>(first, {p.from_strides, p.to_strides}, [&](index_t const*, index_t const* offset, index_t n) {
    for (index_t k = 0; k < n; ++k)
      lines.add(from + offset[0] + k * step, to + offset[1] + k * to_step);
  });
  lines.finish();
}

} // namespace weft::detail
