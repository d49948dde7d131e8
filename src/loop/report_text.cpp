#include <weft/eval/report.hpp>

#include <string>

// Turns plans into text. A program that asks for no text does not link this file.
namespace weft {

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

char const* name_of_target(operand_access a) {
  return a == operand_access::direct     ? " direct"
         : a == operand_access::streamed ? " past the caches"
         : a == operand_access::strided  ? " strided"
                                         : " scattered";
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
  text += std::string(", writes") + name_of_target(l.target);
  for (auto a : l.more_targets)
    text += name_of_target(a);
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
  for (auto const& p : r.repeated)
    text += "  " + p + "\n";
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

} // namespace weft
