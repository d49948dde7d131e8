#include <weft/eval/shifts.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace weft::detail {

namespace {

bool is_memory(written_step const& s) {
  return s.position != 0;
}

/// Tells whether the subexpressions that end at steps a and b differ only by a shift of all their addresses, and by how
/// many bytes.
struct shift {
  bool is_one = true;
  index_t by = 0;
};
shift shift_between(written_step const* a, written_step const* b) {
  shift out;
  bool first = true;
  for (int k = 1 - a->width; k <= 0 && out.is_one; ++k) {
    out.is_one = a[k].type == b[k].type && a[k].form == b[k].form && a[k].number == b[k].number;
    if (!is_memory(a[k]))
      continue;
    index_t const by = b[k].position - a[k].position;
    out.is_one = out.is_one && (first || by == out.by) && by < a[k].reach && -by < a[k].reach;
    out.by = by;
    first = false;
  }
  return out;
}

/// The subexpression that ends at a step; `shifts` holds the shifts with which it occurs again in the expression, and
/// `times` how often it occurs.
struct family {
  int step = 0, operands = 0;
  std::vector<index_t> shifts;
  int times = 0;
  int saved() const { return times * operands - times - operands; }
};
family family_of(written_step const* steps, int count, int step) {
  family f;
  f.step = step;
  f.operands = int(std::count_if(steps + step + 1 - steps[step].width, steps + step + 1, is_memory));
  for (int k = 0; k < count; ++k) {
    if (steps[k].type != steps[step].type)
      continue;
    shift const s = shift_between(steps + step, steps + k);
    if (!s.is_one)
      continue;
    ++f.times;
    if (std::find(f.shifts.begin(), f.shifts.end(), s.by) == f.shifts.end())
      f.shifts.push_back(s.by);
  }
  return f;
}

/// Returns the text of an operation on operands that are texts: infix if it is an operator of two operands.
std::string written(std::string_view name, std::vector<std::string> const& operand) {
  constexpr std::string_view prefix = "operator";
  if (name.starts_with(prefix) && operand.size() == 2)
    return "(" + operand[0] + " " + std::string(name.substr(prefix.size())) + " " + operand[1] + ")";
  std::string text(name.starts_with(prefix) ? name.substr(prefix.size()) : name);
  for (std::size_t k = 0; k < operand.size(); ++k)
    text += (k == 0 ? "(" : ", ") + operand[k];
  return text + ")";
}
/// Returns a subexpression as text; its operands in memory are called a, b, c, in the order in which they occur.
std::string text_of(written_step const* last) {
  std::vector<std::string> stack;
  std::vector<index_t> seen;
  for (written_step const* s = last + 1 - last->width; s <= last; ++s) {
    if (s->name != nullptr) {
      auto const first = stack.end() - s->arity;
      std::string made = written(s->name, {first, stack.end()});
      stack.erase(first, stack.end());
      stack.push_back(std::move(made));
    } else if (is_memory(*s)) {
      auto const at = std::find(seen.begin(), seen.end(), s->position);
      std::size_t const number = static_cast<std::size_t>(at - seen.begin());
      if (at == seen.end())
        seen.push_back(s->position);
      stack.push_back(number < 26 ? std::string(1, static_cast<char>('a' + number)) : "x" + std::to_string(number));
    } else {
      char number[32];
      std::snprintf(number, sizeof number, "%g", s->number);
      stack.push_back(s->form != 0 ? "..." : number);
    }
  }
  return stack.back();
}

} // namespace

void note_shifts(plan_report& report, written_step const* steps, int count) {
  family best;
  for (int k = 0; k < count; ++k) {
    if (steps[k].name == nullptr)
      continue;
    family f = family_of(steps, count, k);
    if (f.shifts.size() > 1 && f.saved() > best.saved())
      best = std::move(f);
  }
  int const reads = int(std::count_if(steps, steps + count, is_memory));
  if (best.times == 0 || 4 * best.saved() < reads)
    return;
  int const shifts = int(best.shifts.size()), left = reads - best.times * best.operands + best.times;
  report.repeated.push_back(text_of(steps + best.step) + " stands " + std::to_string(best.times) + " times under " +
                            std::to_string(shifts) + " shifts; stored first, its loop reads " +
                            std::to_string(best.operands) + " operands an element and this one " +
                            std::to_string(left) + ", where it reads " + std::to_string(reads));
}

} // namespace weft::detail
