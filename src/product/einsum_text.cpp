#include "base/text_reader.hpp"

#include <weft/base/check.hpp>
#include <weft/linalg/einsum_text.hpp>

#include <algorithm>

// Reads the text of an einsum, finds the shape of its result, and writes the messages of its errors.
namespace weft::detail {
namespace {

char const* sentence_of(einsum_mistake m) {
  switch (m) {
  case einsum_mistake::none:
    break;
  case einsum_mistake::symbol:
    return "a letter, a comma, '...' or '->' is expected here";
  case einsum_mistake::dots:
    return "an ellipsis is three dots";
  case einsum_mistake::dots_twice:
    return "there is one ellipsis for each operand at most";
  case einsum_mistake::letters:
    return "an operand or a result has 16 indices at most";
  case einsum_mistake::operands:
    return "the text has indices for another number of operands";
  case einsum_mistake::arrow:
    return "there is one '->' at most";
  case einsum_mistake::comma:
    return "there is one result, without commas";
  case einsum_mistake::repeated:
    return "an index stands in the result once";
  case einsum_mistake::unknown:
    return "this index of the result is one of no operand";
  }
  return "";
}

class einsum_complaint : text_reader {
public:
  explicit einsum_complaint(std::string_view text) : text_reader("einsum", text) {}
  [[noreturn]] void fail_at(einsum_reading const& r) {
    go_back(static_cast<std::size_t>(r.place));
    fail(sentence_of(r.mistake));
  }
};

std::string text_of(char index) {
  return is_index_letter(index) ? "index " + std::string(1, index) : "an axis under the ellipsis";
}

/// Throws because an index has two extents. `extents` is the text about both, up to the number of the second operand,
/// which is added here. If both operands are the same, its shape is printed once.
[[noreturn]] void throw_extents(char index, dynamic_extents const* shapes, int first, int second,
                                std::string const& extents) {
  dynamic_extents const &a = shapes[first], &b = shapes[second];
  throw_shapes("einsum", a.value, a.rank(), first == second ? nullptr : b.value, first == second ? -1 : b.rank(),
               (text_of(index) + " has extent " + extents + std::to_string(second + 1)).c_str());
}
/// Throws unless axes of one operand that share an index have equal extents: an extent of 1 does not repeat along a
/// diagonal.
void require_diagonal(axis_names const& names, int axis, dynamic_extents const* shapes, int operand) {
  index_t const* const extents = shapes[operand].value;
  auto const place = [&](int k) { return std::to_string(extents[k]) + " on axis " + std::to_string(k); };
  for (int i = 0; i < axis; ++i)
    if (names.name[i] == names.name[axis] && extents[i] != extents[axis])
      throw_extents(names.name[axis], shapes, operand, operand, place(i) + " and " + place(axis) + " of operand ");
}

} // namespace

void read_einsum_text(std::string_view text, int operands, einsum_term* terms) {
  einsum_reading const r = read_einsum(text, operands, terms);
  if (r.mistake != einsum_mistake::none)
    einsum_complaint(text).fail_at(r);
}

dynamic_extents einsum_shape(einsum_term const* terms, int operands, dynamic_extents const* shapes, axis_names* names) {
  int under_dots = 0;
  for (int k = 0; k < operands; ++k) {
    int const rank = shapes[k].rank(), more = rank - terms[k].rank;
    if (!has_rank(terms[k], rank))
      throw_shapes("einsum", shapes[k].value, rank, nullptr, -1,
                   ("operand " + std::to_string(k + 1) + " has " + std::to_string(rank) + " axes, and " +
                    std::to_string(terms[k].rank) + " indices in the text")
                       .c_str());
    if (terms[k].dots >= 0 && more > under_dots)
      under_dots = more;
    name_axes(terms[k], more, names[k]);
  }
  index_t extent[128];
  short first[128]; // the operand that gave extent[c]; -1: none yet
  std::fill(first, first + 128, short(-1));
  for (int k = 0; k < operands; ++k)
    for (int i = 0; i < names[k].rank; ++i) {
      auto const c = static_cast<std::size_t>(names[k].name[i]);
      index_t const n = shapes[k].value[i];
      require_diagonal(names[k], i, shapes, k);
      if (first[c] < 0 || extent[c] == 1) {
        extent[c] = n;
        first[c] = static_cast<short>(k);
      } else if (n != extent[c] && n != 1) {
        throw_extents(names[k].name[i], shapes, first[c], k,
                      std::to_string(extent[c]) + " in operand " + std::to_string(first[c] + 1) + " and " +
                          std::to_string(n) + " in operand ");
      }
    }
  axis_names& result = names[operands];
  if (!name_axes(terms[operands], under_dots, result))
    throw_shape_reason("einsum", "the result would have more than 16 axes");
  dynamic_extents out(result.rank);
  for (int i = 0; i < result.rank; ++i)
    out.set(i, extent[static_cast<std::size_t>(result.name[i])]);
  return out;
}

} // namespace weft::detail
