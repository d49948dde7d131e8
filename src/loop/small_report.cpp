#include "run/isa.hpp"

#include <weft/eval/small_report.hpp>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace weft::detail {

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

} // namespace weft::detail
